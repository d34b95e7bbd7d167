/* Shared by the guard's files: see waits.c. */
#ifndef RMI4MPI_WAITS_H
#define RMI4MPI_WAITS_H

#define EXPORTED __attribute__((visibility("default")))

/* Whether this thread is inside a call that blocks. */
int waits_inside(void);

/* Spins or sleeps, after a poll that has found nothing. */
EXPORTED void rmi4mpi_idle(void);

/* Whether MPI yields where it waits. */
extern int mpi_yields;

#endif
