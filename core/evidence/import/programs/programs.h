// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises and reads the output of programs described in an extensible table, resources/catalogue/programs.json. A
// program has marks that occur in its output, and fields that locate numbers after or before a text or by their
// position in a line.
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

/// What a logged number means.
enum class LoggedValue : std::uint8_t {
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
    Setting,  ///< what differs between runs of one benchmark: "no ddp", up to a colon
    Name
};
inline constexpr std::size_t loggedKindCount = 14;

/// How the values logged by one run are combined.
enum class LogAggregation : std::uint8_t { Last, First, Sum, Maximum, Count, StepMedian, StepMean };

struct ProgramField {
    LoggedValue kind = LoggedValue::Time;
    /// The number follows the first match in `after`, or precedes one in `before`
    std::vector<std::string> after{}, before{};
    bool sumsMatches = false;  ///< add up the numbers after all texts in `after` that occur in a line
    std::string lineMark{};  ///< text that the line must contain; "^x": must start with x
    std::optional<int> wordIndex{};  ///< zero-based index in the line; negative: from the end
    std::string divisorAfter{};  ///< divide by the number after this text
    std::optional<int> divisorWordIndex{};  ///< divide by the word with this index
    bool isDividedByP = false;  ///< divide by p, because the number is a total over workers
    std::optional<double> defaultValue{};  ///< used if no line contains the field
    LogAggregation aggregation = LogAggregation::Last;
    double factor = 1;
    bool isReciprocal = false;  ///< take the reciprocal of the number
    bool readsUnit = false;  ///< "12.5ms", "1m23s", "33.4K": the number includes its unit or prefix
    /// For p: the fields in a group are multiplied if the first one is present; the first such group is used.
    int factorGroup = 0;
};

struct Program {
    std::string name, producedBy, contents;
    std::vector<std::string> marks;  ///< the output contains all of these
    /// A run starts at a line that contains one of these; the first one found in the output is used.
    std::vector<std::string> runStartMarks;
    std::size_t minimumRuns = 1;  ///< number of runs needed to recognise the program's output
    bool firstStepCompiles = false;  ///< the first step is left out even if there are only two
    std::vector<ProgramField> fields;
};

struct ProgramRun {
    int startLine = 0;  ///< line where the run starts
    std::array<std::optional<double>, loggedKindCount> figures{};  ///< in s, 1/s or J; medians if logged per step
    std::string command{}, state{}, name{}, setting{};
    std::optional<long> threads{};  ///< threads per worker, if it is unclear whether processes or threads are p
    std::size_t stepCount = 0, skippedSteps = 0;
    bool firstStepCompiles = false;

    [[nodiscard]] const std::optional<double>& operator[](LoggedValue kind) const
    {
        return figures[static_cast<std::size_t>(kind)];
    }
    std::optional<double>& operator[](LoggedValue kind) { return figures[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] bool isTimed() const
    {
        return (*this)[LoggedValue::Time] || (*this)[LoggedValue::Rate] || (*this)[LoggedValue::RatePerWorker];
    }
};

/// Error (Input): the problems in the resource, with their pointers.
[[nodiscard]] Result<std::vector<Program>> parsePrograms(std::string_view text);

/// The programs in the resource; read once, empty if it cannot be read.
[[nodiscard]] const std::vector<Program>& knownPrograms();

/// The program that wrote the text; nullptr if unknown.
[[nodiscard]] const Program* detectProgram(std::string_view text);

/// All runs in the text, timed or not. The first tenth of the steps is skipped as warm-up: at least one step if there
/// are three or more.
[[nodiscard]] std::vector<ProgramRun> parseRuns(const Program& program, std::string_view text);

/// How many of this many steps are warm-up.
[[nodiscard]] std::size_t warmUpSteps(std::size_t steps);

/// Median of the steps after warm-up; nullopt if none exist.
[[nodiscard]] std::optional<double> steadyMedian(const std::vector<double>& steps);

/// True if the values of a clock accumulate rather than time each step.
[[nodiscard]] bool isCumulativeClock(const std::vector<double>& clock);

}  // namespace scalewright
