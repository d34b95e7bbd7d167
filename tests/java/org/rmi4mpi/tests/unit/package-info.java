/** Tests that run in one JVM. */
package org.rmi4mpi.tests.unit;
