package org.rmi4mpi.message.collective;

import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.bridge.PinnedArray;

/**
 * Which threads of this rank may agree with other ranks on a blocking call of MPI. With most collectors, a collection waits for
 * the end of every critical section, and a thread that needs memory waits for the collection. A thread in a section waits in MPI
 * for threads of other ranks. These run some more Java code after they have agreed, so no section of their own ranks may be
 * open by then. So a thread takes a turn before it agrees, and gives it back when the call has ended: one thread that enters a
 * section, or any number that do not. A thread that gets none agrees with no other rank.
 */
final class Turns {
    private static final int FREE = 0;
    private static final int IN_SECTION = -1;
    /** Sections of a collector that pins arrays stop no collections. */
    private static final boolean ARE_NEEDED = !PinnedArray.needsSection();
    /** The threads that have a turn, or {@link #IN_SECTION}. */
    private static final AtomicInteger TAKEN = new AtomicInteger();

    private Turns() {}

    /** Takes a turn if there is one. Never waits. */
    static boolean tryTake(boolean entersSection) {
        if (!ARE_NEEDED) {
            return true;
        }
        if (entersSection) {
            return TAKEN.compareAndSet(FREE, IN_SECTION);
        }
        int taken = TAKEN.get();
        while (taken != IN_SECTION) {
            int found = TAKEN.compareAndExchange(taken, taken + 1);
            if (found == taken) {
                return true;
            }
            taken = found;
        }
        return false;
    }

    static void giveBack(boolean entersSection) {
        if (ARE_NEEDED) {
            TAKEN.addAndGet(entersSection ? -IN_SECTION : -1);
        }
    }

    /** Whether sections stop collections in this JVM. */
    static boolean areNeeded() {
        return ARE_NEEDED;
    }
}
