#include "core/output/report/plot.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/output/answers/phrases.h"

namespace scalewright::plot {

namespace {

/// Where a share of the axis lies.
double valueAtShare(const PgfAxis& axis, double share)
{
    return axis.logBase == 0 ? axis.low + share * (axis.high - axis.low)
                             : axis.low * std::pow(axis.high / axis.low, share);
}

double shareOf(const PgfAxis& axis, double value)
{
    return axis.logBase == 0 ? (value - axis.low) / (axis.high - axis.low)
                             : std::log(value / axis.low) / std::log(axis.high / axis.low);
}

double textWidth(const std::string& text, double sizePt)
{
    const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
    return 0.55 * sizePt * static_cast<double>(letters);
}

PgfPoint moved(const PgfplotsFigure& figure, PgfPoint at, double rightPt, double upPt)
{
    return {valueAtShare(figure.x, shareOf(figure.x, at.x) + rightPt / figure.widthPt),
            valueAtShare(figure.y, shareOf(figure.y, at.y) + upPt / figure.heightPt)};
}

const std::vector<PgfPoint> diamond{{0, 3.2}, {3.2, 0}, {0, -3.2}, {-3.2, 0}};

}  // namespace

PgfAxis workersAxis(int end)
{
    PgfAxis axis{
        .title = "workers p", .logBase = 2, .low = 1, .high = std::max(2.0, double(end)), .ticks = {}, .labels = {}};
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
    PgfAxis axis{.title = std::move(title), .low = low, .high = high, .ticks = {}, .labels = {}};
    for (double at = std::ceil(low / step - 1e-9); at * step <= high * (1 + 1e-12); ++at) {
        axis.ticks.push_back(at * step);
        axis.labels.push_back(shortNumber(std::abs(at) < 0.5 ? 0 : at * step));
    }
    return axis;
}

PgfAxis decadeAxis(std::string title, double low, double high, Dimension dimension)
{
    PgfAxis axis{.title = std::move(title), .logBase = 10, .low = low, .high = high, .ticks = {}, .labels = {}};
    const int first = int(std::ceil(std::log10(low) - 1e-9)), last = int(std::floor(std::log10(high) + 1e-9));
    const int step = std::max(1, (last - first) / 6 + ((last - first) % 6 > 0 && last - first > 6 ? 1 : 0));
    const auto add = [&](double at) {
        if (at < low * (1 - 1e-9) || at > high * (1 + 1e-9))
            return;
        axis.ticks.push_back(at);
        axis.labels.push_back(dimension == Dimension::Ratio ? significant(at, 1)
                                                            : formatAmount(at, dimension, 1).joined());
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
    const double size = figure.sizePt, up = 8;
    double at = 0;
    const PgfPoint corner{figure.x.low, figure.y.high};
    for (const LegendEntry& entry : entries) {
        const PgfPoint from = moved(figure, corner, at, up + 0.3 * size),
                       to = moved(figure, corner, at + 14, up + 0.3 * size);
        switch (entry.sample) {
        case Sample::Line: figure.items.emplace_back(PgfLine{{from, to}, {entry.colour, 1.6, {}}, {}}); break;
        case Sample::Dashes: figure.items.emplace_back(PgfLine{{from, to}, {entry.colour, 1, {3, 2}}, {}}); break;
        case Sample::Area:
            figure.items.emplace_back(PgfMark{moved(figure, corner, at + 7, up + 0.3 * size),
                                              0,
                                              {{-5, -4}, {5, -4}, {5, 4}, {-5, 4}},
                                              entry.colour,
                                              {ink, 0.4, {}}});
            break;
        case Sample::Diamond:
            figure.items.emplace_back(
                PgfMark{moved(figure, corner, at + 7, up + 0.3 * size), 0, diamond, entry.colour, {ink, 0.6, {}}});
            break;
        }
        figure.items.emplace_back(PgfText{moved(figure, corner, at + 18, up), entry.text, size, false, false, ink});
        at += 18 + textWidth(entry.text, size) + 12;
    }
}

void addMeasured(PgfplotsFigure& figure, double x, double y, double low, double high)
{
    if (high > low)
        figure.items.emplace_back(
            PgfLine{{{x, std::max(low, figure.y.low)}, {x, std::min(high, figure.y.high)}}, {ink, 0.8, {}}, {}});
    figure.items.emplace_back(PgfMark{{x, y}, 0, diamond, ink, {ink, 0.6, {}}});
}

void addFlag(PgfplotsFigure& figure, double x, const std::string& text)
{
    figure.items.emplace_back(PgfLine{{{x, figure.y.low}, {x, figure.y.high}}, {ink, 0.8, {1, 2}}, {}});
    const bool left = shareOf(figure.x, x) > 0.5;
    figure.items.emplace_back(PgfText{moved(figure, {x, figure.y.high}, left ? -4 : 4, -figure.sizePt), text,
                                      figure.sizePt, true, left, ink});
}

void addLabel(PgfplotsFigure& figure, PgfPoint at, const std::string& text, Side side)
{
    const bool left = shareOf(figure.x, at.x) > 0.6;
    const double up = side == Side::Above ? 5 : -5 - 0.8 * figure.sizePt;
    figure.items.emplace_back(PgfText{moved(figure, at, left ? -5 : 5, up), text, figure.sizePt, false, left, ink});
}

void addLine(PgfplotsFigure& figure, const std::vector<PgfPoint>& points, const PgfStroke& stroke)
{
    std::vector<PgfPoint> piece;
    const auto end = [&] {
        if (piece.size() > 1)
            figure.items.emplace_back(PgfLine{piece, stroke, {}});
        piece.clear();
    };
    for (const PgfPoint& each : points) {
        const bool in = std::isfinite(each.y) && each.y >= figure.y.low && each.y <= figure.y.high &&
                        each.x <= figure.x.high && each.x >= figure.x.low;
        if (in)
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
    const auto within = [&](PgfPoint point) {
        return PgfPoint{point.x, std::clamp(point.y, figure.y.low, figure.y.high)};
    };
    for (const PgfPoint& each : low)
        outline.push_back(within(each));
    for (auto each = high.rbegin(); each != high.rend(); ++each)
        outline.push_back(within(*each));
    if (outline.size() > 3)
        figure.items.emplace_back(PgfArea{outline, colour, 0.18});
}

}  // namespace scalewright::plot
