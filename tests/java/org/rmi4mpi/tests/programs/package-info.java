/** Programs that the launcher's tests start as jobs. */
package org.rmi4mpi.tests.programs;
