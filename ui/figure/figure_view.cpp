// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure_view.h"

#include "ui/figure/qcp.h"

namespace scalewright::ui {

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
    QCPPainter painter(this);
    static_cast<const FigureContent&>(*this).render(painter, size(), Theme::instance().visualStyle());
}

}  // namespace scalewright::ui
