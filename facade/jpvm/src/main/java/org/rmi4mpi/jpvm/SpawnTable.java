package org.rmi4mpi.jpvm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.MailWait;
import org.rmi4mpi.jpvm.mail.Ports;
import org.rmi4mpi.jpvm.mail.PostOffice;

/**
 * Tasks spawned from this rank: the spawn calls in progress, and the number of living tasks per rank. Guarded by its
 * monitor.
 */
final class SpawnTable implements PostOffice.SpawnListener {
    private final Dispatcher dispatcher;
    private final Ports ports;
    private final int rank;
    private final int[] living;
    private final Map<Integer, Spawning> spawnings = new HashMap<>();
    private final Set<Integer> children = new HashSet<>();
    private int lastNumber;
    private int turn;

    /** One call of pvm_spawn. It waits until each of its tasks has constructed an environment or has ended. */
    static final class Spawning extends MailWait {
        private final int number;
        /** Whether the spawning task is ending. */
        private final BooleanSupplier isEnded;
        private final int[] enrolled;
        private int count;
        private int failed;
        private volatile int expected;
        private volatile int over;

        Spawning(int number, int tasks, BooleanSupplier isEnded) {
            this.number = number;
            this.isEnded = isEnded;
            expected = tasks;
            enrolled = new int[tasks];
        }

        int number() {
            return number;
        }

        @Override
        protected boolean isOver() {
            return over >= expected || isEnded.getAsBoolean();
        }

        /** Ports of the tasks, in the order in which they constructed environments. */
        int[] enrolled() {
            return Arrays.copyOf(enrolled, count);
        }
    }

    SpawnTable(Dispatcher dispatcher, Ports ports, int rank, int size) {
        this.dispatcher = dispatcher;
        this.ports = ports;
        this.rank = rank;
        living = new int[size];
        turn = rank;
    }

    synchronized Spawning begin(int tasks, BooleanSupplier isEnded) {
        Spawning spawning = new Spawning(++lastNumber, tasks, isEnded);
        spawnings.put(spawning.number, spawning);
        return spawning;
    }

    /** Records that one task could not be started. */
    synchronized void recordRefusal(Spawning spawning, int onRank) {
        spawning.expected--;
        living[onRank]--;
    }

    /** Stops counting a task that was placed on the given rank. */
    synchronized void stopCounting(int onRank) {
        living[onRank]--;
    }

    synchronized void end(Spawning spawning) {
        spawnings.remove(spawning.number);
    }

    /**
     * Chooses the rank for the next task. It is the other rank with the fewest living tasks that were spawned from here.
     * Ranks with equal numbers take turns. It is this rank if it has fewer of these tasks than each other rank.
     *
     * @param allowed the ranks to choose from
     */
    synchronized int place(boolean[] allowed) {
        int best = -1;
        int size = living.length;
        for (int i = 1; i <= size; i++) {
            int each = (turn + i) % size;
            if (allowed[each] && each != rank && (best < 0 || living[each] < living[best])) {
                best = each;
            }
        }
        if (allowed[rank] && (best < 0 || living[rank] < living[best])) {
            best = rank;
        }
        if (best != rank) {
            turn = best;
        }
        living[best]++;
        return best;
    }

    @Override
    public void enrolled(int port, int number, boolean isThere) {
        Spawning spawning;
        synchronized (this) {
            if (isThere) {
                children.add(port);
            } else {
                living[ports.rankOf(port)]--;
            }
            spawning = spawnings.get(number);
            if (spawning == null) {
                return;
            }
            if (isThere) {
                spawning.enrolled[spawning.count++] = port;
            } else {
                spawning.failed++;
            }
            spawning.over = spawning.count + spawning.failed;
        }
        dispatcher.wake(spawning);
    }

    @Override
    public synchronized void ended(int port) {
        if (children.remove(port)) {
            living[ports.rankOf(port)]--;
        }
    }
}
