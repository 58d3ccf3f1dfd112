// Programs whose bottleneck is known, each saying its work as a person's own would: what `measure` is tested on. Those
// that move files hold a stopwatch to it, and all print "stopwatch: io=SECONDS bytes=BYTES sent=BYTES": in reading and
// writing files, of files, and through pipes and sockets.
//
//     synthetic multiply SECONDS         a chain of multiply-adds in registers        2 FLOP each, no memory
//     synthetic sum SECONDS BYTES        sums an array larger than any cache          1 FLOP and 8 bytes an element
//     synthetic read SECONDS FILE        reads a file again and again                 a byte is looked at in 4096
//     synthetic allocate SECONDS BYTES   holds that much memory and works little on it
//     synthetic pipe SECONDS             one process sends to another, as a loader's workers do: no file is read
//     synthetic load SECONDS FILE        one reads a file at places of its own choice and sends it on by a socket of
//     two ways
//     synthetic small SECONDS FILE       reads 512 bytes at a time and computes in between
//     synthetic open SECONDS FILE        opens, reads and closes a file again and again
//     synthetic faults SECONDS FILE      most of the kernel's time is page faults, little of it reading
//     synthetic write SECONDS FILE       writes and waits until the disk has it
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Stopwatch {
    double seconds = 0, bytes = 0, sent = 0;

    /// Times a call that moves bytes of a file, or none.
    template <class Call>
    ssize_t of(Call call)
    {
        const double from = now();
        const ssize_t moved = call();
        seconds += now() - from;
        bytes += moved > 0 ? static_cast<double>(moved) : 0;
        return moved;
    }
} watch;

void say(double flops, double bytesMoved)
{
    std::printf("scalewright: flops=%.17g bytes_moved=%.17g\n", flops, bytesMoved);
    std::printf("stopwatch: io=%.9f bytes=%.0f sent=%.0f\n", watch.seconds, watch.bytes, watch.sent);
}

double chain(double x, int rounds)
{
    for (int i = 0; i < rounds; ++i)
        x = x * 0.999999 + 1e-6;
    return x;
}

int multiply(double until)
{
    constexpr int chains = 16, rounds = 1 << 16;
    double x[chains];
    for (int i = 0; i < chains; ++i)
        x[i] = 1.0 + i;
    double flops = 0;
    while (now() < until) {
        for (int k = 0; k < rounds; ++k)
            for (double& each : x)
                each = each * 0.999999 + 1e-6;
        flops += 2.0 * chains * rounds;
    }
    double kept = 0;
    for (const double each : x)
        kept += each;
    say(flops, sizeof x);
    return kept > 0 ? 0 : 1;
}

int sum(double seconds, std::size_t bytes)
{
    const std::vector<double> values(bytes / sizeof(double), 1.0);
    const double until = now() + seconds;
    double kept = 0, passes = 0;
    while (now() < until) {
        double lanes[16] = {};
        for (std::size_t i = 0; i + 16 <= values.size(); i += 16)
            for (std::size_t lane = 0; lane < 16; ++lane)
                lanes[lane] += values[i + lane];
        for (const double lane : lanes)
            kept += lane;
        ++passes;
    }
    const double elements = passes * static_cast<double>(values.size());
    say(elements, 8 * elements);
    return kept > 0 ? 0 : 1;
}

int readFile(double until, const char* name)
{
    const int file = open(name, O_RDONLY);
    if (file < 0)
        return 3;
    std::vector<char> block(1 << 20);
    double looked = 0;
    long kept = 0;
    while (now() < until) {
        lseek(file, 0, SEEK_SET);
        for (ssize_t got = 0; (got = watch.of([&] { return read(file, block.data(), block.size()); })) > 0;)
            for (ssize_t i = 0; i < got; i += 4096, ++looked)
                kept += block[static_cast<std::size_t>(i)];
    }
    close(file);
    say(looked, 64 * looked);
    return kept >= 0 || looked > 0 ? 0 : 1;
}

int allocate(double seconds, std::size_t bytes)
{
    std::vector<char> held(bytes, 1);
    const double until = now() + seconds;
    double touched = 0;
    while (now() < until)
        for (std::size_t i = 0; i < held.size(); i += 4096, ++touched)
            held[i] = static_cast<char>(held[i] + 1);
    say(touched, 64 * touched);
    return held.empty() ? 1 : 0;
}

int readSmall(double until, const char* name)
{
    const int file = open(name, O_RDONLY);
    std::vector<char> block(512);
    double x = 1, rounds = 0;
    for (off_t at = 0; now() < until; at += static_cast<off_t>(block.size()), ++rounds) {
        if (watch.of([&] { return pread(file, block.data(), block.size(), at); }) <= 0)
            at = 0;
        x = chain(x, 100);
    }
    say(200 * rounds, 512 * rounds);
    return file >= 0 && x > 0 ? 0 : 3;
}

int openOften(double until, const char* name)
{
    std::vector<char> block(1 << 16);
    double x = 1, rounds = 0;
    for (; now() < until; ++rounds) {
        watch.of([&] {
            const int file = open(name, O_RDONLY);
            const ssize_t got = read(file, block.data(), block.size());
            close(file);
            return got;
        });
        x = chain(x, 1000);
    }
    say(2000 * rounds, 65536 * rounds);
    return watch.bytes > 0 && x > 0 ? 0 : 3;
}

int faults(double until, const char* name)
{
    constexpr std::size_t bytes = 64u << 20;
    const int file = open(name, O_RDONLY);
    std::vector<char> block(1 << 20);
    double touched = 0;
    while (now() < until) {
        auto* fresh =
            static_cast<char*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        if (fresh == MAP_FAILED)
            return 3;
        for (std::size_t i = 0; i < bytes; i += 4096, ++touched)
            fresh[i] = 1;
        munmap(fresh, bytes);
        for (int i = 0; i < 8; ++i)
            if (watch.of([&] { return read(file, block.data(), block.size()); }) <= 0)
                lseek(file, 0, SEEK_SET);
    }
    say(touched, 64 * touched);
    return watch.bytes > 0 ? 0 : 3;
}

int writeFile(double until, const char* name)
{
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const std::vector<char> block(1 << 20, 'x');
    double x = 1, rounds = 0;
    for (; now() < until; ++rounds) {
        const auto at = static_cast<off_t>(static_cast<std::size_t>(rounds) % 32 * block.size());
        watch.of([&] { return pwrite(file, block.data(), block.size(), at); });
        if (static_cast<int>(rounds) % 8 == 7)
            watch.of([&] { return fsync(file); });
        x = chain(x, 100000);
    }
    say(200000 * rounds, 1048576 * rounds);
    return watch.bytes > 0 && x > 0 ? 0 : 3;
}

/// A child sends blocks to this process until it is time, from the file where there is one.
int send(double until, int from, int to, int file)
{
    std::vector<char> block(1 << 16);
    int told[2];
    if (pipe(told) != 0)
        return 3;
    const pid_t child = fork();
    if (child == 0) {
        close(from);
        for (off_t at = 0; now() < until; at += static_cast<off_t>(block.size())) {
            if (file >= 0 && watch.of([&] { return pread(file, block.data(), block.size(), at); }) <= 0)
                at = 0;
            for (std::size_t sent = 0; sent < block.size();) {
                const ssize_t put = write(to, block.data() + sent, block.size() - sent);
                if (put <= 0)
                    _exit(1);
                sent += static_cast<std::size_t>(put);
                watch.sent += static_cast<double>(put);
            }
        }
        _exit(write(told[1], &watch, sizeof watch) == sizeof watch ? 0 : 1);
    }
    close(to);
    if (file >= 0)
        close(file);
    double looked = 0, received = 0;
    for (ssize_t got = 0; (got = read(from, block.data(), block.size())) > 0; received += static_cast<double>(got))
        looked += static_cast<double>(got) / 4096;
    int status = 1;
    waitpid(child, &status, 0);
    if (read(told[0], &watch, sizeof watch) != sizeof watch)
        return 3;
    watch.sent += received;
    say(looked, 64 * looked);
    return status;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    const std::string_view what = argv[1];
    const double seconds = std::strtod(argv[2], nullptr), until = now() + seconds;
    const std::size_t bytes = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
    if (what == "multiply")
        return multiply(until);
    if (what == "sum" && bytes >= 4096)
        return sum(seconds, bytes);
    if (what == "read" && argc > 3)
        return readFile(until, argv[3]);
    constexpr std::array<std::pair<std::string_view, int (*)(double, const char*)>, 4> movers{
        {{"small", readSmall}, {"open", openOften}, {"faults", faults}, {"write", writeFile}}};
    for (const auto& [name, program] : movers)
        if (what == name && argc > 3)
            return program(until, argv[3]);
    if (int ends[2]; what == "pipe" && pipe(ends) == 0)
        return send(until, ends[0], ends[1], -1);
    if (int ends[2]; what == "load" && argc > 3 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0)
        return send(until, ends[0], ends[1], open(argv[3], O_RDONLY));
    if (what == "allocate" && bytes >= 4096)
        return allocate(seconds, bytes);
    return 2;
}
