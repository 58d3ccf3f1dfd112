// SPDX-License-Identifier: GPL-3.0-or-later
// The loops that are timed. Internal to core/evidence/probes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "core/evidence/probes/probe_process.h"

namespace scalewright::detail {

/// Zeroed pages directly from the system, so that lack of memory is reported as a value instead of an exception.
class MemoryBlock {
public:
    /// `huge`: use huge pages if the system has them.
    [[nodiscard]] static std::optional<MemoryBlock> allocate(std::size_t bytes, bool huge = true);
    MemoryBlock(MemoryBlock&& other) noexcept;
    MemoryBlock& operator=(MemoryBlock&&) = delete;
    ~MemoryBlock();

    [[nodiscard]] std::span<double> doubles() const
    {
        return {static_cast<double*>(m_memory), m_bytes / sizeof(double)};
    }
    [[nodiscard]] std::span<float> floats() const { return {static_cast<float*>(m_memory), m_bytes / sizeof(float)}; }
    [[nodiscard]] std::span<std::byte> bytes() const { return {static_cast<std::byte*>(m_memory), m_bytes}; }

private:
    MemoryBlock(void* memory, std::size_t bytes) : m_memory(memory), m_bytes(bytes) {}
    void* m_memory;
    std::size_t m_bytes;
};

/// Runs part(i, threads) for i = 0…threads-1, each on its own thread (the first on the calling thread).
void runInParallel(int threads, const std::function<void(int)>& part);

/// Fills `values` with varying numbers in [-1, 1); each thread writes the part that it works on later.
void fillRandom(std::span<double> values, int threads);
void fillRandom(std::span<float> values, int threads);

/// STREAM's four kernels (McCalpin 1995): a = b, a = 3 b, a = b + c, a = b + 3 c.
void copyInto(std::span<double> a, std::span<const double> b, int threads);
void scaleInto(std::span<double> a, std::span<const double> b, int threads);
void addInto(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads);
void triadInto(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads);

/// Uses sixteen running sums per thread so that additions do not wait for one another.
[[nodiscard]] double sum(std::span<const double> values, int threads);

/// C = A B for n x n matrices; each thread computes its share of the columns of C.
void multiply(const MatrixLibrary& library, int n, std::span<const double> a, std::span<const double> b,
              std::span<double> c, int threads);
void multiply(const MatrixLibrary& library, int n, std::span<const float> a, std::span<const float> b,
              std::span<float> c, int threads);

/// Wall time of `work` in seconds.
[[nodiscard]] double measureSeconds(const std::function<void()>& work);

}  // namespace scalewright::detail
