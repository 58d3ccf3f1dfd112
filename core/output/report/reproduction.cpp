// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/reproduction.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/evidence/commfit/timings_import.h"
#include "core/evidence/trace/reference.h"
#include "core/evidence/trace/run.h"
#include "core/output/report/hand_in.h"
#include "core/output/report/package.h"
#include "core/project/document/member_checks.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr const char* studentFolder = "student/";
constexpr double sameFitTolerance = 1e-6;  // relative: another machine may add in another order
constexpr std::size_t maximumHandInFiles = 100'000;
constexpr std::uintmax_t maximumTextBytes = 256u << 20;  // as in an archive

bool isProse(const std::string& json)
{
    return json.starts_with('"') && json.find(' ') != std::string::npos;
}

const std::string* stringMember(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value ? value->asString() : nullptr;
}

std::size_t countNumbers(const Json& json)
{
    std::size_t count = json.asNumber() ? 1 : 0;
    if (const Json::Array* list = json.asArray())
        for (const Json& each : *list)
            count += countNumbers(each);
    if (const Json::Object* members = json.asObject())
        for (const auto& [key, value] : *members)
            count += countNumbers(value);
    return count;
}

/// answers.json without its answers, which are compared one by one.
Json withoutAnswers(Json document)
{
    if (Json::Object* members = document.asObject())
        for (auto& [key, value] : *members)
            if (key == "answers" && value.asArray())
                for (Json& each : *value.asArray())
                    if (each.asObject())
                        std::erase_if(*each.asObject(), [](const auto& member) { return member.first == "answer"; });
    return document;
}

Result<std::string> readHandInText(const fs::path& file)
{
    std::error_code ioError;
    if (fs::file_size(file, ioError) > maximumTextBytes && !ioError)
        return fail(ErrorCode::Input, formatMessage("is larger than {} MB", maximumTextBytes >> 20),
                    "a file as scalewright-cli report writes it", {.file = sanitised(file.string())});
    return readText(file);
}

/// "2026-11-28". The day cannot be checked, but a date is not a place for other claims.
bool isDay(std::string_view text)
{
    constexpr std::string_view pattern = "dddd-dd-dd";
    return text.size() == pattern.size() &&
           std::equal(text.begin(), text.end(), pattern.begin(),
                      [](char c, char expected) { return expected == 'd' ? isDigit(c) : c == expected; });
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
    const Result<std::string> text = readHandInText(folder / reportAnswersFile);
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
        const bool isKnown = contains(reportQuestions(), command, &ReportQuestion::command);
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

/// Of all files, in ascending order of rank.
std::vector<TraceSummary> summariesOf(const RecordedRun& run)
{
    std::vector<TraceSummary> ranks;
    for (const TraceReference& file : run.files)
        append(ranks, file.ranks);
    std::ranges::sort(ranks, [](const auto& a, const auto& b) { return a.rank < b.rank; });
    return ranks;
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
        const Result<std::string> readProjectText = readHandInText(m_handIn.folder / reportProjectFile);
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
        checkTimings(*project);
        TRY(AnsweredReport recomputed, makeAnsweredReport(*project, {.stopToken = m_options.stop}));
        const bool isSameVersion = recomputed.report.program == recorded.program;
        // Another version may ask fewer questions, but some.
        if (recorded.answers.empty() && !isSameVersion)
            return fail(ErrorCode::Input, "contains no answers of a report", "the output of scalewright-cli report",
                        {.file = (m_handIn.folder / reportAnswersFile).string()});
        compareAnswers(recorded, recomputed, isSameVersion);
        if (m_options.comparesOnlyNumbers) {
            for (const std::string& name : m_handIn.fileNames)
                if (!name.starts_with(studentFolder) && !m_accountedFor.contains(name))
                    m_found.filesNotCompared.push_back(name);
            return std::move(m_found);
        }
        if (!isSameVersion) {
            addUnchecked(
                reportAnswersFile,
                formatMessage("was written by {}, so its files cannot be regenerated", inQuotes(recorded.program)),
                "that version, or --numbers-only");
            return std::move(m_found);
        }
        if (recomputed.projectDocument != projectText)
            addDifference(reportProjectFile, {"text", "another", "as the project gives it"});
        ++m_found.fileCount;
        for (const std::string& pointer : findUnreadMembers(*project))
            addUnchecked(reportProjectFile, pointer + " is not read", "a project without it");
        const std::string today = std::exchange(recomputed.report.date, recorded.date);
        if (!isDay(recorded.date) || recorded.date > today)
            addDifference(reportAnswersFile, {"/date", recorded.date, today});
        takeReasonsOfMissingInputs(recorded);
        TRY_DO(compareFiles(recorded, recomputed, *project));
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

    [[nodiscard]] bool has(const std::string& name) const { return contains(m_handIn.fileNames, name); }

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
        if (!isInputFileName(reference.file))
            addUnchecked(reference.file, "does not have the name of an input",
                         "a name that ends with .json, .gz or .csv");
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
            const auto readWith = [&](const TraceRules& used) {
                return importTraces(files, used, {.stop = m_options.stop}).and_then([&](const TraceRun& read) {
                    return makeRecordedRun(read, m_handIn.folder, m_options.stop);
                });
            };
            Result<RecordedRun> readAgain = readWith(*rules);
            if (readAgain && summariesOf(*readAgain).size() != summariesOf(run).size()) {
                rules->workerProcessPatterns.emplace_back("*");  // as with --process-is-rank
                if (Result<RecordedRun> byProcess = readWith(*rules);
                    byProcess && summariesOf(*byProcess).size() == summariesOf(run).size())
                    readAgain = std::move(byProcess);
            }
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

    /// Fits alpha and bandwidth again to the timings in the project.
    void checkTimings(const Project& project)
    {
        for (const RefittedValue& each : refitTimings(project)) {
            if (!each.refitted) {
                addUnchecked(
                    reportProjectFile,
                    formatMessage("has no timings from {} that give {}", inQuotes(each.source), each.jsonPointer),
                    "the timings, imported into the project");
                continue;
            }
            const auto compare = [&](const char* member, double was, double is) {
                if (std::abs(was - is) > sameFitTolerance * std::abs(is))
                    addDifference(reportProjectFile,
                                  {each.jsonPointer + member, fmt::format("{}", was), fmt::format("{}", is)});
            };
            const std::optional<Interval>&was = each.stored.interval, &is = each.refitted->interval;
            compare("/value", each.stored.value, each.refitted->value);
            if (was && is) {
                compare("/low", was->low, is->low);
                compare("/high", was->high, is->high);
            } else if (was) {
                addDifference(reportProjectFile, {each.jsonPointer + "/low", fmt::format("{}", was->low), "none"});
            }
        }
    }

    void compareRuns(const RecordedRun& stored, const RecordedRun& readAgain)
    {
        const std::string& place = stored.files.front().file;
        const auto compare = [&](const std::string& pointer, std::optional<double> was, std::optional<double> is) {
            constexpr double tolerance = 1e-9;
            const bool isEqual =
                was && is && std::abs(*was - *is) <= tolerance * std::max(std::abs(*was), std::abs(*is));
            if (!isEqual && (was || is))
                addDifference(place, {pointer, was ? fmt::format("{}", *was) : std::string(),
                                      is ? fmt::format("{}", *is) : std::string()});
        };
        const std::vector<TraceSummary> before = summariesOf(stored), after = summariesOf(readAgain);
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
            if (was.unclassifiedS)  // absent in older projects
                compare(pointer + "unclassified_s", was.unclassifiedS, is.unclassifiedS);
        }
    }

    void compareAnswers(const RecordedAnswers& recorded, const AnsweredReport& recomputed, bool isSameVersion)
    {
        const bool onlyNumbers = m_options.comparesOnlyNumbers || !isSameVersion;
        std::vector<bool> seen(reportQuestions().size());
        for (const auto& [command, answerJson] : recorded.answers) {
            const auto question = std::ranges::find(reportQuestions(), command, &ReportQuestion::command);
            const auto index = static_cast<std::size_t>(question - reportQuestions().begin());
            seen[index] = true;
            if (!isSameVersion && countNumbers(*answerJson) == 0 && countNumbers(recomputed.answers[index]) > 0)
                addUnchecked(command, "has no numbers", "the answer as the command gave it");
            for (Difference& difference : findDifferences(*answerJson, recomputed.answers[index]))
                // An older version states fewer members, and words its sentences differently.
                if (!onlyNumbers || ((isSameVersion || !difference.before.empty()) && !isProse(difference.before) &&
                                     !isProse(difference.after)))
                    addDifference(command, std::move(difference));
        }
        for (std::size_t i = 0; isSameVersion && i < seen.size(); ++i)
            if (!seen[i])
                addDifference(reportQuestions()[i].command, {"answer", "missing", "an answer"});
    }

    void compareFile(const std::string& name, const std::string& content)
    {
        const Result<std::string> handedIn =
            has(name) ? readHandInText(m_handIn.folder / name) : fail(ErrorCode::Input, "is missing");
        m_accountedFor.insert(name);
        ++m_found.fileCount;
        if (!handedIn || *handedIn != content)
            addDifference(name, {"text", handedIn ? "another" : "missing", "as the project gives it"});
    }

    /// What answers.json says of inputs that are not here is taken over: they are named as not checked.
    void takeReasonsOfMissingInputs(const RecordedAnswers& recorded)
    {
        const Json* inputs = recorded.document.find("inputs");
        if (!inputs || !inputs->asArray())
            return;
        for (const Json& each : *inputs->asArray())
            for (PackedInput& input : m_inputs) {
                const std::string *file = stringMember(each, "file"), *reason = stringMember(each, "reason");
                const Json* packed = each.find("packed");
                if (!file || *file != input.fileName || input.isPacked || !packed || !packed->asBool())
                    continue;
                input.isPacked = *packed->asBool();
                input.notPackedReason = reason ? *reason : "";
            }
    }

    /// All of answers.json except the answers: their order, the digest, the inputs.
    void compareRecord(const RecordedAnswers& recorded, const std::string& recomputedText)
    {
        ++m_found.fileCount;
        const Result<Json> recomputed = parseJson(recomputedText);
        if (!recomputed)
            return addUnchecked(reportAnswersFile, "cannot be made again",
                                "a report as scalewright-cli report writes it");
        for (Difference& difference : findDifferences(withoutAnswers(recorded.document), withoutAnswers(*recomputed)))
            addDifference(reportAnswersFile, std::move(difference));
    }

    Result<void> compareFiles(const RecordedAnswers& recorded, const AnsweredReport& recomputed, const Project& project)
    {
        const bool hasPdf = has(reportPdfFile);
        TRY(const std::vector<ArchivedFile> files, reportFiles(recomputed, project, m_inputs, hasPdf));
        for (const ArchivedFile& file : files)
            if (file.name == reportAnswersFile)  // compared number by number: the last digits may differ
                compareRecord(recorded, file.content);
            else
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
            addUnchecked(reportPdfFile,
                         pdf ? "differs from the PDF that LaTeX makes here" : messageOf(pdf.error().problems.front()),
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
        const std::string name = each->path().lexically_relative(folder).generic_string();
        const fs::file_type type = each->symlink_status(ignored).type();
        if (type == fs::file_type::directory)
            continue;
        // Reading from a pipe might never end, and a link shows one thing here and another elsewhere.
        if (type != fs::file_type::regular)
            return fail(ErrorCode::Input, type == fs::file_type::symlink ? "is a link" : "is not a regular file",
                        "the folder as scalewright-cli report wrote it", {.file = sanitised((folder / name).string())});
        handIn.fileNames.push_back(name);
        if (handIn.fileNames.size() > maximumHandInFiles)
            return fail(ErrorCode::Input, formatMessage("holds more than {} files", maximumHandInFiles),
                        "the folder as scalewright-cli report wrote it", {.file = sanitised(folder.string())});
    }
    std::ranges::sort(handIn.fileNames);
    return handIn;
}

Reproduction::Result Reproduction::result() const
{
    return !differences.empty() ? Result::Differs : !uncheckedParts.empty() ? Result::NotChecked : Result::Equal;
}

Result<Reproduction> reproduceHandIn(const HandInFolder& handIn, const ReproductionOptions& options)
{
    return Reproducer(handIn, options).run();
}

}  // namespace scalewright
