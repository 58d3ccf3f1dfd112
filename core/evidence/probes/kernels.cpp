// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/kernels.h"

#include <sched.h>
#include <sys/mman.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace scalewright::detail {

namespace {

// Measures the machine without the overhead of a sanitizer's checks.
#define SCALEWRIGHT_UNINSTRUMENTED __attribute__((no_sanitize("address", "undefined", "thread")))

struct IndexRange {
    std::size_t begin, end;
};

IndexRange rangeOfPart(std::size_t size, int index, int parts)
{
    const auto i = static_cast<std::size_t>(index), n = static_cast<std::size_t>(parts);
    return {size * i / n, size * (i + 1) / n};
}

SCALEWRIGHT_UNINSTRUMENTED void copyRange(double* __restrict target, const double* __restrict source, IndexRange part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        target[k] = source[k];
}

SCALEWRIGHT_UNINSTRUMENTED void scaleRange(double* __restrict target, const double* __restrict source, IndexRange part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        target[k] = 3.0 * source[k];
}

SCALEWRIGHT_UNINSTRUMENTED void addRange(double* __restrict target, const double* __restrict first,
                                         const double* __restrict second, IndexRange part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        target[k] = first[k] + second[k];
}

SCALEWRIGHT_UNINSTRUMENTED void triadRange(double* __restrict target, const double* __restrict first,
                                           const double* __restrict second, IndexRange part)
{
    for (std::size_t k = part.begin; k < part.end; ++k)
        target[k] = first[k] + 3.0 * second[k];
}

SCALEWRIGHT_UNINSTRUMENTED double sumRange(const double* __restrict source, IndexRange part)
{
    constexpr std::size_t lanes = 16;
    double running[lanes] = {};
    std::size_t k = part.begin;
    for (; k + lanes <= part.end; k += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            running[lane] += source[k + lane];
    for (; k < part.end; ++k)
        running[0] += source[k];
    double total = 0;
    for (const double partialSum : running)
        total += partialSum;
    return total;
}

}  // namespace

std::optional<MemoryBlock> MemoryBlock::allocate(std::size_t bytes, bool huge)
{
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return std::nullopt;
    // Huge pages, where available, avoid page faults and prevent address translation from limiting the bandwidth.
    madvise(memory, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return MemoryBlock(memory, bytes);
}

MemoryBlock::MemoryBlock(MemoryBlock&& other) noexcept
    : m_memory(std::exchange(other.m_memory, nullptr)), m_bytes(std::exchange(other.m_bytes, 0))
{
}

MemoryBlock::~MemoryBlock()
{
    if (m_memory != nullptr)
        munmap(m_memory, m_bytes);
}

void runInParallel(int threads, const std::function<void(int)>& part)
{
    if (threads == 1)
        return part(0);
    // Each thread is pinned to its own core, always the same one: pages that a thread touches first are in its socket's
    // memory, and no thread has to wait for the scheduler to notice that two of them share a core.
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
        cpu_set_t singleCore;
        CPU_ZERO(&singleCore);
        CPU_SET(cores[static_cast<std::size_t>(i) % cores.size()], &singleCore);
        sched_setaffinity(0, sizeof singleCore, &singleCore);
    };
    {
        std::vector<std::jthread> workers;
        workers.reserve(static_cast<std::size_t>(threads));
        for (int i = 1; i < threads; ++i)
            workers.emplace_back([&part, &pinned, i] {
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
void fillRandomValues(std::span<Value> values, int threads)
{
    runInParallel(threads, [&](int i) {
        const IndexRange part = rangeOfPart(values.size(), i, threads);
        std::uint64_t state = 0x9e3779b97f4a7c15u + part.begin;
        for (std::size_t k = part.begin; k < part.end; ++k) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            values[k] =
                static_cast<Value>(static_cast<double>(static_cast<std::int64_t>(state)) / 9223372036854775808.0);
        }
    });
}

template <class Value>
void multiplyInParallel(void (*product)(int, int, int, const Value*, const Value*, Value*), int n,
                        std::span<const Value> a, std::span<const Value> b, std::span<Value> c, int threads)
{
    runInParallel(threads, [&](int i) {
        const IndexRange columns = rangeOfPart(static_cast<std::size_t>(n), i, threads);
        const std::size_t offset = columns.begin * static_cast<std::size_t>(n);
        product(n, static_cast<int>(columns.end - columns.begin), n, a.data(), b.data() + offset, c.data() + offset);
    });
}

}  // namespace

void fillRandom(std::span<double> values, int threads)
{
    fillRandomValues(values, threads);
}

void fillRandom(std::span<float> values, int threads)
{
    fillRandomValues(values, threads);
}

void copyInto(std::span<double> a, std::span<const double> b, int threads)
{
    runInParallel(threads, [&](int i) { copyRange(a.data(), b.data(), rangeOfPart(a.size(), i, threads)); });
}

void scaleInto(std::span<double> a, std::span<const double> b, int threads)
{
    runInParallel(threads, [&](int i) { scaleRange(a.data(), b.data(), rangeOfPart(a.size(), i, threads)); });
}

void addInto(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads)
{
    runInParallel(threads, [&](int i) { addRange(a.data(), b.data(), c.data(), rangeOfPart(a.size(), i, threads)); });
}

void triadInto(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads)
{
    runInParallel(threads, [&](int i) { triadRange(a.data(), b.data(), c.data(), rangeOfPart(a.size(), i, threads)); });
}

double sum(std::span<const double> values, int threads)
{
    std::vector<double> sums(static_cast<std::size_t>(threads), 0.0);
    runInParallel(threads, [&](int i) {
        sums[static_cast<std::size_t>(i)] = sumRange(values.data(), rangeOfPart(values.size(), i, threads));
    });
    double total = 0;
    for (const double partialSum : sums)
        total += partialSum;
    return total;
}

void multiply(const MatrixLibrary& library, int n, std::span<const double> a, std::span<const double> b,
              std::span<double> c, int threads)
{
    multiplyInParallel(library.multiply, n, a, b, c, threads);
}

void multiply(const MatrixLibrary& library, int n, std::span<const float> a, std::span<const float> b,
              std::span<float> c, int threads)
{
    multiplyInParallel(library.multiplySingle, n, a, b, c, threads);
}

double measureSeconds(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace scalewright::detail
