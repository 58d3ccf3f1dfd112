// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/rules.h"

#include <array>
#include <filesystem>
#include <map>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/files/system_text.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

namespace {

bool matchesIfGiven(const std::vector<std::string>& patterns, std::string_view text)
{
    return patterns.empty() || matchesAnyPattern(patterns, text);
}

CollectiveLibrary readLibrary(ObjectReader& reader)
{
    CollectiveLibrary library;
    reader.requiredText("library", library.name);
    reader.textOrTexts("pairs", library.pairPatterns);
    reader.textOrTexts("collectives", library.collectivePatterns);
    if (library.pairPatterns.empty() && library.collectivePatterns.empty())
        reader.addProblem("the library has no kernel names", "\"collectives\" or \"pairs\" with patterns");
    return library;
}

/// `library`: empty if the rule is not for one.
TraceRule readRule(ObjectReader& reader, std::string& library)
{
    TraceRule rule;
    std::string side = "host";
    reader.textOrTexts("category", rule.categoryPatterns);
    reader.textOrTexts("name", rule.namePatterns);
    reader.textOrTexts("process", rule.processPatterns);
    reader.textOrTexts("thread", rule.threadPatterns);
    reader.text("library", library);
    reader.requiredEnumeration("class", rule.spanClass);
    reader.text("side", side);
    reader.flag("collective", rule.isCollective);
    reader.flag("beside_device", rule.countsWithDevice);
    reader.flag("stream", rule.isStream);
    reader.flag("rest", rule.countsOnlyUncovered);
    rule.isOnDevice = side == "device";
    if (!rule.isOnDevice && side != "host")
        reader.addProblem(reader.pointerTo("side"), formatMessage("unknown side {}", inQuotes(side)), "device or host");
    if (rule.categoryPatterns.empty() && rule.namePatterns.empty() && rule.processPatterns.empty() &&
        rule.threadPatterns.empty() && library.empty())
        reader.addProblem("the rule matches every event", "\"name\" or \"category\" with patterns");
    return rule;
}

/// Adds the rule. A rule for a library is added as two rules: one for its exchanges between two ranks, then one for its
/// collectives.
void addRule(ObjectReader& reader, TraceRules& rules)
{
    std::string library;
    TraceRule baseRule = readRule(reader, library);
    if (library.empty()) {
        rules.rules.push_back(std::move(baseRule));
        return;
    }
    if (!baseRule.namePatterns.empty())
        return reader.addProblem(reader.pointerTo("library"), "the rule has both a name and a library",
                                 "a library of this file or *, and no \"name\"");
    TraceRule pairs = baseRule, collectives = baseRule;
    collectives.isCollective = true;
    for (const CollectiveLibrary& each : rules.libraries)
        if (library == "*" || library == each.name) {
            append(pairs.namePatterns, each.pairPatterns);
            append(collectives.namePatterns, each.collectivePatterns);
        }
    if (pairs.namePatterns.empty() && collectives.namePatterns.empty())
        reader.addProblem(reader.pointerTo("library"), formatMessage("unknown library {}", inQuotes(library)),
                          "one of \"libraries\" in this file, or *");
    for (TraceRule* each : {&pairs, &collectives})
        if (!each->namePatterns.empty())
            rules.rules.push_back(std::move(*each));
}

}  // namespace

bool matchesPattern(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || lowerCaseOf(pattern[p]) == lowerCaseOf(text[t]))) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

bool matchesAnyPattern(const std::vector<std::string>& patterns, std::string_view text)
{
    for (const std::string& pattern : patterns)
        if (matchesPattern(pattern, text))
            return true;
    return false;
}

Result<TraceRules> parseTraceRules(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    Error error;
    TraceRules rules;
    ObjectReader root(error.problems, document, {});
    std::string format;
    root.text("format", format);
    if (format != "scalewright-trace-rules")
        root.addProblem("/format", "this is not a trace rules file", "\"format\": \"scalewright-trace-rules\"");
    root.elements("libraries", [&](ObjectReader& each) { rules.libraries.push_back(readLibrary(each)); });
    root.elements("rules", [&](ObjectReader& each) { addRule(each, rules); });
    root.textOrTexts("steps", rules.stepPatterns);
    root.textOrTexts("step_ends", rules.stepEndPatterns);
    root.elements("workers", [&](ObjectReader& each) {
        each.textOrTexts("thread", rules.workerThreadPatterns);
        each.textOrTexts("process", rules.workerProcessPatterns);
    });
    if (!error.problems.empty())
        return fail(std::move(error));
    return rules;
}

TraceRules joinRules(TraceRules first, const TraceRules& second)
{
    append(first.rules, second.rules);
    append(first.stepPatterns, second.stepPatterns);
    append(first.stepEndPatterns, second.stepEndPatterns);
    append(first.workerThreadPatterns, second.workerThreadPatterns);
    append(first.workerProcessPatterns, second.workerProcessPatterns);
    append(first.libraries, second.libraries);
    return first;
}

Result<TraceRules> standardTraceRules()
{
    return parseResource("catalogue/trace-rules.json", parseTraceRules);
}

Result<TraceRules> loadTraceRules(const std::filesystem::path& userFile)
{
    constexpr std::uintmax_t largest = 16 << 20;
    const std::string name = sanitised(userFile.string());
    std::error_code ioError;
    const std::uintmax_t bytes = std::filesystem::file_size(userFile, ioError);
    if (!ioError && bytes > largest)
        return fail(ErrorCode::Input, formatMessage("{} bytes are too many for a rules file", bytes),
                    "a trace rules file", {.file = name});
    const Result<std::string> text = readText(userFile);
    if (ioError || !text)
        return fail(
            ErrorCode::Input,
            formatMessage("the rules file cannot be read{}", ioError ? ": " + systemErrorText(ioError.value()) : ""),
            "a trace rules file", {.file = name});
    Result<TraceRules> first = parseTraceRules(*text);
    if (!first)
        return fail(withFileName(std::move(first.error()), name));
    Result<TraceRules> second = standardTraceRules();
    if (!second)
        return second;
    return joinRules(std::move(*first), *second);
}

SpanMeanings::SpanMeanings(const TraceRules& rules, const TraceRecording& recording)
    : m_kindCount(recording.kinds.size())
{
    // For this purpose, lanes differ only in which lane-dependent rules they match.
    std::map<std::string, std::uint32_t> groups;
    std::vector<std::string> groupMatches;
    for (const TraceLane& lane : recording.lanes) {
        std::string laneMatches;
        for (const TraceRule& rule : rules.rules)
            if (!rule.processPatterns.empty() || !rule.threadPatterns.empty())
                laneMatches +=
                    matchesIfGiven(rule.processPatterns, lane.processName.empty() ? lane.process : lane.processName) &&
                            matchesIfGiven(rule.threadPatterns, lane.threadName.empty() ? lane.thread : lane.threadName)
                        ? '1'
                        : '0';
        const auto [entry, inserted] = groups.emplace(laneMatches, static_cast<std::uint32_t>(groupMatches.size()));
        if (inserted)
            groupMatches.push_back(laneMatches);
        m_laneGroups.push_back(entry->second);
    }
    m_meanings.resize(groupMatches.size() * m_kindCount);
    for (std::size_t group = 0; group < groupMatches.size(); ++group) {
        for (std::size_t kind = 0; kind < m_kindCount; ++kind) {
            const TraceKind& spanKind = recording.kinds[kind];
            std::size_t laneRule = 0;
            for (const TraceRule& rule : rules.rules) {
                const bool dependsOnLane = !rule.processPatterns.empty() || !rule.threadPatterns.empty();
                if (dependsOnLane && groupMatches[group][laneRule++] == '0')
                    continue;
                if (!matchesIfGiven(rule.categoryPatterns, spanKind.category) ||
                    !matchesIfGiven(rule.namePatterns, spanKind.name))
                    continue;
                m_meanings[group * m_kindCount + kind] = {rule.spanClass,    rule.isOnDevice,
                                                          rule.isCollective, rule.countsWithDevice,
                                                          rule.isStream,     rule.countsOnlyUncovered};
                break;
            }
        }
    }
}

}  // namespace scalewright
