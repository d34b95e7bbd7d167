/*
 * Successive over-relaxation by C's messages, as SorByMessages.java has it: the same grid, the same lines of output. Rank 0
 * prints "phase,microseconds", an iteration's mean.
 *
 *   sor iterations repetitions
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 1000
#define LENGTH (SIDE + 2)
#define OMEGA 1.9
#define LONG_S 1e-3

enum { DOWN = 1, UP = 2 };
enum { DELIVER, TAKE, RELAX, MAXIMUM, PHASES };

static int rank, ranks, first, height;
static double **rows;
static double spent[PHASES], start, last;
static int exchanges, long_exchanges;

static void ended(int phase)
{
    double now = MPI_Wtime();
    spent[phase] += now - last;
    last = now;
}

static double larger(double a, double b)
{
    return a < b ? b : a;
}

static double relax_row(const double *above, double *row, const double *below, int from)
{
    double largest = 0;
    for (int j = from; j <= SIDE; j += 2) {
        double change = OMEGA * (0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]) - row[j]);
        row[j] += change;
        largest = larger(largest, fabs(change));
    }
    return largest;
}

static double relax(int colour)
{
    double largest = 0;
    for (int i = 1; i <= height; i++)
        largest = larger(largest, relax_row(rows[i - 1], rows[i], rows[i + 1], 1 + ((first + i + colour) & 1)));
    ended(RELAX);
    return largest;
}

static void exchange(void)
{
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    double begin = last;
    MPI_Sendrecv(rows[height], LENGTH, MPI_DOUBLE, below, DOWN, rows[0], LENGTH, MPI_DOUBLE, above, DOWN,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(rows[1], LENGTH, MPI_DOUBLE, above, UP, rows[height + 1], LENGTH, MPI_DOUBLE, below, UP,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    ended(DELIVER);
    exchanges++;
    long_exchanges += last - begin > LONG_S;
}

static void repetition(int iterations)
{
    MPI_Barrier(MPI_COMM_WORLD);
    exchanges = long_exchanges = 0;
    for (int phase = 0; phase < PHASES; phase++)
        spent[phase] = 0;
    start = last = MPI_Wtime();
    for (int i = 0; i < iterations; i++) {
        exchange();
        double red = relax(0);
        exchange();
        double change = larger(red, relax(1)), largest;
        MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        ended(MAXIMUM);
    }
    if (rank == 0) {
        double us = 1e6 / iterations;
        printf("all,%.3f\ndeliver,%.3f\ntake,%.3f\nrelax,%.3f\nmaximum,%.3f\nlong exchanges,%.3f\n",
               (last - start) * us, spent[DELIVER] * us, spent[TAKE] * us, spent[RELAX] * us, spent[MAXIMUM] * us,
               100.0 * long_exchanges / exchanges);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    first = SIDE * rank / ranks;
    height = SIDE * (rank + 1) / ranks - first;
    rows = malloc((height + 2) * sizeof *rows);
    for (int i = 0; i < height + 2; i++)
        rows[i] = calloc(LENGTH, sizeof **rows);
    for (int j = 0; rank == 0 && j < LENGTH; j++)
        rows[0][j] = 1; /* the upper border is hot */
    for (int i = atoi(argv[2]); i > 0; i--)
        repetition(atoi(argv[1]));
    MPI_Finalize();
    return 0;
}
