/**
 * Attacks: programs that run out of stack, memory, files or time on purpose, each in its own job, and the tests that
 * start them. One rule holds for all: each call is answered or fails, counted at both ends by a {@link
 * org.rmi4mpi.tests.hostile.Tally}, and the job continues or ends with a message.
 */
package org.rmi4mpi.tests.hostile;
