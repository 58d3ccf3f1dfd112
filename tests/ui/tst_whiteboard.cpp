// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry of the whiteboard (nothing overlaps, no arrow crosses a box, no two data arrows cross, all text is
// inside its box, everything is inside the frame) for every pattern, many p, the five case studies and both ends of the
// type scale; and its view.
#include <QAccessible>
#include <QComboBox>
#include <QFontMetricsF>
#include <QImage>
#include <QTableView>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

#include "core/design/slots/slots.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/design/whiteboard/whiteboard.h"
#include "ui/design/whiteboard/whiteboard_arrange.h"
#include "ui/design/whiteboard/whiteboard_view.h"
#include "ui/figure/figure.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

SlotChoice choice(const char* option, const char* scope = "")
{
    return {option, scope, {}};
}

/// A design with a choice in every slot.
Project fullDesign(Pattern pattern)
{
    Project project = test::output4141();
    project.target.workersPerNode = typed(4);
    Design& design = project.design;
    design.partitioning.slot.choices = {choice("split-data")};
    design.communication.pattern = pattern;
    design.communication.shards = typed(8);
    design.communication.neighbours = typed(4);
    design.communication.participation = typed(0.4);
    design.consistency.slot.choices = {choice("bounded-staleness")};
    design.consistency.stalenessSteps = typed(3);
    design.coordination.slot.choices = {choice("central-coordinator")};
    design.coordination.onLoss = "another process takes over from the last plan that was written";
    design.faultTolerance.slot.choices = {choice("checkpoint-restart"), choice("replicate-re-execute")};
    design.loadBalancing.backupWorkers = typed(1);
    return project;
}

struct Case {
    QString name;
    Topology board;
};

std::vector<Case> everyCase()
{
    std::vector<Case> cases;
    const std::vector<int> counts{1, 2, 3, 5, 8, 12, 16, 64, 1000};
    const auto add = [&](const QString& name, const Project& project) {
        for (const int p : counts)
            cases.push_back({QStringLiteral("%1, p = %2").arg(name).arg(p), topologyOf(project, p)});
    };
    for (const Pattern pattern : allPatterns) {
        Project plain = test::output4141();
        plain.design.communication.pattern = pattern;
        add(QLatin1String(patternName(pattern)) + QStringLiteral(", bare"), plain);
        add(QLatin1String(patternName(pattern)) + QStringLiteral(", full"), fullDesign(pattern));
    }
    Project linear = fullDesign(Pattern::ScatterGather);
    linear.design.communication.linearScatter = true;
    add(QStringLiteral("linear scatter"), linear);
    Project oneShard = fullDesign(Pattern::ParameterServer);
    oneShard.design.communication.shards = typed(1);
    add(QStringLiteral("one server"), oneShard);
    Project pipeline = fullDesign(Pattern::RingAllReduce);
    pipeline.design.communication.slot.choices = {choice("pipeline")};
    add(QStringLiteral("pipeline"), pipeline);
    // Student B in section 41.4: dense layers by all-reduce, the table on servers.
    Project studentB = fullDesign(Pattern::RingAllReduce);
    studentB.design.partitioning.slot.choices = {choice("split-data", "dense layers"),
                                                 choice("shard-model", "embedding table")};
    studentB.design.communication.slot.choices = {choice("all-reduce", "dense layers"),
                                                  choice("parameter-server", "embedding table")};
    add(QStringLiteral("student B"), studentB);
    if (const auto catalogue = loadDesignCatalogue())
        for (const CaseStudy& study : catalogue->caseStudies)
            add(QString::fromStdString(study.title), withCaseStudy(test::output4141(), study));
    return cases;
}

QRectF inkBounds(const TextLine& text, const VisualStyle& visualStyle)
{
    const QFontMetricsF metrics(visualStyle.font(text.style, text.bold));
    return metrics.tightBoundingRect(text.text).translated(text.baseline);
}

/// The signed distance of a point from a line; the sign shows the side.
double signedDistance(const QLineF& line, const QPointF& point)
{
    return ((line.p2().x() - line.p1().x()) * (point.y() - line.p1().y()) -
            (line.p2().y() - line.p1().y()) * (point.x() - line.p1().x())) /
           line.length();
}

/// Each line has its ends on both sides of the other, by more than a pixel, since arrows may start at the same point.
bool crosses(const QLineF& one, const QLineF& other)
{
    const auto areOnOppositeSides = [](double a, double b) { return (a > 1 && b < -1) || (a < -1 && b > 1); };
    return areOnOppositeSides(signedDistance(one, other.p1()), signedDistance(one, other.p2())) &&
           areOnOppositeSides(signedDistance(other, one.p1()), signedDistance(other, one.p2()));
}

std::vector<QLineF> segmentsOf(const QPolygonF& path)
{
    std::vector<QLineF> pieces;
    for (qsizetype i = 1; i < path.size(); ++i)
        pieces.emplace_back(path[i - 1], path[i]);
    return pieces;
}

bool touches(const QPolygonF& path, const QRectF& rect)
{
    for (const QLineF& piece : segmentsOf(path)) {
        if (rect.contains(piece.p1()) || rect.contains(piece.p2()))
            return true;
        for (const QLineF& side :
             {QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.topRight(), rect.bottomRight()),
              QLineF(rect.bottomRight(), rect.bottomLeft()), QLineF(rect.bottomLeft(), rect.topLeft())})
            if (piece.intersects(side, nullptr) == QLineF::BoundedIntersection)
                return true;
    }
    return false;
}

QRectF shrunk(const QRectF& rect, double margin)
{
    return rect.adjusted(margin, margin, -margin, -margin);
}

/// Describes the fault in the layout; empty if none exists.
QString findLayoutFault(const BoardLayout& layout, const VisualStyle& visualStyle)
{
    if (!layout.fits)
        return QStringLiteral("does not fit");
    const QRectF sheet = QRectF(QPointF(0, 0), layout.size).adjusted(-0.5, -0.5, 0.5, 0.5);
    std::vector<const TextLine*> texts;
    for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
        const BoardBox& box = layout.boxes[i];
        if (!sheet.contains(box.rect))
            return QStringLiteral("a box is outside");
        for (std::size_t k = 0; k < i; ++k)
            if (box.rect.adjusted(-1, -1, 1, 1).intersects(layout.boxes[k].rect))
                return QStringLiteral("boxes %1 and %2 overlap").arg(k).arg(i);
        for (const TextLine& text : box.texts)
            if (!box.rect.contains(inkBounds(text, visualStyle)))
                return QStringLiteral("“%1” leaves its box").arg(text.text);
    }
    for (const BoardFrame& frame : layout.frames) {
        if (!sheet.contains(frame.rect))
            return QStringLiteral("a frame is outside");
        for (const TextLine& text : frame.texts) {
            if (!frame.rect.contains(inkBounds(text, visualStyle)))
                return QStringLiteral("“%1” leaves its frame").arg(text.text);
            texts.push_back(&text);
        }
        // A box is completely inside or completely outside a frame.
        for (const BoardBox& box : layout.boxes)
            if (frame.rect.intersects(shrunk(box.rect, 0.5)) && !frame.rect.contains(box.rect))
                return QStringLiteral("a frame cuts a box");
        for (const BoardFrame& other : layout.frames)
            if (&other != &frame && frame.rect.intersects(shrunk(other.rect, 0.5)) &&
                !frame.rect.contains(other.rect) && !other.rect.contains(frame.rect))
                return QStringLiteral("frames overlap");
    }
    for (const TextLine& text : layout.texts)
        texts.push_back(&text);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const QRectF ink = inkBounds(*texts[i], visualStyle);
        if (!sheet.contains(ink))
            return QStringLiteral("“%1” is outside").arg(texts[i]->text);
        for (std::size_t k = 0; k < i; ++k)
            if (ink.intersects(inkBounds(*texts[k], visualStyle)))
                return QStringLiteral("“%1” on “%2”").arg(texts[i]->text, texts[k]->text);
        for (const BoardBox& box : layout.boxes)
            if (ink.intersects(box.rect))
                return QStringLiteral("“%1” on a box").arg(texts[i]->text);
        for (const BoardArrow& arrow : layout.arrows)
            if (touches(arrow.path, ink))
                return QStringLiteral("an arrow through “%1”").arg(texts[i]->text);
    }
    for (std::size_t i = 0; i < layout.arrows.size(); ++i) {
        const QPolygonF& path = layout.arrows[i].path;
        if (!std::all_of(path.begin(), path.end(), [&](const QPointF& point) { return sheet.contains(point); }))
            return QStringLiteral("an arrow is outside");
        double length = 0;
        for (const QLineF& piece : segmentsOf(path))
            length += piece.length();
        if (length < 12)
            return QStringLiteral("an arrow of %1 pixels").arg(length);
        for (const BoardBox& box : layout.boxes)
            if (touches(path, shrunk(box.rect, 0.5)))
                return QStringLiteral("an arrow through a box");
        for (std::size_t k = 0; k < i; ++k)
            for (const QLineF& one : segmentsOf(path))
                for (const QLineF& other : segmentsOf(layout.arrows[k].path))
                    if (crosses(one, other))
                        return QStringLiteral("arrows %1 and %2 cross").arg(k).arg(i);
    }
    return {};
}

}  // namespace

class tst_whiteboard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyBoardIsTidyAtReportSize()
    {
        const VisualStyle visualStyle;
        QVERIFY(loadDesignCatalogue());
        QStringList faults;
        for (const Case& each : everyCase()) {
            const QSizeF size = boardNaturalSize(each.board, visualStyle);
            if (size.width() > 960 || size.height() > 640)
                faults << QStringLiteral("%1: %2 x %3").arg(each.name).arg(size.width()).arg(size.height());
            if (const QString fault = findLayoutFault(layOutBoard(each.board, visualStyle, size), visualStyle);
                !fault.isEmpty())
                faults << each.name + QStringLiteral(": ") + fault;
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void everyBoardIsTidyAtMinimumSizeAndInLargeType()
    {
        QStringList faults;
        for (const double type : {1.0, 1.75}) {
            VisualStyle visualStyle;
            visualStyle.typeScale = type;
            for (const Case& each : everyCase()) {
                const double width = boardMinimumWidth(each.board, visualStyle);
                if (width > 960 * type)
                    faults << QStringLiteral("%1: %2 wide").arg(each.name).arg(width);
                for (const QSizeF size : {QSizeF(width, boardMinimumHeight(each.board, visualStyle, width)),
                                          QSizeF(std::max(width, 1400.0), 900)})
                    if (const QString fault = findLayoutFault(layOutBoard(each.board, visualStyle, size), visualStyle);
                        !fault.isEmpty())
                        faults << QStringLiteral("%1 at %2, %3 x %4: %5")
                                      .arg(each.name)
                                      .arg(type)
                                      .arg(size.width())
                                      .arg(size.height())
                                      .arg(fault);
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void drawsEveryBoxAndArrow()
    {
        const VisualStyle visualStyle;
        for (const Case& each : everyCase()) {
            const BoardLayout layout = layOutBoard(each.board, visualStyle, boardNaturalSize(each.board, visualStyle));
            for (std::size_t panel = 0; panel < each.board.panels.size(); ++panel) {
                const auto& boxes = each.board.panels[panel].boxes;
                const auto drawnBoxes =
                    std::count_if(layout.boxes.begin(), layout.boxes.end(),
                                  [&](const BoardBox& box) { return box.panel == static_cast<int>(panel); });
                const auto frames = std::count_if(boxes.begin(), boxes.end(),
                                                  [](const Box& box) { return box.kind == BoxKind::Exchange; });
                QCOMPARE(drawnBoxes + frames, static_cast<std::ptrdiff_t>(boxes.size()));
            }
            if (each.board.panels.size() == 1 && each.board.panels[0].arrangement != Arrangement::Grid)
                QCOMPARE(layout.arrows.size(), each.board.panels[0].arrows.size() + each.board.services.size());
        }
    }

    void treeIsLaidOutByRows()
    {
        // Two leaves under one root: in one row, with the root above their middle.
        const std::vector<QPointF> three = treeCentres({-1, 0, 0}, 50, 20, {0, 0, 300, 200});
        QCOMPARE(three[1].y(), three[2].y());
        QVERIFY(three[0].y() < three[1].y());
        QCOMPARE(three[0].x(), (three[1].x() + three[2].x()) / 2);
        QVERIFY(three[2].x() - three[1].x() >= 50);
        // A subtree may extend below its sibling if there is space: 0 has the children 1 (a leaf) and 2, which has
        // three children.
        const std::vector<QPointF> packed = treeCentres({-1, 0, 0, 2, 2, 2}, 50, 20, {0, 0, 1000, 200});
        QVERIFY(packed[3].x() < packed[2].x() && packed[5].x() > packed[2].x());
    }

    void ringIsEven()
    {
        const std::vector<QPointF> centres = ringCentres(12, {60, 30}, {0, 0, 600, 300});
        double smallestGap = 1e9, largestGap = 0;
        for (std::size_t i = 0; i < centres.size(); ++i) {
            const double step = QLineF(centres[i], centres[(i + 1) % centres.size()]).length();
            smallestGap = std::min(smallestGap, step);
            largestGap = std::max(largestGap, step);
        }
        QVERIFY2(largestGap < 1.2 * smallestGap,
                 qPrintable(QStringLiteral("%1 to %2").arg(smallestGap).arg(largestGap)));
    }

    void tableListsWhoCommunicatesWithWhom()
    {
        Whiteboard board;
        board.setBoard(topologyOf(fullDesign(Pattern::RingAllReduce), 3), {});
        const Table table = board.table();
        QCOMPARE(table.columns.size(), std::size_t(7));
        // A ring of three workers, and three services.
        QCOMPARE(table.rows.size(), std::size_t(6));
        QCOMPARE(std::get<std::string>(table.rows[0][1]), std::string("w1"));
        QCOMPARE(std::get<std::string>(table.rows[0][2]), std::string("data shard 1, model replica"));
        QCOMPARE(std::get<std::string>(table.rows[0][3]), std::string("w2"));
        QCOMPARE(std::get<std::string>(table.rows[2][3]), std::string("w1"));
        for (const auto& row : table.rows)
            QCOMPARE(row.size(), table.columns.size());
        board.setBoard(topologyOf(test::output4141(), 1), {});
        QCOMPARE(board.table().rows.size(), std::size_t(1));
    }

    void theViewFollowsThePlan()
    {
        Document document;
        Project project = fullDesign(Pattern::RingAllReduce);
        project.plan.p = 6;
        document.edit(QStringLiteral("a design"), project);
        WhiteboardView view(document);
        view.resize(900, 700);
        view.show();
        auto* board = view.findChild<Figure*>()->findChild<Whiteboard*>();
        QVERIFY(board);
        QCOMPARE(view.shownP(), 6);
        QCOMPARE(board->board().p, 6);
        QVERIFY(board->texts().title.contains(QStringLiteral("6 workers")));
        project.plan.p = 9;
        document.edit(QStringLiteral("plan p"), project);
        QCOMPARE(board->board().p, 9);

        // Viewing another p does not change the plan or the export.
        const Project before = document.project();
        auto* choice = view.findChild<QComboBox*>();
        QVERIFY(choice && !choice->accessibleName().isEmpty());
        const int sixtyFour = choice->findText(QStringLiteral("p = 64"));
        QVERIFY(sixtyFour > 0);
        choice->setCurrentIndex(sixtyFour);
        Q_EMIT choice->activated(sixtyFour);
        QCOMPARE(board->board().p, 64);
        QVERIFY(document.project() == before);
        const std::vector<ExportableFigure> figures = view.exportables();
        QCOMPARE(figures.size(), std::size_t(1));
        QVERIFY(figures[0].content->texts().title.contains(QStringLiteral("9 workers")));
        choice->setCurrentIndex(0);
        Q_EMIT choice->activated(0);
        QCOMPARE(board->board().p, 9);

        // A hidden view is redrawn when it is shown.
        view.hide();
        project.plan.p = 4;
        document.edit(QStringLiteral("plan p"), project);
        view.show();
        QCOMPARE(board->board().p, 4);
        QVERIFY(board->width() >= board->minimumWidth() && board->height() >= board->minimumHeight());
        QVERIFY(board->shownLayout().fits);
    }

    void isAccessibleAndExported()
    {
        Document document;
        const auto catalogue = loadDesignCatalogue();
        QVERIFY(catalogue);
        for (const CaseStudy& study : catalogue->caseStudies) {
            document.edit(QStringLiteral("case study"), withCaseStudy(test::output4141(), study));
            WhiteboardView view(document);
            const FigureContent& content = *view.exportables().front().content;
            const FigureTexts texts = content.texts();
            QVERIFY2(texts.summary.size() > 60, qPrintable(texts.summary));
            QVERIFY(texts.caption.contains(QStringLiteral("p = ")));
            for (const FigureFormat format : availableFormats(content)) {
                const auto bytes = encodeFigure(content, format);
                QVERIFY2(bytes && bytes->size() > 300, qPrintable(fileExtension(format)));
                if (format == FigureFormat::Svg) {
                    QXmlStreamReader xml(*bytes);
                    while (!xml.atEnd())
                        xml.readNext();
                    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
                    QVERIFY(bytes->contains("w1") || bytes->contains("client 1"));
                    QVERIFY(!bytes->contains("nan"));
                }
            }
        }
    }

    // Control and recovery arrows differ from data arrows by their dashes, even in grey.
    void kindsOfArrowsDiffer()
    {
        const Project project = fullDesign(Pattern::RingAllReduce);
        const Topology board = topologyOf(project, 4);
        const BoardLayout layout = layOutBoard(board, VisualStyle{}, boardNaturalSize(board, VisualStyle{}));
        for (const ArrowKind kind : {ArrowKind::Data, ArrowKind::Control, ArrowKind::Recovery})
            QVERIFY(std::any_of(layout.arrows.begin(), layout.arrows.end(),
                                [kind](const BoardArrow& arrow) { return arrow.kind == kind; }));
        Whiteboard view;
        view.setBoard(board, {QStringLiteral("t"), QStringLiteral("c"), QStringLiteral("s")});
        const auto svg = encodeFigure(view, FigureFormat::Svg);
        QVERIFY(svg && svg->count("stroke-dasharray") >= 2);
    }
};

SCALEWRIGHT_TEST(tst_whiteboard)
#include "tst_whiteboard.moc"
