// SPDX-License-Identifier: GPL-3.0-or-later
// The Diagnose page: the tree's geometry, its texts, what-ifs, keyboard and names. Expected values: exercise 41.2.3 and
// the 13-billion-parameter example from section 41.2 of the book, and arithmetic written out in each test.
#include <QAccessible>
#include <QApplication>
#include <QFontMetricsF>
#include <QLabel>
#include <QLineEdit>
#include <QPainterPath>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/flow_words.h"
#include "tests/support/child.h"
#include "tests/support/registry.h"
#include "tests/ui/design_fixture.h"
#include "ui/baseline/baseline_page.h"
#include "ui/baseline/steps_card.h"
#include "ui/baseline/steps_model.h"
#include "ui/controls/text_button.h"
#include "ui/diagnose/diagnose_page.h"
#include "ui/diagnose/next_bars.h"
#include "ui/diagnose/node_panel.h"
#include "ui/diagnose/verdict_card.h"
#include "ui/diagnose/wrong_axis_card.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/main_window.h"
#include "ui/shell/strip.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

using F = ProfileField;

Quantity measured(double value, std::optional<Interval> interval = {})
{
    return {value, interval, {Origin::Measured, "the lab's machine", "2026-11-20", ""}};
}

/// Exercise 41.2.3: pi 20 TFLOP/s, beta 800 GB/s, W 6e12 FLOP, Q 120 GB, 4 GB over 25 GB/s with 10 us. The working set
/// (8 of 64 GB) and the reading time (10 of 300 ms) are our additions, so that the flow gets that far.
Project exercise()
{
    Project project;
    project.title = "Exercise 41.2.3";
    project.baseline.workingSetBytes = measured(8e9);
    project.baseline.machine.memoryBytes = measured(64e9);
    project.baseline.machine.peakFlops = measured(20e12);
    project.baseline.machine.memoryBandwidthBytesPerS = measured(800e9);
    project.baseline.steps = {{.name = "forward and backward",
                               .stepTimeS = measured(0.3),
                               .ioTimeS = measured(0.01),
                               .flops = measured(6e12),
                               .bytesMoved = measured(1.2e11),
                               .unknown = {}}};
    project.baseline.networkBytes = measured(4e9);
    project.target.bandwidthBytesPerS = measured(25e9);
    project.target.alphaS = measured(10e-6);
    return project;
}

/// 13 billion parameters, 16 bytes each in training, on one 80 GB card.
Project team()
{
    Project project;
    project.title = "13-billion-parameter team";
    project.baseline.workingSetBytes = typed(13e9 * 16);
    project.baseline.machine.memoryBytes = typed(80e9);
    return project;
}

Project serving()
{
    Project project = exercise();
    project.baseline.serving = Serving{.latencyS = measured(0.31),
                                       .latencyBudgetS = typed(0.2),
                                       .throughputPerS = {},
                                       .throughputTargetPerS = {},
                                       .unknown = {}};
    return project;
}

/// 60 GB of 64, plus or minus ten: it may or may not fit.
Project uncertain()
{
    Project project = exercise();
    project.baseline.workingSetBytes = measured(60e9, Interval{50e9, 70e9, 0.95});
    return project;
}

Project namedProject(const QString& name)
{
    if (name == QLatin1String("exercise"))
        return exercise();
    if (name == QLatin1String("team"))
        return team();
    if (name == QLatin1String("serving"))
        return serving();
    return name == QLatin1String("uncertain") ? uncertain() : Project{};
}

struct DiagnoseSetup {
    Document document;
    std::unique_ptr<DiagnosePage> page;

    explicit DiagnoseSetup(const Project& project)
    {
        document.edit(QStringLiteral("test"), project);
        page = std::make_unique<DiagnosePage>(document);
        page->resize(1090, 634);
    }
    void show()
    {
        page->show();
        QVERIFY(QTest::qWaitForWindowActive(page.get()));
    }
    [[nodiscard]] TreeItem* item(const TreeNode& node) const { return test::child<TreeView>(*page).item(node); }
    [[nodiscard]] std::optional<Bottleneck> verdict() const { return test::child<TreeView>(*page).content().verdict; }
};

const TreeQuestion* findQuestion(const TreeContent& content, Test test)
{
    for (const TreeQuestion& each : content.questions)
        if (each.test == test)
            return &each;
    return nullptr;
}

/// A part of the drawing and the area that it covers.
struct Part {
    QString name;
    QPainterPath area;
};

QPainterPath polygonPath(const QPolygonF& polygon)
{
    QPainterPath path;
    path.addPolygon(polygon);
    path.closeSubpath();
    return path;
}

/// Lines in one block of text may share an edge.
QPainterPath rectanglePath(const QRectF& rect)
{
    QPainterPath path;
    path.addRect(rect.adjusted(0.05, 0.05, -0.05, -0.05));
    return path;
}

/// Everything that must not touch anything else: shapes, and text outside shapes.
std::vector<Part> layoutParts(const TreeLayout& layout)
{
    std::vector<Part> parts;
    for (const TreeDiamond& diamond : layout.diamonds) {
        parts.push_back({toQString(questionText(diamond.test)), polygonPath(diamond.polygon())});
        for (const TreeText& text : diamond.marginTexts)
            parts.push_back({text.text, rectanglePath(text.box)});
    }
    for (const TreeLeaf& leaf : layout.leaves)
        parts.push_back({ceilingText(leaf.bottleneck), rectanglePath(leaf.rect)});
    for (const TreeEdge& edge : layout.edges)
        for (const TreeText& text : edge.label)
            parts.push_back({QStringLiteral("edge ") + text.text, rectanglePath(text.box)});
    for (const TreeText& text : layout.heading)
        parts.push_back({text.text, rectanglePath(text.box)});
    return parts;
}

std::vector<TreeText> layoutTexts(const TreeLayout& layout)
{
    std::vector<TreeText> texts = layout.heading;
    const auto add = [&](const std::vector<TreeText>& more) { texts.insert(texts.end(), more.begin(), more.end()); };
    for (const TreeDiamond& diamond : layout.diamonds) {
        add(diamond.texts);
        add(diamond.marginTexts);
    }
    for (const TreeLeaf& leaf : layout.leaves)
        add(leaf.texts);
    for (const TreeEdge& edge : layout.edges)
        add(edge.label);
    return texts;
}

bool contains(const QPainterPath& area, const QRectF& box)
{
    const double slack = 0.06;
    const QRectF inner = box.adjusted(slack, slack, -slack, -slack);
    return area.contains(inner.topLeft()) && area.contains(inner.topRight()) && area.contains(inner.bottomLeft()) &&
           area.contains(inner.bottomRight());
}

/// All corners drawn by an SVG, with the transforms of its groups applied; a text counts as its baseline, as wide as
/// its font makes it.
struct SvgCorners {
    QRectF viewBox;
    std::vector<QPointF> points;
    int texts = 0;
};

SvgCorners readSvg(const QByteArray& bytes)
{
    SvgCorners svg;
    QXmlStreamReader xml(bytes);
    std::vector<QTransform> transforms{QTransform()};
    const auto numbers = [](const QString& text) {
        static const QRegularExpression number(QStringLiteral("-?\\d+\\.?\\d*(?:e-?\\d+)?"));
        std::vector<double> values;
        for (auto match = number.globalMatch(text); match.hasNext();)
            values.push_back(match.next().captured().toDouble());
        return values;
    };
    const auto addPairs = [&](const QString& text) {
        const std::vector<double> values = numbers(text);
        for (std::size_t i = 0; i + 1 < values.size(); i += 2)
            svg.points.push_back(transforms.back().map(QPointF(values[i], values[i + 1])));
    };
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isEndElement())
            transforms.pop_back();
        if (!xml.isStartElement())
            continue;
        const QXmlStreamAttributes a = xml.attributes();
        const auto value = [&](const char* name) { return a.value(QLatin1String(name)).toString(); };
        QTransform transform = transforms.back();
        if (const std::vector<double> m = numbers(value("transform")); m.size() == 6)
            transform = QTransform(m[0], m[1], m[2], m[3], m[4], m[5]) * transform;
        transforms.push_back(transform);
        const QStringView name = xml.name();
        if (name == QLatin1String("svg")) {
            const std::vector<double> box = numbers(value("viewBox"));
            svg.viewBox = {box.at(0), box.at(1), box.at(2), box.at(3)};
        } else if (name == QLatin1String("path")) {
            addPairs(value("d"));
        } else if (name == QLatin1String("polyline") || name == QLatin1String("polygon")) {
            addPairs(value("points"));
        } else if (name == QLatin1String("rect")) {
            const QPointF corner(value("x").toDouble(), value("y").toDouble());
            svg.points.push_back(transform.map(corner));
            svg.points.push_back(
                transform.map(corner + QPointF(value("width").toDouble(), value("height").toDouble())));
        } else if (name == QLatin1String("text")) {
            // The file itself names "sans-serif", measured as DejaVu Sans.
            QFont font(a.hasAttribute(QLatin1String("font-family")) ? value("font-family")
                                                                    : QStringLiteral("DejaVu Sans"));
            font.setPixelSize(static_cast<int>(value("font-size").toDouble()));
            const QString weight = value("font-weight"), anchor = value("text-anchor");
            font.setWeight(weight == QLatin1String("bold") ? QFont::Bold
                           : weight.isEmpty()              ? QFont::Normal
                                                           : static_cast<QFont::Weight>(weight.toInt()));
            const QPointF baseline(value("x").toDouble(), value("y").toDouble());
            const QString words = xml.readElementText();
            transforms.pop_back();
            const double width = QFontMetricsF(font).horizontalAdvance(words);
            const double left = anchor == QLatin1String("middle") ? width / 2
                                : anchor == QLatin1String("end")  ? width
                                                                  : 0;
            svg.points.push_back(transform.map(baseline - QPointF(left, 0)));
            svg.points.push_back(transform.map(baseline + QPointF(width - left, 0)));
            ++svg.texts;
        }
    }
    return svg;
}

/// Nothing overlaps or leaves the drawing, and texts are inside their shapes.
void checkParts(const TreeLayout& layout, const VisualStyle& visualStyle)
{
    const std::vector<Part> parts = layoutParts(layout);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QRectF bounds = parts[i].area.boundingRect();
        QVERIFY2(QRectF({0, 0}, layout.size).contains(bounds),
                 qPrintable(parts[i].name + QStringLiteral(" leaves the drawing")));
        for (std::size_t j = i + 1; j < parts.size(); ++j)
            QVERIFY2(!parts[i].area.intersects(parts[j].area),
                     qPrintable(parts[i].name + QStringLiteral(" touches ") + parts[j].name));
    }
    for (const TreeDiamond& diamond : layout.diamonds)
        for (const TreeText& text : diamond.texts)
            QVERIFY2(contains(polygonPath(diamond.polygon()), text.box), qPrintable(text.text));
    for (const TreeLeaf& leaf : layout.leaves)
        for (const TreeText& text : leaf.texts)
            QVERIFY2(contains(rectanglePath(leaf.rect), text.box), qPrintable(text.text));
    // Boxes are as large as the font makes their texts.
    for (const TreeText& text : layoutTexts(layout)) {
        const QRectF ink = QFontMetricsF(visualStyle.font(text.style, text.bold))
                               .tightBoundingRect(text.text)
                               .translated(text.baseline);
        QVERIFY2(text.box.adjusted(-1, -1, 1, 1).contains(ink), qPrintable(text.text));
    }
}

}  // namespace

class tst_diagnose : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("SCALEWRIGHT_RESOURCES", test::sourceFile(QStringLiteral("resources")).toUtf8()); }
    void cleanupTestCase() { qunsetenv("SCALEWRIGHT_RESOURCES"); }
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
        Theme::instance().setDark(false);
        Theme::instance().setTypeScale(1);
    }

    // ---- geometry ----

    void partsDoNotOverlap_data()
    {
        QTest::addColumn<QString>("project");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QSizeF>("extra");
        for (const QString& project : {QStringLiteral("exercise"), QStringLiteral("team"), QStringLiteral("serving"),
                                       QStringLiteral("uncertain"), QStringLiteral("empty")})
            for (const double scale : {1.0, 1.25, 1.5, 1.75})
                for (const QSizeF& extra :
                     {QSizeF(0, 0), QSizeF(0, 300), QSizeF(40, 20), QSizeF(500, 0), QSizeF(900, 600)})
                    QTest::addRow("%s %.2f +%.0f+%.0f", qPrintable(project), scale, extra.width(), extra.height())
                        << project << scale << extra;
    }
    void partsDoNotOverlap()
    {
        QFETCH(QString, project);
        QFETCH(double, scale);
        QFETCH(QSizeF, extra);
        const VisualStyle visualStyle{.dark = false, .typeScale = scale};
        const FlowProgress flow = evaluateFlow(profileOf(namedProject(project)));
        const TreeContent content = makeTreeContent(flow, project == QLatin1String("serving"));
        const double width = treeMinimumWidth(content, visualStyle) + extra.width();
        const QSizeF size(width, treeMinimumHeight(content, visualStyle, width) + extra.height());
        const TreeLayout layout = layOutTree(content, visualStyle, size);

        QVERIFY(layoutParts(layout).size() >= 4 + 5 + 8);  // diamonds, leaves, labels on edges
        checkParts(layout, visualStyle);
    }

    // A printed column is 84 mm = 317 px wide, and the figure has 2 px of margin at each side.
    void columnShowsThePathTaken_data()
    {
        QTest::addColumn<QStringList>("texts");  // worked out by hand from the figures above
        const auto add = [](const char* project, std::initializer_list<const char*> texts) {
            QStringList list;
            for (const char* text : texts)
                list << QString::fromUtf8(text);
            QTest::newRow(project) << list;
        };
        add("exercise", {"Fits in memory?", "8 GB ≤ 64 GB", "yes", "8× to spare", "Reading dominates?",
                         "Network dominates?", "Intensity above ridge?", "50 against 25 FLOP/B", "Compute"});
        add("team",
            {"Fits in memory?", "208 GB > 80 GB", "no", "2.6× too large", "Memory capacity", "distribute the model"});
        add("serving", {"Serving budget met?", "Latency"});
        add("uncertain", {"Fits in memory?", "yes, uncertain"});
        add("empty", {"Fits in memory?"});
    }
    void columnShowsThePathTaken()
    {
        QFETCH(QStringList, texts);
        const QString project = QString::fromLatin1(QTest::currentDataTag());
        const TreeContent content =
            makeTreeContent(evaluateFlow(profileOf(namedProject(project))), project == QLatin1String("serving"));
        const VisualStyle visualStyle{};
        const TreeLayout layout = layOutTakenPath(content, visualStyle, 313);
        QCOMPARE(layout.size.width(), 313.0);
        checkParts(layout, visualStyle);
        QStringList shown;
        for (const TreeText& text : layoutTexts(layout))
            shown << text.text;
        for (const QString& text : texts)
            QVERIFY2(shown.contains(text),
                     qPrintable(text + QStringLiteral(" missing in ") + shown.join(QStringLiteral(" | "))));
        QVERIFY(layout.leaves.size() <= 1);
        for (const TreeQuestion& question : content.questions)
            QCOMPARE(shown.contains(question.question), question.isReached);
    }

    void edgesConnectNodes()
    {
        const VisualStyle visualStyle;
        for (const char* project : {"exercise", "serving"}) {
            const TreeContent content =
                makeTreeContent(evaluateFlow(profileOf(namedProject(QString::fromLatin1(project)))), true);
            const TreeLayout layout = layOutTree(content, visualStyle, treeNaturalSize(content, visualStyle));
            QCOMPARE(layout.diamonds.size(), std::size_t(5));
            QCOMPARE(layout.leaves.size(), std::size_t(6));
            QCOMPARE(layout.edges.size(), std::size_t(1 + 2 * 5));
            for (std::size_t i = 0; i < 5; ++i) {
                const QRectF diamond = layout.diamonds[i].rect;
                const TreeEdge& sideEdge = layout.edges[1 + 2 * i];
                const TreeEdge& downEdge = layout.edges[2 + 2 * i];
                QCOMPARE(sideEdge.from, QPointF(diamond.right(), diamond.center().y()));
                QCOMPARE(sideEdge.to, QPointF(layout.leaves[i].rect.left(), layout.leaves[i].rect.center().y()));
                QCOMPARE(downEdge.from, QPointF(diamond.center().x(), diamond.bottom()));
                const QRectF next = i < 4 ? layout.diamonds[i + 1].rect : layout.leaves[5].rect;
                QCOMPARE(downEdge.to, QPointF(next.center().x(), next.top()));
            }
        }
    }

    // ---- texts ----

    // 64/8 = 8; 0.15/0.01 = 15; 0.3/0.16001 = 1.87; (6e12/1.2e11)/(20e12/800e9) = 50/25 = 2.
    void exerciseFollowsTheTrunk()
    {
        const DiagnoseSetup setup(exercise());
        const TreeContent& content = test::child<TreeView>(*setup.page).content();
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Compute));
        QCOMPARE(content.questions.size(), std::size_t(4));
        QCOMPARE(findQuestion(content, Test::FitsInMemory)->comparison, QStringLiteral("8 GB ≤ 64 GB"));
        QCOMPARE(findQuestion(content, Test::FitsInMemory)->margin, QStringLiteral("8× to spare"));
        QCOMPARE(findQuestion(content, Test::IoDominates)->comparison, QStringLiteral("0.01 s against 0.15 s"));
        QCOMPARE(findQuestion(content, Test::IoDominates)->margin, QStringLiteral("15× to spare"));
        QCOMPARE(findQuestion(content, Test::CommunicationDominates)->comparison,
                 QStringLiteral("0.16 s against 0.3 s"));
        QCOMPARE(findQuestion(content, Test::CommunicationDominates)->margin, QStringLiteral("1.9× to spare"));
        QCOMPARE(findQuestion(content, Test::IntensityAboveRidge)->comparison, QStringLiteral("50 against 25 FLOP/B"));
        QCOMPARE(findQuestion(content, Test::IntensityAboveRidge)->margin, QStringLiteral("2.0× above the ridge"));
        for (const TreeQuestion& question : content.questions)
            QVERIFY(question.isReached && question.isPassed && !question.leadsToLeaf);
        QCOMPARE(content.heading, QStringLiteral("working set 8 GB · step 0.3 s · 6 TFLOP · 120 GB moved"));

        const QStringList lines = test::child<VerdictCard>(*setup.page).lines();
        QVERIFY(lines.contains(QStringLiteral("Binding ceiling: compute, π = 20 TFLOP/s")));
        QVERIFY(lines.contains(QStringLiteral("Axis: distribute training")));
        QVERIFY(lines.contains(QStringLiteral("Tools: PyTorch DDP, Horovod")));
        QVERIFY(lines.contains(QStringLiteral("Because: I = 50 > π/β = 25 FLOP/B")));
        // R(2) = 0.16001/0.15 = 1.07; a ring does not pay off if T_comp <= 2 (alpha + beta) = 0.32 s.
        QVERIFY(lines.contains(QStringLiteral("Workers: 1 on a ring, R(2) 1.07")));
        QCOMPARE(verdictSentence(setup.page->flow().profile, setup.page->flow().diagnosis),
                 QStringLiteral("compute bound → distribute training"));
    }

    // 6 TFLOP at 20 TFLOP/s take 0.3 s, so a step of 400 s reaches 0.075 % of the roof, and the roof does not explain
    // its time.
    void headlineShowsDoubts()
    {
        Project project = exercise();
        project.baseline.steps.front().stepTimeS = measured(400);
        const DiagnoseSetup setup(project);
        QVERIFY(test::child<VerdictCard>(*setup.page)
                    .lines()
                    .contains(QStringLiteral("Binding ceiling, uncertain: compute, π = 20 TFLOP/s")));
        QCOMPARE(verdictSentence(setup.page->flow().profile, setup.page->flow().diagnosis),
                 QStringLiteral("compute bound, uncertain → distribute training"));
    }

    // The number of devices is the plan's p until the user changes it, and again once the plan changes.
    void otherAxesUseThePlan()
    {
        Project project = team();
        project.plan.p = 8;
        DiagnoseSetup setup(project);
        WrongAxisCard& card = test::child<WrongAxisCard>(*setup.page);
        QCOMPARE(card.deviceCount(), 8);
        QCOMPARE(card.axes().front().devices, 8);
        card.devicesSpinBox()->setValue(64);
        project.target.priceUsdPerHour = typed(3.2);
        setup.document.edit(QStringLiteral("price"), project);
        QCOMPARE(card.deviceCount(), 64);
        project.plan.p = 16;
        setup.document.edit(QStringLiteral("plan"), project);
        QCOMPARE(card.deviceCount(), 16);
        project.plan.p.reset();
        setup.document.edit(QStringLiteral("no plan"), project);
        QCOMPARE(card.deviceCount(), 4);
    }

    // One machine is far below its roof: the page says so first, like the story and the command.
    void tuneFirst()
    {
        Project project = team();
        project.baseline.workingSetBytes = typed(1e9);
        project.baseline.machine.peakFlops = typed(1e12);
        project.baseline.machine.memoryBandwidthBytesPerS = typed(1e11);
        project.baseline.steps = {{.name = "all",
                                   .stepTimeS = typed(10),
                                   .ioTimeS = typed(0),
                                   .flops = typed(1e12),
                                   .bytesMoved = typed(1e9)}};
        const DiagnoseSetup setup(project);
        QVERIFY(setup.page->flow().diagnosis);
        QVERIFY(!tuneFirstText(*setup.page->flow().diagnosis).empty());
        const auto words = setup.page->findChildren<QLabel*>();
        QVERIFY(std::any_of(words.begin(), words.end(), [&](const QLabel* label) {
            return label->text() == withNoBreakSpaces(toQString(tuneFirstText(*setup.page->flow().diagnosis)));
        }));
    }

    // 208 GB on 80 GB is 2.6 times too much; four replicas all fail, at four times the price.
    void teamStopsAtTheFirstQuestion()
    {
        Project project = team();
        project.target.priceUsdPerHour = typed(3.2);
        const DiagnoseSetup setup(project);
        const TreeContent& content = test::child<TreeView>(*setup.page).content();
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::MemoryCapacity));
        QCOMPARE(findQuestion(content, Test::FitsInMemory)->comparison, QStringLiteral("208 GB > 80 GB"));
        QCOMPARE(findQuestion(content, Test::FitsInMemory)->margin, QStringLiteral("2.6× too large"));
        QVERIFY(findQuestion(content, Test::FitsInMemory)->leadsToLeaf);
        for (const Test test : {Test::IoDominates, Test::CommunicationDominates, Test::IntensityAboveRidge})
            QVERIFY(!findQuestion(content, test)->isReached);
        QCOMPARE(verdictSentence(setup.page->flow().profile, setup.page->flow().diagnosis),
                 QStringLiteral("memory-capacity bound → distribute the model"));

        WrongAxisCard& card = test::child<WrongAxisCard>(*setup.page);
        for (const int devices : {4, 64, 2}) {
            card.devicesSpinBox()->setValue(devices);
            QCOMPARE(card.axes().size(), std::size_t(4));
            for (const WrongAxis& axis : card.axes()) {
                QVERIFY(axis.axis != Axis::Model);
                QCOMPARE(axis.fits, std::optional(false));
                QCOMPARE(axis.costFactor, std::optional<double>(devices));
            }
        }
        card.devicesSpinBox()->setValue(maximumDevices + 1);
        QCOMPARE(card.deviceCount(), maximumDevices);
        card.devicesSpinBox()->setValue(0);
        QCOMPARE(card.deviceCount(), minimumDevices);
    }

    // Each leaf, reached with a profile that trips its test and no earlier one.
    void drawsEveryLeaf_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("leaf");
        QTest::newRow("64 of 64 GB still fit")
            << QStringLiteral("working_set_bytes") << 64e9 << int(Bottleneck::Compute);
        QTest::newRow("65 of 64 GB do not")
            << QStringLiteral("working_set_bytes") << 65e9 << int(Bottleneck::MemoryCapacity);
        QTest::newRow("0.16 of 0.3 s go to reading") << QStringLiteral("io_time_s") << 0.16 << int(Bottleneck::DataIo);
        QTest::newRow("8 GB over 25 GB/s take 0.32 s")
            << QStringLiteral("net_bytes") << 8e9 << int(Bottleneck::Coordination);
        QTest::newRow("I = 25 is the ridge")
            << QStringLiteral("bytes_moved") << 2.4e11 << int(Bottleneck::MemoryBandwidth);
    }
    void drawsEveryLeaf()
    {
        QFETCH(QString, field);
        QFETCH(double, value);
        QFETCH(int, leaf);
        const DiagnoseSetup setup(exercise());
        setup.page->setWhatIf(profileFieldAt(field.toStdString()).value(), value);
        int highlighted = 0;
        for (const TreeLeaf& each : test::child<TreeView>(*setup.page).shownLayout().leaves)
            if (each.isTaken) {
                ++highlighted;
                QCOMPARE(int(each.bottleneck), leaf);
            }
        QCOMPARE(highlighted, 1);
        QVERIFY(
            test::accessibleNameOf(setup.item(static_cast<Bottleneck>(leaf))).startsWith(QStringLiteral("Verdict, ")));
    }

    void statesMarginsInWords_data()
    {
        QTest::addColumn<int>("test");
        QTest::addColumn<double>("left");
        QTest::addColumn<double>("right");
        QTest::addColumn<QString>("words");
        const int fits = int(Test::FitsInMemory), io = int(Test::IoDominates), talk = int(Test::CommunicationDominates),
                  ridge = int(Test::IntensityAboveRidge);
        QTest::newRow("equal") << fits << 64e9 << 64e9 << QStringLiteral("exactly at the limit");
        QTest::newRow("hardly") << fits << 63.9e9 << 64e9 << QStringLiteral("barely to spare");
        QTest::newRow("hardly too much") << fits << 64.1e9 << 64e9 << QStringLiteral("barely too much");
        QTest::newRow("a little") << fits << 60e9 << 64e9 << QStringLiteral("1.07× to spare");
        QTest::newRow("a lot") << fits << 1e6 << 64e9 << QStringLiteral("over 1000× to spare");
        QTest::newRow("no reads") << io << 0.0 << 0.15 << QStringLiteral("nothing is read");
        QTest::newRow("reads too long") << io << 0.2 << 0.15 << QStringLiteral("1.3× over the limit");
        QTest::newRow("talks too long") << talk << 0.64 << 0.3 << QStringLiteral("2.1× the work");
        QTest::newRow("below the ridge") << ridge << 12.5 << 25.0 << QStringLiteral("2.0× below the ridge");
        QTest::newRow("on the ridge") << ridge << 25.0 << 25.0 << QStringLiteral("exactly at the ridge");
        QTest::newRow("no arithmetic") << ridge << 0.0 << 25.0 << QStringLiteral("no arithmetic");
    }
    void statesMarginsInWords()
    {
        QFETCH(int, test);
        QFETCH(double, left);
        QFETCH(double, right);
        Profile profile = profileOf(exercise());
        switch (static_cast<Test>(test)) {
        case Test::FitsInMemory:
            profile = withValue(withValue(profile, &Baseline::workingSetBytes, typed(left)), &Machine::memoryBytes,
                                typed(right));
            break;
        case Test::IoDominates:  // right is half of the step time
            profile = withValue(withValue(profile, &WorkloadStep::ioTimeS, typed(left)), &WorkloadStep::stepTimeS,
                                typed(2 * right));
            break;
        case Test::CommunicationDominates:  // at 25 GB/s, without latency
            profile =
                withValue(withValue(profile, &Target::alphaS, typed(0)), &Baseline::networkBytes, typed(left * 25e9));
            break;
        default: profile = withValue(profile, &WorkloadStep::flops, typed(left * 1.2e11));
        }
        const Result<TestResult> result = evaluate(profile, static_cast<Test>(test));
        QVERIFY(result);
        QTEST(toQString(marginText(*result)), "words");
    }

    void statesUncertainty()
    {
        const DiagnoseSetup setup(uncertain());  // 50 to 70 GB, with 64 GB of memory
        const TreeQuestion& fits = *findQuestion(test::child<TreeView>(*setup.page).content(), Test::FitsInMemory);
        QCOMPARE(fits.nextAnswer, QStringLiteral("yes, uncertain"));
        QCOMPARE(fits.notes, QStringList{QStringLiteral("uncertain")});
        QVERIFY(test::accessibleNameOf(setup.item(Test::FitsInMemory)).contains(QStringLiteral("yes, uncertain")));
    }

    void statesOrigins()
    {
        QCOMPARE(originText(evaluateFlow(profileOf(exercise()))), QStringLiteral("profile measured 2026-11-20"));
        Project project = exercise();
        project.baseline.machine.peakFlops = typed(20e12);
        project.baseline.workingSetBytes = assumed(8e9);
        // 11 inputs in all: ten from the exercise, and the reading time.
        QCOMPARE(originText(evaluateFlow(profileOf(project))),
                 QStringLiteral("profile: 9 measured 2026-11-20, 1 typed, 1 assumed"));
    }

    void dotShowsItsOrigin()
    {
        const PageEntry entry = DiagnosePage::entry();
        const auto stateOfProject = [&](const Project& project) {
            Document document;
            document.edit(QStringLiteral("test"), project);
            return entry.state(document);
        };
        QCOMPARE(stateOfProject({}), PageState::Empty);
        QCOMPARE(stateOfProject(exercise()), PageState::Measured);
        QCOMPARE(stateOfProject(team()), PageState::Assumed);  // typed
        Project project = exercise();
        project.baseline.steps.front().flops.reset();
        QCOMPARE(stateOfProject(project), PageState::Empty);
    }

    void namesTheBasis()
    {
        Project project = exercise();
        WorkloadStep load = project.baseline.steps.front();
        load.name = "load";
        load.stepTimeS = measured(0.0125);
        load.ioTimeS = measured(0.01);
        project.baseline.steps.front().ioTimeS = measured(0);
        project.baseline.steps.insert(project.baseline.steps.begin(), load);
        const DiagnoseSetup setup(project);
        QString basis;
        for (const Text* text : setup.page->findChildren<Text*>())
            if (text->text().contains(QStringLiteral(" alone")))
                basis = text->text();
        // 6 TFLOP over 120 GB
        QCOMPARE(basis, QStringLiteral("forward and backward alone: 50 FLOP/B · profile measured 2026-11-20"));
    }

    // ---- missing inputs ----

    void asksForTheNextFigure()
    {
        Project project = exercise();
        project.baseline.steps.front().flops.reset();
        const DiagnoseSetup setup(project);
        const FlowProgress& flow = setup.page->flow();
        QCOMPARE(flow.blockedTest, std::optional(Test::CommunicationDominates));
        QCOMPARE(verdictSentence(flow.profile, flow.diagnosis), QStringLiteral("not diagnosed: enter the step's FLOP"));
        QCOMPARE(test::child<VerdictCard>(*setup.page).lines().size(), 1);
        QVERIFY(test::child<VerdictCard>(*setup.page)
                    .lines()
                    .front()
                    .startsWith(QStringLiteral("Enter the step's FLOP: Count the FLOP")));
        QVERIFY(!setup.verdict());
        QVERIFY(findQuestion(test::child<TreeView>(*setup.page).content(), Test::CommunicationDominates)->isReached);
        QVERIFY(!findQuestion(test::child<TreeView>(*setup.page).content(), Test::IntensityAboveRidge)->isReached);

        QSignalSpy gone(setup.page.get(), &Page::fieldRequested);
        test::child<VerdictCard>(*setup.page).findChild<TextButton*>()->click();
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone.front(), QVariantList({QStringLiteral("baseline"), QStringLiteral("/baseline/steps/0/flops")}));

        setup.page->openNode(Test::CommunicationDominates);
        test::child<NodePanel>(*setup.page).editorOf(&WorkloadStep::flops)->valueEdited(6e12, EditPhase::End);
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Compute));
    }

    void emptyProjectAsksForTheWorkingSet()
    {
        const DiagnoseSetup setup(Project{});
        QCOMPARE(verdictSentence(setup.page->flow().profile, setup.page->flow().diagnosis),
                 QStringLiteral("not diagnosed: enter the working set"));
        QCOMPARE(setup.page->flow().blockedTest, std::optional(Test::FitsInMemory));
    }

    // The link opens the Baseline page with the keyboard focus in the missing field.
    void linksToTheFieldOnBaseline_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("name");
        QTest::newRow("working set") << QStringLiteral("working_set_bytes") << QStringLiteral("working set");
        QTest::newRow("memory") << QStringLiteral("memory_bytes") << QStringLiteral("memory");
        QTest::newRow("peak") << QStringLiteral("peak_flops") << QStringLiteral("peak FLOP/s, π");
        QTest::newRow("bandwidth") << QStringLiteral("memory_bandwidth_bytes_per_s")
                                   << QStringLiteral("memory bandwidth, β");
        QTest::newRow("link") << QStringLiteral("net_bandwidth_bytes_per_s") << QStringLiteral("link bandwidth");
        QTest::newRow("folded") << QStringLiteral("net_bytes") << QStringLiteral("exchanged per step");
        QTest::newRow("serving") << QStringLiteral("latency_budget_s") << QStringLiteral("latency budget");
        QTest::newRow("of a step") << QStringLiteral("bytes_moved") << QString();
    }
    void linksToTheFieldOnBaseline()
    {
        QFETCH(QString, field);
        QFETCH(QString, name);
        const QTemporaryDir settings;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
        Document document;
        document.edit(QStringLiteral("test"), exercise());
        MainWindow window(document, {BaselinePage::entry(), DiagnosePage::entry()});
        window.resize(1280, 720);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showPage(QStringLiteral("diagnose"));
        window.page(QStringLiteral("diagnose"))
            ->fieldRequested(QStringLiteral("baseline"),
                             QString::fromStdString(jsonPointerOf(document.analysis().diagnosisFlow.profile,
                                                                  profileFieldAt(field.toStdString()).value())));
        QCOMPARE(window.currentPageId(), QStringLiteral("baseline"));
        auto* edit = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(edit);
        if (name.isEmpty())
            QCOMPARE(test::child<StepsCard>(*window.page(QStringLiteral("baseline"))).table()->currentIndex().column(),
                     int(StepsModel::BytesMoved));
        else
            QCOMPARE(edit->accessibleName(), name);
    }

    // An input tried out here is one link away from its field on Baseline.
    void figureLinksToItsPage()
    {
        const DiagnoseSetup setup(exercise());
        setup.page->openNode(Test::FitsInMemory);
        QSignalSpy gone(setup.page.get(), &Page::fieldRequested);
        for (QPushButton* each : test::child<NodePanel>(*setup.page).findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Working set on Baseline"))
                each->click();
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone.back(),
                 QVariantList({QStringLiteral("baseline"), QStringLiteral("/baseline/working_set_bytes")}));
    }

    // ---- what-ifs ----

    void whatIfDoesNotChangeTheProject()
    {
        DiagnoseSetup setup(exercise());
        const Project before = setup.document.project();
        setup.page->openNode(Test::FitsInMemory);
        test::child<NodePanel>(*setup.page).editorOf(&Baseline::workingSetBytes)->valueEdited(80e9, EditPhase::End);
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::MemoryCapacity));
        QCOMPARE(test::child<TreeView>(*setup.page).content().heading,
                 QStringLiteral("What-if: working set 8 → 80 GB"));
        QVERIFY(test::child<TreeView>(*setup.page).texts().caption.contains(QStringLiteral("what-if")));
        QVERIFY(setup.document.project() == before);
        QCOMPARE(setup.document.analysis().diagnosisFlow.diagnosis->bottleneck, Bottleneck::Compute);

        setup.page->discardWhatIf();
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Compute));
        QVERIFY(setup.document.project() == before);

        setup.page->setWhatIf(&Baseline::workingSetBytes, 80e9);
        setup.page->setWhatIf(&Baseline::workingSetBytes, 8e9);  // back by hand
        QVERIFY(setup.page->whatIf().isEmpty());
    }

    // The tree shows the what-if; the strip shows the document, and is marked accordingly.
    void stripMarksTheSavedVerdict()
    {
        const QTemporaryDir settings;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
        Document document;
        document.edit(QStringLiteral("test"), exercise());
        MainWindow window(document, {BaselinePage::entry(), DiagnosePage::entry()});
        window.resize(1280, 720);
        window.show();
        window.showPage(QStringLiteral("diagnose"));
        auto* page = static_cast<DiagnosePage*>(window.page(QStringLiteral("diagnose")));
        const auto* strip = window.findChild<StatusStrip*>();
        const QString sentence = strip->sentence();
        QVERIFY(sentence.startsWith(QStringLiteral("compute bound")));
        page->setWhatIf(&Baseline::workingSetBytes, 80e9);
        QCOMPARE(strip->sentence(), QStringLiteral("kept: ") + sentence);
        window.showPage(QStringLiteral("baseline"));  // this page has no what-if
        QCOMPARE(strip->sentence(), sentence);
        window.showPage(QStringLiteral("diagnose"));
        QCOMPARE(strip->sentence(), QStringLiteral("kept: ") + sentence);
        page->discardWhatIf();
        QCOMPARE(strip->sentence(), sentence);
    }

    void keepingAWhatIfIsOneUndoStep()
    {
        DiagnoseSetup setup(exercise());
        const Project before = setup.document.project();
        setup.page->setWhatIf(&Baseline::workingSetBytes, 80e9);
        setup.page->setWhatIf(&Machine::memoryBytes, 72e9);
        setup.page->keepWhatIf();
        QVERIFY(setup.page->whatIf().isEmpty());
        QCOMPARE(setup.document.project().baseline.workingSetBytes, MaybeQuantity(typed(80e9)));
        QCOMPARE(setup.document.project().baseline.machine.memoryBytes, MaybeQuantity(typed(72e9)));
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::MemoryCapacity));
        QCOMPARE(setup.document.undoText(), QStringLiteral("what-if: working set 8 → 80 GB, memory 64 → 72 GB"));
        setup.document.undo();
        QVERIFY(setup.document.project() == before);
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Compute));
    }

    void keepsEveryFigureInItsField()
    {
        for (const ProfileField field : profileFields()) {
            WhatIf whatIf;
            const double value = field == &Baseline::ioDominanceShare ? 0.25 : 12345;
            whatIf.set(field, value);
            const Profile profile = profileOf(commitWhatIf(exercise(), whatIf));
            for (const ProfileField other : profileFields()) {
                const MaybeQuantity totalBefore = total(profileOf(exercise()), other),
                                    totalAfter = total(profile, other);
                QCOMPARE(totalAfter, other == field ? MaybeQuantity(typed(value)) : totalBefore);
            }
        }
    }

    // Two steps with 2 and 4 TFLOP: a total of 12 makes them 4 and 8.
    void changesASumByScalingTheSteps()
    {
        Project project = exercise();
        project.baseline.steps.front().flops = measured(2e12);
        project.baseline.steps.push_back(project.baseline.steps.front());
        project.baseline.steps.back().flops = measured(4e12);
        WhatIf whatIf;
        whatIf.set(&WorkloadStep::flops, 12e12);
        const Project after = commitWhatIf(project, whatIf);
        QCOMPARE(after.baseline.steps.front().flops->value, 4e12);
        QCOMPARE(after.baseline.steps.back().flops->value, 8e12);
        QCOMPARE(after.baseline.steps.back().flops->provenance.origin, Origin::Typed);
    }

    // An input that is missing in one of two steps cannot be tried out without inventing the other value: it links to
    // Baseline instead.
    void doesNotInventAMissingFigure()
    {
        Project project = exercise();
        project.baseline.steps.push_back(project.baseline.steps.front());
        project.baseline.steps.back().flops.reset();
        const DiagnoseSetup setup(project);
        setup.page->openNode(Test::IntensityAboveRidge);
        QVERIFY(!test::child<NodePanel>(*setup.page).editorOf(&WorkloadStep::flops));
        QVERIFY(test::child<NodePanel>(*setup.page).editorOf(&WorkloadStep::bytesMoved));
    }

    void whatIfSurvivesAnotherEdit()
    {
        DiagnoseSetup setup(exercise());
        setup.page->setWhatIf(&Baseline::workingSetBytes, 80e9);
        Project after = setup.document.project();
        after.baseline.machine.memoryBytes = measured(96e9);
        setup.document.edit(QStringLiteral("memory"), after);
        QCOMPARE(setup.page->whatIf().changes().size(), std::size_t(1));
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Compute));  // 80 of 96 GB
    }

    // Issue 10: with an empty project, the page stated "Binding ceiling memory capacity, 64 GB" below the missing
    // inputs.
    void noVerdictWithoutFigures()
    {
        DiagnoseSetup setup(exercise());
        const auto stated = [&] {
            QStringList all;
            for (const QLabel* label : setup.page->findChildren<VerdictCard*>().constFirst()->findChildren<QLabel*>())
                if (label->isVisibleTo(setup.page.get()))
                    all << label->text();
            return all.join(QLatin1Char('\n'));
        };
        QVERIFY(stated().contains(QStringLiteral("π = 20")));
        setup.document.edit(QStringLiteral("nothing"), Project{});
        QVERIFY2(!stated().contains(QStringLiteral("π = 20")), qPrintable(stated()));
        setup.document.undo();
        QVERIFY(stated().contains(QStringLiteral("π = 20")));
    }

    void explainsAFigureOutOfRange()
    {
        const DiagnoseSetup setup(exercise());
        setup.page->openNode(Test::IoDominates);
        QuantityEdit* edit = test::child<NodePanel>(*setup.page).editorOf(&Baseline::ioDominanceShare);
        edit->valueEdited(1.5, EditPhase::End);
        QVERIFY(edit->errorText().contains(QStringLiteral("a share above 0")));
        QVERIFY(setup.page->whatIf().isEmpty());
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Compute));
    }

    // Pressing any flip reverses the answer to its question and gives the verdict that it announces.
    void everyFlipFlips_data()
    {
        QTest::addColumn<QString>("project");
        for (const char* project : {"exercise", "team", "serving", "uncertain"})
            QTest::newRow(project) << QString::fromLatin1(project);
    }
    void everyFlipFlips()
    {
        QFETCH(QString, project);
        const FlowProgress flow = evaluateFlow(profileOf(namedProject(project)));
        int flips = 0;
        for (const TestResult& result : flow.path) {
            for (const FlipPoint& flip : result.flips) {
                WhatIf whatIf;
                whatIf.set(flip.field, valueBeyondFlip(flip));
                const FlowProgress changedFlow = evaluateFlow(applyWhatIf(flow.profile, whatIf));
                QVERIFY2(changedFlow.resultOf(result.test), flip.text.c_str());
                QVERIFY2(changedFlow.resultOf(result.test)->answer != result.answer, flip.text.c_str());
                QCOMPARE(changedFlow.diagnosis ? std::optional(changedFlow.diagnosis->bottleneck) : std::nullopt,
                         flip.newBottleneck);
                // A number that a person would type: three digits.
                QVERIFY2(std::abs(valueBeyondFlip(flip) / flip.value - 1) < 0.011, flip.text.c_str());
                ++flips;
            }
        }
        QVERIFY(flips >= 2);
    }

    void pressingAFlipTriesIt()
    {
        const DiagnoseSetup setup(exercise());
        setup.page->openNode(Test::IntensityAboveRidge);
        QList<TextButton*> buttons = test::child<NodePanel>(*setup.page).findChildren<TextButton*>();
        QCOMPARE(buttons.size(), 4);  // W, Q, pi, beta
        TextButton* bytes = nullptr;
        for (TextButton* button : buttons)
            if (button->text().startsWith(QStringLiteral("bytes moved at or above 240 GB")))
                bytes = button;
        QVERIFY(bytes);
        QVERIFY(bytes->text().endsWith(QStringLiteral("memory-bandwidth bound")));
        bytes->click();
        QCOMPARE(setup.page->whatIf().changes(), (std::vector{std::pair(F(&WorkloadStep::bytesMoved), 240e9)}));
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::MemoryBandwidth));
    }

    // ---- the question for serving workloads ----

    void servingIsAddedToTheTree()
    {
        DiagnoseSetup setup(exercise());
        QVERIFY(!findQuestion(test::child<TreeView>(*setup.page).content(), Test::ServingBudgetMet));
        setup.page->addServing();
        const TreeQuestion* question =
            findQuestion(test::child<TreeView>(*setup.page).content(), Test::ServingBudgetMet);
        QVERIFY(question && question->isAddition);
        QVERIFY(question->notes.contains(QStringLiteral("Table 41.2.1")));
        QCOMPARE(question->nextAnswer, QStringLiteral("skipped"));
        QCOMPARE(setup.document.undoText(), QStringLiteral("test"));  // the project has not changed yet
        setup.page->setWhatIf(&Serving::latencyS, 0.31);
        setup.page->setWhatIf(&Serving::latencyBudgetS, 0.2);
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Latency));
        QCOMPARE(findQuestion(test::child<TreeView>(*setup.page).content(), Test::ServingBudgetMet)->comparison,
                 QStringLiteral("0.31 s against 0.2 s"));
        setup.page->keepWhatIf();
        QCOMPARE(setup.document.project().baseline.serving->latencyBudgetS, MaybeQuantity(typed(0.2)));
        setup.document.undo();
        QVERIFY(!setup.document.project().baseline.serving);
    }

    // ---- keyboard and names ----

    void tabReachesEveryNode()
    {
        DiagnoseSetup setup(serving());
        setup.show();
        std::vector<TreeItem*> items = test::child<TreeView>(*setup.page).items();
        QCOMPARE(items.size(), std::size_t(5 + 6));
        setup.page->setFocus();  // as the shell does
        for (TreeItem* item : items) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(QApplication::focusWidget(), item);
        }
    }

    // After the tree, Tab moves down the cards: every stop is below the previous one, and none is skipped.
    void tabFollowsTheCardsDownwards()
    {
        DiagnoseSetup setup(exercise());
        setup.page->resize(1090, 1400);  // tall enough not to scroll
        setup.show();
        setup.page->openNode(Test::FitsInMemory);
        QCoreApplication::processEvents();
        QWidget* first = QApplication::focusWidget();
        QVERIFY(test::child<NodePanel>(*setup.page).isAncestorOf(first));
        QSet<QWidget*> reached;
        int above = 0, last = 0;
        while (!reached.contains(QApplication::focusWidget())) {
            QWidget* at = QApplication::focusWidget();
            reached << at;
            const int y = at->mapTo(setup.page.get(), QPoint(0, at->height() / 2)).y();
            above += y + 12 < last ? 1 : 0;
            last = y;
            QTest::keyClick(at, Qt::Key_Tab);
        }
        QCOMPARE(QApplication::focusWidget(), first);  // all the way round
        QVERIFY2(above <= 2,
                 // From the last card to the tree, and from the tree to the links above it.
                 qPrintable(QString::number(above)));
        for (QWidget* widget : setup.page->findChildren<QWidget*>())
            if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0 && !widget->focusProxy())
                QVERIFY2(reached.contains(widget), qPrintable(QLatin1String(widget->metaObject()->className()) +
                                                              QLatin1Char(' ') + test::accessibleNameOf(widget)));
    }

    void arrowsFollowTheEdges()
    {
        DiagnoseSetup setup(exercise());
        setup.show();
        const auto press = [](int key) { QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key)); };
        const auto at = [&](const TreeNode& node) { return QApplication::focusWidget() == setup.item(node); };
        setup.item(Test::FitsInMemory)->setFocus();
        press(Qt::Key_Up);
        QVERIFY(at(Test::FitsInMemory));
        press(Qt::Key_Right);
        QVERIFY(at(Bottleneck::MemoryCapacity));
        press(Qt::Key_Left);
        press(Qt::Key_Down);
        QVERIFY(at(Test::IoDominates));
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        QVERIFY(at(Test::IntensityAboveRidge));
        press(Qt::Key_Down);
        QVERIFY(at(Bottleneck::Compute));
        press(Qt::Key_Up);
        QVERIFY(at(Test::IntensityAboveRidge));
    }

    void enterOpensAndEscapeRestores()
    {
        DiagnoseSetup setup(exercise());
        setup.show();
        setup.item(Test::FitsInMemory)->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(test::child<NodePanel>(*setup.page).isVisible());
        QVERIFY(test::child<NodePanel>(*setup.page).isAncestorOf(QApplication::focusWidget()));
        QCoreApplication::processEvents();  // the field selects its text first
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("80GB"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::MemoryCapacity));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(setup.verdict(), std::optional(Bottleneck::Compute));
        QVERIFY(test::child<NodePanel>(*setup.page).isVisible());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!test::child<NodePanel>(*setup.page).isVisible());
        QCOMPARE(QApplication::focusWidget(), setup.item(Test::FitsInMemory));

        QTest::keyClick(setup.item(Bottleneck::Coordination), Qt::Key_Space);
        QVERIFY(test::child<NodePanel>(*setup.page).isVisible());
        QCOMPARE(test::child<NodePanel>(*setup.page).node(), std::optional<TreeNode>(Bottleneck::Coordination));
    }

    void clickNextToADiamondOpensNothing()
    {
        DiagnoseSetup setup(exercise());
        setup.show();
        TreeItem* item = setup.item(Test::IoDominates);
        QTest::mouseClick(item, Qt::LeftButton, {}, {4, 4});
        QVERIFY(!test::child<NodePanel>(*setup.page).isVisible());
        QTest::mouseClick(item, Qt::LeftButton, {}, item->rect().center());
        QVERIFY(test::child<NodePanel>(*setup.page).isVisible());
    }

    void everythingHasAName()
    {
        for (const char* name : {"exercise", "serving", "team", "empty"}) {
            DiagnoseSetup setup(namedProject(QString::fromLatin1(name)));
            setup.show();
            setup.page->openNode(Test::CommunicationDominates);
            int found = 0;
            for (QWidget* widget : setup.page->findChildren<QWidget*>()) {
                if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
                    continue;
                QVERIFY2(!test::accessibleNameOf(widget).isEmpty(), widget->metaObject()->className());
                ++found;
            }
            QVERIFY(found > 12);
        }
        const DiagnoseSetup setup(exercise());
        QCOMPARE(test::accessibleNameOf(setup.item(Test::FitsInMemory)),
                 QStringLiteral("Fits in memory? yes: working set 8 GB ≤ memory 64 GB, 8× to spare"));
        QCOMPARE(test::accessibleNameOf(setup.item(Bottleneck::Compute)),
                 QStringLiteral("Verdict, Compute: distribute training"));
        QCOMPARE(test::accessibleNameOf(setup.item(Bottleneck::Coordination)),
                 QStringLiteral("Not the verdict, Coordination: coordinate the cluster"));
        QVERIFY(test::child<TreeView>(*setup.page)
                    .texts()
                    .summary.startsWith(QStringLiteral("compute bound → distribute training")));
    }

    void paletteFindsDiamondsAndKeep()
    {
        DiagnoseSetup setup(exercise());
        const auto titles = [&] {
            QStringList found;
            for (const PaletteItem& item : setup.page->paletteItems())
                found << item.title;
            return found;
        };
        QVERIFY(titles().contains(QStringLiteral("Fits in memory?")));
        QVERIFY(titles().contains(QStringLiteral("Add the question for serving workloads")));
        QVERIFY(!titles().contains(QStringLiteral("Keep the what-if")));
        setup.page->setWhatIf(&Baseline::workingSetBytes, 80e9);
        for (const PaletteItem& item : setup.page->paletteItems())
            if (item.title == QLatin1String("Keep the what-if"))
                item.run();
        QCOMPARE(setup.document.project().baseline.workingSetBytes->value, 80e9);
    }

    // ---- export ----

    void svgStaysWithinItsSize()
    {
        for (const char* name : {"exercise", "team", "serving", "uncertain", "empty"}) {
            const DiagnoseSetup setup(namedProject(QString::fromLatin1(name)));
            for (const ExportableFigure& figure : setup.page->exportables()) {
                const Result<QByteArray> bytes = encodeFigure(*figure.content, FigureFormat::Svg);
                QVERIFY(bytes);
                const SvgCorners svg = readSvg(*bytes);
                QVERIFY(svg.points.size() > 2 && svg.texts > 1);
                if (figure.name == QLatin1String("tree"))
                    QVERIFY(svg.texts >= 18);  // text is exported as text: questions, leaves, edges
                for (const QPointF& point : svg.points)
                    QVERIFY2(svg.viewBox.contains(point), qPrintable(QStringLiteral("%1 %2: %3, %4")
                                                                         .arg(QLatin1String(name), figure.name)
                                                                         .arg(point.x())
                                                                         .arg(point.y())));
            }
        }
    }

    // Type in the drawing is at least 11 px (8.25 pt) at natural size, and 7 pt at 0.85 of it.
    void printedTypeIsLegible()
    {
        for (const char* name : {"exercise", "team", "serving", "uncertain"}) {
            const DiagnoseSetup setup(namedProject(QString::fromLatin1(name)));
            for (const ExportableFigure& figure : setup.page->exportables())
                for (const FigureSize size : {FigureSize::Column, FigureSize::TextWidth, FigureSize::Slide}) {
                    const FigureOptions options{size, QStringLiteral("f")};
                    const QImage picture = QImage::fromData(*encodeFigure(*figure.content, FigureFormat::Png, options));
                    const double naturalWidth = figure.content->sizeForWidth(1).width();  // its least
                    QVERIFY2(picture.width() >= 0.85 * naturalWidth,
                             qPrintable(QStringLiteral("%1 %2: %3 px for %4")
                                            .arg(QLatin1String(name), figure.name)
                                            .arg(picture.width())
                                            .arg(naturalWidth)));
                    if (size == FigureSize::Column)
                        QVERIFY(picture.width() <= 84 / 25.4 * 96 + 3);
                    const QByteArray tex = *encodeFigure(*figure.content, FigureFormat::LatexFigure, options);
                    QVERIFY(!tex.contains("\\begin{figure*}"));
                }
        }
    }

    void tableMatchesTheTree()
    {
        const DiagnoseSetup setup(exercise());
        const Table table = test::child<TreeView>(*setup.page).table();
        QCOMPARE(table.rows.size(), std::size_t(4));
        QCOMPARE(std::get<std::string>(table.rows[3][0]), std::string("Intensity above ridge?"));
        QCOMPARE(std::get<double>(table.rows[3][1]), 50.0);
        QCOMPARE(std::get<double>(table.rows[3][2]), 25.0);
        QCOMPARE(std::get<double>(table.rows[3][4]), 2.0);
        QCOMPARE(std::get<std::string>(table.rows[3][5]), std::string("yes"));
        const DiagnoseSetup stopped(team());
        QCOMPARE(std::get<std::string>(test::child<TreeView>(*stopped.page).table().rows[1][5]),
                 std::string("not reached"));
    }

    // 0.16001/0.3 = 53 %, 8/64 = 12.5 %, 0.01/0.15 = 6.7 %: shares relative to the largest.
    void ordersNextBottlenecks()
    {
        const DiagnoseSetup setup(exercise());
        const auto* bars = setup.page->findChild<NextBottleneckBars*>();
        QCOMPARE(bars->bottlenecks().size(), std::size_t(3));
        const std::array<std::pair<Bottleneck, double>, 3> expected{{{Bottleneck::Coordination, 0.16001 / 0.3},
                                                                     {Bottleneck::MemoryCapacity, 0.125},
                                                                     {Bottleneck::DataIo, 0.01 / 0.15}}};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(bars->bottlenecks()[i].bottleneck, expected[i].first);
            QVERIFY(std::abs(bars->bottlenecks()[i].ratio - expected[i].second) < 1e-9);
            QVERIFY(std::abs(std::get<double>(bars->table().rows[i][2]) -
                             100 * expected[i].second / expected[0].second) < 1e-6);
        }
        QVERIFY(bars->texts().summary.contains(QStringLiteral("Coordination 53 %")));
        QCOMPARE(roleOf(Bottleneck::Coordination), ColorRole::Communication);
        QCOMPARE(roleOf(Bottleneck::MemoryCapacity), ColorRole::Compute);
        QCOMPARE(roleOf(Bottleneck::DataIo), ColorRole::InputOutput);
    }

    // The page fits at 1280×720 without scrolling, with a 190 px rail or the narrow one.
    void fitsTheSmallWindow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide rail") << QSize(1090, 634);
        QTest::newRow("narrow rail") << QSize(1204, 624);
    }
    void fitsTheSmallWindow()
    {
        QFETCH(QSize, size);
        DiagnoseSetup setup(exercise());
        setup.page->resize(size);
        setup.show();
        for (QScrollArea* area : setup.page->findChildren<QScrollArea*>())
            QTRY_COMPARE(area->verticalScrollBar()->maximum(), 0);
        QVERIFY(setup.page->findChild<Figure*>()->width() > 0.62 * setup.page->width());
    }
};

SCALEWRIGHT_TEST(tst_diagnose)
#include "tst_diagnose.moc"
