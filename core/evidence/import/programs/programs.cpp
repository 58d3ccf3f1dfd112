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

constexpr std::array<std::pair<std::string_view, Logged>, loggedKinds> kinds{{{"p", Logged::P},
                                                                              {"time", Logged::Time},
                                                                              {"rate", Logged::Rate},
                                                                              {"rate of one", Logged::RateOfOne},
                                                                              {"comp", Logged::Comp},
                                                                              {"comm", Logged::Comm},
                                                                              {"io", Logged::Io},
                                                                              {"work", Logged::Work},
                                                                              {"energy", Logged::Energy},
                                                                              {"exit", Logged::Exit},
                                                                              {"state", Logged::State},
                                                                              {"command", Logged::Command},
                                                                              {"name", Logged::Name}}};
constexpr std::array<std::pair<std::string_view, LoggedTake>, 6> takes{{{"last", LoggedTake::Last},
                                                                        {"first", LoggedTake::First},
                                                                        {"sum", LoggedTake::Sum},
                                                                        {"most", LoggedTake::Most},
                                                                        {"count", LoggedTake::Count},
                                                                        {"steps", LoggedTake::Steps}}};

/// Reads the members of one object and keeps what was wrong.
class Members {
public:
    Members(const Json& object, std::string pointer, Error& error)
        : m_object(object), m_pointer(std::move(pointer)), m_error(error)
    {
        if (object.asObject() == nullptr)
            wrong("", "an object");
    }

    std::string text(const char* key, bool needed = false)
    {
        const Json* value = m_object.find(key);
        if (value != nullptr && value->asString() != nullptr)
            return *value->asString();
        if (value != nullptr || needed)
            wrong(key, "a text");
        return {};
    }

    std::vector<std::string> texts(const char* key)
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
            wrong(key, "a text, or a list of texts");
        return list;
    }

    std::optional<double> number(const char* key)
    {
        const Json* value = m_object.find(key);
        if (value == nullptr)
            return std::nullopt;
        const Json::Number* number = value->asNumber();
        const Result<double> read = number != nullptr ? parseNumber(number->text) : fail(ErrorCode::Input, {});
        if (!read)
            wrong(key, "a number");
        return read ? std::optional(*read) : std::nullopt;
    }

    bool flag(const char* key)
    {
        const Json* value = m_object.find(key);
        if (value != nullptr && value->asBool() == nullptr)
            wrong(key, "true or false");
        return value != nullptr && value->asBool() != nullptr && *value->asBool();
    }

    template <class Named>
    auto named(const char* key, const Named& names, decltype(names.front().second) otherwise)
    {
        const std::string text = this->text(key);
        if (text.empty())
            return otherwise;
        std::vector<std::string> known;
        for (const auto& [name, value] : names) {
            if (name == text)
                return value;
            known.emplace_back(name);
        }
        wrong(key, "one of " + joined(known, ", "));
        return otherwise;
    }

    void wrong(const char* key, const std::string& expected)
    {
        const Json* value = m_object.find(key);
        m_error.problems.push_back({value == nullptr ? say("{} is missing", inQuotes(key))
                                                     : say("{} cannot stand for {}", value->kindName(), inQuotes(key)),
                                    expected, Where{.pointer = m_pointer + '/' + key}});
    }

private:
    const Json& m_object;
    std::string m_pointer;
    Error& m_error;
};

ProgramField fieldOf(const Json& json, const std::string& pointer, Error& error)
{
    Members members(json, pointer, error);
    ProgramField field;
    field.as = members.named("as", kinds, Logged::Time);
    field.after = members.texts("after");
    field.before = members.texts("before");
    field.addsUp = members.flag("adds up");
    field.line = members.text("line");
    if (const std::optional<double> word = members.number("word"))
        field.word = static_cast<int>(*word);
    field.over = members.text("over");
    if (const std::optional<double> word = members.number("over word"))
        field.overWord = static_cast<int>(*word);
    field.perP = members.flag("per p");
    field.otherwise = members.number("otherwise");
    field.take = members.named("take", takes, LoggedTake::Last);
    field.times = members.number("times").value_or(1);
    field.divides = members.flag("divides");
    field.readsUnit = members.flag("unit");
    field.group = static_cast<int>(members.number("group").value_or(0));
    if (field.after.empty() && field.before.empty() && !(field.word && !field.line.empty()))
        members.wrong("after", "\"after\", \"before\", or \"word\" with \"line\"");
    return field;
}

Program programOf(const Json& json, const std::string& pointer, Error& error)
{
    Members members(json, pointer, error);
    Program program{.name = members.text("name", true),
                    .make = members.text("make", true),
                    .reads = members.text("reads", true),
                    .marks = members.texts("marks"),
                    .begins = members.texts("begins"),
                    .fields = {}};
    program.least = static_cast<std::size_t>(std::max(members.number("least").value_or(1), 1.0));
    if (program.marks.empty())
        members.wrong("marks", "texts that the output holds");
    const Json* fields = json.find("fields");
    const Json::Array* list = fields == nullptr ? nullptr : fields->asArray();
    if (list == nullptr)
        members.wrong("fields", "a list of fields");
    else
        for (std::size_t i = 0; i < list->size(); ++i)
            program.fields.push_back(fieldOf((*list)[i], fmt::format("{}/fields/{}", pointer, i), error));
    return program;
}

/// Where logs are long, what they are stands in their beginning or their end.
bool holds(std::string_view text, std::string_view mark)
{
    constexpr std::size_t most = 512u << 10, last = 128u << 10;
    return text.substr(0, most).find(mark) != std::string_view::npos ||
           (text.size() > most && text.substr(text.size() - last).find(mark) != std::string_view::npos);
}

std::size_t countOf(std::string_view text, std::string_view mark, std::size_t enough)
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
        return fail(ErrorCode::Input, "holds no list of programs", "\"programs\": […]", Where{.pointer = "/programs"});
    for (std::size_t i = 0; i < list->asArray()->size(); ++i)
        all.push_back(programOf((*list->asArray())[i], fmt::format("/programs/{}", i), error));
    if (!error.problems.empty())
        return fail(std::move(error));
    return all;
}

const std::vector<Program>& programs()
{
    static const std::vector<Program> all = [] {
        Result<std::vector<Program>> read = parseResource("catalogue/programs.json", parsePrograms);
        return read ? std::move(*read) : std::vector<Program>();
    }();
    return all;
}

const Program* programOf(std::string_view text)
{
    for (const Program& program : programs()) {
        const bool marked = std::all_of(program.marks.begin(), program.marks.end(),
                                        [&](const std::string& mark) { return holds(text, mark); });
        if (marked && (program.least < 2 ||
                       std::any_of(program.begins.begin(), program.begins.end(), [&](const std::string& begin) {
                           return countOf(text, begin, program.least) >= program.least;
                       })))
            return &program;
    }
    return nullptr;
}

}  // namespace scalewright
