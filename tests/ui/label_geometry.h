// SPDX-License-Identifier: GPL-3.0-or-later
// Checks, from geometry alone, that no label of a drawn chart overlaps anything: the drawing is split into short
// pieces, and no piece may cross a label's box. Shares no code with the label placer.
#pragma once

#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>

#include "core/output/chart/chart_layout.h"

namespace scalewright::test {

inline bool crosses(const chart::Segment& line, const chart::Rect& box)
{
    const int steps = std::max(1, static_cast<int>(std::ceil(line.length() * 4)));
    for (int i = 0; i <= steps; ++i) {
        const chart::Point at = line.pointAt(static_cast<double>(i) / steps);
        if (at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom)
            return true;
    }
    return false;
}

inline bool crosses(const chart::Polyline& line, const chart::Rect& box)
{
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        if (std::max(line[i].x, line[i + 1].x) >= box.left && std::min(line[i].x, line[i + 1].x) <= box.right &&
            crosses(chart::Segment{line[i], line[i + 1]}, box))
            return true;
    return false;
}

inline bool intersect(const chart::Segment& one, const chart::Segment& other)
{
    const chart::Point a = one.b - one.a, b = other.b - other.a, between = other.a - one.a;
    const double determinant = a.x * b.y - a.y * b.x;
    const double first = (between.x * b.y - between.y * b.x) / determinant,
                 second = (between.x * a.y - between.y * a.x) / determinant;
    return first > 0 && first < 1 && second > 0 && second < 1;  // false if parallel
}

/// One sentence for each label that overlaps something; empty if none exists.
inline QStringList overlappingLabels(const chart::ChartLayout& scene)
{
    QStringList found;
    const auto overlap = [](const chart::Rect& a, const chart::Rect& b) {
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    };
    const auto around = [](chart::Point at, double half) {
        return chart::Rect(at.x - half, at.y - half, 2 * half, 2 * half);
    };
    for (std::size_t i = 0; i < scene.labels.size(); ++i) {
        const chart::PlacedLabel& label = scene.labels[i];
        const auto report = [&](const QString& obstacle) {
            found << QStringLiteral("“%1” lies on %2").arg(QString(label.text), obstacle);
        };
        // The names of stacked parts, notes and values beyond the axis are above the frame.
        const bool isAbove = label.rect.bottom <= scene.frame.top;
        if (!(isAbove ? chart::Rect({}, scene.size) : scene.frame.adjusted(-0.01, -0.01, 0.01, 0.01))
                 .contains(label.rect))
            report(QStringLiteral("the frame"));
        for (std::size_t k = 0; k < scene.labels.size(); ++k) {
            if (k > i && overlap(label.rect, scene.labels[k].rect))
                report(QStringLiteral("“%1”").arg(QString::fromStdString(scene.labels[k].text)));
            if (k != i && scene.labels[k].leader && crosses(*scene.labels[k].leader, label.rect))
                report(QStringLiteral("the line from “%1”").arg(QString::fromStdString(scene.labels[k].text)));
            if (k > i && label.leader && scene.labels[k].leader && intersect(*label.leader, *scene.labels[k].leader))
                report(QStringLiteral("a line that crosses its own"));
        }
        for (std::size_t k = 0; k < scene.curves.size(); ++k)
            if (std::any_of(scene.curves[k].pieces.begin(), scene.curves[k].pieces.end(),
                            [&](const chart::Polyline& piece) { return crosses(piece, label.rect); }))
                report(QStringLiteral("curve %1").arg(k));
        for (const chart::PlacedMarker& marker : scene.markers) {
            if (crosses(marker.line, label.rect))
                report(QStringLiteral("the line of %1").arg(QString::fromStdString(marker.spec.id)));
            if (!marker.flag.isNull() && overlap(label.rect, marker.flag))
                report(QStringLiteral("the flag of %1").arg(QString::fromStdString(marker.spec.id)));
        }
        for (const chart::Segment& stroke : scene.axisBreaks)
            if (crosses(stroke, label.rect))
                report(QStringLiteral("a break mark"));
        for (const chart::PlacedPoint& point : scene.points)
            if (overlap(label.rect, around(point.position, 4)))
                report(QStringLiteral("point %1").arg(QString::fromStdString(point.spec.id)));
        for (const chart::PlacedMeasured& measured : scene.measured) {
            for (const chart::Point& at : measured.points)
                if (overlap(label.rect, around(at, 3.5)))
                    report(QStringLiteral("a measured point"));
            for (const chart::Segment& bar : measured.bars)
                if (crosses(bar, label.rect))
                    report(QStringLiteral("an error bar"));
        }
    }
    return found;
}

/// One sentence for each label that has no leader line and is nearer to another landmark, or to a point measured at
/// another x, than to its own point.
inline QStringList misattributedLabels(const chart::ChartLayout& scene)
{
    // In pixels: landmarks this close count as one place; smaller differences are not visible.
    constexpr double samePlace = 1, visibleDifference = 0.5;
    const auto distanceToBox = [](const chart::Rect& box, chart::Point at) {
        return std::hypot(std::max({box.left - at.x, at.x - box.right, 0.0}),
                          std::max({box.top - at.y, at.y - box.bottom, 0.0}));
    };
    QStringList found;
    for (const chart::PlacedLabel& label : scene.labels) {
        const auto ownPoint =
            std::find_if(scene.points.begin(), scene.points.end(), [&](const chart::PlacedPoint& point) {
                return point.spec.label == label.text && point.spec.subLabel.starts_with(label.subText);
            });
        if (ownPoint == scene.points.end() || label.leader)
            continue;
        const auto check = [&](const QString& id, chart::Point at) {
            if (chart::distance(at, ownPoint->position) > samePlace &&
                distanceToBox(label.rect, at) < distanceToBox(label.rect, ownPoint->position) - visibleDifference)
                found << QStringLiteral("“%1” lies %2 from its point and %3 from %4")
                             .arg(QString(label.text))
                             .arg(distanceToBox(label.rect, ownPoint->position))
                             .arg(distanceToBox(label.rect, at))
                             .arg(id);
        };
        for (const chart::PlacedPoint& point : scene.points)
            check(QString::fromStdString(point.spec.id), point.position);
        for (const chart::PlacedMeasured& measured : scene.measured)
            for (const chart::Point& at : measured.points)
                if (std::abs(at.x - ownPoint->position.x) > samePlace)
                    check(QStringLiteral("a measured point of another p"), at);
        for (const chart::PlacedMarker& marker : scene.markers) {
            const double steps = std::max(1.0, std::ceil(marker.line.length()));
            bool passesOwnPoint = false;
            chart::Point nearest = marker.line.a;
            for (double i = 0; i <= steps; ++i) {
                const chart::Point at = marker.line.pointAt(i / steps);
                passesOwnPoint = passesOwnPoint || chart::distance(at, ownPoint->position) <= samePlace;
                if (distanceToBox(label.rect, at) < distanceToBox(label.rect, nearest))
                    nearest = at;
            }
            if (!passesOwnPoint)
                check(QString::fromStdString(marker.spec.id), nearest);
        }
    }
    return found;
}

}  // namespace scalewright::test
