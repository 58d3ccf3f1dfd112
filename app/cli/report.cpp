// SPDX-License-Identifier: GPL-3.0-or-later
// report: a project's answers in the order of the method, as a folder that can be handed in and recomputed.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "core/base/error/try.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/text.h"
#include "core/output/report/hand_in.h"
#include "core/output/report/report_text_file.h"
#include "core/output/tables/latex.h"
#include "core/project/document/project_file.h"
#include "core/project/document/report_texts.h"

namespace scalewright::cli {

namespace {

struct ReportOptions {
    std::string projectFile, outputPath, textFile;
    bool pdf = false;
};

/// The project with the texts from --words.
Result<Project> withReportTexts(Project project, const std::string& file)
{
    if (file.empty())
        return project;
    TRY(const std::string text, readText(file));
    return withReportTexts(std::move(project), text, inputName(file));
}

Result<std::vector<std::string>> writeArchive(const std::string& file, const std::vector<ArchivedFile>& files)
{
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        return fail(ErrorCode::Input, "already exists and is not overwritten", "another name", {.file = file});
    TRY_DO(saveFile(file, makeArchive(file, files)));
    return std::vector<std::string>{file};
}

/// The number of characters in report.tex that pdflatex prints as question marks.
std::size_t countLettersMissingInPdflatex(const std::vector<ArchivedFile>& files)
{
    const auto latex = std::ranges::find(files, std::string_view("report.tex"), &ArchivedFile::name);
    return latex == files.end() ? 0 : lettersUnsupportedByPdflatex(latex->content).size();
}

Result<Reply> writeReport(const ReportOptions& options, const std::stop_token& stop,
                          const std::function<void(double, const std::string&)>& progress)
{
    if (options.outputPath.empty())
        return fail(ErrorCode::Input, "is missing", "the folder or the .tar.gz to write to", {.field = "-o"});
    if (options.outputPath == "-")
        return fail(ErrorCode::Input, "a report is several files", "a folder, or an archive NAME.tar.gz",
                    {.field = "-o"});
    const std::string name = lowerCase(options.outputPath);
    if (name.ends_with(".zip"))
        return fail(ErrorCode::Input, "zip is not supported", "a name that ends with .tar.gz, or a folder",
                    {.field = "-o"});
    for (const char* ending : {".pdf", ".html", ".md", ".tex"})
        if (name.ends_with(ending))
            return fail(
                ErrorCode::Input, formatMessage("{} looks like a file, not a folder", inQuotes(options.outputPath)),
                formatMessage("a folder, which gets report{}, or an archive NAME.tar.gz", ending), {.field = "-o"});
    std::error_code ignoredError;
    if (std::filesystem::exists(options.outputPath, ignoredError) &&
        !std::filesystem::is_directory(options.outputPath, ignoredError))
        return fail(ErrorCode::Input, "is a file and is not overwritten", "a new folder, or a new archive NAME.tar.gz",
                    {.file = options.outputPath});
    Result<Project> project = readProjectFrom(options.projectFile).and_then([&](Project read) {
        return withReportTexts(std::move(read), options.textFile);
    });
    if (!project)
        return fail(project.error());
    const std::filesystem::path folder =
        options.projectFile == "-" ? std::filesystem::path() : std::filesystem::path(options.projectFile).parent_path();
    TRY(const ReportPackage package,
        makeReportPackage(*project, folder, {.includesPdf = options.pdf}, {.stopToken = stop, .onProgress = progress}));
    const bool archive = isArchiveName(options.outputPath);
    TRY(const std::vector<std::string> files,
        archive ? writeArchive(options.outputPath, package.files) : saveNewFolder(options.outputPath, package.files));

    const Report& writtenReport = package.answeredReport.report;
    Answer answer = handInAnswer(writtenReport, *project);
    answer.next = {.text = archive ? "Hand in the archive." : "Read report.html; hand in the folder.",
                   .command = "scalewright-cli reproduce " + options.outputPath};
    if (const std::size_t missingLetters = countLettersMissingInPdflatex(package.files); missingLetters > 0) {
        answer.confidence.note = "letters missing in LaTeX";
        answer.because = joinNonEmpty(
            {answer.because, formatMessage("pdflatex sets {} as \"?\": run xelatex or lualatex on report.tex.",
                                           countWithNoun(static_cast<long>(missingLetters), "letter"))},
            " ");
    }
    for (const std::string& each : files)
        answer.add(Fact::Interpretation, "written", each);
    return Reply{.answer = std::move(answer),
                 .json = objectOf({{"files", files},
                                   {"sections", writtenReport.sections.size()},
                                   {"answered", answeredSectionCount(writtenReport)},
                                   {"figures", figureCount(writtenReport)},
                                   {"project_digest", package.answeredReport.projectDigest}})};
}

Result<Reply> runReport(const ReportOptions& options)
{
    return runInterruptibly(
        [&](const std::stop_token& stop, const auto& progress) { return writeReport(options, stop, progress); });
}

}  // namespace

CommandRunner declareReport(CLI::App& command)
{
    auto options = std::make_shared<ReportOptions>();
    command.add_option("PROJECT", options->projectFile, "project file, or - for standard input")->required();
    declareOptions(
        command,
        {{"-o,--output", "DIR", options->outputPath,
          "folder or archive (.tar.gz) to write; written completely or not at all, and nothing is overwritten"},
         {"--words", "FILE", options->textFile,
          "your own texts in Markdown: headings such as \"# The ceiling\" start a section's text; kept in "
          "the report's project"},
         {"--pdf", options->pdf, "also report.pdf, with pdflatex"}});
    command.footer(
        "It contains report.html, report.md, report.tex, each figure as SVG, LaTeX and CSV, the project, its "
        "inputs,\nanswers.json and README.md with a checklist. Check it with scalewright-cli reproduce.\nTexts are "
        "possible at " +
        fmt::format("{}", fmt::join(reportTextPlaces, ", ")) +
        ".\nExit status: 0 even if sections are missing: the report says which.");
    return [options] { return runReport(*options); };
}

}  // namespace scalewright::cli
