// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/run.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error/try.h"
#include "core/base/files/system_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/statistics/median.h"
#include "core/base/text/quote.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/import/foreign_formats.h"
#include "core/evidence/trace/reference.h"
#include "core/evidence/trace/streams.h"
#include "core/evidence/trace/windows.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

bool isDamaged(const TraceDamage& damage)
{
    return damage.isGzipTruncated || damage.isTruncated || damage.damagedPlaces > 0;
}

void warnAboutDamage(const TraceSource& source, std::vector<std::string>& warnings)
{
    const TraceRecording& recording = source.recording;
    const TraceDamage& damage = recording.damage;
    const std::string name = fileNameOf(source);
    if (damage.isGzipTruncated)
        warnings.push_back(formatMessage(
            "{}: the gzip file is damaged or truncated; {} events before the break were read, and the rest is missing",
            name, recording.eventCount));
    else if (damage.isTruncated)
        warnings.push_back(
            formatMessage("{}: the file ends inside the list of events: {} events were read, {} of an unfinished one "
                          "are lost, and the rest is missing",
                          name, recording.eventCount, amountText(double(damage.lostBytes), Dimension::Bytes)));
    if (damage.damagedPlaces > 0)
        warnings.push_back(
            formatMessage("{}: damaged in {} places, the first at byte {}; {} were skipped up to the next event, and "
                          "{} events were read",
                          name, damage.damagedPlaces, damage.firstDamagedByte,
                          amountText(double(damage.lostBytes), Dimension::Bytes), recording.eventCount));
    if (damage.controlCharacters > 0)
        warnings.push_back(
            formatMessage("{}: {} raw control characters inside strings, which JSON does not allow; they were kept and "
                          "no event was lost",
                          name, damage.controlCharacters));
    if (recording.unclosedCount > 0)
        warnings.push_back(formatMessage(
            "{}: left out: {}", name,
            recording.unclosedCount == 1
                ? std::string("a begin or an end without its counterpart")
                : formatMessage("{} begins or ends without their counterparts", recording.unclosedCount)));
    if (recording.rejectedCount > 0)
        warnings.push_back(formatMessage("{}: left out: {} without a usable time or duration", name,
                                         countWithNoun(static_cast<long>(recording.rejectedCount), "event")));
}

/// Numbers the ranks' devices consecutively: with two per rank, those of rank 3 are 6 and 7. If ranks have different
/// numbers of devices, no device numbers are set.
void assignDeviceNumbers(std::vector<RankLanes>& parts, TraceRun& run)
{
    std::size_t devicesPerRank = 1;
    bool isUniform = true;
    for (const RankLanes& part : parts) {
        isUniform &= devicesPerRank == 1 || part.deviceCount == devicesPerRank;
        devicesPerRank = std::max(devicesPerRank, part.deviceCount);
    }
    if (devicesPerRank == 1)
        return;
    isUniform &= std::ranges::all_of(parts, [&](const RankLanes& part) { return part.deviceCount == devicesPerRank; });
    const bool numbered = std::ranges::all_of(parts, [](const RankLanes& part) { return part.rankNumber.has_value(); });
    constexpr int largest = 1'000'000;
    isUniform &=
        devicesPerRank <= 1000 && run.worldSize.value_or(0) < largest &&
        std::ranges::all_of(parts, [](const RankLanes& part) { return part.rankNumber.value_or(0) < largest; });
    for (RankLanes& part : parts) {
        if (isUniform && (numbered || parts.size() == devicesPerRank))
            part.rankNumber =
                part.rankNumber.value_or(0) * static_cast<int>(devicesPerRank) + static_cast<int>(part.deviceIndex);
        else if (part.deviceCount > 1)
            part.rankNumber = std::nullopt;
    }
    if (run.worldSize && isUniform)
        *run.worldSize *= static_cast<int>(devicesPerRank);
}

NamedCollectives namedCollectives(const TraceRank& rank)
{
    NamedCollectives collectives{rank.breakdown.collectives, {}, {}};
    if (rank.breakdown.hasMarkedSteps)
        for (const StepWindow& step : rank.breakdown.steps)
            collectives.stepStartNs.push_back(step.fromNs);
    for (const TraceKind& kind : rank.source->recording.kinds)
        collectives.names.push_back(kind.name);
    return collectives;
}

MatchedRun matchedRunOf(const TraceRun& run)
{
    std::vector<NamedCollectives> collectives;
    for (const TraceRank& rank : run.ranks)
        collectives.push_back(namedCollectives(rank));
    return matchCollectives(collectives);
}

/// Leaves out everything before `cutNs` on the rank's clock. Precondition: a marked step begins at or after it, or no
/// step is marked.
void cutBefore(TraceRank& rank, std::int64_t cutNs)
{
    RankBreakdown& breakdown = rank.breakdown;
    RankTimes& times = breakdown.times;
    const TimeSet kept{{cutNs, std::max(cutNs, times.toNs)}};
    for (TimeSet* each : {&times.compute, &times.communication, &times.memory, &times.io, &times.waiting, &times.busy,
                          &times.overlap, &times.classified})
        *each = intersectionOf(*each, kept);
    times.fromNs = cutNs;
    std::erase_if(breakdown.collectives, [&](const CollectiveSpan& each) { return each.startNs < cutNs; });
    if (breakdown.hasMarkedSteps)
        std::erase_if(breakdown.steps, [&](const StepWindow& each) { return each.fromNs < cutNs; });
    else
        for (StepWindow& each : breakdown.steps)
            each.fromNs = std::max(each.fromNs, cutNs);
    rank.totals = totalsWithin(times, times.fromNs, times.toNs);
}

/// Profilers that start at different moments record a long first collective, in which the early ranks seem to wait. If
/// the recordings start more than a step apart, all ranks begin at the end of the last collective that some rank entered
/// before the last recording started.
void leaveOutUnsharedStart(TraceRun& run)
{
    if (run.ranks.size() < 2)
        return;
    const MatchedRun matched = matchedRunOf(run);
    if (matched.collectives.empty())
        return;
    const auto onFirstClock = [&](std::size_t rank, std::int64_t ns) {
        return double(ns) * secondsPerNs - matched.offsets[rank].seconds;
    };
    double earliest = INFINITY, latest = -INFINITY, stepS = 0;
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const RankBreakdown& breakdown = run.ranks[r].breakdown;
        const double startS = onFirstClock(r, breakdown.times.fromNs);
        earliest = std::min(earliest, startS);
        if (startS > latest) {
            latest = startS;
            const std::size_t steps = breakdown.hasMarkedSteps ? breakdown.steps.size() : matched.collectives.size();
            stepS = double(breakdown.times.toNs - breakdown.times.fromNs) * secondsPerNs / double(steps);
        }
    }
    if (latest - earliest <= stepS)
        return;
    const std::string apart = amountText(latest - earliest, Dimension::Time);
    run.weaknesses.push_back(formatMessage("recordings start {} apart", apart));
    std::vector<std::int64_t> cutNs;
    for (const TraceRank& rank : run.ranks)
        cutNs.push_back(rank.breakdown.times.fromNs);
    for (const MatchedCollective& each : matched.collectives)
        for (std::size_t r = 0; r < run.ranks.size(); ++r)
            if (onFirstClock(r, each.startNs[r]) < latest) {
                for (std::size_t other = 0; other < run.ranks.size(); ++other)
                    cutNs[other] = std::max(cutNs[other], each.endNs(other));
                break;
            }
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const RankBreakdown& breakdown = run.ranks[r].breakdown;
        const bool hasLaterStep = !breakdown.hasMarkedSteps || breakdown.steps.back().fromNs >= cutNs[r];
        if (!hasLaterStep || breakdown.collectives.empty() || breakdown.collectives.back().startNs < cutNs[r]) {
            run.warnings.push_back(formatMessage(
                "the recordings start {} apart, and no step comes after that: waiting may be the late start", apart));
            return;
        }
    }
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        // A marked step begins with its own work, some time after the last step's collective.
        for (const StepWindow& step : run.ranks[r].breakdown.steps)
            if (run.ranks[r].breakdown.hasMarkedSteps && step.fromNs >= cutNs[r]) {
                cutNs[r] = step.fromNs;
                break;
            }
        cutBefore(run.ranks[r], cutNs[r]);
    }
    run.warnings.push_back(formatMessage(
        "the recordings start {} apart: the time before all of them run is left out, because waiting then "
        "only shows the late start",
        apart));
}

/// Seconds in matched collectives that no work hides, [step][rank]. Rows are the steps of the first rank or, if none
/// are marked, up to twenty groups of about equally many exchanges; collectives in flight together count as one.
std::vector<std::vector<double>> collectiveSecondsByStep(const TraceRun& run)
{
    const RankBreakdown& first = run.ranks.front().breakdown;
    const std::size_t count = run.matched.collectives.size();
    std::vector<std::size_t> groupOf;  // by collective: the index of its group
    std::int64_t groupEndNs = INT64_MIN;
    for (const MatchedCollective& each : run.matched.collectives) {
        const std::size_t before = groupOf.empty() ? 0 : groupOf.back();
        groupOf.push_back(groupOf.empty() || each.startNs.front() < groupEndNs ? before : before + 1);
        groupEndNs = std::max(groupEndNs, each.endNs(0));
    }
    const std::size_t groups = groupOf.back() + 1, rowCount = std::min<std::size_t>(groups, 20);
    const auto rowOf = [&](std::size_t index) {
        if (!first.hasMarkedSteps)
            return groupOf[index] * rowCount / groups;
        const auto after =
            std::upper_bound(first.steps.begin(), first.steps.end(), run.matched.collectives[index].startNs.front(),
                             [](std::int64_t at, const StepWindow& step) { return at < step.fromNs; });
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - first.steps.begin() - 1, 0));
    };
    std::map<std::size_t, std::vector<std::size_t>> steps;
    for (std::size_t i = 0; i < count; ++i)
        steps[rowOf(i)].push_back(i);
    std::vector<TimeSet> work;
    for (const TraceRank& rank : run.ranks)
        work.push_back(workTimes(rank.breakdown.times));
    std::vector<std::vector<double>> rows;
    for (const auto& [step, collectives] : steps) {
        std::vector<double>& row = rows.emplace_back();
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            std::vector<TimeInterval> intervals;
            for (const std::size_t i : collectives)
                intervals.push_back({run.matched.collectives[i].startNs[r], run.matched.collectives[i].endNs(r)});
            TimeSet exposed = unionOf(std::move(intervals));
            if (!exposed.empty())
                exposed = differenceOf(exposed, intervalsTouching(work[r], exposed.front().from, exposed.back().to));
            row.push_back(double(lengthWithin(exposed, INT64_MIN, INT64_MAX)) * 1e-9);
        }
    }
    return rows;
}

/// The track record for simulated runs with this number of ranks, steps and jitter; nullopt if there are no such runs.
std::optional<TrackRecord> trackRecordFor(const char* verdict, const TraceRun& run,
                                          const std::vector<std::vector<double>>& steps)
{
    const std::optional<double> jitterS = arrivalJitterS(steps);
    double collectiveS = 0;
    for (const std::vector<double>& step : steps)
        collectiveS += std::accumulate(step.begin(), step.end(), 0.0) / double(step.size());
    const double workS = run.spanS() - collectiveS;
    if (!jitterS || !(workS > 0))
        return std::nullopt;
    return findTrackRecord(verdict, static_cast<int>(run.ranks.size()), static_cast<int>(steps.size()),
                           *jitterS * double(steps.size()) / workS);
}

LateRankExcess lateRankExcess(const TraceRun& run)
{
    const auto excessOf = [&](const auto& secondsOf) {
        std::vector<double> others;
        double lateMean = 0;
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            const double seconds = secondsOf(run.ranks[r].totals) / double(run.stragglerVerdict.stepCount);
            if (contains(run.stragglerVerdict.latestRanks, r))
                lateMean += seconds / double(run.stragglerVerdict.latestRanks.size());
            else
                others.push_back(seconds);
        }
        return lateMean - median(std::move(others));
    };
    return {.computeS = excessOf([](const TimeTotals& s) { return s.computeS; }),
            .ioS = excessOf([](const TimeTotals& s) { return s.ioS; }),
            .idleS = excessOf([](const TimeTotals& s) { return s.waitS + s.idleS; })};
}

/// "; it reads or writes 48 ms longer per step", if one part explains at least half of the delay.
std::string causeText(const TraceRun& run)
{
    const LateRankExcess& excess = run.lateRankExcess;
    const double largestExcess = std::max({excess.computeS, excess.ioS, excess.idleS});
    if (largestExcess < 0.5 * run.stragglerVerdict.latenessS)
        return {};
    const std::string time = amountText(largestExcess, Dimension::Time);
    return largestExcess == excess.ioS     ? formatMessage("; it reads or writes {} longer per step", time)
           : largestExcess == excess.idleS ? formatMessage("; it is idle {} longer per step", time)
                                           : formatMessage("; it computes {} longer per step", time);
}

/// Which ranks are late and by how much, or why none is named.
std::string stragglerText(const TraceRun& run, const std::vector<int>& numbers)
{
    const StragglerVerdict& verdict = run.stragglerVerdict;
    const std::string lateText = amountText(verdict.latenessS, Dimension::Time);
    const std::string rankList = fmt::format("{}", fmt::join(numbers, ", "));
    const double stepS = run.spanS() / double(verdict.stepCount);
    const std::string savingText =
        verdict.savingS > 0
            ? formatMessage("; without it a step is {} ({} %) shorter", amountText(verdict.savingS, Dimension::Time),
                            significantText(100 * verdict.savingS / stepS, 2))
            : "";
    if (!run.stragglers.empty() && verdict.decidedBySize && numbers.size() == 1)
        return formatMessage(
            "rank {} spends at least 15 % of the span less in collectives than any other rank: {} per step{}{}",
            rankList, lateText, savingText, causeText(run));
    if (!run.stragglers.empty() && numbers.size() == 1)
        return formatMessage("rank {} arrives last in {} of {} steps, {} late{}{}", rankList, verdict.lastArrivals,
                             verdict.stepCount, lateText, savingText, causeText(run));
    if (!run.stragglers.empty())
        return formatMessage("no single rank, but a group: ranks {} arrive {} late, one of them last in {} of {} steps",
                             rankList, lateText, verdict.lastArrivals, verdict.stepCount);
    if (run.hasProbableStraggler)
        return formatMessage(
            "undecided: probably rank {}, last in {} of {} steps and {} late, but this is too likely by chance: record "
            "more steps",
            rankList, verdict.lastArrivals, verdict.stepCount, lateText);
    if (verdict.pValue && *verdict.pValue <= 0.05)
        return formatMessage("no rank stands out: rank {} arrives last in {} of {} steps, but only {} late", rankList,
                             verdict.lastArrivals, verdict.stepCount, lateText);
    if (!verdict.detectableS)
        return formatMessage(
            "no rank stands out, but {} too few to find one: {} are needed",
            verdict.stepCount == 1 ? std::string("one step is") : formatMessage("{} steps are", verdict.stepCount),
            fewestTestableSteps(run.ranks.size()));
    return formatMessage(
        "no rank stands out: the last rank changes from step to step. A rank that is {} late a step ({} "
        "%) would be found in nine of ten such recordings",
        amountText(*verdict.detectableS, Dimension::Time), significantText(100 * *verdict.detectableS / stepS, 2));
}

void analyseStragglers(TraceRun& run)
{
    double busy = 0, unclassified = 0;
    std::vector<double> collectiveS;
    for (const TraceRank& rank : run.ranks) {
        busy += rank.totals.busyS;
        unclassified += rank.totals.unclassifiedS;
        collectiveS.push_back(rank.totals.communicationS);
    }
    run.unclassifiedShare = busy > 0 ? unclassified / busy : 0;
    run.matched = matchedRunOf(run);
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        TraceRank& rank = run.ranks[r];
        if (!run.matched.collectives.empty())
            rank.waitingS = rank.totals.waitS + run.matched.waitingS[r];
        else if (rank.totals.communicationS == 0 || rank.tensorCount > 0)  // Horovod marks waiting in its timeline
            rank.waitingS = rank.totals.waitS;
        else if (run.ranks.size() == 1)
            rank.waitingUnknownReason =
                "a single rank does not show how much of its communication was waiting for others";
        else
            rank.waitingUnknownReason =
                "no collective could be matched across the ranks, so waiting and transfer cannot be separated";
    }
    if (run.ranks.size() < 2) {
        run.stragglerSummary = "a single rank cannot be compared with others";
        return;
    }
    if (run.matched.unmatchedCount > 0)
        run.warnings.push_back(
            formatMessage("{} collectives do not occur equally often on every rank; they are not matched",
                          run.matched.unmatchedCount));
    if (std::ranges::all_of(collectiveS, [](double s) { return s == 0; })) {
        run.stragglerSummary = "the ranks do not communicate in this trace";
        return;
    }
    if (run.matched.collectives.empty()) {
        for (const std::size_t at : findStragglersByGap(collectiveS, run.spanS()))
            run.stragglers.push_back(run.ranks[at].rank);
        if (run.stragglers.size() == 1)
            run.straggler = run.stragglers.front();
        run.stragglerTrackRecord =
            "No collective is matched across the ranks, so it is unknown whether the same rank would be late again.";
        run.stragglerSummary =
            run.stragglers.empty()
                ? "no slow rank: all communicate about equally long"
                : formatMessage("at least 15 % of the span less communication than on any other rank: rank {}",
                                fmt::format("{}", fmt::join(run.stragglers, ", ")));
        return;
    }
    const std::vector<std::vector<double>> steps = collectiveSecondsByStep(run);
    run.stragglerVerdict = detectStragglers(steps, run.spanS());
    if (!run.stragglerVerdict.latestRanks.empty())
        run.lateRankExcess = lateRankExcess(run);
    const std::optional<TrackRecord> record = trackRecordFor("straggler", run, steps);
    run.stragglerTrackRecord =
        steps.size() < 2              ? "A single step does not show whether the same rank would be late again."
        : run.stragglerVerdict.pValue ? formatMessage("By chance, a rank is this late in {} % of such runs. {}",
                                                      significantText(100 * *run.stragglerVerdict.pValue, 2),
                                                      lateRankRecordText(trackRecordFor("late rank", run, steps)))
                                      : stragglerRecordText(record);
    // A verdict based on size alone is only as good as its track record; a single step has no track record and is
    // reported as it is.
    const bool isUndecided = run.stragglerVerdict.hasStraggler && run.stragglerVerdict.decidedBySize &&
                             steps.size() > 1 && !(record && record->isReliable());
    std::vector<int> numbers;
    for (const std::size_t at : run.stragglerVerdict.latestRanks)
        numbers.push_back(run.ranks[at].rank);
    if (run.stragglerVerdict.hasStraggler && !isUndecided)
        run.stragglers = numbers;
    if (run.stragglers.size() == 1)
        run.straggler = run.stragglers.front();
    run.hasProbableStraggler = isUndecided || run.stragglerVerdict.isProbable;
    run.stragglerSummary = stragglerText(run, numbers);
}

/// The first file of the folder in a binary format that is known but not read.
std::optional<Error> findForeignFormat(const fs::path& folder)
{
    std::error_code ioError, noFile;
    for (fs::directory_iterator at(folder, ioError), end; !ioError && at != end; at.increment(ioError)) {
        if (!at->is_regular_file(noFile))
            continue;  // to open a pipe would wait for its writer
        std::string head(64, '\0');
        std::ifstream(at->path(), std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
        if (std::optional<Error> foreign = binaryFormatError(head))
            return foreign;
    }
    return std::nullopt;
}

}  // namespace

double TraceRun::spanS() const
{
    double longest = 0;
    for (const TraceRank& rank : ranks)
        longest = std::max(longest, rank.totals.spanS);
    return longest;
}

TraceRun assembleRun(
    std::vector<std::pair<fs::path, TraceRecording>> recordings,
    const TraceRules& rules)  // NOLINT(performance-unnecessary-value-param): its contents are moved from
{
    TraceRun run;
    std::vector<RankLanes> parts;
    std::map<const TraceSource*, std::size_t> tensorCounts;
    bool hasDamage = false;
    std::vector<RecordedFile> files = joinWindows(std::move(recordings), rules.stepPatterns, run.warnings);
    for (RecordedFile& file : files) {
        const std::optional<HorovodTimeline> horovod = prepareHorovod(file.recording);
        SpanMeanings meanings(rules, file.recording);
        const CutSpans cutSpans = cutOverlappingSpans(file.recording, meanings);
        const auto source = std::make_shared<const TraceSource>(
            TraceSource{file.path, std::move(file.recording), std::move(meanings), std::move(file.laterFiles)});
        warnAboutDamage(*source, run.warnings);
        hasDamage = hasDamage || isDamaged(source->recording.damage);
        if (horovod) {
            tensorCounts[source.get()] = horovod->tensorCount;
            run.warnings.push_back(formatMessage(
                "{}: a Horovod timeline, written by the coordinator: {} tensors of {} ranks, without their compute",
                fileNameOf(*source), horovod->tensorCount, horovod->rankCount));
        }
        if (cutSpans.count > 0)
            run.warnings.push_back(
                formatMessage("{}: {} spans overlap the next one of their stream; they are cut there, by {} in total",
                              fileNameOf(*source), cutSpans.count, amountText(cutSpans.removedS, Dimension::Time)));
        if (source->recording.worldSize)
            run.worldSize = std::max(run.worldSize.value_or(0), *source->recording.worldSize);
        for (RankLanes& part : splitIntoRanks(source, rules, run.warnings))
            parts.push_back(std::move(part));
    }
    assignDeviceNumbers(parts, run);
    // Ranks with a known number come first; a missing or duplicate number is replaced by the next free one.
    std::set<int> usedNumbers;
    std::vector<const RankLanes*> later;
    const auto add = [&](const RankLanes& part, int number) {
        usedNumbers.insert(number);
        TraceRank rank{
            .rank = number, .source = part.source, .isOwnLane = part.isOwnLane, .deviceName = part.deviceName};
        if (const auto tensorCount = tensorCounts.find(part.source.get()); tensorCount != tensorCounts.end())
            rank.tensorCount = tensorCount->second;
        rank.breakdown = computeBreakdown(part.source->recording, part.source->meanings, rules, part.isOwnLane);
        rank.totals = totalsWithin(rank.breakdown.times, rank.breakdown.times.fromNs, rank.breakdown.times.toNs);
        run.ranks.push_back(std::move(rank));
    };
    for (const RankLanes& part : parts) {
        if (part.rankNumber && !usedNumbers.contains(*part.rankNumber))
            add(part, *part.rankNumber);
        else
            later.push_back(&part);
    }
    int next = 0;
    for (const RankLanes* part : later) {
        while (usedNumbers.contains(next))
            ++next;
        if (part->rankNumber)
            run.warnings.push_back(
                formatMessage("{} claims rank {}, which another file already has: it is shown as rank {}",
                              fileNameOf(*part->source), *part->rankNumber, next));
        else if (parts.size() > 1 && files.size() > 1)
            run.warnings.push_back(
                formatMessage("{} does not state its rank: it is shown as rank {}", fileNameOf(*part->source), next));
        add(*part, next);
    }
    std::ranges::sort(run.ranks, [](const TraceRank& a, const TraceRank& b) { return a.rank < b.rank; });
    if (run.worldSize && static_cast<int>(run.ranks.size()) < *run.worldSize) {
        run.warnings.push_back(formatMessage("only {} of {} ranks are present: what the others did is unknown",
                                             run.ranks.size(), *run.worldSize));
        run.weaknesses.push_back(formatMessage("{} of {} ranks", run.ranks.size(), *run.worldSize));
    }
    if (hasDamage)
        run.weaknesses.emplace_back("a damaged file");
    leaveOutUnsharedStart(run);
    analyseStragglers(run);
    return run;
}

bool isTraceFileName(const std::string& name)
{
    return name.ends_with(".json") || name.ends_with(".gz") || name.ends_with(".nsys-rep");
}

/// Whether both have the same events of the same rank: they are nearly always the same file, which the caller then
/// verifies.
static bool haveSameEvents(const TraceRecording& a, const TraceRecording& b)
{
    const auto span = [](const TraceSpan& one) { return std::tie(one.startNs, one.durationNs, one.kind, one.lane); };
    const auto kind = [](const TraceKind& one) { return std::tie(one.name, one.category); };
    const auto areEqual = [](const auto& some, const auto& others, const auto& parts) {
        return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                          [&](const auto& one, const auto& other) { return parts(one) == parts(other); });
    };
    return a.textBytes == b.textBytes && a.eventCount == b.eventCount && a.rank == b.rank &&
           areEqual(a.kinds, b.kinds, kind) && areEqual(a.spans, b.spans, span);
}

/// "rank-3.json" for "rank-3.json.gz", to detect a file and its packed copy.
static std::string nameWithoutGz(const fs::path& file)
{
    std::string name = file.filename().string();
    if (name.ends_with(".gz"))
        name.resize(name.size() - 3);
    return name;
}

/// Rejects a trace that is given twice, because it would count as two ranks.
static Result<void> checkForDuplicates(const std::vector<std::pair<fs::path, TraceRecording>>& recordings,
                                       const std::stop_token& stop)
{
    for (std::size_t i = 0; i < recordings.size(); ++i)
        for (std::size_t before = 0; before < i; ++before) {
            const auto& [file, recording] = recordings[i];
            const auto& [firstFile, firstRecording] = recordings[before];
            if (!haveSameEvents(firstRecording, recording))
                continue;
            std::error_code ioError;
            const bool packed =
                file.filename() != firstFile.filename() && nameWithoutGz(file) == nameWithoutGz(firstFile);
            if (!packed && !fs::equivalent(firstFile, file, ioError)) {
                const Result<std::string> firstDigest = digestFile(firstFile, stop), digest = digestFile(file, stop);
                if (!firstDigest || !digest)
                    return fail(firstDigest ? digest.error() : firstDigest.error());
                if (*firstDigest != *digest)
                    continue;
            }
            return fail(ErrorCode::Input, formatMessage("this is the same trace as {}", sanitised(firstFile.string())),
                        "each rank's trace once", {.file = sanitised(file.string())});
        }
    return {};
}

Result<TraceRun> importTraces(const std::vector<fs::path>& paths, const TraceRules& rules,
                              const TraceReadOptions& options)
{
    std::vector<std::pair<fs::path, bool>> files;  // path, and whether it was named explicitly
    std::vector<std::string> warnings;
    for (const fs::path& path : paths) {
        std::error_code ioError;
        if (!fs::is_directory(path, ioError)) {
            files.emplace_back(path, true);
            continue;
        }
        std::vector<fs::path> traces;
        for (fs::directory_iterator at(path, ioError), end; !ioError && at != end; at.increment(ioError)) {
            if (isTraceFileName(at->path().filename().string()))
                traces.push_back(at->path());
        }
        if (ioError)
            return fail(ErrorCode::Environment,
                        formatMessage("the folder cannot be read: {}", systemErrorText(ioError.value())),
                        "a readable folder", {.file = sanitised(path.string())});
        if (traces.empty())
            if (const std::optional<Error> foreign = findForeignFormat(path))
                return fail(ErrorCode::Input, "its file " + foreign->problems.front().message,
                            foreign->problems.front().expected, {.file = sanitised(path.string())});
        if (traces.empty())
            return fail(ErrorCode::Input, "there is no trace in this folder", "files that end in .json or .json.gz",
                        {.file = sanitised(path.string())});
        std::ranges::sort(traces);
        for (const fs::path& each : traces)
            files.emplace_back(each, false);
    }
    std::vector<std::pair<fs::path, TraceRecording>> recordings;
    Error error;
    for (std::size_t i = 0; i < files.size(); ++i) {
        TraceReadOptions fileOptions = options;
        if (options.progress)
            fileOptions.progress = [&](double share) { options.progress((double(i) + share) / double(files.size())); };
        Result<TraceRecording> recording = readTrace(files[i].first, fileOptions);
        if (recording) {
            recordings.emplace_back(files[i].first, std::move(*recording));
            continue;
        }
        if (recording.error().code == ErrorCode::Cancelled || files[i].second)
            return fail(std::move(recording.error()));
        for (const Problem& problem : recording.error().problems) {
            warnings.push_back(formatMessage("left out: {}", describe(problem)));
            error.problems.push_back(problem);
        }
        error.code = recording.error().code;
    }
    if (recordings.empty()) {
        if (error.problems.empty())
            return fail(ErrorCode::Input, "no trace is given", "files or folders");
        return fail(std::move(error));
    }
    TRY_DO(checkForDuplicates(recordings, options.stop));
    TraceRun run = assembleRun(std::move(recordings), rules);
    run.warnings.insert(run.warnings.begin(), warnings.begin(), warnings.end());
    return run;
}

}  // namespace scalewright
