package org.rmi4mpi.message.window;

import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.message.StagedSpan;

/** The memory of a window's operations that are not complete, by target. Any thread may call. */
final class Transfers {
    private final List<List<Transfer>> byTarget = new ArrayList<>();

    record Transfer(StagedSpan staged, boolean arrives) {
        void end() {
            try {
                if (arrives) {
                    staged.arrived();
                }
            } finally {
                staged.release();
            }
        }
    }

    Transfers(int ranks) {
        for (int i = 0; i < ranks; i++) {
            byTarget.add(new ArrayList<>());
        }
    }

    /** Keeps the memory until {@link #end}. */
    synchronized void add(int rank, StagedSpan staged, boolean arrives) {
        byTarget.get(rank).add(new Transfer(staged, arrives));
    }

    /** Takes the transfers that a call completes. */
    synchronized List<Transfer> take(int rank) {
        List<Transfer> taken = byTarget.get(rank);
        if (taken.isEmpty()) {
            return List.of();
        }
        byTarget.set(rank, new ArrayList<>());
        return taken;
    }

    /** Takes the transfers of all ranks. */
    synchronized List<Transfer> takeAll() {
        List<Transfer> taken = new ArrayList<>();
        for (int i = 0; i < byTarget.size(); i++) {
            taken.addAll(take(i));
        }
        return taken;
    }

    /** Ends transfers that are complete: takes arrived elements to their place, and releases the memory. */
    static void end(List<Transfer> taken) {
        taken.forEach(Transfer::end);
    }
}
