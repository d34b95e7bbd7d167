/**
 * The common half of the benchmarks of calls and applications: a {@link org.rmi4mpi.bench.rows.Row} is a line of the
 * tables, a {@link org.rmi4mpi.bench.rows.Situation} measures rows for several systems in turn, and {@link
 * org.rmi4mpi.bench.rows.Results} has their values, which {@link org.rmi4mpi.bench.rows.ResultsFile} keeps. A {@link
 * org.rmi4mpi.bench.rows.Run} tells which rows are measured again, because their {@link org.rmi4mpi.bench.rows.Spread}
 * is too wide. A {@link org.rmi4mpi.bench.rows.Pace} says how long all that takes: rounds, batches, warm-up. A {@link
 * org.rmi4mpi.bench.rows.Bar} is the limit of a row.
 */
package org.rmi4mpi.bench.rows;
