package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/**
 * Reports, on standard error, errors that concern no particular call. A repeated error is reported once. An error is
 * not reported if there is no memory for the report. Used by any thread.
 */
final class Troubles {
    private final int rank;
    private final HeapReserve reserve = new HeapReserve();
    private volatile String last;
    private volatile boolean silent;

    Troubles(int rank) {
        this.rank = rank;
    }

    /**
     * Reports an error and its consequence.
     *
     * @param with the component in which the error occurred
     * @param consequence completes the message after a semicolon
     */
    void report(String with, Throwable e, String consequence) {
        if (e instanceof OutOfMemoryError) {
            outOfMemory();
        }
        try {
            if (!silent && !e.toString().equals(last)) {
                last = e.toString();
                System.err.println("rmi4mpi: rank " + rank + " continues after an error in " + with + ": " + e + "; "
                        + consequence);
            }
        } catch (Throwable another) {
            // The calling thread must go on, even if the report fails.
        }
    }

    /** Reports and releases a malformed frame. */
    void drop(Frame frame, String why) {
        try {
            System.err.println("rmi4mpi: rank " + rank + " dropped a frame of " + frame.bytes().remaining()
                    + " bytes from rank " + frame.sender() + ": it " + why);
        } finally {
            frame.release();
        }
    }

    /** Releases the heap reserve. Called by a thread that ran out of memory and must continue. */
    void outOfMemory() {
        reserve.give();
    }

    /** Restores the heap reserve when memory is available again. */
    void refill() {
        reserve.refill();
    }

    /** Stops reporting. Errors at the end of the job are expected. */
    void silence() {
        silent = true;
    }
}
