#include "ui/cost/money_chart.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/cost/curve.h"
#include "core/model/scaling/run_cost.h"
#include "core/output/tables/prediction_table.h"
#include "core/project/document/project.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct CostTr {
    Q_DECLARE_TR_FUNCTIONS(CostPage)
};

QString money(double usd)
{
    return amount(usd, Dimension::Money);
}
QString seconds(double time)
{
    return amount(time, Dimension::Time);
}

/// The p that are marked and labelled: every one measured; of a prediction the doublings, the corners' ends and the
/// plan.
std::vector<int> markedP(const Worth& worth, const Analysis& analysis)
{
    std::set<int> marked;
    if (worth.curve == CurveKind::Measured) {
        for (const MoneyPoint& point : worth.choice.points)
            marked.insert(point.p);
        return {marked.begin(), marked.end()};
    }
    const int fastest = worth.choice.hull.empty() ? 1 : worth.choice.hull.back().p;
    for (int p = 1; p <= fastest; p *= 2)
        marked.insert(p);
    marked.insert(fastest);
    if (worth.rightP())
        marked.insert(*worth.rightP());
    if (analysis.plan && worth.choice.at(analysis.plan->p))
        marked.insert(analysis.plan->p);
    return {marked.begin(), marked.end()};
}

/// The most workers drawn: of a prediction twice what there are machines for, and the plan.
int drawnTo(const Worth& worth, const Analysis& analysis)
{
    if (worth.curve == CurveKind::Measured || !analysis.workersAvailable)
        return largestPMax;
    return std::max({fewestShown, 2 * *analysis.workersAvailable, analysis.planP});
}

/// The highest cost that is drawn in its place. A measured p that another beats may stand twice as high as the rest;
/// one beyond would press flat what is to be decided, and is marked at the upper edge. A log axis holds all.
double highestDrawnUsd(const Worth& worth, const Analysis& analysis)
{
    if (worth.curve != CurveKind::Measured)
        return INFINITY;
    const std::optional<int> plan = analysis.plannedP();
    double least = INFINITY, decided = 0;
    for (const MoneyPoint& point : worth.choice.points) {
        least = std::min(least, point.costUsd);
        if (!point.dominatedBy || point.untold || point.p == plan)
            decided = std::max(decided, point.costUsd);
    }
    double highest = 1.25 * decided;
    bool cut = false;
    for (const MoneyPoint& point : worth.choice.points)
        if (point.costUsd <= 2 * decided)
            highest = std::max(highest, 1.1 * point.costUsd);  // what is marked at the edge stands above them
        else
            cut = true;
    return cut && !wantsLogAxis({least, highest}) ? highest : INFINITY;
}

SeriesSpec hullSeries(const Worth& worth, int most)
{
    SeriesSpec series{.key = QStringLiteral("hull"), .name = CostTr::tr("cost"), .role = Role::Money};
    for (auto range = worth.choice.hull.rbegin(); range != worth.choice.hull.rend();
         ++range) {  // the fastest first: ascending time
        if (range->p > most)
            continue;
        const MoneyPoint& corner = *worth.choice.at(range->p);
        series.x.push_back(corner.timeS);
        series.y.push_back(corner.costUsd);
    }
    return series;
}

/// Where each is beaten: a dotted line to who beats it, or the prediction's way back beyond the fastest p.
void addDominated(ChartSpec& spec, const Worth& worth, int most, double highestUsd)
{
    if (worth.curve == CurveKind::Measured) {
        for (const MoneyPoint& point : worth.choice.points) {
            if (!point.dominatedBy)
                continue;
            const MoneyPoint& by = *worth.choice.at(*point.dominatedBy);
            if (by.timeS < point.timeS)
                spec.series.push_back({.key = QStringLiteral("dominated%1").arg(point.p),
                                       .x = {by.timeS, point.timeS},
                                       .y = {by.costUsd, std::min(point.costUsd, highestUsd)},
                                       .line = LineStyle::Dotted,
                                       .reference = true});
        }
        return;
    }
    const int fastest = worth.choice.hull.back().p;
    const double slowest = worth.choice.at(worth.choice.hull.front().p)->timeS;
    SeriesSpec back{.key = QStringLiteral("dominated"),
                    .name = CostTr::tr("never best"),
                    .line = LineStyle::Dotted,
                    .reference = true};
    for (const MoneyPoint& point : worth.choice.points)
        if (point.p >= fastest && point.p <= std::min(2 * fastest, most) && point.timeS <= slowest &&
            (back.x.empty() || point.timeS > back.x.back())) {
            back.x.push_back(point.timeS);
            back.y.push_back(point.costUsd);
        }
    spec.series.push_back(std::move(back));
}

/// The other curve, where both are of whole runs.
void addOther(ChartSpec& spec, const Project& project, const Analysis& analysis, const Worth& worth, double highestUsd)
{
    const bool both = analysis.prediction && analysis.runs() && !analysis.runs()->isThroughput && project.plan.steps;
    if (!both)
        return;
    if (worth.curve == CurveKind::Predicted) {
        ScalingCurve curve = curveOf(*analysis.runs());
        curve.workersPerNode = workersOnNode(project.target);
        MeasuredSpec dots{.key = QStringLiteral("measured"), .name = CostTr::tr("measured"), .role = Role::Ink};
        for (const MoneyPoint& point : moneyPoints(curve, worth.priceUsdPerHour)) {
            dots.x.push_back(point.timeS);
            dots.y.push_back(point.costUsd);
        }
        spec.measured.push_back(std::move(dots));
        return;
    }
    const int reach = worth.choice.points.back().p;
    SeriesSpec ghost{.key = QStringLiteral("predicted"),
                     .name = CostTr::tr("predicted"),
                     .label = CostTr::tr("predicted"),
                     .role = Role::Money,
                     .line = LineStyle::Dashed,
                     .ghost = true};
    std::vector<MoneyPoint> points =
        moneyPoints(curveOf(*analysis.prediction, reach), worth.priceUsdPerHour, analysis.model->steps);
    std::stable_sort(points.begin(), points.end(),
                     [](const MoneyPoint& a, const MoneyPoint& b) { return a.timeS < b.timeS; });
    for (const MoneyPoint& point : points)
        if (point.costUsd <= highestUsd &&
            (ghost.y.empty() || point.costUsd < ghost.y.back())) {  // what is no slower and no dearer
            ghost.x.push_back(point.timeS);
            ghost.y.push_back(point.costUsd);
        }
    // Named beyond the fastest run, where no other label stands; the rest goes on without a name.
    const double fastest = worth.choice.at(worth.choice.hull.back().p)->timeS;
    const auto beyond = std::lower_bound(ghost.x.begin(), ghost.x.end(), fastest) - ghost.x.begin();
    if (beyond > 1 && beyond < static_cast<std::ptrdiff_t>(ghost.x.size())) {
        SeriesSpec rest = ghost;
        rest.key = QStringLiteral("predicted-within");
        rest.label.clear();
        rest.x.erase(rest.x.begin(), rest.x.begin() + beyond - 1);
        rest.y.erase(rest.y.begin(), rest.y.begin() + beyond - 1);
        ghost.x.resize(static_cast<std::size_t>(beyond));
        ghost.y.resize(static_cast<std::size_t>(beyond));
        spec.series.push_back(std::move(rest));
    }
    spec.series.push_back(std::move(ghost));
}

void addPoints(ChartSpec& spec, const Analysis& analysis, const Worth& worth, double highestUsd)
{
    const std::optional<int> plan = analysis.plannedP();
    const std::optional<int> right = worth.rightP();
    const std::vector<int> marked = markedP(worth, analysis);
    std::set<int> winners;  // of each it is said once whom it beats; the dotted lines say the rest
    for (const int p : marked) {
        if (p > drawnTo(worth, analysis))
            break;
        const MoneyPoint& point = *worth.choice.at(p);
        QStringList words;
        words << (plan == p ? CostTr::tr("plan p %1") : CostTr::tr("p %1")).arg(p);
        if (p == worth.choice.hull.back().p)
            words << CostTr::tr("fastest");
        if (p == worth.choice.hull.front().p)
            words << CostTr::tr("cheapest");
        if (p == right && plan != p && worth.hourValueUsd)
            words << CostTr::tr("best");
        const bool fails = !point.runs.mostSucceeded();
        const bool above = point.costUsd > highestUsd;
        if (above)
            words.back() += QStringLiteral(" ↑ ") + money(point.costUsd);
        PointSpec spot{.id = plan == p ? QString::fromLatin1(planHandle) : QStringLiteral("p%1").arg(p),
                       .x = point.timeS,
                       .y = std::min(point.costUsd, highestUsd),
                       .label = words.join(QStringLiteral(" · ")),
                       .role = point.dominatedBy || !point.within || fails ? Role::Faint : Role::Money,
                       .filled = !point.dominatedBy && point.within && !fails,
                       .draggable = plan == p,
                       // a prediction's doublings crowd at its fast end: those that are nobody's answer give way
                       .labelOptional = worth.curve == CurveKind::Predicted && words.size() == 1 && plan != p};
        const bool named = words.size() > 1 || plan == p;  // what the others take the axes show
        spot.subLabel = fails                                       ? qt(failureText(point.runs, p))
                        : point.dominatedBy                         ? (winners.insert(*point.dominatedBy).second
                                                                           ? CostTr::tr("p %1 beats it").arg(*point.dominatedBy)
                                                                           : QString())
                        : !named                                    ? QString()
                        : p > analysis.workersAvailable.value_or(p) ? CostTr::tr("more machines than available")
                        : !point.within                             ? CostTr::tr("misses a goal")
                                        : CostTr::tr("%1 · %2").arg(seconds(point.timeS), money(point.costUsd));
        spec.points.push_back(std::move(spot));
    }
}

struct Ends {
    double low = 0, high = 0, top = 0, bottom = 0;
    bool logTime = false, logCost = false;
};

Ends endsOf(const ChartSpec& spec)
{
    Ends ends{.low = INFINITY, .bottom = INFINITY};
    const auto take = [&](const std::vector<double>& x, const std::vector<double>& y) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            ends.low = std::min(ends.low, x[i]);
            ends.high = std::max(ends.high, x[i]);
            ends.top = std::max(ends.top, y[i]);
            ends.bottom = std::min(ends.bottom, y[i]);
        }
    };
    for (const SeriesSpec& series : spec.series)
        take(series.x, series.y);
    for (const PointSpec& point : spec.points)
        take({point.x}, {point.y});
    ends.logTime = wantsLogAxis({ends.low, ends.high});
    ends.logCost = wantsLogAxis({ends.bottom, ends.top});
    return ends;
}

/// Its line touches the hull; the handle is on it, right of where it touches.
void addHour(ChartSpec& spec, const Worth& worth, const Ends& ends, std::optional<double> handleS)
{
    if (worth.choice.ranges.empty() || !worth.hourValueUsd)
        return;
    const double value = *worth.hourValueUsd;
    const MoneyPoint& right = *worth.choice.at(worth.choice.rightAt(value)->p);
    const double from = ends.logTime ? ends.low : ends.low - 0.05 * (ends.high - ends.low), to = ends.high;
    const double least = ends.logCost ? ends.bottom : 0;
    const auto at = [&](double time) { return touchingCostUsd(worth.choice, value, time); };
    const auto inside = [&](double time) { return time > right.timeS && time <= to && at(time) >= least; };
    double handle = handleS.value_or(0);
    if (!inside(handle)) {
        handle = ends.logTime ? std::sqrt(right.timeS * to) : right.timeS + 0.5 * (to - right.timeS);
        for (int i = 0; i < 12 && at(handle) < std::max(least, 0.1 * right.costUsd); ++i)
            handle = right.timeS + 0.7 * (handle - right.timeS);
    }
    SeriesSpec line{.key = QStringLiteral("hour"),
                    .name = CostTr::tr("the touching line"),
                    .role = Role::Ink,
                    .width = 1.2,
                    .line = LineStyle::Dashed};
    // As far as it lies in the plane: cut where it leaves above and below.
    for (int i = 0; i <= 200; ++i) {
        const double time = ends.logTime ? from * std::pow(to / from, i / 200.0) : from + (to - from) * i / 200;
        if (at(time) >= least && at(time) <= 1.05 * ends.top) {
            line.x.push_back(time);
            line.y.push_back(at(time));
        }
    }
    spec.series.push_back(std::move(line));
    spec.points.push_back(
        {.id = QString::fromLatin1(hourHandle),
         .x = handle,
         .y = std::max(least, at(handle)),
         .label = CostTr::tr("an hour at %1").arg(money(value)),
         // at nothing it is the cheapest's own cost, which stands there
         .subLabel = value > 0
                         ? CostTr::tr("everything on this line costs %1").arg(money(leastTotalUsd(worth.choice, value)))
                         : QString(),
         .role = Role::Ink,
         .filled = false,
         .draggable = true});
}

Cell cell(const std::optional<double>& value)
{
    Cell out;
    if (value)
        out = *value;
    return out;
}

std::string word(const QString& text)
{
    return text.toStdString();
}

/// The book's exchange rate, with the two p that it is between.
QString exchangeText(const Worth& worth, const Analysis& analysis)
{
    if (!worth.cost.bought)
        return sentenceCase(qt(worth.cost.exchange));
    const QString text = CostTr::tr("p %1 to %2: %3× the cost, %4× faster")
                             .arg(worth.cost.costOptimalP)
                             .arg(worth.cost.fastestP)
                             .arg(number(worth.cost.bought->first), number(worth.cost.bought->second));
    const bool doubted = worth.curve == CurveKind::Measured && !analysis.ladder->measured->scalingDoubt.empty();
    return doubted ? text + QStringLiteral(". ") + qt(analysis.ladder->measured->scalingDoubt) : text;
}

/// What work the measured times are priced for; empty where it is the run itself.
QString workText(const Project& project, const MeasuredLadder& ladder)
{
    if (ladder.isThroughput)
        return CostTr::tr("of one unit of work");
    if (ladder.timesOfRun > 0)
        return (ladder.scaling == Scaling::Weak ? CostTr::tr("the work of one worker’s %1 steps at the measured rate")
                                                : CostTr::tr("a run of %1 steps at the measured rate"))
            .arg(number(project.plan.steps->value));
    return ladder.scaling == Scaling::Weak ? CostTr::tr("of the work of p = %1").arg(ladder.baseP) : QString();
}

/// "one run", "one step", "one unit of work", "one measured time".
QString oneOf(const Worth& worth)
{
    const QString work = qt(worth.work);
    return work.startsWith(QLatin1String("a ")) ? CostTr::tr("one %1").arg(work.mid(2)) : work;
}

}  // namespace

ChartSpec moneyChart(const Project& project, const Analysis& analysis, const Worth& worth,
                     std::optional<double> handleS)
{
    ChartSpec spec;
    spec.wholeX = false;
    spec.x = {.title = CostTr::tr("%1 takes").arg(oneOf(worth)),
              .numbers = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Time}};
    spec.y = {.title = CostTr::tr("cost"),
              .numbers = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Money}};
    if (worth.choice.hull.empty()) {
        spec.emptyText = CostTr::tr("No p ever finishes its run.");
        return spec;
    }
    const int most = drawnTo(worth, analysis);
    spec.series.push_back(hullSeries(worth, most));
    const double highestUsd = highestDrawnUsd(worth, analysis);
    addDominated(spec, worth, most, highestUsd);
    addOther(spec, project, analysis, worth, highestUsd);
    addPoints(spec, analysis, worth, highestUsd);
    const Ends ends = endsOf(spec);
    const double margin = std::max(0.04 * (ends.high - ends.low), 0.02 * ends.high);
    constexpr double logMargin = 1.15;
    spec.x.low = ends.logTime ? ends.low / logMargin : std::max(0.0, ends.low - 3 * margin);
    spec.x.high = ends.logTime ? ends.high * logMargin : ends.high + margin;
    spec.y.low = ends.logCost ? ends.bottom / logMargin : 0;
    spec.y.high = ends.logCost ? ends.top * logMargin * logMargin : 1.12 * std::max(ends.top, 1e-12);
    if (ends.logTime)
        spec.x.scale = AxisScale::Log10;
    if (ends.logCost)
        spec.y.scale = AxisScale::Log10;
    addHour(spec, worth, {*spec.x.low, ends.high, ends.top, *spec.y.low, ends.logTime, ends.logCost}, handleS);
    // Of times that nobody said are of a run no goal is judged.
    const bool ofRun = !worth.ofAStep && (worth.curve == CurveKind::Predicted || analysis.runs()->runUnknown.empty());
    if (project.goal.deadlineS && ofRun) {
        const double deadline = project.goal.deadlineS->value;
        if (deadline > *spec.x.low && deadline < *spec.x.high)
            spec.markers.push_back({.id = QString::fromLatin1(deadlineHandle),
                                    .x = deadline,
                                    .label = CostTr::tr("deadline %1").arg(seconds(deadline)),
                                    .role = Role::Warning,
                                    .draggable = true});
    }
    if (project.goal.budgetUsd && ofRun && project.goal.budgetUsd->value < *spec.y.high)
        spec.series.push_back({.key = QStringLiteral("budget"),
                               .name = CostTr::tr("budget"),
                               .label = CostTr::tr("budget %1").arg(money(project.goal.budgetUsd->value)),
                               .x = {*spec.x.low, *spec.x.high},
                               .y = {project.goal.budgetUsd->value, project.goal.budgetUsd->value},
                               .role = Role::Warning,
                               .width = 1.2,
                               .line = LineStyle::Dashed});
    return spec;
}

QString ofCurve(CurveKind curve, const QString& caption, bool assumed)
{
    const QString word = curve != CurveKind::Measured ? CostTr::tr("Predicted, not measured")
                         : assumed                    ? CostTr::tr("An assumed ladder, not measured")
                                                      : CostTr::tr("Measured");
    return caption.isEmpty() ? word : word + QStringLiteral(" · ") + caption;
}

FigureTexts moneyTexts(const Project& project, const Analysis& analysis, const Worth& worth)
{
    FigureTexts texts{.title = CostTr::tr("Time against cost, %1").arg(oneOf(worth)),
                      .caption = ofCurve(worth.curve, exchangeText(worth, analysis), worth.assumed),
                      .summary = {},
                      .says = exchangeText(worth, analysis)};
    const MeasuredLadder* ladder = analysis.runs();
    const bool measured = worth.curve == CurveKind::Measured;
    if (const std::optional<Choice> other =
            choiceOn(project, analysis, ladder, measured ? CurveKind::Predicted : CurveKind::Measured)) {
        const std::string difference = differenceText(measured ? *other : worth.choice,
                                                      measured ? worth.choice : *other, worth.hourValueUsd.value_or(0));
        if (!difference.empty())
            texts.caption += QStringLiteral(" · ") + qt(difference);
    }
    if (!measured && analysis.model) {
        for (const std::string& part : modelParts(*analysis.model, false))
            texts.caption += QStringLiteral(" · ") + qt(part);
        texts.caption += QStringLiteral(" · ") + CostTr::tr("the cost of %1").arg(qt(runOf(*analysis.model)));
    }
    if (measured)
        if (const QString work = workText(project, *ladder); !work.isEmpty())
            texts.caption += QStringLiteral(" · ") + work;
    texts.caption += QStringLiteral(" · ") + CostTr::tr("%1 a node-hour, on demand").arg(money(worth.priceUsdPerHour));
    if (const int held = workersOnNode(project.target); held > 1)
        texts.caption += QStringLiteral(" · ") + CostTr::tr("%1 workers a node").arg(held);
    QStringList sentences;
    for (const RightRange& range : worth.choice.ranges)
        if (worth.choice.ranges.size() <= 12 || range.p == worth.rightP())
            sentences << qt(rightText(worth.choice, range.p));
    texts.summary = sentences.join(QStringLiteral("; "));
    return texts;
}

Table moneyTable(const Worth& worth)
{
    Table table;
    table.columns = {{"p", "p", "", 0},
                     {"t", "T_p", "s", -1},
                     {"speedup", "S", "", 2},
                     {"efficiency", "E", "", 2},
                     {"cost", word(CostTr::tr("cost")), "USD", -1},
                     {"comm_percent", word(CostTr::tr("comm")), "%", 1},
                     {"idle_percent", word(CostTr::tr("idle")), "%", 1},
                     {"speedup_per_dollar", "dS/dCost", "1/USD", 2},
                     {"from", word(CostTr::tr("right from")), "USD/h", 2},
                     {"to", word(CostTr::tr("to")), "USD/h", 2}};
    const auto percentOf = [](const std::optional<double>& share) {
        return cell(share ? std::optional(100 * *share) : std::nullopt);
    };
    for (std::size_t i = 0; i < worth.cost.rows.size(); ++i) {
        const CostRow& row = worth.cost.rows[i];
        const auto range = std::find_if(worth.choice.ranges.begin(), worth.choice.ranges.end(),
                                        [&](const RightRange& each) { return each.p == row.p; });
        const bool right = range != worth.choice.ranges.end();
        table.rows.push_back({static_cast<double>(row.p), row.timeS, row.speedup, row.efficiency, row.costUsd,
                              percentOf(row.commShare), percentOf(row.idleShare),
                              cell(i > 0 ? worth.cost.marginal[i - 1].speedupPerUsd : std::nullopt),
                              cell(right ? std::optional(range->fromUsdPerHour) : std::nullopt),
                              cell(right ? range->toUsdPerHour : std::nullopt)});
    }
    return table;
}

WordTable::Content regimeContent(const Worth& worth)
{
    WordTable::Content content;
    content.table.columns = {{"regime", "", "", -1},
                             {"price", word(CostTr::tr("node-hour")), "", -1},
                             {"right_p", word(CostTr::tr("right p")), "", 0},
                             {"time", word(oneOf(worth)), "", -1},
                             {"cost", word(CostTr::tr("cost")), "", -1},
                             {"why", word(CostTr::tr("why")), "", -1}};
    content.widths = {1.35, 0.9, 0.6, 0.75, 0.8, 2.6};
    for (const RegimeWorth& each : worth.regimes) {
        const QString name = each.regime == Regime::OnDemand ? CostTr::tr("on demand")
                             : each.regime == Regime::Spot   ? CostTr::tr("spot")
                                                             : CostTr::tr("owned");
        const MoneyPoint* at = each.rightP ? each.choice->at(*each.rightP) : nullptr;
        std::vector<Cell> row{word(name),
                              word(!each.price.priceUsdPerHour ? QStringLiteral("–")
                                   : each.price.assumed && !each.pricedByP
                                       ? CostTr::tr("%1, assumed").arg(money(*each.price.priceUsdPerHour))
                                       : money(*each.price.priceUsdPerHour)),
                              cell(each.rightP ? std::optional<double>(*each.rightP) : std::nullopt),
                              word(at ? seconds(at->timeS) : QStringLiteral("–")),
                              word(at ? money(at->costUsd) : QStringLiteral("–")),
                              word(each.choice ? qt(each.why) : qt(each.price.note))};
        content.table.rows.push_back(std::move(row));
        content.soft.push_back(each.regime != Regime::OnDemand && !each.rightP);
    }
    return content;
}

WordTable::Content marginalContent(const Worth& worth)
{
    WordTable::Content content;
    constexpr double manyFolds = 1e4;  // of a step that costs next to nothing
    const bool many = std::any_of(worth.cost.marginal.begin(), worth.cost.marginal.end(), [](const MarginalStep& step) {
        return std::abs(step.speedupPerUsd.value_or(0)) >= manyFolds;
    });
    content.table.columns = {{"step", word(CostTr::tr("step")), "", -1},
                             {"d_speedup", "dS", "", 2},
                             {"d_cost", "dCost", "USD", -1},
                             {"speedup_per_dollar", "dS/dCost", "1/USD", many ? -1 : 2},
                             {"note", "", "", -1}};
    content.widths = {0.9, 0.7, 0.9, 1.1, 2};
    for (const MarginalStep& step : worth.cost.marginal) {
        if (content.table.rows.size() >= 8)
            break;  // a prediction's doublings go on and on beyond its fastest
        content.table.rows.push_back({word(QStringLiteral("%1 → %2").arg(step.from).arg(step.to)), step.speedupGain,
                                      step.costUsd, cell(step.speedupPerUsd), word(qt(step.note))});
        content.soft.push_back(step.speedupPerUsd && *step.speedupPerUsd < 0);
    }
    return content;
}

Table rangesTable(const Worth& worth)
{
    Table table;
    table.columns = {{"p", "p", "", 0},
                     {"from", word(CostTr::tr("from")), "USD/h", 2},
                     {"to", word(CostTr::tr("to")), "USD/h", 2},
                     {"low", word(CostTr::tr("at least")), "USD/h", 2},
                     {"high", word(CostTr::tr("at most")), "USD/h", 2}};
    for (const RightRange& range : worth.choice.ranges)
        table.rows.push_back({static_cast<double>(range.p), range.fromUsdPerHour, cell(range.toUsdPerHour),
                              cell(range.doubt ? std::optional(range.doubt->low) : std::nullopt),
                              cell(range.doubt ? range.doubt->high : std::nullopt)});
    return table;
}

QString moneyBasis(const Analysis& analysis, const Worth& worth)
{
    QStringList parts;
    if (worth.curve == CurveKind::Measured) {
        const MeasuredLadder& ladder = *analysis.runs();
        if (!ladder.name.empty())
            parts << qt(ladder.name);
        const auto repeats = std::minmax_element(ladder.rungs.begin(), ladder.rungs.end(),
                                                 [](const Rung& a, const Rung& b) { return a.repeats < b.repeats; });
        parts << (worth.assumed                  ? CostTr::tr("an assumed ladder")
                  : repeats.second->repeats == 1 ? CostTr::tr("measured, one run at each p")
                  : repeats.first->repeats == repeats.second->repeats
                      ? CostTr::tr("measured, %1 runs at each p").arg(repeats.first->repeats)
                      : CostTr::tr("measured, %1 to %2 runs at each p")
                            .arg(repeats.first->repeats)
                            .arg(repeats.second->repeats));
    } else {
        parts << CostTr::tr("predicted");
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace scalewright::ui
