// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/name_numbers.h"

#include <algorithm>
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

/// A word for parallel workers, or for one way to split a model over them.
bool countsWorkers(std::string_view word)
{
    return !word.empty() &&
           (isListed("ways_to_split", word) || isWorkersOption(word) || workersInFileName(std::string(word) + "7"));
}

bool isWorkWord(std::string_view word)
{
    return isListed("sizes_in_names", word) || isListed("work", word);
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

/// The name with 0 for each number.
std::string shapeOf(const std::string& name)
{
    std::string shape;
    for (const char c : name)
        if (!isDigit(c))
            shape += c;
        else if (!shape.ends_with('0'))
            shape += '0';
    return shape;
}

/// The numbers in which the names differ, if they differ in nothing else, under their words.
std::vector<NameColumn> differingNumbers(const std::vector<std::string>& names)
{
    std::vector<NameColumn> columns;
    for (const std::string& name : names) {
        if (shapeOf(name) != shapeOf(names.front()))
            return {};
        const std::string small = lowerCase(name);
        const std::vector<NumberInName> numbers = numbersInName(small);
        columns.resize(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const bool touchesBefore = numbers[i].start > 0 && isLetter(small[numbers[i].start - 1]);
            columns[i].values.push_back(numbers[i].value);
            columns[i].header = numbers[i].suffix.empty() || touchesBefore ? numbers[i].wordBefore : numbers[i].suffix;
        }
    }
    std::erase_if(columns, [](const NameColumn& column) {
        const std::set<long> distinct(column.values.begin(), column.values.end());
        return distinct.size() < 2 || distinct.contains(0) || isRepeatCounter(column.header) ||
               isWorkWord(column.header);
    });
    return columns;
}

/// The counts that differ between the names, each under the word for workers that every name has beside one number.
std::vector<NameColumn> countsByWord(const std::vector<std::string>& names)
{
    std::vector<NameColumn> columns;
    for (const std::string& name : names) {
        const std::string small = lowerCase(name);
        std::string_view before;  // "ranks" belongs to the first number of "8ranks_2020"
        for (const NumberInName& number : numbersInName(small)) {
            const bool touchesBefore = number.start > 0 && isLetter(small[number.start - 1]);
            const bool isSuffixed = !number.suffix.empty() && !touchesBefore;
            std::string word(isSuffixed ? number.suffix : number.wordBefore == before ? "" : number.wordBefore);
            word = isSuffixed && word == "n" ? "node" : word;  // "2N_4GPUs"
            word += isWorkerWord(word) && !word.ends_with('s') ? "s" : "";
            before = isSuffixed ? number.suffix : std::string_view();
            auto column = std::find_if(columns.begin(), columns.end(),
                                       [&](const NameColumn& each) { return each.header == word; });
            if (column == columns.end() && countsWorkers(word))
                column = columns.insert(columns.end(), {word, {}});
            if (column != columns.end())
                column->values.push_back(number.value);
        }
    }
    std::erase_if(columns, [&](const NameColumn& column) {
        const std::set<long> distinct(column.values.begin(), column.values.end());
        return column.values.size() != names.size() || distinct.size() < 2 || distinct.contains(0);
    });
    return columns;
}

/// p, or the columns that may be it.
std::vector<NameColumn> findColumns(const std::vector<std::string>& names)
{
    if (std::vector<NameColumn> hybrid = hybridColumns(names); !hybrid.empty())
        return hybrid;
    std::vector<NameColumn> words = countsByWord(names);
    if (words.size() == 1)
        words.front().header = "p";
    if (!words.empty())
        return words;
    const std::vector<long> counts = namedCounts(names);
    if (std::set<long>(counts.begin(), counts.end()).size() > 1)
        return {{"p", counts}};
    std::vector<NameColumn> numbers = differingNumbers(names);
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
    for (const std::string& name : names)
        stems.push_back(std::filesystem::path(name).replace_extension().generic_string());
    NameColumns found{findColumns(stems), stems};
    for (std::size_t f = 0; f < names.size(); ++f) {
        const std::vector<NumberInName> numbers = numbersInName(stems[f]);
        for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
            if (std::any_of(found.columns.begin(), found.columns.end(),
                            [&](const NameColumn& column) { return column.values[f] == number->value; }))
                found.otherWords[f].erase(number->start, number->length);
    }
    return found;
}

}  // namespace scalewright
