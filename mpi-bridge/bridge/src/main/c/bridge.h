/*
 * Common to all files of the bridge: handles as Java longs, addresses, and the request slot. The files are
 *
 *   messages.c                  sends, receives and probes; tests of what was started
 *   receives.c                  the pending receives, whose buffers the guard protects
 *   arrays.c                    copies between arrays of Java and memory
 *   frames.c                    the messages of remote calls, in a ring of posted receives
 *   collectives.c, neighbors.c  collective operations; those among the neighbours of a topology (collectives.h)
 *   communicators.c             makes and frees communicators, sets MPI_ERRORS_RETURN on each
 *   types.c, infos.c            datatypes; hints
 *   windows.c, files.c          one-sided operations; files
 *   processes.c                 processes that join
 *   survival.c                  ranks that are lost, in a job that goes on without them
 *   nodememory.c                memory of other processes on the node
 *   nodecollectives.c           collective operations through memory that ranks of the node share
 *   job.c                       MPI_Init, MPI_Finalize, MPI_Abort, constants, attributes
 *   entry.c, stack.c            the entry lock; whether a thread's stack suffices
 *   blocking.c                  calls that block inside MPI
 *   doorbells.c                 how ranks of a node wake each other
 *   probe.c                     a program that prints the version of MPI when the bridge is built
 *   compat_openmpi.c, compat_mpich.c    differences between MPIs (compat.h); the build takes one of them
 *
 * The folder guard is a library of its own, which rmi4mpirun preloads into the ranks and mpirun. It replaces functions of
 * other libraries, and does not link to MPI:
 *
 *   waits.c, yields.c, polls.c  how a thread waits inside MPI, and keeps its core while it polls (waits.h)
 *   reads.c                     keeps MPI from writing past the end of a receive buffer
 *   binds.c                     keeps the ports of a job on one host off the network
 *   boxes.c                     leaves out the text that mpirun adds to the reason of an abort
 *   signals.c                   keeps the JVM's handlers of signals
 */
#ifndef RMI4MPI_BRIDGE_H
#define RMI4MPI_BRIDGE_H

#include <jni.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "org_rmi4mpi_bridge_Mpi.h"

/* MPI handles are pointers in some libraries and ints in others. A jlong holds either. */
#define TO_JLONG(handle) ((jlong)(intptr_t)(handle))
#define TO_COMM(handle) ((MPI_Comm)(intptr_t)(handle))
#define TO_TYPE(handle) ((MPI_Datatype)(intptr_t)(handle))
#define TO_INFO(handle) ((MPI_Info)(intptr_t)(handle))
#define TO_OP(handle) ((MPI_Op)(intptr_t)(handle))
#define TO_ADDRESS(address) ((void *)(intptr_t)(address))

/* One pending operation, and the status of its completion. Same layout as in RequestSlot.java. */
typedef struct slot {
    int64_t handle; /* MPI_Request, or the result of a query */
    int32_t done;
    int32_t source;
    int32_t tag;
    int32_t cancelled;
    int64_t length;   /* in bytes */
    int32_t form;     /* the operation: 0, or one of those below */
    int32_t expected; /* whether the slot is in the list of pending receives */
    uintptr_t start;  /* receive buffer: address, type, element count */
    int64_t type;
    int64_t count;
    int64_t within; /* elements that MPI may receive in memory of its own; -1 if unlimited */
    struct slot *previous;
    struct slot *next;
} slot_t;

/* The blocking form of a collective operation; an access to a file. */
#define BLOCKING 1
#define OF_FILE 2

#define TO_SLOT(address) ((slot_t *)(intptr_t)(address))

#define NATIVE_OF(class, type, name) JNIEXPORT type JNICALL Java_org_rmi4mpi_bridge_##class##_##name
#define NATIVE(type, name) NATIVE_OF(Mpi, type, name)

/* Result of a call made after MPI was finalised. MPI's error codes are never negative. */
#define FINALIZED (-1)
/* Result of a call refused because the thread's stack is nearly exhausted. */
#define NO_STACK (-2)
/* Result of a call that waits for some time, where the wait lasts. */
#define PENDING (-3)
/* Result of a receive that has ended: the message has the source, tag and length that were asked for. */
#define AS_ASKED (-4)

/* Brackets an MPI call with the entry lock; see entry.c. enter returns 0 if MPI has been finalised. */
int enter(void);
int leave(int code);

/*
 * Works as enter, for a call that starts an operation and needs stack to record it. Returns 0, or the code of a
 * refusal.
 */
int enter_to_start(void);

/* Whether the stack suffices to record what a call takes from MPI; see stack.c. */
int has_stack(void);

/*
 * Works as enter and leave, for a call that blocks until other ranks have made it too. If MPI allows several threads,
 * the lock is not held meanwhile.
 */
int enter_blocking(void);
int leave_blocking(int code);

/* Works as enter_to_start, for a call that blocks. */
int enter_to_block(void);

/* Enters for such a call, or returns the code of a refusal from the function. */
#define ENTER_BLOCKING()                         \
    do {                                         \
        const int refused_by = enter_to_block(); \
        if (refused_by)                          \
            return refused_by;                   \
    } while (0)

/* Makes such a call, and returns its code from the function. */
#define RETURN_BLOCKING(call)        \
    do {                             \
        ENTER_BLOCKING();            \
        return leave_blocking(call); \
    } while (0)

/* Finds the guard's functions for waits. Called after MPI_Init. */
void prepare_waits(void);

/*
 * Brackets a wait, in which the thread idles after each poll: it spins, yields, and then sleeps; see waits.c. inside: whether MPI
 * polls, in a call that blocks.
 */
void begin_wait(int inside);
void idle(void);
void end_wait(void);

/* Brackets a call of MPI that blocks, as begin_wait(1) and end_wait do. The polls of MPI yield meanwhile. */
void begin_call(void);
void end_call(void);

/* Whether the node has more ranks than cores. */
int shares_cores(void);

/* Tells the guard that polls must not yield in the library that has this function. */
void keep_core_in(const char *function);

/* Whether a thread is inside a blocking call, other than the caller. */
int others_are_inside(void);

/* Sleeps for some microseconds. */
void nap(void);

/* Sets the thread level that MPI provides. */
void allow(int level);

/* Finalises MPI. together: every process of the job does so by this function. */
int finish(int together);

/* Lets no thread into MPI any more, without MPI_Finalize. */
int finish_alone(void);

/*
 * Where MPI refuses receives from any rank, since one is lost, acknowledges that it is, and returns MPI_SUCCESS. Returns any
 * other code as it is. Called under the entry lock; see survival.c.
 */
int accept_losses(MPI_Comm comm, int code);

/* Whether a code says that a rank is lost. */
int is_loss(int code);

/* For the call that aborts the job. Gives up after a while, since a thread inside MPI may never leave. */
int enter_or_give_up(void);

/* Registers the receive buffer before the receive is started, and removes it after completion; see receives.c. */
void expect(slot_t *slot, jlong address, jint count, jlong type);
void ended(slot_t *slot);

/*
 * Works as expect, for a collective operation, which may also receive the given number of elements in memory of MPI's
 * own.
 */
void expect_all(slot_t *slot, jlong address, int64_t count, jlong type, int64_t within);

/*
 * Copies elements of an array from an index on, or memory at an address where there is no array. skipped: bytes before the place
 * in the array or the memory. See arrays.c.
 */
void load(JNIEnv *env, jobject array, jlong at, jint kind, char *memory, jint bytes);
void store(JNIEnv *env, jobject array, jlong at, jint kind, jlong skipped, char *memory, jint bytes);

/* Whether the address is in a buffer for frames, which is always large enough; see frames.c. */
int is_for_frames(uintptr_t address);

/* Whether the code says that a message was longer than its receive; see messages.c. */
int is_truncation(int code);

/* Whether the guard can limit reads of other processes' memory. Called before MPI_Init. */
int guard_reads(void);

/* Records in the slot that an operation has been started, or refused with an error code. */
static inline int started(slot_t *slot, int code, MPI_Request request)
{
    slot->handle = TO_JLONG(request);
    slot->done = 0;
    slot->cancelled = 0;
    return code;
}

/* Works as enter_to_start, or as enter_to_block if the slot selects the blocking form. */
static inline int enter_for(slot_t *slot)
{
    return slot->form == BLOCKING ? enter_to_block() : enter_to_start();
}

/* The blocking form has ended. */
static inline int leave_started(slot_t *slot, int code, MPI_Request request)
{
    started(slot, code, request);
    if (code != MPI_SUCCESS || slot->form == BLOCKING)
        ended(slot);
    if (slot->form != BLOCKING)
        return leave(code);
    slot->source = MPI_ANY_SOURCE;
    slot->tag = MPI_ANY_TAG;
    slot->length = 0;
    slot->done = code == MPI_SUCCESS;
    return leave_blocking(code);
}

#endif
