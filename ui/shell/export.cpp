// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/plan/run_comparison.h"
#include "core/design/slots/design_catalogue.h"
#include "core/model/scaling/pattern.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/story.h"
#include "core/output/lecture/lecture.h"
#include "core/output/tables/prediction_table.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/staged_folder.h"
#include "ui/document/file_path.h"
#include "ui/figure/figure.h"
#include "ui/figure/printed_size.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"
#include "ui/words/strip_text.h"

namespace scalewright::ui {

namespace {

struct ExportTr {
    Q_DECLARE_TR_FUNCTIONS(Verdict)
};

/// Four digits, so that others can check the numbers.
QString fourDigitText(double value)
{
    return numberText(value, 4);
}

/// "alpha 800 µs [700 µs, 900 µs] (measured · 2026-09-30)".
QString inputLine(const Project& project, const FieldInfo& field)
{
    const MaybeQuantity quantity = fieldValue(project, field.jsonPointer);
    if (!quantity)
        return {};
    QString text = toQString(field.name) + QLatin1Char(' ') + amountWithUnit(quantity->value, field.dimension);
    if (quantity->interval)
        text += QStringLiteral(" [%1, %2]")
                    .arg(amountWithUnit(quantity->interval->low, field.dimension),
                         amountWithUnit(quantity->interval->high, field.dimension));
    return text + QStringLiteral(" (%1)\n").arg(provenanceText(quantity->provenance));
}

/// Why p is the fastest, with enough digits to distinguish its step time from those of its neighbours.
QString fastestReasonText(int p, double before, double at, double after)
{
    const auto text = [](double value, int digits) { return toQString(significantText(value, digits)); };
    int digits = 4;
    while (digits < 17 &&
           (text(before, digits) == text(at, digits) || (after != at && text(after, digits) == text(at, digits))))
        ++digits;
    return ExportTr::tr("because T(%1) = %2 s < T(%3) = %4 s, and <= T(%5) = %6 s")
        .arg(p)
        .arg(text(at, digits))
        .arg(p - 1)
        .arg(text(before, digits))
        .arg(p + 1)
        .arg(text(after, digits));
}

QString landmarkLines(const Analysis& analysis)
{
    const ScalingModel& model = *analysis.model;
    const Landmarks& landmarks = analysis.prediction->landmarks;
    const auto seconds = [&](int p) { return predictAt(model, p).tStepS; };
    const auto ratio = [&](int p) {
        const double r = predictAt(model, p).commToCompute;
        QString text = fourDigitText(r);
        for (int digits = 5; r != 1 && text == QLatin1String("1") && digits <= 15; ++digits)
            text = numberText(r, digits);  // "0.99998 < 1", not "1 < 1"
        return ExportTr::tr("R(%1) = %2").arg(p).arg(text);
    };
    const auto facts = [](const PredictionRow& row) {
        return ExportTr::tr("speedup %1, efficiency %2 %, communication to compute %3")
            .arg(fourDigitText(row.speedup), fourDigitText(100 * row.efficiency), fourDigitText(row.commToCompute));
    };

    QString text;
    const int pStar = landmarks.pStar;
    text += (isPStarOnlyPredicted(*analysis.prediction, analysis.ladderOfRuns()) ? ExportTr::tr("predicted p* %1: %2")
                                                                                 : ExportTr::tr("p* (fastest) %1: %2"))
                .arg(pStar)
                .arg(facts(analysis.pStarRow)) +
            QLatin1Char('\n');
    if (landmarks.pStarAtLimit && isLimitedByBatch(model, analysis.prediction->pMax))
        text += QStringLiteral("  ") + toQString(landmarks.pStarNote) + QLatin1Char('\n');
    else if (landmarks.pStarAtLimit)
        text += QStringLiteral("  ") +
                ExportTr::tr("the search ends at p = %1; the fastest p may be larger").arg(analysis.pMax) +
                QLatin1Char('\n');
    else if (model.scaling == Scaling::Strong && pStar > 1)
        text += QStringLiteral("  ") +
                fastestReasonText(pStar, seconds(pStar - 1), seconds(pStar), seconds(pStar + 1)) + QLatin1Char('\n');
    if (analysis.band)
        text +=
            QStringLiteral("  ") +
            (analysis.band->pStarHighAtLimit
                 ? ExportTr::tr("p* from %1 to above %2, speedup there in [%3, %4], jointly at least %5 %")
                 : ExportTr::tr("p* in [%1, %2], speedup there in [%3, %4], jointly at least %5 %"))
                .arg(analysis.band->pStarLow)
                .arg(analysis.band->pStarHigh)
                .arg(fourDigitText(analysis.band->speedupAtPStarLow), fourDigitText(analysis.band->speedupAtPStarHigh),
                     fourDigitText(100 * analysis.band->confidenceLevel)) +
            QLatin1Char('\n');

    if (const std::optional<int> p = landmarks.pCommDominates) {
        text += ExportTr::tr("communication leads from p %1: %2").arg(*p).arg(facts(predictAt(model, *p))) +
                QLatin1Char('\n');
        if (*p > 1)
            text += QStringLiteral("  ") + ExportTr::tr("because %1 < 1 <= %2").arg(ratio(*p - 1), ratio(*p)) +
                    QLatin1Char('\n');
    } else {
        text += ExportTr::tr("communication does not lead at any p up to %1").arg(analysis.pMax) + QLatin1Char('\n');
    }
    text +=
        ExportTr::tr("knee (Eager, Zahorjan, Lazowska 1989) %1: %2").arg(landmarks.kneeP).arg(facts(analysis.kneeRow)) +
        QLatin1Char('\n');
    if (!analysis.plan)
        text += ExportTr::tr("no plan: %1").arg(toQString(analysis.claim.whyNoPlan)) + QLatin1Char('\n');
    else
        text += (analysis.plan->rule == PlanRule::Chosen ? ExportTr::tr("plan p %1: %2").arg(analysis.planP)
                                                         : ExportTr::tr("plan p %1 (none is chosen; %2): %3")
                                                               .arg(analysis.planP)
                                                               .arg(toQString(analysis.plan->reason)))
                    .arg(facts(analysis.planRow)) +
                QLatin1Char('\n');
    const auto edged = [](int p, bool edge) { return edge ? ExportTr::tr("above %1").arg(p) : QString::number(p); };
    for (const Sensitivity& constant : analysis.sensitivity)
        if (!constant.isZero)
            text +=
                ExportTr::tr("%1 ten times as large: p* %2; a tenth: p* %3")
                    .arg(QString::fromUtf8(constant.parameter), edged(constant.pStarTimesTen, constant.timesTenAtLimit),
                         edged(constant.pStarTenth, constant.tenthAtLimit)) +
                QLatin1Char('\n');
    return text;
}

/// Replaces the staging path in an error with the path in the target folder.
Error withTargetFolder(Error error, const QString& folder)
{
    for (Problem& problem : error.problems)
        problem.location.file =
            QDir(folder)
                .filePath(QString::fromStdString(std::filesystem::path(problem.location.file).filename().string()))
                .toStdString();
    return error;
}

}  // namespace

QString verdictText(const Document& document)
{
    const Project& project = document.project();
    const Analysis& analysis = document.analysis();
    QString text;
    if (!project.title.empty())
        text += toQString(project.title) + QLatin1Char('\n');
    text += stripText(project, analysis, document.designErrorCount()).sentence() + QStringLiteral("\n\n");
    if (analysis.diagnosisFlow.diagnosis)
        text += toQString(analysis.diagnosisFlow.diagnosis->explanation) + QStringLiteral("\n\n");
    if (analysis.ladder && analysis.ladder->attribution) {
        const QString sentence = toQString(analysis.ladder->attribution->summary),
                      name = toQString(analysis.ladder->source.name);
        text += (name.isEmpty() ? sentence : ExportTr::tr("%1: %2").arg(name, sentence)) + QStringLiteral("\n\n");
    }

    const Pattern pattern = project.design.communication.pattern;
    const QString scaling =
        project.plan.scaling == Scaling::Strong ? ExportTr::tr("strong scaling") : ExportTr::tr("weak scaling");
    text += ExportTr::tr("%1: T_comm(p) = %2 (%3), %4")
                .arg(toQString(titleOf(pattern)), toQString(patternFormula(pattern)), toQString(patternSource(pattern)),
                     scaling) +
            QLatin1Char('\n');
    for (const FieldInfo* field :
         {&fieldOf(&Baseline::tCompS), &fieldOf(&Target::alphaS), &fieldOf(&Communication::messageBytes),
          &fieldOf(&Target::bandwidthBytesPerS), &fieldOf(&Target::priceUsdPerHour)})
        text += inputLine(project, *field);
    if (analysis.prediction)
        text += ExportTr::tr("beta = message / bandwidth = %1")
                    .arg(amountWithUnit(analysis.model->primaryExchange().communication.betaS, Dimension::Time)) +
                QLatin1Char('\n') + ExportTr::tr("model: %1").arg(toQString(modelSummary(*analysis.model))) +
                QStringLiteral("\n\n") + landmarkLines(analysis);
    else
        text += QLatin1Char('\n') + errorText(analysis.model.error());
    return text;
}

// Checksums of the exported files in sha256sum format; the next export may replace only files that still match.
constexpr const char* checksumFileName = "SHA256SUMS";

QByteArray checksumOf(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result().toHex() : QByteArray();
}

QHash<QString, QByteArray> readChecksums(const QDir& folder)
{
    QHash<QString, QByteArray> checksums;
    QFile file(folder.filePath(QLatin1String(checksumFileName)));
    if (file.open(QIODevice::ReadOnly))
        for (const QByteArray& line : file.readAll().split('\n'))
            if (const qsizetype separator = line.indexOf("  "); separator == 64)
                checksums.insert(QString::fromUtf8(line.mid(separator + 2)), line.left(separator));
    return checksums;
}

/// Protects the user's files: a file that no export wrote, or that has been changed since, is not replaced. Files from
/// an earlier export that this one does not write are removed, so that a folder never contains figures from two
/// projects.
Result<void> reconcileWithFolder(StagedFolder& staged, const QDir& folder,
                                 const QHash<QString, QByteArray>& newChecksums)
{
    const QHash<QString, QByteArray> before = readChecksums(folder);
    for (auto each = newChecksums.cbegin(); each != newChecksums.cend(); ++each)
        if (const QString path = folder.filePath(each.key()); QFileInfo(path).isFile())
            if (const QByteArray existing = checksumOf(path);
                existing != each.value() && existing != before.value(each.key()))
                return fail(ErrorCode::Input,
                            ExportTr::tr("exists and is not an unchanged file of an earlier export").toStdString(),
                            ExportTr::tr("another folder, or move this file elsewhere").toStdString(),
                            {.file = path.toStdString()});
    for (auto each = before.cbegin(); each != before.cend(); ++each)
        if (!newChecksums.contains(each.key()) && !each.key().contains(QLatin1Char('/')) &&
            checksumOf(folder.filePath(each.key())) == each.value())
            staged.removeOnCommit(each.key().toStdString());
    return {};
}

/// An index page for the figures in the folder: a thumbnail of each, its text, and its files.
class FigureIndex {
public:
    explicit FigureIndex(const QString& title) : m_title(title) {}

    void addFigure(const QString& name, const FigureTexts& texts, const std::vector<FigureFormat>& formats, bool wide)
    {
        QString links =
            wide ? ExportTr::tr("Full text width: at column width its type would be under 7 pt.") : QString();
        for (const FigureFormat format : formats) {
            const QString ending = fileExtension(format);
            links += QStringLiteral(" <a href=\"%1\">%2</a>")
                         .arg(QString(name + ending).toHtmlEscaped(),
                              ending.mid(ending.startsWith(QLatin1Char('.')) ? 1 : 0).toHtmlEscaped());
        }
        m_figuresHtml +=
            QStringLiteral(
                "<figure>\n<a href=\"%1.svg\"><img src=\"%1@2x.png\" alt=\"%2\"/></a>\n<figcaption><b>%3</b> "
                "%4<br/>%5</figcaption>\n</figure>\n")
                .arg(name.toHtmlEscaped(), texts.summary.toHtmlEscaped(), texts.title.toHtmlEscaped(),
                     texts.caption.toHtmlEscaped(), links.trimmed());
    }

    void addFile(const QString& name, const QString& words)
    {
        m_fileLinks +=
            QStringLiteral("<p><a href=\"%1\">%2</a></p>\n").arg(name.toHtmlEscaped(), words.toHtmlEscaped());
    }

    [[nodiscard]] std::string html(const QString& verdict) const
    {
        return QStringLiteral(
                   "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\"/>\n<title>%1</title>\n<style>\n"
                   "body { font-family: sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }\n"
                   "pre { white-space: pre-wrap; }\n"
                   "main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20em, 1fr)); gap: 2em; }\n"
                   "figure { margin: 0; }\n"
                   "img { width: 100%; border: 1px solid #ddd; }\n"
                   "figcaption { font-size: 85%; overflow-wrap: anywhere; }\n"
                   "</style>\n</head>\n<body>\n<h1>%1</h1>\n%4<main>\n%2</main>\n<pre>%3</pre>\n</body>\n</html>\n")
            .arg(m_title.toHtmlEscaped(), m_figuresHtml, verdict.toHtmlEscaped(), m_fileLinks)
            .toStdString();
    }

private:
    QString m_title, m_figuresHtml, m_fileLinks;
};

Result<Lecture> presentedSlides(const Document& document, const QString& projectFile,
                                const std::vector<PageEntry>& pages)
{
    const std::filesystem::path file = ownLectureFile(toFilesystemPath(projectFile));
    if (!file.empty()) {
        std::vector<std::string> pageIds;
        for (const PageEntry& entry : pages)
            pageIds.push_back(entry.id.toStdString());
        return readLecture(file, pageIds);
    }
    const StoryQuestion question{document.project(), document.analysis(), designCatalogueOrEmpty(),
                                 document.findings()};
    Lecture story = storyLecture(question);
    if (story.keys.empty())
        return fail(ErrorCode::Refused, noSlidesReason(question));
    return story;
}

Result<QStringList> exportAll(Document& document, const std::vector<PageEntry>& pages, const QString& folder,
                              const QString& source, FigureSize size, const SlidesPdfExporter& slides)
{
    Result<StagedFolder> staged = StagedFolder::create(toFilesystemPath(folder));
    if (!staged)
        return fail(std::move(staged.error()));
    QHash<QString, QByteArray> checksums;
    const auto write = [&](const QString& name, const std::string& text) -> Result<void> {
        if (Result<void> saved = saveFile(staged->addFile(name.toStdString()), text); !saved)
            return fail(withTargetFolder(std::move(saved.error()), folder));
        checksums.insert(name,
                         QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex());
        return {};
    };
    FigureIndex index(document.project().title.empty() ? document.displayName() : toQString(document.project().title));
    for (const PageEntry& entry : pages) {
        if (entry.state(document) == PageState::Empty)
            continue;  // nothing to export; the verdict says what is missing
        const std::unique_ptr<Page> page(entry.create(document, nullptr));
        page->refreshIfStale();
        for (const ExportableFigure& figure : page->exportables()) {
            if (figure.content->table().rows.empty())
                continue;  // axes without data
            const QString stem = entry.id + QLatin1Char('-') + figure.name;
            const std::vector<FigureFormat> formats = availableFormats(*figure.content);
            for (const FigureFormat format : formats) {
                const QString name = stem + fileExtension(format);
                const std::filesystem::path place = staged->addFile(name.toStdString());
                if (Result<void> saved = exportFigure(*figure.content, place, format, {size, stem}); !saved)
                    return fail(withTargetFolder(std::move(saved.error()), folder));
                checksums.insert(name, checksumOf(QFile::decodeName(place.c_str())));
            }
            index.addFigure(stem, figure.content->texts(), formats, readablePrintSize(*figure.content, size) != size);
        }
    }
    const Result<Lecture> lecture =
        slides ? presentedSlides(document, source, pages) : Result<Lecture>(fail(ErrorCode::Refused, {}));
    if (const Result<QByteArray> deck = lecture ? slides(document, *lecture) : fail(lecture.error())) {
        if (Result<void> saved = write(QStringLiteral("deck.pdf"), deck->toStdString()); !saved)
            return fail(std::move(saved.error()));
        index.addFile(QStringLiteral("deck.pdf"), ExportTr::tr("The slides"));
    } else if (deck.error().code != ErrorCode::Refused) {
        return fail(deck.error());
    }
    const QString verdict = verdictText(document);
    if (Result<void> saved = write(QStringLiteral("verdict.txt"), verdict.toStdString()); !saved)
        return fail(std::move(saved.error()));
    if (Result<void> saved = write(QStringLiteral("index.html"), index.html(verdict)); !saved)
        return fail(std::move(saved.error()));

    QStringList written;
    for (const std::filesystem::path& target : staged->targetPaths()) {
        std::error_code ignoredError;
        if (!source.isEmpty() && std::filesystem::equivalent(target, toFilesystemPath(source), ignoredError))
            return fail(ErrorCode::Input,
                        ExportTr::tr("is the open project file, which the export would overwrite").toStdString(),
                        ExportTr::tr("another folder").toStdString(), {.file = target.string()});
        written << QFile::decodeName(target.c_str());
    }
    if (Result<void> saved = reconcileWithFolder(*staged, QDir(folder), checksums); !saved)
        return fail(std::move(saved.error()));
    QStringList names = checksums.keys();
    names.sort();
    std::string lines;
    for (const QString& name : std::as_const(names))
        lines += (checksums.value(name) + "  " + name.toUtf8() + '\n').toStdString();
    if (Result<void> saved = saveFile(staged->addFile(checksumFileName), lines); !saved)
        return fail(withTargetFolder(std::move(saved.error()), folder));
    if (Result<void> saved = staged->commit(); !saved)
        return fail(std::move(saved.error()));
    return written;
}

}  // namespace scalewright::ui
