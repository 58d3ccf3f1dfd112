#include "ui/diagnose/next_bars.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/words/diagnosis_words.h"

namespace scalewright::ui {

namespace {

/// "53 %"; a ceiling at 100 % or more binds too.
QString ratioText(double ratio)
{
    if (ratio >= 1)
        return NextBars::tr("binds too");
    const double percent = 100 * ratio;
    return percent > 0 && percent < 1 ? NextBars::tr("under 1 %")
                                      : NextBars::tr("%1 %").arg(std::min(99L, std::lround(percent)));
}

double rowHeight(const Look& look)
{
    return std::round(1.7 * look.font(TextStyle::Label).pixelSize());
}

}  // namespace

Role roleOf(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::Coordination: return Role::Communication;
    case Bottleneck::DataIo: return Role::InputOutput;
    case Bottleneck::Latency: return Role::Waiting;
    default: break;
    }
    return Role::Compute;
}

NextBars::NextBars(QWidget* parent) : FigureView(QSizePolicy::Fixed, parent) {}

void NextBars::setNext(std::vector<NextBottleneck> next, const QString& why, const QString& caption)
{
    m_all = std::move(next);
    // What is not near binding is no next limit; the table has it.
    m_shown.clear();
    std::copy_if(m_all.begin(), m_all.end(), std::back_inserter(m_shown),
                 [&](const NextBottleneck& each) { return each.ratio >= 0.01 || &each == &m_all.front(); });
    m_why = why;
    m_caption = caption;
    contentChanged();
}

FigureTexts NextBars::texts() const
{
    QStringList parts;
    for (const NextBottleneck& each : m_all)
        parts << tr("%1 %2").arg(ceilingText(each.bottleneck), ratioText(each.ratio));
    return {tr("What binds next"), m_caption,
            m_shown.empty()
                ? m_why
                : tr("How near the other ceilings are to binding: %1").arg(parts.join(QStringLiteral(", ")))};
}

Table NextBars::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    table.columns = {{"ceiling", tr("Ceiling").toStdString(), "", -1},
                     {"ratio", tr("Of what makes it bind").toStdString(), "%", 0},
                     {"share", tr("Of the nearest").toStdString(), "%", 0}};
    for (const NextBottleneck& each : m_all)
        table.rows.push_back({ceilingText(each.bottleneck).toStdString(), 100 * each.ratio, 100 * each.share});
    return table;
}

QSizeF NextBars::naturalSize() const
{
    return {560, 32 * std::max(1.0, static_cast<double>(m_shown.size()))};
}

void NextBars::render(QCPPainter& given, const QSizeF& size, const Look& look) const
{
    QPainter& painter = plainPainter(given);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = look.font(TextStyle::Label);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double row = std::max(rowHeight(look), size.height() / std::max(1.0, static_cast<double>(m_shown.size())));
    const auto baseline = [&](double top) { return std::round(top + (row + metrics.capHeight()) / 2); };
    if (m_shown.empty()) {
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QPointF(0, baseline(0)), metrics.elidedText(m_why, Qt::ElideRight, size.width()));
        return;
    }
    double labels = 0, values = 0;
    for (const NextBottleneck& each : m_shown) {
        labels = std::max(labels, metrics.horizontalAdvance(ceilingText(each.bottleneck)));
        values = std::max(values, metrics.horizontalAdvance(ratioText(each.ratio)));
    }
    const double left = labels + 12, track = std::max(8.0, size.width() - left - values - 14);
    const double thick = std::round(0.75 * font.pixelSize());
    double top = 0;
    for (const NextBottleneck& each : m_shown) {
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QPointF(0, baseline(top)), ceilingText(each.bottleneck));
        painter.setPen(look.color(Role::Ink));
        const QString value = ratioText(each.ratio);
        painter.drawText(QPointF(size.width() - metrics.horizontalAdvance(value) - 2, baseline(top)), value);
        painter.setPen(Qt::NoPen);
        const QRectF whole(left, std::round(top + (row - thick) / 2), track, thick);
        painter.setBrush(look.color(Role::Hover));
        painter.drawRoundedRect(whole, 2, 2);
        painter.setBrush(look.color(roleOf(each.bottleneck)));
        const double length = track * std::min(1.0, each.ratio);
        if (length > 0)
            painter.drawRoundedRect(QRectF(whole.topLeft(), QSizeF(std::max(2.0, length), thick)), 2, 2);
        top += row;
    }
}

QSize NextBars::sizeHint() const
{
    const Look& look = Theme::instance().look();
    return {static_cast<int>(260 * look.typeScale),
            static_cast<int>(std::max(1.0, static_cast<double>(m_shown.size())) * rowHeight(look))};
}

QSize NextBars::minimumSizeHint() const
{
    return {static_cast<int>(180 * Theme::instance().typeScale()), sizeHint().height()};
}

}  // namespace scalewright::ui
