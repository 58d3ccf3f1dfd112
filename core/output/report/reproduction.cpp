// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/reproduction.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/text/quote.h"
#include "core/evidence/trace/reference.h"
#include "core/evidence/trace/run.h"
#include "core/output/report/hand_in.h"
#include "core/output/report/package.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr const char* studentFolder = "student/";
constexpr std::size_t maximumHandInFiles = 100'000;

bool isProse(const std::string& json)
{
    return json.starts_with('"') && json.find(' ') != std::string::npos;
}

const std::string* stringMember(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value ? value->asString() : nullptr;
}

/// What a hand-in states in answers.json.
struct RecordedAnswers {
    Json document;
    std::string program, date;
    std::vector<std::pair<std::string, const Json*>> answers;  ///< by the question's command
};

Result<RecordedAnswers> readRecordedAnswers(const fs::path& folder)
{
    const auto failNotReport = [&](const char* message) {
        return fail(ErrorCode::Input, message, "the output of scalewright-cli report",
                    {.file = (folder / reportAnswersFile).string()});
    };
    const Result<std::string> text = readText(folder / reportAnswersFile);
    if (!text)
        return fail(Error{ErrorCode::Input, text.error().problems});
    Result<Json> document = parseJson(*text);
    if (!document)
        return fail(withFileName(document.error(), (folder / reportAnswersFile).string()));
    RecordedAnswers recorded{.document = *std::move(document)};
    const Json* answers = recorded.document.find("answers");
    const std::string* program = stringMember(recorded.document, "program");
    if (!answers || !answers->asArray() || !program)
        return failNotReport("contains no answers of a report");
    recorded.program = *program;
    if (const std::string* date = stringMember(recorded.document, "date"))
        recorded.date = *date;
    for (const Json& each : *answers->asArray()) {
        const Json *words = each.find("words"), *answerJson = each.find("answer");
        if (!words || !words->asArray() || !answerJson)
            return failNotReport("contains an answer without its command");
        std::string command;
        for (const Json& word : *words->asArray()) {
            if (!word.asString())
                return failNotReport("contains a malformed command");
            command += (command.empty() ? "" : " ") + *word.asString();
        }
        const bool isKnown = std::any_of(reportQuestions().begin(), reportQuestions().end(),
                                         [&](const ReportQuestion& one) { return one.command == command; });
        if (!isKnown)
            return failNotReport("contains a question that no report asks");
        recorded.answers.emplace_back(std::move(command), answerJson);
    }
    return recorded;
}

/// A name that can only be a file of the hand-in itself.
bool isPlainFileName(const std::string& name)
{
    return !name.empty() && name != "." && name != ".." && name.find_first_of("/\\") == std::string::npos;
}

class Reproducer {
public:
    Reproducer(const HandInFolder& handIn, const ReproductionOptions& options) : m_handIn(handIn), m_options(options)
    {
        m_found.comparedOnlyNumbers = options.comparesOnlyNumbers;
    }

    Result<Reproduction> run()
    {
        TRY(const RecordedAnswers recorded, readRecordedAnswers(m_handIn.folder));
        m_found.program = recorded.program;
        m_found.answerCount = recorded.answers.size();
        m_accountedFor.insert(reportAnswersFile);
        for (const std::string& name : m_handIn.fileNames)
            if (name.starts_with(studentFolder))
                m_found.studentFiles.push_back(name);
        const Result<std::string> readProjectText = readText(m_handIn.folder / reportProjectFile);
        if (!readProjectText)
            return fail(Error{ErrorCode::Input, readProjectText.error().problems});
        const std::string& projectText = *readProjectText;
        m_accountedFor.insert(reportProjectFile);
        const Result<Project> project = parseProject(projectText);
        if (!project) {
            addUnchecked(reportProjectFile, "cannot be read: " + messageOf(project.error().problems.front()),
                         "a project as Scalewright writes it");
            return std::move(m_found);
        }
        TRY_DO(checkTraces(*project));
        TRY(AnsweredReport recomputed, makeAnsweredReport(*project, {.stopToken = m_options.stop}));
        const bool isSameVersion = recomputed.report.program == recorded.program;
        // Another version may ask fewer questions, but some.
        if (recorded.answers.empty() && !isSameVersion)
            return fail(ErrorCode::Input, "contains no answers of a report", "the output of scalewright-cli report",
                        {.file = (m_handIn.folder / reportAnswersFile).string()});
        compareAnswers(recorded, recomputed, isSameVersion);
        if (m_options.comparesOnlyNumbers)
            return std::move(m_found);
        if (!isSameVersion) {
            addUnchecked(reportAnswersFile,
                         formatMessage("was made by {}, so its files cannot be made again", inQuotes(recorded.program)),
                         "that version, or --numbers-only");
            return std::move(m_found);
        }
        if (recomputed.projectDocument != projectText)
            addDifference(reportProjectFile, {"text", "another", "as the project gives it"});
        ++m_found.fileCount;
        recomputed.report.date = recorded.date;
        compareRecord(recorded, recomputed);
        TRY_DO(compareFiles(recomputed, *project));
        for (const std::string& name : m_handIn.fileNames)
            if (!name.starts_with(studentFolder) && !m_accountedFor.contains(name))
                addUnchecked(name, "is not part of a report", "the folder student/ for code, data and slides");
        return std::move(m_found);
    }

private:
    void addDifference(std::string place, Difference difference)
    {
        m_found.differences.push_back({std::move(place), std::move(difference)});
    }

    void addUnchecked(std::string fileName, std::string reason, std::string remedy)
    {
        m_found.uncheckedParts.push_back({std::move(fileName), std::move(reason), std::move(remedy)});
    }

    [[nodiscard]] bool has(const std::string& name) const
    {
        return std::find(m_handIn.fileNames.begin(), m_handIn.fileNames.end(), name) != m_handIn.fileNames.end();
    }

    /// Adds the file to the inputs; true if it is packed and has the digest that the project states.
    bool checkInput(const TraceReference& reference)
    {
        PackedInput input{
            .fileName = reference.file, .digest = reference.digest, .bytes = static_cast<double>(reference.bytes)};
        input.isPacked = isPlainFileName(reference.file) && has(reference.file);
        m_accountedFor.insert(reference.file);
        m_inputs.push_back(input);
        if (!input.isPacked) {
            addUnchecked(fs::path(reference.file).filename().string(), "is not packed",
                         "the file that the project names");
            return false;
        }
        ++m_found.fileCount;
        const Result<std::string> digest = digestFile(m_handIn.folder / reference.file, m_options.stop);
        if (!digest || *digest != reference.digest)
            addDifference(reference.file, {"digest", reference.digest, digest ? *digest : "unreadable"});
        return digest.has_value();
    }

    /// Reads the packed traces again and compares their numbers with those of the project.
    Result<void> checkTraces(const Project& project)
    {
        for (const RecordedRun& run : project.measurements.traces) {
            if (run.files.empty()) {
                addUnchecked(run.name, "names no file", "a recording with its traces");
                continue;
            }
            std::vector<fs::path> files;
            bool isComplete = true;
            for (const TraceReference& reference : run.files) {
                isComplete = checkInput(reference) && isComplete;
                files.push_back(m_handIn.folder / reference.file);
            }
            Result<TraceRules> rules = standardTraceRules();
            if (const std::optional<TraceReference> userRules = userRulesOf(run)) {
                isComplete = checkInput(*userRules) && isComplete;
                if (isComplete)
                    rules = loadTraceRules(m_handIn.folder / userRules->file);
            }
            if (!isComplete)
                continue;
            if (!rules) {
                addUnchecked(userRulesOf(run)->file, "cannot be read as trace rules", "the rules of this recording");
                continue;
            }
            const Result<RecordedRun> readAgain =
                importTraces(files, *rules, {.stop = m_options.stop}).and_then([&](const TraceRun& read) {
                    return makeRecordedRun(read, m_handIn.folder, m_options.stop);
                });
            if (!readAgain && readAgain.error().code == ErrorCode::Cancelled)
                return fail(readAgain.error());
            if (!readAgain)
                addUnchecked(run.files.front().file,
                             "cannot be read as a trace: " + messageOf(readAgain.error().problems.front()),
                             "the trace that the project was made from");
            else
                compareRuns(run, *readAgain);
        }
        return {};
    }

    void compareRuns(const RecordedRun& stored, const RecordedRun& readAgain)
    {
        const std::string& place = stored.files.front().file;
        const auto summaries = [](const RecordedRun& run) {
            std::vector<TraceSummary> ranks;
            for (const TraceReference& file : run.files)
                ranks.insert(ranks.end(), file.ranks.begin(), file.ranks.end());
            std::sort(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
            return ranks;
        };
        const auto compare = [&](const std::string& pointer, std::optional<double> was, std::optional<double> is) {
            constexpr double tolerance = 1e-9;
            if (was && (!is || std::abs(*was - *is) > tolerance * std::max(std::abs(*was), std::abs(*is))))
                addDifference(place, {pointer, fmt::format("{}", *was), is ? fmt::format("{}", *is) : std::string()});
        };
        const std::vector<TraceSummary> before = summaries(stored), after = summaries(readAgain);
        compare("/ranks", static_cast<double>(before.size()), static_cast<double>(after.size()));
        compare("/world_size", stored.worldSize, readAgain.worldSize);
        compare("/straggler", stored.straggler, readAgain.straggler);
        for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
            const TraceSummary &was = before[i], &is = after[i];
            const std::string pointer = fmt::format("/ranks/{}/", i);
            compare(pointer + "rank", was.rank, is.rank);
            compare(pointer + "span_s", was.spanS, is.spanS);
            compare(pointer + "compute_s", was.computeS, is.computeS);
            compare(pointer + "communication_s", was.communicationS, is.communicationS);
            compare(pointer + "exposed_s", was.exposedS, is.exposedS);
            compare(pointer + "memory_s", was.memoryS, is.memoryS);
            compare(pointer + "io_s", was.ioS, is.ioS);
            compare(pointer + "idle_s", was.idleS, is.idleS);
            compare(pointer + "waiting_s", was.waitingS, is.waitingS);
            compare(pointer + "unclassified_s", was.unclassifiedS, is.unclassifiedS);
        }
    }

    void compareAnswers(const RecordedAnswers& recorded, const AnsweredReport& recomputed, bool isSameVersion)
    {
        const bool onlyNumbers = m_options.comparesOnlyNumbers || !isSameVersion;
        std::vector<bool> seen(reportQuestions().size());
        for (const auto& [command, answerJson] : recorded.answers) {
            const auto question = std::find_if(reportQuestions().begin(), reportQuestions().end(),
                                               [&](const ReportQuestion& one) { return one.command == command; });
            const auto index = static_cast<std::size_t>(question - reportQuestions().begin());
            seen[index] = true;
            for (Difference& difference : findDifferences(*answerJson, recomputed.answers[index]))
                // An older version states fewer members, and words its sentences differently.
                if (!onlyNumbers ||
                    (!difference.before.empty() && !isProse(difference.before) && !isProse(difference.after)))
                    addDifference(command, std::move(difference));
        }
        for (std::size_t i = 0; isSameVersion && i < seen.size(); ++i)
            if (!seen[i])
                addDifference(reportQuestions()[i].command, {"answer", "missing", "an answer"});
    }

    void compareFile(const std::string& name, const std::string& content)
    {
        const Result<std::string> handedIn =
            has(name) ? readText((m_handIn.folder / name).string()) : fail(ErrorCode::Input, "is missing");
        m_accountedFor.insert(name);
        ++m_found.fileCount;
        if (!handedIn || *handedIn != content)
            addDifference(name, {"text", handedIn ? "another" : "missing", "as the project gives it"});
    }

    /// The members of answers.json other than its answers. What it says of inputs that are not here is taken over: they
    /// are named as not checked.
    void compareRecord(const RecordedAnswers& recorded, const AnsweredReport& recomputed)
    {
        const std::string* digest = stringMember(recorded.document, "project_digest");
        if (!digest || *digest != recomputed.projectDigest)
            addDifference(reportAnswersFile, {"/project_digest", digest ? *digest : "", recomputed.projectDigest});
        const Json* inputs = recorded.document.find("inputs");
        if (inputs && inputs->asArray())
            for (const Json& each : *inputs->asArray())
                for (PackedInput& input : m_inputs) {
                    const std::string *file = stringMember(each, "file"), *reason = stringMember(each, "reason");
                    const Json* packed = each.find("packed");
                    if (!file || *file != input.fileName || input.isPacked || !packed || !packed->asBool())
                        continue;
                    input.isPacked = *packed->asBool();
                    input.notPackedReason = reason ? *reason : "";
                }
        for (Difference& difference : findDifferences(inputs ? *inputs : Json(), inputsJson(m_inputs))) {
            difference.jsonPointer = "/inputs" + difference.jsonPointer;
            addDifference(reportAnswersFile, std::move(difference));
        }
        ++m_found.fileCount;
    }

    Result<void> compareFiles(const AnsweredReport& recomputed, const Project& project)
    {
        const bool hasPdf = has(reportPdfFile);
        TRY(const std::vector<ArchivedFile> files, reportFiles(recomputed, project, m_inputs, hasPdf));
        for (const ArchivedFile& file : files)
            if (file.name != reportAnswersFile)  // compared number by number: the last digits may differ
                compareFile(file.name, file.content);
        if (!hasPdf)
            return {};
        m_accountedFor.insert(reportPdfFile);
        const Result<std::string> pdf = typesetLatex(reportLatex(recomputed.report), m_options.stop);
        if (!pdf && pdf.error().code == ErrorCode::Cancelled)
            return fail(pdf.error());
        const Result<std::string> handedIn = readText((m_handIn.folder / reportPdfFile).string());
        if (pdf && handedIn && *pdf == *handedIn)
            ++m_found.fileCount;
        else
            addUnchecked(reportPdfFile, pdf ? "is not what LaTeX makes here" : messageOf(pdf.error().problems.front()),
                         "report.html, which was compared");
        return {};
    }

    HandInFolder m_handIn;
    ReproductionOptions m_options;
    Reproduction m_found;
    std::vector<PackedInput> m_inputs;
    std::set<std::string> m_accountedFor;  ///< files that were compared or named
};

}  // namespace

Result<HandInFolder> listHandIn(const fs::path& folder)
{
    HandInFolder handIn{.folder = folder};
    std::error_code ioError;
    for (fs::recursive_directory_iterator each(folder, ioError), end; !ioError && each != end;
         each.increment(ioError)) {
        std::error_code ignored;
        if (each->is_directory(ignored))
            continue;
        const std::string name = each->path().lexically_relative(folder).generic_string();
        // Reading from a pipe might never end.
        if (!each->is_regular_file(ignored))
            return fail(ErrorCode::Input, "is not a regular file", "the folder as scalewright-cli report wrote it",
                        {.file = sanitised((folder / name).string())});
        handIn.fileNames.push_back(name);
        if (handIn.fileNames.size() > maximumHandInFiles)
            return fail(ErrorCode::Input, formatMessage("holds more than {} files", maximumHandInFiles),
                        "the folder as scalewright-cli report wrote it", {.file = sanitised(folder.string())});
    }
    std::sort(handIn.fileNames.begin(), handIn.fileNames.end());
    return handIn;
}

Reproduction::Result Reproduction::result() const
{
    return !differences.empty() ? Result::Differs : !uncheckedParts.empty() ? Result::NotChecked : Result::Equal;
}

const char* reproductionResultName(Reproduction::Result result)
{
    switch (result) {
    case Reproduction::Result::Equal: return "equal";
    case Reproduction::Result::Differs: return "differs";
    case Reproduction::Result::NotChecked: break;
    }
    return "not-checked";
}

Result<Reproduction> reproduceHandIn(const HandInFolder& handIn, const ReproductionOptions& options)
{
    return Reproducer(handIn, options).run();
}

}  // namespace scalewright
