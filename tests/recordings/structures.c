// SPDX-License-Identifier: GPL-3.0-or-later
/* More programs whose lost speedup has a known cause, of other structure than planted.c; for planted.py. Built with MPI
 * (mpicc -fopenmp) or with OpenMP alone (cc -fopenmp).
 *
 *     structures CAUSE FILE
 *
 * MPI     pipeline: a stage on each rank, the second one longer. farm: rank 0 hands out tasks and computes nothing.
 *         alltoall: large messages between all ranks. turns: another rank is late in each step, 8 bytes exchanged.
 *         messages: many exchanges of 8 bytes. reader: rank 0 reads FILE, and sends what it read. tail: rank 0 finishes
 *         alone. nested: 2 threads in each rank.
 * OpenMP  lock: 70 % of the work is inside a lock. triangle: the second half of a loop does more. random: one thread fills a
 *         table, all read it at random addresses. writer: one thread writes FILE and syncs it.
 */
#include <fcntl.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WITH_MPI
#include <mpi.h>
#endif

#include "work.h"

enum { stepCount = 40, wordCount = 1 << 21, blockBytes = 1 << 20 };
static const double workS = 2; /* on one worker */

static double sink;

#ifdef WITH_MPI
static double comp, comm, io; /* of this rank */

static void compute(double seconds)
{
    const double from = now(CLOCK_MONOTONIC);
    sink += work(seconds);
    comp += now(CLOCK_MONOTONIC) - from;
}

#define EXCHANGE(call)                            \
    do {                                          \
        const double from = now(CLOCK_MONOTONIC); \
        call;                                     \
        comm += now(CLOCK_MONOTONIC) - from;      \
    } while (0)

int main(int count, char** arguments)
{
    int rank, ranks;
    double one = 1, sum;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (count < 3)
        return 2;
    const char* cause = arguments[1];
    double *message = calloc(wordCount, sizeof *message), *received = calloc(wordCount, sizeof *received);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = now(CLOCK_MONOTONIC), each = workS / stepCount;
    if (strcmp(cause, "pipeline") == 0) {
        for (int item = 0; item < stepCount; ++item) {
            if (rank > 0)
                EXCHANGE(MPI_Recv(&one, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            compute(each * (ranks == 1 ? 1 : rank == 0 ? 0.3 : 0.7 / (ranks - 1)));
            if (rank + 1 < ranks)
                EXCHANGE(MPI_Send(&one, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD));
        }
        EXCHANGE(MPI_Barrier(MPI_COMM_WORLD));
    } else if (strcmp(cause, "farm") == 0 && ranks > 1) {
        int task = 0;
        if (rank == 0)
            for (int sent = 0, stopped = 0; stopped < ranks - 1; ++sent) {
                MPI_Status status;
                EXCHANGE(MPI_Recv(&task, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status));
                task = sent < stepCount;
                stopped += !task;
                EXCHANGE(MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD));
            }
        else
            for (;;) {
                EXCHANGE(MPI_Send(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
                EXCHANGE(MPI_Recv(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
                if (!task)
                    break;
                compute(each);
            }
    } else if (strcmp(cause, "nested") == 0) {
        for (int step = 0; step < stepCount; ++step) {
            const double from = now(CLOCK_MONOTONIC);
#pragma omp parallel num_threads(2)
            work(each / ranks / 2);
            comp += now(CLOCK_MONOTONIC) - from;
            EXCHANGE(MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        }
    } else {
        if (strcmp(cause, "reader") == 0) {
            const double from = now(CLOCK_MONOTONIC);
            const int file = rank == 0 ? open(arguments[2], O_RDONLY | O_DIRECT) : -1;
            void* block = aligned_alloc(4096, blockBytes);
            for (int pass = 0; file >= 0 && pass < 6; ++pass)
                for (lseek(file, 0, SEEK_SET); read(file, block, blockBytes) > 0;)
                    ;
            io = rank == 0 ? now(CLOCK_MONOTONIC) - from : 0;
            EXCHANGE(MPI_Bcast(message, 1024, MPI_DOUBLE, 0, MPI_COMM_WORLD));
        }
        for (int step = 0; step < stepCount; ++step) {
            double share = each / ranks;
            if (strcmp(cause, "turns") == 0 && ranks > 1)
                share *= step % ranks == rank ? 1.5 : 0.5;
            if (strcmp(cause, "tail") == 0)
                share *= 0.75;
            compute(share);
            if (strcmp(cause, "alltoall") == 0)
                EXCHANGE(MPI_Alltoall(message, wordCount / ranks, MPI_DOUBLE, received, wordCount / ranks, MPI_DOUBLE,
                                      MPI_COMM_WORLD));
            else
                EXCHANGE(MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
            for (int i = 0; i < 10000 && strcmp(cause, "messages") == 0; ++i)
                EXCHANGE(MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        }
        if (strcmp(cause, "tail") == 0) {
            if (rank == 0)
                compute(0.25 * workS);
        }
    }
    printf("scalewright: rank=%d time=%.6f comp=%.6f comm=%.6f io=%.6f\n", rank, now(CLOCK_MONOTONIC) - start, comp,
           comm, io);
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
    if (strcmp(cause, "lock") == 0) {
#pragma omp parallel for
        for (int item = 0; item < 400; ++item) {
            work(0.3 * workS / 400);
#pragma omp critical
            sink += work(0.7 * workS / 400);
        }
    } else if (strcmp(cause, "triangle") == 0) {
#pragma omp parallel for
        for (int item = 0; item < 200; ++item)
            work(2 * workS * item / 200 / 200);
    } else if (strcmp(cause, "random") == 0) {
        enum { entryCount = 1 << 26 };
        int* next = malloc(entryCount * sizeof *next);
        for (int i = 0; i < entryCount; ++i)
            next[i] = i;
#pragma omp parallel for reduction(+ : sink)
        for (int i = 0; i < entryCount; ++i)
            sink += next[(unsigned)i * 2654435761u & (entryCount - 1)];
    } else {
        for (int step = 0; step < stepCount; ++step) {
#pragma omp parallel
            work(0.7 * workS / stepCount / threads);
        }
        const int file = open(arguments[2], O_WRONLY | O_CREAT | O_TRUNC, 0600);
        char* block = calloc(1, blockBytes);
        for (int i = 0; i < 500; ++i)
            if (write(file, block, blockBytes) != blockBytes)
                return 3;
        fsync(file);
        close(file);
    }
    printf("scalewright: time=%.6f\n", now(CLOCK_MONOTONIC) - start);
    return sink == 0.123;
}
#endif
