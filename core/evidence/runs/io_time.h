// The time that a program spent reading and writing files: a range that is a bound, and an estimate within it.
//
// Reading and writing is either waiting for a device or work of the kernel. Waiting is measured by sampling. No counter
// reports how much of the kernel's time was for files: it includes page faults and other calls. So the range extends
// from the waiting that was certainly observed to the maximum possible waiting plus kernel time, limited to the time in
// which a file may have been accessed. Memory-mapped files count while a thread waits for them. Time that was not
// sampled counts towards the upper end.
#pragma once

#include "core/base/process/command.h"
#include "core/base/quantity/quantity.h"
#include "core/evidence/runs/io_bytes.h"

namespace scalewright {

/// The time during which a condition held, estimated from samples at random times.
class SampledTime {
public:
    /// Adds a sample that represents `seconds`.
    void addSample(double seconds, bool holds);

    [[nodiscard]] double heldS() const { return m_heldS; }
    [[nodiscard]] double sampledS() const { return m_sampledS; }

    /// Confidence interval at 95 % or more (Agresti & Coull 1998: two extra samples of each kind), of the sampled time.
    [[nodiscard]] Interval range() const;

private:
    double m_heldS = 0, m_sampledS = 0, m_sumOfSquares = 0;
};

/// Samples over all processes together.
struct IoSamples {
    SampledTime runnable;  ///< a thread ran or waited for a core
    SampledTime waitingForDevice;  ///< a thread waited for a device, and none was runnable
    SampledTime accessingFiles;  ///< MovedBytesWatch::mayAccessFiles
};

namespace detail {

struct IoTime {
    double estimateS = 0;
    Interval range;
};

/// Bytes read and written that could not be attributed to files or to pipes.
[[nodiscard]] double unattributedBytes(const CommandResult& end, const MovedBytes& movedBytes);

[[nodiscard]] IoTime estimateIoTime(const CommandResult& end, const MovedBytes& movedBytes, const IoSamples& samples);

}  // namespace detail

}  // namespace scalewright
