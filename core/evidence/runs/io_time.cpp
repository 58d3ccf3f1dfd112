// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/io_time.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace scalewright {

namespace {

// In standard errors: for five samples or more, the interval of any share has a level of at least 95 %.
constexpr double zScore = 2.25, ioIntervalLevel = 0.95;
// The estimate assumes that a file's bytes are copied at 1 GB/s or faster.
constexpr double slowestCopyBytesPerS = 1e9;
// Upper limits on the kernel's work per call and per byte: few bytes in few calls take almost no time.
constexpr double maximumCallS = 50e-6, minimumKernelBytesPerS = 0.25e9;

}  // namespace

void SampledTime::addSample(double seconds, bool holds)
{
    m_sampledS += seconds;
    m_sumOfSquares += seconds * seconds;
    if (holds)
        m_heldS += seconds;
}

Interval SampledTime::range() const
{
    if (m_sumOfSquares <= 0)
        return {0, m_sampledS, ioIntervalLevel};
    // Equivalent number of equally long samples.
    const double effectiveSamples = m_sampledS * m_sampledS / m_sumOfSquares;
    const double share = (effectiveSamples * m_heldS / m_sampledS + 2) / (effectiveSamples + 4);
    const double half = zScore * std::sqrt(share * (1 - share) / (effectiveSamples + 4));
    return {m_sampledS * std::max(0.0, share - half), m_sampledS * std::min(1.0, share + half), ioIntervalLevel};
}

namespace detail {

double unattributedBytes(const CommandResult& end, const MovedBytes& movedBytes)
{
    return std::max(0.0, end.readBytes + end.writtenBytes - movedBytes.fileBytes - movedBytes.streamBytes -
                             movedBytes.discardedBytes);
}

IoTime estimateIoTime(const CommandResult& end, const MovedBytes& movedBytes, const IoSamples& samples)
{
    const double unattributed = unattributedBytes(end, movedBytes), fileBytes = movedBytes.fileBytes + unattributed;
    const double cpuS = end.userCpuS + end.systemCpuS,
                 unseenS = std::max(0.0, end.wallSeconds - samples.runnable.sampledS());
    const auto upperBoundS = [&](const SampledTime& time) {
        return std::min(end.wallSeconds, time.range().high + unseenS);
    };

    // A call that is waiting for a core has not returned, so all time outside user code counts, up to the runnable
    // time.
    const double runnableS = std::max(upperBoundS(samples.runnable), std::min(cpuS, end.wallSeconds));
    const double tickS = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
    const double userS = std::max(0.0, end.userCpuS - zScore * std::sqrt(end.userCpuS * tickS) - tickS);
    const double kernelS = runnableS * (1 - std::min(1.0, userS / std::max({cpuS, runnableS, tickS})));
    const double callsS = (end.ioCalls * maximumCallS + fileBytes / minimumKernelBytesPerS) *
                          std::max(1.0, runnableS / std::max(cpuS, tickS));
    const double workS = std::min({kernelS, callsS, upperBoundS(samples.accessingFiles)});
    const Interval range{samples.waitingForDevice.range().low,
                         std::min(end.wallSeconds, upperBoundS(samples.waitingForDevice) + workS), ioIntervalLevel};

    // The estimate extrapolates from sampled to unsampled time.
    const double seenS = samples.runnable.sampledS(), scale = seenS > 0 ? std::max(1.0, end.wallSeconds / seenS) : 1;
    const double activeS = std::min(end.wallSeconds, std::max(scale * samples.runnable.heldS(), cpuS));
    const double copyingS = cpuS > 0 && fileBytes > 0
                                ? activeS / cpuS *
                                      std::min(end.systemCpuS * fileBytes / (fileBytes + movedBytes.streamBytes),
                                               fileBytes / slowestCopyBytesPerS)
                                : 0;
    return {std::min(range.high, scale * samples.waitingForDevice.heldS() + copyingS), range};
}

}  // namespace detail

}  // namespace scalewright
