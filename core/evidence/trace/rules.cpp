// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/rules.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/base/files/resources.h"
#include "core/base/files/system_text.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::array<std::pair<std::string_view, SpanClass>, 6> classNames{{{"frame", SpanClass::Grouping},
                                                                            {"compute", SpanClass::Compute},
                                                                            {"communication", SpanClass::Communication},
                                                                            {"memory", SpanClass::Memory},
                                                                            {"io", SpanClass::InputOutput},
                                                                            {"waiting", SpanClass::Waiting}}};

char toLowerAscii(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// Reads a list of strings, or a single string.
bool readStrings(const Json* json, std::vector<std::string>& target)
{
    if (json == nullptr)
        return true;
    if (json->asString() != nullptr) {
        target.push_back(*json->asString());
        return true;
    }
    if (json->asArray() == nullptr)
        return false;
    for (const Json& each : *json->asArray()) {
        if (each.asString() == nullptr)
            return false;
        target.push_back(*each.asString());
    }
    return true;
}

bool matchesIfGiven(const std::vector<std::string>& patterns, std::string_view text)
{
    return patterns.empty() || matchesAnyPattern(patterns, text);
}

class RulesReader {
public:
    Error error{ErrorCode::Input, {}};

    TraceRules read(const Json& root)
    {
        TraceRules rules;
        const Json* format = root.find("format");
        if (format == nullptr || format->asString() == nullptr || *format->asString() != "scalewright-trace-rules")
            addProblem("/format", "this is not a trace rules file", "\"format\": \"scalewright-trace-rules\"");
        forEach(root, "libraries",
                [&](const Json& json, const std::string& pointer) { readLibrary(json, pointer, rules.libraries); });
        forEach(root, "rules", [&](const Json& json, const std::string& pointer) { addRule(json, pointer, rules); });
        readPatterns(root, "steps", "", rules.stepPatterns);
        readPatterns(root, "step_ends", "", rules.stepEndPatterns);
        forEach(root, "workers", [&](const Json& json, const std::string& pointer) {
            readPatterns(json, "thread", pointer, rules.workerThreadPatterns);
            readPatterns(json, "process", pointer, rules.workerProcessPatterns);
        });
        return rules;
    }

private:
    void addProblem(std::string pointer, std::string message, std::string expected)
    {
        error.problems.push_back({std::move(message), std::move(expected), {.jsonPointer = std::move(pointer)}});
    }

    void readPatterns(const Json& from, const char* name, const std::string& pointer, std::vector<std::string>& target)
    {
        if (!readStrings(from.find(name), target))
            addProblem(pointer + '/' + name, "these are not patterns",
                       "a string or a list of strings, such as \"nccl*\"");
    }

    template <class Each>
    void forEach(const Json& root, const char* name, Each each)
    {
        const Json* list = root.find(name);
        if (list == nullptr)
            return;
        const std::string pointer = std::string("/") + name;
        if (list->asArray() == nullptr)
            return addProblem(pointer, formatMessage("the {} are {}", std::string(name), list->kindName()),
                              "a list of objects");
        for (std::size_t i = 0; i < list->asArray()->size(); ++i)
            each((*list->asArray())[i], pointer + '/' + std::to_string(i));
    }

    void readLibrary(const Json& json, const std::string& pointer, std::vector<CollectiveLibrary>& libraries)
    {
        const Json* name = json.find("library");
        if (name == nullptr || name->asString() == nullptr || name->asString()->empty())
            return addProblem(pointer + "/library", "the library has no name", "a string such as \"NCCL\"");
        CollectiveLibrary library{.name = *name->asString()};
        readPatterns(json, "pairs", pointer, library.pairPatterns);
        readPatterns(json, "collectives", pointer, library.collectivePatterns);
        if (library.pairPatterns.empty() && library.collectivePatterns.empty())
            addProblem(pointer, "the library has no kernel names", "\"collectives\" or \"pairs\" with patterns");
        libraries.push_back(std::move(library));
    }

    /// Adds the rule. A rule for a library is added as two rules: one for its exchanges between two ranks, then one for
    /// its collectives.
    void addRule(const Json& json, const std::string& pointer, TraceRules& rules)
    {
        TraceRule baseRule = readRule(json, pointer);
        const Json* library = json.find("library");
        if (library == nullptr) {
            rules.rules.push_back(std::move(baseRule));
            return;
        }
        if (library->asString() == nullptr || !baseRule.namePatterns.empty())
            return addProblem(pointer + "/library",
                              "the rule has both a name and a library, or its library is not a string",
                              "a library of this file or *, and no \"name\"");
        TraceRule pairs = baseRule, collectives = baseRule;
        collectives.isCollective = true;
        for (const CollectiveLibrary& each : rules.libraries)
            if (*library->asString() == "*" || *library->asString() == each.name) {
                pairs.namePatterns.insert(pairs.namePatterns.end(), each.pairPatterns.begin(), each.pairPatterns.end());
                collectives.namePatterns.insert(collectives.namePatterns.end(), each.collectivePatterns.begin(),
                                                each.collectivePatterns.end());
            }
        if (pairs.namePatterns.empty() && collectives.namePatterns.empty())
            addProblem(pointer + "/library", formatMessage("unknown library {}", inQuotes(*library->asString())),
                       "one of \"libraries\" in this file, or *");
        for (TraceRule* each : {&pairs, &collectives})
            if (!each->namePatterns.empty())
                rules.rules.push_back(std::move(*each));
    }

    TraceRule readRule(const Json& json, const std::string& pointer)
    {
        TraceRule rule;
        if (json.asObject() == nullptr) {
            addProblem(pointer, formatMessage("a rule is {}", json.kindName()),
                       "an object with \"name\" or \"category\", and \"class\"");
            return rule;
        }
        readPatterns(json, "category", pointer, rule.categoryPatterns);
        readPatterns(json, "name", pointer, rule.namePatterns);
        readPatterns(json, "process", pointer, rule.processPatterns);
        readPatterns(json, "thread", pointer, rule.threadPatterns);
        const Json* className = json.find("class");
        bool isKnown = false;
        for (const auto& [name, value] : classNames)
            if (className != nullptr && className->asString() != nullptr && *className->asString() == name) {
                rule.spanClass = value;
                isKnown = true;
            }
        if (!isKnown)
            addProblem(pointer + "/class", className == nullptr ? "the rule has no class" : "unknown class",
                       "compute, communication, memory, io, waiting or frame");
        const Json* side = json.find("side");
        if (side != nullptr &&
            (side->asString() == nullptr || (*side->asString() != "device" && *side->asString() != "host")))
            addProblem(pointer + "/side", "unknown side", "device or host");
        else
            rule.isOnDevice = side != nullptr && *side->asString() == "device";
        readFlag(json, "collective", pointer, rule.isCollective);
        readFlag(json, "beside_device", pointer, rule.countsWithDevice);
        readFlag(json, "stream", pointer, rule.isStream);
        readFlag(json, "rest", pointer, rule.countsOnlyUncovered);
        if (rule.categoryPatterns.empty() && rule.namePatterns.empty() && rule.processPatterns.empty() &&
            rule.threadPatterns.empty() && json.find("library") == nullptr)
            addProblem(pointer, "the rule matches every event", "\"name\" or \"category\" with patterns");
        return rule;
    }

    void readFlag(const Json& json, const char* name, const std::string& pointer, bool& target)
    {
        const Json* value = json.find(name);
        if (value != nullptr && value->asBool() == nullptr)
            addProblem(pointer + '/' + name, formatMessage("this is {}", value->kindName()), "true or false");
        else if (value != nullptr)
            target = *value->asBool();
    }
};

}  // namespace

std::string titleOf(SpanClass spanClass)
{
    switch (spanClass) {
    case SpanClass::Grouping: return "grouping";
    case SpanClass::Compute: return "compute";
    case SpanClass::Communication: return "communication";
    case SpanClass::Memory: return "memory";
    case SpanClass::InputOutput: return "input/output";
    case SpanClass::Waiting: return "waiting";
    case SpanClass::Unknown: break;
    }
    return "unclassified";
}

bool matchesPattern(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || toLowerAscii(pattern[p]) == toLowerAscii(text[t]))) {
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
    const Result<Json> json = parseJson(text);
    if (!json)
        return fail(json.error());
    RulesReader reader;
    TraceRules rules = reader.read(*json);
    if (!reader.error.problems.empty())
        return fail(std::move(reader.error));
    return rules;
}

TraceRules joinRules(TraceRules first, const TraceRules& second)
{
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
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
    std::ifstream input(userFile, std::ios::binary);
    if (ioError || !input)
        return fail(
            ErrorCode::Input,
            formatMessage("the rules file cannot be read{}", ioError ? ": " + systemErrorText(ioError.value()) : ""),
            "a trace rules file", {.file = name});
    if (bytes > largest)
        return fail(ErrorCode::Input, formatMessage("{} bytes are too many for a rules file", bytes),
                    "a trace rules file", {.file = name});
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    Result<TraceRules> first = parseTraceRules(text);
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
