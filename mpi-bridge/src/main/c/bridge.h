/* What every file of the bridge shares: handles as Java longs, addresses, and the request slot. */
#ifndef RMI4MPI_BRIDGE_H
#define RMI4MPI_BRIDGE_H

#include <jni.h>
#include <mpi.h>
#include <stdint.h>

#include "org_rmi4mpi_bridge_Mpi.h"

/* MPI handles are pointers in some libraries and ints in others; a jlong holds either. */
#define TO_JLONG(handle) ((jlong)(intptr_t)(handle))
#define TO_COMM(handle) ((MPI_Comm)(intptr_t)(handle))
#define TO_TYPE(handle) ((MPI_Datatype)(intptr_t)(handle))
#define TO_OP(handle) ((MPI_Op)(intptr_t)(handle))
#define TO_ADDRESS(address) ((void *)(intptr_t)(address))

/* One pending operation and the status it completed with; laid out as in RequestSlot.java. */
typedef struct {
    int64_t handle; /* MPI_Request or MPI_Message */
    int32_t done;
    int32_t source;
    int32_t tag;
    int32_t cancelled;
    int64_t length; /* in bytes */
    int32_t blocking;
    int32_t unused;
} slot_t;

#define TO_SLOT(address) ((slot_t *)(intptr_t)(address))

#define NATIVE(type, name) JNIEXPORT type JNICALL Java_org_rmi4mpi_bridge_Mpi_##name

/* An operation has been started, or refused, with this code. */
static inline int started(slot_t *slot, int code, MPI_Request request)
{
    slot->handle = TO_JLONG(request);
    slot->done = 0;
    return code;
}

#endif
