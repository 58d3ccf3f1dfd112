// SPDX-License-Identifier: GPL-3.0-or-later
/* The compute probe's yardstick: OpenBLAS's dgemm, called as plainly as a C program can. Prints FLOP/s, the median of
 * the repeats. reference_dgemm N THREADS REPEATS */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cblas.h>

static double currentTimeS(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int compareDoubles(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 2048, threads = argc > 2 ? atoi(argv[2]) : 1,
              repeats = argc > 3 ? atoi(argv[3]) : 7;
    double *a, *b, *c, *seconds;
    size_t i;
    int k;
    if (n < 1 || repeats < 1)
        return 2;
    openblas_set_num_threads(threads);
    a = malloc(sizeof(double) * n * n);
    b = malloc(sizeof(double) * n * n);
    c = malloc(sizeof(double) * n * n);
    seconds = malloc(sizeof(double) * repeats);
    if (!a || !b || !c || !seconds)
        return 3;
    for (i = 0; i < (size_t)n * n; ++i) {
        a[i] = 2.0 * rand() / RAND_MAX - 1;
        b[i] = 2.0 * rand() / RAND_MAX - 1;
        c[i] = 0;
    }
    for (k = -1; k < repeats; ++k) {
        const double start = currentTimeS();
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, a, n, b, n, 0.0, c, n);
        if (k >= 0)
            seconds[k] = currentTimeS() - start;
    }
    qsort(seconds, repeats, sizeof(double), compareDoubles);
    printf("%.9g\n", 2.0 * n * n * n / seconds[repeats / 2]);
    return c[0] != c[0];
}
