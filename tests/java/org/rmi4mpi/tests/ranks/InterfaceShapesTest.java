package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertThrows;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RemoteStub;
import java.util.Collections;
import java.util.List;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.tests.runner.JdkTools;
import org.rmi4mpi.tests.runner.MostRanks;
import org.rmi4mpi.tests.runner.RankRunner;

/** Features of remote interfaces: type parameters, overloads, covariant results, default methods, very many methods. */
@SuppressWarnings("deprecation") // RemoteStub
@MostRanks(2)
@RunWith(RankRunner.class)
public class InterfaceShapesTest {
    interface Generic<T, R extends Comparable<R>> extends Remote {
        T get(T given) throws RemoteException;

        R max(List<? extends R> of) throws RemoteException;

        <X extends Exception> void raise(X thrown) throws X, RemoteException;
    }

    interface OfStrings extends Generic<String, Integer> {
        @Override
        String get(String given) throws RemoteException;

        default String twice(String given) throws RemoteException {
            return get(given) + get(given);
        }

        static int fixed() {
            return 7;
        }
    }

    interface Wide extends Remote {
        Object make() throws RemoteException;

        Number count(int... of) throws RemoteException;

        String which(int a) throws RemoteException;

        String which(long a) throws RemoteException;

        String which(Integer a) throws RemoteException;

        String which(Object... a) throws RemoteException;
    }

    interface Narrow extends Wide {
        @Override
        String make() throws RemoteException;

        @Override
        Integer count(int... of) throws RemoteException;

        @Override
        default String which(long a) throws RemoteException {
            return "default";
        }
    }

    /** An interface without methods. */
    interface Mark extends Remote {}

    static class Everything implements OfStrings, Narrow {
        @Override
        public String get(String given) {
            return given + "!";
        }

        @Override
        public Integer max(List<? extends Integer> of) {
            return Collections.max(of);
        }

        @Override
        public <X extends Exception> void raise(X thrown) throws X {
            throw thrown;
        }

        @Override
        public String make() {
            return "made";
        }

        @Override
        public Integer count(int... of) {
            return of.length;
        }

        @Override
        public String which(int a) {
            return "int";
        }

        @Override
        public String which(Integer a) {
            return "Integer";
        }

        @Override
        public String which(Object... a) {
            return a.length + " objects";
        }
    }

    static final class Marked extends Everything implements Mark {}

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static OfStrings next() throws RemoteException {
        return Ranks.each(OfStrings.class, new Marked()).get(Ranks.next());
    }

    @Test
    public void typeParametersAndDefaults() throws Exception {
        OfStrings stub = next();
        Generic<String, Integer> generic = stub;
        assertThat(stub.get("a"), is("a!"));
        assertThat(generic.get("a"), is("a!"));
        assertThat(stub.twice("a"), is("a!a!"));
        assertThat(generic.max(List.of(1, 3, 2)), is(3));
        assertThat(assertThrows(IOException.class, () -> stub.raise(new IOException("raised"))).getMessage(),
                is("raised"));
        assertThat(OfStrings.fixed(), is(7));
        Ranks.barrier();
    }

    @Test
    public void overloadsAndCovariantResults() throws Exception {
        Narrow narrow = (Narrow) next();
        Wide wide = narrow;
        assertThat(narrow.make(), is("made"));
        assertThat(wide.make(), is("made"));
        assertThat(wide.count(1, 2, 3), is(3));
        assertThat(narrow.count(), is(0));
        assertThat(narrow.which(1), is("int"));
        assertThat(narrow.which(1L), is("default"));
        assertThat(narrow.which(Integer.valueOf(1)), is("Integer"));
        assertThat(narrow.which("a", "b"), is("2 objects"));
        Ranks.barrier();
    }

    @Test
    public void stubsAreGenuine() throws Exception {
        OfStrings stub = next();
        assertThat(stub, is(instanceOf(Mark.class)));
        assertThat(stub, is(instanceOf(RemoteStub.class)));
        assertThat(stub.equals(next()), is(false));
        assertThat(stub.hashCode(), is(stub.hashCode()));
        Ranks.barrier();
    }

    /** A method with the name of one that every stub has, and with another result. */
    interface Invoice extends Remote {
        String getRef() throws RemoteException;
    }

    @Test
    public void methodsWithNamesOfTheStubsOwn() throws Exception {
        String number = "invoice " + MPI.COMM_WORLD.Rank();
        Invoice stub = Ranks.each(Invoice.class, (Invoice) () -> number).get(Ranks.next());
        assertThat(stub, is(instanceOf(RemoteStub.class)));
        assertThat(stub.getRef(), is("invoice " + Ranks.next()));
        assertThat(stub, is(stub));
        Ranks.barrier();
    }

    /** Compiled here, by each rank, and loaded by a loader of its own. */
    @Test
    public void twoHundredMethods() throws Exception {
        Class<?> many = compiled();
        Remote object = (Remote) Proxy.newProxyInstance(many.getClassLoader(), new Class<?>[] {many},
                (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                        ? method.getName().equals("hashCode") ? System.identityHashCode(proxy) : proxy == arguments[0]
                        : method.getName() + arguments[0]);
        Thread.currentThread().setContextClassLoader(many.getClassLoader());
        try {
            Remote stub = Ranks.each(many.asSubclass(Remote.class), cast(object)).get(Ranks.next());
            assertThat(stub.getClass().getName(), startsWith("generated.Many_Stub"));
            for (int i = 0; i < 200; i++) {
                Method method = many.getMethod("m" + i, int.class);
                assertThat(method.invoke(stub, i), is("m" + i + i));
            }
            Ranks.barrier();
        } finally {
            Thread.currentThread().setContextClassLoader(InterfaceShapesTest.class.getClassLoader());
        }
    }

    @SuppressWarnings("unchecked")
    private static <R> R cast(Object object) {
        return (R) object;
    }

    private Class<?> compiled() throws Exception {
        StringBuilder source =
                new StringBuilder("package generated;\npublic interface Many extends java.rmi.Remote {\n");
        for (int i = 0; i < 200; i++) {
            source.append("String m").append(i).append("(int a) throws java.rmi.RemoteException;\n");
        }
        Path file = folder.getRoot().toPath().resolve("Many.java");
        Files.writeString(file, source.append("}\n"));
        int result = JdkTools.compiler().run(null, null, null, "-d", folder.getRoot().getPath(),
                "-cp", System.getProperty("java.class.path").replace("*", "." + File.separator), file.toString());
        assertThat(result, is(0));
        return new URLClassLoader(new URL[] {folder.getRoot().toURI().toURL()}).loadClass("generated.Many");
    }
}
