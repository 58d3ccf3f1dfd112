#include "core/output/report/package.h"

#include <cctype>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/process/command.h"
#include "core/base/text/quote.h"
#include "core/evidence/trace/reference.h"
#include "core/output/report/checklist.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr double mostInputBytes = 32u << 20;  // packed; what is larger is named with its digest

/// A file's own name, fit for any file system.
std::string plainName(const std::string& file)
{
    std::string name = fs::path(file).filename().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-' && c != '_')
            c = '_';
    return name.size() > 60 ? name.substr(name.size() - 60) : name;
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make()
{
    std::error_code why;
    const fs::path place = fs::temp_directory_path(why);
    std::string name = (place / "scalewright-XXXXXX").string();
    if (why || !::mkdtemp(name.data())) {
        const char* const named = std::getenv("TMPDIR");
        return fail(ErrorCode::Environment, "no temporary folder can be made here",
                    "a folder that can be written, named by TMPDIR",
                    {.file = cleaned(!place.empty() ? place.string()
                                     : named        ? named
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

Result<PackedInputs> packInputs(const Project& project, const fs::path& projectFolder, const std::stop_token& stop)
{
    PackedInputs packed{.project = project, .list = {}, .files = {}};
    double total = 0;
    const auto pack = [&](TraceReference& reference) -> Result<void> {
        PackedInput input{
            .file = plainName(reference.file), .digest = reference.digest, .bytes = double(reference.bytes)};
        const TraceState state = stateOf(reference, projectFolder, stop);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped");
        if (state != TraceState::Same)
            input.why = state == TraceState::Missing ? "missing" : "changed since it was read";
        else if (total + input.bytes > mostInputBytes)
            input.why = "too large to pack";
        else {
            Result<std::string> content = readText(placeOf(reference, projectFolder));
            if (!content)
                return fail(content.error());
            input.file = fmt::format("input-{}-{}", packed.list.size() + 1, input.file);
            input.kept = true;
            total += input.bytes;
            packed.files.push_back({input.file, *std::move(content)});
        }
        reference.file = input.file;
        packed.list.push_back(std::move(input));
        return {};
    };
    for (RecordedRun& run : packed.project.measurements.traces) {
        for (TraceReference& file : run.files)
            if (Result<void> done = pack(file); !done)
                return fail(done.error());
        if (std::optional<TraceReference> rules = ownRulesOf(run)) {
            if (Result<void> done = pack(*rules); !done)
                return fail(done.error());
            run = withOwnRules(std::move(run), rules);
        }
    }
    return packed;
}

std::string readmeOf(const Project& project, const std::vector<PackedInput>& inputs, bool pdf)
{
    std::string text =
        "# What is here\n\n"
        "- report.html, report.md, report.tex: the answers in the method's order, with figures\n";
    if (pdf)
        text += "- report.pdf: report.tex, typeset\n";
    text +=
        "- figure-*.svg, figure-*.tex: each figure by itself\n"
        "- project.scalewright: the project, with every measurement that the answers rest on\n"
        "- answers.json: each answer as its command gave it, with the inputs' digests\n";
    for (const PackedInput& input : inputs)
        text += fmt::format("- {}: {}, digest {}\n", input.file,
                            input.kept ? "an input" : "an input, not packed (" + input.why + ")", input.digest);
    text +=
        "\nWork every number out again:\n\n    scalewright-cli reproduce .\n\n"
        "It ends with 0 where all are the same, with 1 and a table of differences where they are not.\n\n"
        "# Reproducibility checklist (Pineau et al. 2021, JMLR 22(164))\n\n";
    for (const ChecklistLine& line : reproducibilityChecklist(project))
        text += fmt::format("- [{}] {}\n", line.filled ? 'x' : ' ', line.says);
    return text;
}

Result<std::string> typesetLatex(const std::string& latex, const std::stop_token& stop)
{
    const Result<TemporaryFolder> made = TemporaryFolder::make();
    if (!made)
        return fail(made.error());
    const TemporaryFolder& folder = *made;
    if (Result<void> saved = saveFile(folder / "report.tex", latex); !saved)
        return fail(saved.error());
    for (int run = 0; run < 2; ++run) {
        const Command command{
            .words = {"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"},
            .folder = folder.path(),
            .apart = true,
            .timeoutS = 120,
            .output = [](std::string_view) { return true; },
            .errorsToOutput = true};
        const Result<CommandEnd> end = runCommand(command, stop);
        if (!end)
            return fail(end.error());
        if (end->how == CommandEnd::How::NotFound)
            return fail(ErrorCode::Environment, "there is no pdflatex here",
                        "Debian's texlive-latex-recommended and texlive-pictures, or no --pdf", {.field = "--pdf"});
        if (end->how != CommandEnd::How::Exited || end->status != 0)
            return fail(ErrorCode::Environment, say("pdflatex ended with {}", endInWords(*end)),
                        "a LaTeX with booktabs and pgfplots 1.16, or no --pdf", {.field = "--pdf"});
    }
    return readText(folder / "report.pdf");
}

}  // namespace scalewright
