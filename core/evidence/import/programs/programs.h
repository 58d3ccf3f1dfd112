// Programs whose output is read by a table that anybody may extend: resources/catalogue/programs.json. A program has
// marks that its output holds, and fields: which number stands behind, before or in which line.
//
//     const Program* program = programOf(text);               // "Megatron-LM"
//     const std::vector<ProgramRun> runs = runsOf(*program, text);   // p, the median time of a step, the batch
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

/// What a number of the output is.
enum class Logged : std::uint8_t { P, Time, Rate, RateOfOne, Comp, Comm, Io, Work, Energy, Exit, State, Command, Name };
inline constexpr std::size_t loggedKinds = 13;

/// Which of several that one run logs.
enum class LoggedTake : std::uint8_t { Last, First, Sum, Most, Count, Steps };

struct ProgramField {
    Logged as = Logged::Time;
    std::vector<std::string> after{}, before{};  ///< the number stands behind the first of these, or before it
    bool addsUp = false;  ///< all of `after` that a line has, added up
    std::string line{};  ///< which the line must hold; "^x": begin with
    std::optional<int> word{};  ///< of the line, from 0; negative: from its end
    std::string over{};  ///< divided by the number behind this
    std::optional<int> overWord{};  ///< divided by that word
    bool perP = false;  ///< divided by p: the sum over workers
    std::optional<double> otherwise{};  ///< where no line has it
    LoggedTake take = LoggedTake::Last;
    double times = 1;
    bool divides = false;  ///< one over the number
    bool readsUnit = false;  ///< "12.5ms", "1m23s", "33.4K": the number says its unit or its prefix
    int group = 0;  ///< of p: fields of one group are multiplied, where its first one is there; the first group wins
};

struct Program {
    std::string name, make, reads;
    std::vector<std::string> marks;  ///< all of them are in the output
    std::vector<std::string> begins;  ///< a run begins with a line that holds this: the first that the output holds
    std::size_t least = 1;  ///< as many runs are needed to know it by
    std::vector<ProgramField> fields;
};

struct ProgramRun {
    int line = 0;  ///< where it begins
    std::array<std::optional<double>, loggedKinds> figures{};  ///< s, 1/s, J; the medians of steps
    std::string command{}, state{}, name{};
    std::optional<long> threads{};  ///< of each worker, where it is not clear which of the two counts is p
    std::size_t steps = 0, skipped = 0;

    [[nodiscard]] const std::optional<double>& operator[](Logged kind) const
    {
        return figures[static_cast<std::size_t>(kind)];
    }
    std::optional<double>& operator[](Logged kind) { return figures[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] bool isTimed() const
    {
        return (*this)[Logged::Time] || (*this)[Logged::Rate] || (*this)[Logged::RateOfOne];
    }
};

/// Error (Input): what is wrong in the resource, by its pointer.
[[nodiscard]] Result<std::vector<Program>> parsePrograms(std::string_view text);

/// Those of the resource; empty where it cannot be read. Read once.
[[nodiscard]] const std::vector<Program>& programs();

/// Whose output that is; nullptr where it is none's.
[[nodiscard]] const Program* programOf(std::string_view text);

/// The runs in it, timed or not. Of steps the first tenth is warm-up and left out, one at least of three or more.
[[nodiscard]] std::vector<ProgramRun> runsOf(const Program& program, std::string_view text);

/// How many of so many steps are warm-up.
[[nodiscard]] std::size_t warmUpOf(std::size_t steps);

/// The median of steps without their warm-up; nullopt of none.
[[nodiscard]] std::optional<double> steadyOf(const std::vector<double>& steps);

}  // namespace scalewright
