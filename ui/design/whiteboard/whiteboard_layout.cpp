// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/whiteboard/whiteboard_layout.h"

#include <algorithm>
#include <cmath>

#include "core/model/scaling/pattern.h"
#include "ui/design/whiteboard/whiteboard_arrange.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double outerMargin = 2;         // margin outside the outermost lines
constexpr double framePadding = 10;         // inside the frame
constexpr double serviceArrowLength = 26, serviceGap = 24;
constexpr double noteGap = 8;

// What the boxes do not show, with the first worker as the example.
QString legendText(const Panel& panel, int detail)
{
    for (const Box& box : panel.boxes) {
        if (box.contents.empty() || box.representedCount > 1 ||
            (box.kind != BoxKind::Worker && box.kind != BoxKind::ServerShard))
            continue;
        const QStringList items = toQStrings(itemsForLegend(box, detail));
        if (items.isEmpty())
            return {};
        const QString holdings = items.join(Tr::tr(" and "));
        return detail < 2 ? Tr::tr("each also holds: %1").arg(holdings)
                          : Tr::tr("%1 holds %2; the others are similar").arg(toQString(box.name), holdings);
    }
    return {};
}

QStringList noteLines(const Topology& board, const TextMeasure& measure, int detail, double width)
{
    QStringList lines;
    for (const Panel& panel : board.panels)
        if (QString line = legendText(panel, detail); !line.isEmpty())
            lines +=
                measure.wrappedLines(panel.scope.empty() ? line : toQString(panel.scope) + QStringLiteral(": ") + line,
                                     width, TextStyle::Small);
    for (const std::string& note : board.notes)
        lines += measure.wrappedLines(toQString(note), width, TextStyle::Small);
    return lines;
}

// Places the services in a row at the top; returns the height of the row including its arrows.
double addServices(const Topology& board, const TextMeasure& measure, BoardLayout& layout)
{
    if (board.services.empty())
        return 0;
    double height = 0, needed = 0;
    std::vector<QSizeF> sizes;
    std::vector<double> rightExtents;  // extent to the right of the box's centre, including its arrow's label
    for (const Service& service : board.services) {
        const QSizeF size = requiredBoxSize(service.box, measure, 0);
        sizes.push_back(size);
        rightExtents.push_back(
            std::max(size.width() / 2, 8 + measure.textWidth(toQString(service.arrowLabel), TextStyle::Small)));
        height = std::max(height, size.height());
        needed += size.width() / 2 + rightExtents.back();
    }
    const auto count = static_cast<double>(board.services.size());
    const double spare = layout.size.width() - 2 * outerMargin - needed;
    const double gap = std::min(90.0, spare / count);
    layout.fits &= gap >= serviceGap / 2;
    double x = layout.size.width() / 2 - (needed + gap * (count - 1)) / 2;
    for (std::size_t i = 0; i < board.services.size(); ++i) {
        const Service& service = board.services[i];
        const double centre = x + sizes[i].width() / 2;
        BoardBox box =
            layOutBox(service.box, measure, 0, {centre, outerMargin + height / 2}, {sizes[i].width(), height});
        box.index = static_cast<int>(i);
        const double top = box.rect.bottom(), middle = top + serviceArrowLength / 2;
        layout.boxes.push_back(std::move(box));
        layout.arrows.push_back({service.kind,
                                 {{centre, top + 2}, {centre, top + serviceArrowLength - 2}},
                                 service.kind == ArrowKind::Recovery,
                                 true});
        layout.texts.push_back(measure.leftAligned(toQString(service.arrowLabel), centre + 8,
                                                   middle - measure.lineHeight(TextStyle::Small) / 2, TextStyle::Small,
                                                   false, ColorRole::SoftInk));
        x += sizes[i].width() / 2 + rightExtents[i] + gap;
    }
    return height + serviceArrowLength + outerMargin;
}

BoardLayout tryLayout(const Topology& board, const TextMeasure& measure, const QSizeF& size, int detail)
{
    BoardLayout layout;
    layout.size = size;
    layout.detail = detail;
    const double line = measure.lineHeight(TextStyle::Small);
    const QStringList notes = noteLines(board, measure, detail, size.width() - 2 * outerMargin);
    const double notesTop = size.height() - line * static_cast<double>(notes.size()) - outerMargin;
    for (qsizetype i = 0; i < notes.size(); ++i)
        layout.texts.push_back(measure.leftAligned(notes[i], outerMargin, notesTop + line * static_cast<double>(i),
                                                   TextStyle::Small, false, ColorRole::SoftInk));

    const double top = addServices(board, measure, layout) + (board.services.empty() ? outerMargin : 0);
    const QRectF plane(outerMargin, top, size.width() - 2 * outerMargin, notesTop - noteGap - top);
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
        area.adjust(framePadding, framePadding, -framePadding, -framePadding);
        if (board.panels.size() > 1) {
            const QString title = panelTitle(board.panels[i]);
            for (const QString& each : measure.wrappedLines(title, area.width(), TextStyle::Small)) {
                layout.texts.push_back(measure.leftAligned(each, area.left(), area.top() - framePadding / 2,
                                                           TextStyle::Small, true, ColorRole::Ink));
                layout.fits &= layout.texts.back().box.right() <= area.right() + framePadding;
                area.setTop(area.top() + line);
            }
        }
        layout.fits &=
            area.height() > line && arrangePanel(board.panels[i], static_cast<int>(i), measure, detail, area, layout);
    }
    return layout;
}

BoardLayout layOutMostDetailed(const Topology& board, const TextMeasure& measure, const QSizeF& size)
{
    for (const int detail : {0, 1}) {
        BoardLayout layout = tryLayout(board, measure, size, detail);
        if (layout.fits)
            return layout;
    }
    return tryLayout(board, measure, size, 2);
}

/// Places the panel's label beside one of its data arrows, if there is room. Panels divide the width evenly.
void addArrowLabel(const Topology& board, std::size_t panel, const TextMeasure& measure, BoardLayout& layout)
{
    if (board.panels[panel].arrowLabel.empty())
        return;
    const QString text = toQString(board.panels[panel].arrowLabel);
    const double width = measure.textWidth(text, TextStyle::Small, true), height = measure.lineHeight(TextStyle::Small),
                 panelWidth = layout.size.width() / static_cast<double>(board.panels.size());
    const QRectF area(static_cast<double>(panel) * panelWidth + framePadding, 0, panelWidth - 2 * framePadding,
                      layout.size.height());
    const auto isFree = [&](const QRectF& place) {
        const QRectF wide = place.adjusted(-3, -2, 3, 2);
        const auto crosses = [&](const BoardArrow& arrow) {
            for (qsizetype i = 1; i < arrow.path.size(); ++i) {
                const QLineF line(arrow.path[i - 1], arrow.path[i]);
                if (wide.contains(line.center()) || wide.contains(line.p1()) || wide.contains(line.p2()))
                    return true;
                for (const QLineF& edge :
                     {QLineF(wide.topLeft(), wide.topRight()), QLineF(wide.bottomLeft(), wide.bottomRight()),
                      QLineF(wide.topLeft(), wide.bottomLeft()), QLineF(wide.topRight(), wide.bottomRight())})
                    if (line.intersects(edge, nullptr) == QLineF::BoundedIntersection)
                        return true;
            }
            return false;
        };
        return area.contains(wide) &&
               std::none_of(layout.boxes.begin(), layout.boxes.end(),
                            [&](const BoardBox& box) { return box.rect.intersects(wide); }) &&
               std::none_of(layout.texts.begin(), layout.texts.end(),
                            [&](const TextLine& line) { return line.box.intersects(wide); }) &&
               std::none_of(layout.arrows.begin(), layout.arrows.end(), crosses);
    };
    for (const BoardArrow& arrow : layout.arrows) {
        if (arrow.kind != ArrowKind::Data)
            continue;
        const QPointF middle = (arrow.path.front() + arrow.path.back()) / 2;
        if (middle.x() < area.left() || middle.x() > area.right())
            continue;
        for (const double distance : {6.0, 14.0, 24.0})
            for (const QPointF& corner : {QPointF(middle.x() + distance, middle.y() - height / 2),
                                          QPointF(middle.x() - distance - width, middle.y() - height / 2),
                                          QPointF(middle.x() - width / 2, middle.y() - distance - height),
                                          QPointF(middle.x() - width / 2, middle.y() + distance)})
                if (isFree({corner, QSizeF(width, height)})) {
                    layout.texts.push_back(
                        measure.leftAligned(text, corner.x(), corner.y(), TextStyle::Small, true, ColorRole::Ink));
                    return;
                }
    }
    // Arrows that are too close together have their label in the nearest free line of the panel.
    for (double distance = 0; distance < area.height() / 2; distance += 4)
        for (const double y : {area.center().y() + distance, area.center().y() - distance - height})
            if (const QPointF corner(area.center().x() - width / 2, y); isFree({corner, QSizeF(width, height)})) {
                layout.texts.push_back(
                    measure.leftAligned(text, corner.x(), corner.y(), TextStyle::Small, true, ColorRole::Ink));
                return;
            }
}

constexpr double maximumHeight = 1600;

}  // namespace

QString panelTitle(const Panel& panel)
{
    const QString title = panel.pattern ? toQString(titleOf(*panel.pattern)) : Tr::tr("pipeline");
    return panel.scope.empty() ? title : Tr::tr("%1: %2").arg(toQString(panel.scope), title);
}

BoardLayout layOutBoard(const Topology& board, const VisualStyle& look, const QSizeF& size)
{
    const TextMeasure measure(look);
    BoardLayout layout = layOutMostDetailed(board, measure, size);
    for (std::size_t panel = 0; panel < board.panels.size(); ++panel)
        addArrowLabel(board, panel, measure, layout);
    return layout;
}

double boardMinimumWidth(const Topology& board, const VisualStyle& look)
{
    const TextMeasure measure(look);
    double width = (board.panels.size() > 1 ? 460 : 320) * look.typeScale;
    while (width < maximumHeight && !tryLayout(board, measure, {width, maximumHeight}, 2).fits)
        width += 20 * look.typeScale;
    return std::ceil(width);
}

double boardMinimumHeight(const Topology& board, const VisualStyle& look, double width)
{
    const TextMeasure measure(look);
    double height = 140 * look.typeScale;
    while (height < maximumHeight && !tryLayout(board, measure, {width, height}, 2).fits)
        height += 16 * look.typeScale;
    return std::ceil(height);
}

QSizeF boardNaturalSize(const Topology& board, const VisualStyle& look)
{
    const TextMeasure measure(look);
    const double width = std::max(720.0, boardMinimumWidth(board, look));
    const double minimumHeight = boardMinimumHeight(board, look, width);
    QSizeF bestSize(width, minimumHeight);
    int detail = 3;
    for (double height = std::max(minimumHeight, 320.0); detail > 0 && height <= std::max(minimumHeight + 40, 480.0);
         height += 20) {
        const BoardLayout layout = layOutMostDetailed(board, measure, {width, height});
        if (layout.fits && layout.detail < detail) {
            detail = layout.detail;
            bestSize = {width, height};
        }
    }
    return bestSize;
}

}  // namespace scalewright::ui
