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

void FigureView::contentChanged()
{
    const FigureTexts said = texts();
    if (accessibleName() != said.title)
        setAccessibleName(said.title);
    if (accessibleDescription() != said.summary)
        setAccessibleDescription(said.summary);
    measure();
    update();
}

void FigureView::paintEvent(QPaintEvent*)
{
    QCPPainter painter(this);
    static_cast<const FigureContent&>(*this).render(painter, size(), Theme::instance().look());
}

}  // namespace scalewright::ui
