// reproduce: every answer of a report's folder, worked out again and held against what was handed in.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/ask.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/report.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/trace/reference.h"
#include "core/output/report/differences.h"
#include "core/output/report/package.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

using Differences = std::vector<std::pair<std::string, Difference>>;  ///< each with the command or the file it is in

/// A sentence: another version may say it otherwise.
bool isProse(const std::string& json)
{
    return json.starts_with('"') && json.find(' ') != std::string::npos;
}

const std::string* textAt(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value ? value->asString() : nullptr;
}

/// Each packed input that is no longer what it was; absent where the list is none.
std::optional<Differences> changedInputs(const Json& kept, const std::filesystem::path& folder)
{
    Differences changed;
    const Json* inputs = kept.find("inputs");  // the first version had none
    if (!inputs)
        return changed;
    if (!inputs->asArray())
        return std::nullopt;
    for (const Json& each : *inputs->asArray()) {
        const std::string *file = textAt(each, "file"), *digest = textAt(each, "digest");
        const Json* packed = each.find("packed");
        if (!file || !digest || !packed || !packed->asBool() || file->empty() ||
            file->find_first_of("/\\") != std::string::npos)
            return std::nullopt;
        if (!*packed->asBool())
            continue;
        const Result<std::string> now = digestOf(folder / *file);
        if (!now || *now != *digest)
            changed.emplace_back(*file, Difference{"digest", *digest, now ? *now : "missing"});
    }
    return changed;
}

/// The files that a report has, where the folder's are others or none: what somebody reads follows from the project too.
Differences changedFiles(const Report& report, const std::filesystem::path& folder)
{
    std::vector<ArchivedFile> files{{"report.html", reportHtml(report)},
                                    {"report.md", reportMarkdown(report)},
                                    {"report.tex", reportLatex(report)}};
    if (Result<std::vector<ArchivedFile>> figures = figureFiles(report))
        std::move(figures->begin(), figures->end(), std::back_inserter(files));
    Differences changed;
    for (const ArchivedFile& file : files) {
        const Result<std::string> there = readText((folder / file.name).string());
        if (!there || *there != file.content)
            changed.emplace_back(file.name, Difference{"text", there ? "another" : "missing", "as the project has it"});
    }
    return changed;
}

/// A value on part of a line.
std::string brief(std::string_view json)
{
    constexpr std::size_t most = 18;  // a number in all its digits
    const std::string clean = cleaned(json);
    std::string text;
    for (std::size_t at = 0, taken = 0; at < clean.size(); ++taken) {
        if (taken == most)
            return text + "…";
        const std::size_t length = std::max<std::size_t>(utf8Length(clean, at), 1);
        if (clean[at] != '\n')
            text += clean.substr(at, length);
        at += length;
    }
    return text.empty() ? "none" : text;
}

/// A number first: that says more than a changed sentence.
bool ofNumbers(const Difference& difference)
{
    return parseNumber(difference.was).has_value() && parseNumber(difference.is).has_value();
}

/// A row for each of a few commands and files, with one of its differences, numbers first; all of them as details.
void addDifferences(Answer& answer, const Differences& differ)
{
    constexpr std::size_t mostRows = 5;
    Table table{.caption = {},
                .columns = {{"in", "in", ""},
                            {"differences", "differences", ""},
                            {"pointer", "such as", ""},
                            {"was", "handed in", ""},
                            {"is", "worked out", ""}},
                .rows = {}};
    struct Place {
        std::string name;
        int count = 0;
        const Difference* shown = nullptr;
    };
    std::vector<Place> places;
    for (const auto& [name, difference] : differ) {
        auto place = std::find_if(places.begin(), places.end(), [&](const Place& each) { return each.name == name; });
        if (place == places.end())
            place = places.insert(places.end(), {name});
        ++place->count;
        if (!place->shown || (!ofNumbers(*place->shown) && ofNumbers(difference)))
            place->shown = &difference;
    }
    std::stable_partition(places.begin(), places.end(), [](const Place& each) { return ofNumbers(*each.shown); });
    for (std::size_t i = 0; i < places.size() && i < mostRows; ++i)
        table.rows.push_back({Cell(places[i].name), Cell(fmt::format("{}", places[i].count)),
                              Cell(places[i].shown->pointer), Cell(brief(places[i].shown->was)),
                              Cell(brief(places[i].shown->is))});
    if (places.size() > mostRows)
        answer.because += fmt::format(" {} answers and files differ.", places.size());
    answer.table = std::move(table);
    for (const auto& [place, difference] : differ)
        addFact(answer, FactKind::Reading, place,
                say("{}: {}, now {}", difference.pointer, brief(difference.was), brief(difference.is)));
}

/// `shown`: what a message calls the folder.
Result<Reply> reproduceFolder(const std::string& folder, const std::string& shown)
{
    const std::filesystem::path at = folder;
    const std::string file = (at / reportedAnswers).string(), project = (at / reportedProject).string();
    const auto notOurs = [&](const char* what) {
        return fail(ErrorCode::Input, what, "what scalewright-cli report wrote",
                    {.file = (std::filesystem::path(shown) / reportedAnswers).string()});
    };
    std::error_code none;
    for (const std::filesystem::directory_entry& each : std::filesystem::directory_iterator(at, none))
        if (each.exists(none) && !each.is_regular_file(none) && !each.is_directory(none))  // a pipe may never end
            return fail(ErrorCode::Input, "is no plain file", "the folder as scalewright-cli report wrote it",
                        {.file = (std::filesystem::path(shown) / each.path().filename()).string()});
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    const Result<Json> kept = parseJson(*text);
    if (!kept)
        return fail(inFile(kept.error(), file));
    const Json* answers = kept->find("answers");
    const std::string *program = textAt(*kept, "program"), *digest = textAt(*kept, "project_digest");
    if (!answers || !answers->asArray() || !program || !digest)
        return notOurs("holds no answers of a report");
    const Result<std::string> now = digestOf(project);
    if (!now)
        return fail(now.error());

    const bool sameProgram = *program == "Scalewright " SCALEWRIGHT_VERSION;
    Differences differ;
    const auto add = [&](const std::string& command, const Difference& difference) {
        differ.emplace_back(command, difference);
    };
    if (*now != *digest)
        add(reportedProject, {"digest", *digest, *now});
    const auto inputs = changedInputs(*kept, at);
    if (!inputs)
        return notOurs("holds a list of inputs that is none");
    for (const auto& [name, difference] : *inputs)
        add(name, difference);
    // By the same program every file of the report follows, byte for byte; by another one the numbers do.
    std::optional<AnsweredReport> again;
    if (const Result<Project> read = readProject(project); sameProgram && read) {
        Result<AnsweredReport> answered = answeredReport(*read, askFor);
        if (!answered)
            return fail(answered.error());
        again = *std::move(answered);
        if (const std::string* date = textAt(*kept, "date"))
            again->report.date = *date;
        for (const auto& [name, difference] : changedFiles(again->report, at))
            add(name, difference);
    }
    std::vector<bool> seen(reportQuestions().size());
    for (const Json& each : *answers->asArray()) {
        const Json *words = each.find("words"), *was = each.find("answer");
        if (!words || !words->asArray() || !was)
            return notOurs("holds an answer without its command");
        ReportQuestion question{"", "", "", {}};
        std::string command;
        for (const Json& word : *words->asArray()) {
            if (!word.asString())
                return notOurs("holds a command that is none");
            question.words.push_back(*word.asString());
            command += (command.empty() ? "" : " ") + *word.asString();
        }
        const auto known = std::find_if(reportQuestions().begin(), reportQuestions().end(),
                                        [&](const ReportQuestion& one) { return one.words == question.words; });
        if (known == reportQuestions().end())
            return notOurs("asks what no report asks");  // nothing but these is run for somebody
        const auto index = static_cast<std::size_t>(known - reportQuestions().begin());
        seen[index] = true;
        const Json is = again ? again->answers[index] : askFor(question, project).json;
        for (const Difference& difference : differencesOf(*was, is))
            if (sameProgram || !isProse(difference.was) || !isProse(difference.is))
                add(command, difference);
    }
    for (std::size_t i = 0; sameProgram && i < seen.size(); ++i)
        if (!seen[i])
            add(fmt::format("{}", fmt::join(reportQuestions()[i].words, " ")), {"answer", "missing", "an answer"});
    if (answers->asArray()->empty() && !sameProgram)
        return notOurs("holds no answers of a report");
    const std::size_t count = answers->asArray()->size(), found = differ.size();
    Json::Array differences;
    for (const auto& [command, difference] : differ)
        differences.emplace_back(Json::Object{{"command", Json(command)},
                                              {"pointer", Json(difference.pointer)},
                                              {"was", Json(difference.was)},
                                              {"is", Json(difference.is)}});
    Answer answer{.headline = found == 0 ? fmt::format("All {} answers come out the same.", count)
                                         : fmt::format("{} {} in {} answers.", found,
                                                       found == 1 ? "difference" : "differences", count),
                  .because = {},
                  .next = {},
                  .sure = {},
                  .details = {},
                  .table = {}};
    if (found > 0) {
        answer.because = *now == *digest ? "The project is the one that was handed in." : "The project is another one.";
        addDifferences(answer, differ);
    }
    if (!sameProgram)
        answer.details.push_back(
            {FactKind::Reading, "program", fmt::format("made by {}; sentences are not compared", *program)});
    return Reply{
        .answer = std::move(answer),
        .json = {{"answers", Json(count)}, {"program", Json(*program)}, {"differences", Json(std::move(differences))}},
        .status = found == 0 ? 0 : 1,
        .problems = found == 0 ? std::vector<Problem>()
                               : std::vector<Problem>{{say("{} of its figures and files come out otherwise", found),
                                                       "those that its project gives",
                                                       {.file = shown}}}};
}

/// Only what an answer rests on leaves the archive.
Result<Reply> reproduceArchive(const std::string& file)
{
    const Result<std::string> bytes = readText(file);
    if (!bytes)
        return fail(bytes.error());
    const Result<std::vector<ArchivedFile>> files = unpacked(*bytes);
    if (!files)
        return fail(inFile(files.error(), inputName(file)));
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder)
        return fail(folder.error());
    constexpr const char* ourFiles[]{"input-", "report.", "figure-"};
    bool answers = false, project = false;
    for (const ArchivedFile& each : *files) {
        answers = answers || each.name == reportedAnswers;
        project = project || each.name == reportedProject;
        const bool ours = std::any_of(std::begin(ourFiles), std::end(ourFiles),
                                      [&](const char* begin) { return each.name.starts_with(begin); });
        if (each.name != reportedAnswers && each.name != reportedProject &&
            (!ours || each.name.find('/') != std::string::npos))
            continue;
        if (Result<void> saved = saveFile(*folder / each.name, each.content); !saved)
            return fail(saved.error());
    }
    if (!answers || !project)
        return fail(ErrorCode::Input, say("holds no {}", answers ? reportedProject : reportedAnswers),
                    "an archive that scalewright-cli report wrote", {.file = inputName(file)});
    return reproduceFolder(folder->path(), inputName(file));
}

Result<Reply> reproduce(const std::string& place)
{
    std::error_code ignored;
    return place == "-" || std::filesystem::is_regular_file(place, ignored) ? reproduceArchive(place)
                                                                            : reproduceFolder(place, place);
}

}  // namespace

Run declareReproduce(CLI::App& command)
{
    auto folder = std::make_shared<std::string>();
    command
        .add_option("PACKAGE", *folder, "the folder or the archive that scalewright-cli report wrote; - for an archive")
        ->required();
    command.footer("Exit status: 0 every number comes out the same, 1 some do not: a table of them.");
    return [folder] { return reproduce(*folder); };
}

}  // namespace scalewright::cli
