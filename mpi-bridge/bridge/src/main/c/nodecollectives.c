/*
 * Collective operations among ranks of one node, through memory that they share. Each rank has a part of it:
 *
 *   own number, whether inside | whether ranks sleep (of the first part) | cells, in turn | a result
 *
 * A rank that comes to an operation writes what it gives into its next cell, and then the operation's number. The ranks that
 * need it wait for this number, and read. A rank overwrites a cell when all ranks have come to the operation after the one
 * that the cell was for. So none is further ahead than there are cells.
 */
#define _GNU_SOURCE
#include "bridge.h"
#include "org_rmi4mpi_bridge_NodeCollectives.h"

#include <string.h>
#include <time.h>

#define CELLS 4
#define CAPACITY org_rmi4mpi_bridge_NodeCollectives_CAPACITY
#define LONG org_rmi4mpi_bridge_NodeCollectives_LONG
#define ALL org_rmi4mpi_bridge_NodeCollectives_ALL
#define NOBODY org_rmi4mpi_bridge_NodeCollectives_NOBODY
#define TO_ONE org_rmi4mpi_bridge_NodeCollectives_TO_ONE
#define PENDING org_rmi4mpi_bridge_NodeCollectives_PENDING
#define BY_MPI org_rmi4mpi_bridge_NodeCollectives_BY_MPI
#define STIR_AND_GO_ON org_rmi4mpi_bridge_NodeCollectives_STIR_AND_GO_ON
#define DONE_BESIDE_SLEEPERS org_rmi4mpi_bridge_NodeCollectives_DONE_BESIDE_SLEEPERS

/* Looks at a number before the thread waits as inside MPI. */
#define LOOKS 60

typedef struct {
    _Alignas(64) int32_t number; /* written last */
    int32_t bytes;               /* or LONG */
    int32_t piece;               /* bytes for each rank, if each gets another piece */
    int32_t rest;
    char data[CAPACITY];
} cell_t;

typedef struct {
    _Alignas(64) int32_t number; /* of this rank's last operation */
    int32_t stage;               /* in it */
    int32_t known;               /* an operation that all ranks have come to */
    int32_t stirs;               /* whether others sleep, which may need what this rank has given */
    _Alignas(64) int32_t sleepers;
    cell_t cells[CELLS];
    _Alignas(64) char result[CAPACITY];
} part_t;

enum { OUTSIDE, COMING, INSIDE };

/* The ranks that take part, and how long a call waits. */
typedef struct {
    part_t *parts;
    part_t *own;
    int ranks;
    int looks;
    int64_t patience_ns;
    int64_t end; /* of the wait; 0 before it begins */
} room_t;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

NATIVE_OF(NodeCollectives, jint, bytes0)(JNIEnv *env, jclass self)
{
    return sizeof(part_t);
}

NATIVE_OF(NodeCollectives, void, countSleepers0)(JNIEnv *env, jclass self, jlong memory, jint more)
{
    __atomic_add_fetch(&((part_t *)TO_ADDRESS(memory))->sleepers, more, __ATOMIC_SEQ_CST);
}

static int has_come(const int32_t *number, int32_t operation)
{
    return __atomic_load_n(number, __ATOMIC_ACQUIRE) - operation >= 0;
}

/* Waits until a number is reached, and returns MPI's code, or PENDING. MPI goes on meanwhile. */
static int __attribute__((noinline)) await_longer(room_t *room, const int32_t *number, int32_t operation)
{
    int found, code = MPI_SUCCESS;
    if (room->own->stage == INSIDE && room->own->stirs)
        return PENDING;
    if (room->end == 0)
        room->end = now() + room->patience_ns;
    begin_wait(0);
    while (!has_come(number, operation)) {
        code = enter() ? leave(MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE)) : FINALIZED;
        if (code == MPI_SUCCESS && now() >= room->end)
            code = has_come(number, operation) ? MPI_SUCCESS : PENDING;
        if (code != MPI_SUCCESS)
            break;
        idle();
    }
    end_wait();
    return code;
}

static int await(room_t *room, const int32_t *number, int32_t operation)
{
    for (int i = 0; i < room->looks; i++) {
        if (has_come(number, operation))
            return MPI_SUCCESS;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    return has_come(number, operation) ? MPI_SUCCESS : await_longer(room, number, operation);
}

static cell_t *cell(const room_t *room, int rank, int32_t operation)
{
    return &room->parts[rank].cells[(uint32_t)operation % CELLS];
}

static room_t room_of(jlong memory, jint rank, jint ranks, jlong patience_ns)
{
    part_t *parts = TO_ADDRESS(memory);
    return (room_t){parts, parts + rank, ranks, shares_cores() ? 0 : LOOKS, patience_ns, 0};
}

/* Waits until all ranks have come to an operation. */
static int await_all(room_t *room, int32_t operation)
{
    int code = MPI_SUCCESS;
    for (int i = 0; i < room->ranks && code == MPI_SUCCESS; i++)
        code = await(room, &cell(room, i, operation)->number, operation);
    if (code == MPI_SUCCESS)
        room->own->known = operation;
    return code;
}

/* Copies elements between an array, or memory at an address, and a cell. The kinds are those of Element.java. */
#define COPY(direction, name, type) \
    (*env)->direction##name##ArrayRegion(env, array, (jsize)at, bytes / (jint)sizeof(j##type), (j##type *)memory)
#define COPY_BY_KIND(direction)          \
    switch (kind) {                      \
    case 0:                              \
        COPY(direction, Byte, byte);     \
        break;                           \
    case 1:                              \
        COPY(direction, Char, char);     \
        break;                           \
    case 2:                              \
        COPY(direction, Short, short);   \
        break;                           \
    case 4:                              \
        COPY(direction, Int, int);       \
        break;                           \
    case 5:                              \
        COPY(direction, Long, long);     \
        break;                           \
    case 6:                              \
        COPY(direction, Float, float);   \
        break;                           \
    default:                             \
        COPY(direction, Double, double); \
    }

static void load(JNIEnv *env, jobject array, jlong at, jint kind, char *memory, jint bytes)
{
    if (bytes == 0)
        return;
    if (!array) {
        memcpy(memory, TO_ADDRESS(at), (size_t)bytes);
        return;
    }
    COPY_BY_KIND(Get)
}

static const jlong sizes[] = {1, 2, 2, 1, 4, 8, 4, 8};

/* skipped: bytes before the place in the array or the memory */
static void store(JNIEnv *env, jobject array, jlong at, jint kind, jlong skipped, char *memory, jint bytes)
{
    if (bytes == 0)
        return;
    if (!array) {
        memcpy((char *)TO_ADDRESS(at) + skipped, memory, (size_t)bytes);
        return;
    }
    at += skipped / sizes[kind];
    COPY_BY_KIND(Set)
}

/* What a rank gives to an operation. */
typedef struct {
    jobject array;
    jlong at;
    jint kind;
    jint bytes; /* or LONG */
    jint pieces;
} gift_t;

/* Comes to the next operation, unless this was done before. Returns MPI's code, or PENDING. */
static int come(JNIEnv *env, room_t *room, const gift_t *gift)
{
    part_t *own = room->own;
    if (own->stage == OUTSIDE) {
        if (!has_stack())
            return NO_STACK;
        own->number++;
        own->stage = COMING;
    }
    if (own->stage == INSIDE)
        return MPI_SUCCESS;
    int32_t before = own->number - CELLS + 1;
    int code = own->known - before >= 0 ? MPI_SUCCESS : await_all(room, before);
    if (code != MPI_SUCCESS)
        return code;
    cell_t *next = &own->cells[(uint32_t)own->number % CELLS];
    if (gift->bytes != LONG)
        load(env, gift->array, gift->at, gift->kind, next->data, gift->bytes);
    next->bytes = gift->bytes;
    next->piece = gift->bytes == LONG ? LONG : gift->bytes / gift->pieces;
    __atomic_exchange_n(&next->number, own->number, __ATOMIC_SEQ_CST); /* before the look for sleepers */
    own->stirs = __atomic_load_n(&room->parts->sleepers, __ATOMIC_RELAXED) > 0;
    own->stage = INSIDE;
    return MPI_SUCCESS;
}

/* Leaves an operation for now, or for good. */
static jint leave_room(room_t *room, int code)
{
    part_t *own = room->own;
    int stirs = own->stage == INSIDE && own->stirs;
    if (code != PENDING && code != NO_STACK)
        own->stage = OUTSIDE;
    if (code != PENDING && code != MPI_SUCCESS)
        return code;
    own->stirs = 0;
    return !stirs ? code : code == PENDING ? STIR_AND_GO_ON : DONE_BESIDE_SLEEPERS;
}

/* Whether all ranks that give something to this operation, which all have come to, give more than a cell takes. */
static int are_long(const room_t *room)
{
    for (int i = 0; i < room->ranks; i++) {
        int32_t bytes = cell(room, i, room->own->number)->bytes;
        if (bytes != LONG && bytes != 0)
            return 0;
    }
    return 1;
}

/*
 * Waits for the ranks that this one needs. Returns BY_MPI if what they give is more than a cell takes. Where all ranks give, and
 * only some give so much, MPI would wait forever for the others: then the receivers are told, and the others go on.
 */
static int await_givers(room_t *room, int givers, int is_long)
{
    int32_t operation = room->own->number;
    if (givers >= 0) {
        int code = await(room, &cell(room, givers, operation)->number, operation);
        return code == MPI_SUCCESS && cell(room, givers, operation)->bytes == LONG ? BY_MPI : code;
    }
    if (givers == ALL || (givers == TO_ONE && is_long)) {
        int code = await_all(room, operation), some = 0;
        for (int i = 0; i < room->ranks && code == MPI_SUCCESS; i++)
            some |= cell(room, i, operation)->bytes == LONG;
        return some && are_long(room) ? BY_MPI : code;
    }
    return givers == NOBODY && is_long ? BY_MPI : MPI_SUCCESS;
}

NATIVE_OF(NodeCollectives, jint,
          move0)(JNIEnv *env, jclass self, jlong memory, jint rank, jint ranks, jlong patience_ns, jobject from,
                 jlong from_at, jint from_kind, jint bytes, jint pieces, jint givers, jobject to, jlong to_at,
                 jint to_kind, jint room_bytes)
{
    room_t room = room_of(memory, rank, ranks, patience_ns);
    gift_t gift = {from, from_at, from_kind, bytes, pieces};
    int code = come(env, &room, &gift);
    if (code == MPI_SUCCESS)
        code = await_givers(&room, givers, bytes == LONG);
    if (code != MPI_SUCCESS)
        return leave_room(&room, code);
    int gives = givers == ALL || givers >= 0;
    int first = givers == ALL ? 0 : givers, last = givers == ALL ? ranks - 1 : givers;
    int32_t number = room.own->number;
    for (int i = first; i <= last && gives; i++) {
        cell_t *given = cell(&room, i, number);
        if (given->bytes == LONG) {
            if (i != rank)
                code = bytes == LONG ? MPI_ERR_COUNT : MPI_ERR_TRUNCATE;
            continue;
        }
        int skipped = given->piece == given->bytes ? 0 : given->piece * rank;
        int there = given->piece < room_bytes ? given->piece : room_bytes;
        if (skipped + there > CAPACITY)
            there = 0;
        if (given->piece > room_bytes)
            code = MPI_ERR_TRUNCATE;
        store(env, to, to_at, to_kind, (jlong)room_bytes * (i - first), given->data + skipped, there);
    }
    return leave_room(&room, code);
}

/*
 * Combines what the first ranks have given, in the order of ranks: some items, after the skipped bytes. MPI's own operations
 * commute.
 */
static int combine(room_t *room, int combined, jint skipped, jint bytes, jint items, MPI_Datatype type, MPI_Op op)
{
    char *result = room->own->result;
    int32_t number = room->own->number;
    memcpy(result, cell(room, 0, number)->data + skipped, (size_t)bytes);
    if (items == 0)
        return MPI_SUCCESS;
    if (!enter())
        return FINALIZED;
    int code = MPI_SUCCESS;
    for (int i = 1; i < combined && code == MPI_SUCCESS; i++)
        code = MPI_Reduce_local(cell(room, i, number)->data + skipped, result, items, type, op);
    return leave(code);
}

NATIVE_OF(NodeCollectives, jint,
          reduce0)(JNIEnv *env, jclass self, jlong memory, jint rank, jint ranks, jlong patience_ns, jobject from,
                   jlong from_at, jint from_kind, jint bytes, jint combined, jint skipped, jint result_bytes,
                   jint items, jlong type, jlong op, jobject to, jlong to_at, jint to_kind)
{
    room_t room = room_of(memory, rank, ranks, patience_ns);
    gift_t gift = {from, from_at, from_kind, bytes, 1};
    int code = come(env, &room, &gift);
    int32_t number = room.own->number;
    if (code == MPI_SUCCESS && bytes == LONG) {
        code = await_all(&room, number);
        if (code == MPI_SUCCESS)
            code = are_long(&room) ? BY_MPI : MPI_ERR_COUNT;
    }
    if (code == MPI_SUCCESS && combined == ranks)
        code = await_all(&room, number);
    for (int i = 0; i < combined && code == MPI_SUCCESS; i++) {
        code = await(&room, &cell(&room, i, number)->number, number);
        if (code == MPI_SUCCESS && cell(&room, i, number)->bytes != bytes)
            code = MPI_ERR_COUNT;
    }
    if (code == MPI_SUCCESS && combined > 0)
        code = combine(&room, combined, skipped, result_bytes, items, TO_TYPE(type), TO_OP(op));
    if (code == MPI_SUCCESS && combined > 0)
        store(env, to, to_at, to_kind, 0, room.own->result, result_bytes);
    return leave_room(&room, code);
}
