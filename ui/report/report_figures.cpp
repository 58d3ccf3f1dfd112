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

constexpr double figureWidth = 576, screenDpi = 96;  // 36 em, as in the report's page

QPointF shifted(const QXmlStreamAttributes& given)
{
    const QStringView text = given.value(QLatin1String("transform"));
    const qsizetype open = text.indexOf(u'('), comma = text.indexOf(u','), close = text.indexOf(u')');
    return text.startsWith(QLatin1String("translate(")) && comma > open
               ? QPointF(text.mid(open + 1, comma - open - 1).toDouble(),
                         text.mid(comma + 1, close - comma - 1).toDouble())
               : QPointF();
}

}  // namespace

/// Lines and areas as they are, and the words apart: they are set at the size of the place, as all words around them.
struct ReportFigures::Figure {
    struct Word {
        QString text;
        QPointF at;  ///< of its baseline, in the drawing's units
        double size = 0;
        bool bold = false, upwards = false;
        double before = 0;  ///< the share of it that stands left of `at`
        QColor colour;
    };
    QSvgRenderer lines;
    std::vector<Word> words;

    explicit Figure(const QByteArray& svg)
    {
        QByteArray drawing;
        QPointF origin;
        QXmlStreamReader reader(svg);
        QXmlStreamWriter writer(&drawing);
        while (!reader.atEnd()) {
            reader.readNext();
            const QXmlStreamAttributes given = reader.attributes();
            if (reader.isStartElement() && reader.name() == QLatin1String("text")) {
                const auto real = [&](const char* name) { return given.value(QLatin1String(name)).toDouble(); };
                const QStringView anchor = given.value(QLatin1String("text-anchor"));
                Word word;
                word.at = origin + QPointF(real("x"), real("y"));
                word.size = real("font-size");
                word.bold = given.value(QLatin1String("font-weight")) == QLatin1String("bold");
                word.upwards = given.hasAttribute(QLatin1String("transform"));
                word.before = anchor == QLatin1String("end") ? 1 : anchor == QLatin1String("middle") ? 0.5 : 0;
                word.colour = QColor(given.value(QLatin1String("fill")).toString());
                word.text = reader.readElementText();
                words.push_back(std::move(word));
                continue;
            }
            if (reader.isStartElement() && reader.name() == QLatin1String("g"))
                origin += shifted(given);
            if (reader.isStartElement() || reader.isEndElement())
                writer.writeCurrentToken(reader);
        }
        lines.load(drawing);
    }

    void draw(QPainter& painter, const QRectF& rect, const QString& family)
    {
        lines.render(&painter, rect);
        const double scale = rect.width() / lines.viewBoxF().width();
        for (const Word& word : words) {
            QFont font(family);
            font.setPixelSize(std::max(1, qRound(word.size * scale)));
            font.setBold(word.bold);
            painter.save();
            painter.setFont(font);
            painter.setPen(word.colour);
            painter.translate((rect.topLeft() + word.at * scale).toPoint());
            if (word.upwards)
                painter.rotate(-90);
            const double wide = QFontMetricsF(font, painter.device()).horizontalAdvance(word.text);
            painter.drawText(QPointF(-qRound(word.before * wide), 0), word.text);
            painter.restore();
        }
    }
};

ReportFigures::ReportFigures(QObject* parent) : QObject(parent) {}

ReportFigures::~ReportFigures() = default;

void ReportFigures::set(const Report& report, bool dark, const QString& family)
{
    m_figures.clear();
    m_family = family;
    for (const ReportSection& section : report.sections)
        for (const ReportFigure& figure : section.figures)
            if (const Result<std::string> svg = figureElement(figure, dark))
                m_figures.insert(QStringLiteral("figure-") + qt(figure.name),
                                 std::make_shared<Figure>(QByteArray::fromStdString(*svg)));
}

void ReportFigures::drawFor(QTextDocument& document)
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
    const QSizeF drawn = figure ? figure->lines.viewBoxF().size() : QSizeF();
    if (drawn.isEmpty())
        return {};
    const QPaintDevice* device = document->documentLayout()->paintDevice();
    const double scale = device ? device->logicalDpiX() / screenDpi : 1;
    const double room = document->textWidth() > 0 ? document->textWidth() - 2 * document->documentMargin()
                                                  : document->pageSize().width();
    const double width = room > 0 ? std::min(room, figureWidth * scale) : figureWidth * scale;
    return {width, width * drawn.height() / drawn.width()};
}

void ReportFigures::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format)
{
    if (Figure* figure = figureOf(format))
        figure->draw(*painter, rect, m_family);
}

}  // namespace scalewright::ui
