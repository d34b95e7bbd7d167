/**
 * The doctor, {@code rmi4mpirun --check}: looks at what a job needs, on the launching host and on each node, and tells
 * what is wrong and how to mend it. {@link org.rmi4mpi.doctor.Doctor} runs beside the launcher and starts a job of {@link
 * org.rmi4mpi.doctor.RankCheckup}, whose findings it prints with its own. Each check is a class that judges values; what
 * reads them from the system is apart, so that tests can give bad ones. One thread.
 */
package org.rmi4mpi.doctor;
