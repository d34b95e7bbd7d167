package org.rmi4mpi.ref;

import java.nio.ByteBuffer;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.UnmarshalException;
import org.rmi4mpi.wire.MemoryFrame;

/**
 * That a rank had no memory for a call, as a {@link MemoryFrame} tells.
 *
 * @param memory that was wanting, by the frame's numbers
 * @param rank where it was wanting
 * @param wanted bytes of the request or reply; 0 where they are not known
 * @param used bytes of that memory in use, or threads; negative where that is not known
 * @param limit of it, in bytes
 */
record NoMemory(int memory, int rank, long wanted, long used, long limit) {
    private static final int MEBIBYTE = 1 << 20;

    static NoMemory of(ByteBuffer frame) {
        return new NoMemory(MemoryFrame.memory(frame), MemoryFrame.rank(frame), MemoryFrame.wanted(frame),
                MemoryFrame.used(frame), MemoryFrame.limit(frame));
    }

    /** Of this rank's heap, for a message of so many bytes. */
    static NoMemory ofHeap(int rank, long wanted) {
        Runtime heap = Runtime.getRuntime();
        return new NoMemory(MemoryFrame.HEAP, rank, wanted, heap.totalMemory() - heap.freeMemory(), heap.maxMemory());
    }

    /** What the caller of a rank is to throw. */
    RemoteException exception(String call, int calledRank) {
        String message = "call of " + call + " failed: " + text();
        Error error = switch (memory) {
            case MemoryFrame.STACK -> new StackOverflowError(text());
            case MemoryFrame.MESSAGE -> new InternalError(text());
            default -> new OutOfMemoryError(text());
        };
        return rank == calledRank ? new ServerError(message, error)
                : new UnmarshalException(message, new RemoteException(text()));
    }

    /** Relation, values and remedy. */
    String text() {
        return switch (memory) {
            case MemoryFrame.STACK -> "a thread of rank " + rank + " has no stack left for it: recurse less deeply, or raise"
                    + " -Xss";
            case MemoryFrame.THREADS -> "rank " + rank + " has no thread for it: all " + used + " that run methods there are"
                    + " in some, and for 10 s the system has let no other start: raise its limit (ulimit -u, or the"
                    + " container's pids), or have methods wait less";
            case MemoryFrame.MESSAGE -> "rank " + rank + " could not receive a message of " + wanted + " bytes: its standard"
                    + " error has what MPI says";
            case MemoryFrame.DIRECT -> "rank " + rank + " has no direct memory for a message of " + wanted + " bytes" + use()
                    + ": raise -XX:MaxDirectMemorySize there, or send less in one call";
            default -> "rank " + rank + " has no heap left for a message of " + wanted + " bytes" + use()
                    + ": raise -Xmx there, or send less in one call";
        };
    }

    private String use() {
        return used < 0 ? "" : ", " + used / MEBIBYTE + " of " + limit / MEBIBYTE + " MiB being in use";
    }
}
