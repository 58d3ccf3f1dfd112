// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_figures.h"

#include <QAbstractTextDocumentLayout>
#include <QColor>
#include <QFontMetricsF>
#include <QPainter>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QTextFormat>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/output/report/rich_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double figureWidth = 576, screenDpi = 96;  // 36 em, as on the report's page

}  // namespace

/// Shapes are drawn unchanged; texts are drawn separately, at the size of the surrounding text.
struct ReportFigures::Figure {
    struct TextLabel {
        QString text;
        QPointF baseline;  ///< start of the baseline, in the drawing's units
        double fontSize = 0;
        bool isBold = false, isVertical = false;
        double anchorShare = 0;  ///< fraction of the text width to the left of `baseline`
        QColor colour;
    };
    QSvgRenderer shapes;
    std::vector<TextLabel> labels;

    explicit Figure(const QByteArray& svg)
    {
        QByteArray drawing;
        QXmlStreamReader reader(svg);
        QXmlStreamWriter writer(&drawing);
        while (!reader.atEnd()) {
            reader.readNext();
            const QXmlStreamAttributes attributes = reader.attributes();
            if (reader.isStartElement() && reader.name() == QLatin1String("text")) {
                const auto real = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
                const QStringView anchor = attributes.value(QLatin1String("text-anchor"));
                TextLabel label;
                label.baseline = {real("x"), real("y")};
                label.fontSize = real("font-size");
                label.isBold = attributes.value(QLatin1String("font-weight")) == QLatin1String("bold");
                label.isVertical = attributes.hasAttribute(QLatin1String("transform"));
                label.anchorShare = anchor == QLatin1String("end") ? 1 : anchor == QLatin1String("middle") ? 0.5 : 0;
                label.colour = QColor(attributes.value(QLatin1String("fill")).toString());
                label.text = reader.readElementText();
                labels.push_back(std::move(label));
                continue;
            }
            if (reader.isStartElement() || reader.isEndElement())
                writer.writeCurrentToken(reader);
        }
        shapes.load(drawing);
    }

    void draw(QPainter& painter, const QRectF& rect, const QString& family)
    {
        shapes.render(&painter, rect);
        const double scale = rect.width() / shapes.viewBoxF().width();
        for (const TextLabel& label : labels) {
            QFont font(family);
            font.setPixelSize(std::max(1, qRound(label.fontSize * scale)));
            font.setBold(label.isBold);
            painter.save();
            painter.setFont(font);
            painter.setPen(label.colour);
            painter.translate((rect.topLeft() + label.baseline * scale).toPoint());
            if (label.isVertical)
                painter.rotate(-90);
            const double wide = QFontMetricsF(font, painter.device()).horizontalAdvance(label.text);
            painter.drawText(QPointF(-qRound(label.anchorShare * wide), 0), label.text);
            painter.restore();
        }
    }
};

ReportFigures::ReportFigures(QObject* parent) : QObject(parent) {}

ReportFigures::~ReportFigures() = default;

void ReportFigures::setReport(const Report& report, bool dark, const QString& family)
{
    m_figures.clear();
    m_fontFamily = family;
    for (const ReportSection& section : report.sections)
        for (const ReportFigure& figure : section.figures)
            m_figures.insert(QStringLiteral("figure-") + toQString(figure.name),
                             std::make_shared<Figure>(QByteArray::fromStdString(figureSvg(figure, dark))));
}

void ReportFigures::drawFiguresIn(QTextDocument& document)
{
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, this);
}

ReportFigures::Figure* ReportFigures::figureOf(const QTextFormat& format) const
{
    return m_figures.value(format.toImageFormat().name()).get();
}

QSizeF ReportFigures::intrinsicSize(QTextDocument* document, int, const QTextFormat& format)
{
    const Figure* figure = figureOf(format);
    const QSizeF viewBoxSize = figure ? figure->shapes.viewBoxF().size() : QSizeF();
    if (viewBoxSize.isEmpty())
        return {};
    const QPaintDevice* device = document->documentLayout()->paintDevice();
    const double scale = device ? device->logicalDpiX() / screenDpi : 1;
    const double availableWidth = document->textWidth() > 0 ? document->textWidth() - 2 * document->documentMargin()
                                                            : document->pageSize().width();
    const double width = availableWidth > 0 ? std::min(availableWidth, figureWidth * scale) : figureWidth * scale;
    return {width, width * viewBoxSize.height() / viewBoxSize.width()};
}

void ReportFigures::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format)
{
    if (Figure* figure = figureOf(format))
        figure->draw(*painter, rect, m_fontFamily);
}

}  // namespace scalewright::ui
