/*
 * The memory of other processes on this node, mapped here or reached by the kernel's calls: see windows.c. An operation
 * has ended when its call returns. Operations that combine data hold a lock of their target, which is in shared memory,
 * so that each element is combined as a whole.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "org_rmi4mpi_bridge_MpiDirect.h"
#include "windows.h"

/* Bytes that are combined under one lock. */
#define CHUNK 4096
#define LARGEST_ELEMENT 16

struct cell {
    _Alignas(64) int locked;
    pid_t process;
    uint64_t base; /* of the window, in that process */
    uint64_t self; /* of the cell, in that process */
};

static int transfer(const window_t *window, int target, void *local, uint64_t remote, size_t bytes, int write)
{
    struct cell *cell = window->cells[target];
    if (target == window->rank || window->mapped) {
        memmove(write ? (void *)remote : local, write ? local : (void *)remote, bytes);
        return MPI_SUCCESS;
    }
    for (size_t done = 0; done < bytes;) {
        struct iovec own = {(char *)local + done, bytes - done}, other = {(void *)(remote + done), bytes - done};
        errno = 0;
        ssize_t moved = syscall(
            write ? SYS_process_vm_writev : SYS_process_vm_readv, cell->process, &own, 1UL, &other, 1UL, 0UL);
        if (moved <= 0 && errno != EINTR)
            return errno == EFAULT ? MPI_ERR_RMA_RANGE : MPI_ERR_UNSUPPORTED_OPERATION;
        done += moved > 0 ? (size_t)moved : 0;
    }
    return MPI_SUCCESS;
}

/* Whether every rank has its memory, and the kernel lets it reach the next one. */
static int can_reach(window_t *window, MPI_Comm comm, int size)
{
    struct cell probe;
    int next = (window->rank + 1) % size;
    int code = window->cells ? transfer(window, next, &probe, window->cells[next]->self, sizeof probe, 0)
                             : MPI_ERR_NO_MEM;
    int worst = code;
    int agreed = MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MAX, comm);
    return agreed == MPI_SUCCESS ? worst : agreed;
}

/* Keeps a copy of the addresses, if there are any. Fails at every rank if one rank has no memory for it. */
static int keep_mapped(window_t *window, MPI_Comm comm, int size, const jlong *mapped)
{
    int code = MPI_SUCCESS, worst = MPI_SUCCESS;
    if (!mapped)
        return MPI_SUCCESS;
    window->mapped = malloc((size_t)size * sizeof *window->mapped);
    for (int i = 0; window->mapped && i < size; i++)
        window->mapped[i] = (uint64_t)mapped[i];
    code = window->mapped && window->cells ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    int agreed = MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MAX, comm);
    return agreed == MPI_SUCCESS ? worst : agreed;
}

int make_direct(window_t *window, MPI_Comm comm, jlong address, const jlong *mapped)
{
    struct cell *own = NULL;
    int size = 0;
    int code = MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, comm, &own, &window->mpi);
    if (code != MPI_SUCCESS)
        return code;
    MPI_Comm_rank(comm, &window->rank);
    MPI_Comm_size(comm, &size);
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); /* where the kernel restricts it to parents */
    own->locked = 0;
    own->process = getpid();
    own->base = (uint64_t)address;
    own->self = (uint64_t)(uintptr_t)own;
    window->cells = malloc((size_t)size * sizeof *window->cells);
    for (int i = 0; window->cells && i < size; i++) {
        MPI_Aint bytes;
        int unit;
        MPI_Win_shared_query(window->mpi, i, &bytes, &unit, &window->cells[i]);
    }
    code = MPI_Barrier(comm);
    if (code == MPI_SUCCESS)
        code = mapped ? keep_mapped(window, comm, size, mapped) : can_reach(window, comm, size);
    if (code != MPI_SUCCESS) {
        free(window->cells);
        free(window->mapped);
        window->cells = NULL;
        MPI_Win_free(&window->mpi);
    }
    return code;
}

static int take(struct cell *cell)
{
    return !__atomic_exchange_n(&cell->locked, 1, __ATOMIC_ACQUIRE);
}

static void lock(struct cell *cell)
{
    if (take(cell))
        return;
    begin_wait(0);
    while (!take(cell))
        idle();
    end_wait();
}

static void unlock(struct cell *cell)
{
    __atomic_store_n(&cell->locked, 0, __ATOMIC_RELEASE);
}

static uint64_t base(const window_t *window, int target, jboolean absolute)
{
    return absolute ? 0 : window->mapped ? window->mapped[target] : window->cells[target]->base;
}

/* Copies between memory of this process. */
NATIVE_OF(MpiDirect, void, copy0)(JNIEnv *env, jclass self, jlong from, jlong to, jlong bytes)
{
    memmove(TO_ADDRESS(to), TO_ADDRESS(from), (size_t)bytes);
}

/* Gives back the pages of shared memory. It stays mapped, and its bytes are zero then. */
NATIVE_OF(MpiDirect, void, drop0)(JNIEnv *env, jclass self, jlong address, jlong bytes)
{
    madvise(TO_ADDRESS(address), (size_t)bytes, MADV_REMOVE);
}

/* Copies blocks, each a displacement and a length in bytes, and a place in the local memory. */
NATIVE_OF(MpiDirect, jint, move0)(JNIEnv *env, jclass self, jlong handle, jlong local, jint target, jboolean absolute,
                                  jint blocks, jlong triples, jboolean write)
{
    const window_t *window = TO_WINDOW(handle);
    const int64_t *block = TO_ADDRESS(triples);
    int code = MPI_SUCCESS;
    for (int i = 0; i < blocks && code == MPI_SUCCESS; i++, block += 3)
        code = transfer(window, target, (char *)TO_ADDRESS(local) + block[2],
                        base(window, target, absolute) + (uint64_t)block[0], (size_t)block[1], write);
    return code;
}

/*
 * Combines some bytes of items. The result, if there is one, takes the target's values from before. An operation of 0
 * leaves these values.
 */
static int combine(const window_t *window, int target, char *origin, char *result, uint64_t remote, size_t bytes,
                   int size, MPI_Datatype type, MPI_Op op)
{
    char there[CHUNK] __attribute__((aligned(16)));
    int code = transfer(window, target, there, remote, bytes, 0);
    if (code == MPI_SUCCESS && result)
        memcpy(result, there, bytes);
    if (code != MPI_SUCCESS || op == MPI_NO_OP)
        return code;
    if (op == MPI_REPLACE)
        memcpy(there, origin, bytes);
    else if (!enter())
        return FINALIZED;
    else
        code = leave(MPI_Reduce_local(origin, there, (int)(bytes / (size_t)size), type, op));
    return code == MPI_SUCCESS ? transfer(window, target, there, remote, bytes, 1) : code;
}

NATIVE_OF(MpiDirect, jint, combine0)(JNIEnv *env, jclass self, jlong handle, jlong origin, jlong result, jint size,
                                     jlong type, jlong op, jint target, jboolean absolute, jint blocks, jlong pairs)
{
    const window_t *window = TO_WINDOW(handle);
    const int64_t *pair = TO_ADDRESS(pairs);
    char *from = TO_ADDRESS(origin), *to = TO_ADDRESS(result);
    int code = has_stack() ? MPI_SUCCESS : NO_STACK;
    for (int i = 0; i < blocks && code == MPI_SUCCESS; i++, pair += 2) {
        uint64_t remote = base(window, target, absolute) + (uint64_t)pair[0];
        size_t chunk = CHUNK / (size_t)size * (size_t)size;
        for (size_t done = 0, bytes; done < (size_t)pair[1] && code == MPI_SUCCESS; done += bytes) {
            bytes = (size_t)pair[1] - done < chunk ? (size_t)pair[1] - done : chunk;
            lock(window->cells[target]);
            code = combine(window, target, from, to, remote + done, bytes, size, TO_TYPE(type), TO_OP(op));
            unlock(window->cells[target]);
            from += from ? bytes : 0;
            to += to ? bytes : 0;
        }
    }
    return code;
}

NATIVE_OF(MpiDirect, jint, compareAndSwap0)(JNIEnv *env, jclass self, jlong handle, jlong origin, jlong compare,
                                            jlong result, jint size, jint target, jboolean absolute, jlong displacement)
{
    const window_t *window = TO_WINDOW(handle);
    char there[LARGEST_ELEMENT];
    uint64_t remote = base(window, target, absolute) + (uint64_t)displacement;
    if (size > LARGEST_ELEMENT)
        return MPI_ERR_TYPE;
    lock(window->cells[target]);
    int code = transfer(window, target, there, remote, (size_t)size, 0);
    if (code == MPI_SUCCESS && !memcmp(there, TO_ADDRESS(compare), (size_t)size))
        code = transfer(window, target, TO_ADDRESS(origin), remote, (size_t)size, 1);
    unlock(window->cells[target]);
    if (code == MPI_SUCCESS)
        memcpy(TO_ADDRESS(result), there, (size_t)size);
    return code;
}
