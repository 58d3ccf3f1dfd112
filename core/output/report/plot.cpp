// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/plot.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/output/answers/phrases.h"

namespace scalewright::plot {

namespace {

/// The value at a fraction of the axis length.
double valueAtFraction(const PgfAxis& axis, double share)
{
    return axis.logBase == 0 ? axis.minimum + share * (axis.maximum - axis.minimum)
                             : axis.minimum * std::pow(axis.maximum / axis.minimum, share);
}

double fractionOfAxis(const PgfAxis& axis, double value)
{
    return axis.logBase == 0 ? (value - axis.minimum) / (axis.maximum - axis.minimum)
                             : std::log(value / axis.minimum) / std::log(axis.maximum / axis.minimum);
}

double textWidth(const std::string& text, double sizePt)
{
    const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
    return 0.55 * sizePt * static_cast<double>(letters);
}

PgfPoint offsetPoint(const PgfplotsFigure& figure, PgfPoint point, double rightPt, double upPt)
{
    return {valueAtFraction(figure.xAxis, fractionOfAxis(figure.xAxis, point.x) + rightPt / figure.widthPt),
            valueAtFraction(figure.yAxis, fractionOfAxis(figure.yAxis, point.y) + upPt / figure.heightPt)};
}

const std::vector<PgfPoint> diamondOutline{{0, 3.2}, {3.2, 0}, {0, -3.2}, {-3.2, 0}};

}  // namespace

PgfAxis workersAxis(int end)
{
    PgfAxis axis{.title = "workers p", .logBase = 2, .minimum = 1, .maximum = std::max(2.0, double(end))};
    int step = 1, powers = 0;
    for (long p = 1; p <= end; p *= 2)
        ++powers;
    while (powers / step > 11)
        ++step;
    int power = 0;
    for (long p = 1; p <= std::max(2, end); p *= 2, ++power)
        if (power % step == 0) {
            axis.ticks.push_back(double(p));
            axis.labels.push_back(std::to_string(p));
        }
    return axis;
}

PgfAxis linearAxis(std::string title, double low, double high)
{
    double step = std::pow(10, std::floor(std::log10((high - low) / 5)));
    for (const double factor : {2.0, 2.5, 2.0})
        if ((high - low) / step > 6)
            step *= factor;
    PgfAxis axis{.title = std::move(title), .minimum = low, .maximum = high};
    for (double multiple = std::ceil(low / step - 1e-9); multiple * step <= high * (1 + 1e-12); ++multiple) {
        axis.ticks.push_back(multiple * step);
        axis.labels.push_back(shortNumber(std::abs(multiple) < 0.5 ? 0 : multiple * step));
    }
    return axis;
}

PgfAxis logarithmicAxis(std::string title, double low, double high, Dimension dimension)
{
    PgfAxis axis{.title = std::move(title), .logBase = 10, .minimum = low, .maximum = high};
    const int first = int(std::ceil(std::log10(low) - 1e-9)), last = int(std::floor(std::log10(high) + 1e-9));
    const int step = std::max(1, (last - first) / 6 + ((last - first) % 6 > 0 && last - first > 6 ? 1 : 0));
    const auto add = [&](double value) {
        if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9))
            return;
        axis.ticks.push_back(value);
        axis.labels.push_back(dimension == Dimension::Ratio ? significantText(value, 1)
                                                            : formatAmount(value, dimension, 1).joined());
    };
    for (int power = first - 1; power <= last; power += step) {
        add(std::pow(10, power));
        if (last - first < 3) {
            add(2 * std::pow(10, power));
            add(5 * std::pow(10, power));
        }
    }
    return axis;
}

void addLegend(PgfplotsFigure& figure, const std::vector<LegendEntry>& entries)
{
    const double size = figure.fontSizePt, up = 8;
    double x = 0;
    const PgfPoint corner{figure.xAxis.minimum, figure.yAxis.maximum};
    for (const LegendEntry& entry : entries) {
        const PgfPoint from = offsetPoint(figure, corner, x, up + 0.3 * size),
                       to = offsetPoint(figure, corner, x + 14, up + 0.3 * size);
        switch (entry.sample) {
        case LegendSample::Line: figure.items.emplace_back(PgfLine{{from, to}, {entry.colour, 1.6, {}}, {}}); break;
        case LegendSample::Dashes: figure.items.emplace_back(PgfLine{{from, to}, {entry.colour, 1, {3, 2}}, {}}); break;
        case LegendSample::Area:
            figure.items.emplace_back(PgfMark{offsetPoint(figure, corner, x + 7, up + 0.3 * size),
                                              0,
                                              {{-5, -4}, {5, -4}, {5, 4}, {-5, 4}},
                                              entry.colour,
                                              {inkColour, 0.4, {}}});
            break;
        case LegendSample::Diamond:
            figure.items.emplace_back(PgfMark{offsetPoint(figure, corner, x + 7, up + 0.3 * size),
                                              0,
                                              diamondOutline,
                                              entry.colour,
                                              {inkColour, 0.6, {}}});
            break;
        }
        figure.items.emplace_back(
            PgfLabel{offsetPoint(figure, corner, x + 18, up), entry.text, size, false, false, inkColour});
        x += 18 + textWidth(entry.text, size) + 12;
    }
}

void addMeasuredPoint(PgfplotsFigure& figure, double x, double y, double low, double high)
{
    if (high > low)
        figure.items.emplace_back(
            PgfLine{{{x, std::max(low, figure.yAxis.minimum)}, {x, std::min(high, figure.yAxis.maximum)}},
                    {inkColour, 0.8, {}},
                    {}});
    figure.items.emplace_back(PgfMark{{x, y}, 0, diamondOutline, inkColour, {inkColour, 0.6, {}}});
}

void addVerticalMarker(PgfplotsFigure& figure, double x, const std::string& text)
{
    figure.items.emplace_back(
        PgfLine{{{x, figure.yAxis.minimum}, {x, figure.yAxis.maximum}}, {inkColour, 0.8, {1, 2}}, {}});
    const bool isLeft = fractionOfAxis(figure.xAxis, x) > 0.5;
    figure.items.emplace_back(
        PgfLabel{offsetPoint(figure, {x, figure.yAxis.maximum}, isLeft ? -4 : 4, -figure.fontSizePt), text,
                 figure.fontSizePt, true, isLeft, inkColour});
}

void addLabel(PgfplotsFigure& figure, PgfPoint point, const std::string& text, LabelSide side)
{
    const bool isLeft = fractionOfAxis(figure.xAxis, point.x) > 0.6;
    const double up = side == LabelSide::Above ? 5 : -5 - 0.8 * figure.fontSizePt;
    figure.items.emplace_back(
        PgfLabel{offsetPoint(figure, point, isLeft ? -5 : 5, up), text, figure.fontSizePt, false, isLeft, inkColour});
}

void addClippedLine(PgfplotsFigure& figure, const std::vector<PgfPoint>& points, const PgfStroke& stroke)
{
    std::vector<PgfPoint> piece;
    const auto end = [&] {
        if (piece.size() > 1)
            figure.items.emplace_back(PgfLine{piece, stroke, {}});
        piece.clear();
    };
    for (const PgfPoint& each : points) {
        const bool isInside = std::isfinite(each.y) && each.y >= figure.yAxis.minimum &&
                              each.y <= figure.yAxis.maximum && each.x <= figure.xAxis.maximum &&
                              each.x >= figure.xAxis.minimum;
        if (isInside)
            piece.push_back(each);
        else
            end();
    }
    end();
}

void addBand(PgfplotsFigure& figure, const std::vector<PgfPoint>& low, const std::vector<PgfPoint>& high,
             const std::string& colour)
{
    std::vector<PgfPoint> outline;
    const auto clampToAxis = [&](PgfPoint point) {
        return PgfPoint{point.x, std::clamp(point.y, figure.yAxis.minimum, figure.yAxis.maximum)};
    };
    for (const PgfPoint& each : low)
        outline.push_back(clampToAxis(each));
    for (auto each = high.rbegin(); each != high.rend(); ++each)
        outline.push_back(clampToAxis(*each));
    if (outline.size() > 3)
        figure.items.emplace_back(PgfArea{outline, colour, 0.18});
}

}  // namespace scalewright::plot
