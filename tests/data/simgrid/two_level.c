/* Collectives as rounds of point-to-point messages, for SimGrid's SMPI: a reference written apart from core.
 *
 *   two_level ALGORITHM BYTES     prints the seconds of one exchange, without a barrier's skew
 *
 * Ranks are in node order (the platform and the host file put rank r on node r / g). No reduction is computed.
 * Distances: recursive doubling and halving-doubling begin with the nearest (distance doubling); the binomial reduction
 * too, the broadcast and the scatter with the farthest. Where p is no power of two, with r = p - 2^f, each even rank of
 * the first 2r hands in at its odd neighbour first and gets the result back last (Rabenseifner 2004; Thakur,
 * Rabenseifner, Gropp 2005).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

static char* out_buffer;
static char* in_buffer;
static int rank, size;

static void swap_with(int to, int from, long send, long receive)
{
    MPI_Sendrecv(out_buffer, (int)send, MPI_CHAR, to, 0, in_buffer, (int)receive, MPI_CHAR, from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}
static void put(int to, long bytes)
{
    MPI_Send(out_buffer, (int)bytes, MPI_CHAR, to, 0, MPI_COMM_WORLD);
}
static void get(int from, long bytes)
{
    MPI_Recv(in_buffer, (int)bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int power_below(void)
{
    int power = 1;
    while (2 * power <= size)
        power *= 2;
    return power;
}

static void ring(long n)
{
    for (int step = 0; step < 2 * (size - 1); ++step)
        swap_with((rank + 1) % size, (rank + size - 1) % size, n / size, n / size);
}

/* What goes on among the first 2^f ranks, with the fold before and after. */
/* Of the first 2 extra ranks each even one hands in at its odd neighbour first and gets the result back last; the
 * others swap, numbered anew. */
static int extra;
static int swaps_as(int of)
{
    return of < 2 * extra ? of / 2 : of - extra;
}
static int is(int swapper)
{
    return swapper < extra ? 2 * swapper + 1 : swapper + extra;
}
static void folded(long n, void (*inner)(long, int))
{
    const int power = power_below();
    extra = size - power;
    if (rank < 2 * extra && rank % 2 == 0) {
        put(rank + 1, n);
        get(rank + 1, n);
        return;
    }
    if (rank < 2 * extra)
        get(rank - 1, n);
    inner(n, power);
    if (rank < 2 * extra)
        put(rank - 1, n);
}
static void swap_at(int d, long n)
{
    const int with = is(swaps_as(rank) ^ d);
    swap_with(with, with, n, n);
}
static void doubling(long n, int power)
{
    for (int d = 1; d < power; d *= 2)
        swap_at(d, n);
}
static void halving(long n, int power)
{
    long share = n / 2;
    for (int d = 1; d < power; d *= 2, share /= 2)
        swap_at(d, share);
    share = n / power;
    for (int d = power / 2; d >= 1; d /= 2, share *= 2)
        swap_at(d, share);
}

static void tree(long n)
{
    for (int d = 1; d < size; d *= 2) {
        if (rank % (2 * d) == d) {
            put(rank - d, n);
            break;
        }
        if (rank + d < size)
            get(rank + d, n);
    }
    int d = 1;
    while (d < size && rank % (2 * d) == 0)
        d *= 2;
    if (rank != 0)
        get(rank - d, n);
    for (d = rank == 0 ? power_below() * (power_below() < size ? 2 : 1) : d; d >= 2; d /= 2)
        if (rank + d / 2 < size)
            put(rank + d / 2, n);
}

/* One binomial scatter of n bytes, n/p for each, farthest first. */
static void scatter(long n)
{
    const long block = n / size;
    int d = 1;
    while (d < size && rank % (2 * d) == 0)
        d *= 2;
    if (rank != 0)
        get(rank - d, block * (rank + d <= size ? d : size - rank));
    for (d /= 2; d >= 1; d /= 2)
        if (rank + d < size)
            put(rank + d, block * (rank + 2 * d <= size ? d : size - rank - d));
}

static void shuffle(long n)
{
    for (int k = 1; k < size; ++k)
        swap_with((rank + k) % size, (rank + size - k) % size, n / size, n / size);
}

static void all(const char* algorithm, long n)
{
    if (!strcmp(algorithm, "ring-all-reduce"))
        ring(n);
    else if (!strcmp(algorithm, "recursive-doubling-all-reduce"))
        folded(n, doubling);
    else if (!strcmp(algorithm, "rabenseifner-all-reduce"))
        folded(n, halving);
    else if (!strcmp(algorithm, "tree-all-reduce"))
        tree(n);
    else if (!strcmp(algorithm, "scatter-gather"))
        scatter(n);
    else if (!strcmp(algorithm, "shuffle"))
        shuffle(n);
    else
        MPI_Abort(MPI_COMM_WORLD, 2);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long n = argc > 2 ? atol(argv[2]) : 0;
    out_buffer = SMPI_SHARED_MALLOC(n + 1);
    in_buffer = SMPI_SHARED_MALLOC(n + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    all(argv[1], n);
    const double mine = MPI_Wtime() - begin;
    double longest = 0;
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.9f\n", longest);
    SMPI_SHARED_FREE(out_buffer);
    SMPI_SHARED_FREE(in_buffer);
    MPI_Finalize();
    return 0;
}
