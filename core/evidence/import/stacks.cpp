#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/profile_formats.h"

namespace scalewright::detail {

namespace {

constexpr double pySpyRate = 100;        // samples a second, py-spy's default (its README: --rate)
constexpr double oneWay = 0.95;          // of a function's time in one that it calls: the way goes on
constexpr std::size_t mostSteps = 12;
constexpr double leastShare = 0.01;      // of all: less goes to "other"
constexpr std::size_t deepest = 2000;

/// A function, with what it and those it called took.
struct Node {
    double all = 0, self = 0;
    std::map<std::string, std::unique_ptr<Node>, std::less<>> calls;
};

/// Takes a tree of any depth apart without a call for each level.
struct Tree {
    Node root;
    Tree() = default;
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
    ~Tree()
    {
        std::vector<std::unique_ptr<Node>> left;
        const auto take = [&](Node& node) {
            for (auto& [name, child] : node.calls)
                left.push_back(std::move(child));
            node.calls.clear();
        };
        take(root);
        while (!left.empty()) {
            const std::unique_ptr<Node> node = std::move(left.back());
            left.pop_back();
            take(*node);
        }
    }
};

struct Stacks {
    Tree tree;
    std::map<std::string, double> self;
    double samples = 0;
    bool inSeconds = false;
};

/// Threads run side by side: one of them shows what the clock shows, and the others ran meanwhile.
struct Threads {
    std::vector<std::pair<std::string, std::unique_ptr<Stacks>>> list;  ///< with the name of each

    std::map<std::string, std::size_t, std::less<>> places;  ///< in the list, of those found by name

    Stacks& named(const std::string& name)
    {
        const auto [at, isNew] = places.emplace(name, list.size());
        return isNew ? added(name) : *list[at->second].second;
    }
    Stacks& added(const std::string& name)
    {
        list.emplace_back(name, std::make_unique<Stacks>());
        return *list.back().second;
    }
    [[nodiscard]] bool sampled() const
    {
        if (list.empty())
            return false;
        const double most = list[clock()].second->samples;
        return most > 0 && std::isfinite(most);
    }
    /// The main thread, unless another was sampled for more than twice as long; without one, the longest.
    [[nodiscard]] std::size_t clock() const
    {
        std::size_t longest = 0, main = list.size();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].second->samples > list[longest].second->samples)
                longest = i;
            std::string name = list[i].first;
            std::transform(name.begin(), name.end(), name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
            if (name.find("main") != std::string::npos &&
                (main == list.size() || list[i].second->samples > list[main].second->samples))
                main = i;
        }
        const bool busy = main < list.size() && 2 * list[main].second->samples >= list[longest].second->samples;
        return busy ? main : longest;
    }
};

/// "train_step (train.py:12)" is "train_step (train.py)": the lines of a function are one step.
std::string functionName(std::string_view frame)
{
    std::string name = cleaned(std::string(frame));
    if (name.ends_with(')')) {
        const std::size_t colon = name.rfind(':');
        if (colon != std::string::npos && colon + 2 < name.size() &&
            name.find_first_not_of("0123456789", colon + 1) == name.size() - 1)
            name.erase(colon, name.size() - 1 - colon);
    }
    constexpr std::size_t longest = 120;
    if (name.size() > longest)
        name = cleaned(name.substr(0, longest)) + "…";
    return name.empty() ? "without a name" : name;
}

/// py-spy's frames for a process and a thread; no functions.
bool isContainer(std::string_view frame)
{
    return frame.starts_with("thread (") || frame.starts_with("process ");
}

void add(Stacks& stacks, const std::vector<std::string>& functions, double weight)
{
    stacks.samples += weight;
    Node* node = &stacks.tree.root;
    node->all += weight;
    for (std::size_t i = 0; i < functions.size() && i < deepest; ++i) {
        std::unique_ptr<Node>& next = node->calls[functions[i]];
        if (!next)
            next = std::make_unique<Node>();
        node = next.get();
        node->all += weight;
    }
    node->self += weight;
    if (!functions.empty())
        stacks.self[functions.back()] += weight;
}

/// By name, the largest first; what is small together.
std::vector<std::pair<std::string, double>> stepsOf(const Stacks& stacks, StackSteps which, std::string& within)
{
    std::vector<std::pair<std::string, double>> steps;
    if (which == StackSteps::Self) {
        steps.assign(stacks.self.begin(), stacks.self.end());
    } else {
        const Node* node = &stacks.tree.root;
        for (std::size_t depth = 0; depth < deepest; ++depth) {
            const auto main =
                std::max_element(node->calls.begin(), node->calls.end(),
                                 [](const auto& a, const auto& b) { return a.second->all < b.second->all; });
            if (main == node->calls.end() || main->second->all < oneWay * node->all || main->second->calls.empty() ||
                main->second->self > 0.5 * main->second->all)
                break;
            within = main->first;
            node = main->second.get();
        }
        for (const auto& [name, child] : node->calls)
            steps.emplace_back(name, child->all);
        if (node->self > 0)
            steps.emplace_back(within.empty() ? "itself" : within + " itself", node->self);
        if (const double outside = stacks.samples - node->all; outside > 0)
            steps.emplace_back("before and after", outside);
    }
    std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    double other = 0;
    while (steps.size() > 1 && (steps.size() > mostSteps || steps.back().second < leastShare * stacks.samples)) {
        other += steps.back().second;
        steps.pop_back();
    }
    if (other > 0)
        steps.emplace_back("other", other);
    return steps;
}

Result<Profile> profileOf(const Threads& threads, const ProfileImportOptions& options, std::string title)
{
    const std::size_t clock = threads.clock();
    const Stacks& stacks = *threads.list[clock].second;
    Profile profile;
    profile.title = std::move(title);
    profile.hasSteps = true;
    std::string within;
    const std::vector<std::pair<std::string, double>> steps = stepsOf(stacks, options.steps, within);
    double scale = stacks.inSeconds ? 1 : 1 / pySpyRate;
    if (options.stepTimeS)
        scale = *options.stepTimeS / stacks.samples;
    const bool rateAssumed = !stacks.inSeconds && !options.stepTimeS;
    const std::string of = options.stepTimeS
                               ? fmt::format(", of {}", formatAmount(*options.stepTimeS, Dimension::Time).joined())
                           : rateAssumed ? std::string(", at 100 a second")
                                         : std::string();
    std::set<std::string> names;
    for (const auto& [name, weight] : steps) {
        WorkloadStep step;
        step.name = name;
        for (int i = 2; !names.insert(step.name).second; ++i)
            step.name = fmt::format("{} ({})", name, i);
        step.stepTimeS = imported(scale * weight, options,
                                  fmt::format("{} % of the {}{}", significant(100 * weight / stacks.samples, 3),
                                              stacks.inSeconds ? "sampled time" : "samples", of));
        if (rateAssumed)
            step.stepTimeS->provenance.origin = Origin::Assumed;
        profile.baseline.steps.push_back(std::move(step));
    }
    if (!within.empty() && options.steps == StackSteps::Branch)
        profile.warnings.push_back(
            say("the steps are what {} divides its time between; by self time they are the functions in which the "
                "samples were taken",
                inQuotes(within)));
    const std::string sampled =
        formatAmount(stacks.samples / (stacks.inSeconds ? 1 : pySpyRate), Dimension::Time).joined();
    if (options.stepTimeS && stacks.inSeconds)
        profile.warnings.push_back(say("shares of the {} that was given; {} were sampled",
                                       formatAmount(*options.stepTimeS, Dimension::Time).joined(), sampled));
    else if (options.stepTimeS)
        profile.warnings.push_back(
            say("shares of the {} that was given; by themselves {} samples are {} at 100 samples a second, py-spy's "
                "default",
                formatAmount(*options.stepTimeS, Dimension::Time).joined(), significant(stacks.samples, 6), sampled));
    else if (!stacks.inSeconds)
        profile.warnings.push_back(
            say("samples carry no time: {} of them are {} at 100 samples a second, py-spy's default, which is assumed; "
                "the shares hold at any rate",
                significant(stacks.samples, 6), sampled));
    if (threads.list.size() > 1)
        profile.warnings.push_back(say(
            "{} threads ran side by side; the steps are those of {}, and what the others did meanwhile is not added",
            threads.list.size(),
            threads.list[clock].first.empty() ? "the longest" : inQuotes(threads.list[clock].first)));
    profile.warnings.push_back("sampling tells time alone: what a step reads, computes and moves is not in this file");
    return profile;
}

std::optional<double> weightOf(const Json& json)
{
    const Json::Number* number = json.asNumber();
    const Result<double> value = number != nullptr ? parseNumber(number->text) : fail(ErrorCode::Input, {});
    return value ? std::optional(*value) : std::nullopt;
}

/// Seconds of a unit; 0: samples, without a time; nullopt: not a time.
std::optional<double> secondsPer(std::string_view unit)
{
    constexpr std::array<std::pair<std::string_view, double>, 5> units{
        {{"none", 0}, {"nanoseconds", 1e-9}, {"microseconds", 1e-6}, {"milliseconds", 1e-3}, {"seconds", 1}}};
    const auto at = std::find_if(units.begin(), units.end(), [&](const auto& each) { return each.first == unit; });
    return at == units.end() ? std::nullopt : std::optional(at->second);
}

class SpeedscopeReader {
public:
    Threads threads;
    Error error;

    void read(const Json& document)
    {
        const Json* shared = document.find("shared");
        const Json* list = shared != nullptr ? shared->find("frames") : nullptr;
        const Json* profiles = document.find("profiles");
        if (list == nullptr || list->asArray() == nullptr)
            return wrong("/shared/frames", "the list of frames is not there", "a list such as [{\"name\": \"main\"}]");
        if (profiles == nullptr || profiles->asArray() == nullptr || profiles->asArray()->empty())
            return wrong("/profiles", "there is no profile", "a profile of type sampled or evented at least");
        for (std::size_t i = 0; i < list->asArray()->size(); ++i) {
            const Json* name = (*list->asArray())[i].find("name");
            const Json* file = (*list->asArray())[i].find("file");
            if (name == nullptr || name->asString() == nullptr)
                return wrong(fmt::format("/shared/frames/{}/name", i), "the frame has no name", "a text");
            std::string text = *name->asString();
            if (file != nullptr && file->asString() != nullptr && !file->asString()->empty())
                text += " (" + file->asString()->substr(file->asString()->find_last_of('/') + 1) + ")";
            m_frames.push_back(functionName(text));
        }
        for (std::size_t i = 0; i < profiles->asArray()->size() && error.problems.empty(); ++i)
            profile((*profiles->asArray())[i], fmt::format("/profiles/{}", i));
    }

private:
    void wrong(std::string pointer, std::string message, std::string expected)
    {
        error.problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    void profile(const Json& json, const std::string& at)
    {
        const Json* type = json.find("type");
        const Json* unit = json.find("unit");
        const std::string* unitName = unit != nullptr ? unit->asString() : nullptr;
        const std::optional<double> seconds = unitName != nullptr ? secondsPer(*unitName) : std::nullopt;
        if (!seconds)
            return wrong(at + "/unit",
                         unitName != nullptr ? say("{} are no time", inQuotes(*unitName)) : "there is no unit",
                         "none, nanoseconds, microseconds, milliseconds or seconds");
        if (!threads.list.empty() && (*seconds > 0) != threads.list.front().second->inSeconds)
            return wrong(at + "/unit", "this profile counts samples and another one time", "the same in all of them");
        const Json* name = json.find("name");
        Stacks& stacks =
            threads.added(name != nullptr && name->asString() != nullptr ? cleaned(*name->asString()) : std::string());
        stacks.inSeconds = *seconds > 0;
        m_scale = *seconds > 0 ? *seconds : 1;
        const std::string kind = type != nullptr && type->asString() != nullptr ? *type->asString() : std::string();
        if (kind == "sampled")
            sampled(json, at, stacks);
        else if (kind == "evented")
            evented(json, at, stacks);
        else
            wrong(at + "/type", say("there is no type {}", inQuotes(kind)), "sampled or evented");
    }

    /// nullptr where it is none, with a problem more.
    const std::string* frame(const Json& json, const std::string& at)
    {
        const Json::Number* number = json.asNumber();
        const Result<long> index = number != nullptr
                                       ? parseCount(number->text, 0, static_cast<long>(m_frames.size()) - 1)
                                       : fail(ErrorCode::Input, {});
        if (index && !m_frames.empty())
            return &m_frames[static_cast<std::size_t>(*index)];
        wrong(at, "there is no such frame", "an index of /shared/frames, from 0");
        return nullptr;
    }

    void sampled(const Json& json, const std::string& at, Stacks& stacks)
    {
        const Json* samples = json.find("samples");
        const Json* weights = json.find("weights");
        if (samples == nullptr || samples->asArray() == nullptr)
            return wrong(at + "/samples", "there are no samples", "a list of stacks");
        const Json::Array* each = weights != nullptr ? weights->asArray() : nullptr;
        if (each == nullptr || each->size() != samples->asArray()->size())
            return wrong(at + "/weights", "there are not as many weights as samples",
                         say("a weight for each of the {} samples", samples->asArray()->size()));
        for (std::size_t i = 0; i < each->size(); ++i) {
            const Json::Array* stack = (*samples->asArray())[i].asArray();
            const std::optional<double> weight = weightOf((*each)[i]);
            if (stack == nullptr)
                return wrong(fmt::format("{}/samples/{}", at, i), "a sample is a list of frames",
                             "indices, the outermost first");
            if (!weight || *weight < 0)
                return wrong(fmt::format("{}/weights/{}", at, i), "this is no weight", "a number of 0 or more");
            std::vector<std::string> functions;
            for (std::size_t k = 0; k < stack->size() && k < deepest; ++k) {
                const std::string* name = frame((*stack)[k], fmt::format("{}/samples/{}/{}", at, i, k));
                if (name == nullptr)
                    return;
                if (!isContainer(*name))
                    functions.push_back(*name);
            }
            if (*weight > 0)
                add(stacks, functions, m_scale * *weight);
        }
    }

    void evented(const Json& json, const std::string& at, Stacks& stacks)
    {
        const Json* events = json.find("events");
        if (events == nullptr || events->asArray() == nullptr)
            return wrong(at + "/events", "there are no events", "a list of frames that open (O) and close (C)");
        std::vector<std::string> open;
        std::optional<double> last;
        for (std::size_t i = 0; i < events->asArray()->size(); ++i) {
            const Json& event = (*events->asArray())[i];
            const std::string where = fmt::format("{}/events/{}", at, i);
            const Json* type = event.find("type");
            const Json* time = event.find("at");
            const Json* index = event.find("frame");
            const std::optional<double> now = time != nullptr ? weightOf(*time) : std::nullopt;
            const std::string* name = index != nullptr ? frame(*index, where + "/frame") : nullptr;
            const std::string kind = type != nullptr && type->asString() != nullptr ? *type->asString() : std::string();
            if (error.problems.empty() && (name == nullptr || (kind != "O" && kind != "C")))
                wrong(where, "this is no event", "{\"type\": \"O\" or \"C\", \"frame\": 0, \"at\": 0}");
            if (error.problems.empty() && (!now || (last && *now < *last)))
                wrong(where + "/at", now ? "events go back in time here" : "there is no time",
                      "a number, no less than the one before");
            if (error.problems.empty() && kind == "C" && (open.empty() || open.back() != *name))
                wrong(where, say("{} closes, which is not the one that opened last", inQuotes(*name)),
                      "frames that close in the reverse order");
            if (error.problems.empty() && kind == "O" && open.size() >= deepest)
                wrong(where, say("more than {} frames are open", deepest), "a shallower recording");
            if (!error.problems.empty())
                return;
            if (last && *now > *last && !open.empty())
                add(stacks, open, m_scale * (*now - *last));
            last = now;
            if (kind == "O")
                open.push_back(*name);
            else
                open.pop_back();
        }
    }

    std::vector<std::string> m_frames;
    double m_scale = 1;
};

/// "a;b;c 42": the stack and the count behind its last blank.
std::optional<std::pair<std::string_view, double>> foldedLine(std::string_view line)
{
    const std::size_t blank = line.find_last_of(" \t");
    if (blank == std::string_view::npos || blank == 0)
        return std::nullopt;
    const Result<double> count = parseNumber(line.substr(blank + 1));
    if (!count || *count < 0)
        return std::nullopt;
    return std::pair(line.substr(0, blank), *count);
}

}  // namespace

bool looksLikeStacks(std::string_view text)
{
    bool stack = false;
    for (const std::string_view line : linesOf(text.substr(0, 65536))) {
        const bool cut = !line.empty() &&
                         line.data() + line.size() == text.data() + std::min<std::size_t>(text.size(), 65536) &&
                         text.size() > 65536;
        if (line.find_first_not_of(" \t") == std::string_view::npos || cut)
            continue;
        if (line.front() == '{' || line.front() == '[' || !foldedLine(line))
            return false;
        stack = stack || line.find(';') != std::string_view::npos || line.find('(') != std::string_view::npos;
    }
    return stack;
}

bool looksLikeSpeedscope(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' &&
           (text.find("speedscope.app/file-format-schema") != std::string_view::npos ||
            (text.find("\"frames\"") != std::string_view::npos && text.find("\"profiles\"") != std::string_view::npos &&
             text.find("\"shared\"") != std::string_view::npos));
}

Result<Profile> importStacks(std::string_view text, const ProfileImportOptions& options)
{
    Threads threads;
    int number = 0;
    for (const std::string_view line : linesOf(text)) {
        ++number;
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        const auto read = foldedLine(line);
        if (!read)
            return fail(ErrorCode::Input, "this line has no count behind its stack",
                        "frames parted by semicolons, a blank and a count, such as main;train 42", {.line = number});
        std::vector<std::string> functions;
        std::string container;
        for (std::size_t from = 0; from <= read->first.size() && functions.size() < deepest;) {
            const std::size_t end = std::min(read->first.find(';', from), read->first.size());
            const std::string_view frame = read->first.substr(from, end - from);
            from = end + 1;
            if (isContainer(frame))
                container.append(frame).append(";");
            else if (!frame.empty())
                functions.push_back(functionName(frame));
        }
        Stacks& stacks = threads.named(container);
        if (read->second > 0)
            add(stacks, functions, read->second);
    }
    if (!threads.sampled())
        return fail(ErrorCode::Input, "holds no sample", "lines such as main;train 42");
    return profileOf(threads, options, "sampled stacks");
}

Result<Profile> importSpeedscope(std::string_view text, const ProfileImportOptions& options)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    SpeedscopeReader reader;
    reader.read(*document);
    if (!reader.error.problems.empty())
        return fail(std::move(reader.error));
    if (!reader.threads.sampled())
        return fail(ErrorCode::Input, "holds no sample with a weight", "a recording with samples in it",
                    {.pointer = "/profiles"});
    const Json* name = document->find("name");
    return profileOf(reader.threads, options,
                     name != nullptr && name->asString() != nullptr && !name->asString()->empty()
                         ? cleaned(*name->asString())
                         : std::string("sampled stacks"));
}

}  // namespace scalewright::detail
