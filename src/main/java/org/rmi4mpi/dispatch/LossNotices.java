package org.rmi4mpi.dispatch;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * Which listeners have still to be told of which lost ranks. A failure keeps neither another listener from its notice, nor that
 * one for good: it is told again. Guarded by its user.
 */
final class LossNotices {
    /** For each lost rank that was noticed, those that are still to be told. */
    private final Map<Integer, Deque<IntConsumer>> left = new HashMap<>();

    /**
     * Tells each listener of each lost rank that it has not been told of.
     *
     * @param failed gets each failure of a listener
     */
    void tell(int ranks, IntPredicate isLost, Collection<IntConsumer> listeners, Consumer<Throwable> failed) {
        for (int rank = 0; rank < ranks; rank++) {
            if (isLost.test(rank)) {
                tell(rank, left.computeIfAbsent(rank, lost -> new ArrayDeque<>(listeners)), failed);
            }
        }
    }

    private static void tell(int rank, Deque<IntConsumer> listeners, Consumer<Throwable> failed) {
        for (Iterator<IntConsumer> each = listeners.iterator(); each.hasNext();) {
            try {
                each.next().accept(rank);
                each.remove();
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
        }
    }
}
