/** The terminal of a console: a process beside the job, with line editing by JLine. Nothing else names it. */
package org.rmi4mpi.jpvm.console;
