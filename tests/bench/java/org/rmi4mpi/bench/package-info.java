/**
 * Classes that the benchmarks share: the environment of mpirun. The packages:
 *
 * <ul>
 *   <li>{@code run}: {@code make bench}, which measures the rows of {@code call}, {@code pattern}, {@code kind} and {@code
 *       app}, in the order of {@code rows.Section}, and writes them by {@code report}.
 *   <li>{@code call}: remote calls, a class for each situation: pairs, stars, groups, one-way, in one rank. {@code make
 *       bench-call}, {@code bench-quick}, {@code bench-hosts} and {@code bench-scaling} start here.
 *   <li>{@code app}: the applications of the collection.
 *   <li>{@code pattern}, {@code kind}: what programs do with remote objects, and objects of each kind, in new jobs beside
 *       JDK RMI.
 *   <li>{@code cold}, {@code sor}, {@code mpi}, {@code jpvm}, {@code serial}: the first calls of a job, ranks that
 *       compute, messages, tasks, and the serializer. Each is a benchmark of its own.
 * </ul>
 */
package org.rmi4mpi.bench;
