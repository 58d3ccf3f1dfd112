// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure_view.h"

#include <QPainter>
#include <QSvgRenderer>

#include "core/output/chart/svg.h"

namespace scalewright::ui {

ChartStyle chartStyle(const VisualStyle& style)
{
    const auto size = [&](TextStyle text) { return static_cast<double>(style.font(text).pixelSize()); };
    return {size(TextStyle::Label), size(TextStyle::Small), style.scaledLength(1)};
}

void FigureContent::render(QPainter& painter, const QSizeF& size, const VisualStyle& style) const
{
    if (const std::optional<ChartLayout> layout = drawing(size, style))
        QSvgRenderer(QByteArray::fromStdString(toSvgElement(toSvg(*layout, style.dark), {})))
            .render(&painter, QRectF({0, 0}, size));
}

FigureView::FigureView(QSizePolicy::Policy vertical, QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, vertical);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        measure();
        update();
    });
}

void FigureView::updateForNewContent()
{
    const FigureTexts figureTexts = texts();
    if (accessibleName() != figureTexts.title)
        setAccessibleName(figureTexts.title);
    if (accessibleDescription() != figureTexts.summary)
        setAccessibleDescription(figureTexts.summary);
    measure();
    update();
}

void FigureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    static_cast<const FigureContent&>(*this).render(painter, size(), Theme::instance().visualStyle());
}

}  // namespace scalewright::ui
