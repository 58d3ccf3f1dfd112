// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_figures.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextDocument>
#include <QTextFormat>

#include <algorithm>

#include "ui/figure/painter_canvas.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double figureWidth = 640, screenDpi = 96;  // 169 mm, as on the report's page

}  // namespace

ReportFigures::ReportFigures(QObject* parent) : QObject(parent) {}

ReportFigures::~ReportFigures() = default;

void ReportFigures::setReport(const Report& report, bool dark)
{
    m_figures.clear();
    m_isDark = dark;
    for (const ReportSection& section : report.sections)
        for (const ReportFigure& figure : section.figures)
            m_figures.insert(QStringLiteral("figure-") + toQString(figure.name), figure.drawing);
}

void ReportFigures::drawFiguresIn(QTextDocument& document)
{
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, this);
}

const chart::ChartLayout* ReportFigures::figureOf(const QTextFormat& format) const
{
    const auto found = m_figures.find(format.toImageFormat().name());
    return found == m_figures.end() ? nullptr : &*found;
}

QSizeF ReportFigures::intrinsicSize(QTextDocument* document, int, const QTextFormat& format)
{
    const chart::ChartLayout* figure = figureOf(format);
    if (!figure)
        return {};
    const QPaintDevice* device = document->documentLayout()->paintDevice();
    const double scale = device ? device->logicalDpiX() / screenDpi : 1;
    const double availableWidth = document->textWidth() > 0 ? document->textWidth() - 2 * document->documentMargin()
                                                            : document->pageSize().width();
    const double width = availableWidth > 0 ? std::min(availableWidth, figureWidth * scale) : figureWidth * scale;
    return {width, width * figure->size.height / figure->size.width};
}

void ReportFigures::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format)
{
    const chart::ChartLayout* figure = figureOf(format);
    if (!figure)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / figure->size.width, rect.width() / figure->size.width);
    PainterCanvas canvas(*painter);
    drawChart(*figure, canvas, m_isDark);
    painter->restore();
}

}  // namespace scalewright::ui
