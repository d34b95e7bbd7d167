/**
 * Reads results.csv, and writes the report, docs/performance.md, the figures of README.md, and the comparison of two runs.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.bench.report.Report} fills a template of {@code tests/bench/resources}, which has the text of
 *       a page: {@code report.html.ftl} for the report.
 *   <li>{@link org.rmi4mpi.bench.report.Model} has the values that templates name, {@link
 *       org.rmi4mpi.bench.report.Papers} the papers' numbers.
 *   <li>{@link org.rmi4mpi.bench.report.ReadmeTable} puts {@code readme.md.ftl} into README.md, and {@link
 *       org.rmi4mpi.bench.report.Compare} prints the comparison.
 *   <li>{@link org.rmi4mpi.bench.report.Figures} chooses the data of a chart. {@link org.rmi4mpi.bench.report.Chart}, {@link
 *       org.rmi4mpi.bench.report.SavingChart} and {@link org.rmi4mpi.bench.report.SpeedupChart} draw it.
 * </ul>
 */
package org.rmi4mpi.bench.report;
