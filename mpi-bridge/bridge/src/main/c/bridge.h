/*
 * Common to all files of the bridge: handles as Java longs, addresses, and the request slot. The files are
 *
 *   messages.c                  sends, receives and probes; tests of what was started
 *   receives.c, reads.c         the pending receives; the guard of their buffers, which is preloaded
 *   frames.c                    the messages of remote calls, in a ring of posted receives
 *   collectives.c, neighbors.c  collective operations; those among the neighbours of a topology (collectives.h)
 *   communicators.c             makes and frees communicators, sets MPI_ERRORS_RETURN on each
 *   types.c, infos.c            datatypes; hints
 *   windows.c, files.c          one-sided operations; files
 *   processes.c                 processes that join
 *   nodememory.c                memory of other processes on the node
 *   job.c, signals.c            MPI_Init, MPI_Finalize, MPI_Abort, constants, attributes; keeps the JVM's handlers of signals
 *   entry.c, stack.c            the entry lock; whether a thread's stack suffices
 *   blocking.c                  calls that block inside MPI
 *   doorbells.c                 how ranks of a node wake each other
 *   waits.c, yields.c, polls.c  how a thread waits inside MPI, and keeps its core while it polls; preloaded (waits.h)
 *   probe.c                     a program that prints the version of MPI when the bridge is built
 *   compat_openmpi.h, compat_mpich.h    differences between MPIs
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

/* Whether each poll of MPI that finds nothing yields the core. An MPI that has no such choice does as it does. */
void let_polls_yield(int yield);

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

/* Prepares this MPI for MPI_Finalize. together: every process of the job comes here. */
void before_finalize(int together);

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

/* Whether the address is in a buffer for frames, which is always large enough; see frames.c. */
int is_for_frames(uintptr_t address);

/* Whether the code says that a message was longer than its receive; see messages.c. */
int is_truncation(int code);

/* Whether MPI_Finalize fails where a window was not freed. */
int windows_have_to_be_freed(void);

/* Whether MPI counts each operation between two groups, also where a rank has no data in it; see compat_openmpi.h. */
int counts_all(void);

/* MPI_Ibcast, or what works in its place between two groups; see compat_mpich.h. */
int start_bcast(void *address, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request);

/* Whether one thread at a time may start an access to a file or poll; see compat_openmpi.h. */
int starts_files_in_turn(void);

/* MPI_Test, or what works in its place for an access to a file; see compat_openmpi.h. */
int test_file(MPI_Request *request, int *flag, MPI_Status *status);

/* MPI_File_write_all, or what works in its place; see compat_openmpi.h. steps: elementary types that it writes. */
int write_all(MPI_File file, MPI_Offset steps, void *memory, int count, MPI_Datatype type, MPI_Status *status);

/* Whether the write of one rank is not started, but made at once; see compat_mpich.h. */
int writes_at_start(void);

/* The longest path of a file that this number of ranks can open, and the longest name within its folder. */
int longest_path(int ranks);
int longest_name(void);

/* Whether the shared pointer is kept in a file in the same folder; see compat_mpich.h. */
int keeps_pointer_beside_file(void);

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

/* Works as enter_to_start, or as enter_blocking if the slot selects the blocking form. */
static inline int enter_for(slot_t *slot)
{
    if (slot->form != BLOCKING)
        return enter_to_start();
    return !has_stack() ? NO_STACK : enter_blocking() ? 0 : FINALIZED;
}

static inline int leave_started(slot_t *slot, int code, MPI_Request request)
{
    started(slot, code, request);
    if (code != MPI_SUCCESS)
        ended(slot);
    return slot->form == BLOCKING ? leave_blocking(code) : leave(code);
}

#endif
