// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes the bytes moved by a program's read and write calls to files, or to pipes and sockets. /proc/PID/io only
// gives their total; they are distinguished by the descriptors that a process has open while its count rises. Internal
// to core/evidence/runs.
//
//     MovedBytesWatch watch;
//     watch.inspectProcess(process, faultsOfItsChildren, isSleeping);   // each process, repeatedly while it runs
//     watch.finishRound();
//     watch.bytes().fileBytes;
#pragma once

#include <sys/types.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace scalewright {

/// Bytes read and written; bytes in none of these members could not be attributed.
struct MovedBytes {
    /// Bytes moved while no other source or destination was open, or by which a file's position advanced
    double fileBytes = 0;
    /// Bytes moved through pipes, sockets and devices such as /dev/zero while no file was open.
    double streamBytes = 0;
    double discardedBytes = 0;  ///< bytes written while only /dev/null was open for writing: nothing is copied
};

namespace detail {

/// Pipes and sockets shared with this process, such as a program's standard streams, are ignored: if a file is also
/// open, the program reads the file; if not, they may carry a file's bytes.
class MovedBytesWatch {
public:
    MovedBytesWatch();

    /// `childFaults`: minor faults of the children that the process has waited for, which increase when their bytes are
    /// added to its own. `isSleeping`: its first thread is neither running nor waiting for a device.
    void inspectProcess(pid_t process, double childFaults, bool isSleeping);

    /// Call this after all processes have been inspected.
    void finishRound();

    [[nodiscard]] const MovedBytes& bytes() const { return m_bytes; }

    /// Whether a process may have been reading or writing a file in the last round: it had a file open in a direction
    /// in which it last moved bytes, or it was busy but had not moved enough bytes to be inspected.
    [[nodiscard]] bool mayAccessFiles() const { return m_mayAccessFiles; }

private:
    enum DescriptorKind : unsigned { None = 0, File = 1, Stream = 2, Discarded = 4 };
    enum Direction : std::size_t { Reading, Writing };
    using PerDirection = std::array<double, 2>;
    using Inode = std::pair<dev_t, ino_t>;

    struct OpenDescriptors {
        std::array<unsigned, 2> kinds{};  ///< by direction
        /// Positions of files open in one direction only, by descriptor
        std::array<std::map<std::pair<int, Inode>, double>, 2> positions;
    };

    struct ProcessState {
        PerDirection bytesAtInspection{};  ///< when its descriptors were last inspected
        PerDirection lastBytes{};
        double childFaults = 0;
        long lastRound = 0;
        OpenDescriptors descriptors;
        bool wasInspected = false, mayBeFileBytes = false;  ///< bytes moved until then may have been a file's
    };

    [[nodiscard]] OpenDescriptors readOpenDescriptors(pid_t process) const;
    void attributeBytes(Direction direction, double amount, const OpenDescriptors& before,
                        const OpenDescriptors& current);

    std::set<Inode> m_ownChannels;
    std::map<pid_t, ProcessState> m_processes;
    long m_round = 0;
    bool m_mayAccessFilesNow = false, m_mayAccessFiles = false;
    MovedBytes m_bytes;
};

}  // namespace detail

}  // namespace scalewright
