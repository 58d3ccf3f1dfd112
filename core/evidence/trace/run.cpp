#include "core/evidence/trace/run.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/files/system_text.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/text/quote.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/trace/reference.h"
#include "core/evidence/trace/streams.h"
#include "core/evidence/trace/windows.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

std::string amount(double value, Dimension dimension)
{
    return formatAmount(value, dimension).joined();
}

void sayDamage(const TraceSource& source, std::vector<std::string>& warnings)
{
    const TraceRecording& recording = source.recording;
    const TraceDamage& damage = recording.damage;
    const std::string name = fileNameOf(source);
    if (damage.packedCut)
        warnings.push_back(say(
            "{}: the gzip file is broken or cut; {} events up to the break are read, and what came after is missing",
            name, recording.events));
    else if (damage.cut)
        warnings.push_back(
            say("{}: it ends in the middle of the list of events: {} events are read, {} of an unfinished one are "
                "lost, and what came after is missing",
                name, recording.events, amount(double(damage.bytesLost), Dimension::Bytes)));
    if (damage.places > 0)
        warnings.push_back(
            say("{}: damaged in {} places, the first at byte {}; {} were skipped until the next event, and {} events "
                "are read",
                name, damage.places, damage.firstByte, amount(double(damage.bytesLost), Dimension::Bytes),
                recording.events));
    if (damage.controlCharacters > 0)
        warnings.push_back(
            say("{}: {} raw control characters inside texts, which JSON does not allow; they are read as they stand "
                "and no event is lost to them",
                name, damage.controlCharacters));
    if (recording.unclosed > 0)
        warnings.push_back(say("{}: left out: {}", name,
                               recording.unclosed == 1
                                   ? std::string("a begin or an end without its other half")
                                   : say("{} begins or ends without their other half", recording.unclosed)));
    if (recording.refused > 0)
        warnings.push_back(say("{}: left out: {} without a usable time or duration", name,
                               countedText(static_cast<long>(recording.refused), "event")));
}

/// A rank's devices get numbers of their own, in order: with two a rank those of rank 3 are 6 and 7. Without that order
/// where ranks have unequally many, they have none.
void numberDevices(std::vector<RankLanes>& parts, TraceRun& run)
{
    std::size_t most = 1;
    bool alike = true;
    for (const RankLanes& part : parts) {
        alike &= most == 1 || part.devices == most;
        most = std::max(most, part.devices);
    }
    if (most == 1)
        return;
    alike &= std::all_of(parts.begin(), parts.end(), [&](const RankLanes& part) { return part.devices == most; });
    const bool numbered = std::all_of(parts.begin(), parts.end(), [](const RankLanes& part) { return part.number; });
    constexpr int largest = 1'000'000;
    alike &= most <= 1000 && run.worldSize.value_or(0) < largest &&
             std::all_of(parts.begin(), parts.end(),
                         [](const RankLanes& part) { return part.number.value_or(0) < largest; });
    for (RankLanes& part : parts) {
        if (alike && (numbered || parts.size() == most))
            part.number = part.number.value_or(0) * static_cast<int>(most) + static_cast<int>(part.deviceIndex);
        else if (part.devices > 1)
            part.number = std::nullopt;
    }
    if (run.worldSize && alike)
        *run.worldSize *= static_cast<int>(most);
}

NamedCollectives named(const TraceRank& rank)
{
    NamedCollectives out{rank.reading.collectives, {}, {}};
    if (rank.reading.stepsMarked)
        for (const StepWindow& step : rank.reading.steps)
            out.stepNs.push_back(step.fromNs);
    for (const TraceKind& kind : rank.source->recording.kinds)
        out.names.push_back(kind.name);
    return out;
}

/// Seconds in matched collectives that no work hides, [step][rank]: by the steps of the first rank, or where none are
/// marked by up to twenty stretches with as many exchanges each: collectives in flight together are one.
std::vector<std::vector<double>> collectivesByStep(const TraceRun& run)
{
    const RankReading& first = run.ranks.front().reading;
    const std::size_t count = run.matched.collectives.size();
    std::vector<std::size_t> together;  // by collective: how many groups of them there were before its own
    std::int64_t until = INT64_MIN;
    for (const MatchedCollective& each : run.matched.collectives) {
        const std::size_t before = together.empty() ? 0 : together.back();
        together.push_back(together.empty() || each.startNs.front() < until ? before : before + 1);
        until = std::max(until, each.endNs(0));
    }
    const std::size_t groups = together.back() + 1, most = std::min<std::size_t>(groups, 20);
    const auto stepOf = [&](std::size_t index) {
        if (!first.stepsMarked)
            return together[index] * most / groups;
        const auto after =
            std::upper_bound(first.steps.begin(), first.steps.end(), run.matched.collectives[index].startNs.front(),
                             [](std::int64_t at, const StepWindow& step) { return at < step.fromNs; });
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - first.steps.begin() - 1, 0));
    };
    std::map<std::size_t, std::vector<std::size_t>> steps;
    for (std::size_t i = 0; i < count; ++i)
        steps[stepOf(i)].push_back(i);
    std::vector<TimeSet> work;
    for (const TraceRank& rank : run.ranks)
        work.push_back(workOf(rank.reading.times));
    std::vector<std::vector<double>> rows;
    for (const auto& [step, collectives] : steps) {
        std::vector<double>& row = rows.emplace_back();
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            std::vector<Stretch> stretches;
            for (const std::size_t i : collectives)
                stretches.push_back({run.matched.collectives[i].startNs[r], run.matched.collectives[i].endNs(r)});
            TimeSet within = unionOf(std::move(stretches));
            if (!within.empty())
                within = without(within, partOf(work[r], within.front().from, within.back().to));
            row.push_back(double(lengthWithin(within, INT64_MIN, INT64_MAX)) * 1e-9);
        }
    }
    return rows;
}

/// What was right on simulated runs with so many ranks, steps and jitter; nullopt without such runs.
std::optional<TrackRecord> recordOf(const char* verdict, const TraceRun& run,
                                    const std::vector<std::vector<double>>& steps)
{
    const std::optional<double> jitterS = arrivalJitterS(steps);
    double collectiveS = 0;
    for (const std::vector<double>& step : steps)
        collectiveS += std::accumulate(step.begin(), step.end(), 0.0) / double(step.size());
    const double workS = run.spanS() - collectiveS;
    if (!jitterS || !(workS > 0))
        return std::nullopt;
    return trackRecord(verdict, static_cast<int>(run.ranks.size()), static_cast<int>(steps.size()),
                       *jitterS * double(steps.size()) / workS);
}

LongerParts longerParts(const TraceRun& run)
{
    const auto beyondOthers = [&](const auto& secondsOf) {
        std::vector<double> others;
        double theirs = 0;
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            const double seconds = secondsOf(run.ranks[r].whole) / double(run.lateness.steps);
            if (std::find(run.lateness.late.begin(), run.lateness.late.end(), r) != run.lateness.late.end())
                theirs += seconds / double(run.lateness.late.size());
            else
                others.push_back(seconds);
        }
        return theirs - median(std::move(others));
    };
    return {.computeS = beyondOthers([](const TimeShares& s) { return s.computeS; }),
            .ioS = beyondOthers([](const TimeShares& s) { return s.ioS; }),
            .idleS = beyondOthers([](const TimeShares& s) { return s.waitS + s.idleS; })};
}

/// ": 48 ms a step of it are input/output" where one of the parts explains at least half.
std::string cause(const TraceRun& run)
{
    const LongerParts& longer = run.longer;
    const double most = std::max({longer.computeS, longer.ioS, longer.idleS});
    if (most < 0.5 * run.lateness.lateS)
        return {};
    const std::string time = amount(most, Dimension::Time);
    return most == longer.ioS     ? say("; it reads or writes {} a step longer", time)
           : most == longer.idleS ? say("; it does nothing for {} a step longer", time)
                                  : say("; it computes {} a step longer", time);
}

/// Who and by how much, or why nobody is named.
std::string aboutStragglers(const TraceRun& run, const std::vector<int>& numbers, bool chance)
{
    const StragglerVerdict& its = run.lateness;
    const std::string late = amount(its.lateS, Dimension::Time);
    const std::string who = fmt::format("{}", fmt::join(numbers, ", "));
    const double stepS = run.spanS() / double(its.steps);
    const std::string saves = its.savesS > 0
                                  ? say("; without it a step is {} ({} %) shorter", amount(its.savesS, Dimension::Time),
                                        significant(100 * its.savesS / stepS, 2))
                                  : "";
    if (!run.stragglers.empty() && its.bySize && numbers.size() == 1)
        return say(
            "rank {} spends less in collectives than every other rank by at least 15 % of the span: {} a step{}{}", who,
            late, saves, cause(run));
    if (!run.stragglers.empty() && numbers.size() == 1)
        return say("rank {} arrives last in {} of {} steps, {} late{}{}", who, its.last, its.steps, late, saves,
                   cause(run));
    if (!run.stragglers.empty())
        return say("no single rank, but a group: ranks {} arrive {} late, one of them last in {} of {} steps", who,
                   late, its.last, its.steps);
    if (chance)
        return say("undecided: probably rank {}, last in {} of {} steps and {} late, but chance has that too often",
                   who, its.last, its.steps, late);
    if (its.chance && *its.chance <= 0.05)
        return say("no rank stands out: rank {} arrives last in {} of {} steps, but only {} late", who, its.last,
                   its.steps, late);
    return "no rank stands out: who arrives last changes from step to step";
}

void judge(TraceRun& run)
{
    double busy = 0, unclassified = 0;
    std::vector<double> collectiveS;
    std::vector<NamedCollectives> collectives;
    for (const TraceRank& rank : run.ranks) {
        busy += rank.whole.busyS;
        unclassified += rank.whole.unclassifiedS;
        collectiveS.push_back(rank.whole.communicationS);
        collectives.push_back(named(rank));
    }
    run.unclassifiedShare = busy > 0 ? unclassified / busy : 0;
    run.matched = matchCollectives(collectives);
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        TraceRank& rank = run.ranks[r];
        if (!run.matched.collectives.empty())
            rank.waitingS = rank.whole.waitS + run.matched.waitingS[r];
        else if (rank.whole.communicationS == 0 || rank.tensors > 0)  // Horovod says what is waiting
            rank.waitingS = rank.whole.waitS;
        else if (run.ranks.size() == 1)
            rank.noWaiting = "one rank alone does not say how much of its communication was waiting for others";
        else
            rank.noWaiting =
                "no collective could be matched across the ranks, so waiting and transfer cannot be told apart";
    }
    if (run.ranks.size() < 2) {
        run.aboutStraggler = "one rank has nobody to be compared with";
        return;
    }
    if (run.matched.unmatched > 0)
        run.warnings.push_back(
            say("{} collectives are not on every rank equally often; they are not matched", run.matched.unmatched));
    if (std::all_of(collectiveS.begin(), collectiveS.end(), [](double s) { return s == 0; })) {
        run.aboutStraggler = "the ranks do not communicate in this trace";
        return;
    }
    if (run.matched.collectives.empty()) {
        for (const std::size_t at : stragglersOf(collectiveS, run.spanS()))
            run.stragglers.push_back(run.ranks[at].rank);
        if (run.stragglers.size() == 1)
            run.straggler = run.stragglers.front();
        run.stragglerCalibration =
            "No collective is matched across the ranks, so nothing says whether the same rank "
            "would be waited for again.";
        run.aboutStraggler = run.stragglers.empty()
                                 ? "no rank stands out: who communicates least is within 15 % of the span of the next"
                                 : say("ranks {} communicate less than every other rank by at least 15 % of the span",
                                       fmt::format("{}", fmt::join(run.stragglers, ", ")));
        return;
    }
    const std::vector<std::vector<double>> steps = collectivesByStep(run);
    run.lateness = judgeStragglers(steps, run.spanS());
    if (!run.lateness.late.empty())
        run.longer = longerParts(run);
    const std::optional<TrackRecord> record = recordOf("straggler", run, steps);
    run.stragglerCalibration =
        steps.size() < 2 ? "One step says nothing of the next: whether the same rank would be waited for again is not "
                           "told."
        : run.lateness.chance
            ? say("Chance has a rank as late in {} % of such runs. {}", significant(100 * *run.lateness.chance, 2),
                  lateRankRecordWords(recordOf("late rank", run, steps)))
            : stragglerRecordWords(record);
    // By size alone a verdict is as good as its record; a single step has none, and speaks of itself.
    const bool chance = run.lateness.named && run.lateness.bySize && steps.size() > 1 && !(record && record->earned());
    std::vector<int> numbers;
    for (const std::size_t at : run.lateness.late)
        numbers.push_back(run.ranks[at].rank);
    if (run.lateness.named && !chance)
        run.stragglers = numbers;
    if (run.stragglers.size() == 1)
        run.straggler = run.stragglers.front();
    const bool close = !run.lateness.named && run.lateness.chance && *run.lateness.chance > 0.05 &&
                       *run.lateness.chance <= 0.2 &&
                       run.lateness.lateS >= leastLateness * run.spanS() / double(steps.size());
    run.aboutStraggler = aboutStragglers(run, numbers, chance || close);
}

}  // namespace

double TraceRun::spanS() const
{
    double longest = 0;
    for (const TraceRank& rank : ranks)
        longest = std::max(longest, rank.whole.spanS);
    return longest;
}

TraceRun assembleRun(
    std::vector<std::pair<fs::path, TraceRecording>> recordings,
    const TraceRules& rules)  // NOLINT(performance-unnecessary-value-param): what it holds is moved from
{
    TraceRun run;
    std::vector<RankLanes> parts;
    std::map<const TraceSource*, std::size_t> tensors;
    std::vector<RecordedFile> files = joinWindows(std::move(recordings), rules.steps, run.warnings);
    for (RecordedFile& file : files) {
        const std::optional<HorovodTimeline> horovod = prepareHorovod(file.recording);
        SpanMeanings meanings(rules, file.recording);
        const CutSpans cut = cutStreams(file.recording, meanings);
        const auto source = std::make_shared<const TraceSource>(
            TraceSource{file.file, std::move(file.recording), std::move(meanings), std::move(file.laterWindows)});
        sayDamage(*source, run.warnings);
        if (horovod) {
            tensors[source.get()] = horovod->tensors;
            run.warnings.push_back(
                say("{}: Horovod's timeline, written by its coordinator: {} tensors of {} ranks, whose "
                    "compute is not in it",
                    fileNameOf(*source), horovod->tensors, horovod->ranks));
        }
        if (cut.spans > 0)
            run.warnings.push_back(
                say("{}: {} spans last beyond the next one of their stream; they are cut there, by {} "
                    "together",
                    fileNameOf(*source), cut.spans, amount(cut.seconds, Dimension::Time)));
        if (source->recording.worldSize)
            run.worldSize = std::max(run.worldSize.value_or(0), *source->recording.worldSize);
        for (RankLanes& part : ranksOf(source, rules, run.warnings))
            parts.push_back(std::move(part));
    }
    numberDevices(parts, run);
    // Numbers that are said come first; who says none, or one that is taken, gets the next that is free.
    std::set<int> taken;
    std::vector<const RankLanes*> later;
    const auto add = [&](const RankLanes& part, int number) {
        taken.insert(number);
        TraceRank rank{.rank = number, .source = part.source, .lanes = part.lanes, .device = part.device};
        if (const auto its = tensors.find(part.source.get()); its != tensors.end())
            rank.tensors = its->second;
        rank.reading = readRank(part.source->recording, part.source->meanings, rules, part.lanes);
        rank.whole = sharesWithin(rank.reading.times, rank.reading.times.fromNs, rank.reading.times.toNs);
        run.ranks.push_back(std::move(rank));
    };
    for (const RankLanes& part : parts) {
        if (part.number && !taken.contains(*part.number))
            add(part, *part.number);
        else
            later.push_back(&part);
    }
    int next = 0;
    for (const RankLanes* part : later) {
        while (taken.contains(next))
            ++next;
        if (part->number)
            run.warnings.push_back(say("{} says rank {}, which another file is already: it is shown as rank {}",
                                       fileNameOf(*part->source), *part->number, next));
        else if (parts.size() > 1 && files.size() > 1)
            run.warnings.push_back(
                say("{} does not say its rank: it is shown as rank {}", fileNameOf(*part->source), next));
        add(*part, next);
    }
    std::sort(run.ranks.begin(), run.ranks.end(),
              [](const TraceRank& a, const TraceRank& b) { return a.rank < b.rank; });
    if (run.worldSize && static_cast<int>(run.ranks.size()) < *run.worldSize)
        run.warnings.push_back(
            say("{} of {} ranks are here: what the others did is not known", run.ranks.size(), *run.worldSize));
    judge(run);
    return run;
}

bool namedAsTrace(const std::string& name)
{
    return name.ends_with(".json") || name.ends_with(".gz") || name.ends_with(".nsys-rep");
}

/// The same events of the same rank: nearly always the same file, which is then asked.
static bool looksTheSame(const TraceRecording& a, const TraceRecording& b)
{
    const auto span = [](const TraceSpan& one) { return std::tie(one.startNs, one.durationNs, one.kind, one.lane); };
    const auto kind = [](const TraceKind& one) { return std::tie(one.name, one.category); };
    const auto alike = [](const auto& some, const auto& others, const auto& parts) {
        return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                          [&](const auto& one, const auto& other) { return parts(one) == parts(other); });
    };
    return a.bytes == b.bytes && a.events == b.events && a.rank == b.rank && alike(a.kinds, b.kinds, kind) &&
           alike(a.spans, b.spans, span);
}

/// "rank-3.json" of "rank-3.json.gz": a file and its packed copy.
static std::string nameUnpacked(const fs::path& file)
{
    std::string name = file.filename().string();
    if (name.ends_with(".gz"))
        name.resize(name.size() - 3);
    return name;
}

/// One trace given twice is no two ranks.
static Result<void> eachOnce(const std::vector<std::pair<fs::path, TraceRecording>>& recordings,
                             const std::stop_token& stop)
{
    for (std::size_t i = 0; i < recordings.size(); ++i)
        for (std::size_t before = 0; before < i; ++before) {
            const auto& [file, recording] = recordings[i];
            const auto& [first, its] = recordings[before];
            if (!looksTheSame(its, recording))
                continue;
            std::error_code wrong;
            const bool packed = file.filename() != first.filename() && nameUnpacked(file) == nameUnpacked(first);
            if (!packed && !fs::equivalent(first, file, wrong)) {
                const Result<std::string> one = digestOf(first, stop), other = digestOf(file, stop);
                if (!one || !other)
                    return fail(one ? other.error() : one.error());
                if (*one != *other)
                    continue;
            }
            return fail(ErrorCode::Input, say("this is the same trace as {}", cleaned(first.string())),
                        "each rank's trace once", {.file = cleaned(file.string())});
        }
    return {};
}

Result<TraceRun> importTraces(const std::vector<fs::path>& paths, const TraceRules& rules, const TraceReading& reading)
{
    std::vector<std::pair<fs::path, bool>> files;  // and whether it was named
    std::vector<std::string> warnings;
    for (const fs::path& path : paths) {
        std::error_code wrong;
        if (!fs::is_directory(path, wrong)) {
            files.emplace_back(path, true);
            continue;
        }
        std::vector<fs::path> found;
        for (fs::directory_iterator at(path, wrong), end; !wrong && at != end; at.increment(wrong)) {
            if (namedAsTrace(at->path().filename().string()))
                found.push_back(at->path());
        }
        if (wrong)
            return fail(ErrorCode::Environment, say("the folder cannot be read: {}", systemText(wrong.value())),
                        "a folder that may be read", {.file = cleaned(path.string())});
        if (found.empty())
            return fail(ErrorCode::Input, "there is no trace in this folder", "files that end in .json or .json.gz",
                        {.file = cleaned(path.string())});
        std::sort(found.begin(), found.end());
        for (const fs::path& each : found)
            files.emplace_back(each, false);
    }
    std::vector<std::pair<fs::path, TraceRecording>> recordings;
    Error error;
    for (std::size_t i = 0; i < files.size(); ++i) {
        TraceReading one = reading;
        if (reading.progress)
            one.progress = [&](double share) { reading.progress((double(i) + share) / double(files.size())); };
        Result<TraceRecording> recording = readTrace(files[i].first, one);
        if (recording) {
            recordings.emplace_back(files[i].first, std::move(*recording));
            continue;
        }
        if (recording.error().code == ErrorCode::Cancelled || files[i].second)
            return fail(std::move(recording.error()));
        for (const Problem& problem : recording.error().problems) {
            warnings.push_back(say("left out: {}", describe(problem)));
            error.problems.push_back(problem);
        }
        error.code = recording.error().code;
    }
    if (recordings.empty()) {
        if (error.problems.empty())
            return fail(ErrorCode::Input, "no trace is named", "files or folders");
        return fail(std::move(error));
    }
    if (Result<void> once = eachOnce(recordings, reading.stop); !once)
        return fail(once.error());
    TraceRun run = assembleRun(std::move(recordings), rules);
    run.warnings.insert(run.warnings.begin(), warnings.begin(), warnings.end());
    return run;
}

}  // namespace scalewright
