// The algorithm map apart from painting: what it shows of a project, where areas, boundaries and labels lie, and what
// it says in words. Pure functions; the widget, the export, the tests and the benchmark read the same.
//
// A column of the map is one p (on a log2 axis it reaches half-way to its neighbours); where several fall on one pixel
// the powers of two are kept, since that is where patterns change. Its boundaries in bytes are core's closed forms.
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
#include "core/output/tables/table.h"
#include "ui/figure/axis_layout.h"
#include "ui/figure/geometry.h"
#include "ui/figure/text_line.h"

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

/// What the map is drawn from. Where `emptyText` says something there is no map, and why.
struct MapContent {
    std::vector<Pattern> candidates;  ///< the design's own first
    CommunicationParameters perByte;
    std::vector<QString> leftOut;     ///< candidates that miss a number, and which
    Pattern pattern = usualPattern;
    int p = 1;
    std::optional<double> bytes;  ///< the design's message; no dot without it, nor at p = 1 or for an empty message
    int pHigh = 1024;
    double bytesLow = 1e3, bytesHigh = 1e10;
    /// Where another takes over from what is cheapest at the dot: below it, above it.
    std::array<std::optional<NextBoundary>, 2> inBytes, inP;
    QString emptyText;

    [[nodiscard]] bool hasDot() const { return emptyText.isEmpty() && p >= 2 && bytes && *bytes > 0; }
};
[[nodiscard]] MapContent mapContent(const Project& project, const Analysis& analysis);

struct MapRegion {
    Pattern pattern = usualPattern;
    double tint = 0;  ///< how strongly it is filled, 0 to 1: evenly apart among the candidates
    QPolygonF outline;
    std::vector<QRectF> strips;  ///< the same area upright: on a screen outlines of a thousand steps are slow to fill
    std::vector<TextLine> label;  ///< empty where there is no room: the legend has it
};

struct MapKey {
    Pattern pattern = usualPattern;
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
    std::vector<TextLine> texts;  ///< ticks, axis titles, or why there is nothing
    std::vector<MapKey> legend;  ///< patterns whose areas have no label
    std::optional<QPointF> dot;
    std::vector<QLineF> guides;  ///< from the dot to the boundaries on its way
    std::vector<TextLine> dotLabel;
    QRectF dotLabelBox;
};
[[nodiscard]] MapLayout layOutMap(const MapContent& content, const Look& look, const QSizeF& size);

/// The worker counts that have a column between 2 and pHigh where one is `width` pixels wide.
[[nodiscard]] std::vector<int> mapColumns(int pHigh, double width);

/// What the map says of the design: what is cheapest there, and how far the next boundary is in bytes and in p.
[[nodiscard]] QStringList mapSentences(const MapContent& content);
/// The parameters: "alpha 10.0 us · 25.0 GB/s · message 1.00 GB".
[[nodiscard]] QString mapCaption(const MapContent& content);
/// The cheapest pattern at powers of two and decades of bytes.
[[nodiscard]] Table mapTable(const MapContent& content);

/// The times of the cheapest and the next cheapest at one place, for the read-out.
struct MapReading {
    int p = 2;
    double bytes = 0;
    std::vector<std::pair<Pattern, double>> seconds;  ///< ascending
};
[[nodiscard]] MapReading readMap(const MapContent& content, int p, double bytes);

}  // namespace scalewright::ui
