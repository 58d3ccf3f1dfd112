// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_source.h"

#include <QPainter>

#include <algorithm>
#include <limits>
#include <numeric>

#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

std::int64_t LaneSource::alignmentShift(const LaneSource& other, std::int64_t from) const
{
    if (steps.empty() || other.steps.empty())
        return 0;
    const auto position = std::upper_bound(steps.begin(), steps.end(), from,
                                           [](std::int64_t time, const StepMark& step) { return time < step.toTick; });
    const auto index =
        std::min({static_cast<std::size_t>(position - steps.begin()), steps.size() - 1, other.steps.size() - 1});
    return steps[index].fromTick - other.steps[index].fromTick;
}

QString sharesText(const std::array<double, activityCount>& ticks, double total)
{
    QStringList parts;
    double busy = 0;
    for (std::size_t i = 0; i < activityCount; ++i) {
        if (ticks[i] > 0)
            parts << Tr::tr("%1 %2").arg(activityTitle(static_cast<Activity>(i)), shareAsPercent(ticks[i] / total));
        if (static_cast<Activity>(i) != Activity::HiddenCommunication)
            busy += ticks[i];
    }
    if (total - busy > 0.0005 * total)
        parts << Tr::tr("%1 %2").arg(idleTitle(), shareAsPercent((total - busy) / total));
    return parts.join(QStringLiteral(", "));
}

void LaneSource::listActivities(const Bars& bars)
{
    constexpr double visibleShare = 0.005;
    std::array<bool, activityCount> isVisible{};
    for (const auto& bar : bars) {
        auto& [from, to] = m_barRanges.emplace_back(bar.empty() ? 0 : bar.front().fromNs, 0);
        std::array<std::int64_t, activityCount> ticks{};
        for (const DetailSpan& span : bar) {
            ticks[span.colour] += span.toNs - span.fromNs;
            from = std::min(from, span.fromNs);
            to = std::max(to, span.toNs);
        }
        const std::int64_t busy = std::accumulate(ticks.begin(), ticks.end(), std::int64_t{0});
        const double visible = visibleShare * static_cast<double>(to - from);
        m_hasIdleTime = m_hasIdleTime || static_cast<double>(to - from - busy) > visible;
        for (std::size_t i = 0; i < activityCount; ++i)
            isVisible[i] = isVisible[i] || static_cast<double>(ticks[i]) > visible;
    }
    for (std::size_t i = 0; i < activityCount; ++i)
        if (isVisible[i])
            occurringActivities.push_back(static_cast<Activity>(i));
}

std::int64_t LaneSource::barsEndTick() const
{
    std::int64_t end = 0;
    for (const auto& [from, to] : m_barRanges)
        end = std::max(end, to);
    return end > 0 ? end : endTick;
}

void LaneSource::setBars(Bars bars)
{
    listActivities(bars);
    m_bars = std::move(bars);
}

std::array<double, activityCount> LaneSource::secondsOfBar(std::size_t lane) const
{
    using Limits = std::numeric_limits<std::int64_t>;
    const auto ticks = ticksByActivity(m_bars[lane], Limits::min() / 2, Limits::max() / 2);
    std::array<double, activityCount> seconds{};
    for (std::size_t i = 0; i < activityCount; ++i)
        seconds[i] = static_cast<double>(ticks[i]) * secondsPerTick;
    return seconds;
}

bool LaneSource::NextHit::isWanted(const DetailSpan& span) const
{
    return !first || span.fromNs < first->span.fromNs ||
           (span.fromNs > after && (!next || span.fromNs < next->span.fromNs));
}

void LaneSource::NextHit::offer(const SpanHit& hit)
{
    if (hit.span.fromNs > after && (!next || hit.span.fromNs < next->span.fromNs))
        next = hit;
    if (!first || hit.span.fromNs < first->span.fromNs)
        first = hit;
}

QString LaneSource::sharesSummary(std::int64_t from, std::int64_t to) const
{
    std::array<double, activityCount> totals{};
    for (const auto& bar : m_bars) {
        const auto ticks = ticksByActivity(bar, from, to);
        for (std::size_t i = 0; i < activityCount; ++i)
            totals[i] += static_cast<double>(ticks[i]);
    }
    return sharesText(totals, static_cast<double>(std::max<std::int64_t>(1, to - from)) *
                                  static_cast<double>(std::max<std::size_t>(1, m_bars.size())));
}

QColor activityColor(Activity activity, const VisualStyle& look)
{
    switch (activity) {
    case Activity::Compute: return look.color(ColorRole::Compute);
    case Activity::Communication: return look.color(ColorRole::Communication);
    case Activity::HiddenCommunication:
        return blendColors(look.color(ColorRole::Communication), look.color(ColorRole::Card), 0.55);
    case Activity::Waiting: return look.color(ColorRole::Waiting);
    case Activity::Memory: return blendColors(look.color(ColorRole::Compute), look.color(ColorRole::Card), 0.5);
    case Activity::InputOutput: return look.color(ColorRole::InputOutput);
    case Activity::Coordination: return look.color(ColorRole::SoftInk);
    case Activity::Checkpoint:
        return blendColors(look.color(ColorRole::InputOutput), look.color(ColorRole::Card), 0.55);
    case Activity::Failure: return look.color(ColorRole::Warning);
    case Activity::Unknown: break;
    }
    return look.color(ColorRole::Hairline);
}

void fillIdleBox(QPainter& painter, const QRectF& box, const VisualStyle& look)
{
    painter.fillRect(box, look.color(ColorRole::Hover));
    for (const double y : {box.top(), box.bottom() - 1})
        painter.fillRect(QRectF(box.left(), y, box.width(), 1), look.color(ColorRole::Hairline));
}

QString idleTitle()
{
    return Tr::tr("idle");
}

QString activityTitle(Activity activity)
{
    return toQString(titleOf(activity));
}

}  // namespace scalewright::ui
