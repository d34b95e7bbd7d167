package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** A dump of threads tells which call each of them serves, and which it waits for. */
@Deadline(15)
@RunWith(RankRunner.class)
public class ThreadNamesTest {
    interface Sleeper extends Remote {
        void lingerInAWait() throws RemoteException, InterruptedException;

        void lingerInALoop() throws RemoteException;

        /** Calls the next one's wait. */
        void lingerInACall(Sleeper next) throws RemoteException, InterruptedException;

        void wake() throws RemoteException;

        void take(LongToRead argument) throws RemoteException;

        /** The name of the thread that runs this. */
        String glance() throws RemoteException;
    }

    /** Reading it takes until its reader's object is woken. */
    static final class LongToRead implements Serializable {
        private static final long serialVersionUID = 1L;
        private static volatile CountDownLatch read;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            try {
                read.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    static final class RankSleeper extends UnicastRemoteObject implements Sleeper {
        private static final long serialVersionUID = 1L;
        private final transient CountDownLatch awake = new CountDownLatch(1);
        private volatile boolean woken;
        private volatile long loops;

        RankSleeper() throws RemoteException {
            LongToRead.read = awake;
        }

        @Override
        public void lingerInAWait() throws InterruptedException {
            awake.await();
        }

        @Override
        public void lingerInALoop() {
            while (!woken) {
                loops++;
            }
        }

        @Override
        public void lingerInACall(Sleeper next) throws RemoteException, InterruptedException {
            next.lingerInAWait();
        }

        @Override
        public void wake() {
            woken = true;
            awake.countDown();
        }

        @Override
        public void take(LongToRead argument) {}

        @Override
        public String glance() {
            return Thread.currentThread().getName();
        }
    }

    @Rule
    public final OnEachRank<Sleeper, RankSleeper> sleepers = new OnEachRank<>(RankSleeper::new);

    private final int next = (sleepers.rank + 1) % sleepers.size;
    private final int previous = (sleepers.rank + sleepers.size - 1) % sleepers.size;

    /** Whether a thread is in the given method, and its name satisfies the predicate. */
    private static boolean isNamed(Class<?> type, String method, Predicate<String> name) {
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            boolean inMethod = Stream.of(thread.getValue()).anyMatch(
                    frame -> frame.getClassName().equals(type.getName()) && frame.getMethodName().equals(method));
            if (inMethod && name.test(thread.getKey().getName())) {
                return true;
            }
        }
        return false;
    }

    /** The name contains a method, its interface or class, and a rank number. */
    private static Predicate<String> tells(String method, int rank) {
        Pattern number = Pattern.compile("(?<!\\d)" + rank + "(?!\\d)");
        return name -> name.contains(method) && name.contains("Sleeper") && number.matcher(name).find();
    }

    /** The next rank's threads are looked at by that rank itself. */
    private void serverTells(String method, Crowd.Act call) throws Exception {
        Future<Void> caller = Crowd.aside(call);
        Until.holds(() -> isNamed(RankSleeper.class, method, tells(method, previous)));
        MPI.COMM_WORLD.Barrier();
        sleepers.next().wake();
        Crowd.resultOf(caller);
    }

    @Test
    public void aMethodThatParksIsInTheNameOfItsThread() throws Exception {
        sleepers.assumeOtherRank();
        serverTells("lingerInAWait", member -> sleepers.next().lingerInAWait());
    }

    @Test
    public void aMethodThatComputesIsInTheNameOfItsThread() throws Exception {
        sleepers.assumeOtherRank();
        serverTells("lingerInALoop", member -> sleepers.next().lingerInALoop());
    }

    @Test
    public void aCallerThatWaitsTellsForWhichMethodOfWhichRank() throws Exception {
        sleepers.assumeOtherRank();
        Future<Void> caller = Crowd.aside(this::linger);
        Until.holds(() -> isNamed(ThreadNamesTest.class, "linger", tells("lingerInAWait", next)));
        MPI.COMM_WORLD.Barrier();
        sleepers.next().wake();
        Crowd.resultOf(caller);
    }

    private void linger(int member) throws Exception {
        String before = Thread.currentThread().getName();
        sleepers.next().lingerInAWait();
        assertThat("the caller's name after its call", Thread.currentThread().getName(), is(before));
    }

    @Test
    public void aMethodThatWaitsForAnotherTellsForWhich() throws Exception {
        sleepers.assumeOtherRank();
        Sleeper afterNext = sleepers.at((next + 1) % sleepers.size);
        Future<Void> caller = Crowd.aside(member -> sleepers.next().lingerInACall(afterNext));
        Until.holds(() -> isNamed(RankSleeper.class, "lingerInACall", tells("lingerInAWait", next)));
        MPI.COMM_WORLD.Barrier();
        afterNext.wake();
        Crowd.resultOf(caller);
    }

    @Test
    public void aThreadThatReadsArgumentsTellsOfWhichMethod() throws Exception {
        sleepers.assumeOtherRank();
        Future<Void> caller = Crowd.aside(member -> sleepers.next().take(new LongToRead()));
        Until.holds(() -> isNamed(LongToRead.class, "readObject",
                name -> name.contains("runs Sleeper.take for rank " + previous)));
        MPI.COMM_WORLD.Barrier();
        sleepers.next().wake();
        Crowd.resultOf(caller);
    }

    @Test
    public void aMethodThatIsOverIsInNoName() throws Exception {
        Future<Void> caller = Crowd.aside(member -> sleepers.next().lingerInAWait());
        sleepers.next().wake();
        Crowd.resultOf(caller);
        for (int i = 0; i < 50; i++) {
            assertThat(sleepers.next().glance().contains("lingerIn"), is(false));
        }
    }
}
