// A program's output, line by line.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Without colours of a terminal; what a progress bar overwrites is a line of its own.
std::string plainText(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b' && i + 1 < text.size() && text[i + 1] == '[') {
            const std::size_t end = text.find_first_not_of("0123456789;?", i + 2);
            i = end == std::string_view::npos ? text.size() : end;
        } else if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] != '\n') {
            plain += '\n';
        } else if (text[i] != '\b') {
            plain += text[i];
        }
    }
    return plain;
}

bool stands(std::string_view line, std::string_view mark)
{
    if (!mark.starts_with('^'))
        return line.find(mark) != std::string_view::npos;
    return trimmed(line).starts_with(mark.substr(1));
}

/// How many characters of a number the text begins with: "1,234.5e-3".
std::size_t numberLength(std::string_view text)
{
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        return at - from;
    };
    const std::size_t whole = digits();
    while (whole > 0 && whole <= 3 && text.substr(at).starts_with(',') && text.size() > at + 3 &&
           isDigit(text[at + 1]) && isDigit(text[at + 2]) && isDigit(text[at + 3]) &&
           !(text.size() > at + 4 && isDigit(text[at + 4])))
        at += 4;
    if (at < text.size() && text[at] == '.' && (whole > 0 || (at + 1 < text.size() && isDigit(text[at + 1])))) {
        ++at;
        digits();
    }
    if (at > 0 && at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const std::size_t before = at++;
        if (at < text.size() && (text[at] == '+' || text[at] == '-'))
            ++at;
        if (digits() == 0)
            at = before;
    }
    return at;
}

/// What a unit or a prefix behind a number makes of it.
double unitFactor(std::string_view unit)
{
    struct Unit {
        std::string_view name;
        double factor;
    };
    constexpr std::array<Unit, 17> units{{{"ns", 1e-9},
                                          {"us", 1e-6},
                                          {"\xC2\xB5s", 1e-6},
                                          {"\xCE\xBCs", 1e-6},
                                          {"ms", 1e-3},
                                          {"s", 1},
                                          {"sec", 1},
                                          {"secs", 1},
                                          {"min", 60},
                                          {"h", 3600},
                                          {"K", 1e3},
                                          {"k", 1e3},
                                          {"M", 1e6},
                                          {"G", 1e9},
                                          {"B", 1e9},
                                          {"T", 1e12},
                                          {"seconds", 1}}};
    for (const Unit& each : units)
        if (unit == each.name)
            return each.factor;
    return 1;
}

std::optional<double> numberIn(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, ',');
    const Result<double> value = parseNumber(plain);
    return value ? std::optional(*value) : std::nullopt;
}

/// The number that the text begins with, behind blanks and what writers put before one.
std::optional<double> figureAt(std::string_view text, bool readsUnit)
{
    std::size_t at = text.find_first_not_of(" \t:=.~\"'([|<>");
    if (at == std::string_view::npos)
        return std::nullopt;
    if (at > 0 && text[at - 1] == '.' && isDigit(text[at]) && (at < 2 || text[at - 2] != '.'))
        --at;  // ".5"
    text.remove_prefix(at);
    const std::size_t length = numberLength(text);
    if (length == 0)
        return std::nullopt;
    if (readsUnit) {
        const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t,;|)]}'\""), text.size()));
        if (const std::optional<Duration> duration = durationOf(word))
            return duration->seconds;
    }
    std::optional<double> value = numberIn(text.substr(0, length));
    if (value && readsUnit) {
        std::size_t from = length;
        while (from < text.size() && isBlank(text[from]))
            ++from;
        const std::size_t end = std::min(text.find_first_of(" \t,;|)]}'\"/-", from), text.size());
        *value *= unitFactor(text.substr(from, end - from));
    }
    return value;
}

/// The number that the text ends in.
std::optional<double> figureBefore(std::string_view text, bool readsUnit)
{
    const auto isEnd = [](char c) {
        return isBlank(c) || std::string_view("([|=\"'").find(c) != std::string_view::npos;
    };
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    std::size_t from = text.size();
    while (from > 0 && !isEnd(text[from - 1]) && (readsUnit || text[from - 1] != ':'))
        --from;
    while (readsUnit && from > 2 && text[from - 1] == ' ' && (text[from - 2] == 'm' || text[from - 2] == 'h') &&
           isDigit(text[from - 3])) {  // "1m 2.50s"
        from -= 3;
        while (from > 0 && isDigit(text[from - 1]))
            --from;
    }
    const std::string_view word = text.substr(from);
    if (!readsUnit)
        return numberLength(word) == word.size() ? numberIn(word) : std::nullopt;
    const std::optional<Duration> duration = durationOf(word);
    return duration ? std::optional(duration->seconds) : figureAt(word, true);
}

/// Behind a text in the line: "elapsed time per iteration (ms): 1234.5".
std::optional<double> figureAfter(std::string_view line, const std::string& after, bool readsUnit)
{
    for (std::size_t at = line.find(after); at != std::string_view::npos; at = line.find(after, at + 1))
        if (const std::optional<double> value = figureAt(line.substr(at + after.size()), readsUnit))
            return value;
    return std::nullopt;
}

std::optional<double> figureOfWord(std::string_view line, int word, bool readsUnit)
{
    const std::vector<std::string_view> words = wordsIn(line);
    const int index = word < 0 ? static_cast<int>(words.size()) + word : word;
    return index < 0 || index >= static_cast<int>(words.size())
               ? std::nullopt
               : figureAt(words[static_cast<std::size_t>(index)], readsUnit);
}

std::optional<double> valueIn(std::string_view line, const ProgramField& field)
{
    if (!field.line.empty() && !stands(line, field.line))
        return std::nullopt;
    if (field.word) {
        const std::optional<double> value = figureOfWord(line, *field.word, field.readsUnit);
        if (!value || !field.overWord)
            return value;
        const std::optional<double> divisor = figureOfWord(line, *field.overWord, field.readsUnit);
        return divisor && *divisor > 0 ? std::optional(*value / *divisor) : std::nullopt;
    }
    std::optional<double> sum;
    for (const std::string& after : field.after)
        if (const std::optional<double> value = figureAfter(line, after, field.readsUnit)) {
            sum = sum.value_or(0) + *value;
            if (!field.addsUp)
                break;
        }
    for (const std::string& before : field.before)
        for (std::size_t at = line.find(before); at != std::string_view::npos && !sum; at = line.find(before, at + 1))
            sum = figureBefore(line.substr(0, at), field.readsUnit);
    if (sum && !field.over.empty()) {
        const std::optional<double> divisor = figureAfter(line, field.over, field.readsUnit);
        return divisor && *divisor > 0 ? std::optional(*sum / *divisor) : std::nullopt;
    }
    return sum;
}

/// The text behind one, without its quotes.
std::string_view textAfter(std::string_view line, const ProgramField& field)
{
    for (const std::string& after : field.after)
        if (const std::size_t at = line.find(after); at != std::string_view::npos) {
            std::string_view text = trimmed(line.substr(at + after.size()));
            if (text.size() > 1 && (text.front() == '"' || text.front() == '\''))
                text = text.substr(1, text.find_last_of(text.front()) - 1);
            return text;
        }
    return {};
}

/// What one run logged so far.
class Logger {
public:
    explicit Logger(const Program& program, std::string name = {})
        : m_program(&program), m_values(program.fields.size())
    {
        m_run.name = std::move(name);
    }

    void line(std::string_view text, int number)
    {
        if (m_run.line == 0)
            m_run.line = number;
        for (std::size_t i = 0; i < m_program->fields.size(); ++i) {
            const ProgramField& field = m_program->fields[i];
            if (field.as == Logged::Name) {
                if (const std::string_view found = textAfter(text, field); !found.empty())
                    (m_isTimed ? m_nextName : m_run.name) = found;
            } else if (field.as == Logged::Command || field.as == Logged::State) {
                std::string& into = field.as == Logged::Command ? m_run.command : m_run.state;
                if (const std::string_view found = textAfter(text, field); !found.empty() && into.empty())
                    into = found;
            } else if (const std::optional<double> value = valueIn(text, field)) {
                m_values[i].push_back(field.divides && *value > 0 ? 1 / *value : *value * field.times);
                m_isTimed =
                    m_isTimed || field.as == Logged::Time || field.as == Logged::Rate || field.as == Logged::RateOfOne;
            }
        }
    }

    [[nodiscard]] bool isTimed() const { return m_isTimed; }
    /// Of the run behind this one.
    [[nodiscard]] std::string nextName() const { return m_nextName.empty() ? m_run.name : m_nextName; }

    ProgramRun run()
    {
        std::map<int, bool> begun;
        for (std::size_t i = 0; i < m_values.size(); ++i)
            take(m_program->fields[i], m_values[i], begun);
        if (m_run[Logged::P])
            m_run[Logged::P] = std::round(*m_run[Logged::P]);
        for (const ProgramField& field : m_program->fields)
            if (field.perP && m_run[field.as] && m_run[Logged::P])
                *m_run[field.as] /= *m_run[Logged::P];
        return std::move(m_run);
    }

private:
    void take(const ProgramField& field, const std::vector<double>& values, std::map<int, bool>& begun)
    {
        if (field.as == Logged::P && field.group > 0) {
            if (!begun.contains(field.group))
                begun[field.group] = !values.empty() && !m_run[Logged::P];
            if (begun[field.group] && !values.empty())
                m_run[Logged::P] = m_run[Logged::P].value_or(1) * values.back();
            return;
        }
        if (values.empty() && field.otherwise && !m_run[field.as])
            m_run[field.as] = field.otherwise;
        if (values.empty() || m_run[field.as])
            return;
        switch (field.take) {
        case LoggedTake::Last: m_run[field.as] = values.back(); break;
        case LoggedTake::First: m_run[field.as] = values.front(); break;
        case LoggedTake::Count: m_run[field.as] = static_cast<double>(values.size()); break;
        case LoggedTake::Most: m_run[field.as] = *std::max_element(values.begin(), values.end()); break;
        case LoggedTake::Sum: {
            double sum = 0;
            for (const double value : values)
                sum += value;
            m_run[field.as] = sum;
            break;
        }
        case LoggedTake::Steps:
            m_run[field.as] = steadyOf(values);
            m_run.steps = std::max(m_run.steps, values.size());
            m_run.skipped = warmUpOf(m_run.steps);
            break;
        }
    }

    const Program* m_program;
    std::vector<std::vector<double>> m_values;
    ProgramRun m_run;
    std::string m_nextName;
    bool m_isTimed = false;
};

}  // namespace

std::size_t warmUpOf(std::size_t steps)
{
    constexpr std::size_t tenth = 10;
    return steps < 3 ? 0 : (steps + tenth - 1) / tenth;
}

std::optional<double> steadyOf(const std::vector<double>& steps)
{
    if (steps.empty())
        return std::nullopt;
    return median({steps.begin() + static_cast<std::ptrdiff_t>(warmUpOf(steps.size())), steps.end()});
}

std::vector<ProgramRun> runsOf(const Program& program, std::string_view text)
{
    const std::string plain = plainText(text);
    const auto begin = std::find_if(program.begins.begin(), program.begins.end(), [&](const std::string& each) {
        const std::string_view mark = std::string_view(each).substr(each.starts_with('^') ? 1 : 0);
        return plain.find(mark) != std::string::npos;
    });
    std::vector<ProgramRun> runs;
    Logger logger(program);
    int number = 0;
    for (const std::string_view line : linesOf(plain)) {
        ++number;
        if (begin != program.begins.end() && logger.isTimed() && stands(line, *begin)) {
            std::string name = logger.nextName();
            runs.push_back(logger.run());
            logger = Logger(program, std::move(name));
        }
        if (!line.empty())
            logger.line(line, number);
    }
    runs.push_back(logger.run());
    return runs;
}

}  // namespace scalewright
