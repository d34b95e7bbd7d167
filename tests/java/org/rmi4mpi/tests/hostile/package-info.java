/**
 * Attacks: programs that run out of stack, memory, files or time on purpose, each in a job of its own, and the tests that
 * start them. The rule for all: each call that is made is answered or fails, counted at both ends by a {@link
 * org.rmi4mpi.tests.hostile.Tally}, and the job goes on or ends with a message.
 */
package org.rmi4mpi.tests.hostile;
