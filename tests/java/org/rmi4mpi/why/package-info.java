/** Tests of the report of hangs on answers that they make up, in the package whose classes they use. */
package org.rmi4mpi.why;
