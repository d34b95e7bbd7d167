package org.rmi4mpi.why;

/** A thread, by its rank and its id there. */
record Node(int rank, long thread) {
    static Node of(Activity activity) {
        return new Node(activity.rank(), activity.thread().id());
    }
}
