// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a report: its colours against the page, its archive against tar, and the user's text against forbidden
// content.
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <functional>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/slots.h"
#include "core/output/chart/pgfplots.h"
#include "core/output/chart/svg.h"
#include "core/output/chart/text_width.h"
#include "core/output/report/archive.h"
#include "core/output/report/figures.h"
#include "core/output/report/hand_in.h"
#include "core/output/report/html_style.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/references.h"
#include "core/output/report/report_text.h"
#include "core/output/report/report_text_file.h"
#include "core/output/tables/latex.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "core/project/document/report_texts.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// WCAG 2.1: relative luminance, and (L1 + 0.05)/(L2 + 0.05).
double luminance(const QString& hex)
{
    const auto part = [&](int channel) {
        const double c = hex.mid(channel, 2).toInt(nullptr, 16) / 255.0;
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4);
}

double contrast(const QString& a, const QString& b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QString dark(const QString& light)
{
    for (const auto& [lightColor, darkColor] : chart::lightAndDarkColors())
        if (light == QString::fromStdString(lightColor))
            return QString::fromStdString(darkColor);
    return light;
}

QByteArray runTar(const QTemporaryDir& folder, const QStringList& arguments)
{
    QProcess tar;
    tar.setWorkingDirectory(folder.path());
    tar.start("tar", arguments);
    return tar.waitForFinished() && tar.exitCode() == 0 ? tar.readAllStandardOutput() : QByteArray();
}

Result<std::vector<ArchivedFile>> unpackedBytes(const QByteArray& bytes)
{
    return unpackArchive(std::string_view(bytes.constData(), std::size_t(bytes.size())));
}

}  // namespace

class tst_report : public QObject {
    Q_OBJECT

private slots:
    // Six slots, the introduction and, of the ten checklist points, the five that an empty project leaves open.
    void countsOpenParts()
    {
        Project project;
        const OpenParts emptyParts = findOpenParts(project);
        QCOMPARE(emptyParts.emptySlots, std::size_t{6});
        QVERIFY(emptyParts.isIntroductionMissing);
        QCOMPARE(emptyParts.checklistPoints, std::size_t{10});
        QVERIFY(emptyParts.openChecklistPoints >= 3 && emptyParts.openChecklistPoints <= 10);
        slotOf(project.design, Slot::Communication).choices.resize(1);
        project.baseline.machine.name = "a laptop";
        const OpenParts fewer = findOpenParts(project);
        QCOMPARE(fewer.emptySlots, std::size_t{5});
        QCOMPARE(fewer.openChecklistPoints, emptyParts.openChecklistPoints - 1);
        QVERIFY(!handInAnswer(Report{}, project).because.empty());
    }

    // A thousand nested quotes would crash an HTML reader: beyond 24 levels the text is flattened, and none of it is
    // lost.
    void flattensDeepNesting()
    {
        for (const std::string& words : {std::string(5000, '>') + " the end", [] {
                                             std::string list;
                                             for (int i = 0; i < 60; ++i)
                                                 list += std::string(std::size_t(2 * i), ' ') + "- a\n";
                                             return list + std::string(120, ' ') + "the end\n";
                                         }()}) {
            const std::string html = reportTextHtml(words);
            int depth = 0, maximumDepth = 0;
            for (std::size_t position = html.find('<'); position != std::string::npos;
                 position = html.find('<', position + 1)) {
                depth += html[position + 1] == '/' ? -1 : 1;
                maximumDepth = std::max(maximumDepth, depth);
            }
            QVERIFY2(maximumDepth <= 26, qPrintable(QString::number(maximumDepth)));
            QVERIFY(html.find("the end") != std::string::npos);
        }
    }

    void textContrastIsReadable()
    {
        // Contrast of at least 4.5 for text and 3 for lines that carry meaning (WCAG 2.1, 1.4.3 and 1.4.11), on the
        // light and the dark page.
        const Project project = test::example("output-41.7.2");
        const QRegularExpression textColor("<text [^>]*fill=\"#(\\w+)\"");
        const QRegularExpression anyColor("(?:fill|stroke)=\"#(\\w+)\"");
        for (const ReportFigure& figure : reportFigures(project, analyse(project))) {
            const QString svg = QString::fromStdString(toSvg(figure.drawing).elements);
            for (auto found = anyColor.globalMatch(svg); found.hasNext();) {
                const QString color = found.next().captured(1);
                QVERIFY2(dark(color) != color || color == "E69F00", qPrintable(color));  // the dark page changes it
            }
            for (auto found = textColor.globalMatch(svg); found.hasNext();) {
                const QString color = found.next().captured(1);
                QVERIFY2(contrast(color, "FFFFFF") >= 4.5, qPrintable(color));
                QVERIFY2(contrast(dark(color), dark("FFFFFF")) >= 4.5, qPrintable(color));
            }
        }
        for (const char* line : {"0072B2", "009E73", "1B1B1A"}) {
            QVERIFY2(contrast(line, "FFFFFF") >= 3, line);
            QVERIFY2(contrast(dark(line), dark("FFFFFF")) >= 3, line);
        }
        const QString style =
            QString::fromUtf8(report_html::styleSheet.data(), qsizetype(report_html::styleSheet.size()));
        const QRegularExpression pages("--ink: #(\\w+); --quiet: #(\\w+);.*--paper: #(\\w+)");
        int pairCount = 0;
        for (auto page = pages.globalMatch(style); page.hasNext(); ++pairCount) {
            const auto match = page.next();
            const auto full = [&](int fullChannel) {
                const QString hex = match.captured(fullChannel);
                return hex.size() == 6 ? hex : QString("%1%1%2%2%3%3").arg(hex[0]).arg(hex[1]).arg(hex[2]);
            };
            QVERIFY(contrast(full(1), full(3)) >= 4.5);
            QVERIFY(contrast(full(2), full(3)) >= 4.5);
        }
        QCOMPARE(pairCount, 3);
    }

    // Neighbours in a stack differ by 1.5 : 1 in greyscale, or one of them is hatched; and every part differs as much
    // from the separators, which have the colour of the card, in both themes.
    void stackedPartsDifferInGreyscale()
    {
        using chart::ColorRole;
        const auto color = [](ColorRole role, bool isDark) {
            return QString::fromStdString(chart::hexColor(chart::colorOf(role, isDark)));
        };
        const std::vector parts{ColorRole::Compute, ColorRole::Communication, ColorRole::Waiting,
                                ColorRole::InputOutput, ColorRole::Money};
        for (const ColorRole one : parts) {
            for (const bool isDark : {false, true})
                QVERIFY2(contrast(color(one, isDark), color(ColorRole::Card, isDark)) >= 1.5,
                         qPrintable(color(one, isDark)));
            for (const ColorRole other : parts)
                if (one != other && !chart::needsHatch(one) && !chart::needsHatch(other))
                    QVERIFY2(contrast(color(one, false), color(other, false)) >= 1.5,
                             qPrintable(color(one, false) + ' ' + color(other, false)));
        }
        const Project project = test::example("output-41.7.2");
        for (const ReportFigure& figure : reportFigures(project, analyse(project)))
            if (figure.kind == FigureKind::LostFolds)  // the waiting of four bars
                QVERIFY(QString::fromStdString(toSvg(figure.drawing).elements)
                            .count("stroke=\"#FFFFFF\" stroke-width=\"1\"") > 20);
    }

    // Every figure's text is inside it and at least 7 pt high.
    void figuresAreReadableInPrint()
    {
        constexpr double smallestPixels = 7.0 * 96 / 72;
        const QRegularExpression text(
            "<text x=\"([-.0-9]+)\" y=\"([-.0-9]+)\" font-size=\"([.0-9]+)\"( "
            "font-weight=\"bold\")? text-anchor=\"(\\w+)\" fill=\"#\\w+\"(.*)>([^<]*)</text>");
        for (const QString& file : QDir(test::sourceFile("resources/examples")).entryList({"*.scalewright"})) {
            const Project project = test::example(file.chopped(12));
            for (const ReportFigure& figure : reportFigures(project, analyse(project))) {
                const chart::Size size = figure.drawing.size;
                const QString svg = QString::fromStdString(toSvg(figure.drawing).elements);
                int count = 0;
                for (auto found = text.globalMatch(svg); found.hasNext(); ++count) {
                    const auto match = found.next();
                    const double pixels = match.captured(3).toDouble(), x = match.captured(1).toDouble(),
                                 y = match.captured(2).toDouble();
                    const QString words = match.captured(7).replace("&lt;", "<").replace("&gt;", ">");
                    const double length = chart::textWidth(words.toStdString(), pixels, !match.captured(4).isEmpty());
                    const double left = x - (match.captured(5) == "end"      ? length
                                             : match.captured(5) == "middle" ? length / 2
                                                                             : 0);
                    const auto where = qPrintable(file + ' ' + QString::fromStdString(figure.name) + ": " + words);
                    QVERIFY2(pixels >= smallestPixels, where);
                    if (match.captured(6).isEmpty())  // horizontal
                        QVERIFY2(left >= -0.5 && left + length <= size.width + 0.5, where);
                    QVERIFY2(y >= 0.7 * pixels && y <= size.height, where);
                }
                QVERIFY2(count > 1, qPrintable(file));
                // LaTeX has the same texts.
                const std::string latex = toTikzpicture(figure.drawing);
                for (const chart::PlacedLabel& label : figure.drawing.labels)
                    QVERIFY2(latex.find(latexText(label.text)) != std::string::npos, label.text.c_str());
            }
        }
    }

    // A hand-in has no prompts: sections without a result are only listed, and each part has its place.
    void reportStartsWithTheDecision()
    {
        Project project = test::example("output-41.7.2");
        setReportText(project, reportAuthorPlace, "Ada Lovelace");
        const Result<AnsweredReport> answered = makeAnsweredReport(project);
        QVERIFY(answered.has_value());
        const Report& report = answered->report;
        // Output 41.7.2: p = 8 saves 206 - 260 s and costs 1.465 - 0.924 more than p = 4.
        QVERIFY(!report.decision.headline.empty() && report.decision.reasons.size() >= 2);
        QVERIFY(report.decision.reasons[1].find("54.0 s for $0.54") != std::string::npos);
        QVERIFY(report_parts::bylineText(report).starts_with("Ada Lovelace · "));
        const std::vector<report_parts::ReportPart> parts = report_parts::reportParts(report);
        std::size_t number = 0;
        bool isAppendix = false;
        for (const report_parts::ReportPart& part : parts) {
            QVERIFY(part.isAppendix || !isAppendix);
            isAppendix = part.isAppendix;
            if (part.kind == report_parts::ReportPart::Kind::Heading && !isAppendix)
                QCOMPARE(part.number, ++number);
            QVERIFY(part.text.find(report.sections[0].missingReasons.front()) == std::string::npos);
        }
        QVERIFY(isAppendix && number == 6);  // ceiling and footprint have no result
        const std::string html = reportHtml(report);
        QVERIFY(html.find("Ada Lovelace") < html.find("54.0 s for $0.54"));
        QVERIFY(html.find("54.0 s for $0.54") < html.find("<h2"));
        for (const ReportChoice& choice : report.sections[1].choices)
            for (const std::string& reason : choice.reasons)  // a rejection continues a sentence in lower case
                QVERIFY2(html.find(xmlText(reason.substr(1))) < html.find("<h2 id=\"appendix\">"), reason.c_str());
    }

    void scriptMatchesTheAllowedHash()
    {
        const QByteArray script(report_html::sliderScript.data(), qsizetype(report_html::sliderScript.size()));
        QCOMPARE(QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64(),
                 QByteArray(report_html::sliderScriptSha256.data(), qsizetype(report_html::sliderScriptSha256.size())));
    }

    void drawings_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("count");
        // A ladder with a price gives three figures: speedup, lost folds, cost. Steps on a machine add a roofline.
        QTest::newRow("output-41.7.2") << "output-41.7.2" << 3;
        QTest::newRow("output-41.4.1") << "output-41.4.1" << 1;
        QTest::newRow("exercise-41.2.3") << "exercise-41.2.3" << 2;
        // A curve with a spike at every power of two.
        QTest::newRow("system-b") << "system-b" << 2;
    }
    void drawings()
    {
        QFETCH(QString, name);
        QFETCH(int, count);
        const Project project = test::example(name);
        const std::vector<ReportFigure> figures = reportFigures(project, analyse(project));
        QVERIFY2(int(figures.size()) >= count, qPrintable(QString::number(figures.size())));
        for (const ReportFigure& figure : figures) {
            QXmlStreamReader xml(QString::fromStdString(toSvgElement(toSvg(figure.drawing), figure.description)));
            while (!xml.atEnd())
                xml.readNext();
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
            QVERIFY(!figure.description.empty() && !figure.table.rows.empty());
            // Marks on a curve must be on the drawn line.
            for (const chart::PlacedPoint& point : figure.drawing.points)
                QVERIFY(figure.kind != FigureKind::Speedup ||
                        std::any_of(figure.drawing.curves.begin(), figure.drawing.curves.end(),
                                    [&](const chart::PlacedCurve& curve) {
                                        return std::any_of(curve.pieces.begin(), curve.pieces.end(),
                                                           [&](const chart::Polyline& piece) {
                                                               const auto y = yOnLineAt(piece, point.position.x);
                                                               return y && std::abs(*y - point.position.y) < 1;
                                                           });
                                    }));
        }
    }

    void drawingsContainTheNumbersOfTheBook()
    {
        const Project project = test::example("output-41.7.2");
        const std::vector<ReportFigure> figures = reportFigures(project, analyse(project));
        const auto figureOf = [&](FigureKind figureKind) {
            return *std::find_if(figures.begin(), figures.end(),
                                 [&](const auto& each) { return each.kind == figureKind; });
        };
        // Output 41.7.2: speedup 3.88 at 8 workers; the cheapest run costs $0.711, at p = 1. At p = 8, communication
        // takes 2.252 and waiting 1.864 folds.
        QVERIFY(figureOf(FigureKind::Speedup).description.find("3.88") != std::string::npos);
        QVERIFY(figureOf(FigureKind::Cost).description.find("$0.71") != std::string::npos);
        QVERIFY(figureOf(FigureKind::LostFolds).description.find("At 8: communication 2.25, waiting 1.86.") !=
                std::string::npos);
    }

    // The sentence of the measurement and its figure are about the plan's p, here 4, not about the fastest, 8: Code
    // 41.7.2 measured 200 s of compute, 34 of communication and 26 of waiting at 4, so 800/260 = 3.08.
    void measurementIsAboutThePlan()
    {
        Project project = test::example("output-41.7.2");
        project.plan.p = 4;
        const Result<AnsweredReport> answered = makeAnsweredReport(project);
        QVERIFY(answered);
        const auto section = std::find_if(
            answered->report.sections.begin(), answered->report.sections.end(), [](const ReportSection& each) {
                return std::any_of(each.figures.begin(), each.figures.end(),
                                   [](const ReportFigure& figure) { return figure.kind == FigureKind::Waterfall; });
            });
        QVERIFY(section != answered->report.sections.end());
        QVERIFY2(section->answer.headline.find("3.08") != std::string::npos, section->answer.headline.c_str());
        QVERIFY2(section->answer.because.find("0.92") != std::string::npos, section->answer.because.c_str());
        for (const ReportFigure& figure : section->figures)
            if (figure.kind == FigureKind::Waterfall)
                QVERIFY2(figure.description.find("3.08") != std::string::npos, figure.description.c_str());
        for (const ReportSection& each : answered->report.sections)
            for (std::size_t column = 0; column < each.answer.table.columns.size(); ++column)
                QVERIFY2(each.answer.table.rows.empty() ||
                             std::any_of(each.answer.table.rows.begin(), each.answer.table.rows.end(),
                                         [&](const std::vector<Cell>& row) {
                                             return !std::holds_alternative<std::monostate>(row[column]);
                                         }),
                         each.answer.table.columns[column].key.c_str());
    }

    // With 10^300 s of waiting, the cost of 10^298 dollars is a valid number, but no axis has room above it.
    void leavesHugeValuesOutOfTheChart()
    {
        Project project = test::example("output-41.7.2");
        project.measurements.ladders.front().points[3].idleS = 1e300;
        const std::vector<ReportFigure> figures = reportFigures(project, analyse(project));
        QVERIFY(std::none_of(figures.begin(), figures.end(),
                             [](const ReportFigure& each) { return each.kind == FigureKind::Cost; }));
        QVERIFY(std::any_of(figures.begin(), figures.end(),
                            [](const ReportFigure& each) { return each.kind == FigureKind::Speedup; }));
        for (const ReportFigure& figure : figures)
            QVERIFY(toSvg(figure.drawing).elements.find("nan") == std::string::npos);
    }

    void escapesForeignTextInSvg()
    {
        chart::ChartSpec spec;
        spec.points = {{.id = "a", .x = 1, .y = 1, .label = "</text><script>alert(1)</script>\x01"}};
        const std::string svg = toSvgElement(toSvg(chart::layOutChart(spec, {500, 300}, {})), "\"><script>");
        QVERIFY(svg.find("&lt;script&gt;") != std::string::npos && svg.find("<script") == std::string::npos);
        QXmlStreamReader xml(QString::fromStdString(svg));
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY(!xml.hasError());
    }

    void archiveAgainstTar()
    {
        const std::vector<ArchivedFile> files{{"README.md", "hello\n"},
                                              {"empty", ""},
                                              {"block", std::string(512, 'x')},
                                              {"long", std::string(100'000, 'y')}};
        const std::string bytes = packArchive("report", files);
        QCOMPARE(bytes, packArchive("report", files));
        QCOMPARE(*unpackArchive(bytes), files);
        const QTemporaryDir folder;
        QFile archiveFile(folder.filePath("a.tar.gz"));
        QVERIFY(archiveFile.open(QIODevice::WriteOnly) &&
                archiveFile.write(bytes.data(), qint64(bytes.size())) == qint64(bytes.size()));
        archiveFile.close();
        QCOMPARE(runTar(folder, {"-tzf", "a.tar.gz"}),
                 QByteArray("report/\nreport/README.md\nreport/empty\nreport/block\nreport/long\n"));
        QCOMPARE(runTar(folder, {"-xzOf", "a.tar.gz", "report/long"}), QByteArray(100'000, 'y'));
        // Repacked by another program, with dates and owners.
        runTar(folder, {"-xzf", "a.tar.gz"});
        for (const char* format : {"--format=gnu", "--format=pax", "--format=ustar"}) {
            const auto unpackedAgain = unpackedBytes(runTar(folder, {format, "-czf", "-", "./report"}));
            QVERIFY2(unpackedAgain.has_value(), format);
            QCOMPARE(unpackedAgain->size(), files.size());
        }
    }

    void hostileArchives()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::link("/etc/passwd", folder.filePath("link")));
        QFile file(folder.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
        file.close();
        QVERIFY(!unpackedBytes(runTar(folder, {"-czf", "-", "link"})));
        QVERIFY(!unpackedBytes(runTar(folder, {"-czPf", "-", "--transform=s|file|../../file|", "file"})));
        QVERIFY(!unpackedBytes(runTar(folder, {"-czPf", "-", "--transform=s|file|/tmp/file|", "file"})));
        QVERIFY(!unpackedBytes(runTar(folder, {"-czf", "-", "file", "file", "--hard-dereference"})) ||
                unpackedBytes(runTar(folder, {"-czf", "-", "file", "file"}))->size() == 1);
        for (const char* text : {"", "x", "not an archive at all", "\x1f\x8b\x08"})
            QVERIFY(!unpackArchive(text));
        const std::string validArchive = packArchive("r", {{"a", std::string(10'000, 'a')}, {"b", "b"}});
        for (std::size_t length = 0; length < validArchive.size(); length += 7)
            QVERIFY(!unpackArchive(std::string_view(validArchive).substr(0, length)));
        QVERIFY(!unpackArchive(validArchive + "x"));
        QVERIFY(!unpackArchive(validArchive, {.maximumBytes = 8'000}));
        QVERIFY(!unpackArchive(validArchive, {.maximumFiles = 1}));
        // 64 MB of zeros, packed into 64 kB.
        QVERIFY(!unpackArchive(packArchive("r", {{"bomb", std::string(64u << 20, '\0')}}), {.maximumBytes = 1u << 20}));
        for (std::size_t i = 0; i < validArchive.size(); ++i) {  // must terminate whichever bit is flipped
            std::string bent = validArchive;
            bent[i] = char(bent[i] ^ 0x10);
            (void)unpackArchive(bent);
        }
    }

    void reportTextSurvivesSaving()
    {
        Project project = test::example("output-41.7.2");
        QVERIFY(reportText(project, "ceiling").empty());
        setReportText(project, "ceiling", "We measured *twice*.\n\n- é");
        setReportText(project, "conclusion", "Four.");
        const Result<Project> reread = parseProject(writeProject(project));
        QVERIFY(reread.has_value());
        QCOMPARE(reportText(*reread, "ceiling"), std::string("We measured *twice*.\n\n- é"));
        QVERIFY(*reread == project);
        setReportText(project, "ceiling", "");
        setReportText(project, "conclusion", "");
        QVERIFY(project == test::example("output-41.7.2"));

        const Result<Project> reparsed = parseProject(
            "{\"format\": \"scalewright-project\", \"version\": 1, \"report\": {\"mine\": 12.50, \"law\": \"x\"}}");
        QVERIFY(reparsed.has_value());
        QVERIFY(writeProject(*reparsed).find("12.50") != std::string::npos);
        for (const char* invalidText : {"3", "{\"law\": 3}", "{\"law\": [\"x\"]}"})
            QVERIFY2(!parseProject("{\"format\": \"scalewright-project\", \"version\": 1, \"report\": " +
                                   std::string(invalidText) + "}"),
                     invalidText);
    }

    void comparesProjectsWithoutReportText()
    {
        Project withoutText, withText;
        setReportText(withText, "price", "Four.");
        QVERIFY(isSameExceptReportText(withoutText, withText) && isSameExceptReportText(withText, withoutText));
        withText.title = "x";
        QVERIFY(!isSameExceptReportText(withoutText, withText));
    }

    void readsReportTextFromAFile()
    {
        Project project;
        setReportText(project, "law", "Kept.");
        const Result<Project> read =
            withReportTexts(project,
                            "Before.\n\n# The ceiling\r\nIdle.\n~~~\n# none\n~~~\n\n# price\n\n"
                            "# Conclusion\n  Four.  \n",
                            "w.md");
        QVERIFY(read.has_value());
        QCOMPARE(reportText(*read, "introduction"), std::string("Before."));
        QCOMPARE(reportText(*read, "ceiling"), std::string("Idle.\n~~~\n# none\n~~~"));
        QCOMPARE(reportText(*read, "price"), std::string());
        QCOMPARE(reportText(*read, "law"), std::string("Kept."));
        QCOMPARE(reportText(*read, "conclusion"), std::string("Four."));
        const Result<Project> unknownSection = withReportTexts(project, "a\n\n# The prise\n", "w.md");
        QVERIFY(!unknownSection.has_value());
        QCOMPARE(unknownSection.error().problems.front().location, (ProblemLocation{.file = "w.md", .line = 3}));
        for (const std::string_view place : reportTextPlaces)
            QVERIFY(withReportTexts(project, "# " + reportSectionTitle(place) + "\nx", "w.md").has_value());
    }

    void reportTextIsSanitized()
    {
        const std::string hostile =
            "<script>alert(1)</script>\n\nText <img src=x onerror=alert(2)> ![pic](https://x/y.png) "
            "[a](javascript:alert(3)) [b](https://example.org/?a=1&b=2) \\input{/etc/passwd} "
            "$x$ %\n\n# Big\n\n```\ncode \\end{verbatim} <b>\n```\n";
        const std::string html = reportTextHtml(hostile), latex = reportTextLatex(hostile),
                          markdown = reportTextMarkdown(hostile);
        for (const char* part : {"<script", "<img", "javascript:", "<b>", "<h1"})
            QVERIFY2(html.find(part) == std::string::npos, part);
        QVERIFY(html.find("&lt;script&gt;") != std::string::npos && html.find("<h3>Big</h3>") != std::string::npos);
        QVERIFY(html.find("href=\"https://example.org/?a=1&amp;b=2\"") != std::string::npos);
        QVERIFY(latex.find("\\input") == std::string::npos && latex.find("\\includegraphics") == std::string::npos);
        QVERIFY(latex.find("\\end{verbatim}") == std::string::npos && latex.find("\\$x\\$ \\%") != std::string::npos);
        // Reading the Markdown back gives the same content and nothing else.
        QCOMPARE(reportTextHtml(markdown).find("<script"), std::string::npos);
        QVERIFY(markdown.find("](https://x/y.png)") == std::string::npos);
        std::string deep;
        for (int i = 0; i < 200; ++i)
            deep += "> ";
        for (const std::string& each : {deep + "x", std::string(3000, '['), std::string(2000, '*') + "a"})
            QVERIFY(!reportTextLatex(each).empty() && !reportTextHtml(each).empty());
        const std::string nested = reportTextLatex(deep + "x");
        QCOMPARE(QString::fromStdString(nested).count("\\begin{quote}"), 4);
        QCOMPARE(QString::fromStdString(nested).count("\\end{quote}"), 4);
    }

    void typesettableText()
    {
        QCOMPARE(toPdflatexText("Träff é α ≤ ×"), std::string("Träff é α ≤ ×"));
        QCOMPARE(toPdflatexText("中文 ж ð\x01\t."), std::string("?? ? ?? ."));
    }

    void lettersThatPdflatexLacks()
    {
        QVERIFY(lettersUnsupportedByPdflatex("Tr\xC3\xA4"
                                             "ff \\alpha {x} ~")
                    .empty());
        QVERIFY(lettersUnsupportedByPdflatex("\xE4\xB8\xAD\xE6\x96\x87 \xD0\xB6\xD0\xB6 \xC3\xB0 \xF0\x9F\x98\x80") ==
                (std::set<char32_t>{0x4E2D, 0x6587, 0x436, 0xF0, 0x1F600}));
    }

    void citations()
    {
        const Reference eager{"Eager, Zahorjan, Lazowska 1989", "x"}, li{"Li et al. 2014", "x"},
            userSources{"Rabenseifner 2004", "x"};
        QVERIFY(cites("most efficiency per time (Eager, Zahorjan and Lazowska 1989)", eager));
        QVERIFY(cites("Li et al. 2014", li) && !cites("Li et al. 2020", li) && !cites("Lian et al. 2014", li));
        QVERIFY(!cites("Thakur, Rabenseifner, Gropp 2005", userSources) && cites("(Rabenseifner 2004)", userSources));
        const Result<std::vector<Reference>> shipped = shippedReferences();
        QVERIFY(shipped.has_value());
        for (const Reference& each : *shipped) {
            QVERIFY2(cites(each.key, each), each.key.c_str());
            QVERIFY2(each.entry.find(each.key.substr(each.key.size() - 4)) != std::string::npos, each.key.c_str());
        }
    }
};

SCALEWRIGHT_TEST(tst_report)
#include "tst_report.moc"
