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
#include "core/model/scaling/pattern.h"
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

struct Verdict {
    Q_DECLARE_TR_FUNCTIONS(Verdict)
};

/// With four digits: what is handed in is checked by others.
QString figure(double value)
{
    return number(value, 4);
}

/// "alpha 800 µs [700 µs, 900 µs] (measured · 2026-09-30)".
QString inputLine(const Project& project, const FieldInfo& field)
{
    const MaybeQuantity quantity = fieldValue(project, field.pointer);
    if (!quantity)
        return {};
    QString text = qt(field.name) + QLatin1Char(' ') + amount(quantity->value, field.dimension);
    if (quantity->interval)
        text += QStringLiteral(" [%1, %2]")
                    .arg(amount(quantity->interval->low, field.dimension),
                         amount(quantity->interval->high, field.dimension));
    return text + QStringLiteral(" (%1)\n").arg(provenanceText(quantity->provenance));
}

/// Why p is the fastest, with as many digits as tell its step time from those of its neighbours.
QString neighbourText(int p, double before, double at, double after)
{
    const auto text = [](double value, int digits) { return qt(significant(value, digits)); };
    int digits = 4;
    while (digits < 17 &&
           (text(before, digits) == text(at, digits) || (after != at && text(after, digits) == text(at, digits))))
        ++digits;
    return Verdict::tr("because T(%1) = %2 s < T(%3) = %4 s, and <= T(%5) = %6 s")
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
        QString text = figure(r);
        for (int digits = 5; r != 1 && text == QLatin1String("1") && digits <= 15; ++digits)
            text = number(r, digits);  // "0.99998 < 1", not "1 < 1"
        return Verdict::tr("R(%1) = %2").arg(p).arg(text);
    };
    const auto facts = [](const PredictionRow& row) {
        return Verdict::tr("speedup %1, efficiency %2 %, communication to compute %3")
            .arg(figure(row.speedup), figure(100 * row.efficiency), figure(row.commToCompute));
    };

    QString text;
    const int pStar = landmarks.pStar;
    text += Verdict::tr("p* (fastest) %1: %2").arg(pStar).arg(facts(analysis.atPStar)) + QLatin1Char('\n');
    if (landmarks.pStarAtLimit && endsWithTheBatch(model, analysis.prediction->pMax))
        text += QStringLiteral("  ") + qt(landmarks.pStarNote) + QLatin1Char('\n');
    else if (landmarks.pStarAtLimit)
        text += QStringLiteral("  ") +
                Verdict::tr("the search ends at p = %1, so the fastest may lie beyond").arg(analysis.pMax) +
                QLatin1Char('\n');
    else if (model.scaling == Scaling::Strong && pStar > 1)
        text += QStringLiteral("  ") + neighbourText(pStar, seconds(pStar - 1), seconds(pStar), seconds(pStar + 1)) +
                QLatin1Char('\n');
    if (analysis.band)
        text += QStringLiteral("  ") +
                (analysis.band->pStarHighAtEdge
                     ? Verdict::tr("p* from %1 to beyond %2, speedup there in [%3, %4], at least %5 % together")
                     : Verdict::tr("p* in [%1, %2], speedup there in [%3, %4], at least %5 % together"))
                    .arg(analysis.band->pStarLow)
                    .arg(analysis.band->pStarHigh)
                    .arg(figure(analysis.band->speedupAtPStarLow), figure(analysis.band->speedupAtPStarHigh),
                         figure(100 * analysis.band->level)) +
                QLatin1Char('\n');

    if (const std::optional<int> p = landmarks.pCommDominates) {
        text += Verdict::tr("communication leads from p %1: %2").arg(*p).arg(facts(predictAt(model, *p))) +
                QLatin1Char('\n');
        if (*p > 1)
            text += QStringLiteral("  ") + Verdict::tr("because %1 < 1 <= %2").arg(ratio(*p - 1), ratio(*p)) +
                    QLatin1Char('\n');
    } else {
        text += Verdict::tr("communication does not lead up to p %1").arg(analysis.pMax) + QLatin1Char('\n');
    }
    text +=
        Verdict::tr("knee (Eager, Zahorjan, Lazowska 1989) %1: %2").arg(landmarks.kneeP).arg(facts(analysis.atKnee)) +
        QLatin1Char('\n');
    text += (analysis.plan->by == PlanBy::Chosen
                 ? Verdict::tr("plan p %1: %2").arg(analysis.planP)
                 : Verdict::tr("plan p %1 (none is chosen; %2): %3").arg(analysis.planP).arg(qt(analysis.plan->why)))
                .arg(facts(analysis.atPlan)) +
            QLatin1Char('\n');
    const auto edged = [](int p, bool edge) { return edge ? Verdict::tr("beyond %1").arg(p) : QString::number(p); };
    for (const Sensitivity& constant : analysis.sensitivity)
        if (!constant.zero)
            text +=
                Verdict::tr("%1 ten times as large: p* %2; a tenth: p* %3")
                    .arg(QString::fromUtf8(constant.parameter), edged(constant.pStarTimesTen, constant.timesTenAtEdge),
                         edged(constant.pStarTenth, constant.tenthAtEdge)) +
                QLatin1Char('\n');
    return text;
}

/// The file was on its way into the folder; where it lay meanwhile is nobody's business.
Error inFolder(Error error, const QString& folder)
{
    for (Problem& problem : error.problems)
        problem.where.file =
            QDir(folder)
                .filePath(QString::fromStdString(std::filesystem::path(problem.where.file).filename().string()))
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
        text += qt(project.title) + QLatin1Char('\n');
    text += stripText(project, analysis, document.designErrors()).sentence() + QStringLiteral("\n\n");
    if (analysis.flow.diagnosis)
        text += qt(analysis.flow.diagnosis->because) + QStringLiteral("\n\n");
    if (analysis.ladder && analysis.ladder->attribution) {
        const QString sentence = qt(analysis.ladder->attribution->sentence), name = qt(analysis.ladder->source.name);
        text += (name.isEmpty() ? sentence : Verdict::tr("%1: %2").arg(name, sentence)) + QStringLiteral("\n\n");
    }

    const Pattern pattern = project.design.communication.pattern;
    const QString scaling =
        project.plan.scaling == Scaling::Strong ? Verdict::tr("strong scaling") : Verdict::tr("weak scaling");
    text += Verdict::tr("%1: T_comm(p) = %2 (%3), %4")
                .arg(qt(titleOf(pattern)), qt(patternFormula(pattern)), qt(patternSource(pattern)), scaling) +
            QLatin1Char('\n');
    for (const FieldInfo* field :
         {&fieldOf(&Baseline::tCompS), &fieldOf(&Target::alphaS), &fieldOf(&Communication::messageBytes),
          &fieldOf(&Target::bandwidthBytesPerS), &fieldOf(&Target::priceUsdPerHour)})
        text += inputLine(project, *field);
    if (analysis.prediction)
        text += Verdict::tr("beta = message / bandwidth = %1")
                    .arg(amount(analysis.model->first().communication.betaS, Dimension::Time)) +
                QLatin1Char('\n') + Verdict::tr("model: %1").arg(qt(modelSummary(*analysis.model))) +
                QStringLiteral("\n\n") + landmarkLines(analysis);
    else
        text += QLatin1Char('\n') + said(analysis.model.error());
    return text;
}

// sums of what an export wrote, as sha256sum writes and checks them: what the next one may replace.
constexpr const char* sumsName = "SHA256SUMS";

QByteArray sumOf(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result().toHex() : QByteArray();
}

QHash<QString, QByteArray> sumsIn(const QDir& folder)
{
    QHash<QString, QByteArray> sums;
    QFile file(folder.filePath(QLatin1String(sumsName)));
    if (file.open(QIODevice::ReadOnly))
        for (const QByteArray& line : file.readAll().split('\n'))
            if (const qsizetype at = line.indexOf("  "); at == 64)
                sums.insert(QString::fromUtf8(line.mid(at + 2)), line.left(at));
    return sums;
}

/// Leaves alone what people made: a file that no export wrote, or that was changed since, is not replaced. What an
/// earlier export wrote and this one does not goes, so that a folder never holds the figures of two projects.
Result<void> reconcile(StagedFolder& staged, const QDir& folder, const QHash<QString, QByteArray>& fresh)
{
    const QHash<QString, QByteArray> before = sumsIn(folder);
    for (auto each = fresh.cbegin(); each != fresh.cend(); ++each)
        if (const QString path = folder.filePath(each.key()); QFileInfo(path).isFile())
            if (const QByteArray there = sumOf(path); there != each.value() && there != before.value(each.key()))
                return fail(
                    ErrorCode::Input, Verdict::tr("is there already, and not as an export left it").toStdString(),
                    Verdict::tr("another folder, or this file elsewhere").toStdString(), {.file = path.toStdString()});
    for (auto each = before.cbegin(); each != before.cend(); ++each)
        if (!fresh.contains(each.key()) && !each.key().contains(QLatin1Char('/')) &&
            sumOf(folder.filePath(each.key())) == each.value())
            staged.takeAway(each.key().toStdString());
    return {};
}

/// The figures of a folder on a page of their own: a thumbnail, what it says, and its files.
class Index {
public:
    explicit Index(const QString& title) : m_title(title) {}

    void add(const QString& name, const FigureTexts& texts, const std::vector<FigureFormat>& formats, bool wide)
    {
        QString links = wide ? Verdict::tr("As wide as a text: in a column its type would be under 7 pt.") : QString();
        for (const FigureFormat format : formats) {
            const QString ending = endingOf(format);
            links += QStringLiteral(" <a href=\"%1\">%2</a>")
                         .arg(QString(name + ending).toHtmlEscaped(),
                              ending.mid(ending.startsWith(QLatin1Char('.')) ? 1 : 0).toHtmlEscaped());
        }
        m_figures += QStringLiteral(
                         "<figure>\n<a href=\"%1.svg\"><img src=\"%1@2x.png\" alt=\"%2\"/></a>\n<figcaption><b>%3</b> "
                         "%4<br/>%5</figcaption>\n</figure>\n")
                         .arg(name.toHtmlEscaped(), texts.summary.toHtmlEscaped(), texts.title.toHtmlEscaped(),
                              texts.caption.toHtmlEscaped(), links.trimmed());
    }

    void addFile(const QString& name, const QString& words)
    {
        m_files += QStringLiteral("<p><a href=\"%1\">%2</a></p>\n").arg(name.toHtmlEscaped(), words.toHtmlEscaped());
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
            .arg(m_title.toHtmlEscaped(), m_figures, verdict.toHtmlEscaped(), m_files)
            .toStdString();
    }

private:
    QString m_title, m_figures, m_files;
};

Result<QStringList> exportAll(Document& document, const std::vector<PageEntry>& pages, const QString& folder,
                              const QString& source, FigureSize size, const SlidesPdf& slides)
{
    Result<StagedFolder> staged = StagedFolder::in(filePath(folder));
    if (!staged)
        return fail(std::move(staged.error()));
    QHash<QString, QByteArray> sums;
    const auto write = [&](const QString& name, const std::string& text) -> Result<void> {
        if (Result<void> done = saveFile(staged->place(name.toStdString()), text); !done)
            return fail(inFolder(std::move(done.error()), folder));
        sums.insert(name,
                    QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex());
        return {};
    };
    Index index(document.project().title.empty() ? document.displayName() : qt(document.project().title));
    for (const PageEntry& entry : pages) {
        if (entry.state(document) == PageState::Empty)
            continue;  // there is nothing to hand in; the verdict says what is missing
        const std::unique_ptr<Page> page(entry.make(document, nullptr));
        page->settle();
        for (const Exportable& figure : page->exportables()) {
            const QString stem = entry.id + QLatin1Char('-') + figure.name;
            const std::vector<FigureFormat> formats = formatsOf(*figure.content);
            for (const FigureFormat format : formats) {
                const QString name = stem + endingOf(format);
                const std::filesystem::path place = staged->place(name.toStdString());
                if (Result<void> done = exportFigure(*figure.content, place, format, {size, stem}); !done)
                    return fail(inFolder(std::move(done.error()), folder));
                sums.insert(name, sumOf(QFile::decodeName(place.c_str())));
            }
            index.add(stem, figure.content->texts(), formats, printedSize(*figure.content, size) != size);
        }
    }
    if (const Result<QByteArray> deck = slides ? slides(document) : fail(ErrorCode::Refused, {})) {
        if (Result<void> done = write(QStringLiteral("deck.pdf"), deck->toStdString()); !done)
            return fail(std::move(done.error()));
        index.addFile(QStringLiteral("deck.pdf"), Verdict::tr("The slides"));
    } else if (deck.error().code != ErrorCode::Refused) {
        return fail(deck.error());
    }
    const QString verdict = verdictText(document);
    if (Result<void> done = write(QStringLiteral("verdict.txt"), verdict.toStdString()); !done)
        return fail(std::move(done.error()));
    if (Result<void> done = write(QStringLiteral("index.html"), index.html(verdict)); !done)
        return fail(std::move(done.error()));

    QStringList written;
    for (const std::filesystem::path& target : staged->targets()) {
        std::error_code none;
        if (!source.isEmpty() && std::filesystem::equivalent(target, filePath(source), none))
            return fail(ErrorCode::Input,
                        Verdict::tr("is the project that was read: the export would replace it").toStdString(),
                        Verdict::tr("another folder").toStdString(), {.file = target.string()});
        written << QFile::decodeName(target.c_str());
    }
    if (Result<void> done = reconcile(*staged, QDir(folder), sums); !done)
        return fail(std::move(done.error()));
    QStringList names = sums.keys();
    names.sort();
    std::string lines;
    for (const QString& name : std::as_const(names))
        lines += (sums.value(name) + "  " + name.toUtf8() + '\n').toStdString();
    if (Result<void> done = saveFile(staged->place(sumsName), lines); !done)
        return fail(inFolder(std::move(done.error()), folder));
    if (Result<void> done = staged->commit(); !done)
        return fail(std::move(done.error()));
    return written;
}

}  // namespace scalewright::ui
