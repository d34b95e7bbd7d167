package org.rmi4mpi.message;

import java.util.ServiceLoader;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;

/**
 * Checks the arguments of a call other than its buffer, such as ranks, tags, roots and operations, and MPI's code after it.
 * Makes the exceptions, with their words. A buffer's offset, count, length and type are checked by its {@link Span}.
 * Stateless.
 */
public final class Check {
    /** In bytes: what a ByteBuffer holds, and a count of MPI. */
    static final long LARGEST_MESSAGE = Integer.MAX_VALUE;

    private static final Failures FAILURES =
            ServiceLoader.load(Failures.class, Failures.class.getClassLoader()).findFirst()
                    .orElse(MessageException::new);

    private Check() {}

    /** An exception that programs catch; does not return where the error handler of MPI_COMM_WORLD is fatal. */
    public static MessageException failure(String message) {
        return failure(message, null, ErrorClasses.other());
    }

    public static MessageException failure(String message, Throwable cause) {
        return failure(message, cause, ErrorClasses.other());
    }

    /** The exception for an error code of MPI. */
    public static MessageException ofCode(String call, int code) {
        return failure(call + ": " + Mpi.errorString(code) + at(), null, code);
    }

    /** As {@link #failure}, whatever the error handler of MPI_COMM_WORLD is: files have their own. */
    static MessageException exception(String message, int code) {
        return FAILURES.failure(message, null, code);
    }

    static MessageException failure(String message, Throwable cause, int code) {
        return Communicator.WORLD.raised(FAILURES.failure(message, cause, code));
    }

    public static void running(String call) {
        if (!Job.isRunning()) {
            throw failure(call + ": " + Job.whyNotRunning());
        }
    }

    public static void argument(String call, boolean holds, String name, Object value, String expected) {
        if (!holds) {
            throw failure(call + ": " + name + " = " + value + ", expected " + expected + at(), null,
                    ErrorClasses.ofArgument(name));
        }
    }

    public static void peer(String call, String name, int rank, int size) {
        if ((rank < 0 || rank >= size) && rank != Constants.PROC_NULL) {
            argument(call, false, name, rank, "a rank from 0 to " + (size - 1) + " or MPI.PROC_NULL");
        }
    }

    public static void source(String call, int rank, int size) {
        if (rank != Constants.ANY_SOURCE) {
            peer(call, "source", rank, size);
        }
    }

    /** Between two groups the root may be the caller, or none of its group. */
    static void root(String call, Communicator comm, int root) {
        if (!comm.isInter() || root != Constants.ROOT && root != Constants.PROC_NULL) {
            rank(call, "root", root, comm.peers());
        }
    }

    public static void rank(String call, String name, int rank, int size) {
        argument(call, rank >= 0 && rank < size, name, rank, "a rank from 0 to " + (size - 1));
    }

    public static void length(String call, String name, int[] array, int ranks) {
        argument(call, array != null && array.length >= ranks, name,
                array == null ? "null" : "an array of length " + array.length, "one of length " + ranks);
    }

    public static void tag(String call, int tag) {
        if (tag < 0 || tag > Job.largestTag()) {
            argument(call, false, "tag", tag, "0 to " + Job.largestTag());
        }
    }

    public static void receiveTag(String call, int tag) {
        if (tag != Constants.ANY_TAG) {
            tag(call, tag);
        }
    }

    public static void operation(String call, Reduction op, Layout type) {
        argument(call, op != null, "op", "null", "an operation");
        argument(call, op.takes(type), "op", op, "one that is defined for " + type);
    }

    /** MPI's own verdict. */
    public static void code(String call, int code) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw failure(call + ": " + Mpi.errorString(code) + at(), null, code);
        }
    }

    /** MPI's words, without the calls in it that MPICH adds on further lines. */
    static String firstWords(int code) {
        return Mpi.errorString(code).lines().findFirst().orElse("").replace(", error stack:", "");
    }

    /** Where something has failed. */
    public static String at() {
        return " (at rank " + Job.rank() + " of MPI.COMM_WORLD)";
    }

    /** Where a relation has failed, and what to do. */
    public static String at(String remedy) {
        return " at rank " + Job.rank() + " of MPI.COMM_WORLD: " + remedy;
    }
}
