/** Tests that run in one JVM, some of which start jobs of their own. */
package org.rmi4mpi.tests.unit;
