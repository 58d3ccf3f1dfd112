// SPDX-License-Identifier: GPL-3.0-or-later
// Ten steps that read or write a file and then compute, with a stopwatch around the file access: io MODE MB SECONDS
// FILE (0 reads uncached data, 1 writes, 2 writes and syncs). Prints the seconds spent in file access on stderr.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "work.h"

int main(int argc, char** argv)
{
    if (argc != 5)
        return 2;
    const int mode = atoi(argv[1]);
    const long blocks = atol(argv[2]) / 10;
    const double compute = atof(argv[3]) / 10;
    static char block[1 << 20];
    memset(block, 7, sizeof block);
    const int file = open(argv[4], mode == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0)
        return 1;
    if (mode == 0)
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    double atFile = 0;
    volatile double x = 1;
    for (int step = 0; step < 10; ++step) {
        double from = now(CLOCK_MONOTONIC);
        for (long i = 0; i < blocks; ++i)
            if (mode == 0) {
                if (read(file, block, sizeof block) <= 0)
                    lseek(file, 0, SEEK_SET);
            } else if (write(file, block, sizeof block) < 0) {
                return 1;
            }
        if (mode == 2)
            fsync(file);
        atFile += now(CLOCK_MONOTONIC) - from;
        from = now(CLOCK_MONOTONIC);
        while (now(CLOCK_MONOTONIC) - from < compute)
            for (int k = 0; k < 1000; ++k)
                x = x * 1.0000001;
    }
    fprintf(stderr, "stopwatch %.6f\n", atFile);
    return 0;
}
