/**
 * The doctor, {@code rmi4mpirun --check}. On the launching host and on each node it checks whether a job can run
 * there. It reports each problem and its remedy. {@link org.rmi4mpi.doctor.Doctor} runs beside the launcher and starts
 * a job of {@link org.rmi4mpi.doctor.RankCheckup}, whose findings it prints with its own. Each check is a class that
 * judges values. Other classes read the values from the system, so that tests can pass bad ones. All classes are used
 * by one thread.
 */
package org.rmi4mpi.doctor;
