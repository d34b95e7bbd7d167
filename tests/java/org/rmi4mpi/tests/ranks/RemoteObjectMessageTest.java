package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RemoteObject;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** Remote objects in messages of type MPI.OBJECT, and the classes of such messages. */
@RunWith(RankRunner.class)
public class RemoteObjectMessageTest {
    interface Counter extends Remote {
        int add(int amount) throws RemoteException;

        int rank() throws RemoteException;
    }

    static class RankCounter extends UnicastRemoteObject implements Counter {
        private static final long serialVersionUID = 1L;
        private int total;

        RankCounter() throws RemoteException {}

        @Override
        public synchronized int add(int amount) {
            total += amount;
            return total;
        }

        @Override
        public int rank() {
            return MPI.COMM_WORLD.Rank();
        }
    }

    /** Remote, but exported by nobody. */
    static class Unexported implements Counter, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int add(int amount) {
            return amount;
        }

        @Override
        public int rank() {
            return MPI.COMM_WORLD.Rank();
        }
    }

    static class Unserializable implements Remote {}

    static class Holder implements Serializable {
        private static final long serialVersionUID = 1L;
        private final String name;
        private final Counter counter;

        Holder(String name, Counter counter) {
            this.name = name;
            this.counter = counter;
        }
    }

    static class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("refuses to be read");
        }
    }

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;
    private RankCounter own;

    @Before
    public void export() throws RemoteException {
        own = new RankCounter();
    }

    @After
    public void unexport() throws RemoteException {
        MPI.COMM_WORLD.Barrier();
        UnicastRemoteObject.unexportObject(own, true);
    }

    private Object[] ring(Object... sent) {
        Object[] got = new Object[sent.length];
        MPI.COMM_WORLD.Sendrecv(sent, 0, sent.length, MPI.OBJECT, next, 1,
                got, 0, got.length, MPI.OBJECT, previous, 1);
        return got;
    }

    @Test
    public void anExportedObjectArrivesAsItsStub() throws RemoteException {
        Counter counter = (Counter) ring(own)[0];
        assertThat(counter, not(instanceOf(RankCounter.class)));
        assertThat(counter, instanceOf(RemoteObject.class));
        assertThat(counter.rank(), is(previous));
        assertThat(counter.add(5), is(5));
        MPI.COMM_WORLD.Barrier();
        assertThat("it is the exported object that was called", own.add(1), is(6));
    }

    @Test
    public void aStubIsPassedOn() throws RemoteException {
        Object first = ring(own)[0];
        Object stub = first;
        for (int hop = 0; hop < size; hop++) {
            stub = ring(stub)[0];
        }
        assertThat(((Counter) stub).rank(), is(previous));
        assertThat("once around", stub, equalTo(first));
        assertThat(stub.hashCode(), is(first.hashCode()));
    }

    @Test
    public void everyRankCallsAnObjectThatWasBroadcast() throws RemoteException {
        for (int root = 0; root < size; root++) {
            Counter[] counter = {rank == root ? own : null};
            MPI.COMM_WORLD.Bcast(counter, 0, 1, MPI.OBJECT, root);
            assertThat(counter[0].rank(), is(root));
            counter[0].add(1);
        }
        MPI.COMM_WORLD.Barrier();
        assertThat(own.add(0), is(size));
    }

    @Test
    public void ranksGatherTheirObjects() throws RemoteException {
        Counter[] all = new Counter[size];
        MPI.COMM_WORLD.Allgather(new Counter[] {own}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        for (int i = 0; i < size; i++) {
            assertThat(all[i].rank(), is(i));
        }
    }

    @Test
    public void objectsHoldStubsOfOthers() throws RemoteException {
        Holder holder = new Holder("of " + rank, own);
        Object[] got = ring(holder, List.of(own, "x"), own, holder);
        Holder arrived = (Holder) got[0];
        assertThat(arrived.name, equalTo("of " + previous));
        assertThat(arrived.counter.rank(), is(previous));
        assertThat(got[3], sameInstance(arrived));
        assertThat("one stub for one object", arrived.counter, sameInstance(got[2]));
        assertThat(((List<?>) got[1]).get(0), sameInstance(got[2]));
    }

    @Test
    public void whatIsNotExportedIsCopied() throws RemoteException {
        assertThat(((Counter) ring(new Unexported())[0]).rank(), is(rank));
        MPIException e = assertThrows(MPIException.class,
                () -> MPI.COMM_WORLD.Send(new Object[] {new Unserializable()}, 0, 1, MPI.OBJECT, next, 1));
        assertThat(e.getMessage(), containsString("Send: an object cannot be serialized"));
    }

    @Test
    public void theContextClassLoaderDoesNotHideTheCallersClasses() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Object[] sent = {new Unexported(), own};
        Request send = MPI.COMM_WORLD.Isend(sent, 0, 2, MPI.OBJECT, next, 2);
        Object[] got = new Object[2];
        thread.setContextClassLoader(new OwnLoader());
        try {
            MPI.COMM_WORLD.Recv(got, 0, 2, MPI.OBJECT, previous, 2);
        } finally {
            thread.setContextClassLoader(before);
        }
        send.Wait();
        assertThat(got[0].getClass(), sameInstance(Unexported.class));
        assertThat("an interface of a stub, too", got[1], instanceOf(Counter.class));
    }

    @Test
    public void aThreadWithoutAClassLoaderFindsTheProgramsClasses() throws RemoteException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            assertThat(((Counter) ring(own)[0]).rank(), is(previous));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    public void anObjectThatRefusesToBeReadIsTold() {
        Request send = MPI.COMM_WORLD.Isend(new Object[] {new Unreadable()}, 0, 1, MPI.OBJECT, next, 3);
        MPIException e = assertThrows(MPIException.class,
                () -> MPI.COMM_WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, previous, 3));
        send.Wait();
        assertThat(e.getMessage(), containsString("Recv: an object cannot be deserialized"));
        assertThat(e.getMessage(), containsString("refuses to be read"));
    }

    /** Defines the classes of this test anew. */
    static final class OwnLoader extends ClassLoader {
        OwnLoader() {
            super(RemoteObjectMessageTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RemoteObjectMessageTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
