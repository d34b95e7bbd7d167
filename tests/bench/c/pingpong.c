/*
 * The ping-pong beside calls between ranks of two languages: rank 0 sends so many doubles, and rank 1 answers with an int.
 * Prints lines name:microseconds for both ways together, with the names of org.rmi4mpi.bench.peer.Pairs.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 11
#define WARM_UPS 3
#define SAMPLE_S 5e-3

static double row[1000000];

static int compare(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static void exchange(int rank, int count)
{
    int answer = count;
    if (rank == 0) {
        MPI_Send(row, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(row, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&answer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static void measure(int rank, const char *name, int count)
{
    double each[SAMPLES];
    long times = 1;
    for (int sample = -WARM_UPS; sample < SAMPLES; sample++) {
        MPI_Bcast(&times, 1, MPI_LONG, 0, MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        for (long i = 0; i < times; i++)
            exchange(rank, count);
        double seconds = (MPI_Wtime() - begin) / (double)times;
        times = seconds < SAMPLE_S ? (long)(SAMPLE_S / seconds) : 1;
        if (sample >= 0)
            each[sample] = 1e6 * seconds;
    }
    qsort(each, SAMPLES, sizeof *each, compare);
    if (rank == 0)
        printf("%s:%.3f\n", name, each[SAMPLES / 2]);
}

int main(int argc, char **argv)
{
    int rank;
    char name[32];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    measure(rank, "null", 0);
    for (int count = 10; count <= 1000000; count *= 10) {
        snprintf(name, sizeof name, "double %d", count);
        measure(rank, name, count);
    }
    MPI_Finalize();
    return 0;
}
