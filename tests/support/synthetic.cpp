// SPDX-License-Identifier: GPL-3.0-or-later
// Programs with a known bottleneck that report their work like a user's program: the tests of `measure` use them. The
// ones that move files time themselves, and all print "stopwatch: io=SECONDS bytes=BYTES sent=BYTES": the seconds spent
// reading and writing files, the bytes of files, and the bytes sent through pipes and sockets.
//
//     synthetic multiply SECONDS         a chain of multiply-adds in registers        2 FLOP each, no memory
//     synthetic sum SECONDS BYTES        sums an array larger than any cache          1 FLOP and 8 bytes per element
//     synthetic read SECONDS FILE        reads a file again and again                 inspects one byte in 4096
//     synthetic allocate SECONDS BYTES   allocates that much memory and does little work on it
//     synthetic pipe SECONDS             one process sends to another, as a loader's workers do: no file is read
//     synthetic load SECONDS FILE        reads a file at arbitrary positions and sends it over a two-way socket
//     synthetic small SECONDS FILE       reads 512 bytes at a time and computes in between
//     synthetic open SECONDS FILE        opens, reads and closes a file again and again
//     synthetic faults SECONDS FILE      most of the kernel's time is page faults, little of it reading
//     synthetic write SECONDS FILE       writes and waits until the disk has it
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace {

double currentTimeS()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Stopwatch {
    double seconds = 0, bytes = 0, sent = 0;

    /// Times a call that may read or write a file.
    template <class Call>
    ssize_t timeCall(Call call)
    {
        const double from = currentTimeS();
        const ssize_t moved = call();
        seconds += currentTimeS() - from;
        bytes += moved > 0 ? static_cast<double>(moved) : 0;
        return moved;
    }
} stopwatch;

void printReport(double flops, double bytesMoved)
{
    std::printf("scalewright: flops=%.17g bytes_moved=%.17g\n", flops, bytesMoved);
    std::printf("stopwatch: io=%.9f bytes=%.0f sent=%.0f\n", stopwatch.seconds, stopwatch.bytes, stopwatch.sent);
}

double chain(double x, int rounds)
{
    for (int i = 0; i < rounds; ++i)
        x = x * 0.999999 + 1e-6;
    return x;
}

int multiply(double endTime)
{
    constexpr int chains = 16, rounds = 1 << 16;
    double x[chains];
    for (int i = 0; i < chains; ++i)
        x[i] = 1.0 + i;
    double flops = 0;
    while (currentTimeS() < endTime) {
        for (int k = 0; k < rounds; ++k)
            for (double& each : x)
                each = each * 0.999999 + 1e-6;
        flops += 2.0 * chains * rounds;
    }
    double sink = 0;
    for (const double each : x)
        sink += each;
    printReport(flops, sizeof x);
    return sink > 0 ? 0 : 1;
}

int sum(double seconds, std::size_t bytes)
{
    const std::vector<double> values(bytes / sizeof(double), 1.0);
    const double endTime = currentTimeS() + seconds;
    double sink = 0, passes = 0;
    while (currentTimeS() < endTime) {
        double lanes[16] = {};
        for (std::size_t i = 0; i + 16 <= values.size(); i += 16)
            for (std::size_t lane = 0; lane < 16; ++lane)
                lanes[lane] += values[i + lane];
        for (const double lane : lanes)
            sink += lane;
        ++passes;
    }
    const double elements = passes * static_cast<double>(values.size());
    printReport(elements, 8 * elements);
    return sink > 0 ? 0 : 1;
}

int readFile(double endTime, const char* name)
{
    const int file = open(name, O_RDONLY);
    if (file < 0)
        return 3;
    std::vector<char> block(1 << 20);
    double inspectedBlocks = 0;
    long sink = 0;
    while (currentTimeS() < endTime) {
        lseek(file, 0, SEEK_SET);
        for (ssize_t bytesRead = 0;
             (bytesRead = stopwatch.timeCall([&] { return read(file, block.data(), block.size()); })) > 0;)
            for (ssize_t i = 0; i < bytesRead; i += 4096, ++inspectedBlocks)
                sink += block[static_cast<std::size_t>(i)];
    }
    close(file);
    printReport(inspectedBlocks, 64 * inspectedBlocks);
    return sink >= 0 || inspectedBlocks > 0 ? 0 : 1;
}

int allocate(double seconds, std::size_t bytes)
{
    std::vector<char> buffer(bytes, 1);
    const double endTime = currentTimeS() + seconds;
    double touchedPages = 0;
    while (currentTimeS() < endTime)
        for (std::size_t i = 0; i < buffer.size(); i += 4096, ++touchedPages)
            buffer[i] = static_cast<char>(buffer[i] + 1);
    printReport(touchedPages, 64 * touchedPages);
    return buffer.empty() ? 1 : 0;
}

int readSmall(double endTime, const char* name)
{
    const int file = open(name, O_RDONLY);
    std::vector<char> block(512);
    double x = 1, rounds = 0;
    for (off_t at = 0; currentTimeS() < endTime; at += static_cast<off_t>(block.size()), ++rounds) {
        if (stopwatch.timeCall([&] { return pread(file, block.data(), block.size(), at); }) <= 0)
            at = 0;
        x = chain(x, 100);
    }
    printReport(200 * rounds, 512 * rounds);
    return file >= 0 && x > 0 ? 0 : 3;
}

int openRepeatedly(double endTime, const char* name)
{
    std::vector<char> block(1 << 16);
    double x = 1, rounds = 0;
    for (; currentTimeS() < endTime; ++rounds) {
        stopwatch.timeCall([&] {
            const int file = open(name, O_RDONLY);
            const ssize_t bytesRead = read(file, block.data(), block.size());
            close(file);
            return bytesRead;
        });
        x = chain(x, 1000);
    }
    printReport(2000 * rounds, 65536 * rounds);
    return stopwatch.bytes > 0 && x > 0 ? 0 : 3;
}

int faults(double endTime, const char* name)
{
    constexpr std::size_t bytes = 64u << 20;
    const int file = open(name, O_RDONLY);
    std::vector<char> block(1 << 20);
    double touchedPages = 0;
    while (currentTimeS() < endTime) {
        auto* mapping =
            static_cast<char*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        if (mapping == MAP_FAILED)
            return 3;
        for (std::size_t i = 0; i < bytes; i += 4096, ++touchedPages)
            mapping[i] = 1;
        munmap(mapping, bytes);
        for (int i = 0; i < 8; ++i)
            if (stopwatch.timeCall([&] { return read(file, block.data(), block.size()); }) <= 0)
                lseek(file, 0, SEEK_SET);
    }
    printReport(touchedPages, 64 * touchedPages);
    return stopwatch.bytes > 0 ? 0 : 3;
}

int writeFile(double endTime, const char* name)
{
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const std::vector<char> block(1 << 20, 'x');
    double x = 1, rounds = 0;
    for (; currentTimeS() < endTime; ++rounds) {
        const auto at = static_cast<off_t>(static_cast<std::size_t>(rounds) % 32 * block.size());
        stopwatch.timeCall([&] { return pwrite(file, block.data(), block.size(), at); });
        if (static_cast<int>(rounds) % 8 == 7)
            stopwatch.timeCall([&] { return fsync(file); });
        x = chain(x, 100000);
    }
    printReport(200000 * rounds, 1048576 * rounds);
    return stopwatch.bytes > 0 && x > 0 ? 0 : 3;
}

/// A child process sends blocks to this one until `endTime`, read from the file if one is given.
int send(double endTime, int from, int to, int file)
{
    std::vector<char> block(1 << 16);
    int resultPipe[2];
    if (pipe(resultPipe) != 0)
        return 3;
    const pid_t child = fork();
    if (child == 0) {
        close(from);
        for (off_t at = 0; currentTimeS() < endTime; at += static_cast<off_t>(block.size())) {
            if (file >= 0 && stopwatch.timeCall([&] { return pread(file, block.data(), block.size(), at); }) <= 0)
                at = 0;
            for (std::size_t sent = 0; sent < block.size();) {
                const ssize_t bytesWritten = write(to, block.data() + sent, block.size() - sent);
                if (bytesWritten <= 0)
                    _exit(1);
                sent += static_cast<std::size_t>(bytesWritten);
                stopwatch.sent += static_cast<double>(bytesWritten);
            }
        }
        _exit(write(resultPipe[1], &stopwatch, sizeof stopwatch) == sizeof stopwatch ? 0 : 1);
    }
    close(to);
    if (file >= 0)
        close(file);
    double inspectedBlocks = 0, received = 0;
    for (ssize_t bytesRead = 0; (bytesRead = read(from, block.data(), block.size())) > 0;
         received += static_cast<double>(bytesRead))
        inspectedBlocks += static_cast<double>(bytesRead) / 4096;
    int status = 1;
    waitpid(child, &status, 0);
    if (read(resultPipe[0], &stopwatch, sizeof stopwatch) != sizeof stopwatch)
        return 3;
    stopwatch.sent += received;
    printReport(inspectedBlocks, 64 * inspectedBlocks);
    return status;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    const std::string_view mode = argv[1];
    const double seconds = std::strtod(argv[2], nullptr), endTime = currentTimeS() + seconds;
    const std::size_t bytes = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
    if (mode == "multiply")
        return multiply(endTime);
    if (mode == "sum" && bytes >= 4096)
        return sum(seconds, bytes);
    if (mode == "read" && argc > 3)
        return readFile(endTime, argv[3]);
    constexpr std::array<std::pair<std::string_view, int (*)(double, const char*)>, 4> movers{
        {{"small", readSmall}, {"open", openRepeatedly}, {"faults", faults}, {"write", writeFile}}};
    for (const auto& [name, program] : movers)
        if (mode == name && argc > 3)
            return program(endTime, argv[3]);
    if (int ends[2]; mode == "pipe" && pipe(ends) == 0)
        return send(endTime, ends[0], ends[1], -1);
    if (int ends[2]; mode == "load" && argc > 3 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0)
        return send(endTime, ends[0], ends[1], open(argv[3], O_RDONLY));
    if (mode == "allocate" && bytes >= 4096)
        return allocate(seconds, bytes);
    return 2;
}
