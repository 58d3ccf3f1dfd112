// What a program says of itself on its standard output, so that nobody has to guess it:
//
//     scalewright: time=1.6 comp=1.2 comm=0.3 idle=0.1 io=0.05 quality=0.93      of a ladder's run
//     scalewright: flops=2e12 bytes_moved=64GB memory=8GB               of a program that is measured
//
// The last such line counts. Where each of p workers prints one, the step ends with the slowest: the longest time= is its
// time, the parts are the means over their lines, and memory is the most of one. A value is a number in base units or carries a unit ("300ms"). Names that are not known
// here are left to others and are no error; a value that is none is told.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

struct SpokenLine {
    std::optional<double> timeS;  ///< of the run, without its launcher's start; above 0
    std::optional<double> compS, commS, idleS, ioS;  ///< 0 or more
    std::optional<double> quality;
    std::optional<double> flops, bytesMoved;  ///< 0 or more
    std::optional<double> memoryBytes;  ///< that one worker must hold at once, on the device where it computes; above 0
    std::optional<int> p;  ///< how many workers the program saw
    std::vector<std::string> warnings;  ///< what of the line could not be read
    int lines = 1;  ///< of how many workers' lines it is made

    bool operator==(const SpokenLine&) const = default;
};

/// nullopt where the line does not begin with "scalewright:" (blanks before it are skipped, and the rank that torchrun,
/// mpirun and srun put before a line).
[[nodiscard]] std::optional<SpokenLine> parseSpokenLine(std::string_view line);

/// The program's time where it can be of a run that took `wholeS` by the clock of whoever started it.
[[nodiscard]] std::optional<double> ownTime(const SpokenLine& said, double wholeS);

/// Finds such lines in an output that comes in blocks.
class SpokenLines {
public:
    void hear(std::string_view block);
    /// After the last block: what was said, nullopt where nothing was. A line without its end counts where no other
    /// does: it may be half of one.
    [[nodiscard]] std::optional<SpokenLine> last();
    /// The same of p workers' output. Where their lines differ and each worker said as many, those of all of them: each
    /// one's last, by the rank that a launcher puts before it, else the last p. A part that one of them leaves out is
    /// left out, with a warning. Where the lines are not the workers', the last line without its parts, and a warning.
    [[nodiscard]] std::optional<SpokenLine> ofWorkers(int p);

private:
    struct Heard {
        std::string rank;  ///< as the launcher put it; empty where it did not
        SpokenLine said;
    };
    void hearLine(std::string_view line);
    std::string m_pending;  ///< of a line that is not over; the first 4096 bytes
    std::deque<Heard> m_heard;  ///< the last 4096
    std::size_t m_count = 0;
    bool m_differ = false;
};

}  // namespace scalewright
