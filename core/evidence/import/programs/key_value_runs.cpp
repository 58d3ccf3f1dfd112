// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/key_value_runs.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/text.h"

namespace scalewright {

bool isTimeKey(std::string_view key)
{
    const HeaderName name = parseHeaderName(key);
    return (name.unitGiven && name.dimension == Dimension::Time && !name.isRate && !isWorkerWord(name.base)) ||
           (isNameOfRole(LadderColumn::Time, name.base) && !isListed("names_needing_a_unit", name.base)) ||
           isListed("wall_clock", name.base) || mentionsTime(name);
}

bool isRateKey(std::string_view key)
{
    const HeaderName name = parseHeaderName(key);
    return (name.isRate && name.unitGiven) || isNameOfRole(LadderColumn::Throughput, name.base);
}

namespace {

using Values = std::map<std::string, std::string>;  ///< by lower-case key

struct RunRow {
    Values values;
    int line = 0;
    std::size_t block = 0;
    std::optional<long> worker{};  ///< 3 if the line of its values begins with "Core 3"
};

/// 3 for a line that begins with "Core 3", "[rank 3]" or "Process #3".
std::optional<long> workerOfLine(std::string_view line)
{
    std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(line.substr(0, 40)));
    if (words.size() < 2 || !isWorkerWord(words[0]) || words[0].ends_with('s'))
        return std::nullopt;
    const Result<long> index = parseCount(words[1], 0, 1L << 24);
    return index ? std::optional(*index) : std::nullopt;
}

/// "Threads per process", "Threads por processo".
bool isThreadsPerProcessKey(std::string_view key)
{
    const HeaderName name = parseHeaderName(key);
    const std::vector<std::string_view> words = splitFields(name.base, '_');
    const auto any = [&](std::initializer_list<std::string_view> candidates) {
        return std::any_of(candidates.begin(), candidates.end(),
                           [&](std::string_view word) { return isAmong(words, word); });
    };
    return any({"thread", "threads", "hilos"}) && (!name.workerWord.empty() || any({"per", "por", "par", "pro", "je"}));
}

bool hasWorkerCount(const KeyValueLine& line)
{
    return std::any_of(line.pairs.begin(), line.pairs.end(), [](const KeyValue& pair) { return pair.isWorkerCount; });
}

/// How often a key occurs before the first worker count in a file, and after the last one.
struct KeyPosition {
    std::size_t beforeFirst = 0, afterLast = 0, total = 0;
};

void addKeyPositions(const std::vector<KeyValueLine>& lines, std::size_t start, std::size_t end,
                     std::map<std::string, KeyPosition>& places)
{
    std::optional<std::size_t> first, last;
    for (std::size_t i = start; i < end; ++i)
        if (hasWorkerCount(lines[i])) {
            first = first.value_or(i);
            last = i;
        }
    for (std::size_t i = start; i < end && first; ++i)
        for (const KeyValue& pair : lines[i].pairs) {
            KeyPosition& place = places[lowerCase(pair.key)];
            ++place.total;
            place.beforeFirst += i < *first ? 1 : 0;
            place.afterLast += i > *last ? 1 : 0;
        }
}

/// Keys that occur more than once before the worker counts that they belong to.
std::set<std::string> leadingKeys(const std::vector<KeyValueLine>& lines)
{
    std::map<std::string, KeyPosition> places;
    for (std::size_t start = 0; start < lines.size();) {
        std::size_t end = start + 1;
        while (end < lines.size() && !lines[end].endsFile)
            ++end;
        addKeyPositions(lines, start, end, places);
        start = end;
    }
    const bool timesBehind = std::any_of(places.begin(), places.end(), [](const auto& each) {
        return each.second.afterLast > 0 && each.second.beforeFirst == 0 && isTimeKey(each.first);
    });
    std::set<std::string> leading;
    for (const auto& [key, place] : places)
        if (place.beforeFirst > 0 && place.afterLast == 0 && place.total > 1 && !(timesBehind && isTimeKey(key)))
            leading.insert(key);
    return leading;
}

bool isHeading(std::string_view line)
{
    line = trimmed(line);
    return (line.starts_with('#') && !line.starts_with("#!")) || line.ends_with(':');
}

/// A heading ("# Solver", "On Debian 10:"), or the words in a short line that starts with a letter, without the numbers:
/// "solver_a" for "solver_a 4 1000". Empty for other lines.
std::string programNameIn(std::string_view line)
{
    constexpr std::size_t maximumLength = 80, maximumWords = 2;
    line = trimmed(line);
    const std::size_t first = line.find_first_not_of("./");
    if (first == std::string_view::npos)
        return {};
    if (isHeading(line)) {
        const std::string_view heading = trimmed(line.substr(std::min(line.find_first_not_of("# "), line.size())));
        return std::string(heading.substr(0, std::min(heading.find_last_not_of(':') + 1, maximumLength)));
    }
    if (line.size() > maximumLength || !isLetter(line[first]))
        return {};
    std::vector<std::string> words;
    for (const std::string_view word : splitWords(line))
        if (word.find_first_not_of("0123456789.,") != std::string_view::npos)
            words.emplace_back(word);
    return words.size() > maximumWords ? std::string() : joinNonEmpty(words, " ");
}

/// For each block, the first name above it that is not above all blocks. If a name covers several blocks, each name
/// must occur only once; otherwise empty.
std::vector<std::string> blockNames(const std::vector<std::vector<std::string>>& above)
{
    std::map<std::string, std::size_t> blocks;
    for (const std::vector<std::string>& names : above)
        for (const std::string& name : std::set<std::string>(names.begin(), names.end()))
            ++blocks[name];
    std::vector<std::string> chosen;
    bool isUnique = true, each = true;
    for (const std::vector<std::string>& names : above) {
        const auto ownName = std::find_if(names.begin(), names.end(),
                                          [&](const std::string& name) { return blocks[name] + 1 < above.size(); });
        each = each && ownName != names.end();
        isUnique = isUnique && (ownName == names.end() ? !chosen.empty() : blocks[*ownName] == 1);
        chosen.push_back(ownName != names.end() ? *ownName : chosen.empty() ? std::string() : chosen.back());
    }
    return each || isUnique ? chosen : std::vector<std::string>();
}

/// True for several names, each with several p, if some p occur under more than one name: programs that ran one after
/// another.
bool areSeparatePrograms(const std::map<std::string, std::set<std::string>>& workersOfName)
{
    return workersOfName.size() > 1 && std::all_of(workersOfName.begin(), workersOfName.end(), [&](const auto& each) {
               return !each.first.empty() && each.second.size() > 1 &&
                      std::any_of(workersOfName.begin(), workersOfName.end(), [&](const auto& other) {
                          return other.first != each.first &&
                                 std::any_of(each.second.begin(), each.second.end(),
                                             [&](const std::string& p) { return other.second.contains(p); });
                      });
           });
}

/// Where a time has several units, as in "time (s)" and "time (ms)", each value keeps its own: "839 ms".
void joinUnits(std::vector<KeyValueLine>& lines)
{
    const auto unitStart = [](const std::string& key) {
        const std::size_t open = key.rfind(" (");
        const bool isUnit = open != std::string::npos && key.ends_with(')') &&
                            !timeUnitSymbol(key.substr(open + 2, key.size() - open - 3)).empty();
        return isUnit ? open : std::string::npos;
    };
    std::map<std::string, std::set<std::string>> keysOfName;
    for (const KeyValueLine& line : lines)
        for (const KeyValue& pair : line.pairs)
            if (const std::size_t unit = unitStart(pair.key); unit != std::string::npos)
                keysOfName[pair.key.substr(0, unit)].insert(pair.key);
    for (KeyValueLine& line : lines)
        for (KeyValue& pair : line.pairs)
            if (const std::size_t unit = unitStart(pair.key);
                unit != std::string::npos && keysOfName[pair.key.substr(0, unit)].size() > 1) {
                pair.value += ' ' + pair.key.substr(unit + 2, pair.key.size() - unit - 3);
                pair.key.resize(unit);
            }
}

class RunCollector {
public:
    explicit RunCollector(std::set<std::string> leading) : m_leadingKeys(std::move(leading)) {}

    void addLine(const KeyValueLine& line)
    {
        if (line.pairs.empty()) {
            constexpr std::size_t most = 40;
            if (std::string name = programNameIn(line.text); !name.empty() && m_namesAbove.size() < most)
                m_namesAbove.insert(isHeading(line.text) ? m_namesAbove.begin() : m_namesAbove.end(), std::move(name));
            return;
        }
        const auto leads = [&](const KeyValue& pair) { return m_leadingKeys.contains(lowerCase(pair.key)); };
        const bool isCountLine = hasWorkerCount(line);
        const bool led = std::any_of(line.pairs.begin(), line.pairs.end(), leads);
        const bool hasOtherValues = std::any_of(line.pairs.begin(), line.pairs.end(), [&](const KeyValue& pair) {
            return !pair.isWorkerCount && !leads(pair);
        });
        if (isCountLine ? startsNewRun(line, hasOtherValues) : led && !m_row.values.empty())
            startRow();
        if (m_row.line == 0) {
            m_row.line = line.lineNumber;
            m_row.block = m_namesAboveBlock.size();
            m_namesAboveBlock.push_back(std::exchange(m_namesAbove, {}));
        }
        if (std::any_of(line.pairs.begin(), line.pairs.end(),
                        [&](const KeyValue& pair) { return isKnownTimeKey(lowerCase(pair.key)); }))
            m_namesAbove.clear();
        const std::optional<long> worker = workerOfLine(line.text);
        for (const KeyValue& pair : line.pairs) {
            addValue(pair, line.lineNumber);
            if (!pair.isWorkerCount && worker)
                m_row.worker = worker;
        }
    }

    /// Ends this run; leading values no longer apply to later runs.
    void finishFile()
    {
        startRow();
        keepSlowestWorkers();
        keepLastOfClocks();
        m_leadingValues.clear();
        m_namesAbove.clear();
    }

    /// What was left out.
    [[nodiscard]] const std::string& note() const { return m_note; }

    [[nodiscard]] std::optional<Grid> toGrid() const
    {
        std::vector<std::string> keys;
        for (const std::string& key : m_keyOrder) {
            const auto rows = std::count_if(m_rows.begin(), m_rows.end(),
                                            [&](const RunRow& row) { return row.values.contains(key); });
            if (2 * static_cast<std::size_t>(rows) >= m_rows.size() && rows > 0)
                keys.push_back(key);
        }
        if (!hasSeveralP() || keys.size() < 2)
            return std::nullopt;
        Grid grid;
        for (const std::string& key : keys)
            grid.header.push_back({m_displayNames.at(key), ProblemLocation{.line = m_rows.front().line}});
        renameHybridColumns(keys, grid);
        for (const RunRow& row : m_rows) {
            std::vector<GridCell>& cells = grid.rows.emplace_back();
            for (const std::string& key : keys) {
                const auto at = row.values.find(key);
                cells.push_back(
                    {at == row.values.end() ? std::string() : at->second, ProblemLocation{.line = row.line}});
            }
        }
        addProgramColumn(grid);
        return grid;
    }

private:
    /// Worker counts may follow one another, with values other than times between them.
    [[nodiscard]] bool startsNewRun(const KeyValueLine& line, bool hasOtherValues)
    {
        const auto isPresent = [&](const KeyValue& pair) {
            return pair.isWorkerCount && m_row.values.contains(lowerCase(pair.key));
        };
        const bool isRepeated = std::any_of(line.pairs.begin(), line.pairs.end(), isPresent);
        const bool timed = std::any_of(m_row.values.begin(), m_row.values.end(), [&](const auto& value) {
            return isKnownTimeKey(value.first) || isRateKey(value.first);
        });
        return (m_hasOtherValues && (isRepeated || timed)) || (hasOtherValues && isRepeated);
    }

    /// Threads per process also count workers if they vary; column assignment then decides which is p.
    void renameHybridColumns(const std::vector<std::string>& keys, Grid& grid) const
    {
        const auto threads = std::find_if(keys.begin(), keys.end(), [&](const std::string& key) {
            return !m_countKeys.contains(key) && isThreadsPerProcessKey(key) && valuesOfKey(key).size() > 1;
        });
        if (threads == keys.end() || isAmong(keys, std::string("threads")))
            return;
        grid.header[static_cast<std::size_t>(threads - keys.begin())].text = "threads";
        const auto p = std::find(keys.begin(), keys.end(), "p");
        if (p != keys.end())
            grid.header[static_cast<std::size_t>(p - keys.begin())].text = "processes";
    }

    /// isTimeKey, cached for each key.
    [[nodiscard]] bool isKnownTimeKey(const std::string& key)
    {
        const auto known = m_timeKeyCache.find(key);
        return known != m_timeKeyCache.end() ? known->second
                                             : m_timeKeyCache.emplace(key, isTimeKey(key)).first->second;
    }

    void startRow()
    {
        flushRow();
        m_row = {};
    }

    void addValue(const KeyValue& pair, int number)
    {
        const std::string key = lowerCase(pair.key);
        if (m_displayNames.try_emplace(key, pair.key).second)
            m_keyOrder.push_back(key);
        if (m_leadingKeys.contains(key)) {
            m_leadingValues[key] = pair.value;
            m_hasNewLeadingValue = true;
            return;
        }
        if (pair.isWorkerCount)
            m_countKeys.insert(key);
        else if (m_row.values.contains(key))
            startRepeat(number);
        m_row.values[key] = pair.value;
        m_hasOtherValues = m_hasOtherValues || !pair.isWorkerCount;
    }

    /// The same key occurs again: this is another run with the same p.
    void startRepeat(int number)
    {
        flushRow();
        std::erase_if(m_row.values, [&](const auto& value) { return !m_countKeys.contains(value.first); });
        m_row.line = number;
    }

    void flushRow()
    {
        constexpr std::size_t most = 100'000;
        const bool hasCount = std::any_of(m_row.values.begin(), m_row.values.end(),
                                          [&](const auto& value) { return m_countKeys.contains(value.first); });
        if (hasCount && (m_hasOtherValues || m_hasNewLeadingValue) && m_rows.size() < most) {
            m_rows.push_back(m_row);
            m_rows.back().values.insert(m_leadingValues.begin(), m_leadingValues.end());
            std::erase_if(m_leadingValues, [&](const auto& head) { return isKnownTimeKey(head.first); });
            m_hasNewLeadingValue = false;
        } else if (m_note.empty() && std::any_of(m_row.values.begin(), m_row.values.end(), [&](const auto& value) {
                       return m_rows.empty() && (isKnownTimeKey(value.first) || isRateKey(value.first));
                   })) {
            m_note = formatMessage("the figures at line {} were left out: no number of workers is given above them",
                                   m_row.line);
        }
        m_hasOtherValues = false;
    }

    void addProgramColumn(Grid& grid) const
    {
        const std::vector<std::string> names = blockNames(m_namesAboveBlock);
        if (names.empty())
            return;
        std::map<std::string, std::set<std::string>> workersOfName;
        for (const RunRow& row : m_rows) {
            std::string workers;
            for (const auto& [key, value] : row.values)
                workers += m_countKeys.contains(key) ? value + ' ' : std::string();
            workersOfName[names[row.block]].insert(std::move(workers));
        }
        if (!areSeparatePrograms(workersOfName))
            return;
        grid.header.insert(grid.header.begin(), {"program", grid.header.front().where});
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            grid.rows[i].insert(grid.rows[i].begin(),
                                {names[m_rows[i].block], ProblemLocation{.line = m_rows[i].line}});
    }

    [[nodiscard]] std::string countsOf(const RunRow& row) const
    {
        std::string counts;
        for (const auto& [key, value] : row.values)
            if (m_countKeys.contains(key))
                counts += formatMessage("{}={} ", key, value);
        return counts;
    }

    /// Lines for all workers of a run are one run, which takes as long as the slowest.
    void keepSlowestWorkers()
    {
        const auto timeOf = [&](const RunRow& row) {
            for (const std::string& key : m_keyOrder)
                if (const auto at = row.values.find(key); at != row.values.end() && isKnownTimeKey(key))
                    return parseNumber(at->second).value_or(0);
            return 0.0;
        };
        const auto first = m_rows.begin() + static_cast<std::ptrdiff_t>(m_fileStart);
        if (std::none_of(first, m_rows.end(), [](const RunRow& row) { return row.worker.has_value(); }))
            return;
        std::vector<RunRow> kept;
        for (std::size_t begin = m_fileStart; begin < m_rows.size();) {
            std::set<long> workers;
            std::size_t end = begin;
            while (end < m_rows.size() && m_rows[end].worker && countsOf(m_rows[end]) == countsOf(m_rows[begin]) &&
                   workers.insert(*m_rows[end].worker).second)
                ++end;
            const bool isWhole = workers.size() > 1 && *workers.begin() <= 1 &&
                                 *workers.rbegin() - *workers.begin() + 1 == static_cast<long>(workers.size());
            end = isWhole ? end : begin + 1;
            kept.push_back(*std::max_element(m_rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                             m_rows.begin() + static_cast<std::ptrdiff_t>(end),
                                             [&](const RunRow& a, const RunRow& b) { return timeOf(a) < timeOf(b); }));
            if (isWhole)
                m_note = "of the workers' times, the longest is the run's";
            begin = end;
        }
        m_rows.erase(first, m_rows.end());
        m_rows.insert(m_rows.end(), kept.begin(), kept.end());
    }

    /// A clock that runs on through a file counts one run, whose last row has the time of all.
    void keepLastOfClocks()
    {
        for (std::size_t begin = m_fileStart; begin < m_rows.size(); ++begin) {
            std::size_t end = begin + 1;
            while (end < m_rows.size() && countsOf(m_rows[end]) == countsOf(m_rows[begin]))
                ++end;
            constexpr std::size_t fewest = 5;  // a few repeats may also rise
            std::optional<std::size_t> lastOfClock;
            bool hasRisingWork = false;
            for (const std::string& key : m_keyOrder) {
                std::vector<double> numbers;
                std::size_t last = begin;
                for (std::size_t i = begin; i < end; ++i)
                    if (const auto at = m_rows[i].values.find(key); at != m_rows[i].values.end()) {
                        numbers.push_back(parseNumber(at->second).value_or(0));
                        last = i;
                    }
                const bool rises = numbers.size() >= fewest && isCumulativeClock(numbers);
                if (rises && isKnownTimeKey(key))
                    lastOfClock = last;
                hasRisingWork = hasRisingWork || (rises && isWorkHeader(parseHeaderName(key)));
            }
            if (lastOfClock && !hasRisingWork) {
                std::swap(m_rows[begin], m_rows[*lastOfClock]);
                m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
                             m_rows.begin() + static_cast<std::ptrdiff_t>(end));
            } else {
                begin = end - 1;
            }
        }
        m_fileStart = m_rows.size();
    }

    [[nodiscard]] std::set<std::string> valuesOfKey(const std::string& key) const
    {
        std::set<std::string> texts;
        for (const RunRow& row : m_rows)
            if (const auto at = row.values.find(key); at != row.values.end())
                texts.insert(at->second);
        return texts;
    }

    [[nodiscard]] bool hasSeveralP() const
    {
        return std::any_of(m_countKeys.begin(), m_countKeys.end(),
                           [&](const std::string& key) { return valuesOfKey(key).size() > 1; });
    }

    std::set<std::string> m_leadingKeys;
    std::map<std::string, std::string> m_displayNames;
    std::map<std::string, bool> m_timeKeyCache;
    std::vector<std::string> m_keyOrder;
    std::set<std::string> m_countKeys;
    std::vector<RunRow> m_rows;
    Values m_leadingValues;
    RunRow m_row;
    std::vector<std::string>
        m_namesAbove;  ///< the nearest heading first; names since the last time value or since the block started
    std::vector<std::vector<std::string>> m_namesAboveBlock;
    bool m_hasOtherValues = false, m_hasNewLeadingValue = false;
    std::size_t m_fileStart = 0;  ///< the first row of this file
    std::string m_note;
};

}  // namespace

std::vector<KeyValue> factsOfLines(std::vector<KeyValueLine> lines)
{
    joinUnits(lines);
    std::vector<KeyValue> facts;
    std::map<std::string, std::vector<std::string>> valuesOfKey;
    const auto add = [&](KeyValue fact) {
        std::vector<std::string>& values = valuesOfKey[lowerCase(fact.key)];
        values.push_back(fact.value);
        if (values.size() == 1)
            facts.push_back(std::move(fact));
    };
    for (const KeyValueLine& line : lines) {
        const std::string label(trimmed(line.text.substr(0, line.text.find("  "))));
        for (const KeyValue& pair : line.pairs) {
            if (!pair.isWorkerCount && !isTimeKey(pair.key) && !isRateKey(pair.key) &&
                !isWorkHeader(parseHeaderName(pair.key)))
                continue;
            add(pair);
            if (!label.empty() && label.size() < line.text.size() && !pair.isWorkerCount &&
                label.find_first_of(":=0123456789") == std::string::npos)
                add({label + ' ' + pair.key, pair.value, false});
        }
    }
    std::set<std::string> plainKeys;
    std::erase_if(facts, [&](KeyValue& fact) {
        const std::vector<std::string>& values = valuesOfKey[lowerCase(fact.key)];
        std::vector<double> numbers;
        for (const std::string& value : values)
            numbers.push_back(parseNumber(value).value_or(0));
        const bool isClock = !fact.isWorkerCount && isTimeKey(fact.key) && isCumulativeClock(numbers);
        const bool isOneValue = std::all_of(values.begin(), values.end(),
                                            [&](const std::string& value) { return value == values.front(); });
        fact.value = values.back();
        const bool isLabelled = std::any_of(plainKeys.begin(), plainKeys.end(),
                                            [&](const std::string& key) { return fact.key.ends_with(' ' + key); });
        if ((isClock || isOneValue) && !isLabelled)
            plainKeys.insert(fact.key);
        return !(isClock || isOneValue) || isLabelled;
    });
    return facts;
}

std::optional<Grid> gridOfKeyValueLines(std::vector<KeyValueLine> lines, std::string* note)
{
    joinUnits(lines);
    RunCollector runs(leadingKeys(lines));
    for (const KeyValueLine& line : lines) {
        if (line.endsFile)
            runs.finishFile();
        runs.addLine(line);
    }
    runs.finishFile();
    if (note != nullptr)
        *note = runs.note();
    return runs.toGrid();
}

}  // namespace scalewright
