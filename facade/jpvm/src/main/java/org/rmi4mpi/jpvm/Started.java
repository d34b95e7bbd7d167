package org.rmi4mpi.jpvm;

import java.io.Serializable;

/**
 * What has become of an order.
 *
 * @param port of the task; 0 where there is none
 * @param refused why there is none; null where there is one
 */
record Started(int port, String refused) implements Serializable {}
