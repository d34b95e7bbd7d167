/*
 * The memory of other processes on this node. It serves windows over new memory, with any MPI, and windows over a program's
 * buffers with Open MPI 4.1, which makes none where before_init keeps it from reading its own memory (put and fence take 1.7 us by
 * this file, 3.4 us by Open MPI where it may).
 *
 * The memory is mapped here (process 0), or reached by the kernel's calls. An operation has ended when its call returns. Operations
 * that combine data hold a lock of their target, which is in shared memory, so that each element is combined as a whole.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "bridge.h"
#include "org_rmi4mpi_bridge_NodeMemory.h"

/* Bytes that are combined under one lock. */
#define CHUNK 4096
#define LARGEST_ELEMENT 16

static int transfer(jint process, void *local, uint64_t remote, size_t bytes, int write)
{
    if (!process) {
        memmove(write ? (void *)remote : local, write ? local : (void *)remote, bytes);
        return MPI_SUCCESS;
    }
    for (size_t done = 0; done < bytes;) {
        struct iovec own = {(char *)local + done, bytes - done}, other = {(void *)(remote + done), bytes - done};
        errno = 0;
        ssize_t moved = syscall(
            write ? SYS_process_vm_writev : SYS_process_vm_readv, process, &own, 1UL, &other, 1UL, 0UL);
        if (moved <= 0 && errno != EINTR)
            return errno == EFAULT ? MPI_ERR_RMA_RANGE : MPI_ERR_UNSUPPORTED_OPERATION;
        done += moved > 0 ? (size_t)moved : 0;
    }
    return MPI_SUCCESS;
}

/* This process, which lets others reach it where the kernel restricts that to parents. */
NATIVE_OF(NodeMemory, jint, open0)(JNIEnv *env, jclass self)
{
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    return getpid();
}

NATIVE_OF(NodeMemory, jboolean, canReach0)(JNIEnv *env, jclass self, jint process, jlong address)
{
    char byte;
    return transfer(process, &byte, (uint64_t)address, 1, 0) == MPI_SUCCESS;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static int is_at(const int32_t *word, int32_t value)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE) == value;
}

/* Waits until a word has a value, some nanoseconds at most, and returns whether it has. MPI goes on meanwhile. */
NATIVE_OF(NodeMemory, jint, awaitBriefly0)(JNIEnv *env, jclass self, jlong address, jint value, jlong nanoseconds)
{
    const int32_t *word = TO_ADDRESS(address);
    int64_t end = now() + nanoseconds;
    int found, there, goes_on = 1;
    begin_wait(0);
    while (!(there = is_at(word, value)) && goes_on) {
        if (!enter()) {
            there = FINALIZED;
            break;
        }
        leave(MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE));
        goes_on = now() < end;
        if (goes_on)
            idle();
    }
    end_wait();
    return there;
}

static int take(int *lock)
{
    return !__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE);
}

static void lock(jlong address)
{
    if (take(TO_ADDRESS(address)))
        return;
    begin_wait(0);
    while (!take(TO_ADDRESS(address)))
        idle();
    end_wait();
}

static void unlock(jlong address)
{
    __atomic_store_n((int *)TO_ADDRESS(address), 0, __ATOMIC_RELEASE);
}

/* Copies between memory of this process. */
NATIVE_OF(NodeMemory, void, copy0)(JNIEnv *env, jclass self, jlong from, jlong to, jlong bytes)
{
    memmove(TO_ADDRESS(to), TO_ADDRESS(from), (size_t)bytes);
}

/* Gives back the pages of shared memory. It stays mapped, and its bytes are zero then. */
NATIVE_OF(NodeMemory, void, drop0)(JNIEnv *env, jclass self, jlong address, jlong bytes)
{
    madvise(TO_ADDRESS(address), (size_t)bytes, MADV_REMOVE);
}

/* Copies blocks, each a displacement and a length in bytes, and a place in the local memory. */
NATIVE_OF(NodeMemory, jint, move0)(JNIEnv *env, jclass self, jint process, jlong base, jlong local, jint blocks,
                                   jlong triples, jboolean write)
{
    const int64_t *block = TO_ADDRESS(triples);
    int code = MPI_SUCCESS;
    for (int i = 0; i < blocks && code == MPI_SUCCESS; i++, block += 3)
        code = transfer(process, (char *)TO_ADDRESS(local) + block[2], (uint64_t)(base + block[0]), (size_t)block[1],
                        write);
    return code;
}

/*
 * Combines some bytes of items. The result, if there is one, takes the target's values from before. An operation of 0
 * leaves these values.
 */
static int combine(jint process, char *origin, char *result, uint64_t remote, size_t bytes, int size, MPI_Datatype type,
                   MPI_Op op)
{
    char copy[CHUNK] __attribute__((aligned(16)));
    char *there = process ? copy : (char *)remote;
    int code = process ? transfer(process, there, remote, bytes, 0) : MPI_SUCCESS;
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
    return code == MPI_SUCCESS && process ? transfer(process, there, remote, bytes, 1) : code;
}

NATIVE_OF(NodeMemory, jint, combine0)(JNIEnv *env, jclass self, jint process, jlong address, jlong locked, jlong origin,
                                      jlong result, jint size, jlong type, jlong op, jlong bytes)
{
    char *from = TO_ADDRESS(origin), *to = TO_ADDRESS(result);
    size_t chunk = CHUNK / (size_t)size * (size_t)size;
    int code = has_stack() ? MPI_SUCCESS : NO_STACK;
    for (size_t left = (size_t)bytes, now; left > 0 && code == MPI_SUCCESS; left -= now, address += now) {
        now = left < chunk ? left : chunk;
        lock(locked);
        code = combine(process, from, to, (uint64_t)address, now, size, TO_TYPE(type), TO_OP(op));
        unlock(locked);
        from += from ? now : 0;
        to += to ? now : 0;
    }
    return code;
}

NATIVE_OF(NodeMemory, jint, compareAndSwap0)(JNIEnv *env, jclass self, jint process, jlong address, jlong locked,
                                             jlong origin, jlong compare, jlong result, jint size)
{
    char there[LARGEST_ELEMENT];
    if (size > LARGEST_ELEMENT)
        return MPI_ERR_TYPE;
    lock(locked);
    int code = transfer(process, there, (uint64_t)address, (size_t)size, 0);
    if (code == MPI_SUCCESS && !memcmp(there, TO_ADDRESS(compare), (size_t)size))
        code = transfer(process, TO_ADDRESS(origin), (uint64_t)address, (size_t)size, 1);
    unlock(locked);
    if (code == MPI_SUCCESS)
        memcpy(TO_ADDRESS(result), there, (size_t)size);
    return code;
}
