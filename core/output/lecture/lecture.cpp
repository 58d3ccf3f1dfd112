// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/lecture/lecture.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/plan/conditions.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/slide_choices.h"
#include "core/project/document/variants.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<LectureEntry> auto& key)
{
    visit.text("title", key.title);
    visit.text("project", key.projectName);
    visit.text("page", key.page);
    visit.text("part", key.pagePart);
    visit.text("focus", key.slideName);
    visit.text("claim", key.slideClaim);
    visit.text("control", key.slideControl);
    visit.text("field", key.sliderField);
    visit.text("variant", key.variant);
    visit.text("beside", key.comparisonName);
    visit.flag("guess", key.hidesAnswer);
    visit.rawObject("set", key.fieldValues);
    visit.unknownMembers(key.unknownMembers);
}

namespace {

/// The members of a key that are set.
struct EntryWriter {
    Json::Object members{};

    void text(const char* name, const std::string& value)
    {
        if (!value.empty())
            members.emplace_back(name, value);
    }
    void flag(const char* name, bool value)
    {
        if (value)
            members.emplace_back(name, true);
    }
    void rawObject(const char* name, const Json::Object& value)
    {
        if (!value.empty())
            members.emplace_back(name, value);
    }
    void unknownMembers(const Json::Object& unknown) { append(members, unknown); }
};

/// Collects the problems of one key and prefixes each with the key's number.
class KeyChecker {
public:
    KeyChecker(std::vector<Problem>& problems, std::size_t index) : m_problems(problems), m_keyIndex(index) {}

    [[nodiscard]] std::string jsonPointer(const std::string& member) const
    {
        return fmt::format("/keys/{}/{}", m_keyIndex, member);
    }
    void addProblem(const std::string& member, const std::string& message, std::string expected)
    {
        m_problems.push_back({formatMessage("key {}: {}", m_keyIndex + 1, message),
                              std::move(expected),
                              {.jsonPointer = jsonPointer(member)}});
    }
    /// Adds the problems of an error that occurred elsewhere.
    void addProblem(const std::string& member, const Error& error)
    {
        for (const Problem& problem : error.problems)
            addProblem(member, problem.message, problem.expected);
    }

private:
    std::vector<Problem>& m_problems;
    std::size_t m_keyIndex;
};

std::string scalarText(const Json& value)
{
    if (const std::string* text = value.asString())
        return *text;
    if (const Json::Number* number = value.asNumber())
        return number->text;
    return value.asBool() ? (*value.asBool() ? "true" : "false") : "";
}

void checkSlide(const LectureEntry& text, KeyChecker& check)
{
    if (!text.slideName.empty() && !isSlideName(text.slideName)) {
        std::vector<std::string> names(slideNames.begin(), slideNames.end());
        check.addProblem("focus", formatMessage("there is no slide {}", inQuotes(text.slideName)),
                         joinNonEmpty(names, ", "));
    }
    if (!text.slideControl.empty() && !findField(text.slideControl))
        check.addProblem("control", formatMessage("there is no field {}", inQuotes(text.slideControl)),
                         "a pointer of the project, such as /target/alpha_s");
    for (const auto& [memberName, value] : {std::pair{"claim", &text.slideClaim}, {"control", &text.slideControl}})
        if (!value->empty() && text.slideName.empty())
            check.addProblem(memberName, formatMessage("a {} needs a slide", memberName),
                             "a focus that names the slide");
}

LectureKey makeLectureKey(const LectureEntry& text, const std::filesystem::path& folder,
                          const std::vector<std::string>& pages, std::size_t index)
{
    LectureKey key{text, folder / text.projectName, {}, {}};
    if (text.sliderField.empty() && !text.fieldValues.empty())
        key.sliderField = text.fieldValues.front().first;
    KeyChecker check(key.problems, index);
    for (const auto& [memberName, value] :
         {std::pair{"title", &text.title}, {"project", &text.projectName}, {"page", &text.page}})
        if (value->empty() && (value != &text.page || text.slideName.empty()))
            check.addProblem(memberName, formatMessage("a key needs a {}", memberName), {});
    checkSlide(text, check);
    if (!text.sliderField.empty() && !findField(text.sliderField))
        check.addProblem("field", formatMessage("there is no field {}", inQuotes(text.sliderField)),
                         "a pointer of the project, such as /target/alpha_s");
    for (const auto& [memberName, value] : text.unknownMembers)
        check.addProblem(jsonPointerToken(memberName), formatMessage("unknown member {}", inQuotes(memberName)),
                         "title, project, page, part, focus, claim, control, field, variant, set, beside or guess");
    if (!text.page.empty() && !contains(pages, text.page)) {
        std::vector<std::string> names;
        for (const std::string& page : pages)
            names.push_back(page);
        check.addProblem("page", formatMessage("there is no page {}", inQuotes(text.page)), joinNonEmpty(names, ", "));
    }
    if (text.projectName.empty())
        return key;
    if (std::error_code ignoredError; !std::filesystem::exists(key.projectFile, ignoredError))
        if (const Result<std::filesystem::path> example = resourcePath("examples/" + text.projectName))
            key.projectFile = *example;
    Result<Project> project = readProject(key.projectFile);
    if (!project) {
        check.addProblem("project", project.error());
        return key;
    }
    key.project = std::move(*project);
    const Project asRead = key.project;
    if (!text.variant.empty()) {
        if (Result<Project> shownProject = withVariantShown(key.project, text.variant))
            key.project = std::move(*shownProject);
        else
            check.addProblem("variant", shownProject.error());
    }
    if (!text.comparisonName.empty()) {
        Result<Project> comparedProject = withVariantRenamed(key.project, key.project.variantName, text.comparisonName);
        if (comparedProject)
            comparedProject = withVariantAdded(*comparedProject, text.title);
        if (comparedProject)
            key.project = std::move(*comparedProject);
        else
            check.addProblem("beside", comparedProject.error());
    }
    for (const auto& [pointer, value] : text.fieldValues)
        if (const Result<void> setResult = setFieldText(key.project, pointer, scalarText(value)); !setResult)
            check.addProblem("set/" + jsonPointerToken(pointer), setResult.error());
    key.project = withConditionsKept(asRead, std::move(key.project));
    return key;
}

/// The text of a quantity for setFieldText(): as typed if that gives the same value, otherwise a number.
Json fieldText(const std::string& pointer, const MaybeQuantity& quantity, Project project)
{
    if (!quantity)
        return "";
    if (!quantity->asTyped.empty() && setFieldText(project, pointer, quantity->asTyped))
        if (const MaybeQuantity read = fieldValue(project, pointer); read && read->value == quantity->value)
            return quantity->asTyped;
    return quantity->value;
}

}  // namespace

Result<LectureFile> parseLecture(const std::string& content)
{
    return readDataFile<LectureFile>(content, "scalewright-lecture", [](ObjectReader& root, LectureFile& lecture) {
        root.text("title", lecture.title);
        root.list("keys", lecture.keys);
        root.unknownMembers(lecture.unknownMembers);
    });
}

std::string writeLecture(const LectureFile& lecture)
{
    Json::Object members{{"format", "scalewright-lecture"}, {"version", 1}};
    if (!lecture.title.empty())
        members.emplace_back("title", lecture.title);
    Json::Array keys;
    for (const LectureEntry& key : lecture.keys) {
        EntryWriter writer;
        fields(writer, key);
        keys.emplace_back(std::move(writer.members));
    }
    members.emplace_back("keys", std::move(keys));
    append(members, lecture.unknownMembers);
    return writeJson(std::move(members));
}

std::filesystem::path ownLectureFile(const std::filesystem::path& projectFile)
{
    if (projectFile.empty())
        return {};
    std::filesystem::path file = std::filesystem::absolute(projectFile).parent_path() / lectureFileName;
    const Result<std::filesystem::path> shipped = resourcePath(std::string("examples/") + lectureFileName);
    std::error_code ignoredError;
    if (!std::filesystem::exists(file, ignoredError) ||
        (shipped && std::filesystem::equivalent(file, *shipped, ignoredError)))
        return {};
    return file;
}

SetValues setValuesBetween(const Project& saved, const Project& shown)
{
    SetValues values;
    Project changed = saved;
    const auto addDifference = [&](const std::string& pointer) {
        const MaybeQuantity quantity = fieldValue(shown, pointer);
        if (quantity != fieldValue(saved, pointer) && setField(changed, pointer, quantity))
            values.fieldValues.emplace_back(pointer, fieldText(pointer, quantity, saved));
    };
    for (const FieldInfo* field : allFields()) {
        const std::string pointer = field->jsonPointer;
        if (const std::size_t star = pointer.find('*'); star == std::string::npos)
            addDifference(pointer);
        else if (pointer.starts_with("/baseline/steps/"))
            for (std::size_t i = 0; i < saved.baseline.steps.size(); ++i)
                addDifference(std::string(pointer).replace(star, 1, std::to_string(i)));
    }
    values.missesChanges = changed != shown;
    return values;
}

Result<Lecture> readLecture(const std::filesystem::path& path, const std::vector<std::string>& pages)
{
    TRY(const std::string content, readText(path));
    Result<LectureFile> file = parseLecture(content);
    if (!file)
        return fail(withFileName(file.error(), path.string()));
    Lecture lecture{std::move(file->title), {}};
    Error error;
    const std::vector<LectureEntry>& keys = file->keys;
    if (error.problems.empty() && (keys.empty() || keys.size() > maximumLectureKeys))
        error.problems.push_back({formatMessage("found {} keys", keys.size()),
                                  formatMessage("one to {}, for the number keys", maximumLectureKeys),
                                  {.jsonPointer = "/keys"}});
    if (error.problems.empty()) {
        for (std::size_t i = 0; i < keys.size(); ++i)
            lecture.keys.push_back(makeLectureKey(keys[i], path.parent_path(), pages, i));
        if (std::ranges::all_of(lecture.keys, [](const LectureKey& key) { return !key.problems.empty(); }))
            for (const LectureKey& key : lecture.keys)
                append(error.problems, key.problems);
    }
    if (!error.problems.empty())
        return fail(withFileName(std::move(error), path.string()));
    for (LectureKey& key : lecture.keys)
        if (!key.problems.empty()) {
            Error keyError;
            keyError.problems = std::move(key.problems);
            key.problems = withFileName(std::move(keyError), path.string()).problems;
        }
    return lecture;
}

}  // namespace scalewright
