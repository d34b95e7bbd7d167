package org.rmi4mpi.jpvm;

import java.io.Serializable;

/**
 * The state of a task, as its rank reports it.
 *
 * @param waits whether all its threads wait for mail
 */
public record TaskInfo(String name, int port, int parent, boolean waits) implements Serializable {}
