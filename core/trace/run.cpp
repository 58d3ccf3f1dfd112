#include "core/trace/run.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/calibration/calibration.h"
#include "core/quantity/units.h"
#include "core/base/quote.h"
#include "core/base/system_text.h"
#include "core/trace/streams.h"
#include "core/trace/windows.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

std::string amount(double value, Dimension dimension)
{
    return formatAmount(value, dimension).joined();
}

std::string nameOf(const TraceSource& source)
{
    return cleaned(source.file.filename().string());
}

void sayDamage(const TraceSource& source, std::vector<std::string>& warnings)
{
    const TraceRecording& recording = source.recording;
    const TraceDamage& damage = recording.damage;
    const std::string name = nameOf(source);
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
        warnings.push_back(
            say("{}: {} begins or ends without their other half are left out", name, recording.unclosed));
    if (recording.refused > 0)
        warnings.push_back(
            say("{}: {} events without a usable time or duration are left out", name, recording.refused));
    if (recording.spans.empty())
        warnings.push_back(say("{}: it holds {} events and none has a duration", name, recording.events));
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
    NamedCollectives out{rank.reading.collectives, {}};
    for (const TraceKind& kind : rank.source->recording.kinds)
        out.names.push_back(kind.name);
    return out;
}

/// Seconds in matched collectives, [step][rank]: by the steps of the first rank, or where none are marked by up to ten
/// stretches of as many collectives each.
std::vector<std::vector<double>> collectivesByStep(const TraceRun& run)
{
    const RankReading& first = run.ranks.front().reading;
    const std::size_t count = run.matched.collectives.size();
    const std::size_t stretches = std::min<std::size_t>(count, 10);
    const auto stepOf = [&](std::size_t index) {
        if (!first.stepsMarked)
            return index * stretches / count;
        const auto after =
            std::upper_bound(first.steps.begin(), first.steps.end(), run.matched.collectives[index].startNs.front(),
                             [](std::int64_t at, const StepWindow& step) { return at < step.fromNs; });
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - first.steps.begin() - 1, 0));
    };
    std::map<std::size_t, std::vector<double>> steps;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<double>& row = steps[stepOf(i)];
        row.resize(run.ranks.size());
        for (std::size_t r = 0; r < row.size(); ++r)
            row[r] += double(run.matched.collectives[i].durationNs[r]) * 1e-9;
    }
    std::vector<std::vector<double>> rows;
    for (auto& [step, row] : steps)
        rows.push_back(std::move(row));
    return rows;
}

/// Of runs with so many ranks, steps and jitter; steps is 1 where one step is all there is, and tells nothing of the
/// next.
struct StragglerEvidence {
    std::size_t steps = 1;
    std::optional<TrackRecord> record;
    [[nodiscard]] bool chance() const { return steps > 1 && !(record && record->earned()); }
};

StragglerEvidence stragglerEvidence(const TraceRun& run, const std::vector<double>& collectiveS)
{
    const std::vector<std::vector<double>> steps = collectivesByStep(run);
    const std::optional<double> jitterS = arrivalJitterS(steps);
    const double workS =
        run.spanS() - std::accumulate(collectiveS.begin(), collectiveS.end(), 0.0) / double(collectiveS.size());
    if (!jitterS || !(workS > 0))
        return {};
    return {steps.size(), trackRecord("straggler", static_cast<int>(run.ranks.size()), static_cast<int>(steps.size()),
                                      *jitterS * double(steps.size()) / workS)};
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
            say("{} collectives have names that the ranks have unequally often; they are not matched",
                run.matched.unmatched));
    if (std::all_of(collectiveS.begin(), collectiveS.end(), [](double s) { return s == 0; })) {
        run.aboutStraggler = "the ranks do not communicate in this trace";
        return;
    }
    // Time in matched collectives compares like with like; without any, all communication does.
    if (!run.matched.collectives.empty())
        for (std::size_t r = 0; r < run.ranks.size(); ++r)
            collectiveS[r] = run.matched.waitingS[r] + run.matched.transferS[r];
    const std::vector<std::size_t> late = stragglersOf(collectiveS, run.spanS());
    const StragglerEvidence evidence = stragglerEvidence(run, collectiveS);
    run.stragglerCalibration =
        run.matched.collectives.empty() ? "No collective is matched across the ranks, so nothing says whether the "
                                          "same rank would be waited for again."
        : evidence.steps > 1
            ? stragglerRecordWords(evidence.record)
            : "One step says nothing of the next: whether the same rank would be waited for again is not told.";
    if (!late.empty() && evidence.chance()) {
        std::vector<int> numbers;
        for (const std::size_t at : late)
            numbers.push_back(run.ranks[at].rank);
        run.aboutStraggler =
            say("undecided: here the others wait for rank {}, but in so few steps, with so much jitter, a rank that is "
                "no slower is waited for too often",
                fmt::format("{}", fmt::join(numbers, ", ")));
        return;
    }
    for (const std::size_t at : late)
        run.stragglers.push_back(run.ranks[at].rank);
    if (late.empty()) {
        run.aboutStraggler =
            "no rank stands out, and no group of up to half of them: who waits least is within 15 % of the span of "
            "the next";
    } else if (late.size() == 1) {
        run.straggler = run.stragglers.front();
        run.aboutStraggler =
            say("rank {} spends {} in collectives, less than every other rank by at least 15 % of the span: the others "
                "wait for it",
                *run.straggler, amount(collectiveS[late.front()], Dimension::Time));
    } else {
        double most = 0;
        for (const std::size_t at : late)
            most = std::max(most, collectiveS[at]);
        run.aboutStraggler =
            say("no single rank, but a group: ranks {} spend {} or less in collectives, less than every other rank by "
                "at least 15 % of the span: "
                "the others wait for them",
                fmt::format("{}", fmt::join(run.stragglers, ", ")), amount(most, Dimension::Time));
    }
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
                    nameOf(*source), horovod->tensors, horovod->ranks));
        }
        if (cut.spans > 0)
            run.warnings.push_back(
                say("{}: {} spans last beyond the next one of their stream; they are cut there, by {} "
                    "together",
                    nameOf(*source), cut.spans, amount(cut.seconds, Dimension::Time)));
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
                                       nameOf(*part->source), *part->number, next));
        else if (parts.size() > 1 && files.size() > 1)
            run.warnings.push_back(
                say("{} does not say its rank: it is shown as rank {}", nameOf(*part->source), next));
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
    TraceRun run = assembleRun(std::move(recordings), rules);
    run.warnings.insert(run.warnings.begin(), warnings.begin(), warnings.end());
    return run;
}

}  // namespace scalewright
