// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/profile_formats.h"

namespace scalewright::detail {

namespace {

constexpr double pySpySamplesPerS = 100;        // samples per second, py-spy's default (its README: --rate)
constexpr double singlePathShare = 0.95;  // follow a call that takes at least this fraction of its caller's time
constexpr std::size_t maximumDepth = 2000;

/// A function, with its total and own weight, and the functions it calls.
struct Node {
    double totalWeight = 0, selfWeight = 0;
    std::map<std::string, std::unique_ptr<Node>, std::less<>> callees;
};

/// Destroys a tree of any depth without recursion.
struct CallTree {
    Node root;
    CallTree() = default;
    CallTree(const CallTree&) = delete;
    CallTree& operator=(const CallTree&) = delete;
    ~CallTree()
    {
        std::vector<std::unique_ptr<Node>> pending;
        const auto moveCallees = [&](Node& node) {
            for (auto& [name, child] : node.callees)
                pending.push_back(std::move(child));
            node.callees.clear();
        };
        moveCallees(root);
        while (!pending.empty()) {
            const std::unique_ptr<Node> node = std::move(pending.back());
            pending.pop_back();
            moveCallees(*node);
        }
    }
};

struct StackSamples {
    CallTree tree;
    std::map<std::string, double> selfWeights;
    double totalWeight = 0;
    bool isInSeconds = false;
};

/// Threads run in parallel: one represents the wall clock, and the others are not added to it.
struct ThreadStacks {
    std::vector<std::pair<std::string, std::unique_ptr<StackSamples>>> list;  ///< each with its name

    std::map<std::string, std::size_t, std::less<>> indexOfName;  ///< index of each name in the list

    StackSamples& findOrAdd(const std::string& name)
    {
        const auto [at, isNew] = indexOfName.emplace(name, list.size());
        return isNew ? addThread(name) : *list[at->second].second;
    }
    StackSamples& addThread(const std::string& name)
    {
        list.emplace_back(name, std::make_unique<StackSamples>());
        return *list.back().second;
    }
    [[nodiscard]] bool hasSamples() const
    {
        if (list.empty())
            return false;
        const double weight = list[wallClockThread()].second->totalWeight;
        return weight > 0 && std::isfinite(weight);
    }
    /// Index of the main thread, unless another thread has more than twice its samples; without a main thread, the
    /// thread with the most samples.
    [[nodiscard]] std::size_t wallClockThread() const
    {
        std::size_t longest = 0, main = list.size();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].second->totalWeight > list[longest].second->totalWeight)
                longest = i;
            const std::string name = lowerCase(list[i].first);
            if (name.find("main") != std::string::npos &&
                (main == list.size() || list[i].second->totalWeight > list[main].second->totalWeight))
                main = i;
        }
        const bool busy = main < list.size() && 2 * list[main].second->totalWeight >= list[longest].second->totalWeight;
        return busy ? main : longest;
    }
};

/// "train_step (train.py:12)" gives "train_step (train.py)": all lines in a function are one step.
std::string functionName(std::string_view frame)
{
    std::string name = sanitised(std::string(frame));
    if (name.ends_with(')')) {
        const std::size_t colon = name.rfind(':');
        if (colon != std::string::npos && colon + 2 < name.size() &&
            name.find_first_not_of("0123456789", colon + 1) == name.size() - 1)
            name.erase(colon, name.size() - 1 - colon);
    }
    constexpr std::size_t longest = 120;
    if (name.size() > longest)
        name = sanitised(name.substr(0, longest)) + "…";
    return name.empty() ? "without a name" : name;
}

/// True for py-spy's frames for processes and threads, which are not functions.
bool isContainerFrame(std::string_view frame)
{
    return frame.starts_with("thread (") || frame.starts_with("process ");
}

void addStack(StackSamples& stacks, const std::vector<std::string>& functions, double weight)
{
    stacks.totalWeight += weight;
    Node* node = &stacks.tree.root;
    node->totalWeight += weight;
    for (std::size_t i = 0; i < functions.size() && i < maximumDepth; ++i) {
        std::unique_ptr<Node>& next = node->callees[functions[i]];
        if (!next)
            next = std::make_unique<Node>();
        node = next.get();
        node->totalWeight += weight;
    }
    node->selfWeight += weight;
    if (!functions.empty())
        stacks.selfWeights[functions.back()] += weight;
}

/// Steps by name, largest first; small ones are merged.
WeightedSteps profileSteps(const StackSamples& stacks, StackSteps which, std::string& branchingFunction)
{
    WeightedSteps steps;
    if (which == StackSteps::Self) {
        steps.assign(stacks.selfWeights.begin(), stacks.selfWeights.end());
    } else {
        const Node* node = &stacks.tree.root;
        for (std::size_t depth = 0; depth < maximumDepth; ++depth) {
            const auto main = std::max_element(
                node->callees.begin(), node->callees.end(),
                [](const auto& a, const auto& b) { return a.second->totalWeight < b.second->totalWeight; });
            if (main == node->callees.end() || main->second->totalWeight < singlePathShare * node->totalWeight ||
                main->second->callees.empty() || main->second->selfWeight > 0.5 * main->second->totalWeight)
                break;
            branchingFunction = main->first;
            node = main->second.get();
        }
        for (const auto& [name, child] : node->callees)
            steps.emplace_back(name, child->totalWeight);
        if (node->selfWeight > 0)
            steps.emplace_back(branchingFunction.empty() ? "itself" : branchingFunction + " itself", node->selfWeight);
        if (const double outside = stacks.totalWeight - node->totalWeight; outside > 0)
            steps.emplace_back("before and after", outside);
    }
    double other = 0;
    steps = largestSteps(std::move(steps), stacks.totalWeight, other);
    if (other > 0)
        steps.emplace_back("other", other);
    return steps;
}

Result<Profile> buildProfile(const ThreadStacks& threads, const ProfileImportOptions& options, std::string title)
{
    const std::size_t clock = threads.wallClockThread();
    const StackSamples& stacks = *threads.list[clock].second;
    Profile profile;
    profile.title = std::move(title);
    profile.hasSteps = true;
    std::string branchingFunction;
    const WeightedSteps steps = profileSteps(stacks, options.steps, branchingFunction);
    double scale = stacks.isInSeconds ? 1 : 1 / pySpySamplesPerS;
    if (options.stepTimeS)
        scale = *options.stepTimeS / stacks.totalWeight;
    const bool rateAssumed = !stacks.isInSeconds && !options.stepTimeS;
    const std::string reference = options.stepTimeS ? fmt::format(", of {}", timeText(*options.stepTimeS))
                                  : rateAssumed     ? std::string(", at 100 per second")
                                                    : std::string();
    std::set<std::string> names;
    for (const auto& [name, weight] : steps) {
        WorkloadStep step;
        step.name = name;
        for (int i = 2; !names.insert(step.name).second; ++i)
            step.name = fmt::format("{} ({})", name, i);
        step.stepTimeS =
            importedQuantity(scale * weight, options,
                             fmt::format("{} % of the {}{}", significantText(100 * weight / stacks.totalWeight, 3),
                                         stacks.isInSeconds ? "sampled time" : "samples", reference));
        if (rateAssumed)
            step.stepTimeS->provenance.origin = Origin::Assumed;
        profile.baseline.steps.push_back(std::move(step));
    }
    if (!branchingFunction.empty() && options.steps == StackSteps::Branch)
        profile.warnings.push_back(
            formatMessage("the steps are the functions that {} divides its time between; with self time they are those "
                          "in which the samples were taken",
                          inQuotes(branchingFunction)));
    const std::string sampled = timeText(stacks.totalWeight / (stacks.isInSeconds ? 1 : pySpySamplesPerS));
    if (options.stepTimeS && stacks.isInSeconds)
        profile.warnings.push_back(
            formatMessage("shares of the given {}; {} were sampled", timeText(*options.stepTimeS), sampled));
    else if (options.stepTimeS)
        profile.warnings.push_back(formatMessage(
            "shares of the given {}; the {} samples themselves are {} at 100 samples per second, py-spy's default",
            timeText(*options.stepTimeS), significantText(stacks.totalWeight, 6), sampled));
    else if (!stacks.isInSeconds)
        profile.warnings.push_back(
            formatMessage("samples carry no time: {} of them are {} at the assumed 100 samples per second, py-spy's "
                          "default; the shares hold at any rate",
                          significantText(stacks.totalWeight, 6), sampled));
    if (threads.list.size() > 1)
        profile.warnings.push_back(formatMessage(
            "{} threads ran in parallel; the steps are those of {}, and the others are not added", threads.list.size(),
            threads.list[clock].first.empty() ? "the longest" : inQuotes(threads.list[clock].first)));
    profile.warnings.push_back(
        "sampling measures time only: what a step reads, computes and moves is not in this file");
    return profile;
}

/// Seconds per unit; 0 for samples without times; nullopt for other units.
std::optional<double> secondsPerUnit(std::string_view unit)
{
    constexpr std::array<std::pair<std::string_view, double>, 5> units{
        {{"none", 0}, {"nanoseconds", 1e-9}, {"microseconds", 1e-6}, {"milliseconds", 1e-3}, {"seconds", 1}}};
    const auto at = std::find_if(units.begin(), units.end(), [&](const auto& each) { return each.first == unit; });
    return at == units.end() ? std::nullopt : std::optional(at->second);
}

class SpeedscopeReader {
public:
    ThreadStacks threads;
    Error error;

    void read(const Json& document)
    {
        const Json* shared = document.find("shared");
        const Json* list = shared != nullptr ? shared->find("frames") : nullptr;
        const Json* profiles = document.find("profiles");
        if (list == nullptr || list->asArray() == nullptr)
            return addProblem("/shared/frames", "the list of frames is missing",
                              "a list such as [{\"name\": \"main\"}]");
        if (profiles == nullptr || profiles->asArray() == nullptr || profiles->asArray()->empty())
            return addProblem("/profiles", "there is no profile", "at least one profile of type sampled or evented");
        for (std::size_t i = 0; i < list->asArray()->size(); ++i) {
            const Json& frame = (*list->asArray())[i];
            if (frame.find("name") == nullptr || frame.find("name")->asString() == nullptr)
                return addProblem(fmt::format("/shared/frames/{}/name", i), "the frame has no name", "a text");
            const std::string file = textAt(frame, "file");
            m_frames.push_back(functionName(
                textAt(frame, "name") + (file.empty() ? "" : " (" + file.substr(file.find_last_of('/') + 1) + ")")));
        }
        for (std::size_t i = 0; i < profiles->asArray()->size() && error.problems.empty(); ++i)
            readProfile((*profiles->asArray())[i], fmt::format("/profiles/{}", i));
    }

private:
    void addProblem(std::string pointer, std::string message, std::string expected)
    {
        error.problems.push_back({std::move(message), std::move(expected), {.jsonPointer = std::move(pointer)}});
    }

    void readProfile(const Json& json, const std::string& at)
    {
        const std::string unit = textAt(json, "unit"), kind = textAt(json, "type");
        const std::optional<double> seconds = secondsPerUnit(unit);
        if (!seconds)
            return addProblem(
                at + "/unit",
                unit.empty() ? "there is no unit" : formatMessage("{} is not a unit of time", inQuotes(unit)),
                "none, nanoseconds, microseconds, milliseconds or seconds");
        if (!threads.list.empty() && (*seconds > 0) != threads.list.front().second->isInSeconds)
            return addProblem(at + "/unit", "this profile counts samples, but another one counts time",
                              "the same in all profiles");
        StackSamples& stacks = threads.addThread(sanitised(textAt(json, "name")));
        stacks.isInSeconds = *seconds > 0;
        m_scale = *seconds > 0 ? *seconds : 1;
        if (kind == "sampled")
            readSampledProfile(json, at, stacks);
        else if (kind == "evented")
            readEventedProfile(json, at, stacks);
        else
            addProblem(at + "/type", formatMessage("unknown type {}", inQuotes(kind)), "sampled or evented");
    }

    /// nullptr if the index is invalid, which is added as a problem.
    const std::string* readFrame(const Json& json, const std::string& at)
    {
        const Json::Number* number = json.asNumber();
        const Result<long> index = number != nullptr
                                       ? parseCount(number->text, 0, static_cast<long>(m_frames.size()) - 1)
                                       : fail(ErrorCode::Input, {});
        if (index && !m_frames.empty())
            return &m_frames[static_cast<std::size_t>(*index)];
        addProblem(at, "there is no such frame", "an index of /shared/frames, from 0");
        return nullptr;
    }

    void readSampledProfile(const Json& json, const std::string& at, StackSamples& stacks)
    {
        const Json* samples = json.find("samples");
        const Json* weights = json.find("weights");
        if (samples == nullptr || samples->asArray() == nullptr)
            return addProblem(at + "/samples", "there are no samples", "a list of stacks");
        const Json::Array* each = weights != nullptr ? weights->asArray() : nullptr;
        if (each == nullptr || each->size() != samples->asArray()->size())
            return addProblem(at + "/weights", "the numbers of weights and samples differ",
                              formatMessage("a weight for each of the {} samples", samples->asArray()->size()));
        for (std::size_t i = 0; i < each->size(); ++i) {
            const Json::Array* stack = (*samples->asArray())[i].asArray();
            const std::optional<double> weight = numberOf(&(*each)[i]);
            if (stack == nullptr)
                return addProblem(fmt::format("{}/samples/{}", at, i), "this sample is not a list of frames",
                                  "indices, the outermost first");
            if (!weight || *weight < 0)
                return addProblem(fmt::format("{}/weights/{}", at, i), "this is not a weight", "a number of 0 or more");
            std::vector<std::string> functions;
            for (std::size_t k = 0; k < stack->size() && k < maximumDepth; ++k) {
                const std::string* name = readFrame((*stack)[k], fmt::format("{}/samples/{}/{}", at, i, k));
                if (name == nullptr)
                    return;
                if (!isContainerFrame(*name))
                    functions.push_back(*name);
            }
            if (*weight > 0)
                addStack(stacks, functions, m_scale * *weight);
        }
    }

    void readEventedProfile(const Json& json, const std::string& at, StackSamples& stacks)
    {
        const Json* events = json.find("events");
        if (events == nullptr || events->asArray() == nullptr)
            return addProblem(at + "/events", "there are no events", "a list of frames that open (O) and close (C)");
        std::vector<std::string> open;
        std::optional<double> last;
        for (std::size_t i = 0; i < events->asArray()->size(); ++i) {
            const Json& event = (*events->asArray())[i];
            const std::string where = fmt::format("{}/events/{}", at, i);
            const Json* index = event.find("frame");
            const std::optional<double> now = numberOf(event.find("at"));
            const std::string* name = index != nullptr ? readFrame(*index, where + "/frame") : nullptr;
            const std::string kind = textAt(event, "type");
            if (error.problems.empty() && (name == nullptr || (kind != "O" && kind != "C")))
                addProblem(where, "this is not an event", "{\"type\": \"O\" or \"C\", \"frame\": 0, \"at\": 0}");
            if (error.problems.empty() && (!now || (last && *now < *last)))
                addProblem(where + "/at", now ? "events go back in time here" : "there is no time",
                           "a number, at least the previous one");
            if (error.problems.empty() && kind == "C" && (open.empty() || open.back() != *name))
                addProblem(where, formatMessage("{} closes, but another frame opened last", inQuotes(*name)),
                           "frames that close in the reverse order");
            if (error.problems.empty() && kind == "O" && open.size() >= maximumDepth)
                addProblem(where, formatMessage("more than {} frames are open", maximumDepth), "a shallower recording");
            if (!error.problems.empty())
                return;
            if (last && *now > *last && !open.empty())
                addStack(stacks, open, m_scale * (*now - *last));
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

/// "a;b;c 42": the stack, and the count after the last space.
std::optional<std::pair<std::string_view, double>> parseFoldedLine(std::string_view line)
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
    for (const std::string_view line : splitLines(text.substr(0, 65536))) {
        const bool isCutOff = !line.empty() &&
                              line.data() + line.size() == text.data() + std::min<std::size_t>(text.size(), 65536) &&
                              text.size() > 65536;
        if (line.find_first_not_of(" \t") == std::string_view::npos || isCutOff)
            continue;
        if (line.front() == '{' || line.front() == '[' || !parseFoldedLine(line) ||
            line.find(" = ") != std::string_view::npos)  // "time(4) = 2.5"
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
    ThreadStacks threads;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        ++number;
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        const auto read = parseFoldedLine(line);
        if (!read)
            return fail(ErrorCode::Input, "this line has no count after its stack",
                        "frames separated by semicolons, a blank and a count, such as main;train 42", {.line = number});
        std::vector<std::string> functions;
        std::string container;
        for (std::size_t from = 0; from <= read->first.size() && functions.size() < maximumDepth;) {
            const std::size_t end = std::min(read->first.find(';', from), read->first.size());
            const std::string_view frame = read->first.substr(from, end - from);
            from = end + 1;
            if (isContainerFrame(frame))
                container.append(frame).append(";");
            else if (!frame.empty())
                functions.push_back(functionName(frame));
        }
        StackSamples& stacks = threads.findOrAdd(container);
        if (read->second > 0)
            addStack(stacks, functions, read->second);
    }
    if (!threads.hasSamples())
        return fail(ErrorCode::Input, "holds no sample", "lines such as main;train 42");
    return buildProfile(threads, options, "sampled stacks");
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
    if (!reader.threads.hasSamples())
        return fail(ErrorCode::Input, "holds no sample with a weight", "a recording with samples in it",
                    {.jsonPointer = "/profiles"});
    const std::string name = textAt(*document, "name");
    return buildProfile(reader.threads, options, name.empty() ? "sampled stacks" : sanitised(name));
}

}  // namespace scalewright::detail
