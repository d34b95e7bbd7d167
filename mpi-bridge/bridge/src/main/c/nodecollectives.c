/*
 * Collective operations among ranks of one node, through memory that they share. Each rank has a part of it:
 *
 *   what the rank alone uses | whether ranks sleep (of the first part) | slots, in turn | bytes, in a ring | a result
 *
 * A rank that comes to an operation writes what it gives into its next slot, or into the ring if it is more than a slot takes,
 * and then the operation's number into the slot. The ranks that need it wait for this number, and read. A rank reuses the memory
 * of an operation when all ranks have come to a later one. So none is further ahead than there are slots.
 */
#define _GNU_SOURCE
#include "collectives.h"
#include "org_rmi4mpi_bridge_NodeCollectives.h"

#include <string.h>
#include <time.h>

#define SLOTS 64
#define CAPACITY org_rmi4mpi_bridge_NodeCollectives_CAPACITY
#define LONG org_rmi4mpi_bridge_NodeCollectives_LONG
#define ALL org_rmi4mpi_bridge_NodeCollectives_ALL
#define NOBODY org_rmi4mpi_bridge_NodeCollectives_NOBODY
#define TO_ONE org_rmi4mpi_bridge_NodeCollectives_TO_ONE
#define TO_ONE_OF_ANY_LENGTH org_rmi4mpi_bridge_NodeCollectives_TO_ONE_OF_ANY_LENGTH
#define BY_MPI org_rmi4mpi_bridge_NodeCollectives_BY_MPI
#define STIR_AND_GO_ON org_rmi4mpi_bridge_NodeCollectives_STIR_AND_GO_ON
#define DONE_BESIDE_SLEEPERS org_rmi4mpi_bridge_NodeCollectives_DONE_BESIDE_SLEEPERS
#define SECTION_TO_READ org_rmi4mpi_bridge_NodeCollectives_SECTION_TO_READ
#define SECTION_TO_WRITE org_rmi4mpi_bridge_NodeCollectives_SECTION_TO_WRITE
#define DISAGREE org_rmi4mpi_bridge_NodeCollectives_DISAGREE

/* Room for four times what a rank gives. */
#define RING (4 * CAPACITY)
/* Bytes that a slot takes: with its first lines a whole number of lines of the cache. */
#define SHORT 288

#define MOST_RANKS org_rmi4mpi_bridge_NodeCollectives_MOST_RANKS
#define LINE 64

/* Looks at a number before the thread waits as inside MPI. */
#define LOOKS 60

/* The pieces differ in length: their lengths are before them. */
#define DIFFERENT (-2)

typedef struct {
    _Alignas(64) int64_t number; /* written last */
    int32_t bytes;               /* or LONG */
    int32_t piece;               /* bytes for each rank, if each gets another piece; or DIFFERENT */
    uint32_t place;              /* in the ring, of more than SHORT bytes */
    _Alignas(16) char data[SHORT];
} given_t;

typedef struct {
    _Alignas(64) int64_t number; /* of this rank's last operation */
    int64_t known;               /* an operation that all ranks have come to */
    int32_t stage;               /* in the last operation */
    int32_t stirs;               /* whether others sleep, which may need what this rank has given */
    uint32_t used;               /* bytes of the ring, since the start */
    uint32_t from[SLOTS];        /* where in these the bytes of the last operations begin */
    _Alignas(64) int32_t sleepers;
    given_t slots[SLOTS];
    _Alignas(64) char ring[RING];
    _Alignas(64) char result[CAPACITY];
} part_t;

enum { OUTSIDE, COMING, INSIDE };

/* The ranks that take part, and how long a call waits. */
typedef struct {
    part_t *parts;
    part_t *own;
    int rank;
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

static int has_come(const int64_t *number, int64_t operation)
{
    return __atomic_load_n(number, __ATOMIC_ACQUIRE) >= operation;
}

/* Waits until a number is reached, and returns MPI's code, or PENDING. MPI goes on meanwhile. */
static int __attribute__((noinline)) await_longer(room_t *room, const int64_t *number, int64_t operation)
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

static int await(room_t *room, const int64_t *number, int64_t operation)
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

static given_t *given(const room_t *room, int rank, int64_t operation)
{
    return &room->parts[rank].slots[operation % SLOTS];
}

/* The bytes that a rank has given to the operation under way. */
static char *data_of(const room_t *room, int rank)
{
    given_t *one = given(room, rank, room->own->number);
    return one->bytes > SHORT ? room->parts[rank].ring + one->place : one->data;
}

static room_t room_of(jlong memory, jint rank, jint ranks, jlong patience_ns)
{
    part_t *parts = TO_ADDRESS(memory);
    return (room_t){parts, parts + rank, rank, ranks, shares_cores() ? 0 : LOOKS, patience_ns, 0};
}

/* Waits until all ranks have come to an operation. */
static int await_all(room_t *room, int64_t operation)
{
    int code = MPI_SUCCESS;
    for (int i = 0; i < room->ranks && code == MPI_SUCCESS; i++)
        code = await(room, &given(room, i, operation)->number, operation);
    if (code == MPI_SUCCESS)
        room->own->known = operation;
    return code;
}

static uint32_t whole_lines(int bytes)
{
    return ((uint32_t)bytes + LINE - 1) / LINE * LINE;
}

/* Bytes of the ring that an operation of so many bytes takes. They lie in one run. */
static uint32_t taken(uint32_t used, int bytes)
{
    if (bytes <= SHORT)
        return 0;
    uint32_t whole = whole_lines(bytes), left = RING - used % RING;
    return left >= whole ? whole : left + whole;
}

/*
 * Waits until the memory for the next operation of this rank is free. It waits for several slots at once, since the others may need
 * this core to come.
 */
static int await_room(room_t *room, int bytes)
{
    part_t *own = room->own;
    int code = MPI_SUCCESS;
    uint32_t end = own->used + taken(own->used, bytes);
    while (code == MPI_SUCCESS) {
        int64_t half = own->number - SLOTS / 2;
        if (own->number - own->known >= SLOTS)
            code = await_all(room, half);
        else if (end - own->from[own->known % SLOTS] > RING)
            code = await_all(room, own->known + 1);
        else
            break;
    }
    return code;
}

/* What a rank gives to an operation. */
typedef struct {
    jobject array;
    jlong at;
    jint kind;
    jint bytes; /* or LONG */
    jint pieces;
    const jint *lengths; /* of pieces that differ, in bytes; else null */
    const jint *places;  /* where each of these begins, in elements or bytes after the place */
} gift_t;

static void load_pieces(JNIEnv *env, const gift_t *gift, char *memory)
{
    size_t lengths = (size_t)gift->pieces * sizeof(jint);
    memcpy(memory, gift->lengths, lengths);
    memory += lengths;
    for (int i = 0; i < gift->pieces; memory += gift->lengths[i++])
        load(env, gift->array, gift->at + gift->places[i], gift->kind, memory, gift->lengths[i]);
}

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
    int code = await_room(room, gift->bytes);
    if (code != MPI_SUCCESS)
        return code;
    given_t *next = given(room, room->rank, own->number);
    own->from[own->number % SLOTS] = own->used;
    own->used += taken(own->used, gift->bytes);
    uint32_t place = (own->used - whole_lines(gift->bytes)) % RING; /* not used for others */
    char *data = gift->bytes > SHORT ? own->ring + place : next->data;
    if (gift->bytes != LONG && gift->lengths)
        load_pieces(env, gift, data);
    else if (gift->bytes != LONG)
        load(env, gift->array, gift->at, gift->kind, data, gift->bytes);
    /* All at once with the number: a rank that waits for it reads this line all the time, so that each write may wait for it. */
    next->bytes = gift->bytes;
    next->piece = gift->bytes == LONG ? LONG : gift->lengths ? DIFFERENT : gift->bytes / gift->pieces;
    next->place = place;
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

/* Of the ranks that give something to this operation, which all have come to: whether some, or all, give more than is taken. */
static int are_long(const room_t *room, int all)
{
    int longs = 0, others = 0;
    for (int i = 0; i < room->ranks; i++) {
        int32_t bytes = given(room, i, room->own->number)->bytes;
        longs += bytes == LONG;
        others += bytes != LONG && bytes != 0;
    }
    return longs > 0 && !(all && others > 0);
}

/*
 * Waits for the ranks that this one needs. Returns BY_MPI if what they give is too much. Where all ranks give as much, and
 * only some give too much, MPI would wait forever for the others: then the receivers are told, and the others go on.
 */
static int await_givers(room_t *room, int givers, int is_long, int of_any_length)
{
    int64_t operation = room->own->number;
    if (givers >= 0) {
        int code = await(room, &given(room, givers, operation)->number, operation);
        return code == MPI_SUCCESS && given(room, givers, operation)->bytes == LONG ? BY_MPI : code;
    }
    if (givers == ALL || givers == TO_ONE_OF_ANY_LENGTH || (givers == TO_ONE && is_long)) {
        int code = await_all(room, operation);
        return code == MPI_SUCCESS && are_long(room, !of_any_length) ? BY_MPI : code;
    }
    return givers == NOBODY && is_long ? BY_MPI : MPI_SUCCESS;
}

static jint length_at(const char *lengths, int index)
{
    jint length;
    memcpy(&length, lengths + (size_t)index * sizeof length, sizeof length);
    return length;
}

/* What another rank has given to this one. */
static char *piece_of(const room_t *room, int giver, jint *length)
{
    const given_t *one = given(room, giver, room->own->number);
    char *data = data_of(room, giver);
    *length = one->piece;
    if (one->piece == one->bytes)
        return data;
    if (one->piece != DIFFERENT)
        return data + (ptrdiff_t)one->piece * room->rank;
    char *lengths = data;
    data += (size_t)room->ranks * sizeof(jint);
    for (int i = 0; i < room->rank; i++)
        data += length_at(lengths, i);
    *length = length_at(lengths, room->rank);
    return data;
}

/* The pieces of ranks, in an int[] of Java: those given, then those taken. */
typedef struct {
    jint given[MOST_RANKS];
    jint given_places[MOST_RANKS];
    jint taken[MOST_RANKS];
    jint taken_places[MOST_RANKS];
} pieces_t;

NATIVE_OF(NodeCollectives, jint,
          move0)(JNIEnv *env, jclass self, jlong memory, jint rank, jint ranks, jlong patience_ns, jobject from,
                 jlong from_at, jint from_kind, jint bytes, jint pieces, jint givers, jobject to, jlong to_at,
                 jint to_kind, jint room_bytes, jintArray different)
{
    room_t room = room_of(memory, rank, ranks, patience_ns);
    pieces_t each;
    if (different)
        (*env)->GetIntArrayRegion(env, different, 0, sizeof each / sizeof(jint), (jint *)&each);
    int gives_different = different && pieces > 1;
    gift_t gift = {from,
                   from_at,
                   from_kind,
                   bytes,
                   pieces,
                   gives_different ? each.given : NULL,
                   gives_different ? each.given_places : NULL};
    int code = come(env, &room, &gift);
    if (code == MPI_SUCCESS)
        code = await_givers(&room, givers, bytes == LONG, different || givers == TO_ONE_OF_ANY_LENGTH);
    if (code != MPI_SUCCESS)
        return leave_room(&room, code);
    int gives = givers == ALL || givers >= 0;
    int first = givers == ALL ? 0 : givers, last = givers == ALL ? ranks - 1 : givers;
    for (int i = first; i <= last && gives; i++) {
        given_t *one = given(&room, i, room.own->number);
        if (one->bytes == LONG) {
            if (i != rank)
                code = bytes == LONG ? MPI_ERR_COUNT : MPI_ERR_TRUNCATE;
            continue;
        }
        int differs = different && givers == ALL;
        jint length, most = differs ? each.taken[i] : room_bytes;
        char *data = piece_of(&room, i, &length);
        if (length > most) {
            code = MPI_ERR_TRUNCATE;
            length = most;
        }
        if (data + length > data_of(&room, i) + one->bytes)
            length = 0; /* another call there */
        if (differs)
            store(env, to, to_at + each.taken_places[i], to_kind, 0, data, length);
        else
            store(env, to, to_at, to_kind, (jlong)room_bytes * (i - first), data, length);
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
    memcpy(result, data_of(room, 0) + skipped, (size_t)bytes);
    if (items == 0)
        return MPI_SUCCESS;
    if (!enter())
        return FINALIZED;
    int code = MPI_SUCCESS;
    for (int i = 1; i < combined && code == MPI_SUCCESS; i++)
        code = MPI_Reduce_local(data_of(room, i) + skipped, result, items, type, op);
    return leave(code);
}

NATIVE_OF(NodeCollectives, jint,
          reduce0)(JNIEnv *env, jclass self, jlong memory, jint rank, jint ranks, jlong patience_ns, jobject from,
                   jlong from_at, jint from_kind, jint bytes, jint combined, jint skipped, jint result_bytes,
                   jint items, jlong type, jlong op, jobject to, jlong to_at, jint to_kind)
{
    room_t room = room_of(memory, rank, ranks, patience_ns);
    gift_t gift = {from, from_at, from_kind, bytes, 1, NULL, NULL};
    int code = come(env, &room, &gift);
    int64_t number = room.own->number;
    if (code == MPI_SUCCESS && bytes == LONG) {
        code = await_all(&room, number);
        if (code == MPI_SUCCESS)
            code = are_long(&room, 1) ? BY_MPI : MPI_ERR_COUNT;
    }
    if (code == MPI_SUCCESS && combined == ranks)
        code = await_all(&room, number);
    for (int i = 0; i < combined && code == MPI_SUCCESS; i++) {
        given_t *one = given(&room, i, number);
        code = await(&room, &one->number, number);
        if (code == MPI_SUCCESS && one->bytes != bytes)
            code = MPI_ERR_COUNT;
    }
    if (code == MPI_SUCCESS && combined > 0)
        code = combine(&room, combined, skipped, result_bytes, items, TO_TYPE(type), TO_OP(op));
    if (code == MPI_SUCCESS && combined > 0)
        store(env, to, to_at, to_kind, 0, room.own->result, result_bytes);
    return leave_room(&room, code);
}

/* Whether all ranks have given this value, to an operation that all have come to. */
static int have_all_given(const room_t *room, jlong value)
{
    for (int i = 0; i < room->ranks; i++) {
        jint length;
        const char *data = piece_of(room, i, &length);
        if (length != (jint)sizeof value || memcmp(data, &value, sizeof value) != 0)
            return 0;
    }
    return 1;
}

/* Returns PENDING, too, if ranks sleep that have to be stirred before this one blocks. */
static jint agree(JNIEnv *env, room_t *room, jlong value)
{
    gift_t gift = {NULL, TO_JLONG(&value), 0, sizeof value, 1, NULL, NULL};
    int code = come(env, room, &gift);
    if (code == MPI_SUCCESS)
        code = await_all(room, room->own->number);
    if (code == MPI_SUCCESS && room->own->stirs)
        code = PENDING;
    if (code != MPI_SUCCESS)
        return leave_room(room, code);
    int agrees = have_all_given(room, value);
    leave_room(room, MPI_SUCCESS);
    return agrees ? MPI_SUCCESS : DISAGREE;
}

/* The blocking form of an operation of collectives.c. */
#define BLOCKING_FORM(name, ...) \
    Java_org_rmi4mpi_bridge_MpiCollectives_##name(env, self, __VA_ARGS__, comm, TO_JLONG(&slot))
#define BLOCKING_CASE(operation, name, ...)              \
    case org_rmi4mpi_bridge_NodeCollectives_##operation: \
        return BLOCKING_FORM(name, __VA_ARGS__)

/* Bytes of the counts and places to take, after which those to give come. */
#define LISTS_TAKEN (jlong)(2 * MOST_RANKS * sizeof(jint))

static jint call_mpi(JNIEnv *env, jclass self, jint operation, jlong from, jint given, jlong given_type, jlong to,
                     jint taken, jlong taken_type, const jint *lists, jlong op, jint root, jlong comm)
{
    slot_t slot;
    memset(&slot, 0, sizeof slot);
    slot.form = BLOCKING;
    jlong counts = TO_JLONG(lists), places = lists ? TO_JLONG(lists + MOST_RANKS) : 0;
    jlong given_counts = counts + LISTS_TAKEN, given_places = places + LISTS_TAKEN;
    switch (operation) {
        BLOCKING_CASE(BCAST, ibcast0, to, taken, taken_type, root);
        BLOCKING_CASE(GATHER, igather0, from, given, given_type, to, taken, taken_type, root);
        BLOCKING_CASE(SCATTER, iscatter0, from, given, given_type, to, taken, taken_type, root);
        BLOCKING_CASE(ALLGATHER, iallgather0, from, given, given_type, to, taken, taken_type);
        BLOCKING_CASE(ALLGATHERV, iallgatherv0, from, given, given_type, to, counts, places, taken_type);
        BLOCKING_CASE(GATHERV, igatherv0, from, given, given_type, to, counts, places, taken_type, root);
        BLOCKING_CASE(ALLTOALLV, ialltoallv0, from, given_counts, given_places, given_type, to, counts, places,
                      taken_type);
        BLOCKING_CASE(ALLTOALL, ialltoall0, from, given, given_type, to, taken, taken_type);
        BLOCKING_CASE(REDUCE, ireduce0, from, to, taken, taken_type, op, root);
        BLOCKING_CASE(ALLREDUCE, iallreduce0, from, to, taken, taken_type, op);
        BLOCKING_CASE(SCAN, iscan0, from, to, taken, taken_type, op);
        BLOCKING_CASE(REDUCE_SCATTER, ireduceScatter0, from, to, counts, taken_type, op);
    default:
        return MPI_ERR_ARG;
    }
}

NATIVE_OF(NodeCollectives, jint, together0)(
    JNIEnv *env, jclass self, jlong memory, jint rank, jint ranks, jlong patience_ns, jboolean have_agreed, jlong value,
    jint operation, jobject from, jlong from_at, jint given, jlong given_type, jobject to, jlong to_at, jint taken,
    jlong taken_type, jint sections, jintArray counts_and_places, jlong op, jint root, jlong comm)
{
    jint lists[4 * MOST_RANKS];
    if (counts_and_places)
        (*env)->GetIntArrayRegion(env, counts_and_places, 0, 4 * MOST_RANKS, lists);
    if (!have_agreed) {
        room_t room = room_of(memory, rank, ranks, patience_ns);
        jint code = agree(env, &room, value);
        if (code != MPI_SUCCESS)
            return code;
    }
    char *read = sections & SECTION_TO_READ ? (*env)->GetPrimitiveArrayCritical(env, from, NULL) : NULL;
    char *written = sections & SECTION_TO_WRITE ? (*env)->GetPrimitiveArrayCritical(env, to, NULL) : NULL;
    if ((!read && sections & SECTION_TO_READ) || (!written && sections & SECTION_TO_WRITE))
        /* The other ranks wait in MPI. HotSpot never comes here. */
        (*env)->FatalError(env, "a collective operation found no memory for its critical section");
    jint code = call_mpi(env, self, operation, TO_JLONG(read) + from_at, given, given_type, TO_JLONG(written) + to_at,
                         taken, taken_type, counts_and_places ? lists : NULL, op, root, comm);
    if (written)
        (*env)->ReleasePrimitiveArrayCritical(env, to, written, 0);
    if (read)
        (*env)->ReleasePrimitiveArrayCritical(env, from, read, JNI_ABORT);
    return code;
}
