// What a program says of itself on its standard output, so that nobody has to guess it:
//
//     scalewright: time=1.6 comp=1.2 comm=0.3 idle=0.1 io=0.05 quality=0.93      of a ladder's run
//     scalewright: flops=2e12 bytes_moved=64GB                          of a program that is measured
//
// The last such line counts. A value is a number in base units or carries a unit ("300ms"). Names that are not known
// here are left to others and are no error; a value that is none is told.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

struct SpokenLine {
    std::optional<double> timeS;                      ///< of the run, without its launcher's start; above 0
    std::optional<double> compS, commS, idleS, ioS;  ///< 0 or more
    std::optional<double> quality;
    std::optional<double> flops, bytesMoved;  ///< 0 or more
    std::optional<int> p;                     ///< how many workers the program saw
    std::vector<std::string> warnings;            ///< what of the line could not be read

    bool operator==(const SpokenLine&) const = default;
};

/// nullopt where the line does not begin with "scalewright:" (blanks before it are skipped, and the rank that torchrun,
/// mpirun and srun put before a line).
[[nodiscard]] std::optional<SpokenLine> parseSpokenLine(std::string_view line);

/// Finds the last such line in an output that comes in blocks.
class SpokenLines {
public:
    void hear(std::string_view block);
    /// After the last block: what was said, nullopt where nothing was. A line without its end counts where no other
    /// does: it may be half of one.
    [[nodiscard]] std::optional<SpokenLine> last();
    /// How many of them were not as the one before.
    [[nodiscard]] int different() const { return m_different; }

private:
    void hearLine(std::string_view line);
    std::string m_pending;  ///< of a line that is not over; the first 4096 bytes
    std::optional<SpokenLine> m_last;
    int m_different = 0;
};

}  // namespace scalewright
