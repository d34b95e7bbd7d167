package org.rmi4mpi.jpvm.task;

import java.io.Serializable;

/**
 * The state of a task, as its rank reports it.
 *
 * @param waits whether all its threads wait for mail
 * @param ends whether it has exited or was killed, and a thread of it has not ended yet
 */
public record TaskInfo(String name, int port, int parent, boolean waits, boolean ends) implements Serializable {}
