// SPDX-License-Identifier: GPL-3.0-or-later
/* Heat on a rod, divided among the ranks of MPI: in each step every rank works on its share, exchanges borders with its
 * neighbours, and all agree on the residual. Writes a Chrome trace of each rank, timed with its own clock.
 *
 *     heat FOLDER STEPS SECONDS [serial SHARE | late RANK SECONDS]
 *
 * SECONDS: the work of a step on one rank, to be divided. serial: this share is not divided, rank 0 does it while the
 * others wait. late: this rank sleeps that long in each step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mpi.h>

#include "work.h"

static FILE* trace;
static double beginning;

static void record(const char* category, const char* name, double from, double to)
{
    fprintf(
        trace,
        ",\n{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"ts\": %.3f, \"dur\": %.3f, \"pid\": 0, \"tid\": 1}",
        category, name, 1e6 * (from - beginning), 1e6 * (to - from));
}

int main(int count, char** arguments)
{
    int rank, ranks, late = -1;
    double serial = 0, lateS = 0, sink = 0;
    char path[4096];
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (count < 4) {
        fprintf(stderr, "heat FOLDER STEPS SECONDS [serial SHARE | late RANK SECONDS]\n");
        return 2;
    }
    const int steps = atoi(arguments[2]);
    const double stepS = atof(arguments[3]);
    if (count > 5 && strcmp(arguments[4], "serial") == 0)
        serial = atof(arguments[5]);
    if (count > 6 && strcmp(arguments[4], "late") == 0) {
        late = atoi(arguments[5]);
        lateS = atof(arguments[6]);
    }
    snprintf(path, sizeof path, "%s/rank%d.json", arguments[1], rank);
    trace = fopen(path, "w");
    if (!trace)
        return 3;
    fprintf(trace, "{\"distributedInfo\": {\"rank\": %d, \"world_size\": %d}, \"traceEvents\": [\n", rank, ranks);
    fprintf(trace, "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 0, \"args\": {\"name\": \"heat\"}}");
    MPI_Barrier(MPI_COMM_WORLD);
    beginning = MPI_Wtime();
    for (int step = 0; step < steps; ++step) {
        char name[64];
        const double begins = MPI_Wtime();
        if (rank == 0 && serial > 0)
            sink += work(serial * stepS);
        sink += work((1 - serial) * stepS / ranks);
        const double worked = MPI_Wtime();
        record("cpu_op", "compute", begins, worked);
        if (rank == late) {
            struct timespec nap = {(time_t)lateS, (long)(1e9 * (lateS - (double)(time_t)lateS))};
            nanosleep(&nap, NULL);
        }
        const double arrives = MPI_Wtime();
        const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
        double border = 0, sum = 0;
        MPI_Sendrecv(&sink, 1, MPI_DOUBLE, left, 0, &border, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Allreduce(&sink, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        const double ends = MPI_Wtime();
        record("cpu_op", "MPI_Allreduce", arrives, ends);
        snprintf(name, sizeof name, "ProfilerStep#%d", step);
        fprintf(trace,
                ",\n{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"%s\", \"ts\": %.3f, \"dur\": %.3f, "
                "\"pid\": 0, \"tid\": 1}",
                name, 1e6 * (begins - beginning), 1e6 * (ends - begins));
    }
    fprintf(trace, "\n]}\n");
    fclose(trace);
    if (rank == 0)
        printf("scalewright: time=%.6f\n", MPI_Wtime() - beginning);
    MPI_Finalize();
    return 0;
}
