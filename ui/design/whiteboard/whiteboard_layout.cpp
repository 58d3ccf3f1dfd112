#include "ui/design/whiteboard/whiteboard_layout.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/model/scaling/pattern.h"
#include "ui/design/whiteboard/whiteboard_arrange.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct WhiteboardTr {
    Q_DECLARE_TR_FUNCTIONS(Whiteboard)
};

constexpr double edge = 2;         // the outer lines lie this far inside
constexpr double framePad = 10;         // inside the frame
constexpr double serviceArrow = 26, serviceGap = 24;
constexpr double noteGap = 8;

// What the boxes leave unsaid, by the example of the first worker.
QString legend(const Panel& panel, int detail)
{
    for (const Box& box : panel.boxes) {
        if (box.holds.empty() || box.standsFor > 1 || (box.kind != BoxKind::Worker && box.kind != BoxKind::ServerShard))
            continue;
        QStringList holds;
        for (const std::string& each : leftToTheLegend(box, detail))
            holds << qt(each);
        if (holds.isEmpty())
            return {};
        const QString all = holds.join(WhiteboardTr::tr(" and "));
        return detail < 2 ? WhiteboardTr::tr("each also holds: %1").arg(all)
                          : WhiteboardTr::tr("%1 holds %2; the others likewise").arg(qt(box.name), all);
    }
    return {};
}

QStringList noteLines(const Topology& board, const TextMeasure& measure, int detail, double width)
{
    QStringList lines;
    for (const Panel& panel : board.panels)
        if (QString line = legend(panel, detail); !line.isEmpty())
            lines += measure.wrapped(panel.scope.empty() ? line : qt(panel.scope) + QStringLiteral(": ") + line, width,
                                     TextStyle::Small);
    for (const std::string& note : board.notes)
        lines += measure.wrapped(qt(note), width, TextStyle::Small);
    return lines;
}

// The services stand in a row at the top; how high the row is, with its arrows.
double addServices(const Topology& board, const TextMeasure& measure, BoardLayout& layout)
{
    if (board.services.empty())
        return 0;
    double height = 0, needed = 0;
    std::vector<QSizeF> sizes;
    std::vector<double> reach;  // to the right of the box's centre: the word on its arrow
    for (const Service& service : board.services) {
        const QSizeF size = boxNeeds(service.box, measure, 0);
        sizes.push_back(size);
        reach.push_back(std::max(size.width() / 2, 8 + measure.width(qt(service.does), TextStyle::Small)));
        height = std::max(height, size.height());
        needed += size.width() / 2 + reach.back();
    }
    const auto count = static_cast<double>(board.services.size());
    const double spare = layout.size.width() - 2 * edge - needed;
    const double gap = std::min(90.0, spare / count);
    layout.fits &= gap >= serviceGap / 2;
    double x = layout.size.width() / 2 - (needed + gap * (count - 1)) / 2;
    for (std::size_t i = 0; i < board.services.size(); ++i) {
        const Service& service = board.services[i];
        const double centre = x + sizes[i].width() / 2;
        BoardBox box = boardBox(service.box, measure, 0, {centre, edge + height / 2}, {sizes[i].width(), height});
        box.index = static_cast<int>(i);
        const double top = box.rect.bottom(), middle = top + serviceArrow / 2;
        layout.boxes.push_back(std::move(box));
        layout.arrows.push_back({service.kind,
                                 {{centre, top + 2}, {centre, top + serviceArrow - 2}},
                                 service.kind == ArrowKind::Recovery,
                                 true});
        layout.texts.push_back(measure.at(qt(service.does), centre + 8, middle - measure.line(TextStyle::Small) / 2,
                                          TextStyle::Small, false, Role::Soft));
        x += sizes[i].width() / 2 + reach[i] + gap;
    }
    return height + serviceArrow + edge;
}

BoardLayout attempt(const Topology& board, const TextMeasure& measure, const QSizeF& size, int detail)
{
    BoardLayout layout;
    layout.size = size;
    layout.detail = detail;
    const double line = measure.line(TextStyle::Small);
    const QStringList notes = noteLines(board, measure, detail, size.width() - 2 * edge);
    const double notesTop = size.height() - line * static_cast<double>(notes.size()) - edge;
    for (qsizetype i = 0; i < notes.size(); ++i)
        layout.texts.push_back(
            measure.at(notes[i], edge, notesTop + line * static_cast<double>(i), TextStyle::Small, false, Role::Soft));

    const double top = addServices(board, measure, layout) + (board.services.empty() ? edge : 0);
    const QRectF plane(edge, top, size.width() - 2 * edge, notesTop - noteGap - top);
    if (plane.height() < 3 * line) {
        layout.fits = false;
        return layout;
    }
    layout.frames.push_back({BoardFrame::Kind::Plane, plane, {}});
    const double width = plane.width() / static_cast<double>(board.panels.size());
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        QRectF area(plane.left() + width * static_cast<double>(i), plane.top(), width, plane.height());
        if (i > 0)
            layout.guides.emplace_back(area.topLeft(), area.bottomLeft());
        area.adjust(framePad, framePad, -framePad, -framePad);
        if (board.panels.size() > 1) {
            const QString title = panelTitle(board.panels[i]);
            for (const QString& each : measure.wrapped(title, area.width(), TextStyle::Small)) {
                layout.texts.push_back(
                    measure.at(each, area.left(), area.top() - framePad / 2, TextStyle::Small, true, Role::Ink));
                layout.fits &= layout.texts.back().box.right() <= area.right() + framePad;
                area.setTop(area.top() + line);
            }
        }
        layout.fits &=
            area.height() > line && arrangePanel(board.panels[i], static_cast<int>(i), measure, detail, area, layout);
    }
    return layout;
}

BoardLayout bestAt(const Topology& board, const TextMeasure& measure, const QSizeF& size)
{
    for (const int detail : {0, 1}) {
        BoardLayout layout = attempt(board, measure, size, detail);
        if (layout.fits)
            return layout;
    }
    return attempt(board, measure, size, 2);
}

constexpr double tallest = 1600;

}  // namespace

QString panelTitle(const Panel& panel)
{
    const QString title = panel.pattern ? qt(titleOf(*panel.pattern)) : WhiteboardTr::tr("pipeline");
    return panel.scope.empty() ? title : WhiteboardTr::tr("%1: %2").arg(qt(panel.scope), title);
}

BoardLayout layOutBoard(const Topology& board, const Look& look, const QSizeF& size)
{
    return bestAt(board, TextMeasure(look), size);
}

double boardLeastWidth(const Topology& board, const Look& look)
{
    const TextMeasure measure(look);
    double width = (board.panels.size() > 1 ? 460 : 320) * look.typeScale;
    while (width < tallest && !attempt(board, measure, {width, tallest}, 2).fits)
        width += 20 * look.typeScale;
    return std::ceil(width);
}

double boardLeastHeight(const Topology& board, const Look& look, double width)
{
    const TextMeasure measure(look);
    double height = 140 * look.typeScale;
    while (height < tallest && !attempt(board, measure, {width, height}, 2).fits)
        height += 16 * look.typeScale;
    return std::ceil(height);
}

QSizeF boardNaturalSize(const Topology& board, const Look& look)
{
    const TextMeasure measure(look);
    const double width = std::max(720.0, boardLeastWidth(board, look));
    const double least = boardLeastHeight(board, look, width);
    QSizeF best(width, least);
    int detail = 3;
    for (double height = std::max(least, 320.0); detail > 0 && height <= std::max(least + 40, 480.0); height += 20) {
        const BoardLayout layout = bestAt(board, measure, {width, height});
        if (layout.fits && layout.detail < detail) {
            detail = layout.detail;
            best = {width, height};
        }
    }
    return best;
}

}  // namespace scalewright::ui
