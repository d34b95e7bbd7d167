package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/**
 * Tells, on standard error, of trouble that is nobody's in particular: once, however often it comes back. Where there is no
 * memory for that it is not told of. Used by any thread.
 */
final class Troubles {
    private final int rank;
    private final HeapReserve reserve = new HeapReserve();
    private volatile String last;
    private volatile boolean silent;

    Troubles(int rank) {
        this.rank = rank;
    }

    /** @param consequence of it, in a sentence */
    void tell(String with, Throwable e, String consequence) {
        if (e instanceof OutOfMemoryError) {
            outOfMemory();
        }
        try {
            if (!silent && !e.toString().equals(last)) {
                last = e.toString();
                System.err.println("rmi4mpi: rank " + rank + " goes on after trouble with " + with + ": " + e + "; "
                        + consequence);
            }
        } catch (Throwable another) {
            // what matters is that the thread goes on
        }
    }

    /** Gives a frame back that is none of ours. */
    void drop(Frame frame, String why) {
        try {
            System.err.println("rmi4mpi: rank " + rank + " dropped a frame of " + frame.bytes().remaining()
                    + " bytes from rank " + frame.sender() + ": it " + why);
        } finally {
            frame.release();
        }
    }

    /** A thread that must go on has found no memory. */
    void outOfMemory() {
        reserve.give();
    }

    /** Makes ready for the next time, where there is memory again. */
    void refill() {
        reserve.refill();
    }

    /** The job ends: what fails now is no trouble. */
    void silence() {
        silent = true;
    }
}
