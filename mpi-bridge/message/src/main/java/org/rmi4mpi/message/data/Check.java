package org.rmi4mpi.message.data;

import java.util.ServiceLoader;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.WorldAttributes;

/**
 * Checks the arguments of a call other than its buffer, such as ranks and tags. Makes the exceptions,
 * with their words. A {@link Span} checks offset, count, length and type of its buffer. Stateless.
 */
public final class Check {
    /** In bytes. A ByteBuffer holds no more, and neither does a count of MPI. */
    public static final long LARGEST_MESSAGE = Integer.MAX_VALUE;

    private static final Failures FAILURES =
            ServiceLoader.load(Failures.class, Failures.class.getClassLoader()).findFirst()
                    .orElse(MessageException::new);

    private Check() {}

    /**
     * Makes an exception that programs catch. Ends the job instead where the error handler of MPI_COMM_WORLD is fatal.
     */
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

    /** Like {@link #failure}, without the error handler of MPI_COMM_WORLD: a file has its own. */
    public static MessageException exception(String message, int code) {
        return FAILURES.failure(message, null, code);
    }

    public static MessageException failure(String message, Throwable cause, int code) {
        return ErrorHandler.WORLD.raised(FAILURES.failure(message, cause, code));
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

    /** Refuses what may crash where a rank is lost, in a job that goes on without it. */
    public static void notSurviving(String call) {
        if (LostRanks.ARE_SURVIVED) {
            throw failure(call
                    + ": windows and files may crash where a rank is lost, and this job has --survive: leave one of"
                    + " the two out");
        }
    }

    /** @throws MessageException where a handle of the program was freed, or closed, before this call uses it */
    public static void live(String call, boolean isLive, String kind, Object name) {
        if (!isLive) {
            throw freed(call, kind, name, "free it after its last use");
        }
    }

    /** @throws MessageException where a handle of the program is freed for the second time */
    public static void freedOnce(String call, boolean isLive, String kind, Object name) {
        if (!isLive) {
            throw freed(call, kind, name, "free it once");
        }
    }

    private static MessageException freed(String call, String kind, Object name, String remedy) {
        String handle = name.toString().isEmpty() ? kind : kind + " " + name;
        return failure(call + ": " + handle + " was freed" + at(remedy), null, ErrorClasses.ofArgument(kind));
    }

    /** @throws MessageException where there is no datatype, or one that was freed */
    public static void datatype(String call, String name, Layout layout) {
        argument(call, layout != null, name, "null", "a datatype");
        live(call, !layout.isFreed(), "datatype", layout);
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

    public static void rank(String call, String name, int rank, int size) {
        if (rank < 0 || rank >= size) {
            argument(call, false, name, rank, "a rank from 0 to " + (size - 1));
        }
    }

    public static void length(String call, String name, int[] array, int ranks) {
        if (array == null || array.length < ranks) {
            argument(call, false, name, array == null ? "null" : "an array of length " + array.length,
                    "one of length " + ranks);
        }
    }

    public static void tag(String call, int tag) {
        if (tag < 0 || tag > WorldAttributes.largestTag()) {
            argument(call, false, "tag", tag, "0 to " + WorldAttributes.largestTag());
        }
    }

    public static void receiveTag(String call, int tag) {
        if (tag != Constants.ANY_TAG) {
            tag(call, tag);
        }
    }

    /** MPI's error code, or the error class of a wrong argument; 0 where there is none. */
    public static int codeOf(MessageException e) {
        return e.code();
    }

    /** @throws MessageException where MPI returned an error code */
    public static void code(String call, int code) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw ofCode(call, code);
        }
    }

    /** MPI's text for an error, without the further lines in which MPICH lists its inner calls. */
    public static String firstWords(int code) {
        return Mpi.errorString(code).lines().findFirst().orElse("").replace(", error stack:", "").trim();
    }

    /** Like {@link #firstWords}, with the cause, which MPICH tells in the last of several lines. */
    public static String lastWords(int code) {
        String first = firstWords(code);
        String last = Mpi.errorString(code).lines().reduce(first, (before, line) -> line).trim();
        return last.startsWith(first) ? first : first + " (" + last + ")";
    }

    /** The end of a message, which names the rank. */
    public static String at() {
        return " (at rank " + Job.rank() + " of MPI.COMM_WORLD)";
    }

    /** The end of a message, which names the rank and the remedy. */
    public static String at(String remedy) {
        return " at rank " + Job.rank() + " of MPI.COMM_WORLD: " + remedy;
    }
}
