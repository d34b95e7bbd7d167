/* What every file of the bridge shares: handles as Java longs, addresses, and the request slot. */
#ifndef RMI4MPI_BRIDGE_H
#define RMI4MPI_BRIDGE_H

#include <jni.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "org_rmi4mpi_bridge_Mpi.h"

/* MPI handles are pointers in some libraries and ints in others; a jlong holds either. */
#define TO_JLONG(handle) ((jlong)(intptr_t)(handle))
#define TO_COMM(handle) ((MPI_Comm)(intptr_t)(handle))
#define TO_TYPE(handle) ((MPI_Datatype)(intptr_t)(handle))
#define TO_OP(handle) ((MPI_Op)(intptr_t)(handle))
#define TO_ADDRESS(address) ((void *)(intptr_t)(address))

/* One pending operation and the status it completed with; laid out as in RequestSlot.java. */
typedef struct slot {
    int64_t handle; /* MPI_Request, or what a query left */
    int32_t done;
    int32_t source;
    int32_t tag;
    int32_t cancelled;
    int64_t length; /* in bytes */
    int32_t blocking;
    int32_t expected; /* whether it is in the list of receives */
    uintptr_t start;  /* of what a receive has room for, */
    int64_t type;
    int64_t count;
    int64_t within; /* of how many elements MPI may receive in memory of its own; -1 of none */
    struct slot *previous;
    struct slot *next;
} slot_t;

#define TO_SLOT(address) ((slot_t *)(intptr_t)(address))

#define NATIVE(type, name) JNIEXPORT type JNICALL Java_org_rmi4mpi_bridge_Mpi_##name

/* What a call returns that came when MPI had been finalised; no error code of MPI is negative. */
#define FINALIZED (-1)
/* And one that came where the thread's stack is nearly used up. */
#define NO_STACK (-2)

/* Before a call of MPI, and after it; entry.c. To enter returns 0 where MPI has been finalised. */
int enter(void);
int leave(int code);

/* As enter, for a call that starts something, which is then to be put away. Returns 0, or the code of a refusal. */
int enter_to_start(void);

/* Whether there is stack enough to put away what a call takes from MPI; stack.c. */
int has_stack(void);

/* As enter and leave, for a call that blocks until others have made it, too: where MPI lets several threads in, other
 * threads go on. */
int enter_blocking(void);
int leave_blocking(int code);

/* Whether a thread is inside that has entered so, beside the one that asks. */
int others_are_inside(void);

/* Sleeps for some microseconds. */
void nap(void);

/* The thread level that MPI gives. */
void allow(int level);

int finish(void);

/* For the call that ends the job: another thread may be inside that never leaves. */
int enter_or_give_up(void);

/* What a receive has room for is known from before it is started until it has ended; receives.c. */
void expect(slot_t *slot, jlong address, jint count, jlong type);
void ended(slot_t *slot);

/* As expect, for a collective operation, which may receive so many elements in memory of MPI's own besides. */
void expect_all(slot_t *slot, jlong address, int64_t count, jlong type, int64_t within);

/* Whether a buffer for frames is there, of which none is too small; frames.c. */
int is_for_frames(uintptr_t address);

/* Whether it is the code of a message that is longer than its receive; messages.c. */
int is_truncation(int code);

/* Whether reads of other processes' memory can be kept to what there is room for; before MPI_Init. */
int guard_reads(void);

/* An operation has been started, or refused, with this code. */
static inline int started(slot_t *slot, int code, MPI_Request request)
{
    slot->handle = TO_JLONG(request);
    slot->done = 0;
    slot->cancelled = 0;
    return code;
}

/* As enter_to_start; the slot may ask for the form that blocks. */
static inline int enter_for(slot_t *slot)
{
    if (!slot->blocking)
        return enter_to_start();
    return !has_stack() ? NO_STACK : enter_blocking() ? 0 : FINALIZED;
}

static inline int leave_started(slot_t *slot, int code, MPI_Request request)
{
    started(slot, code, request);
    if (code != MPI_SUCCESS)
        ended(slot);
    return slot->blocking ? leave_blocking(code) : leave(code);
}

#endif
