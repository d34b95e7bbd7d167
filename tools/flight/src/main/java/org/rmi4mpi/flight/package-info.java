/**
 * {@code rmi4mpirun --jfr FOLDER}: a flight recording of each rank, for JDK Mission Control and {@code jfr}.
 *
 * <p>{@link org.rmi4mpi.flight.FlightObserver} starts the recording with the JDK's default events, and those of this package, whose
 * settings are in {@code rmi4mpi.jfc}. {@link org.rmi4mpi.flight.FlightProbe} turns what a rank does into events. A JDK
 * without the module jdk.jfr runs everything else.
 *
 * <p>These classes have a class loader of their own: see {@code org.rmi4mpi.launch.RankObserver}.
 */
package org.rmi4mpi.flight;
