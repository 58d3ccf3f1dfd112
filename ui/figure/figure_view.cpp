// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure_view.h"

#include <QPainter>

#include "ui/figure/painter_canvas.h"

namespace scalewright::ui {

ChartStyle chartStyle(const VisualStyle& style)
{
    const auto size = [&](TextStyle text) { return static_cast<double>(style.font(text).pixelSize()); };
    return {size(TextStyle::Label), size(TextStyle::Small), style.scaledLength(1)};
}

void FigureContent::render(QPainter& painter, const QSizeF& size, const VisualStyle& style) const
{
    const std::optional<ChartLayout> layout = drawing(size, style);
    if (!layout)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    PainterCanvas canvas(painter);
    drawChart(*layout, canvas, style.dark);
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
