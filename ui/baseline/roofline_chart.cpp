#include "ui/baseline/roofline_chart.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
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

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Baseline)
};

QString intensityText(double intensity)
{
    return Tr::tr("%1 FLOP/B").arg(qt(significant(intensity, 3)));
}

QString percentText(double share)
{
    const double percent = 100 * share;
    return Tr::tr("%1 %").arg(qt(significant(percent < 10 ? percent : std::round(percent), 2)));
}

/// One or both ceilings of a machine.
struct Ceilings {
    MaybeQuantity peak, bandwidth;

    [[nodiscard]] bool any() const { return peak || bandwidth; }
    [[nodiscard]] bool both() const { return peak && bandwidth; }
    [[nodiscard]] double ridge() const { return Roofline{peak->value, bandwidth->value}.ridge(); }
    /// The roof at an intensity: the lower of the ceilings that are known.
    [[nodiscard]] double at(double intensity) const
    {
        if (both())
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
    const Ceilings here = baselineCeilings(project), there = targetCeilings(project);
    if (!there.both())
        return false;
    return !here.both() || here.peak->value != there.peak->value || here.bandwidth->value != there.bandwidth->value;
}

/// A step with its place on the chart, where it has one.
struct Placed {
    StepPoint point;
    QString title;
    const WorkloadStep* step = nullptr;
    std::optional<double> y;
    bool onRoof = false;  ///< no time: what it could reach
    QString whyNot;
};

std::vector<Placed> placedSteps(const Project& project)
{
    std::vector<Placed> placed;
    const Profile profile = profileOf(project);
    if (!validate(profile))
        return placed;
    const std::vector<StepPoint> points = stepPoints(profile);
    for (std::size_t i = 0; i < points.size(); ++i) {
        Placed each{points[i], stepTitle(points[i].name, i), &project.baseline.steps[i], {}, false, {}};
        const StepPoint& point = each.point;
        const WorkloadStep& step = *each.step;
        if (!step.flops || !step.bytesMoved)
            each.whyNot = step.flops ? Tr::tr("its bytes moved are not known: type them into its row")
                          : step.bytesMoved
                              ? Tr::tr("its FLOP are not known: type them into its row")
                              : Tr::tr("its FLOP and its bytes moved are not known: type them into its row");
        else if (step.flops->value == 0)
            each.whyNot = point.achievedBytesPerS
                              ? Tr::tr("no arithmetic, %1").arg(amount(*point.achievedBytesPerS, Dimension::Bandwidth))
                              : Tr::tr("no arithmetic");
        else if (!point.intensity)
            each.whyNot = Tr::tr("it moves no bytes in memory");
        else if (point.achievedFlops)
            each.y = point.achievedFlops;
        else if (point.attainableFlops)
            each.y = point.attainableFlops, each.onRoof = true;
        else
            each.whyNot = Tr::tr("its step time is not known");
        placed.push_back(std::move(each));
    }
    return placed;
}

struct AxisEnds {
    double low = 0, high = 0;
};

/// Whole decades around the values, `least` of them or more, growing towards smaller values.
AxisEnds decades(const std::vector<double>& values, double below, double above, int least)
{
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    int first = static_cast<int>(std::floor(std::log10(*low / below))),
        last = static_cast<int>(std::ceil(std::log10(*high * above)));
    first = std::min(first, last - least);
    return {std::pow(10, first), std::pow(10, last)};
}

std::vector<double> logSteps(double low, double high, int count)
{
    std::vector<double> x;
    for (int i = 0; i <= count; ++i)
        x.push_back(low * std::pow(high / low, static_cast<double>(i) / count));
    return x;
}

/// Enough places for the read-out, with the corner among them.
std::vector<double> roofPlaces(const Ceilings& ceilings, AxisEnds x)
{
    std::vector<double> places = logSteps(x.low, x.high, 160);
    if (ceilings.both() && ceilings.ridge() > x.low && ceilings.ridge() < x.high)
        places.insert(std::upper_bound(places.begin(), places.end(), ceilings.ridge()), ceilings.ridge());
    return places;
}

SeriesSpec roofOf(const Ceilings& ceilings, AxisEnds x)
{
    SeriesSpec roof;
    roof.x = roofPlaces(ceilings, x);
    for (const double each : roof.x)
        roof.y.push_back(ceilings.at(each));
    return roof;
}

void addRoof(ChartSpec& spec, const Ceilings& ceilings, AxisEnds x, AxisEnds y)
{
    SeriesSpec roof = roofOf(ceilings, x);
    roof.key = QStringLiteral("attainable_flops");
    roof.name = Tr::tr("roof");
    roof.role = Role::Ink;
    if (ceilings.peak)
        roof.label = Tr::tr("π %1").arg(amount(ceilings.peak->value, Dimension::ComputeRate));
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
        band.name = Tr::tr("roof's interval");
        band.role = Role::Ink;
        band.alpha = 0.08;
        band.x = roof.x;
        const Ceilings least{low(ceilings.peak), low(ceilings.bandwidth)},
            most{high(ceilings.peak), high(ceilings.bandwidth)};
        for (const double each : band.x) {
            band.low.push_back(least.at(each));
            band.high.push_back(most.at(each));
        }
        spec.bands.push_back(band);
    }
    if (ceilings.bandwidth) {
        // The slope's label needs a line of its own to stand at: this one lies under the roof, half way up.
        const double beta = ceilings.bandwidth->value;
        const double from = std::max(x.low, y.low / beta),
                     to = ceilings.both() ? ceilings.ridge() : std::min(x.high, y.high / beta);
        SeriesSpec slope;
        slope.key = QStringLiteral("slope");
        slope.label = Tr::tr("β %1").arg(amount(beta, Dimension::Bandwidth));
        slope.name = roof.name;  // a piece of the roof's line: dashed is one core's
        slope.reference = true;
        slope.x = logSteps(from, from * std::pow(to / from, 0.6), 40);
        for (const double each : slope.x)
            slope.y.push_back(beta * each);
        spec.series.push_back(slope);
    }
    if (ceilings.both()) {
        MarkerSpec ridge;
        ridge.id = QStringLiteral("ridge");
        ridge.x = ceilings.ridge();
        ridge.y = ceilings.peak->value;
        ridge.label = Tr::tr("ridge %1").arg(intensityText(ceilings.ridge()));
        ridge.role = Role::Faint;
        spec.markers.push_back(ridge);
    }
}

void addTargetRoof(ChartSpec& spec, const Project& project, AxisEnds x)
{
    SeriesSpec roof = roofOf(targetCeilings(project), x);
    roof.key = QStringLiteral("target_roof");
    roof.label = project.target.node.empty() ? Tr::tr("target’s roof")
                                             : Tr::tr("target’s roof: %1").arg(qt(project.target.node));
    roof.reference = true;
    spec.series.push_back(roof);
}

/// "π 43.1 GFLOP/s, β 15 GB/s": those that are known.
QString figuresOf(const Ceilings& ceilings)
{
    QStringList parts;
    if (ceilings.peak)
        parts << Tr::tr("π %1").arg(amount(ceilings.peak->value, Dimension::ComputeRate));
    if (ceilings.bandwidth)
        parts << Tr::tr("β %1").arg(amount(ceilings.bandwidth->value, Dimension::Bandwidth));
    return parts.join(QStringLiteral(", "));
}

void addOneCoreRoof(ChartSpec& spec, const Ceilings& ceilings, AxisEnds x)
{
    SeriesSpec roof = roofOf(ceilings, x);
    roof.key = QStringLiteral("one_core_roof");
    roof.label = Tr::tr("one core: %1").arg(figuresOf(ceilings));
    roof.reference = true;
    spec.series.push_back(roof);
}

/// Which of the two roofs a verdict rests on; empty where only one is known.
QString whichRoof(const Project& project)
{
    const Ceilings all = baselineCeilings(project), one = oneCoreCeilings(project);
    if (!one.any() || !all.any())
        return {};
    const auto above = [](const MaybeQuantity& a, const MaybeQuantity& b) { return a && b && a->value > b->value; };
    QString text = Tr::tr(
                       "The verdict rests on the roof of all cores; one core’s, dashed, is what a program of one "
                       "thread can reach (%1).")
                       .arg(figuresOf(one));
    if (above(one.peak, all.peak) || above(one.bandwidth, all.bandwidth))
        text += QLatin1Char(' ') + Tr::tr(
                                       "One core’s lies above it somewhere: another program ran beside the measurement "
                                       "of all cores, or they are not of one machine.");
    return text;
}

QString subLabel(const Placed& placed)
{
    QStringList parts;
    if (placed.onRoof)
        parts << Tr::tr("no step time: its roof");
    else if (placed.point.attainableFlops)
        parts << Tr::tr("%1 of its roof").arg(percentText(*placed.point.achievedFlops / *placed.point.attainableFlops));
    else
        parts << amount(*placed.y, Dimension::ComputeRate);
    if (placed.point.timeShare && *placed.point.timeShare < 1)
        parts << Tr::tr("%1 of the time").arg(percentText(*placed.point.timeShare));
    else
        parts.prepend(Tr::tr("I %1").arg(qt(significant(*placed.point.intensity, 3))));
    return parts.join(QStringLiteral(" · "));
}

QString missingCeilings(const Ceilings& ceilings)
{
    if (!ceilings.any())
        return Tr::tr(
            "Peak FLOP/s and memory bandwidth are not known: measure this machine, or type them from its data sheet.");
    if (!ceilings.peak)
        return Tr::tr("The flat part, peak FLOP/s, is not known.");
    if (!ceilings.bandwidth)
        return Tr::tr("The slope, memory bandwidth, is not known.");
    return {};
}

QString ceilingsText(const Ceilings& ceilings)
{
    const auto one = [](const QString& symbol, const MaybeQuantity& q, Dimension dimension) {
        return Tr::tr("%1 %2 (%3)").arg(symbol, amount(q->value, dimension), originText(q->provenance.origin));
    };
    QStringList parts;
    if (ceilings.peak)
        parts << one(QStringLiteral("π"), ceilings.peak, Dimension::ComputeRate);
    if (ceilings.bandwidth)
        parts << one(QStringLiteral("β"), ceilings.bandwidth, Dimension::Bandwidth);
    if (ceilings.both())
        parts << Tr::tr("ridge I* = π/β = %1").arg(intensityText(ceilings.ridge()));
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
    return name.empty() ? Tr::tr("step %1").arg(index + 1) : qt(name);
}

QString targetDiffersText(const Project& project)
{
    if (!targetDiffers(project))
        return {};
    const Ceilings there = targetCeilings(project);
    const QString name =
        project.target.node.empty() ? Tr::tr("The target") : Tr::tr("The target, %1,").arg(qt(project.target.node));
    return Tr::tr("%1 has other ceilings: %2 and %3. Times measured on this machine are not rescaled to it.")
        .arg(name, amount(there.peak->value, Dimension::ComputeRate),
             amount(there.bandwidth->value, Dimension::Bandwidth));
}

ChartSpec rooflineChart(const Project& project)
{
    const Ceilings ceilings = baselineCeilings(project);
    const std::vector<Placed> steps = placedSteps(project);
    ChartSpec spec;
    spec.wholeX = false;
    spec.x = {Tr::tr("FLOP per byte moved, intensity I"), AxisScale::Log10, {}, {}, {NumberStyle::Kind::Plain}};
    spec.y = {Tr::tr("FLOP/s"), AxisScale::Log10, {}, {}, {NumberStyle::Kind::Amount, Dimension::ComputeRate}};

    std::vector<double> xs, ys;
    for (const Placed& each : steps)
        if (each.y) {
            xs.push_back(*each.point.intensity);
            ys.push_back(*each.y);
        }
    const bool target = targetDiffers(project);
    const Ceilings oneCore = oneCoreCeilings(project);
    for (const Ceilings& known : {ceilings, oneCore, target ? targetCeilings(project) : Ceilings{}}) {
        if (known.both())
            xs.push_back(known.ridge());
        if (known.peak)
            ys.push_back(known.peak->value);
    }
    if (xs.empty() && ys.empty() && !ceilings.any()) {
        spec.emptyText = missingCeilings(ceilings);
        spec.x.low = 0.01, spec.x.high = 1000;  // a laptop's neighbourhood
        spec.y.low = 1e9, spec.y.high = 1e12;
        return spec;
    }
    if (xs.empty())
        xs = {0.1, 100};
    if (ys.empty())
        ys = {ceilings.at(xs.front()), ceilings.at(xs.back())};
    const AxisEnds x = decades(xs, 3, 3, 4), y = decades(ys, 1.5, 1.5, 3);
    spec.x.low = x.low;
    spec.x.high = x.high;
    spec.y.low = y.low;
    spec.y.high = y.high;

    if (target)
        addTargetRoof(spec, project, x);
    if (ceilings.any() && oneCore.any())
        addOneCoreRoof(spec, oneCore, x);
    if (ceilings.any())
        addRoof(spec, ceilings, x, y);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Placed& each = steps[i];
        if (!each.y)
            continue;
        PointSpec point;
        point.id = QStringLiteral("step-%1").arg(i);
        point.x = *each.point.intensity;
        point.y = *each.y;
        point.label = each.title;
        point.subLabel = subLabel(each);
        point.role = each.point.bottleneck == Bottleneck::DataIo ? Role::InputOutput : Role::Compute;
        point.filled = !each.onRoof;
        spec.points.push_back(point);
    }
    return spec;
}

FigureTexts rooflineTexts(const Project& project)
{
    const Ceilings ceilings = baselineCeilings(project);
    FigureTexts texts;
    const QString machine = qt(project.baseline.machine.name);
    texts.title = Tr::tr("Roofline");

    QStringList sentences;
    if (ceilings.any())
        sentences << (machine.isEmpty() ? ceilingsText(ceilings)
                                        : Tr::tr("%1: %2").arg(machine, ceilingsText(ceilings))) +
                         QLatin1Char('.');
    if (const QString missing = missingCeilings(ceilings); ceilings.any() && !missing.isEmpty())
        sentences << missing;
    if (const QString which = whichRoof(project); !which.isEmpty())
        sentences << which;
    const std::string_view format = ceilings.peak ? numberFormatOf(ceilings.peak->provenance) : std::string_view();
    if (!format.empty())
        sentences << Tr::tr("The peak is quoted in %1.").arg(qt(std::string(format)));
    if (!ceilings.any())
        sentences << Tr::tr("The roof is min(π, β I): the most FLOP/s that a step of intensity I can reach.");
    QStringList described, absent;
    const std::vector<Placed> placed = placedSteps(project);
    for (const Placed& each : placed) {
        if (each.y)
            described << Tr::tr("%1: %2 of intensity, %3, %4")
                             .arg(each.title, intensityText(*each.point.intensity),
                                  amount(*each.y, Dimension::ComputeRate), subLabel(each));
        else
            absent << Tr::tr("%1 (%2)").arg(each.title, each.whyNot);
    }
    if (!absent.isEmpty())
        sentences << Tr::tr("Not on the chart: %1.").arg(absent.join(QStringLiteral(", ")));
    QStringList above;
    double most = 0;
    for (const Placed& each : placed)
        if (each.point.ofRoof && *each.point.ofRoof > 1.05) {  // ceilings and steps are timed apart, and both jitter
            above << each.title;
            most = std::max(most, *each.point.ofRoof);
        }
    if (most > 2)  // as stepDoubts: no jitter does that
        sentences << Tr::tr(
                         "%1 is faster than the roof allows, more than this machine can do: measured on another "
                         "device, such as a GPU? Then choose that device as the machine. "
                         "%2Else its FLOP, bytes or time, or the ceilings, are off.")
                         .arg(above.join(QStringLiteral(", ")),
                              format.empty() ? QString()
                                             : Tr::tr("Or in narrower numbers than %1? ").arg(qt(std::string(format))));
    else if (!above.isEmpty())
        sentences << Tr::tr("%1 is faster than the roof allows: its FLOP, bytes or time, or the ceilings, are off.")
                         .arg(above.join(QStringLiteral(", ")));
    if (const QString target = targetDiffersText(project); !target.isEmpty())
        sentences << target;
    texts.caption = sentences.join(QLatin1Char(' '));
    texts.summary = described.isEmpty()
                        ? Tr::tr("Roofline. No step is placed on it. %1").arg(texts.caption)
                        : Tr::tr("Roofline. %1. %2").arg(described.join(QStringLiteral("; ")), texts.caption);
    return texts;
}

Table rooflineTable(const Project& project)
{
    Table table;
    table.caption = rooflineTexts(project).caption.toStdString();
    const auto text = [](const QString& title) { return title.toStdString(); };
    table.columns = {{"intensity", text(Tr::tr("I")), "FLOP/B"},
                     {"name", text(Tr::tr("at")), ""},
                     {"attainable_flops", text(Tr::tr("roof")), "FLOP/s"},
                     {"achieved_flops", text(Tr::tr("reached")), "FLOP/s"},
                     {"step_time", text(Tr::tr("time")), "s"},
                     {"time_share", text(Tr::tr("share of the time")), ""},
                     {"flops", text(Tr::tr("W")), "FLOP"},
                     {"bytes_moved", text(Tr::tr("Q")), "B"},
                     {"bottleneck", text(Tr::tr("bound by")), ""}};

    const auto corner = [&](double intensity, const QString& name, double flops) {
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0].emplace<double>(intensity);
        row[1].emplace<std::string>(name.toStdString());
        row[2].emplace<double>(flops);
    };
    const ChartSpec chart = rooflineChart(project);
    const Ceilings ceilings = baselineCeilings(project);
    if (const Ceilings one = oneCoreCeilings(project); one.any() && ceilings.any()) {
        corner(*chart.x.low, Tr::tr("left end of one core’s roof"), one.at(*chart.x.low));
        if (one.both())
            corner(one.ridge(), Tr::tr("ridge of one core"), one.peak->value);
        corner(*chart.x.high, Tr::tr("right end of one core’s roof"), one.at(*chart.x.high));
    }
    if (ceilings.any()) {
        corner(*chart.x.low, Tr::tr("left end of the roof"), ceilings.at(*chart.x.low));
        if (ceilings.both())
            corner(ceilings.ridge(), Tr::tr("ridge"), ceilings.peak->value);
        corner(*chart.x.high, Tr::tr("right end of the roof"), ceilings.at(*chart.x.high));
    }
    for (const Placed& each : placedSteps(project)) {
        const StepPoint& point = each.point;
        std::vector<Cell> row(table.columns.size());
        row[0] = cellOf(point.intensity);
        row[1].emplace<std::string>(each.title.toStdString());
        row[2] = cellOf(point.attainableFlops);
        row[3] = cellOf(point.achievedFlops);
        row[4] = cellOf(each.step->stepTimeS);
        row[5] = cellOf(point.timeShare);
        row[6] = cellOf(each.step->flops);
        row[7] = cellOf(each.step->bytesMoved);
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
