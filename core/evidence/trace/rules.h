// What the events of a trace are: rules as data (resources/catalogue/trace-rules.json), which a person extends.
//
// The first rule that fits decides; rules of a person's own file are asked before those of the program.
//
//     {"category": ["kernel"], "name": ["nccl*"], "class": "communication", "side": "device", "collective": true}
//     {"category": ["kernel"], "library": "*", "class": "communication", "side": "device"}
//
// A rule with a library stands for two: the names of the library's exchanges between two ranks, and of its collectives.
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
    Unknown,  ///< no rule fits
    Frame,  ///< groups other spans and takes no time of its own
    Compute,
    Communication,
    Memory,  ///< copies and fills
    InputOutput,
    Waiting,
};

/// "compute", "communication", …: for people.
[[nodiscard]] std::string titleOf(SpanClass what);

struct TraceRule {
    std::vector<std::string> category, name, process, thread;  ///< patterns with *; an empty list fits everything
    SpanClass what = SpanClass::Unknown;
    bool device = false;
    bool collective = false;  ///< all ranks take part
    /// Host communication that counts where a device computes and does not communicate itself
    bool besideDevice = false;
    bool stream = false;  ///< spans of a lane come one after another
    bool rest = false;  ///< only what no other span of its lane covers counts
};

/// How a library calls the kernels that exchange data.
struct CollectiveLibrary {
    std::string name;
    std::vector<std::string> pairs;  ///< patterns: two ranks only
    std::vector<std::string> collectives;  ///< patterns: all ranks take part
};

struct TraceRules {
    std::vector<TraceRule> rules;
    std::vector<CollectiveLibrary> libraries;
    std::vector<std::string> steps;  ///< names of spans that are a step
    std::vector<std::string> stepEnds;  ///< names of spans that end one, where there are none of the former
    std::vector<std::string> workerThreads;  ///< lanes that are each a worker of their own
    std::vector<std::string> workerProcesses;  ///< processes that are each a rank of their own
};

/// Whether the pattern fits the whole text: * is any run of characters, ? is one, capitals do not matter.
[[nodiscard]] bool fitsPattern(std::string_view pattern, std::string_view text);

/// Whether one of the patterns does; false where there are none.
[[nodiscard]] bool fitsOne(const std::vector<std::string>& patterns, std::string_view text);

/// A rules file. Errors (Input) name the line, or the pointer of what is wrong.
[[nodiscard]] Result<TraceRules> parseTraceRules(std::string_view text);

/// `first`, then `then`.
[[nodiscard]] TraceRules joinedRules(TraceRules first, const TraceRules& then);

/// The program's rules. Error: the data file is missing or broken.
[[nodiscard]] Result<TraceRules> standardTraceRules();

/// A person's own, asked first, and the program's. Errors (Input, Environment) name the file, and the line or the
/// pointer in it.
[[nodiscard]] Result<TraceRules> traceRulesWith(const std::filesystem::path& own);

/// What a span is, and which rule said so.
struct SpanMeaning {
    SpanClass what = SpanClass::Unknown;
    bool device = false, collective = false, besideDevice = false, stream = false, rest = false;
};

/// The meaning of every pair of a kind and a lane that can differ. Asking costs two look-ups.
class SpanMeanings {
public:
    SpanMeanings(const TraceRules& rules, const TraceRecording& recording);
    [[nodiscard]] const SpanMeaning& of(const TraceSpan& span) const
    {
        return m_meanings[m_laneGroup[span.lane] * m_kinds + span.kind];
    }

private:
    std::size_t m_kinds;
    std::vector<std::uint32_t> m_laneGroup;
    std::vector<SpanMeaning> m_meanings;
};

}  // namespace scalewright
