package mpi;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;

/** The checks that stand before every call, and the words in which they report. Stateless. */
final class Check {
    /** In bytes: what a ByteBuffer holds, and a count of MPI. */
    static final long LARGEST_MESSAGE = Integer.MAX_VALUE;

    private Check() {}

    static void running(String call) {
        if (!Job.isRunning()) {
            throw new MPIException(call + ": " + Job.whyNotRunning());
        }
    }

    static void argument(String call, boolean holds, String name, Object value, String expected) {
        if (!holds) {
            throw new MPIException(call + ": " + name + " = " + value + ", expected " + expected + at());
        }
    }

    static void peer(String call, String name, int rank, int size) {
        if ((rank < 0 || rank >= size) && rank != MPI.PROC_NULL) {
            argument(call, false, name, rank, "a rank from 0 to " + (size - 1) + " or MPI.PROC_NULL");
        }
    }

    static void source(String call, int rank, int size) {
        if (rank != MPI.ANY_SOURCE) {
            peer(call, "source", rank, size);
        }
    }

    static void root(String call, int root, int size) {
        rank(call, "root", root, size);
    }

    static void rank(String call, String name, int rank, int size) {
        argument(call, rank >= 0 && rank < size, name, rank, "a rank from 0 to " + (size - 1));
    }

    static void length(String call, String name, int[] array, int ranks) {
        argument(call, array != null && array.length >= ranks, name,
                array == null ? "null" : "an array of length " + array.length, "one of length " + ranks);
    }

    static void tag(String call, int tag) {
        if (tag < 0 || tag > Job.largestTag()) {
            argument(call, false, "tag", tag, "0 to " + Job.largestTag());
        }
    }

    static void receiveTag(String call, int tag) {
        if (tag != MPI.ANY_TAG) {
            tag(call, tag);
        }
    }

    static void operation(String call, Op op, Datatype type) {
        argument(call, op != null, "op", "null", "an operation");
        argument(call, op.takes(type), "op", op, "one that is defined for " + type);
    }

    /** MPI's own verdict. */
    static void code(String call, int code) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw new MPIException(call + ": " + Mpi.errorString(code) + at());
        }
    }

    /** MPI's words, without the calls in it that MPICH adds on further lines. */
    static String firstWords(int code) {
        return Mpi.errorString(code).lines().findFirst().orElse("").replace(", error stack:", "");
    }

    /** Where something has failed. */
    static String at() {
        return " (at rank " + Job.rank() + " of MPI.COMM_WORLD)";
    }

    /** Where a relation has failed, and what to do. */
    static String at(String remedy) {
        return " at rank " + Job.rank() + " of MPI.COMM_WORLD: " + remedy;
    }
}
