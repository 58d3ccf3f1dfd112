// SPDX-License-Identifier: GPL-3.0-or-later
/* The reference for the memory probe: STREAM's triad as defined (McCalpin 1995; www.cs.virginia.edu/stream/ref.html):
 * a(i) = b(i) + q c(i) over arrays of doubles, each at least four times the last-level cache, counted as 24 bytes per
 * element; every thread first touches the memory that it works on. Prints bytes/s, the median of the repeats after a
 * warm-up. reference_triad BYTES_PER_ARRAY THREADS REPEATS */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static double *a, *b, *c, *seconds;
static size_t count;
static int threads, repeats;
static pthread_barrier_t barrier;
static double start;

static double currentTimeS(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int compareDoubles(const void* x, const void* y)
{
    const double one = *(const double*)x, other = *(const double*)y;
    return (one > other) - (one < other);
}

/* A separate function, as OpenMP makes of STREAM's loop: inside work(), where GCC keeps q in memory, it was 10 %
 * slower. */
static __attribute__((noinline)) void triad(double* restrict to, const double* restrict first,
                                            const double* restrict second, size_t n, double q)
{
    size_t j;
    for (j = 0; j < n; ++j)
        to[j] = first[j] + q * second[j];
}

static void* work(void* argument)
{
    const int me = (int)(size_t)argument;
    const size_t from = count / threads * me, to = me + 1 == threads ? count : count / threads * (me + 1);
    size_t j;
    int k;
    for (j = from; j < to; ++j) {
        a[j] = 1.0;
        b[j] = 2.0;
        c[j] = 0.5;
    }
    for (k = -1; k < repeats; ++k) {
        pthread_barrier_wait(&barrier);
        if (me == 0)
            start = currentTimeS();
        pthread_barrier_wait(&barrier);
        triad(a + from, b + from, c + from, to - from, 3.0);
        pthread_barrier_wait(&barrier);
        if (me == 0 && k >= 0)
            seconds[k] = currentTimeS() - start;
    }
    return NULL;
}

static double* array(size_t bytes)
{
    void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        exit(3);
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

int main(int argc, char** argv)
{
    const size_t bytes = argc > 1 ? strtoull(argv[1], NULL, 10) : (size_t)64 << 20;
    pthread_t* workers;
    int i;
    threads = argc > 2 ? atoi(argv[2]) : 1;
    repeats = argc > 3 ? atoi(argv[3]) : 7;
    if (bytes < 4096 || threads < 1 || repeats < 1)
        return 2;
    count = bytes / sizeof(double);
    a = array(bytes);
    b = array(bytes);
    c = array(bytes);
    seconds = calloc(repeats, sizeof(double));
    workers = calloc(threads, sizeof(pthread_t));
    pthread_barrier_init(&barrier, NULL, threads);
    for (i = 1; i < threads; ++i)
        if (pthread_create(&workers[i], NULL, work, (void*)(size_t)i) != 0)
            return 3;
    work(NULL);
    for (i = 1; i < threads; ++i)
        pthread_join(workers[i], NULL);
    qsort(seconds, repeats, sizeof(double), compareDoubles);
    printf("%.9g\n", 3.0 * count * sizeof(double) / seconds[repeats / 2]);
    return a[count / 2] != 3.5;
}
