// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/slide_drawing.h"

#include <utility>

namespace scalewright::ui {

const FigureContent* figureContentOf(const SlideContent& content)
{
    return content.bars    ? static_cast<const FigureContent*>(&*content.bars)
           : content.chips ? static_cast<const FigureContent*>(&*content.chips)
                           : nullptr;
}

void SlideDrawing::setContent(SlideContent content)
{
    m_content = std::move(content);
    setAccessibleName(m_content.texts.title);
    setAccessibleDescription(m_content.texts.summary);
    update();
}

void SlideDrawing::setLook(const VisualStyle& look)
{
    m_look = look;
    update();
}

void SlideDrawing::paintEvent(QPaintEvent*)
{
    const FigureContent* drawing = figureContentOf(m_content);
    if (!drawing)
        return;
    QPainter painter(this);
    drawing->render(painter, size(), m_look);
}

}  // namespace scalewright::ui
