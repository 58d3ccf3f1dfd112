// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm map without painting: what it shows for a project, the positions of areas, boundaries and labels, and
// its texts. Pure functions, shared by the widget, the export, the tests and the benchmark.
//
// A column of the map is one p (on a log2 axis it reaches half-way to its neighbours). If several fall on one pixel,
// the powers of two are kept, because the patterns change there. The boundaries in bytes come from core's closed forms.
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

#include "core/model/scaling/algorithm_map.h"
#include "core/output/chart/axis_layout.h"
#include "core/output/chart/geometry.h"
#include "core/output/tables/table.h"
#include "ui/figure/text_line.h"

namespace scalewright {
struct Analysis;
struct Project;
}  // namespace scalewright

namespace scalewright::ui {

/// The content of the map. If `emptyText` is not empty, there is no map and the text gives the reason.
struct MapContent {
    bool lacksInputs = false;  ///< then `emptyText` names them
    std::vector<Pattern> candidates;  ///< the design's own pattern first
    CommunicationParameters perByteParameters;
    std::vector<QString> omissions;  ///< a sentence for each candidate that lacks figures
    Pattern pattern = defaultAllReducePattern;
    int p = 1;
    /// The design's message. Without one, at p = 1, or for an empty message, there is no dot.
    std::optional<double> messageBytes;
    int maximumP = 1024;
    double minimumBytes = 1e3, maximumBytes = 1e10;
    /// The nearest boundaries below and above the dot, where another pattern becomes the cheapest.
    std::array<std::optional<NextBoundary>, 2> bytesBoundaries, pBoundaries;
    QString emptyText;

    [[nodiscard]] bool hasDot() const { return emptyText.isEmpty() && p >= 2 && messageBytes && *messageBytes > 0; }
};
[[nodiscard]] MapContent mapContent(const Project& project, const Analysis& analysis);

struct MapRegion {
    Pattern pattern = defaultAllReducePattern;
    double tint = 0;  ///< fill strength, 0 to 1, in equal steps over the candidates
    QPolygonF outline;
    /// The same area as vertical strips: outlines of a thousand steps are slow to fill on screen.
    std::vector<QRectF> strips;
    std::vector<TextLine> label;  ///< empty if there is no room: then the pattern is in the legend
};

struct LegendEntry {
    Pattern pattern = defaultAllReducePattern;
    double tint = 0;
    QRectF swatch;
    TextLine text;
};

struct MapLayout {
    QSizeF size;
    QRectF frame;
    AxisMap x, y;
    std::vector<MapRegion> regions;
    std::vector<QPolygonF> boundaries;
    std::vector<QLineF> ticks;
    std::vector<TextLine> texts;  ///< tick labels, axis titles, or the reason for an empty map
    std::vector<LegendEntry> legend;  ///< patterns whose areas have no label
    std::optional<QPointF> dot;
    std::vector<QLineF> guides;  ///< from the dot to the nearest boundaries
    std::vector<TextLine> dotLabel;
    QRectF dotLabelBox;
};
[[nodiscard]] MapLayout layOutMap(const MapContent& content, const VisualStyle& look, const QSizeF& size);

/// The worker counts between 2 and `pHigh` that have a column on an axis `width` pixels wide.
[[nodiscard]] std::vector<int> columnWorkerCounts(int pHigh, double width);

/// What the map shows about the design: the cheapest pattern at the dot, and the distance to the next boundary in bytes
/// and p.
[[nodiscard]] QStringList mapSentences(const MapContent& content);
/// The parameters, for example "alpha 10.0 us · 25.0 GB/s · message 1.00 GB".
[[nodiscard]] QString mapCaption(const MapContent& content);
/// The cheapest pattern at powers of two and decades of bytes.
[[nodiscard]] Table mapTable(const MapContent& content);

/// The times of all candidates at one point, for the read-out.
struct MapReading {
    int p = 2;
    double bytes = 0;
    std::vector<std::pair<Pattern, double>> seconds;  ///< ascending
};
[[nodiscard]] MapReading readMapAt(const MapContent& content, int p, double bytes);

}  // namespace scalewright::ui
