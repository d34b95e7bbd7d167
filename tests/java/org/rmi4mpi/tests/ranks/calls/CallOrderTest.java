package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.junit.Assume.assumeTrue;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.programs.OneWay;
import org.rmi4mpi.tests.runner.RankRunner;

/** The calls of one thread to one object run in order, and each sees the effects of those before it. */
@RunWith(RankRunner.class)
public class CallOrderTest {
    private static final int THREADS = 4;

    interface Log extends Remote {
        /** Only one thread uses each caller name. */
        void append(String caller, int number) throws RemoteException;

        /** As append, taking longer to arrive. */
        void appendLarge(String caller, int number, byte[] ballast) throws RemoteException;

        List<Integer> appended(String caller) throws RemoteException;
    }

    /** Its lists are not thread-safe: the ordering of calls also makes their effects visible. */
    static final class RankLog extends UnicastRemoteObject implements Log {
        private static final long serialVersionUID = 1L;
        private final Map<String, List<Integer>> numbers = new ConcurrentHashMap<>();

        RankLog() throws RemoteException {}

        @Override
        public void append(String caller, int number) {
            numbers.computeIfAbsent(caller, name -> new java.util.ArrayList<>()).add(number);
        }

        @Override
        public void appendLarge(String caller, int number, byte[] ballast) {
            append(caller, number);
        }

        @Override
        public List<Integer> appended(String caller) {
            return numbers.getOrDefault(caller, List.of());
        }
    }

    @Rule
    public final OnEachRank<Log, RankLog> logs = new OnEachRank<>(RankLog::new);

    /** Each thread appends to all logs in turn, by one kind of stub. */
    private void appendAndCheck(int calls, List<Log> stubs, int largeEach) throws Exception {
        Crowd.act(THREADS, member -> {
            String name = "rank " + logs.rank + " thread " + member;
            for (int i = 0; i < calls; i++) {
                for (Log log : stubs) {
                    if (i % largeEach == largeEach - 1) {
                        log.appendLarge(name, i, new byte[100_000]);
                    } else {
                        log.append(name, i);
                    }
                }
            }
            for (Log log : logs.all()) {
                assertThat(log.appended(name), equalTo(IntStream.range(0, calls).boxed().toList()));
            }
        });
    }

    @Test
    public void eachCallSeesWhatTheOnesBeforeItDid() throws Exception {
        appendAndCheck(200 / logs.size, logs.all(), 10);
    }

    /** The last call waits for its result, and runs after all others. */
    @Test
    public void oneWayCallsAreExecutedInTheirOrder() throws Exception {
        assumeTrue(OneWay.MISSING, OneWay.isThere());
        appendAndCheck(1000 / logs.size, logs.all().stream().map(OneWay::of).toList(), 10);
    }

    @Test
    public void oneWayCallsAndOthersKeepTheirOrder() throws Exception {
        assumeTrue(OneWay.MISSING, OneWay.isThere());
        Log log = logs.next();
        Log oneWay = OneWay.of(log);
        String name = "rank " + logs.rank;
        for (int i = 0; i < 300; i++) {
            (i % 3 == 0 ? log : oneWay).append(name, i);
        }
        assertThat(log.appended(name), equalTo(IntStream.range(0, 300).boxed().toList()));
        MPI.COMM_WORLD.Barrier();
        assertThat(logs.own().numbers.size(), is(1));
    }
}
