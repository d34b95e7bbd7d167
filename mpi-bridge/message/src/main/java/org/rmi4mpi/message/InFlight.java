package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Memory;

/**
 * What an operation keeps from its start to its end.
 *
 * @param comm its error handler handles failures; may be null
 * @param buf the program's buffer, kept reachable
 * @param arrival null where nothing arrives
 * @param memory released at the end
 */
public record InFlight(Communicator comm, String call, Object buf, Arrival arrival, Memory... memory) {}
