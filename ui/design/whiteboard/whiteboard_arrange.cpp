#include "ui/design/whiteboard/whiteboard_arrange.h"
#include "ui/words/qt.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace scalewright::ui {

namespace {

constexpr double padV = 4;
constexpr double sheet = 3;        // how far the second sheet of a group looks out
constexpr double apart = 6;        // between two boxes
constexpr double pad = 7;           // inside a node
constexpr double nodeGap = 24;      // between nodes, for their arrows
constexpr double arrowGap = 2;     // between a box and the tip of an arrow
constexpr double leastArrow = 14;

double padH(int detail)
{
    return detail < 2 ? 7 : 4;
}

QStringList linesOf(const Box& box, int detail)
{
    QStringList lines;
    if (detail >= 2)
        return lines;
    const std::vector<std::string> unsaid = leftToTheLegend(box, detail);
    for (const std::string& each : box.holds) {
        if (std::find(unsaid.begin(), unsaid.end(), each) != unsaid.end())
            continue;
        QString line = qt(each);
        // "data shard 3" -> "shard 3"
        if (detail == 1 && line.count(QLatin1Char(' ')) >= 2 && !box.idle)
            line = line.section(QLatin1Char(' '), 1);
        lines << line;
    }
    return lines;
}

QPointF edgeTowards(const QRectF& rect, const QPointF& target)
{
    const QPointF centre = rect.center(), delta = target - centre;
    const double x = std::abs(delta.x()) > 1e-9 ? rect.width() / 2 / std::abs(delta.x()) : 1e18;
    const double y = std::abs(delta.y()) > 1e-9 ? rect.height() / 2 / std::abs(delta.y()) : 1e18;
    return centre + delta * std::min(x, y);
}

QRectF grown(const QRectF& rect, double by)
{
    return rect.adjusted(-by, -by, by, by);
}

double lengthOf(const QPolygonF& path)
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

class Arranger {
public:
    Arranger(const Panel& panel, int index, const TextMeasure& measure, int detail, const QRectF& area,
             BoardLayout& layout)
        : m_panel(panel),
          m_index(index),
          m_measure(measure),
          m_detail(detail),
          m_area(area),
          m_layout(layout),
          m_firstBox(layout.boxes.size()),
          m_firstArrow(layout.arrows.size()),
          m_rects(panel.boxes.size())
    {
        // Servers that stand in one row may have to say less than the workers around them.
        const auto servers = static_cast<double>(std::count_if(panel.boxes.begin(), panel.boxes.end(), isServer));
        do {
            m_serverSize = {0, 0};
            for (const Box& each : panel.boxes)
                if (isServer(each))
                    m_serverSize = m_serverSize.expandedTo(boxNeeds(each, measure, m_serverDetail));
        } while (servers * (m_serverSize.width() + apart) > area.width() && ++m_serverDetail <= 2);
        m_serverDetail = std::min(m_serverDetail, 2);
        for (const Box& each : panel.boxes)
            if (!isServer(each) && each.kind != BoxKind::Exchange)
                m_size = m_size.expandedTo(boxNeeds(each, measure, detail));
    }

    bool arrange()
    {
        switch (m_panel.arrangement) {
        case Arrangement::Ring: ring(); break;
        case Arrangement::Tree: trees(); break;
        case Arrangement::Bipartite: bipartite(); break;
        case Arrangement::Grid: grid(); break;
        case Arrangement::Star: star(); break;
        case Arrangement::Clusters: clusters(); break;
        case Arrangement::Pipeline: chain(); break;
        case Arrangement::AllPairs: allPairs(); break;
        }
        return tidy();
    }

private:
    [[nodiscard]] int count() const { return static_cast<int>(m_panel.boxes.size()); }
    [[nodiscard]] const Box& box(int i) const { return m_panel.boxes[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const QRectF& rect(int i) const { return m_rects[static_cast<std::size_t>(i)]; }

    void put(int i, const QPointF& centre)
    {
        const bool server = isServer(box(i));
        BoardBox made =
            boardBox(box(i), m_measure, server ? m_serverDetail : m_detail, centre, server ? m_serverSize : m_size);
        made.panel = m_index;
        made.index = i;
        m_rects[static_cast<std::size_t>(i)] = made.rect;
        m_layout.boxes.push_back(std::move(made));
    }

    void arrow(QPolygonF path, bool bothWays, ArrowKind kind = ArrowKind::Data)
    {
        m_layout.arrows.push_back({kind, std::move(path), bothWays, true});
    }

    void straight(const QRectF& from, const QRectF& to, bool bothWays)
    {
        arrow({edgeTowards(grown(from, arrowGap), to.center()), edgeTowards(grown(to, arrowGap), from.center())},
              bothWays);
    }

    // From one rectangle to its neighbour and back again, side by side.
    void thereAndBack(const QRectF& left, const QRectF& right)
    {
        const double y = left.center().y(), off = std::min(6.0, left.height() / 4);
        arrow({{left.right() + arrowGap, y - off}, {right.left() - arrowGap, y - off}}, false);
        arrow({{right.left() - arrowGap, y + off}, {left.right() + arrowGap, y + off}}, false);
    }

    void ring()
    {
        const std::vector<QPointF> centres = ringCentres(m_panel.boxes.size(), m_size, m_area);
        for (int i = 0; i < count(); ++i)
            put(i, centres[static_cast<std::size_t>(i)]);
        for (const Arrow& each : m_panel.arrows) {
            if (each.phase == 1)
                throughTheMiddle(each);
            else if (count() == 2 && each.bothWays)
                straight(rect(0), rect(1), true);
            else if (count() == 2) {
                if (each.from == 0)
                    thereAndBack(rect(0), rect(1));
            } else
                straight(rect(each.from), rect(each.to), each.bothWays);
        }
    }

    // A curve from a box at the top to one further along the ring, bent towards the middle so that it passes below
    // those between.
    void throughTheMiddle(const Arrow& each)
    {
        const QPointF start(rect(each.from).center().x(), rect(each.from).bottom() + arrowGap);
        const QPointF middle(m_area.center().x(), (m_area.center().y() + start.y()) / 2 + m_area.height() * 0.12);
        const QPointF end = edgeTowards(grown(rect(each.to), arrowGap), middle);
        QPolygonF path;
        constexpr int pieces = 16;
        for (int i = 0; i <= pieces; ++i) {
            const double t = static_cast<double>(i) / pieces;
            path << (1 - t) * (1 - t) * start + 2 * t * (1 - t) * middle + t * t * end;
        }
        arrow(std::move(path), each.bothWays);
    }

    void trees()
    {
        const bool two =
            std::any_of(m_panel.boxes.begin(), m_panel.boxes.end(), [](const Box& each) { return each.copy == 1; });
        const double half = m_area.width() / 2, line = m_measure.line(TextStyle::Small);
        if (two)
            m_layout.guides.emplace_back(m_area.center().x(), m_area.top(), m_area.center().x(), m_area.bottom());
        for (int copy = 0; copy <= (two ? 1 : 0); ++copy) {
            QRectF area = m_area;
            if (two) {
                area = {m_area.left() + copy * (half + apart), m_area.top() + line, half - apart,
                        m_area.height() - line};
                const QString title = copy == 0 ? QObject::tr("first tree") : QObject::tr("second tree");
                m_layout.texts.push_back(
                    m_measure.at(title, area.left(), m_area.top(), TextStyle::Small, false, Role::Soft));
            }
            tree(copy, area);
        }
    }

    void tree(int copy, const QRectF& area)
    {
        std::vector<int> members;
        std::map<int, int> place;
        for (int i = 0; i < count(); ++i)
            if (box(i).copy == copy) {
                place[i] = static_cast<int>(members.size());
                members.push_back(i);
            }
        std::vector<int> parents(members.size(), -1);
        for (const Arrow& each : m_panel.arrows)
            if (box(each.from).copy == copy)
                parents[static_cast<std::size_t>(place[each.from])] = place[each.to];
        const double links = m_detail < 2 ? 22 : 16;  // room for the arrows between two rows
        const std::vector<QPointF> centres = treeCentres(parents, m_size.width() + apart, m_size.height(), area);
        for (std::size_t i = 0; i < members.size(); ++i)
            put(members[i], centres[i]);
        for (const Arrow& each : m_panel.arrows) {
            if (box(each.from).copy != copy)
                continue;
            m_fits &= rect(each.from).top() - rect(each.to).bottom() >= links;
            const QRectF &child = rect(each.from), &parent = rect(each.to);
            // From the nearest point of the parent's lower side, so that many children fan out.
            const double reach = std::max(0.0, parent.width() / 2 - 8);
            const double x =
                parent.center().x() + std::clamp((child.center().x() - parent.center().x()) * 0.2, -reach, reach);
            arrow({{child.center().x(), child.top() - arrowGap}, {x, parent.bottom() + arrowGap}}, each.bothWays);
        }
    }

    // A row of boxes across the area, evenly.
    void row(const std::vector<int>& members, double y)
    {
        const double pitch = std::min(m_area.width() / static_cast<double>(members.size()), 3.2 * m_size.width());
        double x = m_area.center().x() - pitch * (static_cast<double>(members.size()) - 1) / 2;
        for (const int i : members) {
            put(i, {x, y});
            x += pitch;
        }
    }

    void bipartite()
    {
        std::vector<int> servers, above, below;
        for (int i = 0; i < count(); ++i)
            if (isServer(box(i)))
                servers.push_back(i);
        const int first = 1 + static_cast<int>(servers.size()), workers = count() - first;
        const bool twoRows = workers > 6 || workers * (m_size.width() + apart) > m_area.width();
        for (int i = first; i < count(); ++i)
            (twoRows && i - first < (workers + 1) / 2 ? above : below).push_back(i);

        const double frameHeight = exchangeTitle(0) + m_serverSize.height() + 3 * padV;
        const double spare = m_area.height() - frameHeight - (twoRows ? 2 : 1) * m_size.height();
        const double gap = std::min(48.0, spare / (twoRows ? 2 : 1));
        const double used = frameHeight + (twoRows ? 2 : 1) * (m_size.height() + gap);
        const double top = m_area.top() + (m_area.height() - used) / 2;
        const double frameTop = twoRows ? top + m_size.height() + gap : top;
        const QRectF frame(m_area.left(), frameTop, m_area.width(), frameHeight);
        exchangeFrame(frame, 0);
        const double pitch = std::min(m_area.width() / static_cast<double>(servers.size()), 2.5 * m_serverSize.width());
        double x = m_area.center().x() - pitch * (static_cast<double>(servers.size()) - 1) / 2;
        for (const int i : servers) {
            put(i, {x, frame.bottom() - padV * 1.5 - m_serverSize.height() / 2});
            x += pitch;
        }
        if (twoRows)
            row(above, frame.top() - gap - m_size.height() / 2);
        row(below, frame.bottom() + gap + m_size.height() / 2);
        for (const Arrow& each : m_panel.arrows) {
            const QRectF& worker = rect(each.from);
            const bool over = worker.center().y() < frame.center().y();
            const double at = worker.center().x();
            arrow({{at, over ? worker.bottom() + arrowGap : worker.top() - arrowGap},
                   {at, over ? frame.top() - arrowGap : frame.bottom() + arrowGap}},
                  each.bothWays);
        }
    }

    [[nodiscard]] QStringList exchangeLines(int i) const
    {
        return m_measure.wrapped(qt(box(i).name), m_area.width() - 16, TextStyle::Small);
    }
    [[nodiscard]] double exchangeTitle(int i) const
    {
        return m_measure.line(TextStyle::Small) * static_cast<double>(exchangeLines(i).size());
    }

    void exchangeFrame(const QRectF& frame, int i)
    {
        BoardFrame made{BoardFrame::Kind::Exchange, frame, {}};
        double y = frame.top() + padV;
        for (const QString& line : exchangeLines(i)) {
            made.texts.push_back(m_measure.centred(line, frame.center().x(), y, TextStyle::Small, false, Role::Soft));
            y += m_measure.line(TextStyle::Small);
        }
        m_rects[static_cast<std::size_t>(i)] = frame;
        m_layout.frames.push_back(std::move(made));
    }

    void allPairs()
    {
        int exchange = -1;
        std::vector<int> above, below;
        for (int i = 0; i < count(); ++i) {
            if (box(i).kind == BoxKind::Exchange)
                exchange = i;
            else
                (box(i).copy == 0 ? above : below).push_back(i);
        }
        if (exchange < 0) {
            row(above, m_area.center().y());
            return;
        }
        const double frameHeight = exchangeTitle(exchange) + 2 * padV;
        const double gap = std::min(56.0, (m_area.height() - frameHeight - 2 * m_size.height()) / 2);
        const QRectF frame(m_area.left(), m_area.center().y() - frameHeight / 2, m_area.width(), frameHeight);
        exchangeFrame(frame, exchange);
        row(above, frame.top() - gap - m_size.height() / 2);
        row(below, frame.bottom() + gap + m_size.height() / 2);
        for (const Arrow& each : m_panel.arrows) {
            const QRectF& worker = rect(each.to == exchange ? each.from : each.to);
            const double at = worker.center().x();
            if (each.to == exchange)
                arrow({{at, worker.bottom() + arrowGap}, {at, frame.top() - arrowGap}}, false);
            else
                arrow({{at, frame.bottom() + arrowGap}, {at, worker.top() - arrowGap}}, false);
        }
    }

    void grid()
    {
        double labels = 0;
        for (const std::string& each : m_panel.phases)
            labels = std::max(labels, m_measure.width(qt(each), TextStyle::Small));
        const double left = m_area.left() + labels + (labels > 0 ? 10 : 0);
        const double pitch = std::min((m_area.right() - left) / count(), 1.8 * m_size.width());
        const double start = left + (m_area.right() - left - pitch * count()) / 2 + pitch / 2;
        const auto x = [&](int column) { return start + pitch * column; };
        const double phases = static_cast<double>(m_panel.phases.size());
        const double step = phases > 0 ? std::min(40.0, (m_area.height() - m_size.height()) / phases) : 0;
        m_fits &= phases == 0 || step >= m_measure.line(TextStyle::Small) + 2;
        m_fits &= pitch >= m_size.width() + 2;
        const double top = m_area.top() + (m_area.height() - m_size.height() - step * phases) / 2;
        for (int i = 0; i < count(); ++i) {
            put(i, {x(i), top + m_size.height() / 2});
            if (phases > 0)
                m_layout.guides.emplace_back(x(i), rect(i).bottom(), x(i),
                                             top + m_size.height() + step * (phases - 0.5));
        }
        constexpr double half = 5;  // of a block's height
        for (int phase = 0; phase < static_cast<int>(m_panel.phases.size()); ++phase) {
            const double y = top + m_size.height() + step * (phase + 0.5);
            const QString says = qt(m_panel.phases[static_cast<std::size_t>(phase)]);
            m_layout.texts.push_back(m_measure.at(says, m_area.left(), y - m_measure.line(TextStyle::Small) / 2,
                                                  TextStyle::Small, false, Role::Soft));
            for (const Unit& unit : unitsOf(phase)) {
                const QRectF one = block(x(unit.left.first) - half, x(unit.left.second) + half, y, half);
                const QRectF other = block(x(unit.right.first) - half, x(unit.right.second) + half, y, half);
                const double from = one.right() + arrowGap, to = other.left() - arrowGap;
                if (unit.leftwards)
                    arrow({{to, y}, {from, y}}, false);
                else
                    arrow({{from, y}, {to, y}}, unit.bothWays);
            }
        }
    }

    // Pairs of a phase whose columns interlock exchange block with block.
    struct Unit {
        std::pair<int, int> left, right;
        bool bothWays = false, leftwards = false;
    };
    [[nodiscard]] std::vector<Unit> unitsOf(int phase) const
    {
        std::vector<Unit> units;
        for (const Arrow& each : m_panel.arrows) {
            if (each.phase != phase)
                continue;
            const int low = std::min(each.from, each.to), high = std::max(each.from, each.to);
            if (!units.empty() && low < units.back().right.first) {
                units.back().left.second = low;
                units.back().right.second = high;
            } else {
                units.push_back({{low, low}, {high, high}, each.bothWays, each.from > each.to});
            }
        }
        return units;
    }

    QRectF block(double left, double right, double y, double half)
    {
        const QRectF made(left, y - half, right - left, 2 * half);
        m_layout.frames.push_back({BoardFrame::Kind::Block, made, {}});
        return made;
    }

    void star()
    {
        const int others = count() - 1;
        std::vector<int> rest;
        for (int i = 1; i < count(); ++i)
            rest.push_back(i);
        const QSizeF centreSize = isServer(box(0)) ? m_serverSize : m_size;
        const bool fan = others <= 7 && others * (m_size.width() + apart) <= m_area.width();
        if (fan) {
            const double gap = std::min(80.0, m_area.height() - centreSize.height() - m_size.height());
            const double top = m_area.center().y() - (centreSize.height() + gap + m_size.height()) / 2;
            put(0, {m_area.center().x(), top + centreSize.height() / 2});
            row(rest, top + centreSize.height() + gap + m_size.height() / 2);
        } else {
            put(0, m_area.center());
            const std::vector<QPointF> centres = ringCentres(rest.size(), m_size, m_area);
            for (std::size_t i = 0; i < rest.size(); ++i)
                put(rest[i], centres[i]);
        }
        for (const Arrow& each : m_panel.arrows)
            straight(rect(each.from), rect(each.to), each.bothWays);
    }

    // A ring of wide boxes: along the top to the right, along the bottom back.
    [[nodiscard]] std::vector<QPointF> loopCentres(int nodes, const QSizeF& node) const
    {
        const QPointF middle = m_area.center();
        const int above = nodes <= 2 ? nodes : (nodes + 1) / 2;
        const double pitch = std::min(m_area.width() / above, node.width() + 90);
        const double down = nodes <= 2 ? 0 : std::min((m_area.height() - node.height()) / 2, node.height() / 2 + 40);
        std::vector<QPointF> centres;
        for (int i = 0; i < nodes; ++i) {
            const bool top = i < above;
            const int inRow = top ? above : nodes - above, along = top ? i : nodes - 1 - i;
            centres.push_back(middle + QPointF(pitch * (along - (inRow - 1) / 2.0), top ? -down : down));
        }
        return centres;
    }

    void clusters()
    {
        const auto nodes = static_cast<int>(m_panel.nodes.size());
        std::vector<std::vector<int>> members(m_panel.nodes.size());
        std::size_t most = 1;
        for (int i = 0; i < count(); ++i)
            members[static_cast<std::size_t>(box(i).node)].push_back(i);
        for (const auto& each : members)
            most = std::max(most, each.size());
        const double title = m_measure.line(TextStyle::Small), link = 22;
        double titles = 0;
        for (const std::string& each : m_panel.nodes)
            titles = std::max(titles, m_measure.width(qt(each), TextStyle::Small, true));
        // As many workers side by side as leave room for all nodes, in two rows of nodes where there are more than two.
        const int across = nodes <= 2 ? nodes : (nodes + 1) / 2;
        const double room = m_area.width() / across - nodeGap;
        const int fitting = std::max(1, static_cast<int>((room - 2 * pad + link) / (m_size.width() + link)));
        const int wanted = most <= 3 ? static_cast<int>(most) : (static_cast<int>(most) + 1) / 2;
        const int columns = std::min(wanted, fitting), rows = (static_cast<int>(most) + columns - 1) / columns;
        const QSizeF node(std::max(titles, columns * m_size.width() + (columns - 1) * link) + 2 * pad,
                          title + rows * m_size.height() + (rows - 1) * link + 3 * padV);
        const std::vector<QPointF> centres = loopCentres(nodes, node);
        std::vector<QRectF> frames;
        for (int n = 0; n < nodes; ++n) {
            const QPointF centre = centres[static_cast<std::size_t>(n)];
            const QRectF frame(centre.x() - node.width() / 2, centre.y() - node.height() / 2, node.width(),
                               node.height());
            const QString name = qt(m_panel.nodes[static_cast<std::size_t>(n)]);
            m_layout.frames.push_back(
                {BoardFrame::Kind::Node,
                 frame,
                 {m_measure.at(name, frame.left() + pad, frame.top() + padV, TextStyle::Small, true, Role::Soft)}});
            frames.push_back(frame);
            // To and fro, so that the next worker is always a neighbour.
            const auto& inside = members[static_cast<std::size_t>(n)];
            if (inside.size() == 1 && most > 1) {
                put(inside.front(), {centre.x(), centre.y() + (title + padV) / 2});
                continue;
            }
            for (int i = 0; i < static_cast<int>(inside.size()); ++i) {
                const int down = i / columns, along = down % 2 == 0 ? i % columns : columns - 1 - i % columns;
                put(inside[static_cast<std::size_t>(i)],
                    {frame.left() + pad + m_size.width() / 2 + along * (m_size.width() + link),
                     frame.top() + title + 2 * padV + m_size.height() / 2 + down * (m_size.height() + link)});
            }
        }
        for (const Arrow& each : m_panel.arrows)
            if (each.phase == 0)
                straight(rect(each.from), rect(each.to), each.bothWays);
            else if (nodes == 2) {
                if (box(each.from).node == 0)
                    thereAndBack(frames[0], frames[1]);
            } else
                straight(frames[static_cast<std::size_t>(box(each.from).node)],
                         frames[static_cast<std::size_t>(box(each.to).node)], each.bothWays);
        for (std::size_t i = 0; i < frames.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                m_fits &= !grown(frames[i], apart / 2).intersects(grown(frames[k], apart / 2));
        for (const QRectF& frame : frames)
            m_fits &= grown(m_area, 0.5).contains(frame);
    }

    void chain()
    {
        const double link = 24;
        const int columns = std::clamp(static_cast<int>((m_area.width() + link) / (m_size.width() + link)), 1, count());
        const int rows = (count() + columns - 1) / columns;
        const double pitchX = std::min(m_area.width() / columns, 2.2 * m_size.width()), pitchY = m_size.height() + link;
        const double left = m_area.center().x() - pitchX * (columns - 1) / 2,
                     top = m_area.center().y() - pitchY * (rows - 1) / 2;
        for (int i = 0; i < count(); ++i) {
            const int down = i / columns, along = down % 2 == 0 ? i % columns : columns - 1 - i % columns;
            put(i, {left + along * pitchX, top + down * pitchY});
        }
        for (const Arrow& each : m_panel.arrows)
            straight(rect(each.from), rect(each.to), each.bothWays);
    }

    // Nothing on top of anything else, nothing outside, no arrow too short to be seen or through a box.
    [[nodiscard]] bool tidy() const
    {
        if (!m_fits)
            return false;
        for (std::size_t i = m_firstBox; i < m_layout.boxes.size(); ++i) {
            const QRectF& one = m_layout.boxes[i].rect;
            if (!grown(m_area, 0.5).contains(one))
                return false;
            for (std::size_t k = m_firstBox; k < i; ++k)
                if (grown(one, apart / 2 - 0.5).intersects(grown(m_layout.boxes[k].rect, apart / 2 - 0.5)))
                    return false;
        }
        for (std::size_t a = m_firstArrow; a < m_layout.arrows.size(); ++a) {
            const QPolygonF& path = m_layout.arrows[a].path;
            if (lengthOf(path) < leastArrow)
                return false;
            for (std::size_t i = m_firstBox; i < m_layout.boxes.size(); ++i)
                if (crosses(path, grown(m_layout.boxes[i].rect, arrowGap / 2)))
                    return false;
        }
        return true;
    }

    const Panel& m_panel;
    int m_index;
    const TextMeasure& m_measure;
    int m_detail;
    QRectF m_area;
    BoardLayout& m_layout;
    std::size_t m_firstBox, m_firstArrow;
    std::vector<QRectF> m_rects;
    int m_serverDetail = 0;
    QSizeF m_size{0, 0}, m_serverSize{0, 0};
    bool m_fits = true;
};

}  // namespace

std::vector<std::string> leftToTheLegend(const Box& box, int detail)
{
    if (detail >= 2 || box.holds.empty())
        return box.holds;
    if (detail == 1)
        return {box.holds.begin() + 1, box.holds.end()};
    // A share has its number; what has none is the same for all.
    const auto numbered = [](const std::string& text) { return text.find_first_of("0123456789") != std::string::npos; };
    if (box.kind != BoxKind::Worker || std::none_of(box.holds.begin(), box.holds.end(), numbered))
        return {};
    std::vector<std::string> alike;
    std::remove_copy_if(box.holds.begin(), box.holds.end(), std::back_inserter(alike), numbered);
    return alike;
}

QSizeF boxNeeds(const Box& box, const TextMeasure& measure, int detail)
{
    const bool bold = true;
    double width = measure.width(qt(box.name), TextStyle::Small, bold), height = measure.line(TextStyle::Small);
    for (const QString& line : linesOf(box, detail)) {
        width = std::max(width, measure.width(line, TextStyle::Small));
        height += measure.line(TextStyle::Small);
    }
    const double behind = box.standsFor > 1 ? sheet : 0;
    return {std::ceil(width + 2 * padH(detail) + behind), std::ceil(height + 2 * padV + behind)};
}

BoardBox boardBox(const Box& box, const TextMeasure& measure, int detail, QPointF centre, QSizeF size)
{
    BoardBox made;
    made.kind = box.kind;
    made.group = box.standsFor > 1;
    made.idle = box.idle;
    made.rect = {centre.x() - size.width() / 2, centre.y() - size.height() / 2, size.width(), size.height()};
    const QRectF front = made.group ? made.rect.adjusted(0, sheet, -sheet, 0) : made.rect;
    const QStringList lines = linesOf(box, detail);
    double y = front.center().y() - measure.line(TextStyle::Small) * static_cast<double>(lines.size() + 1) / 2;
    made.texts.push_back(measure.centred(qt(box.name), front.center().x(), y, TextStyle::Small, true,
                                         box.idle ? Role::Soft : Role::Ink));
    for (const QString& line : lines)
        made.texts.push_back(measure.centred(line, front.center().x(), y += measure.line(TextStyle::Small),
                                             TextStyle::Small, false, Role::Soft));
    return made;
}

bool arrangePanel(const Panel& panel, int index, const TextMeasure& measure, int detail, const QRectF& area,
                  BoardLayout& layout)
{
    return Arranger(panel, index, measure, detail, area, layout).arrange();
}

}  // namespace scalewright::ui
