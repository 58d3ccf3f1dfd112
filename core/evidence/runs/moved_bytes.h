// What the bytes of a program's read and write calls were of: files, or pipes and sockets. The kernel counts them all
// alike in /proc/PID/io; what tells them apart is what a process has open while its count rises. Internal to
// core/evidence/runs.
//
//     MovedBytesWatch watch;
//     watch.look(process, faultsOfItsChildren, sleeps);   // each of the program's, again and again while it runs
//     watch.lookIsOver();
//     watch.bytes().files;
#pragma once

#include <sys/types.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace scalewright {

/// Of all that was read and written; what is in none of these was not told apart.
struct MovedBytes {
    /// While nothing else was open that bytes come from or go to, or by how far a file's position went on
    double files = 0;
    double elsewhere = 0;  ///< pipes, sockets and devices such as /dev/zero: while no file was open
    double nowhere = 0;  ///< written while nothing but /dev/null was open for it: nothing is copied there
};

namespace detail {

/// Pipes and sockets of which this process holds an end, as a program's own standard streams are, decide nothing: a
/// file beside them is what a program reads, and alone they may bring a file's bytes.
class MovedBytesWatch {
public:
    MovedBytesWatch();

    /// `childFaults`: minor faults of the children that it has waited for, which rises where their bytes are added to
    /// its own. `sleeps`: its first thread neither runs nor waits for a device.
    void look(pid_t process, double childFaults, bool sleeps);

    /// Every process was looked at.
    void lookIsOver();

    [[nodiscard]] const MovedBytes& bytes() const { return m_bytes; }

    /// Whether, at the look that is over, a process may have been reading or writing a file: it had one open in a way
    /// in which it last moved bytes, or it was busy and has not moved enough to be asked.
    [[nodiscard]] bool mayMoveFiles() const { return m_mayMoveFiles; }

private:
    enum Kind : unsigned { None = 0, File = 1, Elsewhere = 2, Nowhere = 4 };
    enum Way : std::size_t { Reading, Writing };
    using PerWay = std::array<double, 2>;
    using Inode = std::pair<dev_t, ino_t>;

    struct Open {
        std::array<unsigned, 2> kinds{};  ///< by way
        /// Of files that go one way only, by descriptor
        std::array<std::map<std::pair<int, Inode>, double>, 2> positions;
    };

    struct Seen {
        PerWay moved{};  ///< when it was last asked what it has open
        PerWay last{};
        double childFaults = 0;
        long look = 0;
        Open open;
        bool isAsked = false, ofFiles = false;  ///< what moved until then may have been a file's
    };

    [[nodiscard]] Open openIn(pid_t process) const;
    void add(Way way, double moved, const Open& before, const Open& now);

    std::set<Inode> m_own;
    std::map<pid_t, Seen> m_seen;
    long m_look = 0;
    bool m_oneMayNow = false, m_mayMoveFiles = false;
    MovedBytes m_bytes;
};

}  // namespace detail

}  // namespace scalewright
