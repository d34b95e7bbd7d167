/* Common to all collective operations: arrays of ints, and the form that an operation is started in. */
#ifndef RMI4MPI_COLLECTIVES_H
#define RMI4MPI_COLLECTIVES_H

#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiCollectives.h"

#define INTS(address) ((const int *)(intptr_t)(address))

/* Begins a function that starts an operation in its slot, or returns the code of a refusal from it. */
#define BEGIN                                     \
    MPI_Request request = MPI_REQUEST_NULL;       \
    const int refusal = enter_for(TO_SLOT(slot)); \
    if (refusal)                                  \
    return refusal

/* Ends it. */
#define END(call)                                                   \
    do {                                                            \
        const int started_with = (call);                            \
        return leave_started(TO_SLOT(slot), started_with, request); \
    } while (0)

/* Starts the operation in the form that the slot selects, and ends the function. */
#define START(blocking_form, nonblocking_form, ...) \
    END(TO_SLOT(slot)->form == BLOCKING ? blocking_form(__VA_ARGS__) : nonblocking_form(__VA_ARGS__, &request))

#endif
