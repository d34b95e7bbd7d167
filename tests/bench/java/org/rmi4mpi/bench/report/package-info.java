/**
 * Reads results.csv, and writes the report, docs/performance.md and the comparison of two runs. {@link
 * org.rmi4mpi.bench.report.Figures} chooses the figures, which {@link org.rmi4mpi.bench.report.SavingChart} and {@link
 * org.rmi4mpi.bench.report.SpeedupChart} draw by {@link org.rmi4mpi.bench.report.Chart}, {@link org.rmi4mpi.bench.report.Papers} has the papers' numbers, and the
 * pages' texts are templates in {@code tests/bench/resources}.
 */
package org.rmi4mpi.bench.report;
