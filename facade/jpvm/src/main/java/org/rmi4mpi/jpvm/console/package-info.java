/**
 * The terminal of the console: a process beside the job, with line editing by JLine. No other package uses it.
 */
package org.rmi4mpi.jpvm.console;
