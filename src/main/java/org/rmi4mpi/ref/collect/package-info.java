/**
 * The exported objects of a rank, and the collector of remote objects. References have weights: see
 * docs/design/collection.md. Nothing here knows how calls are made: a {@link org.rmi4mpi.ref.collect.Collector} reaches
 * those of other ranks by its {@link org.rmi4mpi.ref.collect.Homes}.
 *
 * <p>Internal. Called by {@link org.rmi4mpi.ref}, on threads that write and read messages or serve calls. A thread of the
 * collector's own waits for references that Java's garbage collector has found.
 */
package org.rmi4mpi.ref.collect;
