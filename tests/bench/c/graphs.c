/*
 * Many small items for random ranks, packed by hand: what aggregated calls are measured beside. farm/Updates.java and
 * farm/Search.java are the Java side. Arguments: "updates" COUNT ITEMS, or "search" SCALE ITEMS, where ITEMS is the number of
 * items in a message. Rank 0 prints "name:value".
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 3, TABLE = 1 << 20, EDGES_OF_VERTEX = 16, TAG = 1 };

static int rank, ranks, items;

/* Messages of items. A message without items tells that the rank has no more of them in this round. */
struct outbox {
    int32_t *bytes[2];
    MPI_Request sending[2];
    int current, filled;
};

static struct outbox *outboxes;
static int32_t *arriving;
static int ended;
static void (*take)(int32_t item);

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "graphs: no memory for %zu times %zu bytes\n", count, size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static void receive(void)
{
    int there;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    while (there) {
        int count;
        MPI_Recv(arriving, items, MPI_INT32_T, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT32_T, &count);
        ended += count == 0;
        for (int i = 0; i < count; i++)
            take(arriving[i]);
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    }
}

static void send_current(int to)
{
    struct outbox *outbox = &outboxes[to];
    MPI_Isend(outbox->bytes[outbox->current], outbox->filled, MPI_INT32_T, to, TAG, MPI_COMM_WORLD,
              &outbox->sending[outbox->current]);
    outbox->current = 1 - outbox->current;
    outbox->filled = 0;
    int is_free;
    MPI_Test(&outbox->sending[outbox->current], &is_free, MPI_STATUS_IGNORE);
    receive();
    while (!is_free) {
        receive();
        MPI_Test(&outbox->sending[outbox->current], &is_free, MPI_STATUS_IGNORE);
    }
}

static void give(int to, int32_t item)
{
    if (to == rank) {
        take(item);
        return;
    }
    struct outbox *outbox = &outboxes[to];
    outbox->bytes[outbox->current][outbox->filled++] = item;
    if (outbox->filled == items)
        send_current(to);
}

/* Returns when all items of all ranks have been taken. */
static void end_round(void)
{
    for (int to = 0; to < ranks; to++) {
        if (to == rank)
            continue;
        if (outboxes[to].filled > 0)
            send_current(to);
        send_current(to);
    }
    while (ended < ranks - 1)
        receive();
    ended = 0;
    MPI_Barrier(MPI_COMM_WORLD);
}

static uint64_t mixed(uint64_t number)
{
    uint64_t z = number * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int64_t *table;

static void increment(int32_t index)
{
    table[index]++;
}

static void updates(int count)
{
    table = allocate(TABLE, sizeof *table);
    take = increment;
    for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int64_t i = rank; i < count; i += ranks) {
            uint64_t random = mixed((uint64_t)i);
            give((int)((random >> 40) % (uint64_t)ranks), (int32_t)(random & (TABLE - 1)));
        }
        end_round();
        double seconds = MPI_Wtime() - start;
        int64_t sum = 0, sums;
        for (int i = 0; i < TABLE; i++)
            sum += table[i];
        MPI_Allreduce(&sum, &sums, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
        if (sums != (int64_t)repetition * count) {
            fprintf(stderr, "graphs: %lld increments, but %lld arrived\n", (long long)repetition * count,
                    (long long)sums);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        if (rank == 0)
            printf("repetition %d:%.0f\n", repetition, count / seconds);
    }
}

static int32_t *first, *neighbours, *levels, *frontier, *found;
static int found_count, level;

static void visit(int32_t vertex)
{
    int local = vertex / ranks;
    if (levels[local] == 0) {
        levels[local] = level;
        found[found_count++] = vertex;
    }
}

static int32_t scrambled(uint32_t vertex, int scale)
{
    uint32_t mask = (1u << scale) - 1;
    vertex = (vertex * 0x9e3779b1u) & mask;
    vertex ^= vertex >> ((scale + 1) / 2);
    return (int32_t)((vertex * 0x85ebca6bu) & mask);
}

/* An edge of an R-MAT graph, with the probabilities 0.57, 0.19, 0.19 and 0.05. */
static void edge(int64_t number, int scale, int32_t ends[2])
{
    uint32_t from = 0, to = 0;
    for (int bit = 0; bit < scale; bit++) {
        uint64_t quarter = mixed((uint64_t)number * 64 + (uint64_t)bit) >> 32;
        from = 2 * from + (quarter >= 3264175145u);
        to = 2 * to + ((quarter >= 2448131358u && quarter < 3264175145u) || quarter >= 4080218931u);
    }
    ends[0] = scrambled(from, scale);
    ends[1] = scrambled(to, scale);
}

static void make_graph(int scale)
{
    int64_t edges = (int64_t)EDGES_OF_VERTEX << scale;
    int own = ((1 << scale) + ranks - 1 - rank) / ranks;
    first = allocate((size_t)own + 2, sizeof *first);
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0; i < edges; i++) {
            int32_t ends[2];
            edge(i, scale, ends);
            for (int end = 0; end < 2; end++) {
                if (ends[end] % ranks != rank)
                    continue;
                int local = ends[end] / ranks;
                if (pass == 0)
                    first[local + 2]++;
                else
                    neighbours[first[local + 1]++] = ends[1 - end];
            }
        }
        if (pass == 0) {
            for (int i = 0; i < own; i++)
                first[i + 2] += first[i + 1];
            neighbours = allocate((size_t)first[own + 1] + 1, sizeof *neighbours);
        }
    }
    levels = allocate((size_t)own + 1, sizeof *levels);
    frontier = allocate((size_t)own + 1, sizeof *frontier);
    found = allocate((size_t)own + 1, sizeof *found);
}

static void search(int scale)
{
    int own = ((1 << scale) + ranks - 1 - rank) / ranks;
    make_graph(scale);
    take = visit;
    int32_t root[2];
    edge(0, scale, root);
    for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
        memset(levels, 0, (size_t)own * sizeof *levels);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        int frontier_count = 0, all = 1;
        int64_t visited = 0;
        found_count = 0;
        level = 1;
        if (root[0] % ranks == rank)
            visit(root[0]);
        while (all > 0) {
            int32_t *swapped = frontier;
            frontier = found;
            found = swapped;
            frontier_count = found_count;
            found_count = 0;
            level++;
            MPI_Barrier(MPI_COMM_WORLD);
            for (int i = 0; i < frontier_count; i++) {
                int local = frontier[i] / ranks;
                for (int j = first[local]; j < first[local + 1]; j++)
                    give(neighbours[j] % ranks, neighbours[j]);
            }
            end_round();
            MPI_Allreduce(&frontier_count, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            visited += all;
        }
        double seconds = MPI_Wtime() - start;
        if (rank == 0)
            printf("repetition %d:%.3f\nvisited in %d levels:%lld\n", repetition, seconds * 1e3, level - 2,
                   (long long)visited);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 4) {
        fprintf(stderr, "graphs: give updates or search, a size, and the items of a message\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int size = atoi(argv[2]);
    items = atoi(argv[3]);
    arriving = allocate((size_t)items, sizeof *arriving);
    outboxes = allocate((size_t)ranks, sizeof *outboxes);
    for (int to = 0; to < ranks; to++)
        for (int i = 0; i < 2; i++) {
            outboxes[to].bytes[i] = allocate((size_t)items, sizeof *arriving);
            outboxes[to].sending[i] = MPI_REQUEST_NULL;
        }
    if (!strcmp(argv[1], "updates"))
        updates(size);
    else
        search(size);
    MPI_Finalize();
    return 0;
}
