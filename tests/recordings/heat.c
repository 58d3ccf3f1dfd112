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

static FILE* trace;
static double beginning;

static void record(const char* category, const char* name, double from, double to)
{
    fprintf(
        trace,
        ",\n{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"ts\": %.3f, \"dur\": %.3f, \"pid\": 0, \"tid\": 1}",
        category, name, 1e6 * (from - beginning), 1e6 * (to - from));
}

/* Uses this much processor time, whatever else runs: work, not waiting. */
static void work(double* cells, int count, double seconds)
{
    struct timespec now;
    double until;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    until = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec + seconds;
    do {
        for (int i = 1; i + 1 < count; ++i)
            cells[i] += 0.1 * (cells[i - 1] - 2 * cells[i] + cells[i + 1]);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec < until);
}

int main(int count, char** arguments)
{
    enum { cellCount = 2000 };
    static double cells[cellCount];
    int rank, ranks, late = -1;
    double serial = 0, lateS = 0;
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
    cells[0] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    beginning = MPI_Wtime();
    for (int step = 0; step < steps; ++step) {
        char name[64];
        const double begins = MPI_Wtime();
        if (rank == 0 && serial > 0)
            work(cells, cellCount, serial * stepS);
        work(cells, cellCount, (1 - serial) * stepS / ranks);
        const double worked = MPI_Wtime();
        record("cpu_op", "compute", begins, worked);
        if (rank == late) {
            struct timespec nap = {(time_t)lateS, (long)(1e9 * (lateS - (double)(time_t)lateS))};
            nanosleep(&nap, NULL);
        }
        const double arrives = MPI_Wtime();
        const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
        double residual = cells[1], sum = 0;
        MPI_Sendrecv(&cells[1], 1, MPI_DOUBLE, left, 0, &cells[cellCount - 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Allreduce(&residual, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
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
