#include "core/evidence/trace/rules.h"

#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/base/files/resources.h"
#include "core/base/files/system_text.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::array<std::pair<std::string_view, SpanClass>, 6> classNames{{{"frame", SpanClass::Frame},
                                                                            {"compute", SpanClass::Compute},
                                                                            {"communication", SpanClass::Communication},
                                                                            {"memory", SpanClass::Memory},
                                                                            {"io", SpanClass::InputOutput},
                                                                            {"waiting", SpanClass::Waiting}}};

char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// A list of texts, or a single one.
bool readTexts(const Json* json, std::vector<std::string>& out)
{
    if (json == nullptr)
        return true;
    if (json->asString() != nullptr) {
        out.push_back(*json->asString());
        return true;
    }
    if (json->asArray() == nullptr)
        return false;
    for (const Json& each : *json->asArray()) {
        if (each.asString() == nullptr)
            return false;
        out.push_back(*each.asString());
    }
    return true;
}

bool fits(const std::vector<std::string>& patterns, std::string_view text)
{
    return patterns.empty() || fitsOne(patterns, text);
}

class RulesReader {
public:
    Error error{ErrorCode::Input, {}};

    TraceRules read(const Json& root)
    {
        TraceRules rules;
        const Json* format = root.find("format");
        if (format == nullptr || format->asString() == nullptr || *format->asString() != "scalewright-trace-rules")
            add("/format", "this is no file of trace rules", "\"format\": \"scalewright-trace-rules\"");
        forEach(root, "libraries",
                [&](const Json& json, const std::string& at) { library(json, at, rules.libraries); });
        forEach(root, "rules", [&](const Json& json, const std::string& at) { addRule(json, at, rules); });
        texts(root, "steps", "", rules.steps);
        texts(root, "step_ends", "", rules.stepEnds);
        forEach(root, "workers", [&](const Json& json, const std::string& at) {
            texts(json, "thread", at, rules.workerThreads);
            texts(json, "process", at, rules.workerProcesses);
        });
        return rules;
    }

private:
    void add(std::string pointer, std::string message, std::string expected)
    {
        error.problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    void texts(const Json& from, const char* name, const std::string& at, std::vector<std::string>& out)
    {
        if (!readTexts(from.find(name), out))
            add(at + '/' + name, "these are no patterns", "a text or a list of texts, such as \"nccl*\"");
    }

    template <class Each>
    void forEach(const Json& root, const char* name, Each each)
    {
        const Json* list = root.find(name);
        if (list == nullptr)
            return;
        const std::string at = std::string("/") + name;
        if (list->asArray() == nullptr)
            return add(at, say("the {} are {}", std::string(name), list->kindName()), "a list of objects");
        for (std::size_t i = 0; i < list->asArray()->size(); ++i)
            each((*list->asArray())[i], at + '/' + std::to_string(i));
    }

    void library(const Json& json, const std::string& at, std::vector<CollectiveLibrary>& libraries)
    {
        const Json* name = json.find("library");
        if (name == nullptr || name->asString() == nullptr || name->asString()->empty())
            return add(at + "/library", "the library has no name", "a text such as \"NCCL\"");
        CollectiveLibrary library{.name = *name->asString()};
        texts(json, "pairs", at, library.pairs);
        texts(json, "collectives", at, library.collectives);
        if (library.pairs.empty() && library.collectives.empty())
            add(at, "the library names no kernel", "\"collectives\" or \"pairs\" with patterns");
        libraries.push_back(std::move(library));
    }

    /// As it is, or for a library's names: those of two ranks, then the collectives.
    void addRule(const Json& json, const std::string& at, TraceRules& rules)
    {
        TraceRule plain = rule(json, at);
        const Json* library = json.find("library");
        if (library == nullptr) {
            rules.rules.push_back(std::move(plain));
            return;
        }
        if (library->asString() == nullptr || !plain.name.empty())
            return add(at + "/library", "the rule names its events twice, or its library is no text",
                       "a library of this file or *, and no \"name\"");
        TraceRule pairs = plain, collectives = plain;
        collectives.collective = true;
        for (const CollectiveLibrary& each : rules.libraries)
            if (*library->asString() == "*" || *library->asString() == each.name) {
                pairs.name.insert(pairs.name.end(), each.pairs.begin(), each.pairs.end());
                collectives.name.insert(collectives.name.end(), each.collectives.begin(), each.collectives.end());
            }
        if (pairs.name.empty() && collectives.name.empty())
            add(at + "/library", say("there is no library {}", inQuotes(*library->asString())),
                "one of \"libraries\" in this file, or *");
        for (TraceRule* each : {&pairs, &collectives})
            if (!each->name.empty())
                rules.rules.push_back(std::move(*each));
    }

    TraceRule rule(const Json& json, const std::string& at)
    {
        TraceRule rule;
        if (json.asObject() == nullptr) {
            add(at, say("a rule is {}", json.kindName()), "an object with \"name\" or \"category\", and \"class\"");
            return rule;
        }
        texts(json, "category", at, rule.category);
        texts(json, "name", at, rule.name);
        texts(json, "process", at, rule.process);
        texts(json, "thread", at, rule.thread);
        const Json* what = json.find("class");
        bool known = false;
        for (const auto& [name, value] : classNames)
            if (what != nullptr && what->asString() != nullptr && *what->asString() == name) {
                rule.what = value;
                known = true;
            }
        if (!known)
            add(at + "/class", what == nullptr ? "the rule says no class" : "there is no such class",
                "compute, communication, memory, io, waiting or frame");
        const Json* side = json.find("side");
        if (side != nullptr &&
            (side->asString() == nullptr || (*side->asString() != "device" && *side->asString() != "host")))
            add(at + "/side", "there is no such side", "device or host");
        else
            rule.device = side != nullptr && *side->asString() == "device";
        flag(json, "collective", at, rule.collective);
        flag(json, "beside_device", at, rule.besideDevice);
        flag(json, "stream", at, rule.stream);
        flag(json, "rest", at, rule.rest);
        if (rule.category.empty() && rule.name.empty() && rule.process.empty() && rule.thread.empty() &&
            json.find("library") == nullptr)
            add(at, "the rule fits every event", "\"name\" or \"category\" with patterns");
        return rule;
    }

    void flag(const Json& json, const char* name, const std::string& at, bool& out)
    {
        const Json* value = json.find(name);
        if (value != nullptr && value->asBool() == nullptr)
            add(at + '/' + name, say("this is {}", value->kindName()), "true or false");
        else if (value != nullptr)
            out = *value->asBool();
    }
};

}  // namespace

std::string titleOf(SpanClass what)
{
    switch (what) {
    case SpanClass::Frame: return "grouping";
    case SpanClass::Compute: return "compute";
    case SpanClass::Communication: return "communication";
    case SpanClass::Memory: return "memory";
    case SpanClass::InputOutput: return "input/output";
    case SpanClass::Waiting: return "waiting";
    case SpanClass::Unknown: break;
    }
    return "unclassified";
}

bool fitsPattern(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || folded(pattern[p]) == folded(text[t]))) {
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

bool fitsOne(const std::vector<std::string>& patterns, std::string_view text)
{
    for (const std::string& pattern : patterns)
        if (fitsPattern(pattern, text))
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

TraceRules joinedRules(TraceRules first, const TraceRules& then)
{
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(first.rules, then.rules);
    append(first.steps, then.steps);
    append(first.stepEnds, then.stepEnds);
    append(first.workerThreads, then.workerThreads);
    append(first.workerProcesses, then.workerProcesses);
    append(first.libraries, then.libraries);
    return first;
}

Result<TraceRules> standardTraceRules()
{
    return parseResource("catalogue/trace-rules.json", parseTraceRules);
}

Result<TraceRules> traceRulesWith(const std::filesystem::path& own)
{
    constexpr std::uintmax_t largest = 16 << 20;
    const std::string name = cleaned(own.string());
    std::error_code wrong;
    const std::uintmax_t bytes = std::filesystem::file_size(own, wrong);
    std::ifstream in(own, std::ios::binary);
    if (wrong || !in)
        return fail(ErrorCode::Input,
                    say("the file of rules cannot be read{}", wrong ? ": " + systemText(wrong.value()) : ""),
                    "a file of trace rules", {.file = name});
    if (bytes > largest)
        return fail(ErrorCode::Input, say("a file of {} bytes is no file of rules", bytes), "a file of trace rules",
                    {.file = name});
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Result<TraceRules> first = parseTraceRules(text);
    if (!first)
        return fail(inFile(std::move(first.error()), name));
    Result<TraceRules> then = standardTraceRules();
    if (!then)
        return then;
    return joinedRules(std::move(*first), *then);
}

SpanMeanings::SpanMeanings(const TraceRules& rules, const TraceRecording& recording) : m_kinds(recording.kinds.size())
{
    // Lanes differ only in which of the rules that ask for one they fit.
    std::map<std::string, std::uint32_t> groups;
    std::vector<std::string> lanesFit;
    for (const TraceLane& lane : recording.lanes) {
        std::string its;
        for (const TraceRule& rule : rules.rules)
            if (!rule.process.empty() || !rule.thread.empty())
                its += fits(rule.process, lane.processName.empty() ? lane.process : lane.processName) &&
                               fits(rule.thread, lane.threadName.empty() ? lane.thread : lane.threadName)
                           ? '1'
                           : '0';
        const auto [at, added] = groups.emplace(its, static_cast<std::uint32_t>(lanesFit.size()));
        if (added)
            lanesFit.push_back(its);
        m_laneGroup.push_back(at->second);
    }
    m_meanings.resize(lanesFit.size() * m_kinds);
    for (std::size_t group = 0; group < lanesFit.size(); ++group) {
        for (std::size_t kind = 0; kind < m_kinds; ++kind) {
            const TraceKind& its = recording.kinds[kind];
            std::size_t lanes = 0;
            for (const TraceRule& rule : rules.rules) {
                const bool asksLane = !rule.process.empty() || !rule.thread.empty();
                if (asksLane && lanesFit[group][lanes++] == '0')
                    continue;
                if (!fits(rule.category, its.category) || !fits(rule.name, its.name))
                    continue;
                m_meanings[group * m_kinds + kind] = {rule.what,         rule.device, rule.collective,
                                                      rule.besideDevice, rule.stream, rule.rest};
                break;
            }
        }
    }
}

}  // namespace scalewright
