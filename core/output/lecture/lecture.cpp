#include "core/output/lecture/lecture.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/slide_choices.h"
#include "core/project/document/variants.h"

namespace scalewright {

namespace {

struct KeyText {
    std::string title, project, page, part, focus, claim, control, field, variant, beside;
    bool guess = false;
    Json::Object set, unknown;
};

template <class Visitor>
void fields(Visitor& visit, Some<KeyText> auto& key)
{
    visit.text("title", key.title);
    visit.text("project", key.project);
    visit.text("page", key.page);
    visit.text("part", key.part);
    visit.text("focus", key.focus);
    visit.text("claim", key.claim);
    visit.text("control", key.control);
    visit.text("field", key.field);
    visit.text("variant", key.variant);
    visit.text("beside", key.beside);
    visit.flag("guess", key.guess);
    visit.members("set", key.set);
    visit.rest(key.unknown);
}

/// Notes the problems of one key, each with its number.
class KeyCheck {
public:
    KeyCheck(std::vector<Problem>& problems, std::size_t index) : m_problems(problems), m_index(index) {}

    [[nodiscard]] std::string at(const std::string& member) const
    {
        return fmt::format("/keys/{}/{}", m_index, member);
    }
    void note(const std::string& member, std::string message, std::string expected)
    {
        m_problems.push_back(
            {say("key {}: {}", m_index + 1, std::move(message)), std::move(expected), {.pointer = at(member)}});
    }
    /// What went wrong elsewhere, said of this key.
    void note(const std::string& member, const Error& error)
    {
        for (const Problem& problem : error.problems)
            note(member, problem.message, problem.expected);
    }

private:
    std::vector<Problem>& m_problems;
    std::size_t m_index;
};

std::string textOf(const Json& value)
{
    if (const std::string* text = value.asString())
        return *text;
    if (const Json::Number* number = value.asNumber())
        return number->text;
    return value.asBool() ? (*value.asBool() ? "true" : "false") : "";
}

void checkSlide(const KeyText& text, KeyCheck& check)
{
    if (!text.focus.empty() && !isSlideName(text.focus)) {
        std::vector<std::string> names(slideNames.begin(), slideNames.end());
        check.note("focus", say("there is no slide {}", inQuotes(text.focus)), joined(names, ", "));
    }
    if (!text.control.empty() && !findField(text.control))
        check.note("control", say("there is no field {}", inQuotes(text.control)),
                   "a pointer of the project, such as /target/alpha_s");
    for (const auto& [member, value] : {std::pair{"claim", &text.claim}, {"control", &text.control}})
        if (!value->empty() && text.focus.empty())
            check.note(member, say("a {} belongs to a slide", member), "a focus that names the slide");
}

LectureKey keyOf(const KeyText& text, const std::filesystem::path& folder, const std::vector<std::string>& pages,
                 std::size_t index)
{
    LectureKey key{text.title,
                   text.page,
                   text.part,
                   text.focus,
                   text.claim,
                   text.control,
                   !text.field.empty() || text.set.empty() ? text.field : text.set.front().first,
                   folder / text.project,
                   text.guess,
                   {},
                   {}};
    KeyCheck check(key.problems, index);
    for (const auto& [member, value] :
         {std::pair{"title", &text.title}, {"project", &text.project}, {"page", &text.page}})
        if (value->empty() && (value != &text.page || text.focus.empty()))
            check.note(member, say("a key needs a {}", member), {});
    checkSlide(text, check);
    if (!text.field.empty() && !findField(text.field))
        check.note("field", say("there is no field {}", inQuotes(text.field)),
                   "a pointer of the project, such as /target/alpha_s");
    for (const auto& [name, value] : text.unknown)
        check.note(pointerToken(name), say("a key has no {}", inQuotes(name)),
                   "title, project, page, part, focus, claim, control, field, variant, set, beside or guess");
    if (!text.page.empty() && std::find(pages.begin(), pages.end(), text.page) == pages.end()) {
        std::vector<std::string> names;
        for (const std::string& page : pages)
            names.push_back(page);
        check.note("page", say("there is no page {}", inQuotes(text.page)), joined(names, ", "));
    }
    if (text.project.empty())
        return key;
    if (std::error_code none; !std::filesystem::exists(key.file, none))
        if (const Result<std::filesystem::path> example = resourcePath("examples/" + text.project))
            key.file = *example;
    Result<Project> project = readProject(key.file);
    if (!project) {
        check.note("project", project.error());
        return key;
    }
    key.project = std::move(*project);
    if (!text.variant.empty()) {
        if (Result<Project> shown = withVariantShown(key.project, text.variant))
            key.project = std::move(*shown);
        else
            check.note("variant", shown.error());
    }
    if (!text.beside.empty()) {
        Result<Project> both = withVariantRenamed(key.project, key.project.variantName, text.beside);
        if (both)
            both = withVariantAdded(*both, text.title);
        if (both)
            key.project = std::move(*both);
        else
            check.note("beside", both.error());
    }
    for (const auto& [pointer, value] : text.set)
        if (const Result<void> set = setFieldText(key.project, pointer, textOf(value)); !set)
            check.note("set/" + pointerToken(pointer), set.error());
    return key;
}

}  // namespace

Result<Lecture> readLecture(const std::filesystem::path& path, const std::vector<std::string>& pages)
{
    const Result<std::string> content = readText(path);
    if (!content)
        return fail(content.error());
    const Result<Json> document = parseJson(*content);
    if (!document)
        return fail(inFile(document.error(), path.string()));
    Lecture lecture;
    Error error;
    std::vector<KeyText> keys;
    ObjectReader root(error.problems, *document, {});
    root.kindOfFile("scalewright-lecture");
    root.text("title", lecture.title);
    root.list("keys", keys);
    if (error.problems.empty() && (keys.empty() || keys.size() > mostLectureKeys))
        error.problems.push_back({say("there are {} keys", keys.size()),
                                  say("one to {}, for the number keys", mostLectureKeys),
                                  {.pointer = "/keys"}});
    if (error.problems.empty()) {
        for (std::size_t i = 0; i < keys.size(); ++i)
            lecture.keys.push_back(keyOf(keys[i], path.parent_path(), pages, i));
        if (std::all_of(lecture.keys.begin(), lecture.keys.end(),
                        [](const LectureKey& key) { return !key.problems.empty(); }))
            for (const LectureKey& key : lecture.keys)
                error.problems.insert(error.problems.end(), key.problems.begin(), key.problems.end());
    }
    if (!error.problems.empty())
        return fail(inFile(std::move(error), path.string()));
    for (LectureKey& key : lecture.keys)
        if (!key.problems.empty()) {
            Error said;
            said.problems = std::move(key.problems);
            key.problems = inFile(std::move(said), path.string()).problems;
        }
    return lecture;
}

}  // namespace scalewright
