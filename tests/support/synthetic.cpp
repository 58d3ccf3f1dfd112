// Programs whose bottleneck is known, each saying its work as a person's own would: what `measure` is tested on.
//
//     synthetic multiply SECONDS         a chain of multiply-adds in registers        2 FLOP each, no memory
//     synthetic sum SECONDS BYTES        sums an array larger than any cache          1 FLOP and 8 bytes an element
//     synthetic read SECONDS FILE        reads a file again and again                 a byte is looked at in 4096
//     synthetic allocate SECONDS BYTES   holds that much memory and works little on it
//     synthetic pipe SECONDS             one process sends to another, as a loader's workers do: no file is read
//     synthetic load SECONDS FILE        one reads a file at places of its own choice and sends it on by a socket of
//     two ways
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void say(double flops, double bytesMoved)
{
    std::printf("scalewright: flops=%.17g bytes_moved=%.17g\n", flops, bytesMoved);
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
        for (ssize_t got = 0; (got = read(file, block.data(), block.size())) > 0;)
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

/// A child sends blocks to this process until it is time, from the file where there is one.
int send(double until, int from, int to, int file)
{
    std::vector<char> block(1 << 16);
    const pid_t child = fork();
    if (child == 0) {
        close(from);
        for (off_t at = 0; now() < until; at += static_cast<off_t>(block.size())) {
            if (file >= 0 && pread(file, block.data(), block.size(), at) <= 0)
                at = 0;
            for (std::size_t sent = 0; sent < block.size();) {
                const ssize_t put = write(to, block.data() + sent, block.size() - sent);
                if (put <= 0)
                    _exit(1);
                sent += static_cast<std::size_t>(put);
            }
        }
        _exit(0);
    }
    close(to);
    if (file >= 0)
        close(file);
    double looked = 0;
    for (ssize_t got = 0; (got = read(from, block.data(), block.size())) > 0;)
        looked += static_cast<double>(got) / 4096;
    int status = 1;
    waitpid(child, &status, 0);
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
    if (int ends[2]; what == "pipe" && pipe(ends) == 0)
        return send(until, ends[0], ends[1], -1);
    if (int ends[2]; what == "load" && argc > 3 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0)
        return send(until, ends[0], ends[1], open(argv[3], O_RDONLY));
    if (what == "allocate" && bytes >= 4096)
        return allocate(seconds, bytes);
    return 2;
}
