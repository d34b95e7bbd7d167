/*
 * The C side of the rows calls-2, calls-4 and calls-8 of bench-mpi: single calls of MPI. CallsRank.java is the Java side, with
 * the same calls in the same order. Rank 0 prints a line for each call, "call,bytes,microseconds", the best of three repetitions:
 * "young" are the first calls, and "warm" those after.
 *
 *   mpicalls single|multiple few|all
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPETITIONS 3
#define YOUNG 2000
#define YOUNG_OF_LONG 10
#define WARM 20  /* times as many */
#define OTHERS 2 /* the same for other sizes and types */
#define LONG (64 << 10)
#define MOST_ELEMENTS (128 << 10)

static int rank, ranks, next, previous;
static char *out, *in;
static int *counts, *displs;
static MPI_Request started[2];

static void allreduce(int n, MPI_Datatype type)
{
    MPI_Allreduce(out, in, n, type, MPI_SUM, MPI_COMM_WORLD);
}

static void barrier(int n, MPI_Datatype type)
{
    (void)n, (void)type;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(int n, MPI_Datatype type)
{
    MPI_Bcast(out, n, type, 0, MPI_COMM_WORLD);
}

static void gather(int n, MPI_Datatype type)
{
    MPI_Gather(out, n, type, in, n, type, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void allgather(int n, MPI_Datatype type)
{
    MPI_Allgather(out, n, type, in, n, type, MPI_COMM_WORLD);
}

static void alltoall(int n, MPI_Datatype type)
{
    MPI_Alltoall(out, n, type, in, n, type, MPI_COMM_WORLD);
}

static void sendrecv(int n, MPI_Datatype type)
{
    MPI_Sendrecv(out, n, type, next, 1, in, n, type, previous, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void scatter(int n, MPI_Datatype type)
{
    MPI_Scatter(out, n, type, in, n, type, 0, MPI_COMM_WORLD);
}

static void reduce(int n, MPI_Datatype type)
{
    MPI_Reduce(out, in, n, type, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void scan(int n, MPI_Datatype type)
{
    MPI_Scan(out, in, n, type, MPI_SUM, MPI_COMM_WORLD);
}

static void gatherv(int n, MPI_Datatype type)
{
    MPI_Gatherv(out, n, type, in, counts, displs, type, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void allgatherv(int n, MPI_Datatype type)
{
    MPI_Allgatherv(out, n, type, in, counts, displs, type, MPI_COMM_WORLD);
}

static void alltoallv(int n, MPI_Datatype type)
{
    (void)n;
    MPI_Alltoallv(out, counts, displs, type, in, counts, displs, type, MPI_COMM_WORLD);
}

static void reduce_scatter(int n, MPI_Datatype type)
{
    (void)n;
    MPI_Reduce_scatter(out, in, counts, type, MPI_SUM, MPI_COMM_WORLD);
}

static void waitall(int n, MPI_Datatype type)
{
    MPI_Request requests[2];
    MPI_Irecv(in, n, type, previous, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, n, type, next, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void probe(int n, MPI_Datatype type)
{
    MPI_Status status;
    MPI_Request request;
    MPI_Isend(out, n, type, next, 3, MPI_COMM_WORLD, &request);
    MPI_Probe(previous, 3, MPI_COMM_WORLD, &status);
    MPI_Recv(in, n, type, previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void startall(int n, MPI_Datatype type)
{
    (void)n, (void)type;
    MPI_Startall(2, started);
    MPI_Waitall(2, started, MPI_STATUSES_IGNORE);
}

/* elements: of the row that is measured young */
static const struct {
    const char *name;
    void (*run)(int n, MPI_Datatype type);
    int elements;
} calls[] = {
    {"Allreduce", allreduce, 1},
    {"Barrier", barrier, 0},
    {"Bcast", bcast, 128},
    {"Gather and Barrier", gather, 16},
    {"Allgather", allgather, 16},
    {"Alltoall", alltoall, 16},
    {"Sendrecv", sendrecv, 1},
    {"Scatter", scatter, 16},
    {"Reduce and Barrier", reduce, 1},
    {"Scan", scan, 1},
    {"Gatherv and Barrier", gatherv, 16},
    {"Allgatherv", allgatherv, 16},
    {"Alltoallv", alltoallv, 16},
    {"Reduce_scatter", reduce_scatter, 1},
    {"Irecv Isend Waitall", waitall, 1},
    {"Isend Probe Recv", probe, 1},
    {"Startall Waitall", startall, 1},
};

static const int elements[] = {1, 16, 128, 1024, 16 << 10, MOST_ELEMENTS};
static const int few_elements[] = {1, 1024, MOST_ELEMENTS};

static double best(int c, int n, MPI_Datatype type, int times)
{
    double least = 1e9;
    for (int i = 0; i < REPETITIONS; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int k = 0; k < times; k++)
            calls[c].run(n, type);
        MPI_Barrier(MPI_COMM_WORLD);
        double us = (MPI_Wtime() - start) * 1e6 / times;
        least = us < least ? us : least;
    }
    return least;
}

static void measure(int c, const char *phase, int n, MPI_Datatype type, const char *type_name)
{
    int bytes, warm = strcmp(phase, "warm") == 0;
    MPI_Type_size(type, &bytes);
    bytes *= n;
    int is_first = n == calls[c].elements && type == MPI_DOUBLE;
    int times = (bytes >= LONG ? YOUNG_OF_LONG : YOUNG) * (!warm ? 1 : is_first ? WARM : OTHERS);
    for (int i = 0; i < ranks; i++) {
        counts[i] = n;
        displs[i] = i * n;
    }
    MPI_Recv_init(in, n, type, previous, 4, MPI_COMM_WORLD, &started[0]);
    MPI_Send_init(out, n, type, next, 4, MPI_COMM_WORLD, &started[1]);
    double us = best(c, n, type, times);
    MPI_Request_free(&started[0]);
    MPI_Request_free(&started[1]);
    if (rank == 0)
        printf("%s %s on %d ranks %s,%d,%.3f\n", calls[c].name, type_name, ranks, phase, bytes, us);
}

int main(int argc, char **argv)
{
    int level, all = argc > 2 && strcmp(argv[2], "all") == 0;
    if (argc < 3) {
        fprintf(stderr, "mpicalls single|multiple few|all\n");
        return 2;
    }
    MPI_Init_thread(&argc, &argv, strcmp(argv[1], "single") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    next = (rank + 1) % ranks;
    previous = (rank + ranks - 1) % ranks;
    size_t most = sizeof(double) * MOST_ELEMENTS * (size_t)ranks;
    out = malloc(most);
    in = malloc(most);
    memset(out, 1,
           most); /* the kernel gives one page of zeros for all pages that were never written, which is read faster */
    memset(in, 1, most);
    counts = calloc((size_t)ranks, sizeof *counts);
    displs = calloc((size_t)ranks, sizeof *displs);
    const int *sizes = all ? elements : few_elements;
    int kinds = (int)(all ? sizeof elements : sizeof few_elements) / (int)sizeof *elements;
    int count = sizeof calls / sizeof *calls;
    for (int c = 0; c < count; c++)
        measure(c, "young", calls[c].elements, MPI_DOUBLE, "double");
    for (int c = 0; c < count; c++)
        measure(c, "warm", calls[c].elements, MPI_DOUBLE, "double");
    for (int c = 0; c < count; c++)
        for (int i = 0; i < kinds && calls[c].elements > 0; i++) {
            if (sizes[i] != calls[c].elements)
                measure(c, "warm", sizes[i], MPI_DOUBLE, "double");
            if (all)
                measure(c, "warm", sizes[i], MPI_INT, "int");
            if (all)
                measure(c, "warm", sizes[i], MPI_SIGNED_CHAR, "byte");
        }
    MPI_Finalize();
    return 0;
}
