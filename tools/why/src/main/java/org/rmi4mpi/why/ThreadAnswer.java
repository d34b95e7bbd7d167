package org.rmi4mpi.why;

import java.io.Serializable;
import java.util.List;

/**
 * A thread of a rank.
 *
 * @param lock class and hash of the object whose monitor, lock or condition the thread waits for; empty for none
 * @param owner id of the thread that has that monitor or lock; negative if there is none
 * @param ownerName its name; empty if there is none
 * @param stack innermost frame first
 * @param serves the call of another rank that the thread runs, in words; empty for none
 * @param caller the rank in MPI_COMM_WORLD whose call it runs; negative for none
 * @param call the id of that call at its caller, as in {@link org.rmi4mpi.bridge.Awaited#which}
 * @param events number of its calls, methods, messages and collective operations so far
 * @param stops how often it has waited in the JVM so far
 * @param waiting null if the thread is in no wait that is known
 */
record ThreadAnswer(long id, String name, Thread.State state, String lock, long owner, String ownerName,
        List<Frame> stack, String serves, int caller, String call, long events, long stops,
        Waiting waiting) implements Serializable {}
