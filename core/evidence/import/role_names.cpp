// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/role_names.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

/// Removes the worker from the name: "throughput_per_gpu" becomes "throughput".
std::string baseWithoutWorker(const HeaderName& name)
{
    const std::string suffix = "_per_" + name.workerWord;
    return !name.isRate && !name.workerWord.empty() && name.base.ends_with(suffix)
               ? name.base.substr(0, name.base.size() - suffix.size())
               : name.base;
}

/// Whether a name mentions this part of a time: "davon Kommunikation". "With communication" is the whole time, and "MPI"
/// may be the time of the whole program. `isStrict`: short words are not enough.
bool namesPart(const LadderRole& role, const std::string& base, bool isStrict)
{
    const std::vector<std::string>& known = namesOfRole(role.column);
    const std::vector<std::string_view> words = splitFields(base, '_');
    const auto anyWord = [&](auto&& holds) { return std::any_of(words.begin(), words.end(), holds); };
    return role.kind == LadderColumnKind::TimePart &&
           !anyWord([](std::string_view word) { return isListed("total_marks", word); }) &&
           anyWord([&](std::string_view word) {
               return isStrict ? word.size() > 3 && isAmong(known, word)
                               : word == role.name || (word != "mpi" && isAmong(known, word));
           });
}

/// Whether the name, apart from `statistic` words, is one of those known for the role.
bool isKnownName(const LadderRole& role, const HeaderName& name, const std::string& base, std::string_view known)
{
    const bool isWeatherTime = known == "total" && name.unit == "day";  // "total_days" in the output of a weather model
    return base == known && !name.isPercentage && !name.isRate && isUnitCompatible(role, name) && !isWeatherTime &&
           (name.unitGiven || !isListed("names_needing_a_unit", known));
}

NameEvidence scoreContractName(const LadderRole& role, const HeaderName& name, std::string_view header)
{
    const bool isRate = role.column == LadderColumn::Throughput && name.isRate && name.base == "throughput_per";
    const bool isPlain = name.base == role.name && isUnitCompatible(role, name) && !name.isRate;
    if ((!isRate && !isPlain) || name.isPercentage)
        return {};
    return {lowerCase(header) == role.name ? ExactContractName : ContractName};
}

NameEvidence scoreTimeName(const HeaderName& name)
{
    const std::vector<std::string>& statistics = wordList("statistic_headers");
    const bool hasTimeUnit = name.unitGiven && mayBeTime(name);
    const auto statistic = std::find(statistics.begin(), statistics.end(), name.base);
    if (hasTimeUnit && statistic != statistics.end())
        return {StatisticWithUnit + static_cast<int>(statistics.end() - statistic)};
    if (isPartName(name.base))
        return {};
    const std::string base = '_' + name.base + '_';
    if (hasTimeUnit && (base.find("_time_") != std::string::npos || base.find("_runtime_") != std::string::npos))
        return {TimeWithUnit};
    return {mentionsTime(name) ? MentionedName : UnknownName};
}

}  // namespace

bool isAmbiguousName(std::string_view name)
{
    return (name.size() <= 2 && name != "np") || isListed("names_needing_a_unit", name) ||
           isListed("vague_names", name);
}

bool mayBeTime(const HeaderName& name)
{
    return !name.isRate && !name.isPercentage && !name.mayBeMinimum &&
           (!name.unitGiven || name.dimension == Dimension::Time) &&
           (name.base.size() < 3 || !isDerivedHeader(name.base));  // "Speed-up, S" is not in seconds
}

bool isPartName(const std::string& base)
{
    return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        return namesPart(role, base, false) ||
               (role.kind == LadderColumnKind::TimePart && isAmong(namesOfRole(role.column), base));
    });
}

bool isExposedHeader(const HeaderName& name)
{
    return mayBeTime(name) &&
           std::any_of(wordList("exposed").begin(), wordList("exposed").end(), [&](const std::string& word) {
               return ('_' + name.base + '_').find('_' + word + '_') != std::string::npos;
           });
}

NameEvidence scoreName(const LadderRole& role, const HeaderName& name, std::string_view header, bool isContractIgnored)
{
    if (const NameEvidence contract = scoreContractName(role, name, header);
        !isContractIgnored && contract.score > UnknownName)
        return contract;
    const std::vector<std::string>& known = namesOfRole(role.column);
    const bool isWorkers = role.kind == LadderColumnKind::Workers;
    if (role.column == LadderColumn::Communication && isExposedHeader(name))
        return {ExposedPart};
    const std::string base = isWorkers ? withoutCountWords(name.base) : name.base;
    for (std::size_t rank = 0; rank < known.size(); ++rank)
        if (isKnownName(role, name, base, known[rank]))
            return {KnownName, rank};
    const bool isBareUnit = name.isUnitOnly && name.base.size() > 1;  // "S" is a speedup
    const bool isTime = role.column == LadderColumn::Time && name.unitGiven && mayBeTime(name) &&
                        (name.base.starts_with("time_per_") || isBareUnit);
    if (isTime || (role.column == LadderColumn::Throughput && name.isRate && name.workerWord.empty()) ||
        (role.column == LadderColumn::Energy && isBareUnit && name.dimension == Dimension::Energy) ||
        (name.unitGiven && mayBeTime(name) && name.base.find('_') != std::string::npos &&
         namesPart(role, name.base, true)))
        return {KnownName, known.size()};
    const std::string plainName = withoutStatisticWords(name.base);
    for (std::size_t rank = 0; plainName != name.base && rank < known.size(); ++rank)
        if (isKnownName(role, name, plainName, known[rank]) || isKnownName(role, name, plainName, role.name))
            return {name.base.find("med") != std::string::npos ? MedianOfName : StatisticOfName, rank};
    if (role.column == LadderColumn::Time)
        return scoreTimeName(name);
    const std::string itemName = baseWithoutWorker(name);
    if (role.column == LadderColumn::Throughput)
        return {mentionsThroughput(name) || (!name.workerWord.empty() && !name.isPercentage &&
                                             (name.isRate || itemName == role.name || isAmong(known, itemName)))
                    ? MentionedName
                    : UnknownName};
    if (!isWorkers)
        return {};
    if (isWorkerCountHeader(name) || header.find('*') != std::string::npos)
        return {MentionedName};
    const std::vector<std::string>& hosts = wordList("hosts");
    const auto host = std::find(hosts.begin(), hosts.end(), base);
    return {host != hosts.end() && !name.unitGiven && !name.isPercentage ? HostCount : UnknownName,
            static_cast<std::size_t>(host - hosts.begin())};
}

bool hasTimeUnitOnly(const HeaderName& name)
{
    const std::vector<std::string_view> words = splitFields(name.base, '_');
    return name.unitGiven && mayBeTime(name) && !name.isUnitOnly &&
           std::none_of(words.begin(), words.end(),
                        [](std::string_view word) { return isListed("other_times", word); });
}

}  // namespace scalewright
