// A figure as a file: SVG, PDF, PNG, CSV, LaTeX. Title and caption go with the drawing and into the metadata.
#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <array>
#include <cmath>
#include <utility>

#include "core/project/project_file.h"
#include "core/result/quote.h"
#include "ui/figure/figure.h"
#include "ui/figure/qcp.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double margin = 16, gap = 8;
constexpr std::array<std::pair<FigureFormat, const char*>, 7> endings{{{FigureFormat::Png2x, "@2x.png"}, {FigureFormat::Pgfplots, ".pgfplots.tex"},
    {FigureFormat::Svg, ".svg"}, {FigureFormat::Pdf, ".pdf"}, {FigureFormat::Png, ".png"}, {FigureFormat::Csv, ".csv"}, {FigureFormat::Booktabs, ".tex"}}};

QString program()
{
    return QStringLiteral("Scalewright " SCALEWRIGHT_VERSION);
}

// The sheet: title above, drawing, caption below, all in the light look.
class Sheet {
public:
    explicit Sheet(const FigureContent& content) : m_content(content), m_texts(content.texts()), m_drawing(content.naturalSize())
    {
        m_titleHeight = m_texts.title.isEmpty() ? 0 : std::ceil(QFontMetricsF(m_look.font(TextStyle::CardTitle, true)).height()) + gap;
        if (!m_texts.caption.isEmpty()) {
            const QRectF room(0, 0, m_drawing.width(), 10000);
            const QRectF used = QFontMetricsF(m_look.font(TextStyle::Small)).boundingRect(room, Qt::TextWordWrap, m_texts.caption);
            m_captionHeight = gap + std::ceil(used.height()) + 2;
        }
    }

    [[nodiscard]] const FigureTexts& texts() const { return m_texts; }
    [[nodiscard]] QSizeF size() const
    {
        return {std::ceil(m_drawing.width() + 2 * margin), std::ceil(m_titleHeight + m_drawing.height() + m_captionHeight + 2 * margin)};
    }

    void paint(QCPPainter& painter) const
    {
        if (!m_texts.title.isEmpty()) {
            const QFont font = m_look.font(TextStyle::CardTitle, true);
            painter.setFont(font);
            painter.setPen(m_look.color(Role::Ink));
            painter.drawText(QPointF(margin, margin + QFontMetricsF(font).ascent()), m_texts.title);
        }
        painter.save();
        painter.translate(margin, margin + m_titleHeight);
        m_content.render(painter, m_drawing, m_look);
        painter.restore();
        if (!m_texts.caption.isEmpty()) {
            painter.setFont(m_look.font(TextStyle::Small));
            painter.setPen(m_look.color(Role::Soft));
            painter.drawText(QRectF(margin, margin + m_titleHeight + m_drawing.height() + gap, m_drawing.width(), m_captionHeight),
                             Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_texts.caption);
        }
    }

private:
    const FigureContent& m_content;
    FigureTexts m_texts;
    Look m_look;
    QSizeF m_drawing;
    double m_titleHeight = 0, m_captionHeight = 0;
};

constexpr auto vectorModes = QCPPainter::PainterModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);

QByteArray svgOf(const Sheet& sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(sheet.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), sheet.size()));
    generator.setTitle(sheet.texts().title.toHtmlEscaped());
    generator.setDescription(QStringLiteral("%1 (%2)").arg(sheet.texts().caption, program()).toHtmlEscaped());
    QCPPainter painter;
    painter.begin(&generator);
    painter.setModes(vectorModes);
    sheet.paint(painter);
    painter.end();
    // White behind it where a viewer is dark, without a rectangle that other programs would have to carry along.
    bytes.replace("<svg ", "<svg style=\"background:#FFFFFF\" ");
    return bytes;
}

QByteArray pdfOf(const Sheet& sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(sheet.size() * 0.75, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins({});
        writer.setResolution(96);
        writer.setTitle(sheet.texts().title);
        writer.setCreator(program());
        const QString xmp = QStringLiteral(
            "<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">"
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
            "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>"
            "<xmp:CreatorTool>%3</xmp:CreatorTool>"
            "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>");
        writer.setDocumentXmpMetadata(
            xmp.arg(sheet.texts().title.toHtmlEscaped(), sheet.texts().caption.toHtmlEscaped(), program()).toUtf8());
        QCPPainter painter;
        painter.begin(&writer);
        painter.setModes(vectorModes);
        sheet.paint(painter);
        painter.end();
    }
    return bytes;
}

QImage imageOf(const Sheet& sheet, int ratio)
{
    QImage image((sheet.size() * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.setDotsPerMeterX(qRound(96 * ratio / 0.0254));
    image.setDotsPerMeterY(qRound(96 * ratio / 0.0254));
    image.fill(Look{}.color(Role::Card));
    QCPPainter painter;
    painter.begin(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    sheet.paint(painter);
    painter.end();
    image.setText(QStringLiteral("Title"), sheet.texts().title);
    image.setText(QStringLiteral("Description"), sheet.texts().caption);
    image.setText(QStringLiteral("Software"), program());
    return image;
}

QByteArray pngOf(const Sheet& sheet, int ratio)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    imageOf(sheet, ratio).save(&buffer, "PNG");
    return bytes;
}

Result<QByteArray> numbersOf(const FigureContent& content, FigureFormat format)
{
    const Table table = content.table();
    if (table.columns.empty())
        return fail(ErrorCode::Input, asMessage(Figure::tr("this figure has no numbers to save")),
                    asMessage(Figure::tr("SVG, PDF or PNG")));
    if (format == FigureFormat::Csv)
        return QByteArray::fromStdString(cleaned(toCsv(table)));
    if (format == FigureFormat::Booktabs)
        return QByteArray::fromStdString(cleaned(toBooktabs(table)));
    const auto chart = content.pgfplots();
    if (!chart)
        return fail(ErrorCode::Input, asMessage(Figure::tr("this figure has no curves that pgfplots could draw")),
                    asMessage(Figure::tr("SVG or PDF")));
    return toPgfplots(table, *chart).map([](const std::string& text) { return QByteArray::fromStdString(cleaned(text)); });
}

}  // namespace

QString endingOf(FigureFormat format)
{
    for (const auto& [known, ending] : endings)
        if (known == format)
            return QString::fromLatin1(ending);
    return {};
}

std::optional<FigureFormat> formatOf(const QString& fileName)
{
    for (const auto& [format, ending] : endings)  // the longer endings come first
        if (fileName.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return format;
    return std::nullopt;
}

std::vector<FigureFormat> formatsOf(const FigureContent& content)
{
    std::vector<FigureFormat> formats{FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Png2x};
    if (!content.table().columns.empty()) {
        formats.insert(formats.end(), {FigureFormat::Csv, FigureFormat::Booktabs});
        if (content.pgfplots())
            formats.push_back(FigureFormat::Pgfplots);
    }
    return formats;
}

Result<QByteArray> encodeFigure(const FigureContent& content, FigureFormat format)
{
    switch (format) {
    case FigureFormat::Svg: return svgOf(Sheet(content));
    case FigureFormat::Pdf: return pdfOf(Sheet(content));
    case FigureFormat::Png: return pngOf(Sheet(content), 1);
    case FigureFormat::Png2x: return pngOf(Sheet(content), 2);
    case FigureFormat::Csv:
    case FigureFormat::Booktabs:
    case FigureFormat::Pgfplots: return numbersOf(content, format);
    }
    return fail(ErrorCode::Input, asMessage(Figure::tr("unknown figure format")));
}

Result<void> exportFigure(const FigureContent& content, const std::filesystem::path& path, FigureFormat format)
{
    const auto bytes = encodeFigure(content, format);
    if (!bytes)
        return fail(bytes.error());
    return saveFile(path, {bytes->constData(), static_cast<std::size_t>(bytes->size())});
}

void copyFigure(const FigureContent& content)
{
    const Sheet sheet(content);
    auto* data = new QMimeData;  // the clipboard owns it
    data->setImageData(imageOf(sheet, 2));
    data->setData(QStringLiteral("image/svg+xml"), svgOf(sheet));
    if (const Table table = content.table(); !table.columns.empty()) {
        const std::string csv = toCsv(table);
        data->setText(qt(csv));
        data->setData(QStringLiteral("text/csv"), QByteArray::fromStdString(csv));
    }
    QGuiApplication::clipboard()->setMimeData(data);
}

}  // namespace scalewright::ui
