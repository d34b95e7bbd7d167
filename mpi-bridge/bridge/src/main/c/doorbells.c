/*
 * Doorbells: one cache line in shared memory for each rank of a node, with two futexes. A sender rings for a rank that
 * sleeps. The memory is a file that is unlinked as soon as all ranks have mapped it. It stays mapped until the process
 * ends, because threads may ring after MPI has been finalised.
 */
#define _GNU_SOURCE
#include "bridge.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Same layout as in Doorbells.java. */
typedef struct {
    int32_t attendants;
    int32_t crew_rings;
    int32_t stirs;
    int32_t sleepers;
    int32_t waiters;
    int32_t core;
    int32_t waiter_rings;
    char rest[36];
} line_t;

/* Kinds of sleeping threads, as bits. Same as in Doorbells.java. */
enum { WAITER = 1, NEXT_LEADER = 2, DEPUTY = 4 };

#define NAME_LENGTH 64

/*
 * Maps a file of this length, after creating it if is_new. Returns NULL and an errno on failure. Allocates the file's
 * memory at once, because missing memory would raise SIGBUS on first access.
 */
static void *map(const char *name, int is_new, size_t length, int *error)
{
    void *memory = MAP_FAILED;
    int file = open(name, (is_new ? O_CREAT | O_EXCL : 0) | O_RDWR | O_CLOEXEC, 0600);
    *error = file < 0 ? errno : 0;
    if (file >= 0 && is_new) {
        do
            *error = posix_fallocate(file, 0, (off_t)length);
        while (*error == EINTR);
    }
    if (!*error) {
        memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        *error = memory == MAP_FAILED ? errno : 0;
    }
    if (file >= 0)
        close(file);
    if (*error && file >= 0 && is_new)
        unlink(name);
    return memory == MAP_FAILED ? NULL : memory;
}

/* One process creates the file and sends its name to the others. The name is empty if the file could not be created. */
static line_t *share(MPI_Comm node, int rank, int size, int *error)
{
    char name[NAME_LENGTH] = "";
    size_t length = sizeof(line_t) * (size_t)size;
    line_t *lines = NULL;
    if (rank == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(name, sizeof name, "/dev/shm/rmi4mpi-%ld-%ld%09ld", (long)getpid(), (long)now.tv_sec, now.tv_nsec);
        lines = map(name, 1, length, error);
        if (!lines)
            *name = 0;
    }
    int code = MPI_Bcast(name, NAME_LENGTH, MPI_CHAR, 0, node);
    if (code == MPI_SUCCESS && rank != 0 && *name)
        lines = map(name, 0, length, error);
    MPI_Barrier(node);
    if (rank == 0 && *name)
        unlink(name);
    return lines;
}

static line_t *alone(void)
{
    void *memory = mmap(NULL, sizeof(line_t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* The words in which each rank of a node tells the others about its mapping. */
enum { RANK, HAS_SHARE, ERROR, WORDS };

/*
 * Collective. Stores the address of each rank's line, or 0 if the rank is on another node or has no mapping. At the
 * node's first rank it also stores an errno and the first rank that met it, or 0 if all have the mapping. Last come the
 * address and number of the node's lines.
 */
NATIVE(jint, doorbells0)(JNIEnv *env, jclass self, jlong comm, jint rank, jint size, jlong addresses_at)
{
    int64_t *addresses = TO_ADDRESS(addresses_at);
    MPI_Comm node = MPI_COMM_NULL;
    int node_rank = 0, node_size = 0, error = 0;
    memset(addresses, 0, sizeof *addresses * ((size_t)size + 4));
    int code = MPI_Comm_split_type(TO_COMM(comm), MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    if (code != MPI_SUCCESS)
        return code;
    MPI_Comm_rank(node, &node_rank);
    MPI_Comm_size(node, &node_size);
    line_t *lines = share(node, node_rank, node_size, &error);
    int mine[WORDS] = {rank, lines != NULL, error};
    int members[node_size][WORDS];
    code = MPI_Allgather(mine, WORDS, MPI_INT, members, WORDS, MPI_INT, node);
    for (int i = node_size - 1; i >= 0 && code == MPI_SUCCESS; i--) {
        if (lines && members[i][HAS_SHARE])
            addresses[members[i][RANK]] = TO_JLONG(lines + i);
        if (node_rank == 0 && members[i][ERROR]) {
            addresses[size] = members[i][ERROR];
            addresses[size + 1] = members[i][RANK];
        }
    }
    addresses[size + 2] = TO_JLONG(lines);
    addresses[size + 3] = lines ? node_size : 0;
    if (!addresses[rank])
        addresses[rank] = TO_JLONG(alone());
    MPI_Comm_free(&node);
    return code == MPI_SUCCESS && !addresses[rank] ? MPI_ERR_NO_MEM : code;
}

NATIVE(jstring, systemError0)(JNIEnv *env, jclass self, jint error)
{
    return (*env)->NewStringUTF(env, strerror(error));
}

/* Counts a ring in one of a line's words, and wakes a thread that sleeps there as one of these kinds. Returns how many. */
static int ring(int32_t *rings, int kinds)
{
    __atomic_add_fetch(rings, 1, __ATOMIC_SEQ_CST);
    return (int)syscall(SYS_futex, rings, FUTEX_WAKE_BITSET, 1, NULL, NULL, kinds);
}

/* Wakes a thread of the crew: the next leader, or else a deputy, or else the thread that waits for a reply. */
NATIVE(void, ringCrew0)(JNIEnv *env, jclass self, jlong address)
{
    line_t *line = TO_ADDRESS(address);
    if (ring(&line->crew_rings, NEXT_LEADER) == 0 && ring(&line->crew_rings, DEPUTY) == 0)
        ring(&line->waiter_rings, WAITER);
}

NATIVE(void, ringWaiter0)(JNIEnv *env, jclass self, jlong address)
{
    line_t *line = TO_ADDRESS(address);
    ring(&line->waiter_rings, WAITER);
}

/* Adds to one of a line's words, with the effect of a full fence. */
NATIVE(void, count0)(JNIEnv *env, jclass self, jlong address, jint offset, jint more)
{
    __atomic_add_fetch((int32_t *)((char *)TO_ADDRESS(address) + offset), more, __ATOMIC_SEQ_CST);
}

/* The number of ranks of the node, except this one, that compute on each core. */
static void count_ranks(const line_t *lines, int count, const line_t *own, int ranks[CPU_SETSIZE])
{
    memset(ranks, 0, sizeof(int) * CPU_SETSIZE);
    for (int i = 0; i < count; i++) {
        int core = __atomic_load_n(&lines[i].core, __ATOMIC_RELAXED) - 1;
        if (lines + i != own && core >= 0 && core < CPU_SETSIZE)
            ranks[core]++;
    }
}

/* The allowed core on which the fewest other ranks compute. Prefers the current one. */
static int emptiest(const cpu_set_t *allowed, const int ranks[CPU_SETSIZE], int current)
{
    int best = current;
    for (int core = 0; core < CPU_SETSIZE && ranks[best] > 0; core++)
        if (CPU_ISSET(core, allowed) && ranks[core] < ranks[best])
            best = core;
    return best;
}

/* Sleeps until the ring count of this kind differs from the given one, or the timeout passes. */
NATIVE(void, doze0)(JNIEnv *env, jclass self, jlong address, jint rings, jint kind, jlong nanoseconds)
{
    line_t *line = TO_ADDRESS(address);
    int32_t *word = kind == WAITER ? &line->waiter_rings : &line->crew_rings;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += nanoseconds % 1000000000;
    until.tv_sec += nanoseconds / 1000000000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    syscall(SYS_futex, word, FUTEX_WAIT_BITSET, rings, &until, NULL, kind);
}

/* Moves this thread to a core. Returns false if it may not run there. */
static int move_to(int core)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

/*
 * Tells the other ranks on which core this thread computes. Moves it where fewer of them do so, and lets it run
 * anywhere then.
 */
NATIVE(void, takeCore0)(JNIEnv *env, jclass self, jlong own_at, jlong lines_at, jint count)
{
    line_t *own = TO_ADDRESS(own_at);
    int core = sched_getcpu();
    int ranks[CPU_SETSIZE];
    if (core < 0 || core >= CPU_SETSIZE)
        return;
    count_ranks(TO_ADDRESS(lines_at), count, own, ranks);
    cpu_set_t allowed;
    if (ranks[core] > 0 && sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        int better = emptiest(&allowed, ranks, core);
        if (better != core && move_to(better)) {
            if (sched_setaffinity(0, sizeof allowed, &allowed) != 0) { /* The allowed cores have changed meanwhile. */
                memset(&allowed, 0xff, sizeof allowed);
                sched_setaffinity(0, sizeof allowed, &allowed);
            }
            core = better;
        }
    }
    __atomic_store_n(&own->core, core + 1, __ATOMIC_RELAXED);
}
