// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/readers.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <zlib.h>

#include "core/base/json/json.h"
#include "core/base/quantity/duration.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/design_catalogue.h"
#include "core/evidence/commfit/commfit.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/source_text.h"
#include "core/evidence/runs/ladder_on_disk.h"
#include "core/evidence/runs/self_report.h"
#include "core/evidence/runs/slurm_ladder.h"
#include "core/evidence/trace/rules.h"
#include "core/evidence/trace/run.h"
#include "core/evidence/trace/scanner.h"
#include "core/evidence/trace/trace_file.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/layout/sources.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/story.h"
#include "core/output/chart/svg.h"
#include "core/output/glossary/glossary.h"
#include "core/output/lecture/lecture.h"
#include "core/output/report/archive.h"
#include "core/output/report/exercise/assignment.h"
#include "core/output/report/exercise/grade.h"
#include "core/output/report/figures.h"
#include "core/output/report/hand_in.h"
#include "core/output/report/report_text.h"
#include "core/output/report/report_text_file.h"
#include "core/output/report/rich_text.h"
#include "core/output/tables/table.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "tests/support/timings.h"

namespace scalewright::fuzz {
namespace {

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

/// Text for users must not contain NaN, Inf or control characters.
void requireReadable(const std::string& text)
{
    require(sanitised(text) == text, "fit to be shown");
    for (const char* never : {"nan", "inf"})
        for (std::size_t at = text.find(never); at != std::string::npos; at = text.find(never, at + 1)) {
            const auto letter = [&](std::size_t i) {
                return i < text.size() && (std::isalnum(text[i]) || text[i] == '_');
            };
            require((at > 0 && letter(at - 1)) || letter(at + 3), "a number");
        }
}

/// The text of an error.
template <class T>
bool ok(const Result<T>& result)
{
    if (!result) {
        const std::string words = describe(result.error());
        require(!words.empty() && sanitised(words) == words, "an error says what is wrong");
    }
    return result.has_value();
}

/// Writes the bytes to a file, for readers that do not accept text.
class Scratch {
public:
    explicit Scratch(std::string_view bytes)
        : m_folder(std::filesystem::temp_directory_path() / ("scalewright-fuzz-" + std::to_string(getpid())))
    {
        std::filesystem::create_directories(m_folder);
        std::ofstream(path(), std::ios::binary) << bytes;
    }
    ~Scratch()
    {
        std::error_code error;
        std::filesystem::remove_all(m_folder, error);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] std::filesystem::path path() const { return m_folder / "input.json"; }

private:
    std::filesystem::path m_folder;
};

void json(std::string_view bytes)
{
    const Result<Json> read = parseJson(bytes);
    if (!ok(read))
        return;
    const Result<Json> again = parseJson(writeJson(*read));
    require(again && *again == *read, "JSON reads back as it was");
}

void project(std::string_view bytes)
{
    const Result<Project> read = parseProject(bytes);
    if (!ok(read))
        return;
    const std::string written = writeProject(*read);
    const Result<Project> again = parseProject(written);
    require(ok(again) && writeProject(*again) == written, "a project reads back as it was");
}

void quantity(std::string_view bytes)
{
    for (int i = 0; i <= int(Dimension::Ratio); ++i) {
        const auto dimension = static_cast<Dimension>(i);
        if (const Result<double> amount = parseAmount(bytes, dimension); ok(amount)) {
            require(std::isfinite(*amount), "a finite amount");
            requireReadable(formatAmount(*amount, dimension).joined());
        }
        if (const Result<ParsedEntry> entry = parseEntry(bytes, dimension); ok(entry))
            require(std::isfinite(entry->value), "a finite entry");
    }
    if (const Result<double> number = parseNumber(bytes); ok(number))
        require(std::isfinite(*number), "a finite number");
    (void)parseDuration(bytes);
    // Trying all fields would take most of the time; which fields are tried depends only on the bytes.
    const auto fields = allFields();
    const std::size_t first = std::hash<std::string_view>{}(bytes);
    Project project;
    for (std::size_t i = 0; i < 4; ++i)
        (void)setFieldText(project, fields[(first + i * (fields.size() / 4)) % fields.size()]->jsonPointer, bytes);
}

void analysed(const Project& project);

void ladders(std::string_view bytes)
{
    const SourceText source(bytes);
    if (!ok(source.text()))
        return;
    (void)detectFormat(source);
    (void)wrongFormatError(source, "attribute");
    require(!describe(unknownFormatError(source)).empty(), "the error says what the file appears to be");
    (void)previewTable(source, 5);
    const Result<LadderFile> read = readLadders(source);
    if (!ok(read))
        return;
    requireReadable(sanitised(mappingText(*read)));
    Project project;
    project.measurements.ladders = {read->ladders.begin(),
                                    read->ladders.begin() + long(std::min<std::size_t>(read->ladders.size(), 2))};
    if (parseProject(writeProject(project)))
        analysed(project);
}

void profiles(std::string_view bytes)
{
    if (const Result<Profile> profile = readAnyProfile(bytes); ok(profile))
        require(profile->baseline.steps.size() < 100000, "steps");
    (void)holdsStackSamples(bytes);
}

void timings(std::string_view bytes)
{
    for (const std::optional<int> p : {std::optional<int>{}, std::optional<int>{8}}) {
        const Result<CollectiveTimings> log = readTimings(bytes, p);
        if (!ok(log))
            continue;
        for (const TimingGroup& group : log->groups)
            if (const std::optional<ExchangeCost> cost =
                    costOfCollective(group.algorithm.empty() ? group.collective : group.algorithm))
                if (const Result<CommFit> fit = fitCommunication(group, *cost); ok(fit))
                    require(std::isfinite(fit->alphaS.value) && std::isfinite(fit->bandwidthBytesPerS.value),
                            "finite constants");
    }
}

void traces(std::string_view bytes)
{
    static const Result<TraceRules> rules = standardTraceRules();
    std::string padded(bytes);
    padded.append(scanPadding, '\0');
    Result<TraceRecording> recording = scanTrace(std::string_view(padded).substr(0, bytes.size()), {.threads = 1});
    if (!ok(recording))
        return;
    std::vector<std::pair<std::filesystem::path, TraceRecording>> all;
    all.emplace_back("rank0.json", *std::move(recording));
    const TraceRun run = assembleRun(std::move(all), *rules);
    require(std::isfinite(run.spanS()), "a finite span");
}

void rules(std::string_view bytes)
{
    (void)ok(parseTraceRules(bytes));
}

/// Packs the bytes as a gzipped tar with correct header checksums, which mutations would otherwise fail.
std::string asArchive(std::string tar)
{
    constexpr std::size_t block = 512, sumAt = 148, sumSize = 8, magicAt = 257;
    for (std::size_t at = 0; at + block <= tar.size(); at += block) {
        if (tar.compare(at + magicAt, 5, "ustar") != 0)
            continue;
        tar.replace(at + sumAt, sumSize, sumSize, ' ');
        unsigned sum = 0;
        for (std::size_t i = 0; i < block; ++i)
            sum += static_cast<unsigned char>(tar[at + i]);
        std::array<char, sumSize> digits{};
        std::snprintf(digits.data(), digits.size(), "%06o", sum);
        tar.replace(at + sumAt, sumSize - 1, digits.data(), sumSize - 1);
    }
    z_stream stream{};
    require(deflateInit2(&stream, Z_NO_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK, "memory");
    std::string bytes(deflateBound(&stream, static_cast<uLong>(tar.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(tar.data());
    stream.avail_in = static_cast<uInt>(tar.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "a whole archive");
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

void archives(std::string_view bytes)
{
    const bool gzip = bytes.starts_with("\x1f\x8b");
    const Result<std::vector<ArchivedFile>> files = unpackArchive(
        gzip ? std::string(bytes) : asArchive(std::string(bytes)), {.maximumBytes = 1u << 20, .maximumFiles = 100});
    if (!ok(files))
        return;
    for (const ArchivedFile& file : *files) {
        const std::filesystem::path path(file.name);
        require(!path.is_absolute() && std::find(path.begin(), path.end(), "..") == path.end(), "a path within");
    }
}

void exercises(std::string_view bytes)
{
    if (const Result<Assignment> assignment = parseAssignment(bytes); ok(assignment)) {
        const std::string written = writeAssignment(*assignment);
        const Result<Assignment> again = parseAssignment(written);
        require(ok(again) && writeAssignment(*again) == written, "an assignment reads back as it was");
    }
    if (const Result<AnswerKey> key = parseAnswerKey(bytes); ok(key)) {
        HandIn handIn{.fileName = "ada.json", .assignment = {}};
        for (const auto& [id, answer] : key->answers) {
            Question question;
            question.id = id;
            handIn.assignment.questions.push_back(std::move(question));
            handIn.assignment.answers.emplace_back(id, Json(id));
        }
        (void)gradeTable({handIn, handIn}, *key);
    }
}

void words(std::string_view bytes)
{
    const std::string text(bytes);
    (void)reportTextMarkdown(text);
    (void)reportTextHtml(text);
    (void)reportTextLatex(text);
    (void)breakableLatexText(sanitised(text));
    (void)ok(withReportTexts({}, text, "words.md"));
}

void layouts(std::string_view bytes)
{
    (void)ok(parseModels(bytes));
    (void)ok(parseTrainers(bytes));
    (void)ok(modelFromConfig(bytes));
    (void)ok(parseLaunchSettings(bytes));
    (void)ok(parseLayout(bytes));
}

void resources(std::string_view bytes)
{
    (void)ok(parseCatalogue(bytes, true));
    (void)ok(parseDesignCatalogue(bytes));
    (void)ok(parseCsv(bytes));
}

void runs(std::string_view bytes)
{
    const std::string text(bytes);
    (void)ok(detail::parseLadderRunRows(text, "rows.csv"));
    (void)detail::parseSubmittedId(text);
    (void)detail::parseQueue(text);
    (void)parseSelfReport(text);
}

void lectures(std::string_view bytes)
{
    const Scratch file(bytes);
    (void)ok(readLecture(file.path(), {"story", "baseline", "predict", "cost"}));
}

/// Runs everything that core computes from a project without a command.
void analysed(const Project& project)
{
    const Result<DesignCatalogue>& catalogue = designCatalogue();
    const Analysis analysis = analyse(project, {.pMax = 64});
    const std::vector<Finding> findings = checkDesign(project, analysis, *catalogue);
    for (const Finding& finding : findings) {
        requireReadable(sanitised(finding.text));
        if (finding.fix) {
            const std::string written = writeProject(finding.fix->apply(project));
            require(ok(parseProject(written)), "a fix leaves a project");
        }
    }
    const StoryQuestion asked{project, analysis, *catalogue, findings};
    const Story story = makeStory(asked);
    requireReadable(sanitised(story.headline));
    for (const StoryRow& row : story.rows)
        requireReadable(sanitised(row.headline + row.because));
    for (const Slide& slide : makeSlides(asked))
        requireReadable(sanitised(slide.claim));
    for (const ReportFigure& figure : reportFigures(project, analysis)) {
        require(!toSvg(figure.drawing).elements.empty(), "a figure is SVG");
        requireReadable(sanitised(figure.caption));
    }
    (void)workerRows(project, analysis);
    for (const auto& missing :
         {missingForVerdict(project, analysis), missingForPrediction(project, analysis), missingForSizing(project),
          missingForAttribution(analysis), missingForCost(project, analysis), missingForCarbon(project, analysis)})
        require(missing.size() < 1000, "few fields are missing");
}

void answers(std::string_view bytes)
{
    if (const Result<Project> read = parseProject(bytes))
        analysed(*read);
}

/// Runs the commands on a project, and writes their answers as a report in every format.
void reports(std::string_view bytes)
{
    const Result<Project> read = parseProject(bytes);
    if (!read)
        return;
    const Result<AnsweredReport> answered = makeAnsweredReport(*read);
    require(ok(answered), "a project has a report");
    for (const Json& answer : answered->answers)
        require(answer.isNull() || ok(parseJson(writeJson(answer))), "an answer is JSON");
    requireReadable(reportMarkdown(answered->report));
    requireReadable(reportHtml(answered->report));
    requireReadable(reportLatex(answered->report));
    (void)reportRichText(answered->report, {.includesDetails = true});
}

constexpr std::array all{
    Reader{"json", json, false},          Reader{"project", project, true},    Reader{"quantity", quantity, false},
    Reader{"ladders", ladders, false},    Reader{"profiles", profiles, false}, Reader{"timings", timings, false},
    Reader{"traces", traces, false},      Reader{"rules", rules, true},        Reader{"archives", archives, false},
    Reader{"exercises", exercises, true}, Reader{"words", words, false},       Reader{"layouts", layouts, false},
    Reader{"resources", resources, true}, Reader{"runs", runs, false},         Reader{"lectures", lectures, true},
    Reader{"answers", answers, true},     Reader{"reports", reports, true},
};

}  // namespace

std::span<const Reader> readers()
{
    return all;
}

}  // namespace scalewright::fuzz
