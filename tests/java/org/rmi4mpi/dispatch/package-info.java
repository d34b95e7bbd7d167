/**
 * Tests of single classes of the dispatcher, whose package they share: waits with a bell and a clock of the test's, on
 * interleavings that it chooses.
 */
package org.rmi4mpi.dispatch;
