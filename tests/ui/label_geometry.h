// SPDX-License-Identifier: GPL-3.0-or-later
// Checks, from geometry alone, that no label of a drawn chart overlaps anything: the drawing is split into short
// pieces, and no piece may cross a label's box. Shares no code with the label placer.
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

/// One sentence for each label that overlaps something; empty if none exists.
inline QStringList overlappingLabels(const ui::Scene& scene)
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
        const auto report = [&](const QString& obstacle) {
            found << QStringLiteral("“%1” lies on %2").arg(label.text, obstacle);
        };
        if (!scene.frame.adjusted(-0.01, -0.01, 0.01, 0.01).contains(label.rect))
            report(QStringLiteral("the frame"));
        for (std::size_t k = 0; k < scene.labels.size(); ++k) {
            if (k > i && overlap(label.rect, scene.labels[k].rect))
                report(QStringLiteral("“%1”").arg(scene.labels[k].text));
            if (k != i && scene.labels[k].leader && crosses(*scene.labels[k].leader, label.rect))
                report(QStringLiteral("the line from “%1”").arg(scene.labels[k].text));
        }
        for (std::size_t k = 0; k < scene.curves.size(); ++k)
            if (std::any_of(scene.curves[k].pieces.begin(), scene.curves[k].pieces.end(),
                            [&](const QPolygonF& piece) { return crosses(piece, label.rect); }))
                report(QStringLiteral("curve %1").arg(k));
        for (const ui::SceneMarker& marker : scene.markers) {
            if (crosses(marker.line, label.rect))
                report(QStringLiteral("the line of %1").arg(marker.spec->id));
            if (!marker.flag.isNull() && overlap(label.rect, marker.flag))
                report(QStringLiteral("the flag of %1").arg(marker.spec->id));
        }
        for (const QLineF& stroke : scene.axisBreaks)
            if (crosses(stroke, label.rect))
                report(QStringLiteral("a break mark"));
        for (const ui::ScenePoint& point : scene.points)
            if (overlap(label.rect, around(point.position, 4)))
                report(QStringLiteral("point %1").arg(point.spec->id));
        for (const ui::SceneMeasured& measured : scene.measured) {
            for (const QPointF& at : measured.points)
                if (overlap(label.rect, around(at, 3.5)))
                    report(QStringLiteral("a measured point"));
            for (const QLineF& bar : measured.bars)
                if (crosses(bar, label.rect))
                    report(QStringLiteral("an error bar"));
        }
    }
    return found;
}

/// One sentence for each label that has no leader line and is nearer to another landmark, or to a point measured at
/// another x, than to its own point.
inline QStringList misattributedLabels(const ui::Scene& scene)
{
    // In pixels: landmarks this close count as one place; smaller differences are not visible.
    constexpr double samePlace = 1, visibleDifference = 0.5;
    const auto distanceToBox = [](const QRectF& box, QPointF at) {
        return std::hypot(std::max({box.left() - at.x(), at.x() - box.right(), 0.0}),
                          std::max({box.top() - at.y(), at.y() - box.bottom(), 0.0}));
    };
    QStringList found;
    for (const ui::SceneLabel& label : scene.labels) {
        const auto ownPoint = std::find_if(scene.points.begin(), scene.points.end(), [&](const ui::ScenePoint& point) {
            return point.spec->label == label.text && point.spec->subLabel.startsWith(label.subText);
        });
        if (ownPoint == scene.points.end() || label.leader)
            continue;
        const auto check = [&](const QString& id, QPointF at) {
            if (QLineF(at, ownPoint->position).length() > samePlace &&
                distanceToBox(label.rect, at) < distanceToBox(label.rect, ownPoint->position) - visibleDifference)
                found << QStringLiteral("“%1” lies %2 from its point and %3 from %4")
                             .arg(label.text)
                             .arg(distanceToBox(label.rect, ownPoint->position))
                             .arg(distanceToBox(label.rect, at))
                             .arg(id);
        };
        for (const ui::ScenePoint& point : scene.points)
            check(point.spec->id, point.position);
        for (const ui::SceneMeasured& measured : scene.measured)
            for (const QPointF& at : measured.points)
                if (std::abs(at.x() - ownPoint->position.x()) > samePlace)
                    check(QStringLiteral("a measured point of another p"), at);
        for (const ui::SceneMarker& marker : scene.markers) {
            const double steps = std::max(1.0, std::ceil(marker.line.length()));
            bool passesOwnPoint = false;
            QPointF nearest = marker.line.p1();
            for (double i = 0; i <= steps; ++i) {
                const QPointF at = marker.line.pointAt(i / steps);
                passesOwnPoint = passesOwnPoint || QLineF(at, ownPoint->position).length() <= samePlace;
                if (distanceToBox(label.rect, at) < distanceToBox(label.rect, nearest))
                    nearest = at;
            }
            if (!passesOwnPoint)
                check(marker.spec->id, nearest);
        }
    }
    return found;
}

}  // namespace scalewright::test
