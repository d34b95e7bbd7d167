/** Jobs whose first calls count, and jobs of more ranks than cores. */
package org.rmi4mpi.bench.cold;
