/* scalewright-mpi: times ping-pong and collectives of a real MPI, over message sizes and worker counts; CSV on standard
 * output.
 *
 *   mpicc -O2 -o scalewright-mpi scalewright-mpi.c
 *   mpirun -np 8 ./scalewright-mpi > timings.csv      (or srun -n 8 ./scalewright-mpi, one process a node for the
 * network) scalewright-cli fit-comm timings.csv
 *
 * Columns: collective,p,bytes,seconds,least,most,repeats,where. `bytes` is the message: what one rank contributes to an
 * all-reduce or sends one way in a ping-pong; for reduce-scatter, all-gather and all-to-all the whole vector that is
 * split or joined. `seconds` is the median over repeats of the slowest rank's time; a ping-pong is half of a round
 * trip. `where` is "network" only where no two of the p ranks share a host, "shared-memory" where all do, else "mixed":
 * shared memory is no network.
 *
 * Plain C99 and MPI-2, so that any cluster's mpicc takes it. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { allReduce, reduceScatter, allGather, allToAll, pingPong, kindCount };
enum { mostRepeats = 1000, nameSize = MPI_MAX_PROCESSOR_NAME };
static const char* const kinds[kindCount] = {"all-reduce", "reduce-scatter", "all-gather", "all-to-all", "ping-pong"};

static long leastBytes = 8, mostBytes = 16 << 20;
static int warmups = 3, repeats = 21;
static double budgetS = 2.0; /* of one size: large messages get fewer repeats, never fewer than 5 */

static int byValue(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/* One call of the collective. `n`: doubles of the whole vector. */
static void once(int kind, MPI_Comm comm, int rank, int p, double* from, double* to, int n, int* counts)
{
    switch (kind) {
    case pingPong:
        if (rank == 0) {
            MPI_Send(from, n, MPI_DOUBLE, 1, 1, comm);
            MPI_Recv(to, n, MPI_DOUBLE, 1, 1, comm, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(to, n, MPI_DOUBLE, 0, 1, comm, MPI_STATUS_IGNORE);
            MPI_Send(from, n, MPI_DOUBLE, 0, 1, comm);
        }
        break;
    case allReduce: MPI_Allreduce(from, to, n, MPI_DOUBLE, MPI_SUM, comm); break;
    case reduceScatter: MPI_Reduce_scatter(from, to, counts, MPI_DOUBLE, MPI_SUM, comm); break;
    case allGather: MPI_Allgather(from, n / p, MPI_DOUBLE, to, n / p, MPI_DOUBLE, comm); break;
    default: MPI_Alltoall(from, n / p, MPI_DOUBLE, to, n / p, MPI_DOUBLE, comm); break;
    }
}

/* Whether the collective did what it is timed for; `to` after one call. from[i] is rank + 1 everywhere. */
static int isRight(int kind, int rank, int p, const double* to, int n)
{
    const double sum = 0.5 * p * (p + 1);
    int i;
    if (kind == pingPong && rank > 1)
        return 1;
    for (i = 0; i < n; ++i) {
        if (kind == pingPong && to[i] != 2.0 - rank)
            return 0;
        if (kind == allReduce && to[i] != sum)
            return 0;
        if (kind == reduceScatter && i < n / p && to[i] != sum)
            return 0;
        if ((kind == allGather || kind == allToAll) && to[i] != i / (n / p) + 1)
            return 0;
    }
    return 1;
}

static const char* placeOf(const char* names, int p)
{
    int i, j, shared = 0, pairs = 0;
    for (i = 0; i < p; ++i)
        for (j = 0; j < i; ++j) {
            ++pairs;
            shared += strcmp(names + i * nameSize, names + j * nameSize) == 0;
        }
    return shared == 0 ? "network" : shared == pairs ? "shared-memory" : "mixed";
}

static void measure(int kind, MPI_Comm comm, long bytes, const char* names, double* from, double* to, int* counts)
{
    double times[mostRepeats], mine, slowest, begun;
    int rank, p, n, done = 0, going = 1, right, all, i;
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
        from[i] = rank + 1;
        to[i] = 0;
    }
    once(kind, comm, rank, p, from, to, n, counts);
    right = isRight(kind, rank, p, to, n);
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, comm);
    if (!all) {
        if (rank == 0)
            fprintf(stderr, "scalewright-mpi: %s of %ld bytes gave a wrong result on p = %d: no time is reported\n",
                    kinds[kind], bytes, p);
        MPI_Abort(MPI_COMM_WORLD, 4);
    }
    for (i = 1; i < warmups; ++i)
        once(kind, comm, rank, p, from, to, n, counts);
    begun = MPI_Wtime();
    while (going) {
        MPI_Barrier(comm);
        mine = MPI_Wtime();
        once(kind, comm, rank, p, from, to, n, counts);
        mine = MPI_Wtime() - mine;
        if (kind == pingPong)
            mine = rank == 0 ? mine / 2 : 0;
        MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, comm);
        times[done++] = slowest;
        going = done < repeats && (done < 5 || MPI_Wtime() - begun < budgetS);
        MPI_Bcast(&going, 1, MPI_INT, 0, comm);
    }
    if (rank == 0) {
        qsort(times, (size_t)done, sizeof times[0], byValue);
        printf("%s,%d,%ld,%.9g,%.9g,%.9g,%d,%s\n", kinds[kind], p, (long)n * (long)sizeof(double),
               done % 2 ? times[done / 2] : (times[done / 2 - 1] + times[done / 2]) / 2, times[0], times[done - 1],
               done, placeOf(names, p));
        fflush(stdout);
    }
}

static void context(int size, const char* names)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING], date[32];
    int length = 0, i;
    const time_t now = time(NULL);
    MPI_Get_library_version(library, &length);
    for (i = 0; i < length; ++i)
        if (library[i] == '\n' || library[i] == '\r')
            library[i] = ' ';
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", localtime(&now));
    printf("# scalewright-mpi, %s\n# %s\n# %d ranks, %s:", date, library, size, placeOf(names, size));
    for (i = 0; i < size && i < 64; ++i)
        printf(" %s", names + i * nameSize);
    printf("\n");
    if (strcmp(placeOf(names, size), "network") != 0)
        printf("# ranks share a host: these are times of shared memory, not of a network\n");
    printf("# seconds: median over repeats of the slowest rank; %d warm-up call(s) left out\n", warmups);
    printf("collective,p,bytes,seconds,least,most,repeats,where\n");
}

static int number(const char* text, long least, long most, long* value)
{
    char* end = NULL;
    *value = strtol(text, &end, 10);
    return end != text && *end == '\0' && *value >= least && *value <= most;
}

static int usage(int rank, int status)
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
    int rank, size, only = -1, kind, p, i, length;
    long value = 0, bytes;
    char name[nameSize] = "";
    char* names;
    double *from, *to;
    int* counts;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0)
            return usage(rank, 0);
        if (i + 1 == argc)
            return usage(rank, 2);
        if (strcmp(argv[i], "--from") == 0 && number(argv[i + 1], 8, 1L << 30, &value))
            leastBytes = value;
        else if (strcmp(argv[i], "--to") == 0 && number(argv[i + 1], 8, 1L << 30, &value))
            mostBytes = value;
        else if (strcmp(argv[i], "--repeats") == 0 && number(argv[i + 1], 5, mostRepeats, &value))
            repeats = (int)value;
        else if (strcmp(argv[i], "--warmup") == 0 && number(argv[i + 1], 1, 1000, &value))
            warmups = (int)value;
        else if (strcmp(argv[i], "--only") == 0) {
            for (kind = 0; kind < kindCount && strcmp(kinds[kind], argv[i + 1]) != 0; ++kind) {
            }
            if (kind == kindCount)
                return usage(rank, 2);
            only = kind;
        } else
            return usage(rank, 2);
        ++i;
    }
    if (size < 2) {
        fprintf(stderr, "scalewright-mpi: one rank exchanges nothing: mpirun -np 2 or more\n");
        MPI_Finalize();
        return 2;
    }
    MPI_Get_processor_name(name, &length);
    names = malloc((size_t)size * nameSize);
    from = malloc((size_t)mostBytes + sizeof(double));
    to = malloc((size_t)mostBytes + sizeof(double));
    counts = malloc((size_t)size * sizeof(int));
    if (!names || !from || !to || !counts) {
        fprintf(stderr, "scalewright-mpi: no memory for messages of %ld bytes\n", mostBytes);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Allgather(name, nameSize, MPI_CHAR, names, nameSize, MPI_CHAR, MPI_COMM_WORLD);
    if (rank == 0)
        context(size, names);
    /* 2, 4, 8 … and all: the first p ranks; the others wait at the barrier. */
    for (p = 2; p <= size; p = p < size && 2 * p > size ? size : 2 * p) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, rank < p ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            for (kind = 0; kind < (p == 2 ? kindCount : pingPong); ++kind)
                for (bytes = leastBytes; bytes <= mostBytes; bytes *= 2)
                    if (only < 0 || kind == only)
                        measure(kind, comm, bytes, names, from, to, counts);
            MPI_Comm_free(&comm);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(counts);
    free(to);
    free(from);
    free(names);
    MPI_Finalize();
    return 0;
}
