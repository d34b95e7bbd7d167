/**
 * The applications of the collection: whole programs, which are the examples e14 to e18. {@link
 * org.rmi4mpi.bench.app.Applications} has their rows.
 */
package org.rmi4mpi.bench.app;
