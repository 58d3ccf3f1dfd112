// Programs whose output is described by an extensible table, resources/catalogue/programs.json. A program has marks
// that its output contains, and fields that locate numbers after or before a text or in a line.
//
//     const Program* program = detectProgram(text);                     // "Megatron-LM"
//     const std::vector<ProgramRun> runs = parseRuns(*program, text);   // p, the median time of a step, the batch
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

/// The meaning of a logged number.
enum class LoggedKind : std::uint8_t {
    P,
    Time,
    Rate,
    RatePerWorker,
    Comp,
    Comm,
    Io,
    Work,
    Energy,
    Exit,
    State,
    Command,
    Name
};
inline constexpr std::size_t loggedKindCount = 13;

/// How the values that one run logs are combined.
enum class LogAggregation : std::uint8_t { Last, First, Sum, Maximum, Count, StepMedian };

struct ProgramField {
    LoggedKind kind = LoggedKind::Time;
    std::vector<std::string> after{}, before{};  ///< the number follows the first of these, or precedes one of `before`
    bool sumsMatches = false;  ///< adds the numbers after all of `after` that occur in a line
    std::string lineMark{};  ///< text that the line must contain; "^x": start with
    std::optional<int> wordIndex{};  ///< index in the line from 0; negative: from the end
    std::string divisorAfter{};  ///< divide by the number after this text
    std::optional<int> divisorWordIndex{};  ///< divide by that word
    bool isDividedByP = false;  ///< divide by p, because the number is a sum over workers
    std::optional<double> defaultValue{};  ///< used if no line has the field
    LogAggregation aggregation = LogAggregation::Last;
    double factor = 1;
    bool isReciprocal = false;  ///< take the reciprocal of the number
    bool readsUnit = false;  ///< "12.5ms", "1m23s", "33.4K": the number includes its unit or prefix
    /// For p: fields of a group are multiplied if its first one is present; the first such group counts.
    int factorGroup = 0;
};

struct Program {
    std::string name, producedBy, contents;
    std::vector<std::string> marks;  ///< the output contains all of them
    /// A run starts with a line that contains this; the first one that occurs in the output is used.
    std::vector<std::string> runStartMarks;
    std::size_t minimumRuns = 1;  ///< number of runs needed to recognise the program
    std::vector<ProgramField> fields;
};

struct ProgramRun {
    int startLine = 0;  ///< line on which it starts
    std::array<std::optional<double>, loggedKindCount> figures{};  ///< s, 1/s, J; medians for steps
    std::string command{}, state{}, name{};
    std::optional<long> threads{};  ///< per worker, if it is unclear whether processes or threads are p
    std::size_t stepCount = 0, skippedSteps = 0;

    [[nodiscard]] const std::optional<double>& operator[](LoggedKind kind) const
    {
        return figures[static_cast<std::size_t>(kind)];
    }
    std::optional<double>& operator[](LoggedKind kind) { return figures[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] bool isTimed() const
    {
        return (*this)[LoggedKind::Time] || (*this)[LoggedKind::Rate] || (*this)[LoggedKind::RatePerWorker];
    }
};

/// Error (Input): the problems of the resource, with their pointers.
[[nodiscard]] Result<std::vector<Program>> parsePrograms(std::string_view text);

/// The programs of the resource, read once; empty if it cannot be read.
[[nodiscard]] const std::vector<Program>& knownPrograms();

/// The program that wrote the text; nullptr if unknown.
[[nodiscard]] const Program* detectProgram(std::string_view text);

/// All runs in the text, timed or not. The first tenth of the steps is skipped as warm-up, at least one of three or
/// more.
[[nodiscard]] std::vector<ProgramRun> parseRuns(const Program& program, std::string_view text);

/// Number of warm-up steps among so many steps.
[[nodiscard]] std::size_t warmUpSteps(std::size_t steps);

/// Median of the steps without their warm-up; nullopt if none exist.
[[nodiscard]] std::optional<double> steadyMedian(const std::vector<double>& steps);

}  // namespace scalewright
