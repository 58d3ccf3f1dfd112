// Whether the labels of a drawn chart lie free, by geometry alone: what is drawn is taken apart into short pieces, and
// none of them may lie in a label's box. Shares no code with the placer.
#pragma once

#include <QLineF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>

#include "ui/figure/scene.h"

namespace scalewright::test {

inline bool crosses(const QLineF& line, const QRectF& box)
{
    const int steps = std::max(1, static_cast<int>(std::ceil(line.length() * 4)));
    for (int i = 0; i <= steps; ++i) {
        const QPointF at = line.pointAt(static_cast<double>(i) / steps);
        if (at.x() > box.left() && at.x() < box.right() && at.y() > box.top() && at.y() < box.bottom())
            return true;
    }
    return false;
}

inline bool crosses(const QPolygonF& line, const QRectF& box)
{
    for (qsizetype i = 0; i + 1 < line.size(); ++i)
        if (std::max(line[i].x(), line[i + 1].x()) >= box.left() &&
            std::min(line[i].x(), line[i + 1].x()) <= box.right() && crosses(QLineF(line[i], line[i + 1]), box))
            return true;
    return false;
}

/// A sentence for each label that lies on something, empty where all lie free.
inline QStringList labelsOnSomething(const ui::Scene& scene)
{
    QStringList found;
    const auto overlap = [](const QRectF& a, const QRectF& b) {
        return a.left() < b.right() && b.left() < a.right() && a.top() < b.bottom() && b.top() < a.bottom();
    };
    const auto around = [](QPointF at, double half) {
        return QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half);
    };
    for (std::size_t i = 0; i < scene.labels.size(); ++i) {
        const ui::SceneLabel& label = scene.labels[i];
        const auto say = [&](const QString& what) { found << QStringLiteral("“%1” lies on %2").arg(label.text, what); };
        if (!scene.frame.adjusted(-0.01, -0.01, 0.01, 0.01).contains(label.rect))
            say(QStringLiteral("the frame"));
        for (std::size_t k = 0; k < scene.labels.size(); ++k) {
            if (k > i && overlap(label.rect, scene.labels[k].rect))
                say(QStringLiteral("“%1”").arg(scene.labels[k].text));
            if (k != i && scene.labels[k].leader && crosses(*scene.labels[k].leader, label.rect))
                say(QStringLiteral("the line from “%1”").arg(scene.labels[k].text));
        }
        for (std::size_t k = 0; k < scene.curves.size(); ++k)
            if (std::any_of(scene.curves[k].pieces.begin(), scene.curves[k].pieces.end(),
                            [&](const QPolygonF& piece) { return crosses(piece, label.rect); }))
                say(QStringLiteral("curve %1").arg(k));
        for (const ui::SceneMarker& marker : scene.markers) {
            if (crosses(marker.line, label.rect))
                say(QStringLiteral("the line of %1").arg(marker.spec->id));
            if (!marker.flag.isNull() && overlap(label.rect, marker.flag))
                say(QStringLiteral("the flag of %1").arg(marker.spec->id));
        }
        for (const QLineF& stroke : scene.breaks)
            if (crosses(stroke, label.rect))
                say(QStringLiteral("a break mark"));
        for (const ui::ScenePoint& point : scene.points)
            if (overlap(label.rect, around(point.at, 4)))
                say(QStringLiteral("point %1").arg(point.spec->id));
        for (const ui::SceneMeasured& measured : scene.measured) {
            for (const QPointF& at : measured.points)
                if (overlap(label.rect, around(at, 3.5)))
                    say(QStringLiteral("a measured point"));
            for (const QLineF& bar : measured.bars)
                if (crosses(bar, label.rect))
                    say(QStringLiteral("an error bar"));
        }
    }
    return found;
}

/// A sentence for each label of a point that lies nearer to another landmark, or to a point measured at another x, than
/// to its own point, and no line leads to that.
inline QStringList labelsTakenForAnothers(const ui::Scene& scene)
{
    constexpr double same = 1, seen = 0.5;  // pixels: two landmarks in one place; what nobody sees
    const auto apart = [](const QRectF& box, QPointF at) {
        return std::hypot(std::max({box.left() - at.x(), at.x() - box.right(), 0.0}),
                          std::max({box.top() - at.y(), at.y() - box.bottom(), 0.0}));
    };
    QStringList found;
    for (const ui::SceneLabel& label : scene.labels) {
        const auto own = std::find_if(scene.points.begin(), scene.points.end(), [&](const ui::ScenePoint& point) {
            return point.spec->label == label.text && point.spec->subLabel.startsWith(label.subText);
        });
        if (own == scene.points.end() || label.leader)
            continue;
        const auto check = [&](const QString& id, QPointF at) {
            if (QLineF(at, own->at).length() > same && apart(label.rect, at) < apart(label.rect, own->at) - seen)
                found << QStringLiteral("“%1” lies %2 from its point and %3 from %4")
                             .arg(label.text)
                             .arg(apart(label.rect, own->at))
                             .arg(apart(label.rect, at))
                             .arg(id);
        };
        for (const ui::ScenePoint& point : scene.points)
            check(point.spec->id, point.at);
        for (const ui::SceneMeasured& measured : scene.measured)
            for (const QPointF& at : measured.points)
                if (std::abs(at.x() - own->at.x()) > same)
                    check(QStringLiteral("a measured point of another p"), at);
        for (const ui::SceneMarker& marker : scene.markers) {
            const double steps = std::max(1.0, std::ceil(marker.line.length()));
            bool itsOwn = false;
            QPointF nearest = marker.line.p1();
            for (double i = 0; i <= steps; ++i) {
                const QPointF at = marker.line.pointAt(i / steps);
                itsOwn = itsOwn || QLineF(at, own->at).length() <= same;
                if (apart(label.rect, at) < apart(label.rect, nearest))
                    nearest = at;
            }
            if (!itsOwn)
                check(marker.spec->id, nearest);
        }
    }
    return found;
}

}  // namespace scalewright::test
