// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/name_numbers.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

/// A name as texts with the numbers between them: "a", "x", "_tp", "" and 2, 2, 1.
struct SplitName {
    std::vector<std::string> texts{""}, numbers;

    explicit SplitName(std::string_view name)
    {
        bool isInNumber = false;
        for (const char c : name) {
            const bool digit = c >= '0' && c <= '9';
            if (digit && !isInNumber)
                numbers.emplace_back();
            if (!digit && isInNumber)
                texts.emplace_back();
            isInNumber = digit;
            (digit ? numbers.back() : texts.back()) += c;
        }
        if (isInNumber)
            texts.emplace_back();
    }
};

/// The letters beside a number, directly or after a joint: "gpus" in "train-8gpus", "tp" in "a_tp=8".
std::string wordBeside(const SplitName& name, std::size_t number)
{
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    const std::string before = lowerCase(name.texts[number]), after = lowerCase(name.texts[number + 1]);
    const bool touchesBefore = !before.empty() && isLetter(before.back());
    const bool touchesAfter = !after.empty() && isLetter(after.front());
    const std::string suffix = after.substr(
        0, static_cast<std::size_t>(std::find_if_not(after.begin(), after.end(), isLetter) - after.begin()));
    if (touchesAfter && !touchesBefore)
        return suffix;
    std::string_view prefix = before;
    while (!prefix.empty() && std::string_view("_-= ").find(prefix.back()) != std::string_view::npos)
        prefix.remove_suffix(1);
    std::size_t start = prefix.size();
    while (start > 0 && isLetter(prefix[start - 1]))
        --start;
    return std::string(prefix.substr(start));
}

/// A word for parallel workers, or for one way to split a model over them.
bool countsWorkers(std::string_view word)
{
    constexpr std::array<std::string_view, 10> ways{"tp", "pp", "dp", "ep", "cp", "sp", "ws", "fsdp", "mp", "ddp"};
    return !word.empty() &&
           (isAmong(ways, word) || isWorkersOption(word) || workersInFileName(std::string(word) + "7"));
}

bool isWorkWord(std::string_view word)
{
    constexpr std::array<std::string_view, 14> sizes{"b",  "bs",  "mb",  "gb", "kb",    "seq",    "len",
                                                     "lr", "dim", "mib", "k",  "layer", "layers", "epoch"};
    return isAmong(sizes, word) || isAmong(columnNames().workWords, std::string(word));
}

/// Numbers that only count the files: 1, 2, 3; or two of them.
bool onlyCountsFiles(const std::vector<long>& numbers)
{
    const std::set<long> distinct(numbers.begin(), numbers.end());
    return distinct.size() < 3 || *distinct.rbegin() - *distinct.begin() + 1 == static_cast<long>(distinct.size());
}

/// Processes and threads, if every name has both and the threads differ.
std::vector<NameColumn> hybridColumns(const std::vector<std::string>& names)
{
    std::vector<NameColumn> columns{{"processes", {}}, {"threads", {}}};
    for (const std::string& name : names)
        if (const std::optional<HybridCounts> each = hybridCountsInFileName(name)) {
            columns[0].values.push_back(each->processes);
            columns[1].values.push_back(each->threads);
        }
    const std::set<long> threads(columns[1].values.begin(), columns[1].values.end());
    return columns[0].values.size() == names.size() && threads.size() > 1 ? columns : std::vector<NameColumn>();
}

/// The count that each name gives by its own words; empty unless all do.
std::vector<long> namedCounts(const std::vector<std::string>& names)
{
    std::vector<long> counts;
    for (const std::string& name : names)
        if (const std::optional<long> count = workersInFileName(name))
            counts.push_back(*count);
    return counts.size() == names.size() ? counts : std::vector<long>();
}

/// The numbers in which the names differ, if they differ in nothing else, under their words.
std::vector<NameColumn> differingNumbers(const std::vector<SplitName>& names)
{
    std::vector<NameColumn> columns;
    for (const SplitName& name : names)
        if (name.texts != names.front().texts)
            return columns;
    const std::size_t count = names.empty() ? 0 : names.front().numbers.size();
    for (std::size_t i = 0; i < count; ++i) {
        NameColumn column{wordBeside(names.front(), i), {}};
        for (const SplitName& name : names)
            column.values.push_back(parseCount(name.numbers[i], 1, 10'000'000).value_or(0));
        const std::set<long> distinct(column.values.begin(), column.values.end());
        if (distinct.size() > 1 && !distinct.contains(0) && !isRepeatCounter(column.header) &&
            !isWorkWord(column.header))
            columns.push_back(std::move(column));
    }
    return columns;
}

/// p, or the columns that may be it.
std::vector<NameColumn> findColumns(const std::vector<std::string>& names, const std::vector<SplitName>& split)
{
    if (std::vector<NameColumn> hybrid = hybridColumns(names); !hybrid.empty())
        return hybrid;
    const std::vector<long> counts = namedCounts(names);
    if (std::set<long>(counts.begin(), counts.end()).size() > 1)
        return {{"p", counts}};
    std::vector<NameColumn> numbers = differingNumbers(split);
    const auto isWorkers = [](const NameColumn& column) { return countsWorkers(column.header); };
    if (std::any_of(numbers.begin(), numbers.end(), isWorkers))
        std::erase_if(numbers, [&](const NameColumn& column) { return !isWorkers(column); });
    else
        std::erase_if(numbers, [](const NameColumn& column) { return onlyCountsFiles(column.values); });
    if (numbers.empty())
        return counts.empty() ? std::vector<NameColumn>() : std::vector<NameColumn>{{"p", counts}};
    if (numbers.size() == 1)
        numbers.front().header = "p";
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i].header.empty())
            numbers[i].header = fmt::format("number {}", i + 1);
    return numbers;
}

}  // namespace

NameColumns columnsOfFileNames(const std::vector<std::string>& names)
{
    std::vector<std::string> stems;
    std::vector<SplitName> split;
    for (const std::string& name : names)
        split.emplace_back(stems.emplace_back(std::filesystem::path(name).replace_extension().generic_string()));
    NameColumns found{findColumns(stems, split), {}};
    for (std::size_t f = 0; f < names.size(); ++f) {
        std::string& words = found.otherWords.emplace_back();
        for (std::size_t i = 0; i < split[f].texts.size(); ++i) {
            words += split[f].texts[i];
            const auto isColumn = [&](const NameColumn& column) {
                return i < split[f].numbers.size() && split[f].numbers[i] == std::to_string(column.values[f]);
            };
            if (i < split[f].numbers.size() && std::none_of(found.columns.begin(), found.columns.end(), isColumn))
                words += split[f].numbers[i];
        }
    }
    return found;
}

}  // namespace scalewright
