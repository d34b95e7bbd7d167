/* A rank in C that exchanges arrays with the Java ranks of its job, and checks them. It makes only its own calls. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                   \
    if (!(condition)) {                                                    \
        fprintf(stderr, "peer.c:%d: expected %s\n", __LINE__, #condition); \
        MPI_Abort(MPI_COMM_WORLD, 3);                                      \
    }

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    for (int other = 0; other < size; other++) {
        if (other == rank)
            continue;
        int ints[5] = {rank, 1, 2, 3, 4};
        double doubles[1000];
        unsigned short chars[3];
        for (int i = 0; i < 1000; i++)
            doubles[i] = rank + i / 1000.0;
        MPI_Request requests[2];
        MPI_Isend(ints, 5, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(doubles, 1000, MPI_DOUBLE, other, 2, MPI_COMM_WORLD, &requests[1]);
        int64_t longs[2];
        MPI_Recv(longs, 2, MPI_LONG, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(chars, 3, MPI_UNSIGNED_SHORT, other, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(longs[0] == other && longs[1] == INT64_C(1) << 40);
        CHECK(chars[0] == 'a' && chars[1] == 0xe4 && chars[2] == 0x416);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    for (int root = 0; root < size; root++) {
        float values[3] = {0, 0, 0};
        if (rank == root)
            for (int i = 0; i < 3; i++)
                values[i] = root + i * 0.5f;
        MPI_Bcast(values, 3, MPI_FLOAT, root, MPI_COMM_WORLD);
        CHECK(values[0] == root && values[2] == root + 1);
    }
    double mine[2] = {rank, 1}, sum[2];
    MPI_Allreduce(mine, sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum[0] == size * (size - 1) / 2.0 && sum[1] == size);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("peer in C: all as expected\n");
    MPI_Finalize();
    return 0;
}
