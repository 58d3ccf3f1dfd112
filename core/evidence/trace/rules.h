// What the events of a trace mean: rules as data (resources/catalogue/trace-rules.json), which users can extend.
//
// The first rule that matches decides; rules in a user's file are checked before those of the program.
//
//     {"category": ["kernel"], "name": ["nccl*"], "class": "communication", "side": "device", "collective": true}
//     {"category": ["kernel"], "library": "*", "class": "communication", "side": "device"}
//
// A rule with a library stands for two: one for the names of the library's exchanges between two ranks, one for those
// of its collectives.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
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

/// "compute", "communication", …: for display.
[[nodiscard]] std::string titleOf(SpanClass spanClass);

struct TraceRule {
    /// Patterns with *; an empty list matches everything.
    std::vector<std::string> categoryPatterns, namePatterns, processPatterns, threadPatterns;
    SpanClass spanClass = SpanClass::Unknown;
    bool isOnDevice = false;
    bool isCollective = false;  ///< all ranks take part
    /// Host communication that counts if a device computes and does not communicate itself
    bool countsWithDevice = false;
    bool isStream = false;  ///< the spans of a lane do not overlap
    bool countsOnlyUncovered = false;  ///< counts only where no other span of its lane covers it
};

/// Names of a library's kernels that exchange data.
struct CollectiveLibrary {
    std::string name;
    std::vector<std::string> pairPatterns;  ///< patterns: two ranks only
    std::vector<std::string> collectivePatterns;  ///< patterns: all ranks take part
};

struct TraceRules {
    std::vector<TraceRule> rules;
    std::vector<CollectiveLibrary> libraries;
    std::vector<std::string> stepPatterns;  ///< for spans that are a step
    std::vector<std::string> stepEndPatterns;  ///< for spans that end a step, used if none match stepPatterns
    std::vector<std::string> workerThreadPatterns;  ///< for lanes that are each a separate worker
    std::vector<std::string> workerProcessPatterns;  ///< for processes that are each a separate rank
};

/// Whether the pattern matches the whole text: * is any run of characters, ? is one, case is ignored.
[[nodiscard]] bool matchesPattern(std::string_view pattern, std::string_view text);

/// Whether one of the patterns matches; false for an empty list.
[[nodiscard]] bool matchesAnyPattern(const std::vector<std::string>& patterns, std::string_view text);

/// Parses a rules file. Errors (Input) give the line or the JSON pointer.
[[nodiscard]] Result<TraceRules> parseTraceRules(std::string_view text);

/// `first`, followed by `second`.
[[nodiscard]] TraceRules joinRules(TraceRules first, const TraceRules& second);

/// The program's rules. Error: the data file is missing or broken.
[[nodiscard]] Result<TraceRules> standardTraceRules();

/// The user's rules, checked first, and the program's. Errors (Input, Environment) name the file, and the line or the
/// pointer in it.
[[nodiscard]] Result<TraceRules> loadTraceRules(const std::filesystem::path& userFile);

/// What a span means, from the first rule that matches.
struct SpanMeaning {
    SpanClass spanClass = SpanClass::Unknown;
    bool isOnDevice = false, isCollective = false, countsWithDevice = false, isStream = false,
         countsOnlyUncovered = false;
};

/// The meaning of every distinct pair of a kind and a lane. A query costs two look-ups.
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
