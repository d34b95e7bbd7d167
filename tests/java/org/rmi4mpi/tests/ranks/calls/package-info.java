/**
 * What remote calls promise, whoever serves them: locks are kept, nobody is stopped by another's call, order, threads,
 * failures. Public API alone, so that these tests hold for any dispatcher.
 */
package org.rmi4mpi.tests.ranks.calls;
