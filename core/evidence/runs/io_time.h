// SPDX-License-Identifier: GPL-3.0-or-later
// The time that a program spent reading and writing files: a guaranteed range, and an estimate within it.
//
// Reading and writing is either waiting for a device or work in the kernel. Waiting is measured by sampling. No counter
// reports how much of the kernel's time was spent on files, because it includes page faults and other calls. So the
// range extends from the waiting that was certainly observed to the maximum possible waiting plus kernel time, limited
// to the time in which a file may have been accessed. Memory-mapped files count while a thread waits for them. Time
// that was not sampled counts towards the upper end.
#pragma once

#include "core/base/process/command.h"
#include "core/base/quantity/quantity.h"
#include "core/evidence/runs/io_bytes.h"

namespace scalewright {

/// How long a condition held, estimated from samples at random times.
class SampledTime {
public:
    /// Adds a sample that represents `seconds`.
    void addSample(double seconds, bool holds);

    [[nodiscard]] double heldS() const { return m_heldS; }
    [[nodiscard]] double sampledS() const { return m_sampledS; }

    /// Confidence interval of the sampled time, at 95 % or more (Agresti & Coull 1998: two extra samples of each kind).
    [[nodiscard]] Interval range() const;

private:
    double m_heldS = 0, m_sampledS = 0, m_sumOfSquares = 0;
};

/// Samples of all processes together.
struct IoSamples {
    SampledTime runnable;  ///< a thread was running or waiting for a core
    SampledTime waitingForDevice;  ///< a thread was waiting for a device, and none was runnable
    SampledTime accessingFiles;  ///< MovedBytesWatch::mayAccessFiles
};

namespace detail {

struct IoTime {
    double estimateS = 0;
    Interval range;
};

/// Bytes read and written that could be attributed neither to files nor to pipes.
[[nodiscard]] double unattributedBytes(const CommandResult& end, const MovedBytes& movedBytes);

[[nodiscard]] IoTime estimateIoTime(const CommandResult& end, const MovedBytes& movedBytes, const IoSamples& samples);

}  // namespace detail

}  // namespace scalewright
