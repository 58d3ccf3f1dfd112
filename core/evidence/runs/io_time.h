// The time that a program spent in reading and writing files: a range that holds, and an estimate within it.
//
// Reading and writing is waiting for a device, or work of the kernel. Waiting is seen by sampling. Of the kernel's time
// no counter says how much went to files: page faults and other calls are in it too. So the range goes from the
// waiting that was surely seen to all that waiting and the kernel's time can have been, and no further than the time in
// which a file may have been moved. Files mapped into memory count where they are waited for.
// Time that no look has seen counts to its upper end.
#pragma once

#include "core/base/process/command.h"
#include "core/base/quantity/quantity.h"
#include "core/evidence/runs/moved_bytes.h"

namespace scalewright {

/// How long something was so, as looks at random times tell.
class SampledTime {
public:
    /// One look, which stands for `seconds`.
    void look(double seconds, bool isSo);

    [[nodiscard]] double seconds() const { return m_soS; }
    [[nodiscard]] double seenS() const { return m_seenS; }

    /// At 95 % or more (Agresti & Coull 1998: two looks more of each kind), of the time that was seen.
    [[nodiscard]] Interval range() const;

private:
    double m_soS = 0, m_seenS = 0, m_squares = 0;
};

/// What each look saw of all processes together.
struct IoSamples {
    SampledTime runnable;  ///< a thread ran or waited for a core
    SampledTime waiting;  ///< a thread waited for a device, and none was runnable
    SampledTime movingFiles;  ///< MovedBytesWatch::mayMoveFiles
};

namespace detail {

struct IoTime {
    double estimateS = 0;
    Interval range;
};

/// Read and written, of files or of pipes: not told apart.
[[nodiscard]] double untoldBytes(const CommandEnd& end, const MovedBytes& moved);

[[nodiscard]] IoTime ioTime(const CommandEnd& end, const MovedBytes& moved, const IoSamples& samples);

}  // namespace detail

}  // namespace scalewright
