#include "core/evidence/import/programs/said_lines.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/programs/said_runs.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

bool isDigitOf(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetterOf(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80u) != 0;
}

/// "12", "1.5e-3" at that place; of digits and one point.
std::size_t figureLength(std::string_view text)
{
    std::size_t at = 0, digits = 0, points = 0;
    for (; at < text.size() && (isDigitOf(text[at]) || text[at] == '.'); ++at)
        (text[at] == '.' ? points : digits) += 1;
    if (digits == 0 || points > 1)
        return 0;
    if (at + 1 < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const std::size_t sign = text[at + 1] == '+' || text[at + 1] == '-' ? 1 : 0;
        if (at + 1 + sign < text.size() && isDigitOf(text[at + 1 + sign])) {
            at += 1 + sign;
            while (at < text.size() && isDigitOf(text[at]))
                ++at;
        }
    }
    if (at > 0 && text[at - 1] == '.')  // the end of a sentence
        --at;
    return at;
}

/// The word at the beginning, without what closes it.
std::string_view wordAt(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t(["), text.size()));
    return text.substr(0, std::min(text.find_first_of(" \t,;.)]|"), text.size()));
}

bool isTimeUnit(std::string_view word)
{
    const HeaderName name = headerName(word);
    return !word.empty() && name.isUnit && name.dimension == Dimension::Time;
}

bool countsThem(std::string_view key)
{
    const HeaderName name = headerName(key);
    constexpr std::array<std::string_view, 4> others{"n", "load", "mpi", "core"};
    const std::vector<std::string>& names = columnNames().roles.at(LadderColumn::P);
    const std::string base = withoutCounting(name.base);
    return base == "p" || countsWorkers(name) || (isAmong(names, base) && !isAmong(others, base));
}

/// Bytes of a picture at the beginning: beyond the first plane, a bullet or a dingbat, or what chooses its look.
std::size_t pictureLength(std::string_view text)
{
    const auto first = text.empty() ? 0u : static_cast<unsigned char>(text.front());
    return first >= 0xF0u                                       ? std::min<std::size_t>(4, text.size())
           : first == 0xE2u || text.starts_with("\xEF\xB8\x8F") ? std::min<std::size_t>(3, text.size())
                                                                : 0;
}

/// What a key begins with that is none of it: "[0] ", "- ", "# ", a picture.
std::string bareKey(std::string_view key)
{
    key = trimmed(key);
    while (!key.empty() && (!isLetterOf(key.front()) || pictureLength(key) > 0))
        key.remove_prefix(std::max<std::size_t>(1, pictureLength(key)));
    while (!key.empty() && (isBlank(key.back()) || key.back() == '.' || key.back() == '-'))
        key.remove_suffix(1);
    for (const std::string_view end : {" is", " was", " used", " taken"})
        if (key.ends_with(end) && key.size() > end.size())
            key.remove_suffix(end.size());
    return std::string(key);
}

/// "Time with 4 threads (1 socket)" without the count, which addPhrases() takes, and what brackets say behind it;
/// "time" of "4 threads (1 socket)" in front of one.
std::string withoutCount(std::string_view key, bool isTime)
{
    const std::vector<std::string_view> words = wordsIn(key);
    std::string rest;
    bool counted = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isNumber = words[i].find_first_not_of("0123456789") == std::string_view::npos;
        std::string_view next = i + 1 < words.size() ? words[i + 1] : std::string_view();
        if (isNumber && next.ends_with('s') && countsWorkers(headerName(next))) {
            counted = true;
            ++i;
        } else if (counted && words[i].starts_with('(')) {
            break;
        } else {
            rest.append(rest.empty() ? "" : " ").append(words[i]);
        }
    }
    if (counted && rest.empty() && isTime)
        return "time";
    return counted && !rest.empty() ? rest : std::string(key);
}

void add(std::vector<Said>& all, std::string_view key, std::string_view value, std::string_view behind)
{
    constexpr std::size_t longest = 48;
    std::string name = bareKey(withoutCount(key, isTimeUnit(wordAt(behind))));
    if (name.empty() || name.size() > longest)
        return;
    bool counts = countsThem(name);
    if (const std::size_t dash = name.rfind(" - "); !counts && dash != std::string::npos)
        if (const std::string own = bareKey(name.substr(dash + 3)); countsThem(own)) {  // "Transposed - Threads: 4"
            all.push_back({"variant", bareKey(name.substr(0, dash)), false});
            name = own;
            counts = true;
        }
    const std::string_view unit = wordAt(behind);
    if (!counts && isTimeUnit(unit) && !headerName(name).unitGiven)
        name.append(" (").append(unit).append(")");
    all.push_back({std::move(name), std::string(value), counts});
}

/// "mode=flops type=single size" in front of "=2000": the words with a value of their own, and "size".
std::string_view withoutSettings(std::string_view key, std::vector<Said>& all)
{
    const std::vector<std::string_view> words = wordsIn(key);
    std::size_t settings = 0;
    for (const std::string_view word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size())
            break;
        ++settings;
    }
    if (settings == 0 || settings == words.size())
        return key;
    for (std::size_t i = 0; i < settings; ++i) {
        const std::size_t equals = words[i].find('=');
        all.push_back({std::string(words[i].substr(0, equals)), std::string(words[i].substr(equals + 1)), false});
    }
    return key.substr(static_cast<std::size_t>(words[settings].data() - key.data()));
}

/// "key: 12", "key = 12 s", several in a line.
void addPairs(std::string_view line, std::vector<Said>& all)
{
    std::size_t from = 0;
    for (std::size_t at = line.find_first_of(":="); at != std::string_view::npos;
         at = line.find_first_of(":=", at + 1)) {
        const std::size_t value = line.find_first_not_of(" \t", at + 1);
        if (value == std::string_view::npos || (at > 0 && isDigitOf(line[at - 1]) && line[at] == ':'))
            continue;
        const std::size_t length = figureLength(line.substr(value));
        const char next = value + length < line.size() ? line[value + length] : ' ';
        if (length == 0 || next == ':' || next == '/' || next == '-' || next == 'x')
            continue;
        if (line[at] == '=' && isLetterOf(next) && !isTimeUnit(wordAt(line.substr(value + length))))
            continue;  // "task=1a", "size=2M": a word
        std::string_view key = line.substr(from, at - from);
        const bool unitLast = trimmed(key).ends_with(']');  // "time [s]", where "[epoch 1] time" begins behind it
        const std::size_t cut = key.find_last_of(unitLast ? ",;|{\t" : ",;|[]{\t");
        key = cut == std::string_view::npos ? key : key.substr(cut + 1);
        if (const std::size_t gap = trimmed(key).rfind("  "); gap != std::string_view::npos)
            key = trimmed(key).substr(gap);
        if (from > 0)  // the unit of the value before
            if (const std::string_view unit = wordAt(key); isTimeUnit(unit) && unit.size() < trimmed(key).size())
                key = key.substr(key.find(unit) + unit.size());
        add(all, line[at] == '=' ? withoutSettings(key, all) : key, line.substr(value, length),
            line.substr(value + length));
        from = value + length;
        at = from - 1;
    }
}

/// "elapsed", "wall", "io": what a column of times may be called.
bool namesATime(std::string_view word)
{
    const HeaderName name = headerName(word);
    return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        return (role.column == LadderColumn::Time || role.says == LadderSays::Part) &&
               (name.base == role.name || isAmong(columnNames().roles.at(role.column), name.base));
    });
}

/// "nproc", "ranks": a number behind it says how many, where one behind "rank" says which.
bool saysHowMany(std::string_view word)
{
    return countsThem(word) && (word.ends_with('s') || word.starts_with('n') || word == "p");
}

/// "Running with 4 MPI processes", "nproc 4 wall 6.25", "6.25 s" behind "in", "took" or a name of a time.
void addPhrases(std::string_view line, std::vector<Said>& all)
{
    const bool timed = std::any_of(all.begin(), all.end(), [](const Said& said) { return !said.countsP; });
    const bool counted = std::any_of(all.begin(), all.end(), [](const Said& said) { return said.countsP; });
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (!isDigitOf(line[at]) || (at > 0 && !isBlank(line[at - 1]) && line[at - 1] != '('))
            continue;
        const std::size_t length = figureLength(line.substr(at));
        const std::string_view behind = line.substr(std::min(at + std::max<std::size_t>(length, 1), line.size()));
        const std::string_view value = line.substr(at, length);
        std::vector<std::string_view> words = wordsIn(behind.substr(0, std::min<std::size_t>(behind.size(), 64)));
        std::string phrase;
        // "4 threads (2 sockets)": what stands in brackets says more of the first.
        const bool isRemark = at > 0 && line[at - 1] == '(' &&
                              std::any_of(all.begin(), all.end(), [](const Said& said) { return said.countsP; });
        for (std::size_t i = 0;
             length > 0 && !counted && !isRemark && i < 3 && i < words.size() && isBlank(behind.front()); ++i) {
            std::string_view word = words[i];
            while (!word.empty() && !isLetterOf(word.back()))
                word.remove_suffix(1);
            phrase.append(i == 0 ? "" : " ").append(word);
            const bool per = i + 1 < words.size() && words[i + 1] == "per";
            if (!per && word.ends_with('s') && countsWorkers(headerName(phrase)) && parseCount(value, 1, 1L << 30)) {
                all.push_back({phrase, std::string(value), true});
                break;
            }
        }
        const std::string_view before = trimmed(line.substr(0, at));
        const std::string_view last =
            before.substr(before.find_last_of(" \t") == std::string_view::npos ? 0 : before.find_last_of(" \t") + 1);
        constexpr std::array<std::string_view, 5> verbs{"in", "took", "takes", "after", "taking"};
        const bool alone = behind.empty() || isBlank(behind.front());
        if (length > 0 && alone && !counted && saysHowMany(lowerCase(last)) && parseCount(value, 1, 1L << 30)) {
            all.push_back({std::string(last), std::string(value), true});
            continue;
        }
        const bool hasUnit = isTimeUnit(wordAt(behind));
        const bool inPairs = alone && namesATime(lowerCase(last)) &&
                             (hasUnit || std::any_of(all.begin(), all.end(), [](const Said& s) { return s.countsP; }));
        if (length == 0 || timed || (!hasUnit && !inPairs))
            continue;
        if (isAmong(verbs, std::string_view(lowerCase(last))))
            add(all, "time", value, behind);
        else if (inPairs)
            add(all, last, value, hasUnit ? behind : std::string_view());
        else if (const std::string small = lowerCase(before); small.find("time") != std::string::npos)
            add(all, before, value, behind);
    }
}

/// What each line says; those that say nothing are there too.
std::vector<SaidLine> saidIn(std::string_view text)
{
    constexpr std::size_t longest = 400;
    std::vector<SaidLine> lines;
    int number = 0;
    for (const std::string_view line : linesOf(text)) {
        SaidLine& each = lines.emplace_back(SaidLine{line, ++number, line.starts_with(endOfFile), {}});
        if (line.size() > longest)
            continue;
        addPairs(line, each.said);
        addPhrases(line, each.said);
    }
    return lines;
}

}  // namespace

SaidKinds kindsSaidIn(std::string_view text)
{
    constexpr std::size_t most = 256u << 10;
    SaidKinds kinds;
    for (const SaidLine& line : saidIn(text.substr(0, most)))
        for (const Said& said : line.said) {
            const HeaderName name = headerName(said.key);
            kinds.workers = kinds.workers || said.countsP;
            kinds.times = kinds.times || (name.unitGiven && name.dimension == Dimension::Time);
        }
    return kinds;
}

std::optional<Grid> gridOfSaidLines(std::string_view text)
{
    constexpr std::size_t most = 4u << 20;
    std::optional<Grid> grid = gridOfSaid(saidIn(text.substr(0, most)));
    if (!grid)
        return std::nullopt;
    const Result<Columns> columns = columnsOf(*grid, {});
    const bool asked = !columns && std::all_of(columns.error().problems.begin(), columns.error().problems.end(),
                                               [](const Problem& problem) { return !problem.where.field.empty(); });
    return columns || asked ? grid : std::nullopt;
}

}  // namespace scalewright
