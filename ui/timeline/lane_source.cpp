#include "ui/timeline/lane_source.h"

#include <algorithm>

#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct LanesTr {
    Q_DECLARE_TR_FUNCTIONS(Lanes)
};

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto part = [&](double x, double y) { return static_cast<float>(x + (y - x) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

}  // namespace

std::int64_t LaneSource::shiftOf(const LaneSource& other, std::int64_t from) const
{
    if (steps.empty() || other.steps.empty())
        return 0;
    const auto at = std::upper_bound(steps.begin(), steps.end(), from,
                                     [](std::int64_t time, const StepMark& step) { return time < step.to; });
    const auto index =
        std::min({static_cast<std::size_t>(at - steps.begin()), steps.size() - 1, other.steps.size() - 1});
    return steps[index].from - other.steps[index].from;
}

QString sharesText(const std::array<double, doingCount>& ticks, double all)
{
    QStringList parts;
    double busy = 0;
    for (std::size_t i = 0; i < doingCount; ++i) {
        if (ticks[i] > 0)
            parts << LanesTr::tr("%1 %2").arg(doingTitle(static_cast<Doing>(i)), shareText(ticks[i] / all));
        if (static_cast<Doing>(i) != Doing::Hidden)
            busy += ticks[i];
    }
    if (all - busy > 0.0005 * all)
        parts << LanesTr::tr("idle %1").arg(shareText((all - busy) / all));
    return parts.join(QStringLiteral(", "));
}

QString sharesText(const std::vector<std::vector<DetailSpan>>& bars, std::int64_t from, std::int64_t to)
{
    std::array<double, doingCount> all{};
    for (const auto& bar : bars) {
        const auto ticks = ticksWithin(bar, from, to);
        for (std::size_t i = 0; i < doingCount; ++i)
            all[i] += static_cast<double>(ticks[i]);
    }
    return sharesText(all, static_cast<double>(std::max<std::int64_t>(1, to - from)) *
                               static_cast<double>(std::max<std::size_t>(1, bars.size())));
}

QColor colorOf(Doing what, const Look& look)
{
    switch (what) {
    case Doing::Compute: return look.color(Role::Compute);
    case Doing::Communication: return look.color(Role::Communication);
    case Doing::Hidden: return mixed(look.color(Role::Communication), look.color(Role::Card), 0.45);
    case Doing::Waiting: return look.color(Role::Waiting);
    case Doing::Memory: return mixed(look.color(Role::Compute), look.color(Role::Card), 0.5);
    case Doing::InputOutput: return look.color(Role::InputOutput);
    case Doing::Coordination: return look.color(Role::Soft);
    case Doing::Checkpoint: return mixed(look.color(Role::InputOutput), look.color(Role::Card), 0.45);
    case Doing::Failure: return look.color(Role::Warning);
    case Doing::Unknown: break;
    }
    return look.color(Role::Hairline);
}

QString seconds(double value)
{
    return amount(value, Dimension::Time);
}

QString doingTitle(Doing what)
{
    return qt(titleOf(what));
}

}  // namespace scalewright::ui
