// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes figures as SVG, PDF, PNG, CSV and LaTeX. Title and caption are drawn and stored in the metadata.
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

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/quantity/no_break_spaces.h"
#include "core/base/text/quote.h"
#include "core/output/tables/latex.h"
#include "core/project/document/project_file.h"
#include "ui/figure/figure.h"
#include "ui/figure/printed_size.h"
#include "ui/figure/qcp.h"
#include "ui/figure/scene_pgfplots.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double sheetMargin = 16, sheetSpacing = 8;
constexpr std::array<std::pair<FigureFormat, const char*>, 8> formatExtensions{
    {{FigureFormat::Png2x, "@2x.png"},
     {FigureFormat::Pgfplots, ".pgfplots.tex"},
     {FigureFormat::LatexFigure, ".figure.tex"},
     {FigureFormat::Svg, ".svg"},
     {FigureFormat::Pdf, ".pdf"},
     {FigureFormat::Png, ".png"},
     {FigureFormat::Csv, ".csv"},
     {FigureFormat::Booktabs, ".tex"}}};

QString programNameAndVersion()
{
    return QStringLiteral("Scalewright " SCALEWRIGHT_VERSION);
}

struct PrintFormat {
    FigureSize size;
    const char* name;
    double widthPx;   ///< at 96 px per inch, where type of 11 to 13.5 px is 8 to 10 pt
    double magnification;  ///< scale of the page and its type
};
constexpr double pixelsPerMm = 96 / 25.4;
constexpr std::array printFormats{PrintFormat{FigureSize::Page, "page", 0, 1},
                                  PrintFormat{FigureSize::Column, "column", 84 * pixelsPerMm, 1},
                                  PrintFormat{FigureSize::TextWidth, "text", 160 * pixelsPerMm, 1},
                                  PrintFormat{FigureSize::Slide, "slide", 140 * pixelsPerMm, 1},
                                  PrintFormat{FigureSize::Poster, "poster", 160 * pixelsPerMm, 2.5}};

const PrintFormat& printFormatOf(FigureSize size)
{
    return *std::find_if(printFormats.begin(), printFormats.end(),
                         [size](const PrintFormat& print) { return print.size == size; });
}

QSizeF drawingSize(const FigureContent& content, const PrintFormat& print, double around)
{
    return print.size == FigureSize::Page ? content.naturalSize() : content.sizeForWidth(print.widthPx - 2 * around);
}

/// Below this factor, type would be smaller than 7 pt.
constexpr double minimumShrinkFactor = 0.85;

// A page in the light style: title, drawing, caption.
class FigureSheet {
public:
    enum class TitleAndCaption { Drawn, Omitted };

    FigureSheet(const FigureContent& content, FigureSize size, TitleAndCaption words)
        : m_content(content),
          m_texts(content.texts()),
          m_printFormat(printFormatOf(readablePrintSize(content, size))),
          m_withoutTexts(words == TitleAndCaption::Omitted && size != FigureSize::Page),
          m_margin(m_withoutTexts             ? 1
                   : size == FigureSize::Page ? sheetMargin
                                              : sheetSpacing),
          m_drawingSize(drawingSize(content, m_printFormat, m_margin))
    {
        const double available = m_printFormat.widthPx - 2 * m_margin;
        m_shrinkFactor =
            size != FigureSize::Page && m_drawingSize.width() > available ? available / m_drawingSize.width() : 1;
        m_width = std::max(m_shrinkFactor * m_drawingSize.width(),
                           m_withoutTexts || size == FigureSize::Page ? 0.0 : available);
        m_height = m_shrinkFactor * m_drawingSize.height();
        if (m_withoutTexts)
            return;
        m_titleHeight = m_texts.title.isEmpty()
                            ? 0
                            : std::ceil(wrappedHeight(m_visualStyle.font(TextStyle::CardTitle, true), m_texts.title)) +
                                  sheetSpacing;
        if (!m_texts.caption.isEmpty())
            m_captionHeight =
                sheetSpacing + std::ceil(wrappedHeight(m_visualStyle.font(TextStyle::Small), m_texts.caption)) + 2;
    }

    [[nodiscard]] const FigureTexts& texts() const { return m_texts; }
    [[nodiscard]] QSizeF size() const
    {
        return m_printFormat.magnification *
               QSizeF(std::ceil(m_width + 2 * m_margin),
                      std::ceil(m_titleHeight + m_height + m_captionHeight + 2 * m_margin));
    }

    void paint(QCPPainter& painter) const
    {
        if (m_printFormat.magnification != 1)
            painter.scale(m_printFormat.magnification, m_printFormat.magnification);
        if (m_titleHeight > 0)
            drawTextBlock(painter, m_texts.title, m_visualStyle.font(TextStyle::CardTitle, true), ColorRole::Ink,
                          m_margin, m_titleHeight);
        painter.save();
        painter.translate(m_margin, m_margin + m_titleHeight);
        if (m_shrinkFactor != 1)
            painter.scale(m_shrinkFactor, m_shrinkFactor);
        m_content.render(painter, m_drawingSize, m_visualStyle);
        painter.restore();
        if (m_captionHeight > 0)
            drawTextBlock(painter, m_texts.caption, m_visualStyle.font(TextStyle::Small), ColorRole::SoftInk,
                          m_margin + m_titleHeight + m_height + sheetSpacing, m_captionHeight);
    }

private:
    [[nodiscard]] double wrappedHeight(const QFont& font, const QString& text) const
    {
        return QFontMetricsF(font)
            .boundingRect(QRectF(0, 0, m_width, 10000), Qt::TextWordWrap, withNoBreakSpaces(text))
            .height();
    }
    void drawTextBlock(QCPPainter& painter, const QString& text, const QFont& font, ColorRole role, double top,
                       double height) const
    {
        painter.setFont(font);
        painter.setPen(m_visualStyle.color(role));
        painter.drawText(QRectF(m_margin, top, m_width, height), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         withNoBreakSpaces(text));
    }

    const FigureContent& m_content;
    FigureTexts m_texts;
    VisualStyle m_visualStyle;
    const PrintFormat& m_printFormat;
    bool m_withoutTexts;
    double m_margin;
    QSizeF m_drawingSize;
    double m_shrinkFactor = 1, m_width = 0, m_height = 0;
    double m_titleHeight = 0, m_captionHeight = 0;
};

constexpr auto vectorModes =
    QCPPainter::PainterModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);

QByteArray encodeSvg(const FigureSheet& sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(sheet.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), sheet.size()));
    generator.setTitle(sheet.texts().title.toHtmlEscaped());
    generator.setDescription(
        QStringLiteral("%1 (%2)").arg(sheet.texts().caption, programNameAndVersion()).toHtmlEscaped());
    QCPPainter painter;
    painter.begin(&generator);
    painter.setModes(vectorModes);
    sheet.paint(painter);
    painter.end();
    // A white background for dark viewers, without a rectangle that other programs would have to preserve.
    bytes.replace("<svg ", "<svg style=\"background:#FFFFFF\" ");
    return bytes;
}

QByteArray encodePdf(const FigureSheet& sheet)
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
        writer.setCreator(programNameAndVersion());
        const QString xmp = QStringLiteral(
            "<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
            "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">"
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
            "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>"
            "<xmp:CreatorTool>%3</xmp:CreatorTool>"
            "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>");
        writer.setDocumentXmpMetadata(
            xmp.arg(sheet.texts().title.toHtmlEscaped(), sheet.texts().caption.toHtmlEscaped(), programNameAndVersion())
                .toUtf8());
        QCPPainter painter;
        painter.begin(&writer);
        painter.setModes(vectorModes);
        sheet.paint(painter);
        painter.end();
    }
    return bytes;
}

QImage renderImage(const FigureSheet& sheet, int ratio)
{
    QImage image((sheet.size() * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.setDotsPerMeterX(qRound(96 * ratio / 0.0254));
    image.setDotsPerMeterY(qRound(96 * ratio / 0.0254));
    image.fill(VisualStyle{}.color(ColorRole::Card));
    QCPPainter painter;
    painter.begin(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    sheet.paint(painter);
    painter.end();
    image.setText(QStringLiteral("Title"), sheet.texts().title);
    image.setText(QStringLiteral("Description"), sheet.texts().caption);
    image.setText(QStringLiteral("Software"), programNameAndVersion());
    return image;
}

QByteArray encodePng(const FigureSheet& sheet, int ratio)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    renderImage(sheet, ratio).save(&buffer, "PNG");
    return bytes;
}

QString exportBaseName(const FigureContent& content, const FigureOptions& options)
{
    return options.baseName.isEmpty() ? fileNameFromTitle(content.texts().title) : options.baseName;
}

/// The LaTeX environment around `drawing`.
std::string latexEnvironment(const FigureContent& content, const std::string& name, const std::string& drawing,
                             const std::string& environmentName = "figure")
{
    const FigureTexts texts = content.texts();
    const QString caption = texts.caption.isEmpty() ? texts.title : texts.title + QStringLiteral(". ") + texts.caption;
    return "\\begin{" + environmentName + "}\n  \\centering\n  " + drawing + "\n  \\caption{" +
           latexText(scalewright::withNoBreakSpaces(caption.simplified().toStdString())) + "}\n  \\label{fig:" + name +
           "}\n\\end{" + environmentName + "}\n";
}

QByteArray encodeLatexFigure(const FigureContent& content, const FigureOptions& options)
{
    const FigureSize printed = readablePrintSize(content, options.size);
    const PrintFormat& print = printFormatOf(printed);
    const QSizeF size = drawingSize(content, print, 1);
    const std::string name = exportBaseName(content, options).toStdString();
    // Type keeps its size if the line is as wide as the figure was made for; a figure taller than a page allows is
    // scaled down.
    constexpr double highest = 0.6 * 297 * pixelsPerMm;
    std::string sizeOptions;
    if (size.height() * std::min(1.0, print.widthPx / size.width()) > highest)
        sizeOptions = "[width=\\linewidth,height=0.75\\textheight,keepaspectratio]";
    else if (print.widthPx == 0 || size.width() > 0.9 * print.widthPx)
        sizeOptions = "[width=\\linewidth]";
    std::string drawing = "\\includegraphics" + sizeOptions + "{" + name + ".pdf}";
    if (sizeOptions.empty() && size.width() > 0.6 * print.widthPx)  // too wide for a line narrower than intended
        drawing = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{" + drawing + "}";
    const bool wide = printed != options.size;
    const std::string comment = wide ? "% full text width: in a column its type would be under 7 pt\n" : "";
    return QByteArray::fromStdString(
        toPdflatexText("% needs \\usepackage{graphicx}\n" + comment +
                       latexEnvironment(content, name, drawing, wide ? "figure*" : "figure")));
}

Result<QByteArray> encodePgfplots(const FigureContent& content, const FigureOptions& options)
{
    const PrintFormat& print = printFormatOf(options.size);
    std::optional<PgfplotsFigure> figure = content.pgfplotsFigure(drawingSize(content, print, 1));
    if (!figure)
        return fail(ErrorCode::Input, Figure::tr("this figure has no curves for pgfplots to draw").toStdString(),
                    Figure::tr("SVG or PDF").toStdString());
    figure->scaleFactor = print.magnification;
    const std::string name = exportBaseName(content, options).toStdString();
    figure->comment =
        "To paste into a report, with \\usepackage{standalone,pgfplots} and \\pgfplotsset{compat=1.16}:\n" +
        latexEnvironment(content, name, "\\input{" + name + ".pgfplots}");
    return toPgfplots(*figure).map(
        [](const std::string& text) { return QByteArray::fromStdString(toPdflatexText(text)); });
}

Result<QByteArray> encodeTable(const FigureContent& content, FigureFormat format, const FigureOptions& options)
{
    Table table = content.table();
    if (table.columns.empty())
        return fail(ErrorCode::Input, Figure::tr("this figure has no numbers to save").toStdString(),
                    Figure::tr("SVG, PDF or PNG").toStdString());
    if (format == FigureFormat::Csv)
        return QByteArray::fromStdString(sanitised(toCsv(table, CsvHeaders::KeysWithUnits)));
    const std::string title = content.texts().title.toStdString();
    if (table.caption.empty())
        table.caption = title;
    else if (!table.caption.starts_with(title))
        table.caption = title + ". " + table.caption;
    const double linePt =
        options.size == FigureSize::Column ? printFormatOf(options.size).widthPx * pointsPerPixel : articleLineWidthPt;
    return QByteArray::fromStdString(
        toPdflatexText(toBooktabs(table, "tab:" + exportBaseName(content, options).toStdString(), linePt)));
}

}  // namespace

FigureSize readablePrintSize(const FigureContent& content, FigureSize requested)
{
    const PrintFormat& print = printFormatOf(requested);
    return requested == FigureSize::Column &&
                   print.widthPx - 2 < minimumShrinkFactor * drawingSize(content, print, 1).width()
               ? FigureSize::TextWidth
               : requested;
}

QString fileExtension(FigureFormat format)
{
    for (const auto& [candidate, extension] : formatExtensions)
        if (candidate == format)
            return QString::fromLatin1(extension);
    return {};
}

std::optional<FigureFormat> formatFromFileName(const QString& fileName)
{
    for (const auto& [format, extension] : formatExtensions)  // the longer extensions come first
        if (fileName.endsWith(QLatin1String(extension), Qt::CaseInsensitive))
            return format;
    return std::nullopt;
}

const char* figureSizeName(FigureSize size)
{
    return printFormatOf(size).name;
}

std::optional<FigureSize> figureSizeNamed(const QString& name)
{
    for (const PrintFormat& print : printFormats)
        if (name == QLatin1String(print.name))
            return print.size;
    return std::nullopt;
}

QString figureSizeText(FigureSize size)
{
    switch (size) {
    case FigureSize::Page: return Figure::tr("as on the page");
    case FigureSize::Column: return Figure::tr("a journal column, 84 mm");
    case FigureSize::TextWidth: return Figure::tr("the text width, 160 mm");
    case FigureSize::Slide: return Figure::tr("a slide, 140 mm");
    case FigureSize::Poster: return Figure::tr("a poster, 400 mm");
    }
    return {};
}

std::vector<FigureFormat> availableFormats(const FigureContent& content)
{
    std::vector<FigureFormat> formats{FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Png2x,
                                      FigureFormat::LatexFigure};
    if (!content.table().columns.empty())
        formats.insert(formats.end(), {FigureFormat::Csv, FigureFormat::Booktabs});
    if (content.pgfplotsFigure(content.naturalSize()))
        formats.push_back(FigureFormat::Pgfplots);
    return formats;
}

Result<QByteArray> encodeFigure(const FigureContent& content, FigureFormat format, const FigureOptions& options)
{
    const auto sheet = [&](FigureSheet::TitleAndCaption words) { return FigureSheet(content, options.size, words); };
    switch (format) {
    case FigureFormat::Svg: return encodeSvg(sheet(FigureSheet::TitleAndCaption::Drawn));
    case FigureFormat::Pdf: return encodePdf(sheet(FigureSheet::TitleAndCaption::Omitted));
    case FigureFormat::Png: return encodePng(sheet(FigureSheet::TitleAndCaption::Drawn), 1);
    case FigureFormat::Png2x: return encodePng(sheet(FigureSheet::TitleAndCaption::Drawn), 2);
    case FigureFormat::LatexFigure: return encodeLatexFigure(content, options);
    case FigureFormat::Pgfplots: return encodePgfplots(content, options);
    case FigureFormat::Csv:
    case FigureFormat::Booktabs: return encodeTable(content, format, options);
    }
    return fail(ErrorCode::Input, Figure::tr("unknown figure format").toStdString());
}

Result<void> exportFigure(const FigureContent& content, const std::filesystem::path& path, FigureFormat format,
                          const FigureOptions& options)
{
    const auto bytes = encodeFigure(content, format, options);
    if (!bytes)
        return fail(bytes.error());
    return saveFile(path, {bytes->constData(), static_cast<std::size_t>(bytes->size())});
}

void copyFigureToClipboard(const FigureContent& content)
{
    const FigureSheet sheet(content, FigureSize::Page, FigureSheet::TitleAndCaption::Drawn);
    auto* data = new QMimeData;  // the clipboard owns it
    data->setImageData(renderImage(sheet, 2));
    data->setData(QStringLiteral("image/svg+xml"), encodeSvg(sheet));
    if (const Table table = content.table(); !table.columns.empty()) {
        const std::string csv = toCsv(table, CsvHeaders::KeysWithUnits);
        data->setText(toQString(csv));
        data->setData(QStringLiteral("text/csv"), QByteArray::fromStdString(csv));
    }
    QGuiApplication::clipboard()->setMimeData(data);
}

}  // namespace scalewright::ui
