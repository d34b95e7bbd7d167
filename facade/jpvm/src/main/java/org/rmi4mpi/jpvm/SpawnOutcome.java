package org.rmi4mpi.jpvm;

import java.io.Serializable;

/**
 * The outcome of a spawn order.
 *
 * @param port of the task; 0 if it was not started
 * @param refused the reason why it was not started; null if it was
 */
record SpawnOutcome(int port, String refused) implements Serializable {}
