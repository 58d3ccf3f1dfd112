#include "core/evidence/runs/io_time.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace scalewright {

namespace {

// Of standard errors: from five looks on no share has less than 95 % in its interval.
constexpr double z = 2.25, level = 0.95;
// The estimate takes no more for a file's bytes than a copy of a gigabyte a second takes.
constexpr double copyBytesPerS = 1e9;
// The most that the kernel works for a call, and for its bytes: few bytes in few calls take next to nothing.
constexpr double mostCallS = 50e-6, leastBytesPerS = 0.25e9;

}  // namespace

void SampledTime::look(double seconds, bool isSo)
{
    m_seenS += seconds;
    m_squares += seconds * seconds;
    if (isSo)
        m_soS += seconds;
}

Interval SampledTime::range() const
{
    if (m_squares <= 0)
        return {0, m_seenS, level};
    const double looks = m_seenS * m_seenS / m_squares;  // as many of one length
    const double share = (looks * m_soS / m_seenS + 2) / (looks + 4);
    const double half = z * std::sqrt(share * (1 - share) / (looks + 4));
    return {m_seenS * std::max(0.0, share - half), m_seenS * std::min(1.0, share + half), level};
}

namespace detail {

double untoldBytes(const CommandEnd& end, const MovedBytes& moved)
{
    return std::max(0.0, end.readBytes + end.writtenBytes - moved.files - moved.elsewhere - moved.nowhere);
}

IoTime ioTime(const CommandEnd& end, const MovedBytes& moved, const IoSamples& samples)
{
    const double untold = untoldBytes(end, moved), ofFiles = moved.files + untold;
    const double cpuS = end.userS + end.systemS, unseenS = std::max(0.0, end.seconds - samples.runnable.seenS());
    const auto most = [&](const SampledTime& time) { return std::min(end.seconds, time.range().high + unseenS); };

    // A call that waits for a core is not over: what was not its user's is counted, up to what was runnable.
    const double runnableS = std::max(most(samples.runnable), std::min(cpuS, end.seconds));
    const double tickS = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
    const double userS = std::max(0.0, end.userS - z * std::sqrt(end.userS * tickS) - tickS);
    const double kernelS = runnableS * (1 - std::min(1.0, userS / std::max({cpuS, runnableS, tickS})));
    const double callsS =
        (end.ioCalls * mostCallS + ofFiles / leastBytesPerS) * std::max(1.0, runnableS / std::max(cpuS, tickS));
    const double workS = std::min({kernelS, callsS, most(samples.movingFiles)});
    const Interval range{samples.waiting.range().low, std::min(end.seconds, most(samples.waiting) + workS), level};

    // The estimate takes what was not seen to be as what was.
    const double seenS = samples.runnable.seenS(), scale = seenS > 0 ? std::max(1.0, end.seconds / seenS) : 1;
    const double activeS = std::min(end.seconds, std::max(scale * samples.runnable.seconds(), cpuS));
    const double copyingS =
        cpuS > 0 && ofFiles > 0
            ? activeS / cpuS * std::min(end.systemS * ofFiles / (ofFiles + moved.elsewhere), ofFiles / copyBytesPerS)
            : 0;
    return {std::min(range.high, scale * samples.waiting.seconds() + copyingS), range};
}

}  // namespace detail

}  // namespace scalewright
