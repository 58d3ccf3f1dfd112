#include "core/evidence/probes/kernels.h"

#include <sched.h>
#include <sys/mman.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace scalewright::detail {

namespace {

// What is timed is the machine, not a sanitizer's checks.
#define SCALEWRIGHT_UNINSTRUMENTED __attribute__((no_sanitize("address", "undefined", "thread")))

struct Part {
    std::size_t begin, end;
};

Part partOf(std::size_t size, int index, int parts)
{
    const auto i = static_cast<std::size_t>(index), n = static_cast<std::size_t>(parts);
    return {size * i / n, size * (i + 1) / n};
}

SCALEWRIGHT_UNINSTRUMENTED void copyOf(double* __restrict to, const double* __restrict from, Part part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        to[k] = from[k];
}

SCALEWRIGHT_UNINSTRUMENTED void scaleOf(double* __restrict to, const double* __restrict from, Part part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        to[k] = 3.0 * from[k];
}

SCALEWRIGHT_UNINSTRUMENTED void addOf(double* __restrict to, const double* __restrict first,
                                      const double* __restrict second, Part part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        to[k] = first[k] + second[k];
}

SCALEWRIGHT_UNINSTRUMENTED void triadOf(double* __restrict to, const double* __restrict first,
                                        const double* __restrict second, Part part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        to[k] = first[k] + 3.0 * second[k];
}

SCALEWRIGHT_UNINSTRUMENTED double sumOf(const double* __restrict from, Part part)
{
    constexpr std::size_t lanes = 16;
    double running[lanes] = {};
    std::size_t k = part.begin;
    for (; k + lanes <= part.end; k += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            running[lane] += from[k + lane];
    for (; k < part.end; ++k)
        running[0] += from[k];
    double whole = 0;
    for (const double each : running)
        whole += each;
    return whole;
}

}  // namespace

std::optional<Block> Block::allocate(std::size_t bytes, bool huge)
{
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return std::nullopt;
    // Huge pages where the system has them: fewer page faults, and the bandwidth is not that of address translation.
    madvise(memory, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return Block(memory, bytes);
}

Block::Block(Block&& other) noexcept
    : m_memory(std::exchange(other.m_memory, nullptr)), m_bytes(std::exchange(other.m_bytes, 0))
{
}

Block::~Block()
{
    if (m_memory != nullptr)
        munmap(m_memory, m_bytes);
}

void inParallel(int threads, const std::function<void(int)>& part)
{
    if (threads == 1)
        return part(0);
    // Each on a core of its own, the same one every time: what a thread touched first lies in its socket's memory, and
    // none waits for the system to find out that two of them share a core.
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    std::vector<std::size_t> cores;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        for (std::size_t core = 0; core < CPU_SETSIZE; ++core)
            if (CPU_ISSET(core, &allowed))
                cores.push_back(core);
    const auto pinned = [&](int i) {
        if (cores.empty())
            return;
        cpu_set_t own;
        CPU_ZERO(&own);
        CPU_SET(cores[static_cast<std::size_t>(i) % cores.size()], &own);
        sched_setaffinity(0, sizeof own, &own);
    };
    {
        std::vector<std::jthread> others;
        others.reserve(static_cast<std::size_t>(threads));
        for (int i = 1; i < threads; ++i)
            others.emplace_back([&part, &pinned, i] {
                pinned(i);
                part(i);
            });
        pinned(0);
        part(0);
    }
    if (!cores.empty())
        sched_setaffinity(0, sizeof allowed, &allowed);
}

namespace {

template <class Value>
void fillWith(std::span<Value> values, int threads)
{
    inParallel(threads, [&](int i) {
        const Part part = partOf(values.size(), i, threads);
        std::uint64_t state = 0x9e3779b97f4a7c15u + part.begin;
        for (std::size_t k = part.begin; k < part.end; ++k) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            values[k] =
                static_cast<Value>(static_cast<double>(static_cast<std::int64_t>(state)) / 9223372036854775808.0);
        }
    });
}

template <class Value>
void multiplyWith(void (*product)(int, int, int, const Value*, const Value*, Value*), int n, std::span<const Value> a,
                  std::span<const Value> b, std::span<Value> c, int threads)
{
    inParallel(threads, [&](int i) {
        const Part columns = partOf(static_cast<std::size_t>(n), i, threads);
        const std::size_t offset = columns.begin * static_cast<std::size_t>(n);
        product(n, static_cast<int>(columns.end - columns.begin), n, a.data(), b.data() + offset, c.data() + offset);
    });
}

}  // namespace

void fill(std::span<double> values, int threads)
{
    fillWith(values, threads);
}

void fill(std::span<float> values, int threads)
{
    fillWith(values, threads);
}

void copyInto(std::span<double> a, std::span<const double> b, int threads)
{
    inParallel(threads, [&](int i) { copyOf(a.data(), b.data(), partOf(a.size(), i, threads)); });
}

void scaleInto(std::span<double> a, std::span<const double> b, int threads)
{
    inParallel(threads, [&](int i) { scaleOf(a.data(), b.data(), partOf(a.size(), i, threads)); });
}

void addInto(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads)
{
    inParallel(threads, [&](int i) { addOf(a.data(), b.data(), c.data(), partOf(a.size(), i, threads)); });
}

void triad(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads)
{
    inParallel(threads, [&](int i) { triadOf(a.data(), b.data(), c.data(), partOf(a.size(), i, threads)); });
}

double sum(std::span<const double> values, int threads)
{
    std::vector<double> sums(static_cast<std::size_t>(threads), 0.0);
    inParallel(threads, [&](int i) {
        sums[static_cast<std::size_t>(i)] = sumOf(values.data(), partOf(values.size(), i, threads));
    });
    double whole = 0;
    for (const double each : sums)
        whole += each;
    return whole;
}

void multiply(const MatrixLibrary& library, int n, std::span<const double> a, std::span<const double> b,
              std::span<double> c, int threads)
{
    multiplyWith(library.multiply, n, a, b, c, threads);
}

void multiply(const MatrixLibrary& library, int n, std::span<const float> a, std::span<const float> b,
              std::span<float> c, int threads)
{
    multiplyWith(library.multiplySingle, n, a, b, c, threads);
}

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace scalewright::detail
