// SPDX-License-Identifier: GPL-3.0-or-later
// Figures: every export opened by another program, no SVG stroke outside the plot frame, the table, the clipboard, and
// files that do not depend on the screen's appearance.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QImageReader>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTransform>
#include <QXmlStreamReader>

#include <cmath>

#include "core/model/scaling/prediction.h"
#include "core/output/chart/chart_layout.h"
#include "core/output/tables/latex.h"
#include "core/output/tables/prediction_table.h"
#include "tests/support/registry.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

Table numbers()
{
    Table table;
    table.columns = {
        {"p", "p", "", 0}, {"speedup", "speedup S", "", 2}, {"reason", "reason", "", -1}, {"t_step", "T(p)", "s", 4}};
    table.rows = {{1.0, 1.0, std::string("one machine"), 1.0},
                  {34.0, 7.4912, std::string("fastest"), 0.1335},
                  {1024.0, std::monostate{}, std::string("not run"), std::monostate{}}};
    return table;
}

/// Output 41.4.1: S(p) with a band far above the frame, an ideal line that leaves at the top, landmarks, and the plan's
/// p.
void fill(Chart& chart)
{
    ScalingModel model{.tCompS = 1};
    model.primaryExchange().communication.alphaS = 0.0008;
    model.primaryExchange().communication.betaS = 0.04;
    const Prediction prediction = predict(model, 4096);  // beyond the axis, which ends at 1024
    ChartSpec spec;
    spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 1024, {}};
    spec.y.high = 8;
    SeriesSpec speedup, ideal;
    speedup.key = QStringLiteral("speedup");
    speedup.name = QStringLiteral("speedup");
    speedup.y = prediction.columns.speedup;
    for (int p = 1; p <= 4096; ++p)
        ideal.y.push_back(p);
    ideal.label = QStringLiteral("ideal");
    ideal.isReference = true;
    BandSpec band;
    for (const double s : speedup.y) {
        band.low.push_back(0.5 * s - 1);
        band.high.push_back(2 * s);
    }
    spec.bands = {band};
    spec.series = {speedup, ideal};
    spec.markers.push_back({QStringLiteral("plan"),
                            13,
                            6.24,
                            QStringLiteral("plan p 13"),
                            {},
                            MarkerSpec::Kind::Flag,
                            ColorRole::Ink,
                            true});
    spec.points.push_back({QStringLiteral("p_star"), 34, 7.49, QStringLiteral("p* 34 (fastest)"),
                           QStringLiteral("7.49×"), ColorRole::Compute, true, true});
    // At the corner of the frame.
    spec.points.push_back(
        {QStringLiteral("knee"), 1, 1, QStringLiteral("knee 1"), {}, ColorRole::Compute, false, false});
    spec.measured.push_back({QStringLiteral("m"),
                             QStringLiteral("measured"),
                             {2, 4, 8},
                             {1.8, 3.1, 5},
                             {1.7, 2.9, -3},
                             {1.9, 3.3, 12},
                             ColorRole::Ink});
    chart.setSpec(spec);
    chart.setTexts({QStringLiteral("Speedup S(p) <book>"),
                    QStringLiteral("Book's ring all-reduce, T_comp 1 s & alpha 0.8 ms, beta 40 ms"),
                    QStringLiteral("rises to 7.49 at p 34")});
    chart.setTableSource(numbers);
}

/// All coordinates of strokes and fills in an SVG, with the transforms of its groups applied. Text is left out.
struct SvgShapes {
    QList<QPointF> points;
    QList<QLineF> horizontals;  ///< straight horizontal lines: grid and axis
    QString title, description;
    QStringList texts;
    QSizeF size;
    bool wellFormed = false;
};

QTransform parseTransform(const QString& text)
{
    static const QRegularExpression part(QStringLiteral("(matrix|translate|scale)\\(([^)]*)\\)"));
    QTransform all;
    for (auto match = part.globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        QList<double> v;
        for (const QString& number : found.captured(2).split(QLatin1Char(',')))
            v << number.toDouble();
        const QTransform each = found.captured(1) == QLatin1String("scale") ? QTransform::fromScale(v[0], v[0])
                                : v.size() == 2                             ? QTransform::fromTranslate(v[0], v[1])
                                                : QTransform(v[0], v[1], v[2], v[3], v[4], v[5]);
        all = each * all;
    }
    return all;
}

SvgShapes readSvg(const QByteArray& bytes)
{
    SvgShapes shapes;
    QXmlStreamReader xml(bytes);
    QList<QTransform> transforms{QTransform()};
    static const QRegularExpression number(QStringLiteral("[-+]?[0-9]*\\.?[0-9]+(?:[eE][-+]?[0-9]+)?"));
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isEndElement())
            transforms.removeLast();
        if (!xml.isStartElement())
            continue;
        const auto attributes = xml.attributes();
        const auto value = [&](const char* name) { return attributes.value(QLatin1String(name)).toString(); };
        transforms.append(parseTransform(value("transform")) * transforms.back());
        const QTransform& currentTransform = transforms.back();
        const QString name = xml.name().toString();
        if (name == QLatin1String("svg")) {
            const QStringList box = value("viewBox").split(QLatin1Char(' '));
            shapes.size = QSizeF(box.value(2).toDouble(), box.value(3).toDouble());
        } else if (name == QLatin1String("title") || name == QLatin1String("desc")) {
            (name == QLatin1String("title") ? shapes.title : shapes.description) = xml.readElementText();
            transforms.removeLast();
        } else if (name == QLatin1String("text")) {
            shapes.texts << xml.readElementText();
            transforms.removeLast();
        } else if (name == QLatin1String("path") || name == QLatin1String("polyline") ||
                   name == QLatin1String("polygon")) {
            QList<double> values;
            auto match = number.globalMatch(name == QLatin1String("path") ? value("d") : value("points"));
            while (match.hasNext())
                values << match.next().captured().toDouble();
            for (qsizetype i = 0; i + 1 < values.size(); i += 2)
                shapes.points << currentTransform.map(QPointF(values[i], values[i + 1]));
            if (values.size() == 4 && values[1] == values[3])
                shapes.horizontals << currentTransform.map(QLineF(values[0], values[1], values[2], values[3]));
        } else if (name == QLatin1String("rect")) {
            const QRectF rect(value("x").toDouble(), value("y").toDouble(), value("width").toDouble(),
                              value("height").toDouble());
            shapes.points << currentTransform.map(rect.topLeft()) << currentTransform.map(rect.bottomRight());
        } else if (name == QLatin1String("circle") || name == QLatin1String("ellipse")) {
            const double r = std::max(value("r").toDouble(), std::max(value("rx").toDouble(), value("ry").toDouble()));
            const QPointF centre(value("cx").toDouble(), value("cy").toDouble());
            shapes.points << currentTransform.map(centre - QPointF(r, r))
                          << currentTransform.map(centre + QPointF(r, r));
        } else if (name == QLatin1String("line")) {
            if (value("y1") == value("y2"))
                shapes.horizontals << currentTransform.map(QLineF(value("x1").toDouble(), value("y1").toDouble(),
                                                                  value("x2").toDouble(), value("y2").toDouble()));
            shapes.points << currentTransform.map(QPointF(value("x1").toDouble(), value("y1").toDouble()))
                          << currentTransform.map(QPointF(value("x2").toDouble(), value("y2").toDouble()));
        }
    }
    shapes.wellFormed = !xml.hasError();
    return shapes;
}

QByteArray encoded(const FigureContent& content, FigureFormat format)
{
    const auto bytes = encodeFigure(content, format);
    if (!bytes)
        qWarning("%s", describe(bytes.error()).c_str());
    return bytes.value_or(QByteArray());
}

int pixelsLike(const QImage& image, const QColor& wanted)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - wanted.red()) + std::abs(pixel.green() - wanted.green()) +
                         std::abs(pixel.blue() - wanted.blue()) <
                     24;
        }
    return count;
}

QByteArray output(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished(60000) && process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray();
}

}  // namespace

#define NEEDS_PROGRAM(name)                                             \
    if (QStandardPaths::findExecutable(QStringLiteral(name)).isEmpty()) \
    QSKIP("SKIPPED: needs " name)

class tst_figure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)"))); }

    void svgStaysInTheFrame()
    {
        Chart chart;
        fill(chart);
        const SvgShapes svg = readSvg(encoded(chart, FigureFormat::Svg));
        QVERIFY(svg.wellFormed);
        // The frame as found in the file: the grid lines span its width, and the highest and lowest mark its height.
        QVERIFY(svg.horizontals.size() >= 4);
        double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
        for (const QLineF& line : svg.horizontals) {
            if (std::abs(line.dx()) < 0.6 * svg.size.width())
                continue;
            left = std::min({left, line.x1(), line.x2()});
            right = std::max({right, line.x1(), line.x2()});
            top = std::min(top, line.y1());
            bottom = std::max(bottom, line.y1());
        }
        QVERIFY(right - left > 0.7 * svg.size.width() && bottom - top > 0.5 * svg.size.height());
        QVERIFY(right < svg.size.width() && bottom < svg.size.height());
        QVERIFY(svg.points.size() > 100);
        for (const QPointF& point : svg.points)
            QVERIFY2(point.x() >= left - 0.01 && point.x() <= right + 0.01 && point.y() >= top - 0.01 &&
                         point.y() <= bottom + 4.01,
                     qPrintable(QStringLiteral("(%1, %2) outside %3…%4 x %5…%6")
                                    .arg(point.x())
                                    .arg(point.y())
                                    .arg(left)
                                    .arg(right)
                                    .arg(top)
                                    .arg(bottom)));
    }

    void svgHasDescription()
    {
        Chart chart;
        fill(chart);
        const SvgShapes svg = readSvg(encoded(chart, FigureFormat::Svg));
        QCOMPARE(svg.title, QStringLiteral("Speedup S(p) <book>"));
        QVERIFY(svg.description.contains(QStringLiteral("T_comp 1 s & alpha 0.8 ms")));
        QVERIFY(svg.description.contains(QStringLiteral("Scalewright ")));
        const QString all = svg.texts.join(QLatin1Char('|'));
        for (const char* text : {"workers p", "1024", "plan p 13", "p* 34 (fastest)", "ideal", "Speedup S(p) <book>"})
            QVERIFY2(all.contains(QLatin1String(text)), text);  // text stays text
    }

    void otherProgramsOpenSvg()
    {
        NEEDS_PROGRAM("rsvg-convert");
        Chart chart;
        fill(chart);
        QTemporaryDir folder;
        const QString svg = folder.filePath(QStringLiteral("figure.svg")),
                      png = folder.filePath(QStringLiteral("figure.png"));
        QVERIFY(exportFigure(chart, svg.toStdString(), FigureFormat::Svg));
        QCOMPARE(QProcess::execute(QStringLiteral("rsvg-convert"),
                                   {QStringLiteral("--background-color=white"), QStringLiteral("-o"), png, svg}),
                 0);
        const QImage image(png);
        QVERIFY(!image.isNull());
        QVERIFY(pixelsLike(image, QColor(0x00, 0x72, 0xB2)) > 400);  // the curve
        QVERIFY(pixelsLike(image, Qt::white) > image.width() * image.height() / 3);
    }

    void otherProgramsOpenPdf()
    {
        NEEDS_PROGRAM("pdftoppm");
        Chart chart;
        fill(chart);
        QTemporaryDir folder;
        const QString pdf = folder.filePath(QStringLiteral("figure.pdf"));
        QVERIFY(exportFigure(chart, pdf.toStdString(), FigureFormat::Pdf));
        QCOMPARE(QProcess::execute(QStringLiteral("pdftoppm"),
                                   {QStringLiteral("-png"), QStringLiteral("-r"), QStringLiteral("96"),
                                    QStringLiteral("-singlefile"), pdf, folder.filePath(QStringLiteral("page"))}),
                 0);
        const QImage page(folder.filePath(QStringLiteral("page.png")));
        const QImage png = QImage::fromData(encoded(chart, FigureFormat::Png));
        QVERIFY(!page.isNull());
        // The page equals the figure: same size at 96 dpi, and as many curve pixels as the PNG.
        QVERIFY(std::abs(page.width() - png.width()) <= 1 && std::abs(page.height() - png.height()) <= 1);
        const int pdfPixels = pixelsLike(page, QColor(0x00, 0x72, 0xB2)),
                  pngPixels = pixelsLike(png, QColor(0x00, 0x72, 0xB2));
        QVERIFY2(pdfPixels > pngPixels / 2 && pdfPixels < pngPixels * 2,
                 qPrintable(QStringLiteral("%1 in PDF, %2 in PNG").arg(pdfPixels).arg(pngPixels)));
        if (!QStandardPaths::findExecutable(QStringLiteral("pdfinfo")).isEmpty()) {
            const QString info = QString::fromUtf8(output(QStringLiteral("pdfinfo"), {pdf}));
            QVERIFY(info.contains(QStringLiteral("Speedup S(p) <book>")));
            QVERIFY(info.contains(QStringLiteral("Scalewright ")));
            const QString meta = QString::fromUtf8(output(QStringLiteral("pdfinfo"), {QStringLiteral("-meta"), pdf}));
            QVERIFY(meta.contains(QStringLiteral("T_comp 1 s &amp; alpha 0.8 ms")));
        }
        if (!QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
            QVERIFY(QString::fromUtf8(output(QStringLiteral("pdftotext"), {pdf, QStringLiteral("-")}))
                        .contains(QStringLiteral("p* 34 (fastest)")));
    }

    void pngIncludesItsCaption()
    {
        Chart chart;
        fill(chart);
        const QByteArray one = encoded(chart, FigureFormat::Png), two = encoded(chart, FigureFormat::Png2x);
        const QImage small = QImage::fromData(one), large = QImage::fromData(two);
        QCOMPARE(large.size(), 2 * small.size());
        QCOMPARE(small.text(QStringLiteral("Title")), QStringLiteral("Speedup S(p) <book>"));
        QVERIFY(small.text(QStringLiteral("Description")).contains(QStringLiteral("T_comp 1 s")));
        QVERIFY(small.text(QStringLiteral("Software")).startsWith(QStringLiteral("Scalewright ")));
        QVERIFY(pixelsLike(large, QColor(0x00, 0x72, 0xB2)) > 2 * pixelsLike(small, QColor(0x00, 0x72, 0xB2)));
    }

    void numbersMatchTheTable()
    {
        Chart chart;
        fill(chart);
        const QString csv = QString::fromUtf8(encoded(chart, FigureFormat::Csv));
        QVERIFY(csv.contains(QStringLiteral("\np,speedup,reason,t_step (s)\n")));
        QVERIFY(csv.contains(QStringLiteral("\n34,7.4912,fastest,0.1335\n")));
        QVERIFY(csv.contains(QStringLiteral("\n1024,,not run,\n")));
        // The caption is included because the table has none.
        QVERIFY(csv.startsWith(QStringLiteral("# Book's ring all-reduce")));
        const QString tex = QString::fromUtf8(encoded(chart, FigureFormat::Booktabs));
        QVERIFY(tex.contains(QStringLiteral("\\toprule")) && tex.contains(QStringLiteral("7.49")));
        QVERIFY2(tex.contains(QStringLiteral("\\caption{Speedup S(p)")),
                 qPrintable(tex));  // starts with the title, like the figure
        QVERIFY(tex.contains(QStringLiteral("T(p) (s)")) &&
                tex.contains(QStringLiteral("\\label{tab:speedup-s-p-book}")));
    }

    // Every curve, band, mark, line, measured point with its error bar, and label in the drawing, at the same position.
    void pgfplotsHasEverythingDrawn()
    {
        Chart chart;
        fill(chart);
        const QString tex = QString::fromUtf8(encoded(chart, FigureFormat::Pgfplots));
        chart.resize(chart.naturalSize().toSize());
        (void)chart.grab();  // a hidden widget receives its size only when it is drawn
        const ChartLayout& scene = chart.drawnLayout();
        QVERIFY(scene.labels.size() >= 3 && scene.measured.front().points.size() == 3);
        for (const PlacedLabel& label : scene.labels)
            for (const std::string& line : {label.text, label.subText})
                QVERIFY2(line.empty() || tex.contains(QLatin1Char('{') + QString::fromStdString(latexText(line)) +
                                                      QStringLiteral("};")),
                         line.c_str());
        qsizetype lines = 0, areas = static_cast<qsizetype>(scene.bands.size() + scene.areas.size());
        for (const PlacedCurve& curve : scene.curves)
            lines += static_cast<qsizetype>(curve.pieces.size());
        lines += static_cast<qsizetype>(scene.axisBreaks.size() + scene.markers.size()) +
                 3 * static_cast<qsizetype>(scene.measured.front().bars.size());
        for (const PlacedLabel& label : scene.labels) {
            lines += label.leader.has_value() + label.curveIndex.has_value();
            areas += label.needsBackground;
        }
        constexpr qsizetype flags = 1, diamonds = 3;
        areas += flags + diamonds;
        lines += diamonds;
        QCOMPARE(tex.count(QStringLiteral("-- cycle;")), areas);
        QCOMPARE(tex.count(QStringLiteral("\\addplot[")), lines + areas);
        QCOMPARE(tex.count(QStringLiteral("circle[radius=")), 3);  // the handle's ring and dot, the knee
        // p* at the coordinates in the spec.
        QVERIFY(tex.contains(QStringLiteral("axis cs:34,7.49)}] (0pt,0pt) circle")));
        // S(p) of Output 41.4.1 from the model, to six digits.
        ScalingModel model{.tCompS = 1};
        model.primaryExchange().communication.alphaS = 0.0008;
        model.primaryExchange().communication.betaS = 0.04;
        const double speedupAt2 = predictAt(model, 2).speedup;
        QVERIFY2(tex.contains(QStringLiteral("(2,%1)").arg(QString::number(speedupAt2, 'g', 6))),
                 qPrintable(QString::number(speedupAt2, 'g', 9)));
    }

    // The width is as specified, with type of 8 to 10 pt.
    void sizesForPrint_data()
    {
        QTest::addColumn<FigureSize>("size");
        QTest::addColumn<double>("widthMm");
        QTest::newRow("column") << FigureSize::Column << 84.0;
        QTest::newRow("text") << FigureSize::TextWidth << 160.0;
        QTest::newRow("slide") << FigureSize::Slide << 140.0;
        QTest::newRow("poster") << FigureSize::Poster << 400.0;
    }
    void sizesForPrint()
    {
        NEEDS_PROGRAM("pdftotext");
        QFETCH(FigureSize, size);
        QFETCH(double, widthMm);
        Chart chart;
        fill(chart);
        QTemporaryDir folder;
        const QString pdf = folder.filePath(QStringLiteral("a.pdf"));
        QVERIFY(exportFigure(chart, pdf.toStdString(), FigureFormat::Pdf, {size, QStringLiteral("a")}));
        // <page width="453.5" height="247.0"> … <word xMin yMin xMax yMax>fastest</word>
        const QString words =
            QString::fromUtf8(output(QStringLiteral("pdftotext"), {QStringLiteral("-bbox"), pdf, QStringLiteral("-")}));
        const auto page = QRegularExpression(QStringLiteral("<page width=\"([0-9.]+)\"")).match(words);
        QVERIFY(page.hasMatch());
        QVERIFY2(std::abs(page.captured(1).toDouble() - widthMm / 25.4 * 72) < 2, qPrintable(page.captured(1)));
        const auto word =
            QRegularExpression(QStringLiteral("yMin=\"([0-9.]+)\" xMax=\"[0-9.]+\" yMax=\"([0-9.]+)\">workers<"))
                .match(words);
        QVERIFY2(word.hasMatch(), qPrintable(words));
        // A line in DejaVu Sans or Noto Sans is 1.16 to 1.37 times as high as its type size.
        const double high =
            (word.captured(2).toDouble() - word.captured(1).toDouble()) / (size == FigureSize::Poster ? 2.5 : 1);
        QVERIFY2(high > 8 && high < 1.4 * 10, qPrintable(QString::number(high)));
        // LaTeX sets title and caption; only pictures include them.
        QVERIFY(!words.contains(QStringLiteral(">Book's<")));
        const QString figure =
            QString::fromUtf8(*encodeFigure(chart, FigureFormat::LatexFigure, {size, QStringLiteral("a")}));
        QVERIFY(figure.contains(QStringLiteral("\\includegraphics[width=\\linewidth]{a.pdf}")));
        QVERIFY(figure.contains(QStringLiteral("\\caption{Speedup S(p)")) &&
                figure.contains(QStringLiteral("\\label{fig:a}")));
        const QImage picture = QImage::fromData(*encodeFigure(chart, FigureFormat::Png, {size, {}}));
        QVERIFY2(std::abs(picture.width() - widthMm / 25.4 * 96) < 3, qPrintable(QString::number(picture.width())));
    }

    void offersOnlyExistingFormats()
    {
        Chart chart;
        fill(chart);
        QCOMPARE(availableFormats(chart).size(), std::size_t(8));
        chart.setTableSource({});
        QCOMPARE(availableFormats(chart).size(), std::size_t(6));
        ChartSpec emptySpec;
        emptySpec.emptyText = QStringLiteral("nothing is known yet");
        chart.setSpec(emptySpec);
        QCOMPARE(availableFormats(chart).size(), std::size_t(5));
        QVERIFY(!encodeFigure(chart, FigureFormat::Pgfplots));
        const auto csv = encodeFigure(chart, FigureFormat::Csv);
        QVERIFY(!csv);
        QVERIFY(!csv.error().problems.front().expected.empty());
    }

    void screenDoesNotChangeFiles()
    {
        Chart chart;
        fill(chart);
        const QByteArray svg = encoded(chart, FigureFormat::Svg), png = encoded(chart, FigureFormat::Png);
        Theme::instance().setAppearance(Appearance::Dark);
        Theme::instance().setTypeScale(1.75);
        chart.resize(333, 222);
        QCOMPARE(encoded(chart, FigureFormat::Svg), svg);
        QCOMPARE(encoded(chart, FigureFormat::Png), png);
        Theme::instance().setTypeScale(1);
        Theme::instance().setAppearance(Appearance::Light);
    }

    void failedSaveLeavesNoFile()
    {
        Chart chart;
        fill(chart);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("no such folder/figure.svg"));
        const auto saved = exportFigure(chart, path.toStdString(), FigureFormat::Svg);
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::Environment);
        QVERIFY(!QFile::exists(path));
    }

    void fileNamesAndFormats()
    {
        for (const FigureFormat format :
             {FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Png2x, FigureFormat::Csv,
              FigureFormat::Booktabs, FigureFormat::Pgfplots, FigureFormat::LatexFigure})
            QCOMPARE(formatFromFileName(QStringLiteral("a.b") + fileExtension(format)).value(), format);
        QVERIFY(!formatFromFileName(QStringLiteral("figure")) && !formatFromFileName(QStringLiteral("figure.doc")));
    }

    void copiesPictureDrawingAndNumbers()
    {
        Chart chart;
        fill(chart);
        QApplication::clipboard()->clear();
        copyFigureToClipboard(chart);
        const QMimeData* data = QApplication::clipboard()->mimeData();
        QVERIFY(data->hasImage());
        QCOMPARE(qvariant_cast<QImage>(data->imageData()).size(),
                 QImage::fromData(encoded(chart, FigureFormat::Png2x)).size());
        QVERIFY(readSvg(data->data(QStringLiteral("image/svg+xml"))).wellFormed);
        QVERIFY(data->text().contains(QStringLiteral("34,7.4912")) &&
                data->text().contains(QStringLiteral("t_step (s)")));
    }

    void tableTwin()
    {
        auto* chart = new Chart;
        fill(*chart);
        Figure figure(chart);
        figure.resize(600, 400);
        figure.show();
        auto* view = figure.findChild<QTableView*>();
        QVERIFY(view && !view->isVisible() && chart->isVisible());
        QAbstractItemModelTester tester(view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);

        QPushButton* more = nullptr;  // one button for everything else, also reachable by keyboard
        for (QPushButton* button : figure.findChildren<QPushButton*>())
            if (button->menu())
                more = button;
        QVERIFY(more && more->menu() && (more->focusPolicy() & Qt::TabFocus) && !more->accessibleName().isEmpty());
        QAction* word = nullptr;
        for (QAction* action : more->menu()->actions())
            if (action->text() == QStringLiteral("Table"))
                word = action;
        QVERIFY(word);
        word->trigger();
        QVERIFY(figure.isTableShown() && view->isVisible() && !chart->isVisible());
        QCOMPARE(view->model()->rowCount(), 3);
        QCOMPARE(view->model()->index(1, 1).data().toString(), QStringLiteral("7.49"));
        QCOMPARE(view->model()->index(2, 1).data().toString(), QStringLiteral("-"));  // does not exist
        QVERIFY(view->accessibleName().contains(QStringLiteral("Speedup")));

        view->selectAll();
        QTest::keySequence(view, QKeySequence::Copy);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("34\t7.49\tfastest\t0.1335")));

        Table other = numbers();
        other.rows[1][1] = 5.3;
        chart->setTableSource([other] { return other; });
        figure.refreshTable();
        QCOMPARE(view->model()->index(1, 1).data().toString(), QStringLiteral("5.30"));
        other.rows.clear();
        chart->setTableSource([other] { return other; });
        figure.refreshTable();
        QCOMPARE(view->model()->rowCount(), 0);
        word->trigger();
        QVERIFY(!figure.isTableShown() && chart->isVisible());
    }

    void opensNoExtraWindow()
    {
        Figure figure(new Chart);
        for (const QWidget* widget : QApplication::topLevelWidgets())
            QVERIFY2(!widget->isVisible(), widget->metaObject()->className());
    }

    void textsFollowTheChart()
    {
        auto* chart = new Chart;
        Figure figure(chart);
        chart->setTexts({QStringLiteral("Efficiency"), QStringLiteral("T_comp 2 s"), QStringLiteral("falls")});
        QStringList shownWindows;
        for (const QLabel* label : figure.findChildren<QLabel*>())
            shownWindows << label->text();
        QVERIFY(shownWindows.contains(QStringLiteral("Efficiency")) &&
                shownWindows.contains(QStringLiteral("T_comp 2\u00A0s")));  // one line, including the unit
        QCOMPARE(figure.accessibleName(), QStringLiteral("Efficiency"));
    }
};

SCALEWRIGHT_TEST(tst_figure)
#include "tst_figure.moc"
