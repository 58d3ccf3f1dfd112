// The loops that are timed. Internal to core/evidence/probes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "core/evidence/probes/probe_process.h"

namespace scalewright::detail {

/// Zeroed pages straight from the system, so that too little memory is an answer and not an exception.
class Block {
public:
    /// `huge`: in huge pages where the system has them.
    [[nodiscard]] static std::optional<Block> allocate(std::size_t bytes, bool huge = true);
    Block(Block&& other) noexcept;
    Block& operator=(Block&&) = delete;
    ~Block();

    [[nodiscard]] std::span<double> doubles() const
    {
        return {static_cast<double*>(m_memory), m_bytes / sizeof(double)};
    }
    [[nodiscard]] std::span<float> floats() const { return {static_cast<float*>(m_memory), m_bytes / sizeof(float)}; }
    [[nodiscard]] std::span<std::byte> bytes() const { return {static_cast<std::byte*>(m_memory), m_bytes}; }

private:
    Block(void* memory, std::size_t bytes) : m_memory(memory), m_bytes(bytes) {}
    void* m_memory;
    std::size_t m_bytes;
};

/// Runs part(i, threads) for i = 0…threads-1, each on a thread of its own (the first on the caller's).
void inParallel(int threads, const std::function<void(int)>& part);

/// Values in [-1, 1) that differ from entry to entry, each thread writing the part it later works on.
void fill(std::span<double> values, int threads);
void fill(std::span<float> values, int threads);

/// STREAM's four (McCalpin 1995): a = b, a = 3 b, a = b + c, a = b + 3 c.
void copyInto(std::span<double> a, std::span<const double> b, int threads);
void scaleInto(std::span<double> a, std::span<const double> b, int threads);
void addInto(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads);
void triad(std::span<double> a, std::span<const double> b, std::span<const double> c, int threads);

/// The sum, with sixteen running sums a thread so that additions do not wait for one another.
[[nodiscard]] double sum(std::span<const double> values, int threads);

/// C = A B for n x n matrices, each thread computing its share of C's columns.
void multiply(const MatrixLibrary& library, int n, std::span<const double> a, std::span<const double> b,
              std::span<double> c, int threads);
void multiply(const MatrixLibrary& library, int n, std::span<const float> a, std::span<const float> b,
              std::span<float> c, int threads);

/// Seconds that `work` takes.
[[nodiscard]] double secondsOf(const std::function<void()>& work);

}  // namespace scalewright::detail
