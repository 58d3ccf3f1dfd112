// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a program's output line by line.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

bool matchesMark(std::string_view line, std::string_view mark)
{
    if (!mark.starts_with('^'))
        return line.find(mark) != std::string_view::npos;
    return trimmed(line).starts_with(mark.substr(1));
}

/// Length of the number at the start of the text: "1,234.5e-3".
std::size_t numberLength(std::string_view text)
{
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t start = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        return at - start;
    };
    const std::size_t integerDigits = digits();
    while (integerDigits > 0 && integerDigits <= 3 && text.substr(at).starts_with(',') && text.size() > at + 3 &&
           isDigit(text[at + 1]) && isDigit(text[at + 2]) && isDigit(text[at + 3]) &&
           !(text.size() > at + 4 && isDigit(text[at + 4])))
        at += 4;
    if (at < text.size() && text[at] == '.' && (integerDigits > 0 || (at + 1 < text.size() && isDigit(text[at + 1])))) {
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

/// Factor of a unit of time or SI prefix after a number.
double unitFactor(std::string_view unit)
{
    constexpr std::array<std::pair<std::string_view, double>, 6> prefixes{
        {{"K", 1e3}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"B", 1e9}, {"T", 1e12}}};
    for (const auto& [prefix, factor] : prefixes)
        if (unit == prefix)
            return factor;
    const HeaderUnit* known = findHeaderUnit(unit);
    return known != nullptr && known->dimension == Dimension::Time ? known->factor : 1;
}

std::optional<double> parseGroupedNumber(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, ',');
    const Result<double> value = parseNumber(plain);
    return value ? std::optional(*value) : std::nullopt;
}

/// The number at the start of the text, after spaces and common punctuation.
std::optional<double> leadingFigure(std::string_view text, bool readsUnit)
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
        if (const std::optional<Duration> duration = parseDuration(word))
            return duration->seconds;
    }
    std::optional<double> value = parseGroupedNumber(text.substr(0, length));
    if (value && readsUnit) {
        std::size_t start = length;
        while (start < text.size() && isBlank(text[start]))
            ++start;
        const std::size_t end = std::min(text.find_first_of(" \t,;|)]}'\"/-", start), text.size());
        *value *= unitFactor(text.substr(start, end - start));
    }
    return value;
}

/// The number at the end of the text.
std::optional<double> trailingFigure(std::string_view text, bool readsUnit)
{
    const auto isEnd = [](char c) {
        return isBlank(c) || std::string_view("([|=\"'").find(c) != std::string_view::npos;
    };
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    std::size_t start = text.size();
    while (start > 0 && !isEnd(text[start - 1]) && (readsUnit || text[start - 1] != ':'))
        --start;
    while (readsUnit && start > 2 && text[start - 1] == ' ' && (text[start - 2] == 'm' || text[start - 2] == 'h') &&
           isDigit(text[start - 3])) {  // "1m 2.50s"
        start -= 3;
        while (start > 0 && isDigit(text[start - 1]))
            --start;
    }
    const std::string_view word = text.substr(start);
    if (!readsUnit)
        return numberLength(word) == word.size() ? parseGroupedNumber(word) : std::nullopt;
    const std::optional<Duration> duration = parseDuration(word);
    return duration ? std::optional(duration->seconds) : leadingFigure(word, true);
}

/// The number that follows `after` in the line: "elapsed time per iteration (ms): 1234.5".
std::optional<double> figureAfter(std::string_view line, const std::string& after, bool readsUnit)
{
    for (std::size_t at = line.find(after); at != std::string_view::npos; at = line.find(after, at + 1))
        if (const std::optional<double> value = leadingFigure(line.substr(at + after.size()), readsUnit))
            return value;
    return std::nullopt;
}

std::optional<double> figureOfWord(std::string_view line, int word, bool readsUnit)
{
    const std::vector<std::string_view> words = splitWords(line);
    const int index = word < 0 ? static_cast<int>(words.size()) + word : word;
    return index < 0 || index >= static_cast<int>(words.size())
               ? std::nullopt
               : leadingFigure(words[static_cast<std::size_t>(index)], readsUnit);
}

std::optional<double> fieldValue(std::string_view line, const ProgramField& field)
{
    if (!field.lineMark.empty() && !matchesMark(line, field.lineMark))
        return std::nullopt;
    if (field.wordIndex) {
        const std::optional<double> value = figureOfWord(line, *field.wordIndex, field.readsUnit);
        if (!value || !field.divisorWordIndex)
            return value;
        const std::optional<double> divisor = figureOfWord(line, *field.divisorWordIndex, field.readsUnit);
        return divisor && *divisor > 0 ? std::optional(*value / *divisor) : std::nullopt;
    }
    std::optional<double> sum;
    for (const std::string& after : field.after)
        if (const std::optional<double> value = figureAfter(line, after, field.readsUnit)) {
            sum = sum.value_or(0) + *value;
            if (!field.sumsMatches)
                break;
        }
    for (const std::string& before : field.before)
        for (std::size_t at = line.find(before); at != std::string_view::npos && !sum; at = line.find(before, at + 1))
            sum = trailingFigure(line.substr(0, at), field.readsUnit);
    if (sum && !field.divisorAfter.empty()) {
        const std::optional<double> divisor = figureAfter(line, field.divisorAfter, field.readsUnit);
        return divisor && *divisor > 0 ? std::optional(*sum / *divisor) : std::nullopt;
    }
    return sum;
}

/// The text after the field's marker, without quotes.
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

/// Collects the values that one run logged.
class RunParser {
public:
    explicit RunParser(const Program& program, std::string name = {})
        : m_program(&program), m_values(program.fields.size())
    {
        m_run.name = std::move(name);
    }

    void addLine(std::string_view text, int number)
    {
        if (m_run.startLine == 0)
            m_run.startLine = number;
        for (std::size_t i = 0; i < m_program->fields.size(); ++i) {
            const ProgramField& field = m_program->fields[i];
            if (field.kind == LoggedValue::Name) {
                if (const std::string_view found = textAfter(text, field); !found.empty())
                    (m_isTimed ? m_nextName : m_run.name) = found;
            } else if (field.kind == LoggedValue::Setting) {
                if (const std::string_view found = textAfter(text, field); !found.empty() && m_run.setting.empty())
                    m_run.setting = trimmed(found.substr(0, found.find(':')));
            } else if (field.kind == LoggedValue::Command || field.kind == LoggedValue::State) {
                std::string& target = field.kind == LoggedValue::Command ? m_run.command : m_run.state;
                if (const std::string_view found = textAfter(text, field); !found.empty() && target.empty())
                    target = found;
            } else if (const std::optional<double> value = fieldValue(text, field)) {
                m_values[i].push_back(field.isReciprocal && *value > 0 ? 1 / *value : *value * field.factor);
                m_isTimed = m_isTimed || field.kind == LoggedValue::Time || field.kind == LoggedValue::Rate ||
                            field.kind == LoggedValue::RatePerWorker;
            }
        }
    }

    [[nodiscard]] bool isTimed() const { return m_isTimed; }
    /// Name of the run that follows this one.
    [[nodiscard]] std::string nameOfNextRun() const { return m_nextName.empty() ? m_run.name : m_nextName; }

    ProgramRun finishRun()
    {
        std::map<int, bool> startedGroups;
        for (std::size_t i = 0; i < m_values.size(); ++i)
            applyField(m_program->fields[i], m_values[i], startedGroups);
        if (m_run[LoggedValue::P])
            m_run[LoggedValue::P] = std::round(*m_run[LoggedValue::P]);
        for (const ProgramField& field : m_program->fields)
            if (field.isDividedByP && m_run[field.kind] && m_run[LoggedValue::P])
                *m_run[field.kind] /= *m_run[LoggedValue::P];
        return std::move(m_run);
    }

private:
    void applyField(const ProgramField& field, const std::vector<double>& values, std::map<int, bool>& startedGroups)
    {
        if (field.kind == LoggedValue::P && field.factorGroup > 0) {
            if (!startedGroups.contains(field.factorGroup))
                startedGroups[field.factorGroup] = !values.empty() && !m_run[LoggedValue::P];
            if (startedGroups[field.factorGroup] && !values.empty())
                m_run[LoggedValue::P] = m_run[LoggedValue::P].value_or(1) * values.back();
            return;
        }
        if (values.empty() && field.defaultValue && !m_run[field.kind])
            m_run[field.kind] = field.defaultValue;
        if (values.empty() || m_run[field.kind])
            return;
        switch (field.aggregation) {
        case LogAggregation::Last: m_run[field.kind] = values.back(); break;
        case LogAggregation::First: m_run[field.kind] = values.front(); break;
        case LogAggregation::Count: m_run[field.kind] = static_cast<double>(values.size()); break;
        case LogAggregation::Maximum: m_run[field.kind] = *std::max_element(values.begin(), values.end()); break;
        case LogAggregation::Sum: {
            double sum = 0;
            for (const double value : values)
                sum += value;
            m_run[field.kind] = sum;
            break;
        }
        case LogAggregation::StepMedian:
        case LogAggregation::StepMean: {
            const std::size_t skipped =
                std::max<std::size_t>(warmUpSteps(values.size()), m_program->firstStepCompiles ? 1 : 0);
            const std::vector<double> steady(values.begin() + static_cast<std::ptrdiff_t>(skipped), values.end());
            if (steady.empty())
                break;
            m_run[field.kind] = field.aggregation == LogAggregation::StepMedian
                                    ? median(steady)
                                    : std::accumulate(steady.begin(), steady.end(), 0.0) / double(steady.size());
            m_run.stepCount = std::max(m_run.stepCount, values.size());
            m_run.skippedSteps = std::max(m_run.skippedSteps, skipped);
            m_run.firstStepCompiles = m_program->firstStepCompiles;
            break;
        }
        }
    }

    const Program* m_program;
    std::vector<std::vector<double>> m_values;
    ProgramRun m_run;
    std::string m_nextName;
    bool m_isTimed = false;
};

}  // namespace

std::size_t warmUpSteps(std::size_t steps)
{
    constexpr std::size_t tenth = 10;
    return steps < 3 ? 0 : (steps + tenth - 1) / tenth;
}

std::optional<double> steadyMedian(const std::vector<double>& steps)
{
    if (steps.empty())
        return std::nullopt;
    return median({steps.begin() + static_cast<std::ptrdiff_t>(warmUpSteps(steps.size())), steps.end()});
}

bool isCumulativeClock(const std::vector<double>& clock)
{
    constexpr std::size_t enoughRows = 8;
    constexpr double grown = 1.5;
    return clock.size() > 1 && std::is_sorted(clock.begin(), clock.end()) && clock.front() < clock.back() &&
           (clock.size() >= enoughRows || clock.back() >= grown * clock.front());
}

std::vector<ProgramRun> parseRuns(const Program& program, std::string_view text)
{
    const auto begin =
        std::find_if(program.runStartMarks.begin(), program.runStartMarks.end(), [&](const std::string& each) {
            const std::string_view mark = std::string_view(each).substr(each.starts_with('^') ? 1 : 0);
            return text.find(mark) != std::string_view::npos;
        });
    std::vector<ProgramRun> runs;
    RunParser logger(program);
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        ++number;
        if (begin != program.runStartMarks.end() && logger.isTimed() && matchesMark(line, *begin)) {
            std::string name = logger.nameOfNextRun();
            runs.push_back(logger.finishRun());
            logger = RunParser(program, std::move(name));
        }
        if (!line.empty())
            logger.addLine(line, number);
    }
    runs.push_back(logger.finishRun());
    return runs;
}

}  // namespace scalewright
