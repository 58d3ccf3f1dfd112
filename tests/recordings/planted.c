// SPDX-License-Identifier: GPL-3.0-or-later
/* Programs whose lost speedup has a known cause, for planted.py. Built with MPI (mpicc) or with OpenMP (cc -fopenmp).
 *
 *     planted CAUSE LINES FILE
 *
 * CAUSE  even: the work is divided evenly. serial: one worker does a share of the work while the others wait. late: rank 1
 *        takes longer in every step. uneven: the work of the last rank is larger. exchange: large messages in every step.
 *        tiny: 8 bytes in every step. reading: every rank reads the whole FILE. triad: limited by memory bandwidth.
 * LINES  each: every rank prints its line. apart: also its waiting, in a barrier before each exchange. first: only rank 0
 *        prints. time: rank 0 prints only the time. none.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WITH_MPI
#include <mpi.h>
#else
#include <omp.h>
#endif

#include "work.h"

enum { stepCount = 20, messageCount = 1 << 21, triadCount = 1 << 23 };
static const double workS = 2;  /* on one worker */

static double sink;

#ifdef WITH_MPI
int main(int count, char** arguments)
{
    int rank, ranks;
    double comp = 0, comm = 0, idle = 0, io = 0, one = 1, sum = 0;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (count < 4)
        return 2;
    const char *cause = arguments[1], *lines = arguments[2];
    const int isSerial = strcmp(cause, "serial") == 0, isApart = strcmp(lines, "apart") == 0;
    double share = workS / ranks;
    if (isSerial)
        share = 0.75 * workS / ranks;
    if (strcmp(cause, "uneven") == 0 && ranks > 1)
        share *= rank == ranks - 1 ? 1.5 : (ranks - 1.5) / (ranks - 1);
    double* message = calloc(messageCount, sizeof(double));
    double* received = calloc(messageCount, sizeof(double));
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = now(CLOCK_MONOTONIC);
    if (strcmp(cause, "reading") == 0) {
        static char buffer[1 << 20];
        const int file = open(arguments[3], O_RDONLY);
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        for (int pass = 0; pass < 4; ++pass) {
            lseek(file, 0, SEEK_SET);
            while (read(file, buffer, sizeof buffer) > 0)
                sink += buffer[0];
        }
        close(file);
        io = now(CLOCK_MONOTONIC) - start;
    }
    for (int step = 0; step < stepCount; ++step) {
        double from = now(CLOCK_MONOTONIC);
        if (isSerial && rank == 0)
            sink += work(0.25 * workS / stepCount);
        if (isSerial) {
            comp += now(CLOCK_MONOTONIC) - from;
            from = now(CLOCK_MONOTONIC);
            MPI_Bcast(&one, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            comm += now(CLOCK_MONOTONIC) - from;
            from = now(CLOCK_MONOTONIC);
        }
        sink += work(share / stepCount);
        if (strcmp(cause, "late") == 0 && rank == 1)
            sink += work(0.02);
        comp += now(CLOCK_MONOTONIC) - from;
        from = now(CLOCK_MONOTONIC);
        if (isApart)
            MPI_Barrier(MPI_COMM_WORLD);
        idle += now(CLOCK_MONOTONIC) - from;
        from = now(CLOCK_MONOTONIC);
        if (strcmp(cause, "exchange") == 0)
            MPI_Allreduce(message, received, messageCount, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else
            MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        comm += now(CLOCK_MONOTONIC) - from;
    }
    const double time = now(CLOCK_MONOTONIC) - start;
    if (strcmp(lines, "each") == 0)
        printf("scalewright: rank=%d time=%.6f comp=%.6f comm=%.6f io=%.6f\n", rank, time, comp, comm, io);
    else if (isApart)
        printf("scalewright: rank=%d time=%.6f comp=%.6f comm=%.6f idle=%.6f io=%.6f\n", rank, time, comp, comm, idle,
               io);
    else if (strcmp(lines, "first") == 0 && rank == 0)
        printf("scalewright: time=%.6f comp=%.6f comm=%.6f io=%.6f\n", time, comp, comm, io);
    else if (strcmp(lines, "time") == 0 && rank == 0)
        printf("scalewright: time=%.6f\n", time);
    MPI_Finalize();
    return sink == 0.123;
}
#else
int main(int count, char** arguments)
{
    if (count < 3)
        return 2;
    const char* cause = arguments[1];
    const double start = now(CLOCK_MONOTONIC);
    const int threads = omp_get_max_threads();
    if (strcmp(cause, "triad") == 0) {
        double *a = calloc(triadCount, sizeof *a), *b = calloc(triadCount, sizeof *b),
               *c = calloc(triadCount, sizeof *c);
        for (int pass = 0; pass < 60; ++pass)
#pragma omp parallel for
            for (int i = 0; i < triadCount; ++i)
                a[i] = b[i] + 3 * c[i];
        sink = a[triadCount / 2];
    } else {
        const double serial = strcmp(cause, "serial") == 0 ? 0.3 : 0;
        for (int step = 0; step < stepCount; ++step) {
            sink += work(serial * workS / stepCount);
#pragma omp parallel
            work((1 - serial) * workS / stepCount / threads);
        }
    }
    if (strcmp(arguments[2], "time") == 0)
        printf("scalewright: time=%.6f\n", now(CLOCK_MONOTONIC) - start);
    return sink == 0.123;
}
#endif
