// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/whiteboard/whiteboard_arrange.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double boxVerticalPadding = 4;
constexpr double sheetOffset = 3;        // visible part of a group's second sheet
constexpr double boxGap = 6;        // between two boxes
constexpr double nodePadding = 7;           // inside a node
constexpr double nodeGap = 24;      // between nodes, to leave room for arrows
constexpr double arrowGap = 2;     // between a box and the tip of an arrow
constexpr double minimumArrowLength = 14;

double boxHorizontalPadding(int detail)
{
    return detail < 2 ? 7 : 4;
}

QStringList boxLines(const Box& box, int detail)
{
    QStringList lines;
    if (detail >= 2)
        return lines;
    const std::vector<std::string> unsaid = itemsForLegend(box, detail);
    for (const std::string& each : box.contents) {
        if (std::find(unsaid.begin(), unsaid.end(), each) != unsaid.end())
            continue;
        QString line = toQString(each);
        // "data shard 3" -> "shard 3"
        if (detail == 1 && line.count(QLatin1Char(' ')) >= 2 && !box.isIdle)
            line = line.section(QLatin1Char(' '), 1);
        lines << line;
    }
    return lines;
}

QPointF edgePointTowards(const QRectF& rect, const QPointF& target)
{
    const QPointF centre = rect.center(), delta = target - centre;
    const double x = std::abs(delta.x()) > 1e-9 ? rect.width() / 2 / std::abs(delta.x()) : 1e18;
    const double y = std::abs(delta.y()) > 1e-9 ? rect.height() / 2 / std::abs(delta.y()) : 1e18;
    return centre + delta * std::min(x, y);
}

QRectF expandedRect(const QRectF& rect, double growth)
{
    return rect.adjusted(-growth, -growth, growth, growth);
}

double pathLength(const QPolygonF& path)
{
    double length = 0;
    for (qsizetype i = 1; i < path.size(); ++i)
        length += QLineF(path[i - 1], path[i]).length();
    return length;
}

bool crosses(const QPolygonF& path, const QRectF& rect)
{
    for (qsizetype i = 1; i < path.size(); ++i) {
        const QLineF piece(path[i - 1], path[i]);
        if (rect.contains(piece.p1()) || rect.contains(piece.p2()))
            return true;
        const std::array<QLineF, 4> sides{
            QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.topRight(), rect.bottomRight()),
            QLineF(rect.bottomRight(), rect.bottomLeft()), QLineF(rect.bottomLeft(), rect.topLeft())};
        for (const QLineF& side : sides)
            if (piece.intersects(side, nullptr) == QLineF::BoundedIntersection)
                return true;
    }
    return false;
}

bool isServer(const Box& box)
{
    return box.kind == BoxKind::ServerShard;
}

class PanelArranger {
public:
    PanelArranger(const Panel& panel, int index, const TextMeasure& measure, int detail, const QRectF& area,
                  BoardLayout& layout)
        : m_panel(panel),
          m_panelIndex(index),
          m_measure(measure),
          m_detail(detail),
          m_area(area),
          m_layout(layout),
          m_firstBox(layout.boxes.size()),
          m_firstArrow(layout.arrows.size()),
          m_boxRects(panel.boxes.size())
    {
        // Servers share one row, so they may have to show less detail than the workers around them.
        const auto servers = static_cast<double>(std::count_if(panel.boxes.begin(), panel.boxes.end(), isServer));
        do {
            m_serverSize = {0, 0};
            for (const Box& each : panel.boxes)
                if (isServer(each))
                    m_serverSize = m_serverSize.expandedTo(requiredBoxSize(each, measure, m_serverDetail));
        } while (servers * (m_serverSize.width() + boxGap) > area.width() && ++m_serverDetail <= 2);
        m_serverDetail = std::min(m_serverDetail, 2);
        for (const Box& each : panel.boxes)
            if (!isServer(each) && each.kind != BoxKind::Exchange)
                m_boxSize = m_boxSize.expandedTo(requiredBoxSize(each, measure, detail));
    }

    bool arrange()
    {
        switch (m_panel.arrangement) {
        case Arrangement::Ring: arrangeRing(); break;
        case Arrangement::Tree: arrangeTrees(); break;
        case Arrangement::Bipartite: arrangeBipartite(); break;
        case Arrangement::Grid: arrangeGrid(); break;
        case Arrangement::Star: arrangeStar(); break;
        case Arrangement::Clusters: arrangeClusters(); break;
        case Arrangement::Pipeline: arrangeChain(); break;
        case Arrangement::AllPairs: arrangeAllPairs(); break;
        }
        return isTidy();
    }

private:
    [[nodiscard]] int boxCount() const { return static_cast<int>(m_panel.boxes.size()); }
    [[nodiscard]] const Box& box(int i) const { return m_panel.boxes[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const QRectF& boxRect(int i) const { return m_boxRects[static_cast<std::size_t>(i)]; }

    void placeBox(int i, const QPointF& centre)
    {
        const bool server = isServer(box(i));
        BoardBox result =
            layOutBox(box(i), m_measure, server ? m_serverDetail : m_detail, centre, server ? m_serverSize : m_boxSize);
        result.panel = m_panelIndex;
        result.index = i;
        m_boxRects[static_cast<std::size_t>(i)] = result.rect;
        m_layout.boxes.push_back(std::move(result));
    }

    void addArrow(QPolygonF path, bool bothWays, ArrowKind kind = ArrowKind::Data)
    {
        m_layout.arrows.push_back({kind, std::move(path), bothWays, true});
    }

    void addStraightArrow(const QRectF& from, const QRectF& to, bool bothWays)
    {
        addArrow({edgePointTowards(expandedRect(from, arrowGap), to.center()),
                  edgePointTowards(expandedRect(to, arrowGap), from.center())},
                 bothWays);
    }

    // Two opposite arrows between neighbouring rectangles, in parallel.
    void addOppositeArrows(const QRectF& left, const QRectF& right)
    {
        const double y = left.center().y(), offset = std::min(6.0, left.height() / 4);
        addArrow({{left.right() + arrowGap, y - offset}, {right.left() - arrowGap, y - offset}}, false);
        addArrow({{right.left() - arrowGap, y + offset}, {left.right() + arrowGap, y + offset}}, false);
    }

    void arrangeRing()
    {
        const std::vector<QPointF> centres = ringCentres(m_panel.boxes.size(), m_boxSize, m_area);
        for (int i = 0; i < boxCount(); ++i)
            placeBox(i, centres[static_cast<std::size_t>(i)]);
        for (const Arrow& each : m_panel.arrows) {
            if (each.phase == 1)
                addCurvedArrow(each);
            else if (boxCount() == 2 && each.isBidirectional)
                addStraightArrow(boxRect(0), boxRect(1), true);
            else if (boxCount() == 2) {
                if (each.from == 0)
                    addOppositeArrows(boxRect(0), boxRect(1));
            } else
                addStraightArrow(boxRect(each.from), boxRect(each.to), each.isBidirectional);
        }
    }

    // A curve from a box in the top row to one further along the ring, bent towards the middle so that it passes below
    // the boxes in between.
    void addCurvedArrow(const Arrow& each)
    {
        const QPointF start(boxRect(each.from).center().x(), boxRect(each.from).bottom() + arrowGap);
        const QPointF middle(m_area.center().x(), (m_area.center().y() + start.y()) / 2 + m_area.height() * 0.12);
        const QPointF end = edgePointTowards(expandedRect(boxRect(each.to), arrowGap), middle);
        QPolygonF path;
        constexpr int pieces = 16;
        for (int i = 0; i <= pieces; ++i) {
            const double t = static_cast<double>(i) / pieces;
            path << (1 - t) * (1 - t) * start + 2 * t * (1 - t) * middle + t * t * end;
        }
        addArrow(std::move(path), each.isBidirectional);
    }

    void arrangeTrees()
    {
        const bool hasTwoTrees = std::any_of(m_panel.boxes.begin(), m_panel.boxes.end(),
                                             [](const Box& each) { return each.copyNumber == 1; });
        const double half = m_area.width() / 2, line = m_measure.lineHeight(TextStyle::Small);
        if (hasTwoTrees)
            m_layout.guides.emplace_back(m_area.center().x(), m_area.top(), m_area.center().x(), m_area.bottom());
        for (int copy = 0; copy <= (hasTwoTrees ? 1 : 0); ++copy) {
            QRectF area = m_area;
            if (hasTwoTrees) {
                area = {m_area.left() + copy * (half + boxGap), m_area.top() + line, half - boxGap,
                        m_area.height() - line};
                const QString title = copy == 0 ? QObject::tr("first tree") : QObject::tr("second tree");
                m_layout.texts.push_back(m_measure.leftAligned(title, area.left(), m_area.top(), TextStyle::Small,
                                                               false, ColorRole::SoftInk));
            }
            arrangeTree(copy, area);
        }
    }

    void arrangeTree(int copy, const QRectF& area)
    {
        std::vector<int> members;
        std::map<int, int> place;
        for (int i = 0; i < boxCount(); ++i)
            if (box(i).copyNumber == copy) {
                place[i] = static_cast<int>(members.size());
                members.push_back(i);
            }
        std::vector<int> parents(members.size(), -1);
        for (const Arrow& each : m_panel.arrows)
            if (box(each.from).copyNumber == copy)
                parents[static_cast<std::size_t>(place[each.from])] = place[each.to];
        const double links = m_detail < 2 ? 22 : 16;  // space for the arrows between two rows
        const std::vector<QPointF> centres = treeCentres(parents, m_boxSize.width() + boxGap, m_boxSize.height(), area);
        for (std::size_t i = 0; i < members.size(); ++i)
            placeBox(members[i], centres[i]);
        for (const Arrow& each : m_panel.arrows) {
            if (box(each.from).copyNumber != copy)
                continue;
            m_fits &= boxRect(each.from).top() - boxRect(each.to).bottom() >= links;
            const QRectF &child = boxRect(each.from), &parent = boxRect(each.to);
            // Starts near the child's position on the parent's lower side, so that the arrows to many children fan out.
            const double maximumShift = std::max(0.0, parent.width() / 2 - 8);
            const double x = parent.center().x() +
                             std::clamp((child.center().x() - parent.center().x()) * 0.2, -maximumShift, maximumShift);
            addArrow({{child.center().x(), child.top() - arrowGap}, {x, parent.bottom() + arrowGap}},
                     each.isBidirectional);
        }
    }

    // Places boxes in a row across the area, evenly spaced.
    void placeRow(const std::vector<int>& members, double y)
    {
        const double pitch = std::min(m_area.width() / static_cast<double>(members.size()), 3.2 * m_boxSize.width());
        double x = m_area.center().x() - pitch * (static_cast<double>(members.size()) - 1) / 2;
        for (const int i : members) {
            placeBox(i, {x, y});
            x += pitch;
        }
    }

    void arrangeBipartite()
    {
        std::vector<int> servers, above, below;
        for (int i = 0; i < boxCount(); ++i)
            if (isServer(box(i)))
                servers.push_back(i);
        const int first = 1 + static_cast<int>(servers.size()), workers = boxCount() - first;
        const bool twoRows = workers > 6 || workers * (m_boxSize.width() + boxGap) > m_area.width();
        for (int i = first; i < boxCount(); ++i)
            (twoRows && i - first < (workers + 1) / 2 ? above : below).push_back(i);

        const double frameHeight = exchangeTitleHeight(0) + m_serverSize.height() + 3 * boxVerticalPadding;
        const double spare = m_area.height() - frameHeight - (twoRows ? 2 : 1) * m_boxSize.height();
        const double gap = std::min(48.0, spare / (twoRows ? 2 : 1));
        const double used = frameHeight + (twoRows ? 2 : 1) * (m_boxSize.height() + gap);
        const double top = m_area.top() + (m_area.height() - used) / 2;
        const double frameTop = twoRows ? top + m_boxSize.height() + gap : top;
        const QRectF frame(m_area.left(), frameTop, m_area.width(), frameHeight);
        addExchangeFrame(frame, 0);
        const double pitch = std::min(m_area.width() / static_cast<double>(servers.size()), 2.5 * m_serverSize.width());
        double x = m_area.center().x() - pitch * (static_cast<double>(servers.size()) - 1) / 2;
        for (const int i : servers) {
            placeBox(i, {x, frame.bottom() - boxVerticalPadding * 1.5 - m_serverSize.height() / 2});
            x += pitch;
        }
        if (twoRows)
            placeRow(above, frame.top() - gap - m_boxSize.height() / 2);
        placeRow(below, frame.bottom() + gap + m_boxSize.height() / 2);
        for (const Arrow& each : m_panel.arrows) {
            const QRectF& worker = boxRect(each.from);
            const bool isAbove = worker.center().y() < frame.center().y();
            const double at = worker.center().x();
            addArrow({{at, isAbove ? worker.bottom() + arrowGap : worker.top() - arrowGap},
                      {at, isAbove ? frame.top() - arrowGap : frame.bottom() + arrowGap}},
                     each.isBidirectional);
        }
    }

    [[nodiscard]] QStringList exchangeTitleLines(int i) const
    {
        return m_measure.wrappedLines(toQString(box(i).name), m_area.width() - 16, TextStyle::Small);
    }
    [[nodiscard]] double exchangeTitleHeight(int i) const
    {
        return m_measure.lineHeight(TextStyle::Small) * static_cast<double>(exchangeTitleLines(i).size());
    }

    void addExchangeFrame(const QRectF& frame, int i)
    {
        BoardFrame result{BoardFrame::Kind::Exchange, frame, {}};
        double y = frame.top() + boxVerticalPadding;
        for (const QString& line : exchangeTitleLines(i)) {
            result.texts.push_back(
                m_measure.centred(line, frame.center().x(), y, TextStyle::Small, false, ColorRole::SoftInk));
            y += m_measure.lineHeight(TextStyle::Small);
        }
        m_boxRects[static_cast<std::size_t>(i)] = frame;
        m_layout.frames.push_back(std::move(result));
    }

    void arrangeAllPairs()
    {
        int exchange = -1;
        std::vector<int> above, below;
        for (int i = 0; i < boxCount(); ++i) {
            if (box(i).kind == BoxKind::Exchange)
                exchange = i;
            else
                (box(i).copyNumber == 0 ? above : below).push_back(i);
        }
        if (exchange < 0) {
            placeRow(above, m_area.center().y());
            return;
        }
        const double frameHeight = exchangeTitleHeight(exchange) + 2 * boxVerticalPadding;
        const double gap = std::min(56.0, (m_area.height() - frameHeight - 2 * m_boxSize.height()) / 2);
        const QRectF frame(m_area.left(), m_area.center().y() - frameHeight / 2, m_area.width(), frameHeight);
        addExchangeFrame(frame, exchange);
        placeRow(above, frame.top() - gap - m_boxSize.height() / 2);
        placeRow(below, frame.bottom() + gap + m_boxSize.height() / 2);
        for (const Arrow& each : m_panel.arrows) {
            const QRectF& worker = boxRect(each.to == exchange ? each.from : each.to);
            const double at = worker.center().x();
            if (each.to == exchange)
                addArrow({{at, worker.bottom() + arrowGap}, {at, frame.top() - arrowGap}}, false);
            else
                addArrow({{at, frame.bottom() + arrowGap}, {at, worker.top() - arrowGap}}, false);
        }
    }

    void arrangeGrid()
    {
        double labels = 0;
        for (const std::string& each : m_panel.phases)
            labels = std::max(labels, m_measure.textWidth(toQString(each), TextStyle::Small));
        const double left = m_area.left() + labels + (labels > 0 ? 10 : 0);
        const double pitch = std::min((m_area.right() - left) / boxCount(), 1.8 * m_boxSize.width());
        const double start = left + (m_area.right() - left - pitch * boxCount()) / 2 + pitch / 2;
        const auto x = [&](int column) { return start + pitch * column; };
        const double phases = static_cast<double>(m_panel.phases.size());
        const double step = phases > 0 ? std::min(40.0, (m_area.height() - m_boxSize.height()) / phases) : 0;
        m_fits &= phases == 0 || step >= m_measure.lineHeight(TextStyle::Small) + 2;
        m_fits &= pitch >= m_boxSize.width() + 2;
        const double top = m_area.top() + (m_area.height() - m_boxSize.height() - step * phases) / 2;
        for (int i = 0; i < boxCount(); ++i) {
            placeBox(i, {x(i), top + m_boxSize.height() / 2});
            if (phases > 0)
                m_layout.guides.emplace_back(x(i), boxRect(i).bottom(), x(i),
                                             top + m_boxSize.height() + step * (phases - 0.5));
        }
        constexpr double half = 5;  // half the height of a block
        for (int phase = 0; phase < static_cast<int>(m_panel.phases.size()); ++phase) {
            const double y = top + m_boxSize.height() + step * (phase + 0.5);
            const QString phaseLabel = toQString(m_panel.phases[static_cast<std::size_t>(phase)]);
            m_layout.texts.push_back(m_measure.leftAligned(phaseLabel, m_area.left(),
                                                           y - m_measure.lineHeight(TextStyle::Small) / 2,
                                                           TextStyle::Small, false, ColorRole::SoftInk));
            for (const BlockExchange& unit : blockExchanges(phase)) {
                const QRectF one =
                    addBlock(x(unit.leftColumns.first) - half, x(unit.leftColumns.second) + half, y, half);
                const QRectF other =
                    addBlock(x(unit.rightColumns.first) - half, x(unit.rightColumns.second) + half, y, half);
                const double from = one.right() + arrowGap, to = other.left() - arrowGap;
                if (unit.isLeftwards)
                    addArrow({{to, y}, {from, y}}, false);
                else
                    addArrow({{from, y}, {to, y}}, unit.isBothWays);
            }
        }
    }

    // Arrows in a phase whose columns interleave are drawn as one exchange between two blocks.
    struct BlockExchange {
        std::pair<int, int> leftColumns, rightColumns;
        bool isBothWays = false, isLeftwards = false;
    };
    [[nodiscard]] std::vector<BlockExchange> blockExchanges(int phase) const
    {
        std::vector<BlockExchange> units;
        for (const Arrow& each : m_panel.arrows) {
            if (each.phase != phase)
                continue;
            const int low = std::min(each.from, each.to), high = std::max(each.from, each.to);
            if (!units.empty() && low < units.back().rightColumns.first) {
                units.back().leftColumns.second = low;
                units.back().rightColumns.second = high;
            } else {
                units.push_back({{low, low}, {high, high}, each.isBidirectional, each.from > each.to});
            }
        }
        return units;
    }

    QRectF addBlock(double left, double right, double y, double half)
    {
        const QRectF result(left, y - half, right - left, 2 * half);
        m_layout.frames.push_back({BoardFrame::Kind::Block, result, {}});
        return result;
    }

    void arrangeStar()
    {
        const int otherCount = boxCount() - 1;
        std::vector<int> otherBoxes;
        for (int i = 1; i < boxCount(); ++i)
            otherBoxes.push_back(i);
        const QSizeF centreSize = isServer(box(0)) ? m_serverSize : m_boxSize;
        const bool fan = otherCount <= 7 && otherCount * (m_boxSize.width() + boxGap) <= m_area.width();
        if (fan) {
            const double gap = std::min(80.0, m_area.height() - centreSize.height() - m_boxSize.height());
            const double top = m_area.center().y() - (centreSize.height() + gap + m_boxSize.height()) / 2;
            placeBox(0, {m_area.center().x(), top + centreSize.height() / 2});
            placeRow(otherBoxes, top + centreSize.height() + gap + m_boxSize.height() / 2);
        } else {
            placeBox(0, m_area.center());
            const std::vector<QPointF> centres = ringCentres(otherBoxes.size(), m_boxSize, m_area);
            for (std::size_t i = 0; i < otherBoxes.size(); ++i)
                placeBox(otherBoxes[i], centres[i]);
        }
        for (const Arrow& each : m_panel.arrows)
            addStraightArrow(boxRect(each.from), boxRect(each.to), each.isBidirectional);
    }

    // Centres for a ring of wide boxes: along the top to the right, back along the bottom.
    [[nodiscard]] std::vector<QPointF> loopCentres(int nodes, const QSizeF& node) const
    {
        const QPointF middle = m_area.center();
        const int above = nodes <= 2 ? nodes : (nodes + 1) / 2;
        const double pitch = std::min(m_area.width() / above, node.width() + 90);
        const double rowOffset =
            nodes <= 2 ? 0 : std::min((m_area.height() - node.height()) / 2, node.height() / 2 + 40);
        std::vector<QPointF> centres;
        for (int i = 0; i < nodes; ++i) {
            const bool top = i < above;
            const int boxesInRow = top ? above : nodes - above, along = top ? i : nodes - 1 - i;
            centres.push_back(middle + QPointF(pitch * (along - (boxesInRow - 1) / 2.0), top ? -rowOffset : rowOffset));
        }
        return centres;
    }

    void arrangeClusters()
    {
        const auto nodes = static_cast<int>(m_panel.nodes.size());
        std::vector<std::vector<int>> members(m_panel.nodes.size());
        std::size_t maximumMembers = 1;
        for (int i = 0; i < boxCount(); ++i)
            members[static_cast<std::size_t>(box(i).nodeIndex)].push_back(i);
        for (const auto& each : members)
            maximumMembers = std::max(maximumMembers, each.size());
        const double title = m_measure.lineHeight(TextStyle::Small), link = 22;
        double titles = 0;
        for (const std::string& each : m_panel.nodes)
            titles = std::max(titles, m_measure.textWidth(toQString(each), TextStyle::Small, true));
        // Put as many workers side by side as leaves room for all nodes; more than two nodes are placed in two rows.
        const int across = nodes <= 2 ? nodes : (nodes + 1) / 2;
        const double nodeWidth = m_area.width() / across - nodeGap;
        const int fitting =
            std::max(1, static_cast<int>((nodeWidth - 2 * nodePadding + link) / (m_boxSize.width() + link)));
        const int preferredColumns =
            maximumMembers <= 3 ? static_cast<int>(maximumMembers) : (static_cast<int>(maximumMembers) + 1) / 2;
        const int columns = std::min(preferredColumns, fitting),
                  rows = (static_cast<int>(maximumMembers) + columns - 1) / columns;
        const QSizeF node(std::max(titles, columns * m_boxSize.width() + (columns - 1) * link) + 2 * nodePadding,
                          title + rows * m_boxSize.height() + (rows - 1) * link + 3 * boxVerticalPadding);
        const std::vector<QPointF> centres = loopCentres(nodes, node);
        std::vector<QRectF> frames;
        for (int n = 0; n < nodes; ++n) {
            const QPointF centre = centres[static_cast<std::size_t>(n)];
            const QRectF frame(centre.x() - node.width() / 2, centre.y() - node.height() / 2, node.width(),
                               node.height());
            const QString name = toQString(m_panel.nodes[static_cast<std::size_t>(n)]);
            m_layout.frames.push_back(
                {BoardFrame::Kind::Node,
                 frame,
                 {m_measure.leftAligned(name, frame.left() + nodePadding, frame.top() + boxVerticalPadding,
                                        TextStyle::Small, true, ColorRole::SoftInk)}});
            frames.push_back(frame);
            // Alternate the direction of rows, so that the next worker is always a neighbour.
            const auto& inside = members[static_cast<std::size_t>(n)];
            if (inside.size() == 1 && maximumMembers > 1) {
                placeBox(inside.front(), {centre.x(), centre.y() + (title + boxVerticalPadding) / 2});
                continue;
            }
            for (int i = 0; i < static_cast<int>(inside.size()); ++i) {
                const int down = i / columns, along = down % 2 == 0 ? i % columns : columns - 1 - i % columns;
                placeBox(inside[static_cast<std::size_t>(i)],
                         {frame.left() + nodePadding + m_boxSize.width() / 2 + along * (m_boxSize.width() + link),
                          frame.top() + title + 2 * boxVerticalPadding + m_boxSize.height() / 2 +
                              down * (m_boxSize.height() + link)});
            }
        }
        for (const Arrow& each : m_panel.arrows)
            if (each.phase == 0)
                addStraightArrow(boxRect(each.from), boxRect(each.to), each.isBidirectional);
            else if (nodes == 2) {
                if (box(each.from).nodeIndex == 0)
                    addOppositeArrows(frames[0], frames[1]);
            } else
                addStraightArrow(frames[static_cast<std::size_t>(box(each.from).nodeIndex)],
                                 frames[static_cast<std::size_t>(box(each.to).nodeIndex)], each.isBidirectional);
        for (std::size_t i = 0; i < frames.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                m_fits &= !expandedRect(frames[i], boxGap / 2).intersects(expandedRect(frames[k], boxGap / 2));
        for (const QRectF& frame : frames)
            m_fits &= expandedRect(m_area, 0.5).contains(frame);
    }

    void arrangeChain()
    {
        const double link = 24;
        const int columns =
            std::clamp(static_cast<int>((m_area.width() + link) / (m_boxSize.width() + link)), 1, boxCount());
        const int rows = (boxCount() + columns - 1) / columns;
        const double pitchX = std::min(m_area.width() / columns, 2.2 * m_boxSize.width()),
                     pitchY = m_boxSize.height() + link;
        const double left = m_area.center().x() - pitchX * (columns - 1) / 2,
                     top = m_area.center().y() - pitchY * (rows - 1) / 2;
        for (int i = 0; i < boxCount(); ++i) {
            const int down = i / columns, along = down % 2 == 0 ? i % columns : columns - 1 - i % columns;
            placeBox(i, {left + along * pitchX, top + down * pitchY});
        }
        for (const Arrow& each : m_panel.arrows)
            addStraightArrow(boxRect(each.from), boxRect(each.to), each.isBidirectional);
    }

    // Whether nothing overlaps or leaves the area, and no arrow is too short or crosses a box.
    [[nodiscard]] bool isTidy() const
    {
        if (!m_fits)
            return false;
        for (std::size_t i = m_firstBox; i < m_layout.boxes.size(); ++i) {
            const QRectF& one = m_layout.boxes[i].rect;
            if (!expandedRect(m_area, 0.5).contains(one))
                return false;
            for (std::size_t k = m_firstBox; k < i; ++k)
                if (expandedRect(one, boxGap / 2 - 0.5)
                        .intersects(expandedRect(m_layout.boxes[k].rect, boxGap / 2 - 0.5)))
                    return false;
        }
        for (std::size_t a = m_firstArrow; a < m_layout.arrows.size(); ++a) {
            const QPolygonF& path = m_layout.arrows[a].path;
            if (pathLength(path) < minimumArrowLength)
                return false;
            for (std::size_t i = m_firstBox; i < m_layout.boxes.size(); ++i)
                if (crosses(path, expandedRect(m_layout.boxes[i].rect, arrowGap / 2)))
                    return false;
        }
        return true;
    }

    const Panel& m_panel;
    int m_panelIndex;
    const TextMeasure& m_measure;
    int m_detail;
    QRectF m_area;
    BoardLayout& m_layout;
    std::size_t m_firstBox, m_firstArrow;
    std::vector<QRectF> m_boxRects;
    int m_serverDetail = 0;
    QSizeF m_boxSize{0, 0}, m_serverSize{0, 0};
    bool m_fits = true;
};

}  // namespace

std::vector<std::string> itemsForLegend(const Box& box, int detail)
{
    if (detail >= 2 || box.contents.empty())
        return box.contents;
    if (detail == 1)
        return {box.contents.begin() + 1, box.contents.end()};
    // A worker's own share has a number in its text; texts without a number are the same for all workers.
    const auto numbered = [](const std::string& text) { return text.find_first_of("0123456789") != std::string::npos; };
    if (box.kind != BoxKind::Worker || std::none_of(box.contents.begin(), box.contents.end(), numbered))
        return {};
    std::vector<std::string> commonItems;
    std::remove_copy_if(box.contents.begin(), box.contents.end(), std::back_inserter(commonItems), numbered);
    return commonItems;
}

QSizeF requiredBoxSize(const Box& box, const TextMeasure& measure, int detail)
{
    const bool bold = true;
    double width = measure.textWidth(toQString(box.name), TextStyle::Small, bold),
           height = measure.lineHeight(TextStyle::Small);
    for (const QString& line : boxLines(box, detail)) {
        width = std::max(width, measure.textWidth(line, TextStyle::Small));
        height += measure.lineHeight(TextStyle::Small);
    }
    const double behind = box.representedCount > 1 ? sheetOffset : 0;
    return {std::ceil(width + 2 * boxHorizontalPadding(detail) + behind),
            std::ceil(height + 2 * boxVerticalPadding + behind)};
}

BoardBox layOutBox(const Box& box, const TextMeasure& measure, int detail, QPointF centre, QSizeF size)
{
    BoardBox result;
    result.kind = box.kind;
    result.isGroup = box.representedCount > 1;
    result.isIdle = box.isIdle;
    result.rect = {centre.x() - size.width() / 2, centre.y() - size.height() / 2, size.width(), size.height()};
    const QRectF front = result.isGroup ? result.rect.adjusted(0, sheetOffset, -sheetOffset, 0) : result.rect;
    const QStringList lines = boxLines(box, detail);
    double y = front.center().y() - measure.lineHeight(TextStyle::Small) * static_cast<double>(lines.size() + 1) / 2;
    result.texts.push_back(measure.centred(toQString(box.name), front.center().x(), y, TextStyle::Small, true,
                                           box.isIdle ? ColorRole::SoftInk : ColorRole::Ink));
    for (const QString& line : lines)
        result.texts.push_back(measure.centred(line, front.center().x(), y += measure.lineHeight(TextStyle::Small),
                                               TextStyle::Small, false, ColorRole::SoftInk));
    return result;
}

bool arrangePanel(const Panel& panel, int index, const TextMeasure& measure, int detail, const QRectF& area,
                  BoardLayout& layout)
{
    return PanelArranger(panel, index, measure, detail, area, layout).arrange();
}

}  // namespace scalewright::ui
