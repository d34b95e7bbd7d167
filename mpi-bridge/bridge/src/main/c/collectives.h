/* Common to all collective operations: arrays of ints, and the form that an operation is started in. */
#ifndef RMI4MPI_COLLECTIVES_H
#define RMI4MPI_COLLECTIVES_H

#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiCollectives.h"

#define INTS(address) ((const int *)(intptr_t)(address))

/* Starts an operation in the form that the slot selects. The caller has a slot, and a request for the nonblocking form. */
#define START(blocking_form, nonblocking_form, ...) \
    (TO_SLOT(slot)->form == BLOCKING ? blocking_form(__VA_ARGS__) : nonblocking_form(__VA_ARGS__, &request))

#endif
