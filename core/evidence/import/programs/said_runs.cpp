#include "core/evidence/import/programs/said_runs.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>

#include "core/base/text/message.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

using Values = std::map<std::string, std::string>;  ///< by the key in small letters

struct SaidRow {
    Values values;
    int line = 0;
    std::size_t block = 0;
};

bool tellsATime(std::string_view key)
{
    const HeaderName name = headerName(key);
    const std::vector<std::string>& times = columnNames().roles.at(LadderColumn::Time);
    return (name.unitGiven && name.dimension == Dimension::Time) || name.base == "time" || isAmong(times, name.base) ||
           speaksOfTime(name);
}

/// "Threads per process", "Threads por processo"
bool countsThreadsOfEach(std::string_view key)
{
    const HeaderName name = headerName(key);
    const std::vector<std::string_view> words = fieldsIn(name.base, '_');
    const auto any = [&](std::initializer_list<std::string_view> of) {
        return std::any_of(of.begin(), of.end(), [&](std::string_view word) { return isAmong(words, word); });
    };
    return any({"thread", "threads", "hilos"}) && (!name.ofWorker.empty() || any({"per", "por", "par", "pro", "je"}));
}

bool countsIn(const SaidLine& line)
{
    return std::any_of(line.said.begin(), line.said.end(), [](const Said& said) { return said.countsP; });
}

/// How often a key stands in front of the first count of a file, and behind the last.
struct KeyPlace {
    std::size_t before = 0, behind = 0, all = 0;
};

/// Adds those of one file.
void addPlaces(const std::vector<SaidLine>& lines, std::size_t from, std::size_t end,
               std::map<std::string, KeyPlace>& places)
{
    std::optional<std::size_t> first, last;
    for (std::size_t i = from; i < end; ++i)
        if (countsIn(lines[i])) {
            first = first.value_or(i);
            last = i;
        }
    for (std::size_t i = from; i < end && first; ++i)
        for (const Said& said : lines[i].said) {
            KeyPlace& place = places[lowerCase(said.key)];
            ++place.all;
            place.before += i < *first ? 1 : 0;
            place.behind += i > *last ? 1 : 0;
        }
}

/// Keys that stand in front of the counts that they belong to, and come again.
std::set<std::string> leadingKeys(const std::vector<SaidLine>& lines)
{
    std::map<std::string, KeyPlace> places;
    for (std::size_t from = 0; from < lines.size();) {
        std::size_t end = from + 1;
        while (end < lines.size() && !lines[end].endsFile)
            ++end;
        addPlaces(lines, from, end, places);
        from = end;
    }
    const bool timesBehind = std::any_of(places.begin(), places.end(), [](const auto& each) {
        return each.second.behind > 0 && each.second.before == 0 && tellsATime(each.first);
    });
    std::set<std::string> leading;
    for (const auto& [key, place] : places)
        if (place.before > 0 && place.behind == 0 && place.all > 1 && !(timesBehind && tellsATime(key)))
            leading.insert(key);
    return leading;
}

/// The words of a short line that begins with a letter, its numbers left out: "solver_a" of "solver_a 4 1000". Empty of
/// other lines.
std::string nameIn(std::string_view line)
{
    constexpr std::size_t longest = 80, mostWords = 2;
    line = trimmed(line);
    const std::size_t first = line.find_first_not_of("./");
    if (line.size() > longest || first == std::string_view::npos || line[first] < 'A' || line[first] > 'z')
        return {};
    std::vector<std::string> kept;
    for (const std::string_view word : wordsIn(line))
        if (word.find_first_not_of("0123456789.,") != std::string_view::npos)
            kept.emplace_back(word);
    return kept.size() > mostWords ? std::string() : joined(kept, " ");
}

/// The first name above each block that is not above all of them. Where one name stands above several blocks, each name
/// once. Empty where neither is so.
std::vector<std::string> namesOfBlocks(const std::vector<std::vector<std::string>>& above)
{
    std::map<std::string, std::size_t> blocks;
    for (const std::vector<std::string>& names : above)
        for (const std::string& name : std::set<std::string>(names.begin(), names.end()))
            ++blocks[name];
    std::vector<std::string> chosen;
    bool once = true, each = true;
    for (const std::vector<std::string>& names : above) {
        const auto own = std::find_if(names.begin(), names.end(),
                                      [&](const std::string& name) { return blocks[name] + 1 < above.size(); });
        each = each && own != names.end();
        once = once && (own == names.end() ? !chosen.empty() : blocks[*own] == 1);
        chosen.push_back(own != names.end() ? *own : chosen.empty() ? std::string() : chosen.back());
    }
    return each || once ? chosen : std::vector<std::string>();
}

/// Several names, each of several p and of some that another has too: programs that ran one after the other.
bool areOfPrograms(const std::map<std::string, std::set<std::string>>& workersOfName)
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

class SaidRuns {
public:
    explicit SaidRuns(std::set<std::string> leading) : m_leading(std::move(leading)) {}

    void line(const SaidLine& line)
    {
        if (line.said.empty()) {
            constexpr std::size_t most = 40;
            if (std::string name = nameIn(line.text); !name.empty() && m_above.size() < most)
                m_above.push_back(std::move(name));
            return;
        }
        const auto leads = [&](const Said& said) { return m_leading.contains(lowerCase(said.key)); };
        const bool counts = countsIn(line);
        const bool led = std::any_of(line.said.begin(), line.said.end(), leads);
        const bool says = std::any_of(line.said.begin(), line.said.end(),
                                      [&](const Said& said) { return !said.countsP && !leads(said); });
        if (counts ? beginsWith(line, says) : led && !m_row.values.empty())
            begin();
        if (m_row.line == 0) {
            m_row.line = line.number;
            m_row.block = m_aboveOfBlock.size();
            m_aboveOfBlock.push_back(std::exchange(m_above, {}));
        }
        if (std::any_of(line.said.begin(), line.said.end(),
                        [&](const Said& said) { return isTimed(lowerCase(said.key)); }))
            m_above.clear();
        for (const Said& said : line.said)
            take(said, line.number);
    }

    /// Of this run, and of those behind it.
    void end()
    {
        begin();
        m_heads.clear();
        m_above.clear();
    }

    [[nodiscard]] std::optional<Grid> grid() const
    {
        std::vector<std::string> keys;
        for (const std::string& key : m_order) {
            const auto rows = std::count_if(m_rows.begin(), m_rows.end(),
                                            [&](const SaidRow& row) { return row.values.contains(key); });
            if (2 * static_cast<std::size_t>(rows) >= m_rows.size() && rows > 0)
                keys.push_back(key);
        }
        if (!hasSeveralP() || keys.size() < 2)
            return std::nullopt;
        Grid grid;
        for (const std::string& key : keys)
            grid.header.push_back({m_names.at(key), Where{.line = m_rows.front().line}});
        nameHybrid(keys, grid);
        for (const SaidRow& row : m_rows) {
            std::vector<GridCell>& cells = grid.rows.emplace_back();
            for (const std::string& key : keys) {
                const auto at = row.values.find(key);
                cells.push_back({at == row.values.end() ? std::string() : at->second, Where{.line = row.line}});
            }
        }
        addPrograms(grid);
        return grid;
    }

private:
    /// Counts of workers may follow each other, and what is no time may stand between them.
    [[nodiscard]] bool beginsWith(const SaidLine& line, bool says)
    {
        const auto stands = [&](const Said& said) {
            return said.countsP && m_row.values.contains(lowerCase(said.key));
        };
        const bool again = std::any_of(line.said.begin(), line.said.end(), stands);
        const bool timed = std::any_of(m_row.values.begin(), m_row.values.end(),
                                       [&](const auto& value) { return isTimed(value.first); });
        return (m_hasOther && (again || timed)) || (says && again);
    }

    /// Threads of each process count workers too where they differ: which is p is a question for the columns.
    void nameHybrid(const std::vector<std::string>& keys, Grid& grid) const
    {
        const auto threads = std::find_if(keys.begin(), keys.end(), [&](const std::string& key) {
            return !m_counts.contains(key) && countsThreadsOfEach(key) && textsOfKey(key).size() > 1;
        });
        if (threads == keys.end() || isAmong(keys, std::string("threads")))
            return;
        grid.header[static_cast<std::size_t>(threads - keys.begin())].text = "threads";
        const auto p = std::find(keys.begin(), keys.end(), "p");
        if (p != keys.end())
            grid.header[static_cast<std::size_t>(p - keys.begin())].text = "processes";
    }

    /// tellsATime, worked out once for each key.
    [[nodiscard]] bool isTimed(const std::string& key)
    {
        const auto known = m_timed.find(key);
        return known != m_timed.end() ? known->second : m_timed.emplace(key, tellsATime(key)).first->second;
    }

    void begin()
    {
        flush();
        m_row = {};
    }

    void take(const Said& said, int number)
    {
        const std::string key = lowerCase(said.key);
        if (m_names.try_emplace(key, said.key).second)
            m_order.push_back(key);
        if (m_leading.contains(key)) {
            m_heads[key] = said.value;
            m_headIsNew = true;
            return;
        }
        if (said.countsP)
            m_counts.insert(key);
        else if (m_row.values.contains(key))
            nextOfSameP(number);
        m_row.values[key] = said.value;
        m_hasOther = m_hasOther || !said.countsP;
    }

    /// The same said again: another run of as many.
    void nextOfSameP(int number)
    {
        flush();
        std::erase_if(m_row.values, [&](const auto& value) { return !m_counts.contains(value.first); });
        m_row.line = number;
    }

    void flush()
    {
        constexpr std::size_t most = 100'000;
        const bool counted = std::any_of(m_row.values.begin(), m_row.values.end(),
                                         [&](const auto& value) { return m_counts.contains(value.first); });
        if (counted && (m_hasOther || m_headIsNew) && m_rows.size() < most) {
            m_rows.push_back(m_row);
            m_rows.back().values.insert(m_heads.begin(), m_heads.end());
            std::erase_if(m_heads, [&](const auto& head) { return isTimed(head.first); });
            m_headIsNew = false;
        }
        m_hasOther = false;
    }

    void addPrograms(Grid& grid) const
    {
        const std::vector<std::string> names = namesOfBlocks(m_aboveOfBlock);
        if (names.empty())
            return;
        std::map<std::string, std::set<std::string>> workersOfName;
        for (const SaidRow& row : m_rows) {
            std::string workers;
            for (const auto& [key, value] : row.values)
                workers += m_counts.contains(key) ? value + ' ' : std::string();
            workersOfName[names[row.block]].insert(std::move(workers));
        }
        if (!areOfPrograms(workersOfName))
            return;
        grid.header.insert(grid.header.begin(), {"program", grid.header.front().where});
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            grid.rows[i].insert(grid.rows[i].begin(), {names[m_rows[i].block], Where{.line = m_rows[i].line}});
    }

    [[nodiscard]] std::set<std::string> textsOfKey(const std::string& key) const
    {
        std::set<std::string> texts;
        for (const SaidRow& row : m_rows)
            if (const auto at = row.values.find(key); at != row.values.end())
                texts.insert(at->second);
        return texts;
    }

    [[nodiscard]] bool hasSeveralP() const
    {
        return std::any_of(m_counts.begin(), m_counts.end(),
                           [&](const std::string& key) { return textsOfKey(key).size() > 1; });
    }

    std::set<std::string> m_leading;
    std::map<std::string, std::string> m_names;
    std::map<std::string, bool> m_timed;
    std::vector<std::string> m_order;
    std::set<std::string> m_counts;
    std::vector<SaidRow> m_rows;
    Values m_heads;
    SaidRow m_row;
    std::vector<std::string> m_above;  ///< names since the last time, or since a block began
    std::vector<std::vector<std::string>> m_aboveOfBlock;
    bool m_hasOther = false, m_headIsNew = false;
};

}  // namespace

std::optional<Grid> gridOfSaid(const std::vector<SaidLine>& lines)
{
    SaidRuns runs(leadingKeys(lines));
    for (const SaidLine& line : lines) {
        if (line.endsFile)
            runs.end();
        runs.line(line);
    }
    runs.end();
    return runs.grid();
}

}  // namespace scalewright
