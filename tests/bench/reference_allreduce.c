// SPDX-License-Identifier: GPL-3.0-or-later
/* The collective probe's yardstick: MPI_Allreduce in a plain loop. Rank 0 prints seconds, the median over the repeats
 * of the slowest rank. mpirun -np 2 reference_allreduce BYTES REPEATS */
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

static int compareDoubles(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

int main(int argc, char** argv)
{
    int rank, i, n, repeats;
    double *from, *to, *seconds;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    n = (argc > 1 ? atoi(argv[1]) : 1 << 20) / (int)sizeof(double);
    repeats = argc > 2 ? atoi(argv[2]) : 21;
    from = malloc(sizeof(double) * n);
    to = malloc(sizeof(double) * n);
    seconds = malloc(sizeof(double) * repeats);
    for (i = 0; i < n; ++i)
        from[i] = rank + 1, to[i] = 0;
    for (i = -3; i < repeats; ++i) {
        double mine, slowest;
        MPI_Barrier(MPI_COMM_WORLD);
        mine = MPI_Wtime();
        MPI_Allreduce(from, to, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        mine = MPI_Wtime() - mine;
        MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (i >= 0)
            seconds[i] = slowest;
    }
    if (rank == 0) {
        qsort(seconds, repeats, sizeof(double), compareDoubles);
        printf("%.9g\n", seconds[repeats / 2]);
    }
    MPI_Finalize();
    return 0;
}
