package org.rmi4mpi.ref;

import org.rmi4mpi.ref.collect.Collector;

/**
 * What references need of their rank. It is the context of the messages that bring them.
 *
 * @param calls begins their calls
 * @param collector counts them
 */
record ReferenceContext(CallStarter calls, Collector collector) {}
