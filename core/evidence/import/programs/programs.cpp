// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/programs.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::array<std::pair<std::string_view, LoggedValue>, loggedKindCount> loggedKindNames{
    {{"p", LoggedValue::P},
     {"time", LoggedValue::Time},
     {"rate", LoggedValue::Rate},
     {"rate of one", LoggedValue::RatePerWorker},
     {"comp", LoggedValue::Comp},
     {"comm", LoggedValue::Comm},
     {"io", LoggedValue::Io},
     {"work", LoggedValue::Work},
     {"energy", LoggedValue::Energy},
     {"exit", LoggedValue::Exit},
     {"state", LoggedValue::State},
     {"command", LoggedValue::Command},
     {"setting", LoggedValue::Setting},
     {"name", LoggedValue::Name}}};
constexpr std::array<std::pair<std::string_view, LogAggregation>, 7> aggregationNames{
    {{"last", LogAggregation::Last},
     {"first", LogAggregation::First},
     {"sum", LogAggregation::Sum},
     {"most", LogAggregation::Maximum},
     {"count", LogAggregation::Count},
     {"steps", LogAggregation::StepMedian},
     {"mean of steps", LogAggregation::StepMean}}};

/// Reads the members of a JSON object and collects the problems.
class ProgramJsonReader {
public:
    ProgramJsonReader(const Json& object, std::string pointer, Error& error)
        : m_object(object), m_pointer(std::move(pointer)), m_error(error)
    {
        if (object.asObject() == nullptr)
            addProblem("", "an object");
    }

    std::string readText(const char* key, bool needed = false)
    {
        const Json* value = m_object.find(key);
        if (value != nullptr && value->asString() != nullptr)
            return *value->asString();
        if (value != nullptr || needed)
            addProblem(key, "a text");
        return {};
    }

    std::vector<std::string> readTexts(const char* key)
    {
        const Json* value = m_object.find(key);
        std::vector<std::string> list;
        if (value == nullptr)
            return list;
        if (value->asString() != nullptr)
            return {*value->asString()};
        if (const Json::Array* items = value->asArray())
            for (const Json& item : *items)
                if (item.asString() != nullptr && !item.asString()->empty())
                    list.push_back(*item.asString());
        if (list.empty())
            addProblem(key, "a text, or a list of texts");
        return list;
    }

    std::optional<double> readNumber(const char* key)
    {
        const Json* value = m_object.find(key);
        if (value == nullptr)
            return std::nullopt;
        const Json::Number* number = value->asNumber();
        const Result<double> read = number != nullptr ? parseNumber(number->text) : fail(ErrorCode::Input, {});
        if (!read)
            addProblem(key, "a number");
        return read ? std::optional(*read) : std::nullopt;
    }

    bool readFlag(const char* key)
    {
        const Json* value = m_object.find(key);
        if (value != nullptr && value->asBool() == nullptr)
            addProblem(key, "true or false");
        return value != nullptr && value->asBool() != nullptr && *value->asBool();
    }

    template <class Named>
    auto readNamed(const char* key, const Named& names, decltype(names.front().second) otherwise)
    {
        const std::string text = this->readText(key);
        if (text.empty())
            return otherwise;
        std::vector<std::string> known;
        for (const auto& [name, value] : names) {
            if (name == text)
                return value;
            known.emplace_back(name);
        }
        addProblem(key, "one of " + joinNonEmpty(known, ", "));
        return otherwise;
    }

    void addProblem(const char* key, const std::string& expected)
    {
        const Json* value = m_object.find(key);
        m_error.problems.push_back({value == nullptr
                                        ? formatMessage("{} is missing", inQuotes(key))
                                        : formatMessage("found {} for {}", value->kindName(), inQuotes(key)),
                                    expected, ProblemLocation{.jsonPointer = m_pointer + '/' + key}});
    }

private:
    const Json& m_object;
    std::string m_pointer;
    Error& m_error;
};

ProgramField readField(const Json& json, const std::string& pointer, Error& error)
{
    ProgramJsonReader members(json, pointer, error);
    ProgramField field;
    field.kind = members.readNamed("as", loggedKindNames, LoggedValue::Time);
    field.after = members.readTexts("after");
    field.before = members.readTexts("before");
    field.sumsMatches = members.readFlag("adds up");
    field.lineMark = members.readText("line");
    if (const std::optional<double> word = members.readNumber("word"))
        field.wordIndex = static_cast<int>(*word);
    field.divisorAfter = members.readText("over");
    if (const std::optional<double> word = members.readNumber("over word"))
        field.divisorWordIndex = static_cast<int>(*word);
    field.isDividedByP = members.readFlag("per p");
    field.defaultValue = members.readNumber("otherwise");
    field.aggregation = members.readNamed("take", aggregationNames, LogAggregation::Last);
    field.factor = members.readNumber("times").value_or(1);
    field.isReciprocal = members.readFlag("divides");
    field.readsUnit = members.readFlag("unit");
    field.factorGroup = static_cast<int>(members.readNumber("group").value_or(0));
    if (field.after.empty() && field.before.empty() && !(field.wordIndex && !field.lineMark.empty()))
        members.addProblem("after", "\"after\", \"before\", or \"word\" with \"line\"");
    return field;
}

Program readProgram(const Json& json, const std::string& pointer, Error& error)
{
    ProgramJsonReader members(json, pointer, error);
    Program program{.name = members.readText("name", true),
                    .producedBy = members.readText("make", true),
                    .contents = members.readText("reads", true),
                    .marks = members.readTexts("marks"),
                    .runStartMarks = members.readTexts("begins"),
                    .fields = {}};
    program.minimumRuns = static_cast<std::size_t>(std::max(members.readNumber("least").value_or(1), 1.0));
    program.firstStepCompiles = members.readFlag("first step compiles");
    if (program.marks.empty())
        members.addProblem("marks", "texts that the output contains");
    const Json* fields = json.find("fields");
    const Json::Array* list = fields == nullptr ? nullptr : fields->asArray();
    if (list == nullptr)
        members.addProblem("fields", "a list of fields");
    else
        for (std::size_t i = 0; i < list->size(); ++i)
            program.fields.push_back(readField((*list)[i], fmt::format("{}/fields/{}", pointer, i), error));
    return program;
}

/// Only the beginning and end of a long log are searched, since that is where marks occur.
bool containsMark(std::string_view text, std::string_view mark)
{
    constexpr std::size_t headLength = 512u << 10, last = 128u << 10;
    return text.substr(0, headLength).find(mark) != std::string_view::npos ||
           (text.size() > headLength && text.substr(text.size() - last).find(mark) != std::string_view::npos);
}

std::size_t countOccurrences(std::string_view text, std::string_view mark, std::size_t enough)
{
    mark.remove_prefix(mark.starts_with('^') ? 1 : 0);
    std::size_t count = 0;
    for (std::size_t at = text.find(mark); at != std::string_view::npos && count < enough;
         at = text.find(mark, at + mark.size()))
        ++count;
    return count;
}

}  // namespace

Result<std::vector<Program>> parsePrograms(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    Error error;
    std::vector<Program> all;
    const Json* list = document->find("programs");
    if (list == nullptr || list->asArray() == nullptr)
        return fail(ErrorCode::Input, "holds no list of programs", "\"programs\": […]",
                    ProblemLocation{.jsonPointer = "/programs"});
    for (std::size_t i = 0; i < list->asArray()->size(); ++i)
        all.push_back(readProgram((*list->asArray())[i], fmt::format("/programs/{}", i), error));
    if (!error.problems.empty())
        return fail(std::move(error));
    return all;
}

const std::vector<Program>& knownPrograms()
{
    static const std::vector<Program> all = [] {
        Result<std::vector<Program>> read = parseResource("catalogue/programs.json", parsePrograms);
        return read ? std::move(*read) : std::vector<Program>();
    }();
    return all;
}

const Program* detectProgram(std::string_view text)
{
    for (const Program& program : knownPrograms()) {
        const bool marked = std::all_of(program.marks.begin(), program.marks.end(),
                                        [&](const std::string& mark) { return containsMark(text, mark); });
        if (marked &&
            (program.minimumRuns < 2 ||
             std::any_of(program.runStartMarks.begin(), program.runStartMarks.end(), [&](const std::string& begin) {
                 return countOccurrences(text, begin, program.minimumRuns) >= program.minimumRuns;
             })))
            return &program;
    }
    return nullptr;
}

}  // namespace scalewright
