/**
 * The contract of remote calls, whatever serves them: locks stay held, no call blocks another, order, threads,
 * failures. Uses public API alone, so that these tests apply to any dispatcher.
 */
package org.rmi4mpi.tests.ranks.calls;
