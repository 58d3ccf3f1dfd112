// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/package.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/process/command.h"
#include "core/base/text/quote.h"
#include "core/evidence/trace/reference.h"
#include "core/output/report/checklist.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr double maximumInputBytes = 32u << 20;  // larger inputs are only listed with their digest

/// A file name that is portable to any file system.
std::string portableFileName(const std::string& file)
{
    std::string name = fs::path(file).filename().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-' && c != '_')
            c = '_';
    return name.size() > 60 ? name.substr(name.size() - 60) : name;
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::create()
{
    std::error_code errorCode;
    const fs::path place = fs::temp_directory_path(errorCode);
    std::string name = (place / "scalewright-XXXXXX").string();
    if (errorCode || !::mkdtemp(name.data())) {
        const char* const environmentFolder = std::getenv("TMPDIR");
        return fail(ErrorCode::Environment, "cannot create a temporary folder", "a writable folder, set by TMPDIR",
                    {.file = sanitised(!place.empty()      ? place.string()
                                       : environmentFolder ? environmentFolder
                                                           : "/tmp")});
    }
    return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

bool isInputFileName(const std::string& fileName)
{
    constexpr std::array extensions{".json", ".gz", ".csv", ".txt", ".log", ".data"};
    return std::ranges::any_of(extensions, [&](const char* each) { return fs::path(fileName).extension() == each; });
}

Result<PackedInputs> packInputs(const Project& project, const fs::path& projectFolder, const std::stop_token& stop)
{
    PackedInputs packed{.project = project};
    double total = 0;
    const auto pack = [&](TraceReference& reference) -> Result<void> {
        PackedInput input{
            .fileName = portableFileName(reference.file), .digest = reference.digest, .bytes = double(reference.bytes)};
        const TraceState state = checkTraceState(reference, projectFolder, stop);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped");
        if (state != TraceState::Unchanged)
            input.notPackedReason = state == TraceState::Missing ? "missing" : "changed since it was read";
        else if (total + input.bytes > maximumInputBytes)
            input.notPackedReason = "too large to pack";
        else {
            TRY(std::string content, readText(referencedPath(reference, projectFolder)));
            input.fileName = fmt::format("input-{}-{}{}", packed.inputs.size() + 1, input.fileName,
                                         isInputFileName(input.fileName) ? "" : ".data");
            input.isPacked = true;
            total += input.bytes;
            packed.files.push_back({input.fileName, std::move(content)});
        }
        reference.file = input.fileName;
        packed.inputs.push_back(std::move(input));
        return {};
    };
    for (RecordedRun& run : packed.project.measurements.traces) {
        for (TraceReference& file : run.files)
            TRY_DO(pack(file));
        if (std::optional<TraceReference> rules = userRulesOf(run)) {
            TRY_DO(pack(*rules));
            run = withUserRules(std::move(run), rules);
        }
    }
    return packed;
}

std::string makeReadme(const Project& project, const std::vector<PackedInput>& inputs, bool pdf)
{
    std::string text =
        "# What is here\n\n"
        "- report.html, report.md, report.tex: the answers in the method's order, with figures\n";
    if (pdf)
        text += "- report.pdf: report.tex, typeset\n";
    text +=
        "- figure-*.svg, figure-*.tex: each figure as a separate file\n- project.scalewright: the project, with every "
        "measurement that the answers rest on\n- answers.json: each answer as its command gave it, with the inputs' "
        "digests\n";
    for (const PackedInput& input : inputs)
        text += fmt::format("- {}: {}, digest {}\n", input.fileName,
                            input.isPacked ? "an input" : "an input, not packed (" + input.notPackedReason + ")",
                            input.digest);
    text +=
        "\nRecompute every number:\n\n    scalewright-cli reproduce .\n\nIt exits with 0 if all numbers agree, and "
        "with 1 and a table of differences otherwise.\n\n# Reproducibility checklist (Pineau et al. 2021, JMLR "
        "22(164))\n\n";
    for (const ChecklistLine& line : reproducibilityChecklist(project))
        text += fmt::format("- [{}] {}\n", line.isFilled ? 'x' : ' ', line.text);
    return text;
}

Result<std::string> typesetLatex(const std::string& latex, const std::stop_token& stop)
{
    TRY(const TemporaryFolder created, TemporaryFolder::create());
    const TemporaryFolder& folder = created;
    TRY_DO(saveFile(folder / "report.tex", latex));
    for (int run = 0; run < 2; ++run) {
        const Command command{
            .argv = {"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"},
            .environment = {{"SOURCE_DATE_EPOCH", "0"}, {"FORCE_SOURCE_DATE", "1"}},  // the same PDF each time
            .workingFolder = folder.path(),
            .isIsolated = true,
            .timeoutS = 120,
            .onOutput = [](std::string_view) { return true; },
            .mergesErrorsIntoOutput = true};
        TRY(const CommandResult end, runCommand(command, stop));
        if (end.endReason == CommandResult::EndReason::NotFound)
            return fail(ErrorCode::Environment, "pdflatex is not installed",
                        "Debian's texlive-latex-recommended and texlive-pictures, or no --pdf", {.field = "--pdf"});
        if (end.endReason != CommandResult::EndReason::Exited || end.exitStatus != 0)
            return fail(ErrorCode::Environment, formatMessage("pdflatex ended with {}", endReasonText(end)),
                        "a LaTeX with booktabs and pgfplots 1.16, or no --pdf", {.field = "--pdf"});
    }
    return readText(folder / "report.pdf");
}

}  // namespace scalewright
