// SPDX-License-Identifier: GPL-3.0-or-later
// What the events in a trace mean: rules as data (resources/catalogue/trace-rules.json), which users can extend.
//
// The first rule that matches decides; rules in a user's file are checked before the built-in ones.
//
//     {"category": ["kernel"], "name": ["nccl*"], "class": "communication", "side": "device", "collective": true}
//     {"category": ["kernel"], "library": "*", "class": "communication", "side": "device"}
//
// A rule with a library expands to two: one for the names of the library's exchanges between two ranks, one for those
// of its collectives.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/evidence/trace/recording.h"

namespace scalewright {

enum class SpanClass : std::uint8_t {
    Unknown,  ///< no rule matches
    Grouping,  ///< groups other spans and takes no time of its own
    Compute,
    Communication,
    Memory,  ///< copies and fills
    InputOutput,
    Waiting,
};

template <>
inline constexpr auto enumNames<SpanClass> =
    namedValues<SpanClass>("class", {{SpanClass::Unknown, "unknown", "unclassified"},
                                     {SpanClass::Grouping, "frame", "grouping"},
                                     {SpanClass::Compute, "compute"},
                                     {SpanClass::Communication, "communication"},
                                     {SpanClass::Memory, "memory"},
                                     {SpanClass::InputOutput, "io", "input/output"},
                                     {SpanClass::Waiting, "waiting"}});

struct TraceRule {
    /// Patterns with * wildcards; an empty list matches everything.
    std::vector<std::string> categoryPatterns, namePatterns, processPatterns, threadPatterns;
    SpanClass spanClass = SpanClass::Unknown;
    bool isOnDevice = false;
    bool isCollective = false;  ///< all ranks take part
    /// Host communication that also counts if a device computes but does not communicate itself
    bool countsWithDevice = false;
    bool isStream = false;  ///< spans on the same lane do not overlap
    bool countsOnlyUncovered = false;  ///< counts only where no other span on its lane covers it
};

/// Names of the kernels in a library that exchange data.
struct CollectiveLibrary {
    std::string name;
    std::vector<std::string> pairPatterns;  ///< patterns for exchanges between two ranks
    std::vector<std::string> collectivePatterns;  ///< patterns for exchanges in which all ranks take part
};

struct TraceRules {
    std::vector<TraceRule> rules;
    std::vector<CollectiveLibrary> libraries;
    std::vector<std::string> stepPatterns;  ///< for spans that are a step
    std::vector<std::string> stepEndPatterns;  ///< for spans that end a step, used if none match stepPatterns
    std::vector<std::string> workerThreadPatterns;  ///< for lanes that are each a separate worker
    std::vector<std::string> workerProcessPatterns;  ///< for processes that are each a separate rank
};

/// Whether the pattern matches the whole text: * matches any characters, ? matches one, and case is ignored.
[[nodiscard]] bool matchesPattern(std::string_view pattern, std::string_view text);

/// Whether one of the patterns matches; false for an empty list.
[[nodiscard]] bool matchesAnyPattern(const std::vector<std::string>& patterns, std::string_view text);

/// Parses a rules file. Errors (Input) give the line or the JSON pointer.
[[nodiscard]] Result<TraceRules> parseTraceRules(std::string_view text);

/// `first`, followed by `second`.
[[nodiscard]] TraceRules joinRules(TraceRules first, const TraceRules& second);

/// The built-in rules. Error: the data file is missing or invalid.
[[nodiscard]] Result<TraceRules> standardTraceRules();

/// The user's rules, which are checked first, followed by the built-in ones. Errors (Input, Environment) name the file,
/// and the line or JSON pointer in it.
[[nodiscard]] Result<TraceRules> loadTraceRules(const std::filesystem::path& userFile);

/// What a span means, according to the first rule that matches.
struct SpanMeaning {
    SpanClass spanClass = SpanClass::Unknown;
    bool isOnDevice = false, isCollective = false, countsWithDevice = false, isStream = false,
         countsOnlyUncovered = false;
};

/// The meaning of every distinct pair of kind and lane. A query takes two look-ups.
class SpanMeanings {
public:
    SpanMeanings(const TraceRules& rules, const TraceRecording& recording);
    [[nodiscard]] const SpanMeaning& meaningOf(const TraceSpan& span) const
    {
        return m_meanings[m_laneGroups[span.lane] * m_kindCount + span.kind];
    }

private:
    std::size_t m_kindCount;
    std::vector<std::uint32_t> m_laneGroups;
    std::vector<SpanMeaning> m_meanings;
};

}  // namespace scalewright
