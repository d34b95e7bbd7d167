/** Whole jobs whose classes travel from rank 0, beside jobs with the program's jar at each rank. */
package org.rmi4mpi.bench.share;
