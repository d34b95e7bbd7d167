/* A window, and how its memory is reached. */
#ifndef RMI4MPI_WINDOWS_H
#define RMI4MPI_WINDOWS_H

#include "bridge.h"

struct cell;

typedef struct {
    MPI_Win mpi;
    int rank;
    struct cell **cells; /* of each rank, in shared memory; NULL where MPI reaches the memory itself */
    uint64_t *mapped;    /* address of each rank's memory in this process; NULL where it is not mapped */
} window_t;

#define TO_WINDOW(handle) ((window_t *)(intptr_t)(handle))

/*
 * Makes a window of shared memory for the ranks of a node, by which they synchronise; see direct.c. mapped has the
 * addresses of all ranks' memory in this process; NULL if it is not mapped.
 */
int make_direct(window_t *window, MPI_Comm comm, jlong address, const jlong *mapped);

#endif
