package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.rmi.server.ExportException;
import java.rmi.server.RemoteObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.RankRunner;

/** Every rank exports one target and calls that of the next rank. A single rank calls its own. */
@RunWith(RankRunner.class)
@InCheck
public class RemoteCallTest {
    interface Target extends Remote {
        String primitives(boolean z, byte b, char c, short s, int i, long j, float f, double d) throws RemoteException;

        int addInt(int a, int b) throws RemoteException;

        boolean not(boolean a) throws RemoteException;

        byte nextByte(byte a) throws RemoteException;

        char nextChar(char a) throws RemoteException;

        short nextShort(short a) throws RemoteException;

        long nextLong(long a) throws RemoteException;

        float nextFloat(float a) throws RemoteException;

        double nextDouble(double a) throws RemoteException;

        Object echo(Object o) throws RemoteException;

        boolean same(Object a, Object b) throws RemoteException;

        double[] doubled(double[] a) throws RemoteException;

        void set(String name, Object value) throws RemoteException;

        int rank() throws RemoteException;

        void throwIt(Throwable e) throws RemoteException, IOException;

        Object unwritable() throws RemoteException;

        int overflow(int depth) throws RemoteException;

        void evil(boolean withError) throws RemoteException;

        int callBack(Target caller, int depth) throws RemoteException;

        int sumOverRing(int hops, int[] sum) throws RemoteException;

        Target self() throws RemoteException;
    }

    /** Has a method that the other end does not know. */
    interface Newer extends Remote {
        void unknown() throws RemoteException;
    }

    interface Illegal extends Remote {
        void noRemoteException();
    }

    static class Unwritable {}

    static class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(java.io.ObjectInputStream in) throws IOException {
            throw new IOException("refuses to be read");
        }
    }

    /** Cannot be written, nor be asked why. */
    static class Evil extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final boolean withError;

        Evil(boolean withError) {
            this.withError = withError;
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        private void writeObject(java.io.ObjectOutputStream out) throws IOException {
            if (withError) {
                throw new OutOfMemoryError("on purpose");
            }
            throw new IOException("on purpose");
        }
    }

    static class Checked extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static class RankTarget extends UnicastRemoteObject implements Target {
        private static final long serialVersionUID = 1L;
        private final transient Map<String, Object> values = new HashMap<>();

        RankTarget() throws RemoteException {}

        @Override
        public String primitives(boolean z, byte b, char c, short s, int i, long j, float f, double d) {
            return z + " " + b + " " + c + " " + s + " " + i + " " + j + " " + f + " " + d;
        }

        @Override
        public int addInt(int a, int b) {
            return a + b;
        }

        @Override
        public boolean not(boolean a) {
            return !a;
        }

        @Override
        public byte nextByte(byte a) {
            return ++a;
        }

        @Override
        public char nextChar(char a) {
            return ++a;
        }

        @Override
        public short nextShort(short a) {
            return ++a;
        }

        @Override
        public long nextLong(long a) {
            return a + 1;
        }

        @Override
        public float nextFloat(float a) {
            return a + 1;
        }

        @Override
        public double nextDouble(double a) {
            return a + 1;
        }

        @Override
        public Object echo(Object o) {
            return o;
        }

        @Override
        public boolean same(Object a, Object b) {
            return a == b;
        }

        @Override
        public double[] doubled(double[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] *= 2;
            }
            return a;
        }

        @Override
        public synchronized void set(String name, Object value) {
            values.put(name, value);
        }

        @Override
        public int rank() {
            return MPI.COMM_WORLD.Rank();
        }

        @Override
        public void throwIt(Throwable e) throws IOException {
            RemoteCallTest.<RuntimeException>sneak(e);
        }

        @Override
        public Object unwritable() {
            return new Unwritable();
        }

        @Override
        public int overflow(int depth) {
            return 1 + overflow(depth + 1);
        }

        @Override
        public void evil(boolean withError) {
            throw new Evil(withError);
        }

        @Override
        public int callBack(Target caller, int depth) throws RemoteException {
            return depth == 0 ? 0 : 1 + caller.callBack(this, depth - 1);
        }

        @Override
        public int sumOverRing(int hops, int[] sum) throws RemoteException {
            sum[0] += rank();
            return hops == 1 ? sum[0] : lookup((rank() + 1) % MPI.COMM_WORLD.Size()).sumOverRing(hops - 1, sum);
        }

        @Override
        public Target self() {
            return this;
        }
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneak(Throwable e) throws E {
        throw (E) e;
    }

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private RankTarget own;
    private Target target;

    private static Target lookup(int rank) throws RemoteException {
        try {
            return (Target) Naming.lookup("//rank" + rank + "/target");
        } catch (java.rmi.NotBoundException | java.net.MalformedURLException e) {
            throw new RemoteException("no target of rank " + rank, e);
        }
    }

    @Before
    public void export() throws Exception {
        own = new RankTarget();
        Naming.rebind("//rank" + rank + "/target", own);
        MPI.COMM_WORLD.Barrier();
        target = lookup(next);
    }

    @After
    public void unexport() throws Exception {
        MPI.COMM_WORLD.Barrier();
        Naming.unbind("//rank" + rank + "/target");
        UnicastRemoteObject.unexportObject(own, true);
    }

    @Test
    public void primitivesGoThereAndBack() throws RemoteException {
        assertThat(target.primitives(true, (byte) -1, 'ä', (short) 7, -8, 1L << 50, 1.5f, -2.25),
                is("true -1 ä 7 -8 1125899906842624 1.5 -2.25"));
        assertThat(target.addInt(Integer.MAX_VALUE, 1), is(Integer.MIN_VALUE));
        assertThat(target.not(true), is(false));
        assertThat(target.nextByte((byte) 127), is((byte) -128));
        assertThat(target.nextChar('a'), is('b'));
        assertThat(target.nextShort((short) 1), is((short) 2));
        assertThat(target.nextLong(-1), is(0L));
        assertThat(target.nextFloat(0.5f), is(1.5f));
        assertThat(target.nextDouble(0.5), is(1.5));
        assertThat(target.rank(), is(next));
    }

    @Test
    public void argumentsAndResultsAreCopies() throws RemoteException {
        double[] sent = {1, 2, 3};
        double[] got = target.doubled(sent);
        assertThat(got, equalTo(new double[] {2, 4, 6}));
        assertThat(sent, equalTo(new double[] {1, 2, 3}));
        List<String> list = new ArrayList<>(List.of("a", "b"));
        Object echoed = target.echo(list);
        assertThat(echoed, equalTo(list));
        assertThat(echoed, not(sameInstance(list)));
        assertThat(target.echo(null), nullValue());
    }

    @Test
    public void identityIsKeptAcrossTheArgumentsOfOneCall() throws RemoteException {
        Object a = new ArrayList<>(List.of(1));
        assertThat(target.same(a, a), is(true));
        assertThat(target.same(a, new ArrayList<>(List.of(1))), is(false));
        Object[] cycle = new Object[1];
        cycle[0] = cycle;
        Object[] echoed = (Object[]) target.echo(cycle);
        assertThat(echoed[0], sameInstance(echoed));
    }

    @Test
    public void megabytesTravel() throws RemoteException {
        double[] large = new double[1 << 20];
        Arrays.setAll(large, i -> i);
        double[] got = target.doubled(large);
        assertThat(got[12345], is(24690.0));
        assertThat(got.length, is(large.length));
    }

    @Test
    public void exceptionsArriveAsTheyWereThrown() {
        IllegalStateException unchecked = assertThrows(
                IllegalStateException.class, () -> target.throwIt(new IllegalStateException("told", new Checked())));
        assertThat(unchecked.getMessage(), is("told"));
        assertThat(unchecked.getCause(), instanceOf(Checked.class));
        assertThrows(IOException.class, () -> target.throwIt(new IOException("declared")));
    }

    @Test
    public void theStackShowsTheCalleeThenTheCaller() {
        IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> target.throwIt(new IllegalStateException()));
        String stack = Arrays.toString(e.getStackTrace());
        assertThat(stack, containsString("theStackShowsTheCalleeThenTheCaller"));
    }

    @Test
    public void errorsAndRemoteExceptionsAreWrapped() {
        ServerError error = assertThrows(ServerError.class, () -> target.throwIt(new AssertionError("broken")));
        assertThat(error.getCause(), instanceOf(AssertionError.class));
        ServerException exception =
                assertThrows(ServerException.class, () -> target.throwIt(new RemoteException("further on")));
        assertThat(exception.getCause().getMessage(), containsString("further on"));
        ServerException nested = assertThrows(
                ServerException.class, () -> target.throwIt(new NoSuchObjectException("of another server")));
        assertThat(nested.getCause(), instanceOf(NoSuchObjectException.class));
        assertThrows(UnexpectedException.class, () -> target.throwIt(new Checked()));
    }

    @Test
    public void anOverflowOfTheStackIsTheCallersToKnowAndTheServerGoesOn() throws RemoteException {
        ServerError e = assertThrows(ServerError.class, () -> target.overflow(0));
        assertThat(e.getCause(), instanceOf(StackOverflowError.class));
        assertThat(target.addInt(1, 1), is(2));
    }

    @Test
    public void whatCannotBeWrittenOrReadIsToldAndTheServerGoesOn() throws RemoteException {
        MarshalException arguments = assertThrows(MarshalException.class, () -> target.echo(new Unwritable()));
        assertThat(arguments.getCause(), instanceOf(NotSerializableException.class));
        MarshalException result = assertThrows(MarshalException.class, target::unwritable);
        assertThat(result.getMessage(), containsString("error marshalling return"));
        ServerException unread = assertThrows(ServerException.class, () -> target.echo(new Unreadable()));
        assertThat(unread.getCause(), instanceOf(UnmarshalException.class));
        assertThat(target.addInt(1, 1), is(2));
    }

    @Test
    public void anExceptionThatRefusesToBeWrittenIsToldInWords() throws RemoteException {
        for (boolean withError : new boolean[] {false, true}) {
            MarshalException e = assertThrows(MarshalException.class, () -> target.evil(withError));
            assertThat(e.getMessage(), containsString("Evil"));
        }
        assertThat(target.addInt(1, 1), is(2));
    }

    @Test
    public void anUnknownMethodIsRefused() throws Exception {
        Newer newer = (Newer) java.lang.reflect.Proxy.newProxyInstance(Newer.class.getClassLoader(),
                new Class<?>[] {Newer.class},
                new java.rmi.server.RemoteObjectInvocationHandler(((RemoteObject) target).getRef()));
        ServerException e = assertThrows(ServerException.class, newer::unknown);
        assertThat(e.getCause(), instanceOf(UnmarshalException.class));
        assertThat(e.getCause().getMessage(), containsString("unrecognized method hash"));
    }

    @Test
    public void anObjectThatIsNoLongerExportedIsGone() throws Exception {
        RankTarget passing = new RankTarget();
        Naming.rebind("//rank" + rank + "/passing", passing);
        MPI.COMM_WORLD.Barrier();
        Target stub = (Target) Naming.lookup("//rank" + next + "/passing");
        assertThat(stub.rank(), is(next));
        MPI.COMM_WORLD.Barrier();
        assertThat(UnicastRemoteObject.unexportObject(passing, false), is(true));
        assertThrows(NoSuchObjectException.class, () -> UnicastRemoteObject.unexportObject(passing, false));
        MPI.COMM_WORLD.Barrier();
        assertThrows(NoSuchObjectException.class, stub::rank);
    }

    @Test
    public void exportingTwiceOrIllegallyIsRefused() {
        assertThrows(ExportException.class, () -> UnicastRemoteObject.exportObject(own));
        Illegal illegal = () -> {};
        ExportException e = assertThrows(ExportException.class, () -> UnicastRemoteObject.exportObject(illegal, 0));
        assertThat(e.getCause().getMessage(), containsString("noRemoteException"));
    }

    @Test
    public void anExportedObjectTravelsAsItsStub() throws RemoteException {
        Target stub = (Target) target.echo(own);
        assertThat(stub, not(sameInstance(own)));
        assertThat(stub.rank(), is(rank));
        assertThat(target.self(), equalTo(target));
        assertThat(target.self().hashCode(), is(target.hashCode()));
        assertThat(target.toString(), containsString("rank " + next));
        if (size > 1) {
            assertThat(stub, not(equalTo(target)));
        }
    }

    @Test
    public void theCalledObjectCallsBackToAnyDepth() throws RemoteException {
        assertThat(target.callBack(own, 30), is(30));
    }

    @Test
    public void callsGoRoundTheRing() throws RemoteException {
        assertThat(target.sumOverRing(3 * size, new int[1]), is(3 * size * (size - 1) / 2));
    }

    @Test
    public void manyThreadsCallAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(32);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int n = i;
            results.add(threads.submit((Callable<Integer>) () -> target.addInt(n, 1)));
        }
        for (int i = 0; i < results.size(); i++) {
            assertThat(results.get(i).get(), is(i + 1));
        }
        threads.shutdown();
    }

    @Test
    public void anInterruptedThreadMakesItsCallAndStaysInterrupted() throws RemoteException {
        Thread.currentThread().interrupt();
        int sum = target.addInt(1, 2);
        assertThat(Thread.interrupted(), is(true));
        assertThat(sum, is(3));
    }

    interface Whose extends Remote {
        String host() throws RemoteException;
    }

    static final class HostTeller implements Whose {
        @Override
        public String host() throws RemoteException {
            try {
                return UnicastRemoteObject.getClientHost();
            } catch (java.rmi.server.ServerNotActiveException e) {
                throw new RemoteException("not within a call", e);
            }
        }
    }

    @Test
    public void aMethodKnowsWhoCallsIt() throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        Whose own = new HostTeller();
        UnicastRemoteObject.exportObject(own, 0);
        Naming.rebind("whose" + rank, own);
        MPI.COMM_WORLD.Barrier();
        assertThat(((Whose) Naming.lookup("whose" + next)).host(), is("rank" + rank));
        assertThrows(java.rmi.server.ServerNotActiveException.class, UnicastRemoteObject::getClientHost);
        MPI.COMM_WORLD.Barrier();
        UnicastRemoteObject.unexportObject(own, true);
    }

    interface Taker extends Remote {
        int take(Object argument) throws RemoteException;
    }

    @Test
    public void aFilterOfAnObjectIsAskedOfItsArguments() throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        Taker own = argument -> 1;
        java.io.ObjectInputFilter noMaps =
                info -> info.serialClass() != null && Map.class.isAssignableFrom(info.serialClass())
                        ? java.io.ObjectInputFilter.Status.REJECTED : java.io.ObjectInputFilter.Status.UNDECIDED;
        UnicastRemoteObject.exportObject(own, 0, noMaps);
        Naming.rebind("taker" + rank, own);
        MPI.COMM_WORLD.Barrier();
        Taker other = (Taker) Naming.lookup("taker" + next);
        assertThat(other.take(new ArrayList<>(List.of("a"))), is(1));
        ServerException refused = assertThrows(ServerException.class, () -> other.take(new HashMap<>(Map.of(1, 2))));
        assertThat(refused.getCause(), instanceOf(UnmarshalException.class));
        assertThat(refused.getCause().getCause(), instanceOf(java.io.InvalidClassException.class));
        assertThat(other.take(null), is(1));
        MPI.COMM_WORLD.Barrier();
        UnicastRemoteObject.unexportObject(own, true);
    }
}
