// SPDX-License-Identifier: GPL-3.0-or-later
// reproduce: recomputes a report from its project and inputs and compares it with what was handed in.
#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/output/report/archive.h"
#include "core/output/report/package.h"
#include "core/output/report/questions.h"
#include "core/output/report/reproduction.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

using PlacedDifferences = std::vector<Reproduction::PlacedDifference>;

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
void addDifferences(Answer& answer, const PlacedDifferences& allDifferences)
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
        auto place = std::ranges::find(places, name, &DifferencePlace::name);
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

/// "report.pdf (pdflatex is not installed), …", at most three.
std::string uncheckedText(const std::vector<Reproduction::UncheckedPart>& parts)
{
    constexpr std::size_t maximumNamed = 3;
    std::vector<std::string> names;
    for (const Reproduction::UncheckedPart& each : parts)
        if (names.size() < maximumNamed)
            names.push_back(formatMessage("{} ({})", sanitised(each.fileName), sanitised(each.reason)));
    if (parts.size() > maximumNamed)
        names.push_back(formatMessage("{} more", parts.size() - maximumNamed));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string headlineOf(const Reproduction& found)
{
    const std::string answers = countWithNoun(static_cast<long>(found.answerCount), "answer");
    switch (found.result()) {
    case Reproduction::Result::Equal:
        if (found.comparedOnlyNumbers)
            return formatMessage("The numbers of all {} follow from the project; {} not compared.", answers,
                                 found.filesNotCompared.size() == 1
                                     ? found.filesNotCompared.front() + " was"
                                     : formatMessage("{} other files were", found.filesNotCompared.size()));
        return formatMessage("All {} and {} follow from the project.", answers,
                             countWithNoun(static_cast<long>(found.fileCount), "file"));
    case Reproduction::Result::Differs:
        return formatMessage(
            "{} in {} and {}{}.", countWithNoun(static_cast<long>(found.differences.size()), "difference"), answers,
            countWithNoun(static_cast<long>(found.fileCount), "file"),
            found.uncheckedParts.empty() ? "" : formatMessage(", {} not checked", found.uncheckedParts.size()));
    case Reproduction::Result::NotChecked: break;
    }
    return formatMessage("Could not be checked: {}.", uncheckedText(found.uncheckedParts));
}

/// `displayName`: the name of the folder or archive as shown in messages.
Reply replyTo(const Reproduction& found, const std::string& displayName)
{
    Answer answer{.headline = headlineOf(found)};
    const Reproduction::Result result = found.result();
    if (result == Reproduction::Result::Differs)
        addDifferences(answer, found.differences);
    else
        answer.because = "Other inputs give other answers, not errors.";
    if (!found.studentFiles.empty())
        answer.because = joinNonEmpty(
            {answer.because, formatMessage("Not judged: {} in student/.",
                                           countWithNoun(static_cast<long>(found.studentFiles.size()), "file"))},
            " ");
    if (result == Reproduction::Result::Equal)
        answer.confidence.note = "inputs and date are not authenticated";
    if (!found.filesNotCompared.empty())
        answer.add(Fact::Warning, "not compared",
                   sanitised(fmt::format("{}", fmt::join(found.filesNotCompared, ", "))));
    for (const Reproduction::UncheckedPart& each : found.uncheckedParts)
        answer.add(Fact::Warning, "not checked",
                   formatMessage("{} {}", sanitised(each.fileName), sanitised(each.reason)));
    if (!found.studentFiles.empty())
        answer.add(
            Fact::Interpretation, "not judged",
            formatMessage("{} in student/: {}", countWithNoun(static_cast<long>(found.studentFiles.size()), "file"),
                          sanitised(fmt::format("{}", fmt::join(found.studentFiles, ", ")))));
    std::vector<Problem> problems;
    if (!found.differences.empty())
        problems.push_back({formatMessage("{} of its figures and files differ", found.differences.size()),
                            "the ones that its project gives",
                            {.file = displayName}});
    for (const Reproduction::UncheckedPart& each : found.uncheckedParts)
        problems.push_back({each.reason, each.remedy, {.file = each.fileName}});
    return Reply{.answer = std::move(answer),
                 .json = objectOf(
                     {{"result", nameOf(result)},
                      {"answers", found.answerCount},
                      {"files", found.fileCount},
                      {"program", found.program},
                      {"differences", listOf(found.differences,
                                             [](const Reproduction::PlacedDifference& each) {
                                                 return objectOf({{"command", each.place},
                                                                  {"pointer", each.difference.jsonPointer},
                                                                  {"was", each.difference.before},
                                                                  {"is", each.difference.after}});
                                             })},
                      {"not_checked", listOf(found.uncheckedParts,
                                             [](const Reproduction::UncheckedPart& each) {
                                                 return objectOf({{"file", each.fileName}, {"reason", each.reason}});
                                             })},
                      {"not_compared", found.filesNotCompared},
                      {"student_files", found.studentFiles}}),
                 .exitStatus = result == Reproduction::Result::Equal ? 0 : 1,
                 .problems = std::move(problems)};
}

/// The archive's files in a temporary folder; those of the student are only listed.
Result<HandInFolder> unpackHandIn(const std::string& file, const TemporaryFolder& folder)
{
    TRY(const std::string bytes, readText(file));
    const Result<std::vector<ArchivedFile>> files = unpackArchive(bytes);
    if (!files)
        return fail(withFileName(files.error(), inputName(file)));
    HandInFolder handIn{.folder = folder.path()};
    for (const ArchivedFile& each : *files) {
        handIn.fileNames.push_back(each.name);
        if (each.name.find('/') == std::string::npos)
            TRY_DO(saveFile(folder / each.name, each.content));
    }
    std::set<std::string> folders;
    for (const std::string& name : handIn.fileNames)
        folders.insert(name.substr(0, name.find('/') + 1));
    for (const char* needed : {reportAnswersFile, reportProjectFile})
        if (!contains(handIn.fileNames, needed))
            return fail(ErrorCode::Input,
                        folders.contains("") || folders.size() == 1
                            ? formatMessage("contains no {}", std::string(needed))
                            : formatMessage("contains {} folders: {}", folders.size(),
                                            sanitised(fmt::format("{}", fmt::join(folders, ", ")))),
                        "an archive of one folder that scalewright-cli report wrote", {.file = inputName(file)});
    return handIn;
}

Result<Reply> runReproduce(const std::string& place, bool comparesOnlyNumbers)
{
    return runInterruptibly([&](const std::stop_token& stop, const auto&) -> Result<Reply> {
        const ReproductionOptions options{.comparesOnlyNumbers = comparesOnlyNumbers, .stop = stop};
        std::error_code ignored;
        if (place != "-" && !std::filesystem::is_regular_file(place, ignored)) {
            TRY(const HandInFolder handIn, listHandIn(place));
            TRY(const Reproduction found, reproduceHandIn(handIn, options));
            return replyTo(found, place);
        }
        TRY(const TemporaryFolder folder, TemporaryFolder::create());
        TRY(const HandInFolder handIn, unpackHandIn(place, folder));
        TRY(const Reproduction found, reproduceHandIn(handIn, options));
        return replyTo(found, inputName(place));
    });
}

}  // namespace

CommandRunner declareReproduce(CLI::App& command)
{
    struct ReproduceOptions {
        std::string place;
        bool comparesOnlyNumbers = false;
    };
    auto options = std::make_shared<ReproduceOptions>();
    command
        .add_option("PACKAGE", options->place,
                    "the folder or the archive that scalewright-cli report wrote; - for an archive")
        ->required();
    declareOptions(command, {{"--numbers-only", options->comparesOnlyNumbers,
                              "compare the numbers of answers and traces, not sentences and files: for a report made "
                              "by another version"}});
    command.footer(
        "Every answer and file is made again from the packed project, and every packed trace is read again. Files "
        "under "
        "student/\nare listed, not judged. Exit status: 0 checked and equal, 1 differs or could not be checked, with "
        "the reason.");
    return [options] { return runReproduce(options->place, options->comparesOnlyNumbers); };
}

}  // namespace scalewright::cli
