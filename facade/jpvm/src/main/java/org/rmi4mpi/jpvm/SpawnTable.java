package org.rmi4mpi.jpvm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.MailWait;

/** What this rank's tasks have spawned: who waits for that, and on which rank how many live. Under its monitor. */
final class SpawnTable {
    private final Dispatcher dispatcher;
    private final Ports ports;
    private final int rank;
    private final int[] living;
    private final Map<Integer, Spawning> spawnings = new HashMap<>();
    private final Set<Integer> children = new HashSet<>();
    private int lastNumber;
    private int turn;

    /** One call of pvm_spawn, which waits until all its tasks have an environment, or have ended. */
    static final class Spawning extends MailWait {
        private final int number;
        /** Whether the task that spawns has been ended. */
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

        /** Ports, in the order in which the environments were constructed. */
        int[] enrolled() {
            return Arrays.copyOf(enrolled, count);
        }

        int failed() {
            return failed;
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

    /** A task is not to be expected any more. */
    synchronized void notStarted(Spawning spawning, int onRank) {
        spawning.expected--;
        living[onRank]--;
    }

    /** One that was placed is not looked after. */
    synchronized void isNotCounted(int onRank) {
        living[onRank]--;
    }

    synchronized void end(Spawning spawning) {
        spawnings.remove(spawning.number);
    }

    /**
     * The rank for the next task: of the others, that with the fewest of those that this one has spawned, in turn; this
     * one where it has fewer than each of them.
     *
     * @param allowed ranks among which to choose
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

    /** Told by whoever polls. */
    void enrolled(int port, int number, boolean isThere) {
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

    synchronized void ended(int port) {
        if (children.remove(port)) {
            living[ports.rankOf(port)]--;
        }
    }
}
