// SPDX-License-Identifier: GPL-3.0-or-later
// reproduce: recomputes every answer in a report's folder and compares it with what was handed in.
#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/trace/reference.h"
#include "core/output/report/differences.h"
#include "core/output/report/hand_in.h"
#include "core/output/report/package.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

/// Each with the command or file that it concerns.
using Differences = std::vector<std::pair<std::string, Difference>>;

/// Whether the value is a sentence, which another version may word differently.
bool isProse(const std::string& json)
{
    return json.starts_with('"') && json.find(' ') != std::string::npos;
}

const std::string* stringMember(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value ? value->asString() : nullptr;
}

/// Every packed input that has changed; nullopt if the list is malformed.
std::optional<Differences> recordedInputChanges(const Json& recordedAnswers, const std::filesystem::path& folder)
{
    Differences changes;
    const Json* inputs = recordedAnswers.find("inputs");  // the first version had no list of inputs
    if (!inputs)
        return changes;
    if (!inputs->asArray())
        return std::nullopt;
    for (const Json& each : *inputs->asArray()) {
        const std::string *file = stringMember(each, "file"), *digest = stringMember(each, "digest");
        const Json* packed = each.find("packed");
        if (!file || !digest || !packed || !packed->asBool() || file->empty() ||
            file->find_first_of("/\\") != std::string::npos)
            return std::nullopt;
        if (!*packed->asBool())
            continue;
        const Result<std::string> currentDigest = digestFile(folder / *file);
        if (!currentDigest || *currentDigest != *digest)
            changes.emplace_back(*file, Difference{"digest", *digest, currentDigest ? *currentDigest : "missing"});
    }
    return changes;
}

/// The report's files that are missing or different in the folder, because the text that a person reads follows from
/// the project too.
Differences findChangedFiles(const Report& report, const std::filesystem::path& folder)
{
    std::vector<ArchivedFile> files{{"report.html", reportHtml(report)},
                                    {"report.md", reportMarkdown(report)},
                                    {"report.tex", reportLatex(report)}};
    if (Result<std::vector<ArchivedFile>> figures = figureFiles(report))
        std::move(figures->begin(), figures->end(), std::back_inserter(files));
    Differences changes;
    for (const ArchivedFile& file : files) {
        const Result<std::string> existingText = readText((folder / file.name).string());
        if (!existingText || *existingText != file.content)
            changes.emplace_back(file.name,
                                 Difference{"text", existingText ? "another" : "missing", "as the project gives it"});
    }
    return changes;
}

/// A value shortened to fit on part of a line.
std::string briefValue(std::string_view json)
{
    constexpr std::size_t maximumLength = 18;  // fits a number with all its digits
    const std::string clean = sanitised(json);
    std::string text;
    for (std::size_t position = 0, length = 0; position < clean.size(); ++length) {
        if (length == maximumLength)
            return text + "…";
        const std::size_t byteLength = std::max<std::size_t>(utf8Length(clean, position), 1);
        if (clean[position] != '\n')
            text += clean.substr(position, byteLength);
        position += byteLength;
    }
    return text.empty() ? "none" : text;
}

/// Whether both values are numbers, which are more informative than a changed sentence.
bool isNumeric(const Difference& difference)
{
    return parseNumber(difference.before).has_value() && parseNumber(difference.after).has_value();
}

/// Adds a row for each of a few commands and files, with one of its differences, numbers first; adds all differences as
/// details.
void addDifferences(Answer& answer, const Differences& allDifferences)
{
    constexpr std::size_t maximumRows = 5;
    Table table{.columns = {{"in", "in", ""},
                            {"differences", "differences", ""},
                            {"pointer", "such as", ""},
                            {"was", "handed in", ""},
                            {"is", "recomputed", ""}}};
    struct DifferencePlace {
        std::string name;
        int count = 0;
        const Difference* shownDifference = nullptr;
    };
    std::vector<DifferencePlace> places;
    for (const auto& [name, difference] : allDifferences) {
        auto place =
            std::find_if(places.begin(), places.end(), [&](const DifferencePlace& each) { return each.name == name; });
        if (place == places.end())
            place = places.insert(places.end(), {name});
        ++place->count;
        if (!place->shownDifference || (!isNumeric(*place->shownDifference) && isNumeric(difference)))
            place->shownDifference = &difference;
    }
    std::stable_partition(places.begin(), places.end(),
                          [](const DifferencePlace& each) { return isNumeric(*each.shownDifference); });
    for (std::size_t i = 0; i < places.size() && i < maximumRows; ++i)
        table.rows.push_back({Cell(places[i].name), Cell(fmt::format("{}", places[i].count)),
                              Cell(places[i].shownDifference->jsonPointer),
                              Cell(briefValue(places[i].shownDifference->before)),
                              Cell(briefValue(places[i].shownDifference->after))});
    if (places.size() > maximumRows)
        answer.because += fmt::format(" {} answers and files differ.", places.size());
    answer.table = std::move(table);
    for (const auto& [place, difference] : allDifferences)
        answer.add(Fact::Interpretation, place, "{}: {}, now {}", difference.jsonPointer, briefValue(difference.before),
                   briefValue(difference.after));
}

/// `displayName`: the folder's name as shown in messages.
Result<Reply> reproduceFolder(const std::string& folder, const std::string& displayName)
{
    const std::filesystem::path folderPath = folder;
    const std::string file = (folderPath / reportAnswersFile).string(),
                      project = (folderPath / reportProjectFile).string();
    const auto failNotReport = [&](const char* message) {
        return fail(ErrorCode::Input, message, "the output of scalewright-cli report",
                    {.file = (std::filesystem::path(displayName) / reportAnswersFile).string()});
    };
    std::error_code ignoredError;
    // Reading from a pipe might never end.
    for (const std::filesystem::directory_entry& each : std::filesystem::directory_iterator(folderPath, ignoredError))
        if (each.exists(ignoredError) && !each.is_regular_file(ignoredError) && !each.is_directory(ignoredError))
            return fail(ErrorCode::Input, "is not a regular file", "the folder as scalewright-cli report wrote it",
                        {.file = (std::filesystem::path(displayName) / each.path().filename()).string()});
    TRY(const std::string text, readText(file));
    const Result<Json> recordedAnswers = parseJson(text);
    if (!recordedAnswers)
        return fail(withFileName(recordedAnswers.error(), file));
    const Json* answers = recordedAnswers->find("answers");
    const std::string *program = stringMember(*recordedAnswers, "program"),
                      *digest = stringMember(*recordedAnswers, "project_digest");
    if (!answers || !answers->asArray() || !program || !digest)
        return failNotReport("contains no answers of a report");
    TRY(const std::string currentDigest, digestFile(project));

    const bool isSameProgram = *program == "Scalewright " SCALEWRIGHT_VERSION;
    Differences allDifferences;
    const auto add = [&](const std::string& command, const Difference& difference) {
        allDifferences.emplace_back(command, difference);
    };
    if (currentDigest != *digest)
        add(reportProjectFile, {"digest", *digest, currentDigest});
    const auto inputs = recordedInputChanges(*recordedAnswers, folderPath);
    if (!inputs)
        return failNotReport("contains a malformed list of inputs");
    for (const auto& [name, difference] : *inputs)
        add(name, difference);
    // If the program is the same, every file of the report must match byte for byte; with another version, only the
    // numbers must match.
    std::optional<AnsweredReport> recomputed;
    const Result<Project> read = readProject(project);
    if (isSameProgram && read) {
        TRY(AnsweredReport answered, makeAnsweredReport(*read));
        recomputed = std::move(answered);
        if (const std::string* date = stringMember(*recordedAnswers, "date"))
            recomputed->report.date = *date;
        for (const auto& [name, difference] : findChangedFiles(recomputed->report, folderPath))
            add(name, difference);
    }
    std::vector<bool> seen(reportQuestions().size());
    for (const Json& each : *answers->asArray()) {
        const Json *words = each.find("words"), *recordedJson = each.find("answer");
        if (!words || !words->asArray() || !recordedJson)
            return failNotReport("contains an answer without its command");
        std::string command;
        for (const Json& word : *words->asArray()) {
            if (!word.asString())
                return failNotReport("contains a malformed command");
            command += (command.empty() ? "" : " ") + *word.asString();
        }
        const auto knownQuestion = std::find_if(reportQuestions().begin(), reportQuestions().end(),
                                                [&](const ReportQuestion& one) { return one.command == command; });
        // No other command may be run for a report.
        if (knownQuestion == reportQuestions().end())
            return failNotReport("contains a question that no report asks");
        const auto index = static_cast<std::size_t>(knownQuestion - reportQuestions().begin());
        seen[index] = true;
        const Json recomputedJson = recomputed ? recomputed->answers[index]
                                    : read     ? answerSection(*knownQuestion, *read).answerJson
                                               : Json();
        for (const Difference& difference : findDifferences(*recordedJson, recomputedJson))
            if (isSameProgram || !isProse(difference.before) || !isProse(difference.after))
                add(command, difference);
    }
    for (std::size_t i = 0; isSameProgram && i < seen.size(); ++i)
        if (!seen[i])
            add(reportQuestions()[i].command, {"answer", "missing", "an answer"});
    if (answers->asArray()->empty() && !isSameProgram)
        return failNotReport("contains no answers of a report");
    const std::size_t count = answers->asArray()->size(), differenceCount = allDifferences.size();
    Answer answer{.headline = differenceCount == 0
                                  ? fmt::format("All {} answers are reproduced.", count)
                                  : fmt::format("{} {} in {} answers.", differenceCount,
                                                differenceCount == 1 ? "difference" : "differences", count)};
    if (differenceCount > 0) {
        answer.because = currentDigest == *digest ? "The project is the one that was handed in."
                                                  : "The project is not the one that was handed in.";
        addDifferences(answer, allDifferences);
    }
    if (!isSameProgram)
        answer.add(Fact::Interpretation, "program", fmt::format("made by {}; sentences are not compared", *program));
    return Reply{
        .answer = std::move(answer),
        .json = objectOf({{"answers", count},
                          {"program", *program},
                          {"differences", listOf(allDifferences,
                                                 [](const auto& each) {
                                                     return objectOf({{"command", each.first},
                                                                      {"pointer", each.second.jsonPointer},
                                                                      {"was", each.second.before},
                                                                      {"is", each.second.after}});
                                                 })}}),
        .exitStatus = differenceCount == 0 ? 0 : 1,
        .problems = differenceCount == 0
                        ? std::vector<Problem>()
                        : std::vector<Problem>{{formatMessage("{} of its figures and files differ", differenceCount),
                                                "the ones that its project gives",
                                                {.file = displayName}}}};
}

/// Extracts only the files that an answer depends on.
Result<Reply> reproduceArchive(const std::string& file)
{
    TRY(const std::string bytes, readText(file));
    const Result<std::vector<ArchivedFile>> files = unpackArchive(bytes);
    if (!files)
        return fail(withFileName(files.error(), inputName(file)));
    TRY(const TemporaryFolder folder, TemporaryFolder::create());
    constexpr const char* reportFilePrefixes[]{"input-", "report.", "figure-"};
    bool answers = false, project = false;
    for (const ArchivedFile& each : *files) {
        answers = answers || each.name == reportAnswersFile;
        project = project || each.name == reportProjectFile;
        const bool isReportFile = std::any_of(std::begin(reportFilePrefixes), std::end(reportFilePrefixes),
                                              [&](const char* begin) { return each.name.starts_with(begin); });
        if (each.name != reportAnswersFile && each.name != reportProjectFile &&
            (!isReportFile || each.name.find('/') != std::string::npos))
            continue;
        TRY_DO(saveFile(folder / each.name, each.content));
    }
    if (!answers || !project)
        return fail(ErrorCode::Input, formatMessage("contains no {}", answers ? reportProjectFile : reportAnswersFile),
                    "an archive that scalewright-cli report wrote", {.file = inputName(file)});
    return reproduceFolder(folder.path(), inputName(file));
}

Result<Reply> runReproduce(const std::string& place)
{
    std::error_code ignored;
    return place == "-" || std::filesystem::is_regular_file(place, ignored) ? reproduceArchive(place)
                                                                            : reproduceFolder(place, place);
}

}  // namespace

CommandRunner declareReproduce(CLI::App& command)
{
    auto folder = std::make_shared<std::string>();
    command
        .add_option("PACKAGE", *folder, "the folder or the archive that scalewright-cli report wrote; - for an archive")
        ->required();
    command.footer("Exit status: 0 every number is reproduced, 1 some are not: a table of them.");
    return [folder] { return runReproduce(*folder); };
}

}  // namespace scalewright::cli
