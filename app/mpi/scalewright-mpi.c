// SPDX-License-Identifier: GPL-3.0-or-later
/* scalewright-mpi: times ping-pong and collectives of a real MPI over message sizes and worker counts; writes CSV to
 * standard output.
 *
 *   mpicc -O2 -o scalewright-mpi scalewright-mpi.c
 *   mpirun -np 8 ./scalewright-mpi > timings.csv
 *   scalewright-cli fit-comm timings.csv
 *
 * For times of the network, start one process per node, for example with srun -n 8 ./scalewright-mpi.
 *
 * Columns: collective,p,bytes,seconds,least,most,repeats,where. `bytes` is the message: what one rank contributes to an
 * all-reduce or sends one way in a ping-pong; for reduce-scatter, all-gather and all-to-all the whole vector that is
 * split or joined. `seconds` is the median over repeats of the slowest rank's time; a ping-pong is half of a round
 * trip. `where` is "network" only if no two of the p ranks share a host, "shared-memory" if all do, else "mixed":
 * shared memory is not a network.
 *
 * Plain C99 and MPI-2, so that any cluster's mpicc accepts it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mpi.h>

enum { allReduce, reduceScatter, allGather, allToAll, pingPong, kindCount };
enum { maximumRepeats = 1000, nameSize = MPI_MAX_PROCESSOR_NAME };
static const char* const kindNames[kindCount] = {"all-reduce", "reduce-scatter", "all-gather", "all-to-all",
                                                 "ping-pong"};

static long minimumBytes = 8, maximumBytes = 16 << 20;
static int warmups = 3, repeats = 21;
static double timeBudgetS = 2.0; /* per size: large messages get fewer repeats, never fewer than 5 */

static int compareDoubles(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/* One call of the collective. `n`: doubles in the whole vector. */
static void runCollective(int kind, MPI_Comm comm, int rank, int p, double* sendBuffer, double* receiveBuffer, int n,
                          int* counts)
{
    switch (kind) {
    case pingPong:
        if (rank == 0) {
            MPI_Send(sendBuffer, n, MPI_DOUBLE, 1, 1, comm);
            MPI_Recv(receiveBuffer, n, MPI_DOUBLE, 1, 1, comm, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(receiveBuffer, n, MPI_DOUBLE, 0, 1, comm, MPI_STATUS_IGNORE);
            MPI_Send(sendBuffer, n, MPI_DOUBLE, 0, 1, comm);
        }
        break;
    case allReduce: MPI_Allreduce(sendBuffer, receiveBuffer, n, MPI_DOUBLE, MPI_SUM, comm); break;
    case reduceScatter: MPI_Reduce_scatter(sendBuffer, receiveBuffer, counts, MPI_DOUBLE, MPI_SUM, comm); break;
    case allGather: MPI_Allgather(sendBuffer, n / p, MPI_DOUBLE, receiveBuffer, n / p, MPI_DOUBLE, comm); break;
    default: MPI_Alltoall(sendBuffer, n / p, MPI_DOUBLE, receiveBuffer, n / p, MPI_DOUBLE, comm); break;
    }
}

/* Whether `receiveBuffer` is correct after one call. sendBuffer[i] is rank + 1 everywhere. */
static int isResultCorrect(int kind, int rank, int p, const double* receiveBuffer, int n)
{
    const double sum = 0.5 * p * (p + 1);
    int i;
    if (kind == pingPong && rank > 1)
        return 1;
    for (i = 0; i < n; ++i) {
        if (kind == pingPong && receiveBuffer[i] != 2.0 - rank)
            return 0;
        if (kind == allReduce && receiveBuffer[i] != sum)
            return 0;
        if (kind == reduceScatter && i < n / p && receiveBuffer[i] != sum)
            return 0;
        if ((kind == allGather || kind == allToAll) && receiveBuffer[i] != i / (n / p) + 1)
            return 0;
    }
    return 1;
}

static const char* transportName(const char* hostNames, int p)
{
    int i, j, shared = 0, pairs = 0;
    for (i = 0; i < p; ++i)
        for (j = 0; j < i; ++j) {
            ++pairs;
            shared += strcmp(hostNames + i * nameSize, hostNames + j * nameSize) == 0;
        }
    return shared == 0 ? "network" : shared == pairs ? "shared-memory" : "mixed";
}

static void measureCollective(int kind, MPI_Comm comm, long bytes, const char* hostNames, double* sendBuffer,
                              double* receiveBuffer, int* counts)
{
    double times[maximumRepeats], ownTime, slowestTime, startTime;
    int rank, p, n, doneRepeats = 0, keepsRunning = 1, isCorrect, allCorrect, i;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &p);
    n = (int)(bytes / (long)sizeof(double));
    if (kind != allReduce && kind != pingPong)
        n = n / p * p; /* equal parts */
    if (n == 0)
        return;
    for (i = 0; i < p; ++i)
        counts[i] = n / p;
    for (i = 0; i < n; ++i) {
        sendBuffer[i] = rank + 1;
        receiveBuffer[i] = 0;
    }
    runCollective(kind, comm, rank, p, sendBuffer, receiveBuffer, n, counts);
    isCorrect = isResultCorrect(kind, rank, p, receiveBuffer, n);
    MPI_Allreduce(&isCorrect, &allCorrect, 1, MPI_INT, MPI_MIN, comm);
    if (!allCorrect) {
        if (rank == 0)
            fprintf(stderr, "scalewright-mpi: %s of %ld bytes gave a wrong result on p = %d: no time is reported\n",
                    kindNames[kind], bytes, p);
        MPI_Abort(MPI_COMM_WORLD, 4);
    }
    for (i = 1; i < warmups; ++i)
        runCollective(kind, comm, rank, p, sendBuffer, receiveBuffer, n, counts);
    startTime = MPI_Wtime();
    while (keepsRunning) {
        MPI_Barrier(comm);
        ownTime = MPI_Wtime();
        runCollective(kind, comm, rank, p, sendBuffer, receiveBuffer, n, counts);
        ownTime = MPI_Wtime() - ownTime;
        if (kind == pingPong)
            ownTime = rank == 0 ? ownTime / 2 : 0;
        MPI_Allreduce(&ownTime, &slowestTime, 1, MPI_DOUBLE, MPI_MAX, comm);
        times[doneRepeats++] = slowestTime;
        keepsRunning = doneRepeats < repeats && (doneRepeats < 5 || MPI_Wtime() - startTime < timeBudgetS);
        MPI_Bcast(&keepsRunning, 1, MPI_INT, 0, comm);
    }
    if (rank == 0) {
        qsort(times, (size_t)doneRepeats, sizeof times[0], compareDoubles);
        printf("%s,%d,%ld,%.9g,%.9g,%.9g,%d,%s\n", kindNames[kind], p, (long)n * (long)sizeof(double),
               doneRepeats % 2 ? times[doneRepeats / 2] : (times[doneRepeats / 2 - 1] + times[doneRepeats / 2]) / 2,
               times[0], times[doneRepeats - 1], doneRepeats, transportName(hostNames, p));
        fflush(stdout);
    }
}

static void printContext(int size, const char* hostNames)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING], date[32];
    int length = 0, i;
    const time_t now = time(NULL);
    MPI_Get_library_version(library, &length);
    for (i = 0; i < length; ++i)
        if (library[i] == '\n' || library[i] == '\r')
            library[i] = ' ';
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", localtime(&now));
    printf("# scalewright-mpi, %s\n# %s\n# %d ranks, %s:", date, library, size, transportName(hostNames, size));
    for (i = 0; i < size && i < 64; ++i)
        printf(" %s", hostNames + i * nameSize);
    printf("\n");
    if (strcmp(transportName(hostNames, size), "network") != 0)
        printf("# ranks share a host: these are times of shared memory, not of a network\n");
    printf("# seconds: median over repeats of the slowest rank; %d warm-up call(s) left out\n", warmups);
    printf("collective,p,bytes,seconds,least,most,repeats,where\n");
}

static int parseNumber(const char* text, long minimum, long maximum, long* value)
{
    char* end = NULL;
    *value = strtol(text, &end, 10);
    return end != text && *end == '\0' && *value >= minimum && *value <= maximum;
}

static int printUsage(int rank, int status)
{
    if (rank == 0)
        fprintf(
            status ? stderr : stdout,
            "usage: mpirun -np P scalewright-mpi [--from BYTES] [--to BYTES] [--repeats N] [--warmup N] [--only NAME]\n"
            "NAME: all-reduce, reduce-scatter, all-gather, all-to-all or ping-pong\n");
    MPI_Finalize();
    return status;
}

int main(int argc, char** argv)
{
    int rank, size, onlyKind = -1, kind, p, i, length;
    long value = 0, bytes;
    char name[nameSize] = "";
    char* hostNames;
    double *sendBuffer, *receiveBuffer;
    int* counts;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0)
            return printUsage(rank, 0);
        if (i + 1 == argc)
            return printUsage(rank, 2);
        if (strcmp(argv[i], "--from") == 0 && parseNumber(argv[i + 1], 8, 1L << 30, &value))
            minimumBytes = value;
        else if (strcmp(argv[i], "--to") == 0 && parseNumber(argv[i + 1], 8, 1L << 30, &value))
            maximumBytes = value;
        else if (strcmp(argv[i], "--repeats") == 0 && parseNumber(argv[i + 1], 5, maximumRepeats, &value))
            repeats = (int)value;
        else if (strcmp(argv[i], "--warmup") == 0 && parseNumber(argv[i + 1], 1, 1000, &value))
            warmups = (int)value;
        else if (strcmp(argv[i], "--only") == 0) {
            for (kind = 0; kind < kindCount && strcmp(kindNames[kind], argv[i + 1]) != 0; ++kind) {
            }
            if (kind == kindCount)
                return printUsage(rank, 2);
            onlyKind = kind;
        } else
            return printUsage(rank, 2);
        ++i;
    }
    if (size < 2) {
        fprintf(stderr, "scalewright-mpi: needs at least two ranks: mpirun -np 2 or more\n");
        MPI_Finalize();
        return 2;
    }
    MPI_Get_processor_name(name, &length);
    hostNames = malloc((size_t)size * nameSize);
    sendBuffer = malloc((size_t)maximumBytes + sizeof(double));
    receiveBuffer = malloc((size_t)maximumBytes + sizeof(double));
    counts = malloc((size_t)size * sizeof(int));
    if (!hostNames || !sendBuffer || !receiveBuffer || !counts) {
        fprintf(stderr, "scalewright-mpi: no memory for messages of %ld bytes\n", maximumBytes);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Allgather(name, nameSize, MPI_CHAR, hostNames, nameSize, MPI_CHAR, MPI_COMM_WORLD);
    if (rank == 0)
        printContext(size, hostNames);
    /* p = 2, 4, 8 … and all ranks: the first p take part, the others wait at the barrier. */
    for (p = 2; p <= size; p = p < size && 2 * p > size ? size : 2 * p) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, rank < p ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            for (kind = 0; kind < (p == 2 ? kindCount : pingPong); ++kind)
                for (bytes = minimumBytes; bytes <= maximumBytes; bytes *= 2)
                    if (onlyKind < 0 || kind == onlyKind)
                        measureCollective(kind, comm, bytes, hostNames, sendBuffer, receiveBuffer, counts);
            MPI_Comm_free(&comm);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(counts);
    free(receiveBuffer);
    free(sendBuffer);
    free(hostNames);
    MPI_Finalize();
    return 0;
}
