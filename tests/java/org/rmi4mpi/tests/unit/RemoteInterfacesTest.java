package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.RemoteRef;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.Test;
import org.rmi4mpi.ref.stub.RemoteInterfaces;
import org.rmi4mpi.ref.stub.RemoteMethod;

public class RemoteInterfacesTest {
    interface First extends Remote {
        void none() throws RemoteException;

        int[][] arrays(String[] a, long b, Object c) throws RemoteException;
    }

    interface Second extends First {
        void none(int overloaded) throws RemoteException;
    }

    static class Parent implements First {
        @Override
        public void none() {}

        @Override
        public int[][] arrays(String[] a, long b, Object c) {
            return null;
        }
    }

    static class Child extends Parent implements Second, Runnable {
        @Override
        public void none(int overloaded) {}

        @Override
        public void run() {}
    }

    @Test
    public void interfacesOfAClassAndItsSuperclasses() {
        assertThat(RemoteInterfaces.of(Child.class), contains(First.class, Second.class));
    }

    /** The JDK's own stub handler computes the hash that it passes to a reference. */
    @Test
    public void hashesAreThoseOfTheJdk() throws Exception {
        List<Long> hashes = new ArrayList<>();
        RemoteRef recorder = (RemoteRef) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {RemoteRef.class},
                (proxy, method, arguments) -> {
                    hashes.add((Long) arguments[3]);
                    return null;
                });
        Second stub = (Second) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Second.class},
                new RemoteObjectInvocationHandler(recorder));
        stub.none();
        stub.none(1);
        stub.arrays(null, 0, null);
        assertThat(hashes, is(List.of(hash("none"), hash("none", int.class), hashOfArrays())));
    }

    private static long hash(String name, Class<?>... parameters) throws NoSuchMethodException {
        return RemoteMethod.of(Second.class.getMethod(name, parameters)).hash();
    }

    private static long hashOfArrays() {
        Method arrays =
                Stream.of(Second.class.getMethods()).filter(m -> m.getName().equals("arrays")).findFirst().get();
        return RemoteMethod.of(arrays).hash();
    }
}
