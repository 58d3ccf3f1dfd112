// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/roofline_chart.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/quantity/number_format.h"
#include "core/base/quantity/units.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/roofline.h"
#include "core/project/document/project.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct BaselineTr {
    Q_DECLARE_TR_FUNCTIONS(Baseline)
};

QString intensityText(double intensity)
{
    return BaselineTr::tr("%1 FLOP/B").arg(toQString(significantText(intensity, 3)));
}

QString percentText(double share)
{
    const double percent = 100 * share;
    return BaselineTr::tr("%1 %").arg(toQString(significantText(percent < 10 ? percent : std::round(percent), 2)));
}

/// A machine's ceilings, one or both.
struct Ceilings {
    MaybeQuantity peak, bandwidth;

    [[nodiscard]] bool hasAny() const { return peak || bandwidth; }
    [[nodiscard]] bool hasBoth() const { return peak && bandwidth; }
    [[nodiscard]] double ridge() const { return Roofline{peak->value, bandwidth->value}.ridge(); }
    /// The height of the roof at an intensity: the lowest known ceiling.
    [[nodiscard]] double attainableFlops(double intensity) const
    {
        if (hasBoth())
            return Roofline{peak->value, bandwidth->value}.attainableFlops(intensity);
        return peak ? peak->value : bandwidth->value * intensity;
    }
};

Ceilings baselineCeilings(const Project& project)
{
    return {project.baseline.machine.peakFlops, project.baseline.machine.memoryBandwidthBytesPerS};
}

Ceilings oneCoreCeilings(const Project& project)
{
    return {project.baseline.machine.peakFlopsOneCore, project.baseline.machine.memoryBandwidthOneCoreBytesPerS};
}

Ceilings targetCeilings(const Project& project)
{
    return {project.target.peakFlops, project.target.memoryBandwidthBytesPerS};
}

bool targetDiffers(const Project& project)
{
    const Ceilings baseline = baselineCeilings(project), target = targetCeilings(project);
    if (!target.hasBoth())
        return false;
    return !baseline.hasBoth() || baseline.peak->value != target.peak->value ||
           baseline.bandwidth->value != target.bandwidth->value;
}

/// A step and its position on the chart, if it has one.
struct PlacedStep {
    const RooflinePoint& point;
    const WorkloadStep& step;
    std::size_t index;
    std::optional<double> y;
    bool isOnRoof = false;  ///< no step time: drawn at the attainable rate
    QString reasonOffChart;

    [[nodiscard]] QString title() const { return stepTitle(point.name, index); }
};

std::vector<PlacedStep> placedSteps(const Project& project, const std::vector<RooflinePoint>& points)
{
    std::vector<PlacedStep> placed;
    placed.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        PlacedStep each{points[i], project.baseline.steps[i], i, {}, false, {}};
        const RooflinePoint& point = each.point;
        const WorkloadStep& step = each.step;
        if (!step.flops || !step.bytesMoved)
            each.reasonOffChart =
                step.flops ? BaselineTr::tr("its bytes moved are not known: type them into its row")
                : step.bytesMoved
                    ? BaselineTr::tr("its FLOP are not known: type them into its row")
                    : BaselineTr::tr("its FLOP and its bytes moved are not known: type them into its row");
        else if (step.flops->value == 0)
            each.reasonOffChart = point.achievedBytesPerS
                                      ? BaselineTr::tr("no arithmetic, %1")
                                            .arg(amountWithUnit(*point.achievedBytesPerS, Dimension::Bandwidth))
                                      : BaselineTr::tr("no arithmetic");
        else if (!point.intensity)
            each.reasonOffChart = BaselineTr::tr("it moves no bytes in memory");
        else if (point.achievedFlops)
            each.y = point.achievedFlops;
        else if (point.attainableFlops)
            each.y = point.attainableFlops, each.isOnRoof = true;
        else
            each.reasonOffChart = BaselineTr::tr("its step time is not known");
        placed.push_back(std::move(each));
    }
    return placed;
}

struct AxisRange {
    double low = 0, high = 0;
};

constexpr std::size_t mostNamedSteps = 40;  ///< of more steps, only the longest are named; the table has all

/// Whole decades that cover the values; at least `minimumDecades`, added at the lower end.
AxisRange decadeRange(const std::vector<double>& values, double below, double above, int minimumDecades)
{
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    int first = static_cast<int>(std::floor(std::log10(*low / below))),
        last = static_cast<int>(std::ceil(std::log10(*high * above)));
    first = std::min(first, last - minimumDecades);
    return {std::pow(10, first), std::pow(10, last)};
}

std::vector<double> logSpaced(double low, double high, int count)
{
    std::vector<double> x;
    for (int i = 0; i <= count; ++i)
        x.push_back(low * std::pow(high / low, static_cast<double>(i) / count));
    return x;
}

/// Enough points for a smooth read-out, including the ridge.
std::vector<double> roofIntensities(const Ceilings& ceilings, AxisRange x)
{
    std::vector<double> places = logSpaced(x.low, x.high, 160);
    if (ceilings.hasBoth() && ceilings.ridge() > x.low && ceilings.ridge() < x.high)
        places.insert(std::upper_bound(places.begin(), places.end(), ceilings.ridge()), ceilings.ridge());
    return places;
}

SeriesSpec roofSeries(const Ceilings& ceilings, AxisRange x)
{
    SeriesSpec roof;
    roof.x = roofIntensities(ceilings, x);
    for (const double each : roof.x)
        roof.y.push_back(ceilings.attainableFlops(each));
    return roof;
}

void addRoof(ChartSpec& spec, const Ceilings& ceilings, AxisRange x, AxisRange y)
{
    SeriesSpec roof = roofSeries(ceilings, x);
    roof.key = QStringLiteral("attainable_flops");
    roof.name = BaselineTr::tr("roof");
    roof.role = ColorRole::Ink;
    if (ceilings.peak)
        roof.label = BaselineTr::tr("π %1").arg(amountWithUnit(ceilings.peak->value, Dimension::ComputeRate));
    spec.series.push_back(roof);

    const auto low = [](const MaybeQuantity& q) {
        return q && q->interval ? std::optional(Quantity{q->interval->low, {}, {}}) : q;
    };
    const auto high = [](const MaybeQuantity& q) {
        return q && q->interval ? std::optional(Quantity{q->interval->high, {}, {}}) : q;
    };
    if ((ceilings.peak && ceilings.peak->interval) || (ceilings.bandwidth && ceilings.bandwidth->interval)) {
        BandSpec band;
        band.key = QStringLiteral("roof_interval");
        band.name = BaselineTr::tr("roof's interval");
        band.role = ColorRole::Ink;
        band.alpha = 0.08;
        band.x = roof.x;
        const Ceilings lowerCeilings{low(ceilings.peak), low(ceilings.bandwidth)},
            upperCeilings{high(ceilings.peak), high(ceilings.bandwidth)};
        for (const double each : band.x) {
            band.low.push_back(lowerCeilings.attainableFlops(each));
            band.high.push_back(upperCeilings.attainableFlops(each));
        }
        spec.bands.push_back(band);
    }
    if (ceilings.bandwidth) {
        // The slope's label needs its own series: a line along the lower 60 % of the slope.
        const double beta = ceilings.bandwidth->value;
        const double from = std::max(x.low, y.low / beta),
                     to = ceilings.hasBoth() ? ceilings.ridge() : std::min(x.high, y.high / beta);
        SeriesSpec slope;
        slope.key = QStringLiteral("slope");
        slope.label = BaselineTr::tr("β %1").arg(amountWithUnit(beta, Dimension::Bandwidth));
        // Same name as the roof, since it is part of that line; the dashed roof is for one core.
        slope.name = roof.name;
        slope.isReference = true;
        slope.x = logSpaced(from, from * std::pow(to / from, 0.6), 40);
        for (const double each : slope.x)
            slope.y.push_back(beta * each);
        spec.series.push_back(slope);
    }
    if (ceilings.hasBoth()) {
        MarkerSpec ridge;
        ridge.id = QStringLiteral("ridge");
        ridge.x = ceilings.ridge();
        ridge.y = ceilings.peak->value;
        ridge.label = BaselineTr::tr("ridge %1").arg(intensityText(ceilings.ridge()));
        ridge.role = ColorRole::FaintInk;
        spec.markers.push_back(ridge);
    }
}

void addTargetRoof(ChartSpec& spec, const Project& project, AxisRange x)
{
    SeriesSpec roof = roofSeries(targetCeilings(project), x);
    roof.key = QStringLiteral("target_roof");
    roof.label = project.target.node.empty() ? BaselineTr::tr("target’s roof")
                                             : BaselineTr::tr("target’s roof: %1").arg(toQString(project.target.node));
    roof.isReference = true;
    spec.series.push_back(roof);
}

/// The known ceilings, for example "π 43.1 GFLOP/s, β 15 GB/s".
QString ceilingFiguresText(const Ceilings& ceilings)
{
    QStringList parts;
    if (ceilings.peak)
        parts << BaselineTr::tr("π %1").arg(amountWithUnit(ceilings.peak->value, Dimension::ComputeRate));
    if (ceilings.bandwidth)
        parts << BaselineTr::tr("β %1").arg(amountWithUnit(ceilings.bandwidth->value, Dimension::Bandwidth));
    return parts.join(QStringLiteral(", "));
}

void addOneCoreRoof(ChartSpec& spec, const Ceilings& ceilings, AxisRange x)
{
    SeriesSpec roof = roofSeries(ceilings, x);
    roof.key = QStringLiteral("one_core_roof");
    roof.label = BaselineTr::tr("one core: %1").arg(ceilingFiguresText(ceilings));
    roof.isReference = true;
    spec.series.push_back(roof);
}

/// Which of the two roofs the verdict uses; empty if only one is known.
QString verdictRoofText(const Project& project)
{
    const Ceilings allCores = baselineCeilings(project), oneCore = oneCoreCeilings(project);
    if (!oneCore.hasAny() || !allCores.hasAny())
        return {};
    const auto above = [](const MaybeQuantity& a, const MaybeQuantity& b) { return a && b && a->value > b->value; };
    QString text = BaselineTr::tr(
                       "The verdict uses the roof of all cores; the dashed roof of one core limits a single-threaded "
                       "program (%1).")
                       .arg(ceilingFiguresText(oneCore));
    if (above(oneCore.peak, allCores.peak) || above(oneCore.bandwidth, allCores.bandwidth))
        text += QLatin1Char(' ') + BaselineTr::tr(
                                       "Part of the one-core roof is higher: another program ran during the all-core "
                                       "measurement, or the two are from different machines.");
    return text;
}

QString subLabel(const PlacedStep& placed)
{
    QStringList parts;
    if (placed.isOnRoof)
        parts << BaselineTr::tr("no step time: drawn on its roof");
    else if (placed.point.attainableFlops)
        parts << BaselineTr::tr("%1 of its roof")
                     .arg(percentText(*placed.point.achievedFlops / *placed.point.attainableFlops));
    else
        parts << amountWithUnit(*placed.y, Dimension::ComputeRate);
    if (!placed.point.timeShare || *placed.point.timeShare == 1)
        parts.prepend(BaselineTr::tr("I %1").arg(toQString(significantText(*placed.point.intensity, 3))));
    return parts.join(QStringLiteral(" · "));
}

QString missingCeilingsText(const Ceilings& ceilings)
{
    if (!ceilings.hasAny())
        return BaselineTr::tr(
            "Peak FLOP/s and memory bandwidth are not known: measure this machine, or type them from its data sheet.");
    if (!ceilings.peak)
        return BaselineTr::tr("The flat part, peak FLOP/s, is not known.");
    if (!ceilings.bandwidth)
        return BaselineTr::tr("The slope, memory bandwidth, is not known.");
    return {};
}

QString ceilingsText(const Ceilings& ceilings)
{
    const auto describeCeiling = [](const QString& symbol, const MaybeQuantity& q, Dimension dimension) {
        return BaselineTr::tr("%1 %2 (%3)")
            .arg(symbol, amountWithUnit(q->value, dimension), originText(q->provenance.origin));
    };
    QStringList parts;
    if (ceilings.peak)
        parts << describeCeiling(QStringLiteral("π"), ceilings.peak, Dimension::ComputeRate);
    if (ceilings.bandwidth)
        parts << describeCeiling(QStringLiteral("β"), ceilings.bandwidth, Dimension::Bandwidth);
    if (ceilings.hasBoth())
        parts << BaselineTr::tr("ridge I* = π/β = %1").arg(intensityText(ceilings.ridge()));
    return parts.join(QStringLiteral(", "));
}

Cell cellOf(const std::optional<double>& value)
{
    Cell cell;
    if (value)
        cell.emplace<double>(*value);
    return cell;
}

Cell cellOf(const MaybeQuantity& quantity)
{
    return cellOf(quantity ? std::optional(quantity->value) : std::nullopt);
}

Cell cellOf(const std::optional<Bottleneck>& bottleneck)
{
    Cell cell;
    if (bottleneck) {
        QString words = ceilingText(*bottleneck);
        words[0] = words.at(0).toLower();
        cell.emplace<std::string>(words.toStdString());
    }
    return cell;
}

}  // namespace

QString stepTitle(const std::string& name, std::size_t index)
{
    return name.empty() ? BaselineTr::tr("step %1").arg(index + 1) : toQString(name);
}

QString targetDiffersText(const Project& project)
{
    if (!targetDiffers(project))
        return {};
    const Ceilings target = targetCeilings(project);
    const QString name = project.target.node.empty()
                             ? BaselineTr::tr("The target")
                             : BaselineTr::tr("The target, %1,").arg(toQString(project.target.node));
    return BaselineTr::tr("%1 has other ceilings: %2 and %3. Times measured on this machine are not rescaled to it.")
        .arg(name, amountWithUnit(target.peak->value, Dimension::ComputeRate),
             amountWithUnit(target.bandwidth->value, Dimension::Bandwidth));
}

std::vector<RooflinePoint> stepsOnRoofline(const FlowProgress& flow)
{
    if (flow.diagnosis)
        return flow.diagnosis->steps;
    return validate(flow.profile) ? rooflinePoints(flow.profile) : std::vector<RooflinePoint>();
}

ChartSpec rooflineChart(const Project& project, const std::vector<RooflinePoint>& points)
{
    const Ceilings ceilings = baselineCeilings(project);
    const std::vector<PlacedStep> steps = placedSteps(project, points);
    ChartSpec spec;
    spec.hasIntegerX = false;
    spec.x = {BaselineTr::tr("intensity, FLOP per byte"), AxisScale::Log10, {}, {}, {NumberStyle::Kind::Plain}};
    spec.y = {BaselineTr::tr("FLOP/s"), AxisScale::Log10, {}, {}, {NumberStyle::Kind::Amount, Dimension::ComputeRate}};

    std::vector<double> xs, ys;
    for (const PlacedStep& each : steps)
        if (each.y) {
            xs.push_back(*each.point.intensity);
            ys.push_back(*each.y);
        }
    const bool target = targetDiffers(project);
    const Ceilings oneCore = oneCoreCeilings(project);
    for (const Ceilings& candidate : {ceilings, oneCore, target ? targetCeilings(project) : Ceilings{}}) {
        if (candidate.hasBoth())
            xs.push_back(candidate.ridge());
        if (candidate.peak)
            ys.push_back(candidate.peak->value);
    }
    if (xs.empty() && ys.empty() && !ceilings.hasAny()) {
        spec.emptyText = missingCeilingsText(ceilings);
        spec.x.low = 0.01, spec.x.high = 1000;  // typical range of a laptop
        spec.y.low = 1e9, spec.y.high = 1e12;
        return spec;
    }
    if (xs.empty())
        xs = {0.1, 100};
    if (ys.empty())
        ys = {ceilings.attainableFlops(xs.front()), ceilings.attainableFlops(xs.back())};
    const AxisRange x = decadeRange(xs, 3, 3, 4), y = decadeRange(ys, 1.5, 3, 3);  // room for a label above the roof
    spec.x.low = x.low;
    spec.x.high = x.high;
    spec.y.low = y.low;
    spec.y.high = y.high;

    if (target)
        addTargetRoof(spec, project, x);
    if (ceilings.hasAny() && oneCore.hasAny())
        addOneCoreRoof(spec, oneCore, x);
    if (ceilings.hasAny())
        addRoof(spec, ceilings, x, y);
    std::vector<std::optional<double>> shares;
    for (const PlacedStep& each : steps)
        shares.push_back(each.point.timeShare);
    std::sort(shares.begin(), shares.end(), std::greater<>());
    for (std::size_t i = 0, named = 0; i < steps.size(); ++i) {
        const PlacedStep& each = steps[i];
        if (!each.y)
            continue;
        PointSpec point;
        point.isLabelOptional = steps.size() > mostNamedSteps;
        point.id = QStringLiteral("step-%1").arg(i);
        point.x = *each.point.intensity;
        point.y = *each.y;
        if (!point.isLabelOptional ||
            (each.point.timeShare >= shares[mostNamedSteps - 1] && named++ < mostNamedSteps)) {
            point.label = each.title();
            point.subLabel = subLabel(each);
        }
        point.role = each.point.bottleneck == Bottleneck::DataIo ? ColorRole::InputOutput : ColorRole::Compute;
        point.filled = !each.isOnRoof;
        spec.points.push_back(point);
    }
    return spec;
}

FigureTexts rooflineTexts(const Project& project, const std::vector<RooflinePoint>& points)
{
    const Ceilings ceilings = baselineCeilings(project);
    FigureTexts texts;
    const QString machine = toQString(project.baseline.machine.name);
    texts.title = BaselineTr::tr("Roofline");

    QStringList sentences;
    if (ceilings.hasAny())
        sentences << (machine.isEmpty() ? ceilingsText(ceilings)
                                        : BaselineTr::tr("%1: %2").arg(machine, ceilingsText(ceilings))) +
                         QLatin1Char('.');
    if (const QString missing = missingCeilingsText(ceilings); ceilings.hasAny() && !missing.isEmpty())
        sentences << missing;
    if (const QString which = verdictRoofText(project); !which.isEmpty())
        sentences << which;
    const std::string_view format = ceilings.peak ? numberFormatOf(ceilings.peak->provenance) : std::string_view();
    if (!format.empty())
        sentences << BaselineTr::tr("The peak is quoted in %1.").arg(toQString(std::string(format)));
    if (!ceilings.hasAny())
        sentences << BaselineTr::tr(
            "The roof is min(π, β I): the highest FLOP/s that a step of intensity I can reach.");
    QStringList described, absent;
    const std::vector<PlacedStep> placed = placedSteps(project, points);
    for (const PlacedStep& each : placed) {
        if (static_cast<std::size_t>(std::max(described.size(), absent.size())) == mostNamedSteps) {
            described << BaselineTr::tr("and more steps, in the table");
            break;
        }
        if (each.y)
            described << BaselineTr::tr("%1: intensity %2, %3, %4")
                             .arg(each.title(), intensityText(*each.point.intensity),
                                  amountWithUnit(*each.y, Dimension::ComputeRate), subLabel(each));
        else
            absent << BaselineTr::tr("%1 (%2)").arg(each.title(), each.reasonOffChart);
    }
    if (!absent.isEmpty())
        sentences << BaselineTr::tr("Not on the chart: %1.").arg(absent.join(QStringLiteral(", ")));
    QStringList above;
    double largestRoofShare = 0;
    // Ceilings and steps are timed separately, and both jitter.
    for (const PlacedStep& each : placed)
        if (each.point.roofShare && *each.point.roofShare > 1.05) {
            above << each.title();
            largestRoofShare = std::max(largestRoofShare, *each.point.roofShare);
        }
    if (largestRoofShare > 2)  // Same limit as in stepWarnings: jitter does not explain a factor of 2.
        sentences
            << BaselineTr::tr(
                   "%1 is faster than this machine allows. Measured on another device, such as a GPU? Then choose that "
                   "device as the machine. %2Otherwise its FLOP, bytes or time, or the ceilings, are wrong.")
                   .arg(above.join(QStringLiteral(", ")),
                        format.empty() ? QString()
                                       : BaselineTr::tr("Measured in a narrower format than %1? ")
                                             .arg(toQString(std::string(format))));
    else if (!above.isEmpty())
        sentences << BaselineTr::tr(
                         "%1 is faster than the roof allows: its FLOP, bytes or time, or the ceilings, are wrong.")
                         .arg(above.join(QStringLiteral(", ")));
    if (const QString target = targetDiffersText(project); !target.isEmpty())
        sentences << target;
    texts.caption = sentences.join(QLatin1Char(' '));
    texts.summary = described.isEmpty()
                        ? BaselineTr::tr("Roofline without steps. %1").arg(texts.caption)
                        : BaselineTr::tr("Roofline. %1. %2").arg(described.join(QStringLiteral("; ")), texts.caption);
    return texts;
}

Table rooflineTable(const Project& project, const std::vector<RooflinePoint>& points)
{
    Table table;
    table.caption = rooflineTexts(project, points).caption.toStdString();
    const auto text = [](const QString& title) { return title.toStdString(); };
    table.columns = {{"intensity", text(BaselineTr::tr("I")), "FLOP/B"},
                     {"name", text(BaselineTr::tr("at")), ""},
                     {"attainable_flops", text(BaselineTr::tr("roof")), "FLOP/s"},
                     {"achieved_flops", text(BaselineTr::tr("reached")), "FLOP/s"},
                     {"step_time", text(BaselineTr::tr("time")), "s"},
                     {"time_share", text(BaselineTr::tr("share of time")), ""},
                     {"flops", text(BaselineTr::tr("W")), "FLOP"},
                     {"bytes_moved", text(BaselineTr::tr("Q")), "B"},
                     {"bottleneck", text(BaselineTr::tr("bound by")), ""}};

    const auto corner = [&](double intensity, const QString& name, double flops) {
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0].emplace<double>(intensity);
        row[1].emplace<std::string>(name.toStdString());
        row[2].emplace<double>(flops);
    };
    const ChartSpec chart = rooflineChart(project, points);
    const Ceilings ceilings = baselineCeilings(project);
    if (const Ceilings oneCore = oneCoreCeilings(project); oneCore.hasAny() && ceilings.hasAny()) {
        corner(*chart.x.low, BaselineTr::tr("left end of one core’s roof"), oneCore.attainableFlops(*chart.x.low));
        if (oneCore.hasBoth())
            corner(oneCore.ridge(), BaselineTr::tr("ridge of one core"), oneCore.peak->value);
        corner(*chart.x.high, BaselineTr::tr("right end of one core’s roof"), oneCore.attainableFlops(*chart.x.high));
    }
    if (ceilings.hasAny()) {
        corner(*chart.x.low, BaselineTr::tr("left end of the roof"), ceilings.attainableFlops(*chart.x.low));
        if (ceilings.hasBoth())
            corner(ceilings.ridge(), BaselineTr::tr("ridge"), ceilings.peak->value);
        corner(*chart.x.high, BaselineTr::tr("right end of the roof"), ceilings.attainableFlops(*chart.x.high));
    }
    for (const PlacedStep& each : placedSteps(project, points)) {
        const RooflinePoint& point = each.point;
        std::vector<Cell> row(table.columns.size());
        row[0] = cellOf(point.intensity);
        row[1].emplace<std::string>(each.title().toStdString());
        row[2] = cellOf(point.attainableFlops);
        row[3] = cellOf(point.achievedFlops);
        row[4] = cellOf(each.step.stepTimeS);
        row[5] = cellOf(point.timeShare);
        row[6] = cellOf(each.step.flops);
        row[7] = cellOf(each.step.bytesMoved);
        row[8] = cellOf(point.bottleneck);
        table.rows.push_back(std::move(row));
    }
    const auto intensityOf = [](const std::vector<Cell>& row) {
        const double* intensity = std::get_if<double>(&row.front());
        return intensity ? *intensity : std::numeric_limits<double>::infinity();
    };
    std::stable_sort(table.rows.begin(), table.rows.end(),
                     [&](const auto& a, const auto& b) { return intensityOf(a) < intensityOf(b); });
    return table;
}

}  // namespace scalewright::ui
