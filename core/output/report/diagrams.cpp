// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/diagrams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slots.h"
#include "core/design/slots/topology.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/output/answers/card_memory.h"
#include "core/output/answers/exchange_time.h"
#include "core/output/answers/flow_words.h"
#include "core/output/answers/phrases.h"
#include "core/output/chart/diagram.h"
#include "core/output/chart/lost_folds_chart.h"
#include "core/output/chart/memory_chart.h"
#include "core/output/chart/text_width.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using namespace chart;
using Anchor = TextPiece::Anchor;

constexpr double pageWidth = 640;  // 169 mm at 96 pixels per inch
constexpr double labelSize = 12, smallSize = 10.5;

std::string fittingText(const std::string& text, double width, double size)
{
    return textWidth(text, size) <= width ? text : std::string();
}

/// The tree of the page Diagnose: questions in diamonds, with the margin to the left and the leaf to the right.
class TreeDrawing {
public:
    TreeDrawing(const FlowProgress& flow, const std::vector<FlowQuestion>& questions)
        : m_flow(flow), m_diagram({pageWidth, 2 * padding + double(questions.size()) * rowHeight + leafHeight})
    {
        double y = padding;
        for (const FlowQuestion& question : questions) {
            addQuestion(question, y);
            y += rowHeight;
        }
        addLeaf(Bottleneck::Compute, {questionLeft + (questionWidth - leafWidth) / 2, y, leafWidth, leafHeight});
    }
    [[nodiscard]] const ChartLayout& layout() const { return m_diagram.layout(); }

private:
    void addQuestion(const FlowQuestion& question, double y)
    {
        const Rect diamond(questionLeft, y, questionWidth, diamondHeight);
        const Point centre = diamond.center();
        const Rect leaf(leafLeft, centre.y - leafHeight / 2, leafWidth, leafHeight);
        m_diagram.addDiamond(diamond, ColorRole::Card, question.isReached ? ColorRole::Ink : ColorRole::Hairline,
                             question.isReached ? 1.5 : 1);
        addTwoLines(centre, questionText(question.test), question.comparison, question.isReached, ColorRole::SoftInk);
        if (!question.margin.empty())
            m_diagram.addText(
                {question.margin, {questionLeft - 8, centre.y + 4}, smallSize, false, Anchor::End, ColorRole::SoftInk});
        addEdge({diamond.right, centre.y}, {leaf.left, centre.y}, question.leadsToLeaf);
        addAnswer({(diamond.right + leaf.left) / 2, centre.y - 5}, Anchor::Middle, question.leafAnswer,
                  question.leadsToLeaf);
        addEdge({centre.x, diamond.bottom}, {centre.x, y + rowHeight}, question.isPassed);
        addAnswer({centre.x + 8, y + (diamondHeight + rowHeight) / 2 + 0.35 * smallSize}, Anchor::Start,
                  question.nextAnswer, question.isPassed);
        addLeaf(question.leaf, leaf);
    }
    void addLeaf(Bottleneck bottleneck, const Rect& box)
    {
        const bool isVerdict = m_flow.diagnosis->bottleneck == bottleneck;
        m_diagram.addBox(box, isVerdict ? ColorRole::Ink : ColorRole::Card,
                         isVerdict ? ColorRole::Ink : ColorRole::Hairline);
        addTwoLines(box.center(), capitalised(titleOf(bottleneck)), isVerdict ? remedyText(axisOf(bottleneck)) : "",
                    isVerdict, isVerdict ? ColorRole::Card : ColorRole::SoftInk);
    }
    void addTwoLines(Point centre, const std::string& first, const std::string& second, bool isBold, ColorRole role)
    {
        const std::string shown = fittingText(second, leafWidth - 4, smallSize);
        m_diagram.addText({first,
                           {centre.x, centre.y + (shown.empty() ? 4 : -2)},
                           labelSize,
                           isBold,
                           Anchor::Middle,
                           isBold && role == ColorRole::SoftInk ? ColorRole::Ink : role});
        if (!shown.empty())
            m_diagram.addText({shown, {centre.x, centre.y + 12}, smallSize, false, Anchor::Middle, role});
    }
    void addEdge(Point from, Point to, bool isTaken)
    {
        m_diagram.addLine({from, to}, isTaken ? ColorRole::Ink : ColorRole::FaintInk, isTaken ? 2 : 1);
    }
    void addAnswer(Point at, Anchor anchor, const std::string& text, bool isTaken)
    {
        m_diagram.addText({text, at, smallSize, isTaken, anchor, isTaken ? ColorRole::Ink : ColorRole::SoftInk});
    }

    static constexpr double padding = 2, rowHeight = 62, diamondHeight = 48, leafHeight = 36, questionLeft = 130,
                            questionWidth = 314, leafWidth = 154, leafLeft = 482;
    const FlowProgress& m_flow;
    Diagram m_diagram;
};

bool isRing(Arrangement arrangement)
{
    return arrangement == Arrangement::Ring || arrangement == Arrangement::Clusters || arrangement == Arrangement::Grid;
}

/// The places of a panel's boxes.
std::vector<Point> boxCentres(const Panel& panel, const Rect& area)
{
    const std::size_t count = panel.boxes.size();
    std::vector<Point> centres(count, area.center());
    if (isRing(panel.arrangement)) {
        for (std::size_t i = 0; i < count; ++i) {
            const double angle = 2 * std::numbers::pi * double(i) / double(count) - std::numbers::pi / 2;
            centres[i] = area.center() + Point{area.width() / 2 * std::cos(angle), area.height() / 2 * std::sin(angle)};
        }
        return centres;
    }
    // Rows: by the number of arrows from the first box, from the server shards, or from the workers above an exchange.
    // The exchange with server shards is a band behind them.
    std::vector<int> rows(count, -1);
    const auto isBand = [&](std::size_t i) {
        return panel.arrangement == Arrangement::Bipartite && panel.boxes[i].kind == BoxKind::Exchange;
    };
    const auto isRoot = [&](std::size_t i) {
        return panel.arrangement == Arrangement::Pipeline ||
               (panel.arrangement == Arrangement::Bipartite ? panel.boxes[i].kind == BoxKind::ServerShard || isBand(i)
                : panel.arrangement == Arrangement::AllPairs
                    ? panel.boxes[i].kind == BoxKind::Worker && panel.boxes[i].copyNumber == 0
                    : i == 0);
    };
    for (std::size_t i = 0; i < count; ++i)
        if (isRoot(i))
            rows[i] = 0;
    for (std::size_t seed = 0; seed <= count; ++seed) {
        for (bool changed = true; changed;) {
            changed = false;
            for (const Arrow& arrow : panel.arrows)
                for (const auto& [from, to] : {std::pair(arrow.from, arrow.to), std::pair(arrow.to, arrow.from)})
                    if (rows[std::size_t(from)] >= 0 &&
                        (rows[std::size_t(to)] < 0 || rows[std::size_t(to)] > rows[std::size_t(from)] + 1)) {
                        rows[std::size_t(to)] = rows[std::size_t(from)] + 1;
                        changed = true;
                    }
        }
        if (seed < count && rows[seed] < 0)
            rows[seed] = 0;
    }
    const int rowCount = count == 0 ? 1 : *std::ranges::max_element(rows) + 1;
    for (int row = 0; row < rowCount; ++row) {
        double inRow = 0;
        for (std::size_t i = 0; i < count; ++i)
            inRow += rows[i] == row && !isBand(i);
        double place = 0.5;
        for (std::size_t i = 0; i < count; ++i)
            if (rows[i] == row)
                centres[i] = {isBand(i) ? area.center().x : area.left + area.width() * place++ / inRow,
                              rowCount == 1 ? area.center().y : area.top + area.height() * row / (rowCount - 1)};
    }
    return centres;
}

class BoardDrawing {
public:
    explicit BoardDrawing(const Topology& board) : m_diagram({pageWidth, heightOf(board)})
    {
        const double height = heightOf(board);
        const double top = board.services.empty() ? 0 : serviceHeight;
        const double width = pageWidth / double(board.panels.size());
        double x = 0;
        const double serviceWidth = pageWidth / double(std::max<std::size_t>(1, board.services.size()));
        for (const Service& service : board.services) {
            const Rect box = addBox(service.box, {x + serviceWidth / 2, 1 + boxHeight / 2}, 150);
            m_diagram.addArrow({box.center().x, box.bottom}, {box.center().x, top - 4}, ColorRole::SoftInk, 1,
                               service.kind == ArrowKind::Recovery ? LineStyle::Dotted : LineStyle::Dashed);
            m_diagram.addText({service.arrowLabel,
                               {box.center().x + 6, (box.bottom + top) / 2 + 3},
                               smallSize,
                               false,
                               Anchor::Start,
                               ColorRole::SoftInk});
            x += serviceWidth;
        }
        x = 0;
        for (const Panel& panel : board.panels) {
            addPanel(panel, {x + 4, top + 1, width - 8, height - top - 2});
            x += width;
        }
    }
    [[nodiscard]] const ChartLayout& layout() const { return m_diagram.layout(); }

private:
    void addPanel(const Panel& panel, const Rect& area)
    {
        m_diagram.addBox(area, ColorRole::Card, ColorRole::Hairline);
        const std::string pattern = panel.pattern ? titleOf(*panel.pattern) : "pipeline";
        m_diagram.addText({panel.scope.empty() ? pattern : panel.scope + ": " + pattern,
                           {area.left + 8, area.top + 16},
                           labelSize,
                           true,
                           Anchor::Start});
        const std::vector<Point> centres =
            boxCentres(panel, area.adjusted(ringMargin, 24 + boxHeight / 2, -ringMargin, -8 - boxHeight / 2));
        const auto isExchange = [&](std::size_t i) { return panel.boxes[i].kind == BoxKind::Exchange; };
        double gap = area.width();
        for (std::size_t i = 0; i < centres.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (!isExchange(i) && !isExchange(j) && std::abs(centres[i].y - centres[j].y) < boxHeight)
                    gap = std::min(gap, std::abs(centres[i].x - centres[j].x));
        const double width = std::clamp(gap - boxGap, 24.0, widestBox);
        std::vector<Rect> boxes;
        const bool isBand = panel.arrangement == Arrangement::Bipartite;
        for (std::size_t i = 0; i < centres.size(); ++i) {
            boxes.emplace_back(centres[i].x - width / 2, centres[i].y - boxHeight / 2, width, boxHeight);
            if (isExchange(i))
                boxes[i] = {area.left + 8, boxes[i].top - (isBand ? 3 : 0), area.width() - 16,
                            boxHeight + (isBand ? 6 : 0)};
        }
        // An arrow to or from an exchange is vertical.
        const auto endOf = [&](int i, int other) {
            const Rect& box = boxes[std::size_t(i)];
            return isExchange(std::size_t(i)) ? Rect(boxes[std::size_t(other)].center().x - 1, box.top, 2, box.height())
                                              : box;
        };
        std::vector<Segment> lines;
        for (const Arrow& arrow : panel.arrows) {
            const Segment line = connection(endOf(arrow.from, arrow.to), endOf(arrow.to, arrow.from));
            lines.push_back(line);
            const ColorRole role = arrow.kind == ArrowKind::Data ? ColorRole::Communication : ColorRole::SoftInk;
            m_diagram.addArrow(line.a, line.b, role, 1.5);
            if (arrow.isBidirectional)
                m_diagram.addArrow(line.b, line.a, role, 1.5);
        }
        for (std::size_t i = 0; i < centres.size(); ++i)
            if (isExchange(i) && isBand)
                m_diagram.addBox(boxes[i], ColorRole::Card, ColorRole::SoftInk);
            else
                addBox(panel.boxes[i], centres[i], boxes[i].width());
        if (!panel.arrowLabel.empty())
            addArrowLabel(panel, lines, boxes, area.adjusted(4, 24, -4, -4));
    }
    /// Beside a data arrow, as near to its middle as possible; otherwise in the free place nearest to the middle of the
    /// panel.
    void addArrowLabel(const Panel& panel, const std::vector<Segment>& lines, const std::vector<Rect>& boxes,
                       const Rect& area)
    {
        const double labelWidth = textWidth(panel.arrowLabel, smallSize, true), labelHeight = 1.2 * smallSize;
        const auto isFree = [&](const Rect& place) {
            const Rect wide = place.adjusted(-3, -2, 3, 2);
            return area.contains(wide) &&
                   std::none_of(boxes.begin(), boxes.end(), [&](const Rect& box) { return box.intersects(wide); }) &&
                   std::none_of(lines.begin(), lines.end(), [&](const Segment& line) {
                       return !clippedLine({line.a, line.b}, wide).empty();
                   });
        };
        std::vector<Point> corners;
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (const Point middle = lines[i].pointAt(0.5); panel.arrows[i].kind == ArrowKind::Data)
                for (const double gap : {6.0, 14.0, 24.0})
                    corners.insert(corners.end(), {{middle.x + gap, middle.y - labelHeight / 2},
                                                   {middle.x - gap - labelWidth, middle.y - labelHeight / 2},
                                                   {middle.x - labelWidth / 2, middle.y - gap - labelHeight},
                                                   {middle.x - labelWidth / 2, middle.y + gap}});
        for (double offset = 0; offset < area.height() / 2; offset += 4)
            for (const double y : {area.center().y + offset, area.center().y - offset - labelHeight})
                corners.push_back({area.center().x - labelWidth / 2, y});
        const auto place = std::find_if(corners.begin(), corners.end(), [&](Point corner) {
            return isFree({corner.x, corner.y, labelWidth, labelHeight});
        });
        if (place != corners.end())
            m_diagram.addText({panel.arrowLabel, {place->x, place->y + smallSize}, smallSize, true, Anchor::Start});
    }
    Rect addBox(const Box& box, Point centre, double width)
    {
        const Rect rect(centre.x - width / 2, centre.y - boxHeight / 2, width, boxHeight);
        m_diagram.addBox(rect, box.kind == BoxKind::Worker ? ColorRole::Hover : ColorRole::Card,
                         box.isIdle ? ColorRole::Hairline : ColorRole::SoftInk);
        const std::string content = box.contents.empty() ? "" : fittingText(box.contents.front(), width - 6, smallSize);
        std::string name = fittingText(box.name, width - 4, labelSize);
        if (name.empty())
            name = box.representedCount > 1 ? "…" : std::to_string(box.number + 1);
        m_diagram.addText({name, {centre.x, centre.y + (content.empty() ? 4 : -2)}, labelSize, true, Anchor::Middle});
        if (!content.empty())
            m_diagram.addText(
                {content, {centre.x, centre.y + 11}, smallSize, false, Anchor::Middle, ColorRole::SoftInk});
        return rect;
    }

    /// High enough that neighbours at the sides of a ring do not touch.
    static double heightOf(const Topology& board)
    {
        double height = lowestHeight;
        for (const Panel& panel : board.panels) {
            const double count = double(panel.boxes.size()), angle = 2 * std::numbers::pi / count;
            const double ringWidth = pageWidth / double(board.panels.size()) - 8 - 2 * ringMargin;
            const bool isNarrow = ringWidth / 2 * (1 - std::cos(angle)) < widestBox + boxGap;
            if (isRing(panel.arrangement) && count > 4 && isNarrow)
                height = std::max(height, 1.6 * boxHeight * 2 / std::sin(angle) + 34 + boxHeight +
                                              (board.services.empty() ? 0 : serviceHeight));
        }
        return std::min(std::ceil(height), highestHeight);
    }

    static constexpr double lowestHeight = 235, highestHeight = 480, boxHeight = 32, serviceHeight = 60,
                            widestBox = 110, boxGap = 14, ringMargin = 64;
    Diagram m_diagram;
};

}  // namespace

const char* originWord(const MeasuredLadder& runs)
{
    return runs.origin == Origin::Assumed ? "assumed" : runs.isCalibrated() ? "calibrated" : "measured";
}

std::optional<ReportFigure> treeFigure(const Analysis& analysis)
{
    const FlowProgress& flow = analysis.diagnosisFlow;
    if (!flow.diagnosis)
        return std::nullopt;
    const TestResult* serving = flow.resultOf(Test::ServingBudgetMet);
    const std::vector<FlowQuestion> questions =
        flowQuestions(flow, serving && serving->answer != TestAnswer::NotApplicable);
    ReportFigure figure{.kind = FigureKind::Tree,
                        .name = "tree",
                        .caption = "Which ceiling one machine hits first (Figure 41.2.1).",
                        .description = formatMessage("The flow ends at {}.", titleOf(flow.diagnosis->bottleneck)),
                        .drawing = TreeDrawing(flow, questions).layout(),
                        .table = {}};
    figure.table.columns = {{"question", "question", ""}, {"answer", "answer", ""}, {"inequality", "inequality", ""}};
    for (const FlowQuestion& each : questions)
        if (each.isReached)
            figure.table.rows.push_back({Cell(questionText(each.test)),
                                         Cell(each.leadsToLeaf ? each.leafAnswer : each.nextAnswer),
                                         Cell(inequalityText(*flow.resultOf(each.test)))});
    return figure;
}

std::optional<ReportFigure> memoryFigure(const Project& project, const Analysis& analysis)
{
    const std::optional<MemoryChart> memory =
        oneMachineMemory(project, analysis.diagnosisFlow, analysis.feasible, analysis.planP, {});
    if (!memory)
        return std::nullopt;
    ReportFigure figure{
        .kind = FigureKind::Memory,
        .name = "memory",
        .caption = "What fills one machine.",
        .description = {},
        .drawing = layOutMemoryChart(*memory, {pageWidth, memoryChartHeight(*memory, pageWidth, {})}, {}),
        .table = {}};
    figure.table.columns = {{"where", "where", ""}, {"part", "part", ""}, {"memory", "memory", "GB", 3}};
    for (const MemoryRow& row : memory->rows) {
        figure.description += formatMessage("{}{}: {}.", figure.description.empty() ? "" : " ", capitalised(row.title),
                                            memory->roomText(row));
        for (const auto& [name, bytes] : row.parts)
            figure.table.rows.push_back({Cell(row.title), Cell(name), Cell(bytes / 1e9)});
    }
    return figure;
}

std::optional<ReportFigure> boardFigure(const Project& project, const Analysis& analysis)
{
    if (slotOf(project.design, Slot::Communication).choices.empty())
        return std::nullopt;
    const int p = analysis.plan ? analysis.planP : std::max(2, analysis.planP);
    const Topology board = labelledTopology(project, analysis.model ? &*analysis.model : nullptr, p);
    ReportFigure figure{.kind = FigureKind::Board,
                        .name = "design",
                        .caption = {},
                        .description = {},
                        .drawing = BoardDrawing(board).layout(),
                        .table = {}};
    std::vector<std::string> exchange;
    if (const MaybeQuantity& message = project.design.communication.messageBytes)
        exchange.push_back(formatMessage("{} a step", bytesText(message->value)));
    if (analysis.model && p > 1)
        if (const double seconds = predictAt(*analysis.model, p).tCommS; std::isfinite(seconds))
            exchange.push_back(formatMessage("{} of communication predicted", timeText(seconds)));
    figure.caption = formatMessage("The design with {}{}.", workersText(p),
                                   exchange.empty() ? "" : ": " + joinNonEmpty(exchange, ", "));
    figure.description = figure.caption;
    figure.table.columns = {{"part", "part", ""}, {"contents", "contents", ""}};
    const auto addRow = [&](const Box& box) {
        figure.table.rows.push_back({Cell(box.name), Cell(joinNonEmpty(box.contents, ", "))});
    };
    for (const Panel& panel : board.panels)
        for (const Box& box : panel.boxes)
            addRow(box);
    for (const Service& service : board.services)
        addRow(service.box);
    return figure;
}

std::optional<ReportFigure> waterfallFigure(const Analysis& analysis)
{
    if (!analysis.ladder || !analysis.ladder->attribution)
        return std::nullopt;
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const ChartSpec losses = lostFoldsChart(*analysis.ladder->attribution, ladder.baseP);
    const auto barOf = [&](int p) {
        return std::size_t(std::ranges::find(losses.barNames, std::to_string(p)) - losses.barNames.begin());
    };
    const auto fastest =
        std::ranges::max_element(ladder.rungs, [](const Rung& a, const Rung& b) { return a.speedup < b.speedup; });
    int p = analysis.plan ? analysis.planP : 0;
    if (barOf(p) == losses.barNames.size() && fastest != ladder.rungs.end())
        p = fastest->p;
    const std::size_t bar = barOf(p);
    const Rung* rung = ladder.findRung(p);
    if (bar == losses.barNames.size() || !rung || losses.barParts.empty() ||
        std::ranges::all_of(losses.barParts, [](const BarPart& part) { return part.role == ColorRole::Hairline; }))
        return std::nullopt;
    struct Row {
        std::string name;
        double from, to;
        ColorRole role;
        std::string value;
    };
    std::vector<Row> rows{{"ideal", 0, double(p), ColorRole::FaintInk, speedupFactorText(p)}};
    double level = p;
    std::vector<BarPart> parts = losses.barParts;
    std::ranges::stable_sort(parts, std::greater(), [&](const BarPart& part) { return part.values[bar]; });
    for (const BarPart& part : parts) {
        const double folds = part.values[bar];
        if (std::abs(folds) < 0.005)
            continue;
        rows.push_back({part.role == ColorRole::Compute ? "compute that did not shrink" : std::string(part.name), level,
                        level - folds, part.role,
                        formatMessage("{}{}", folds < 0 ? "+" : "−", plainFactorText(std::abs(folds)))});
        level -= folds;
    }
    rows.push_back({originWord(ladder), 0, rung->speedup, ColorRole::Ink, speedupFactorText(rung->speedup)});
    double highest = 0;
    for (const Row& row : rows)
        highest = std::max({highest, row.from, row.to});
    constexpr double rowHeight = 26, thickness = 15, nameWidth = 210, valueWidth = 80;
    Diagram diagram({pageWidth, rowHeight * double(rows.size())});
    const auto toX = [&](double folds) {
        return nameWidth + (pageWidth - nameWidth - valueWidth) * std::max(0.0, folds) / highest;
    };
    ReportFigure figure{.kind = FigureKind::Waterfall,
                        .name = "waterfall",
                        .caption = formatMessage("From {} to the {} speedup: what each cause takes.", workersText(p),
                                                 std::string(originWord(ladder))),
                        .description = {},
                        .drawing = {},
                        .table = {}};
    figure.table.columns = {{"part", "part", ""}, {"from", "from", ""}, {"to", "to", ""}};
    double y = 0;
    for (std::size_t i = 0; i < rows.size(); ++i, y += rowHeight) {
        const Row& row = rows[i];
        const double left = toX(std::min(row.from, row.to)), right = toX(std::max(row.from, row.to));
        const bool isTotal = i == 0 || i + 1 == rows.size();
        diagram.addBox({left, y + 5, std::max(1.0, right - left), thickness}, row.role,
                       row.role == ColorRole::Hairline ? std::optional(ColorRole::SoftInk) : std::nullopt);
        if (i + 1 < rows.size())
            diagram.addLine({{toX(row.to), y + 5 + thickness}, {toX(row.to), y + rowHeight + 5}}, ColorRole::FaintInk,
                            1, LineStyle::Dotted);
        const double baseline = y + 5 + thickness - 3;
        diagram.addText({row.name,
                         {nameWidth - 10, baseline},
                         labelSize,
                         isTotal,
                         Anchor::End,
                         isTotal ? ColorRole::Ink : ColorRole::SoftInk});
        diagram.addText({row.value, {right + 6, baseline}, labelSize, true, Anchor::Start});
        figure.table.rows.push_back({Cell(row.name), Cell(row.from), Cell(row.to)});
        figure.description += formatMessage("{}{} {}", i > 0 ? ", " : "", row.name, row.value);
    }
    figure.drawing = diagram.layout();
    return figure;
}

}  // namespace scalewright
