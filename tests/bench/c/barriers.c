/* The mean time of a Barrier after the first ones: prints "barrier:microseconds". cold/Barriers.java is the Java side. */
#include <mpi.h>
#include <stdio.h>

enum { FIRST = 50, COUNTED = 200 };

static void barriers(int times)
{
    for (int i = 0; i < times; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    barriers(FIRST);
    double start = MPI_Wtime();
    barriers(COUNTED);
    if (rank == 0)
        printf("barrier:%.3f\n", (MPI_Wtime() - start) * 1e6 / COUNTED);
    MPI_Finalize();
    return 0;
}
