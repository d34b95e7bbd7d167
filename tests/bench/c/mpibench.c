/*
 * The C side of bench-mpi and bench-call: the times of the same messages without Java. Rank 0 prints a line for each
 * measure and size, "measure,bytes,microseconds", with the median of its batches.
 *
 *   mpibench single|multiple [measure ...]
 *   mpibench single|multiple asked     answers each line of standard input, "bytes bytes-back batches batch-us"
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST (16 << 20)
#define LARGEST_PUT (4 << 20)
#define FILE_BYTES (256 << 20)
#define FILE_NAME "build/bench/mpi.data"
#define MADE_NAME "build/bench/made.data"
#define PAGE 4096
#define OFFSET (PAGE / 2) /* copies between like places of two pages take up to ten times as long */
#define WINDOW 64
#define BATCHES 11
#define MOST_BATCHES 101
#define SETTLE_US 15000 /* until ranks that were stopped are on two cores again */

static const int sizes[] = {8, 64, 512, 4 << 10, 32 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, LARGEST, FILE_BYTES};

static int rank, ranks;
static char *out, *in;
static MPI_Win window;
static MPI_File file;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A round trip. */
static void pingpong(int bytes, int back, int times)
{
    for (int i = 0; i < times; i++) {
        if (rank == 0) {
            MPI_Send(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, back, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(in, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, back, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
    }
}

static void latency(int bytes, int times)
{
    pingpong(bytes, bytes, times);
}

/*
 * A round trip of data that is copied into memory and out of it on both sides, as a program packs and unpacks it. Each
 * message lies where none has lain for the last 64 MiB: memory that a collector gives out is as cold.
 */
static void packed(int bytes, int times)
{
    static char data[LARGEST];
    static size_t place;
    for (int i = 0; i < times;
         i++, place = place + 2 * (size_t)bytes <= 4 * (size_t)LARGEST ? place + (size_t)bytes : 0)
        for (int sender = 0; sender < 2; sender++) {
            if (rank == sender) {
                memcpy(out + place, data, (size_t)bytes);
                MPI_Send(out + place, bytes, MPI_BYTE, 1 - rank, 4, MPI_COMM_WORLD);
            } else if (rank == 1 - sender) {
                MPI_Recv(in + place, bytes, MPI_BYTE, sender, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                memcpy(data, in + place, (size_t)bytes);
            }
        }
}

/* A window of messages one way, and a short answer. */
static void bandwidth(int bytes, int times)
{
    MPI_Request requests[WINDOW];
    for (int i = 0; i < times; i++) {
        for (int k = 0; k < WINDOW; k++) {
            if (rank == 0)
                MPI_Isend(out, bytes, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &requests[k]);
            else
                MPI_Irecv(in, bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &requests[k]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        if (rank == 0)
            MPI_Recv(in, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(out, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
    }
}

static void bcast(int bytes, int times)
{
    for (int i = 0; i < times; i++)
        MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void allreduce(int bytes, int times)
{
    for (int i = 0; i < times; i++)
        MPI_Allreduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Sends this number of bytes to each rank. */
static void alltoall(int bytes, int times)
{
    for (int i = 0; i < times; i++)
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

/* Each put, and each get, is complete at both ranks before the next. */
static void put(int bytes, int times)
{
    if (rank != 0)
        return;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    for (int i = 0; i < times; i++) {
        MPI_Put(out + OFFSET, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
        MPI_Win_flush(1, window);
    }
    MPI_Win_unlock(1, window);
}

static void get(int bytes, int times)
{
    if (rank != 0)
        return;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    for (int i = 0; i < times; i++) {
        MPI_Get(in + OFFSET, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
        MPI_Win_flush(1, window);
    }
    MPI_Win_unlock(1, window);
}

/* Each rank has its part of the file, which is too long for one buffer. */
static void transfer(int bytes, int times, int writes)
{
    int part = bytes / ranks, piece = part < LARGEST ? part : LARGEST;
    for (int i = 0; i < times; i++)
        for (int done = 0; done < part; done += piece) {
            MPI_Offset place = (MPI_Offset)rank * part + done;
            if (writes)
                MPI_File_write_at(file, place, out, piece, MPI_BYTE, MPI_STATUS_IGNORE);
            else
                MPI_File_read_at(file, place, in, piece, MPI_BYTE, MPI_STATUS_IGNORE);
        }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void file_write(int bytes, int times)
{
    transfer(bytes, times, 1);
}

static void file_read(int bytes, int times)
{
    transfer(bytes, times, 0);
}

/* Makes something, uses it once, and frees it. */
static void communicators(int bytes, int times)
{
    MPI_Comm made;
    (void)bytes;
    for (int i = 0; i < times; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
        MPI_Comm_free(&made);
    }
}

static void windows(int bytes, int times)
{
    MPI_Win made;
    void *base;
    for (int i = 0; i < times; i++) {
        MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &made);
        MPI_Win_fence(0, made);
        MPI_Put(out, bytes, MPI_BYTE, (rank + 1) % ranks, 0, bytes, MPI_BYTE, made);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, made);
        MPI_Win_free(&made);
    }
}

static void files(int bytes, int times)
{
    MPI_File made;
    for (int i = 0; i < times; i++) {
        MPI_File_open(MPI_COMM_WORLD, MADE_NAME, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &made);
        MPI_File_write_at_all(made, (MPI_Offset)rank * bytes, out, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
        MPI_File_close(&made);
    }
}

static void open_all(void)
{
    char *base;
    MPI_Win_allocate(LARGEST_PUT, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    memset(base, 1, LARGEST_PUT);
    if (MPI_File_open(MPI_COMM_WORLD, FILE_NAME, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file)) {
        fprintf(stderr, "mpibench: cannot open " FILE_NAME ": run it in the project's folder\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    file_write(FILE_BYTES, 1); /* so that a read finds it */
}

static void close_all(void)
{
    MPI_File_close(&file);
    MPI_Win_free(&window);
}

static const struct {
    const char *name;
    void (*run)(int bytes, int times);
    int smallest, largest;
    int messages;
} measures[] = {
    {"latency", latency, 8, LARGEST, 1},
    {"bandwidth", bandwidth, 8, 1 << 20, WINDOW},
    {"put", put, 8, LARGEST_PUT, 1},
    {"get", get, 8, LARGEST_PUT, 1},
    {"file-write", file_write, FILE_BYTES, FILE_BYTES, 1},
    {"file-read", file_read, FILE_BYTES, FILE_BYTES, 1},
    {"bcast", bcast, 8, LARGEST, 4},
    {"allreduce", allreduce, 8, LARGEST, 8},
    {"alltoall", alltoall, 8, 4 << 20, 16},
    {"packed", packed, 8, LARGEST, 4},
    {"communicators", communicators, 8, 8, 100},
    {"windows", windows, 8, 8, 1000},
    {"files", files, 8, 8, 1000},
    {"communicators-8", communicators, 8, 8, 100}, /* eight ranks */
    {"windows-8", windows, 8, 8, 1000},
    {"files-8", files, 8, 8, 1000},
};

/* Returns a number of round trips that takes some milliseconds. */
static int repetitions(int bytes, int messages)
{
    long times = (10L << 20) / ((bytes + 1000L) * messages);
    return times < 1 ? 1 : (int)times;
}

static double batch(int m, int bytes, int times)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    measures[m].run(bytes, times);
    if (ranks > 2)
        MPI_Barrier(MPI_COMM_WORLD);
    return (MPI_Wtime() - start) * 1e6 / times;
}

static double pingpong_batch(int bytes, int back, int times)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    pingpong(bytes, back, times);
    return (MPI_Wtime() - start) * 1e6 / times;
}

/* As often as fits into a batch; rank 0's clock counts. */
static int times_for(int bytes, int back, int batch_us)
{
    double start = MPI_Wtime(), us;
    int settled, times;
    do {
        us = pingpong_batch(bytes, back, 10);
        settled = (MPI_Wtime() - start) * 1e6 > SETTLE_US;
        MPI_Bcast(&settled, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } while (!settled);
    times = (int)(batch_us / us) + 1;
    MPI_Bcast(&times, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return times;
}

/* Rank 0 is asked, and tells rank 1. */
static void answer_all(void)
{
    int q[4]; /* bytes, bytes back, batches, microseconds of a batch */
    char line[200];
    for (;;) {
        if (rank == 0
            && (!fgets(line, sizeof line, stdin) || sscanf(line, "%d %d %d %d", &q[0], &q[1], &q[2], &q[3]) != 4
                || q[0] > LARGEST || q[1] > LARGEST || q[2] > MOST_BATCHES))
            q[2] = 0;
        MPI_Bcast(q, 4, MPI_INT, 0, MPI_COMM_WORLD);
        if (q[2] == 0)
            return;
        double times[MOST_BATCHES];
        int repeat = times_for(q[0], q[1], q[3]);
        for (int i = 0; i < q[2]; i++)
            times[i] = pingpong_batch(q[0], q[1], repeat);
        qsort(times, (size_t)q[2], sizeof *times, ascending);
        if (rank == 0) {
            printf("%.3f\n", times[q[2] / 2]);
            fflush(stdout);
        }
    }
}

static int wanted(const char *name, int argc, char **argv)
{
    int found = argc == 2;
    for (int i = 2; i < argc; i++)
        found |= strcmp(name, argv[i]) == 0;
    return found;
}

int main(int argc, char **argv)
{
    int level;
    if (argc < 2) {
        fprintf(
            stderr,
            "mpibench single|multiple [latency] [bandwidth] [put] [get] [file-write] [file-read] [bcast] [allreduce]"
            " [alltoall] [packed] [communicators] [windows] [files] | asked\n");
        return 2;
    }
    MPI_Init_thread(&argc, &argv, strcmp(argv[1], "single") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    out = aligned_alloc(PAGE, 4 * (size_t)LARGEST);
    in = aligned_alloc(PAGE, 4 * (size_t)LARGEST);
    memset(out, 1, 4 * LARGEST); /* pages that were never written are all one */
    memset(in, 1, 4 * LARGEST);
    if (argc == 3 && strcmp(argv[2], "asked") == 0)
        answer_all();
    int opens = 0;
    for (size_t m = 0; m < sizeof measures / sizeof *measures; m++)
        opens |= (measures[m].run == put || measures[m].run == get || measures[m].smallest == FILE_BYTES)
                 && wanted(measures[m].name, argc, argv);
    if (opens)
        open_all();
    for (size_t m = 0; m < sizeof measures / sizeof *measures; m++) {
        if (!wanted(measures[m].name, argc, argv))
            continue;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            int bytes = sizes[s];
            if (bytes < measures[m].smallest || bytes > measures[m].largest)
                continue;
            double times[BATCHES];
            batch((int)m, bytes, repetitions(bytes, measures[m].messages));
            for (int i = 0; i < BATCHES; i++)
                times[i] = batch((int)m, bytes, repetitions(bytes, measures[m].messages));
            qsort(times, BATCHES, sizeof *times, ascending);
            if (rank == 0)
                printf("%s,%d,%.3f\n", measures[m].name, bytes, times[BATCHES / 2]);
        }
    }
    if (opens)
        close_all();
    MPI_Finalize();
    return 0;
}
