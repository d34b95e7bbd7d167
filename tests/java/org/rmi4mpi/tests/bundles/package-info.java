/** A program of OSGi bundles: the host of the framework, and the two bundles that it starts. */
package org.rmi4mpi.tests.bundles;
