#include "ui/cost/hour_bar.h"

#include <QFontMetricsF>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

#include "ui/cost/money_chart.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double leastSeen = 4;  ///< pixels; what is thinner is drawn as one with its neighbours

double barHeight(const Look& look)
{
    return std::round(2.1 * look.font(TextStyle::Label).pixelSize());
}

/// One rectangle of the bar: a range, or several next to each other that are too thin to see.
struct Segment {
    std::size_t first = 0, last = 0;  ///< in Choice::ranges
    double from = 0, to = 0;
};

/// `shareOf`: where a border lies, 0 to 1. The range of `right`, drawn strongest, stands alone.
template <class Share>
std::vector<Segment> segmentsOf(const Choice& choice, int right, double width, Share shareOf)
{
    std::vector<Segment> segments;
    bool thinBefore = false;
    for (std::size_t i = 0; i < choice.ranges.size(); ++i) {
        const RightRange& range = choice.ranges[i];
        const double from = i == 0 ? 0 : shareOf(range.fromUsdPerHour) * width;
        const double to = range.toUsdPerHour ? shareOf(*range.toUsdPerHour) * width : width;
        const bool thin = to - from < leastSeen && range.p != right;
        if (thin && thinBefore) {
            segments.back().last = i;
            segments.back().to = to;
        } else {
            segments.push_back({i, i, from, to});
        }
        thinBefore = thin;
    }
    return segments;
}

}  // namespace

HourBar::HourBar(QWidget* parent) : FigureView(QSizePolicy::Fixed, parent)
{
    setCursor(Qt::SizeHorCursor);
}

void HourBar::setWorth(const std::optional<Worth>& worth, const QString& why, std::optional<int> plan)
{
    m_worth = worth;
    m_why = why;
    m_plan = plan;
    contentChanged();
}

std::optional<int> HourBar::strongest() const
{
    if (!m_worth || m_worth->choice.ranges.empty())
        return std::nullopt;
    const auto& ranges = m_worth->choice.ranges;
    const bool drawn =
        std::any_of(ranges.begin(), ranges.end(), [&](const RightRange& each) { return each.p == m_plan; });
    return drawn ? m_plan : m_worth->choice.rightAt(m_worth->hourValueUsd.value_or(0))->p;
}

double HourBar::Scale::share(double value) const
{
    return value <= 0 ? 0 : std::clamp(std::log(value / low) / std::log(high / low), 0.0, 1.0);
}

double HourBar::Scale::value(double share) const
{
    return share <= 0 ? 0 : low * std::pow(high / low, std::min(share, 1.0));
}

HourBar::Scale HourBar::scale() const
{
    if (m_held)
        return *m_held;
    Scale scale;
    if (!m_worth || m_worth->choice.ranges.size() < 2)
        return scale;
    const auto& ranges = m_worth->choice.ranges;
    const double least = std::max(1e-9, *ranges.front().toUsdPerHour),
                 most = std::max(1e-9, ranges.back().fromUsdPerHour);
    const double room = std::max(4.0, std::pow(most / least, 0.25));
    scale.low = least / room;
    scale.high = most * room;
    const double now = m_worth->hourValueUsd.value_or(0);
    if (now > 0) {
        scale.low = std::min(scale.low, now / 2);
        scale.high = std::max(scale.high, now * 2);
    }
    return scale;
}

std::size_t HourBar::drawnParts(double width) const
{
    if (!m_worth || m_worth->choice.ranges.empty())
        return 0;
    const Scale map = scale();
    const int right = strongest().value_or(1);
    return segmentsOf(m_worth->choice, right, width, [&](double value) { return map.share(value); }).size();
}

FigureTexts HourBar::texts() const
{
    FigureTexts texts{.title = tr("What an hour of waiting is worth"),
                      .caption = {},
                      .summary = m_why};  // where there is no bar, its place says why
    if (!m_worth || m_worth->choice.ranges.empty())
        return texts;
    const double now = m_worth->hourValueUsd.value_or(0);
    const std::string range = rightText(m_worth->choice, m_worth->choice.rightAt(now)->p);
    texts.caption =
        now > 0 ? tr("At %1 an hour: %2.").arg(amount(now, Dimension::Money), qt(range))
        : m_worth->choice.limited()
            ? tr("An hour has no price yet: of those that meet the goals the cheapest is best: %1.").arg(qt(range))
            : tr("An hour has no price yet: the cheapest is best: %1.").arg(qt(range));
    texts.summary = texts.caption;
    texts.caption = ofCurve(m_worth->curve, texts.caption, m_worth->assumed);
    return texts;
}

Table HourBar::table() const
{
    return m_worth ? rangesTable(*m_worth) : Table{};
}

void HourBar::render(QCPPainter& given, const QSizeF& size, const Look& look) const
{
    QPainter& painter = plainPainter(given);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont bold = look.font(TextStyle::Label, true), small = look.font(TextStyle::Small);
    if (!m_worth || m_worth->choice.ranges.empty()) {
        painter.setFont(look.font(TextStyle::Label));
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_why);
        return;
    }
    const Choice& choice = m_worth->choice;
    const Scale map = scale();
    const double width = size.width() - 2, top = 6, high = barHeight(look);
    std::optional<double> line;
    if (m_worth->hourValueUsd)
        line = std::clamp(map.share(*m_worth->hourValueUsd) * width, 1.0, width);
    const int right = strongest().value_or(1);
    const QFontMetricsF letters(bold), numbers(small);
    struct Tag {
        double at = 0;
        QString text;
        bool border = true;
    };
    std::vector<Tag> tags;  // the plan's first: what does not fit beside them is left out
    const auto money = [](double usd) { return amount(usd, Dimension::Money); };
    const auto shareOf = [&](double value) { return map.share(value); };
    const std::vector<Segment> segments = segmentsOf(choice, right, width, shareOf);
    bool pale = false;
    for (const auto& [first, last, from, to] : segments) {
        const RightRange& range = choice.ranges[last];
        pale = !pale;
        QColor fill = look.color(Role::Money);
        fill.setAlphaF(range.p == right ? 0.9F : pale ? 0.30F : 0.42F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRect(QRectF(from + (first == 0 ? 0 : 1), top, std::max(0.5, to - from - 1), high));
        const QString name =
            first == last ? tr("p %1").arg(range.p) : tr("p %1 to %2").arg(choice.ranges[first].p).arg(range.p);
        // The hour's line does not strike it through: it stands in the larger part beside it.
        double nameFrom = from, nameTo = to;
        if (line && *line > from && *line < to)
            (*line - from > to - *line ? nameTo : nameFrom) = *line;
        const bool fits = letters.horizontalAdvance(name) + 8 < nameTo - nameFrom;
        if (fits) {
            painter.setFont(bold);
            painter.setPen(range.p == right ? QColor(0x1B, 0x1B, 0x1A) : look.color(Role::Ink));
            painter.drawText(QRectF(nameFrom, top, nameTo - nameFrom, high), Qt::AlignCenter, name);
        }
        if (range.p != right)
            continue;
        if (!fits && range.toUsdPerHour) {
            tags.push_back({(from + to) / 2,
                            tr("%1: %2 to %3").arg(name, money(range.fromUsdPerHour), money(*range.toUsdPerHour)),
                            false});
        } else {
            if (first > 0)
                tags.push_back({from, money(range.fromUsdPerHour)});
            if (range.toUsdPerHour)
                tags.push_back({to, money(*range.toUsdPerHour)});
        }
    }
    for (const Segment& segment : segments)
        if (const std::optional<double>& border = choice.ranges[segment.last].toUsdPerHour)
            tags.push_back({segment.to, money(*border)});
    std::vector<QRectF> taken;
    painter.setFont(small);
    for (const Tag& tag : tags) {
        const double wide = numbers.horizontalAdvance(tag.text) + 4;
        const QRectF place(std::clamp(tag.at - wide / 2, 0.0, std::max(0.0, width - wide)), top + high + 4, wide,
                           numbers.height() + 2);
        if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) {
                return place.left() < other.right() + 2 && other.left() < place.right() + 2;
            }))
            continue;
        taken.push_back(place);
        painter.setPen(look.color(tag.border ? Role::Soft : Role::Ink));
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop, tag.text);
        painter.setPen(look.color(Role::Faint));
        painter.drawLine(QPointF(tag.at, top + high), QPointF(tag.at, top + high + 4));
    }
    if (!line)
        return;
    painter.setPen(QPen(look.color(Role::Ink), 2));
    painter.drawLine(QPointF(*line, 1), QPointF(*line, top + high + 5));
}

QSize HourBar::sizeHint() const
{
    const Look& look = Theme::instance().look();
    return {static_cast<int>(320 * look.typeScale),
            static_cast<int>(barHeight(look) + 1.6 * look.font(TextStyle::Small).pixelSize() + 14)};
}

void HourBar::drag(double x, EditPhase phase)
{
    if (!m_worth || m_worth->choice.ranges.size() < 2)
        return;
    const double raw = scale().value(x / std::max(1, width() - 2));
    const double grid = raw > 0 ? std::pow(10.0, std::floor(std::log10(raw)) - 1) : 1;  // two digits, as sliders give
    Q_EMIT valueDragged(raw > 0 ? std::round(raw / grid) * grid : 0, phase);
}

void HourBar::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return FigureView::mousePressEvent(event);
    m_held = scale();
    drag(event->position().x(), EditPhase::Begin);
}

void HourBar::mouseMoveEvent(QMouseEvent* event)
{
    if (m_held)
        drag(event->position().x(), EditPhase::Move);
}

void HourBar::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_held)
        return FigureView::mouseReleaseEvent(event);
    drag(event->position().x(), EditPhase::End);
    m_held.reset();
    update();
}

}  // namespace scalewright::ui
