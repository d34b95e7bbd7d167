package org.rmi4mpi.ref;

import java.nio.ByteBuffer;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.UnmarshalException;
import org.rmi4mpi.wire.MemoryFrame;

/**
 * A lack of memory for a call, as {@link MemoryFrame} reports it.
 *
 * @param memory the kind of memory that was missing; a constant of {@link MemoryFrame}
 * @param rank the rank where it was missing
 * @param wanted size of the request or reply in bytes; 0 if unknown
 * @param used memory in use, in bytes, or the number of threads; negative if unknown
 * @param limit maximum of this memory, in bytes
 */
record NoMemory(int memory, int rank, long wanted, long used, long limit) {
    private static final int MEBIBYTE = 1 << 20;

    static NoMemory of(ByteBuffer frame) {
        return new NoMemory(MemoryFrame.memory(frame), MemoryFrame.rank(frame), MemoryFrame.wanted(frame),
                MemoryFrame.used(frame), MemoryFrame.limit(frame));
    }

    /**
     * Whether the JVM threw the error because the heap was full. An error by a program, or one because of other memory,
     * has other words.
     */
    static boolean isOfHeap(OutOfMemoryError e) {
        return "Java heap space".equals(e.getMessage()) || "GC overhead limit exceeded".equals(e.getMessage());
    }

    /** Reports a lack of heap at this rank, for a message of this many bytes. */
    static NoMemory ofHeap(int rank, long wanted) {
        Runtime heap = Runtime.getRuntime();
        return new NoMemory(MemoryFrame.HEAP, rank, wanted, heap.totalMemory() - heap.freeMemory(), heap.maxMemory());
    }

    /** Creates the exception for the caller. */
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

    /** The failed relation, its values and the remedy. */
    String text() {
        return switch (memory) {
            case MemoryFrame.STACK -> "a thread of rank " + rank + " has no stack left for it: recurse less deeply, or"
                    + " raise -Xss";
            case MemoryFrame.THREADS -> "rank " + rank + " has no thread for it: all " + used + " that run methods"
                    + " there are in some, and for 10 s the system has let no other start: raise its limit (ulimit -u,"
                    + " or the container's pids), or have methods wait less";
            case MemoryFrame.MESSAGE -> "rank " + rank + " could not receive a message of " + wanted + " bytes: its"
                    + " standard error has the error of MPI";
            case MemoryFrame.DIRECT -> "rank " + rank + " has no direct memory for a message of " + wanted + " bytes"
                    + use() + ": raise -XX:MaxDirectMemorySize there, or send less in one call";
            default -> "rank " + rank + " has no heap left for a message of " + wanted + " bytes" + use()
                    + ": raise -Xmx there, or send less in one call";
        };
    }

    /** The heap in use, where a method has asked for more than there is. */
    String textOfMethod() {
        return "rank " + rank + " has " + used / MEBIBYTE + " of " + limit / MEBIBYTE
                + " MiB of heap in use: raise -Xmx there, or let the method need less";
    }

    private String use() {
        return used < 0 ? "" : ", " + used / MEBIBYTE + " of " + limit / MEBIBYTE + " MiB being in use";
    }
}
