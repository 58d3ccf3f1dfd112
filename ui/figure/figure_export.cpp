// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes figures as SVG, PDF, PNG, CSV and LaTeX. Title and caption are drawn and stored in the metadata.
#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/quantity/no_break_spaces.h"
#include "core/base/text/quote.h"
#include "core/output/chart/pgfplots.h"
#include "core/output/chart/svg.h"
#include "core/output/chart/text_width.h"
#include "core/output/tables/latex.h"
#include "core/project/document/project_file.h"
#include "ui/figure/figure.h"
#include "ui/figure/painter_canvas.h"
#include "ui/figure/printed_size.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

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
constexpr double printMargin = 2;  ///< in pixels
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

/// The same in every format, so that all have the same labels.
QSizeF drawingSize(const FigureContent& content, const PrintFormat& print)
{
    return print.size == FigureSize::Page ? content.naturalSize()
                                          : content.sizeForWidth(print.widthPx - 2 * printMargin);
}

/// Below this factor, type would be smaller than 7 pt.
constexpr double minimumShrinkFactor = 0.85;

/// A figure that paints itself, as an SVG drawing.
SvgDrawing paintedDrawing(const FigureContent& content, const QSizeF& size)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(size.toSize());
    QPainter painter(&generator);
    content.render(painter, size, VisualStyle{});
    painter.end();
    const QByteArray& bytes = buffer.data();
    const qsizetype start = bytes.indexOf("<g "), end = bytes.lastIndexOf("</svg>");
    return {bytes.mid(start, end - start).toStdString(), {size.width(), size.height()}};
}

/// The page of a figure in the light style.
struct FigurePage {
    Sheet sheet;
    QSizeF drawing;  ///< in the drawing's own pixels

    [[nodiscard]] SheetLayout layOut() const { return layOutSheet({drawing.width(), drawing.height()}, sheet); }
    [[nodiscard]] QSizeF size() const
    {
        const Size size = layOut().size;
        return sheet.magnification * QSizeF(size.width, size.height);
    }
};

/// The caption at that size. A column has room for the first parts that fit on three lines, at least one; the rest is in
/// the file of the table and at larger sizes.
QString printedCaption(const QString& caption, FigureSize size)
{
    constexpr std::size_t mostLines = 3;
    constexpr double captionType = 11;
    if (size != FigureSize::Column)
        return caption;
    const QString separator = QStringLiteral(" · ");
    QString shown;
    for (const QString& part : caption.split(separator)) {
        const QString longer = shown.isEmpty() ? part : shown + separator + part;
        if (!shown.isEmpty() &&
            wrappedLines(longer.toStdString(), printFormatOf(size).widthPx - 2 * printMargin, captionType, false)
                    .size() > mostLines)
            break;
        shown = longer;
    }
    return shown;
}

/// With title and caption except in a figure for print.
FigurePage pageOf(const FigureContent& content, FigureSize size, bool showsTexts)
{
    const PrintFormat& print = printFormatOf(readablePrintSize(content, size));
    const bool isPage = size == FigureSize::Page;
    const FigureTexts texts = content.texts();
    Sheet sheet{
        .title = texts.title.toStdString(),
        .caption = withNoBreakSpaces(printedCaption(texts.caption, readablePrintSize(content, size))).toStdString(),
        .description = QStringLiteral("%1 (%2)").arg(texts.caption, programNameAndVersion()).toStdString(),
        .showsTexts = showsTexts || isPage};
    sheet.margin = isPage ? 16 : printMargin;
    const double available = print.widthPx - 2 * sheet.margin;
    const QSizeF drawing = drawingSize(content, print);
    sheet.scale = !isPage && drawing.width() > available ? available / drawing.width() : 1;
    sheet.minimumWidth = sheet.showsTexts && !isPage ? available : 0;
    sheet.magnification = print.magnification;
    return {sheet, drawing};
}

QByteArray encodeSvg(const FigureContent& content, FigureSize size)
{
    const FigurePage page = pageOf(content, size, true);
    const std::optional<ChartLayout> layout = content.drawing(page.drawing);
    return QByteArray::fromStdString(
        toSvgFile(layout ? toSvg(*layout) : paintedDrawing(content, page.drawing), page.sheet));
}

void paint(const FigurePage& page, const FigureContent& content, QPainter& painter)
{
    const SheetLayout layout = page.layOut();
    painter.scale(page.sheet.magnification, page.sheet.magnification);
    PainterCanvas canvas(painter);
    for (const TextPiece& text : layout.texts)
        canvas.drawText(text, colorOf(text.role));
    painter.translate(layout.drawing.x, layout.drawing.y);
    painter.scale(page.sheet.scale, page.sheet.scale);
    content.render(painter, page.drawing, VisualStyle{});
}

QByteArray encodePdf(const FigureContent& content, FigureSize size)
{
    const FigurePage page = pageOf(content, size, false);
    const FigureTexts texts = content.texts();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(page.size() * pointsPerPixel, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins({});
        writer.setResolution(96);
        writer.setTitle(texts.title);
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
            xmp.arg(texts.title.toHtmlEscaped(), texts.caption.toHtmlEscaped(), programNameAndVersion()).toUtf8());
        QPainter painter(&writer);
        paint(page, content, painter);
    }
    return buffer.data();
}

QImage renderImage(const FigureContent& content, FigureSize size, int ratio)
{
    const FigurePage page = pageOf(content, size, true);
    QImage image((page.size() * ratio).toSize(), QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(96 * ratio / 0.0254));
    image.setDotsPerMeterY(qRound(96 * ratio / 0.0254));
    image.fill(VisualStyle{}.color(ColorRole::Card));
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    paint(page, content, painter);
    painter.end();
    image.setText(QStringLiteral("Title"), content.texts().title);
    image.setText(QStringLiteral("Description"), content.texts().caption);
    image.setText(QStringLiteral("Software"), programNameAndVersion());
    return image;
}

QByteArray encodePng(const FigureContent& content, FigureSize size, int ratio)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    renderImage(content, size, ratio).save(&buffer, "PNG");
    return buffer.data();
}

/// A chart that shows more than a text.
bool hasPgfplots(const std::optional<ChartLayout>& layout)
{
    return layout && layout->emptyText.empty();
}

QString exportBaseName(const FigureContent& content, const FigureOptions& options)
{
    return options.baseName.isEmpty() ? fileNameFromTitle(content.texts().title) : options.baseName;
}

/// The LaTeX environment around `drawing`.
std::string latexEnvironment(const FigureContent& content, FigureSize size, const std::string& name,
                             const std::string& drawing, const std::string& environmentName = "figure")
{
    const FigureTexts texts = content.texts();
    const QString caption = texts.caption.isEmpty()
                                ? texts.title
                                : texts.title + QStringLiteral(". ") + printedCaption(texts.caption, size);
    return "\\begin{" + environmentName + "}\n  \\centering\n  " + drawing + "\n  \\caption{" +
           latexText(scalewright::withNoBreakSpaces(caption.simplified().toStdString())) + "}\n  \\label{fig:" + name +
           "}\n\\end{" + environmentName + "}\n";
}

QByteArray encodeLatexFigure(const FigureContent& content, const FigureOptions& options)
{
    const FigureSize printed = readablePrintSize(content, options.size);
    const PrintFormat& print = printFormatOf(printed);
    const QSizeF size = drawingSize(content, print);
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
                       latexEnvironment(content, printed, name, drawing, wide ? "figure*" : "figure")));
}

Result<QByteArray> encodePgfplots(const FigureContent& content, const FigureOptions& options)
{
    const PrintFormat& print = printFormatOf(options.size);
    const std::optional<ChartLayout> layout = content.drawing(drawingSize(content, print));
    if (!hasPgfplots(layout))
        return fail(ErrorCode::Input, Figure::tr("this figure has no curves for pgfplots to draw").toStdString(),
                    Figure::tr("SVG or PDF").toStdString());
    const std::string name = exportBaseName(content, options).toStdString();
    const std::string comment =
        "To paste into a report, with \\usepackage{standalone,pgfplots} and \\pgfplotsset{compat=1.16}:\n" +
        latexEnvironment(content, options.size, name, "\\input{" + name + ".pgfplots}");
    return QByteArray::fromStdString(
        toPdflatexText(toPgfplots(*layout, {.comment = comment, .scaleFactor = print.magnification})));
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
                   print.widthPx - 2 * printMargin < minimumShrinkFactor * drawingSize(content, print).width()
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
    if (hasPgfplots(content.drawing(content.naturalSize())))
        formats.push_back(FigureFormat::Pgfplots);
    return formats;
}

Result<QByteArray> encodeFigure(const FigureContent& content, FigureFormat format, const FigureOptions& options)
{
    switch (format) {
    case FigureFormat::Svg: return encodeSvg(content, options.size);
    case FigureFormat::Pdf: return encodePdf(content, options.size);
    case FigureFormat::Png: return encodePng(content, options.size, 1);
    case FigureFormat::Png2x: return encodePng(content, options.size, 2);
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
    auto* data = new QMimeData;  // the clipboard owns it
    data->setImageData(renderImage(content, FigureSize::Page, 2));
    data->setData(QStringLiteral("image/svg+xml"), encodeSvg(content, FigureSize::Page));
    if (const Table table = content.table(); !table.columns.empty()) {
        const std::string csv = toCsv(table, CsvHeaders::KeysWithUnits);
        data->setText(toQString(csv));
        data->setData(QStringLiteral("text/csv"), QByteArray::fromStdString(csv));
    }
    QGuiApplication::clipboard()->setMimeData(data);
}

}  // namespace scalewright::ui
