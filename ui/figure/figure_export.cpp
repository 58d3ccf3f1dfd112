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

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/quantity/unbroken.h"
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

constexpr double margin = 16, gap = 8;
constexpr std::array<std::pair<FigureFormat, const char*>, 8> endings{{{FigureFormat::Png2x, "@2x.png"},
                                                                       {FigureFormat::Pgfplots, ".pgfplots.tex"},
                                                                       {FigureFormat::LatexFigure, ".figure.tex"},
                                                                       {FigureFormat::Svg, ".svg"},
                                                                       {FigureFormat::Pdf, ".pdf"},
                                                                       {FigureFormat::Png, ".png"},
                                                                       {FigureFormat::Csv, ".csv"},
                                                                       {FigureFormat::Booktabs, ".tex"}}};

QString program()
{
    return QStringLiteral("Scalewright " SCALEWRIGHT_VERSION);
}

struct Print {
    FigureSize size;
    const char* name;
    double widthPx;   ///< at 96 an inch, where type of 11 to 13.5 px is one of 8 to 10 pt
    double enlarged;  ///< the sheet and its type
};
constexpr double pixelsPerMm = 96 / 25.4;
constexpr std::array prints{
    Print{FigureSize::Page, "page", 0, 1}, Print{FigureSize::Column, "column", 84 * pixelsPerMm, 1},
    Print{FigureSize::TextWidth, "text", 160 * pixelsPerMm, 1}, Print{FigureSize::Slide, "slide", 140 * pixelsPerMm, 1},
    Print{FigureSize::Poster, "poster", 160 * pixelsPerMm, 2.5}};

const Print& printOf(FigureSize size)
{
    return *std::find_if(prints.begin(), prints.end(), [size](const Print& print) { return print.size == size; });
}

QSizeF drawingSize(const FigureContent& content, const Print& print, double around)
{
    return print.size == FigureSize::Page ? content.naturalSize() : content.sizeAt(print.widthPx - 2 * around);
}

/// What is shrunk more has type under 7 pt.
constexpr double leastShrunk = 0.85;

// The sheet: title above, drawing, caption below, all in the light look.
class Sheet {
public:
    enum class Words { Drawn, Left };

    Sheet(const FigureContent& content, FigureSize size, Words words)
        : m_content(content),
          m_texts(content.texts()),
          m_print(printOf(printedSize(content, size))),
          m_bare(words == Words::Left && size != FigureSize::Page),
          m_margin(m_bare                     ? 1
                   : size == FigureSize::Page ? margin
                                              : gap),
          m_drawing(drawingSize(content, m_print, m_margin))
    {
        const double room = m_print.widthPx - 2 * m_margin;
        m_shrunk = size != FigureSize::Page && m_drawing.width() > room ? room / m_drawing.width() : 1;
        m_width = std::max(m_shrunk * m_drawing.width(), m_bare || size == FigureSize::Page ? 0.0 : room);
        m_height = m_shrunk * m_drawing.height();
        if (m_bare)
            return;
        m_titleHeight = m_texts.title.isEmpty()
                            ? 0
                            : std::ceil(wrapped(m_look.font(TextStyle::CardTitle, true), m_texts.title)) + gap;
        if (!m_texts.caption.isEmpty())
            m_captionHeight = gap + std::ceil(wrapped(m_look.font(TextStyle::Small), m_texts.caption)) + 2;
    }

    [[nodiscard]] const FigureTexts& texts() const { return m_texts; }
    [[nodiscard]] QSizeF size() const
    {
        return m_print.enlarged * QSizeF(std::ceil(m_width + 2 * m_margin),
                                         std::ceil(m_titleHeight + m_height + m_captionHeight + 2 * m_margin));
    }

    void paint(QCPPainter& painter) const
    {
        if (m_print.enlarged != 1)
            painter.scale(m_print.enlarged, m_print.enlarged);
        if (m_titleHeight > 0)
            write(painter, m_texts.title, m_look.font(TextStyle::CardTitle, true), Role::Ink, m_margin, m_titleHeight);
        painter.save();
        painter.translate(m_margin, m_margin + m_titleHeight);
        if (m_shrunk != 1)
            painter.scale(m_shrunk, m_shrunk);
        m_content.render(painter, m_drawing, m_look);
        painter.restore();
        if (m_captionHeight > 0)
            write(painter, m_texts.caption, m_look.font(TextStyle::Small), Role::Soft,
                  m_margin + m_titleHeight + m_height + gap, m_captionHeight);
    }

private:
    [[nodiscard]] double wrapped(const QFont& font, const QString& text) const
    {
        return QFontMetricsF(font)
            .boundingRect(QRectF(0, 0, m_width, 10000), Qt::TextWordWrap, unbrokenText(text))
            .height();
    }
    void write(QCPPainter& painter, const QString& text, const QFont& font, Role role, double top, double height) const
    {
        painter.setFont(font);
        painter.setPen(m_look.color(role));
        painter.drawText(QRectF(m_margin, top, m_width, height), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         unbrokenText(text));
    }

    const FigureContent& m_content;
    FigureTexts m_texts;
    Look m_look;
    const Print& m_print;
    bool m_bare;
    double m_margin;
    QSizeF m_drawing;
    double m_shrunk = 1, m_width = 0, m_height = 0;
    double m_titleHeight = 0, m_captionHeight = 0;
};

constexpr auto vectorModes =
    QCPPainter::PainterModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);

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
            "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
            "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">"
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

QString nameOf(const FigureContent& content, const FigureOptions& options)
{
    return options.name.isEmpty() ? fileNameOf(content.texts().title) : options.name;
}

/// The environment to paste around what is drawn by `drawing`.
std::string environment(const FigureContent& content, const std::string& name, const std::string& drawing,
                        const std::string& kind = "figure")
{
    const FigureTexts texts = content.texts();
    const QString caption = texts.caption.isEmpty() ? texts.title : texts.title + QStringLiteral(". ") + texts.caption;
    return "\\begin{" + kind + "}\n  \\centering\n  " + drawing + "\n  \\caption{" +
           latexText(unbroken(caption.simplified().toStdString())) + "}\n  \\label{fig:" + name + "}\n\\end{" + kind +
           "}\n";
}

QByteArray latexFigureOf(const FigureContent& content, const FigureOptions& options)
{
    const FigureSize printed = printedSize(content, options.size);
    const Print& print = printOf(printed);
    const QSizeF size = drawingSize(content, print, 1);
    const std::string name = nameOf(content, options).toStdString();
    // Type keeps its size where the line is as wide as the figure was made for; a figure that is higher than a page is
    // shrunk.
    constexpr double highest = 0.6 * 297 * pixelsPerMm;
    std::string room;
    if (size.height() * std::min(1.0, print.widthPx / size.width()) > highest)
        room = "[width=\\linewidth,height=0.75\\textheight,keepaspectratio]";
    else if (print.widthPx == 0 || size.width() > 0.9 * print.widthPx)
        room = "[width=\\linewidth]";
    std::string drawing = "\\includegraphics" + room + "{" + name + ".pdf}";
    if (room.empty() &&
        size.width() > 0.6 * print.widthPx)  // too wide for a line that is narrower than what it was made for
        drawing = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{" + drawing + "}";
    const bool wide = printed != options.size;
    const std::string why = wide ? "% as wide as a text: in a column its type would be under 7 pt\n" : "";
    return QByteArray::fromStdString(typesettable("% needs \\usepackage{graphicx}\n" + why +
                                                  environment(content, name, drawing, wide ? "figure*" : "figure")));
}

Result<QByteArray> pgfplotsOf(const FigureContent& content, const FigureOptions& options)
{
    const Print& print = printOf(options.size);
    std::optional<PgfplotsFigure> figure = content.pgfplots(drawingSize(content, print, 1));
    if (!figure)
        return fail(ErrorCode::Input, Figure::tr("this figure has no curves that pgfplots could draw").toStdString(),
                    Figure::tr("SVG or PDF").toStdString());
    figure->enlarged = print.enlarged;
    const std::string name = nameOf(content, options).toStdString();
    figure->comment =
        "To paste into a report, with \\usepackage{standalone,pgfplots} and \\pgfplotsset{compat=1.16}:\n" +
        environment(content, name, "\\input{" + name + ".pgfplots}");
    return toPgfplots(*figure).map(
        [](const std::string& text) { return QByteArray::fromStdString(typesettable(text)); });
}

Result<QByteArray> numbersOf(const FigureContent& content, FigureFormat format, const FigureOptions& options)
{
    Table table = content.table();
    if (table.columns.empty())
        return fail(ErrorCode::Input, Figure::tr("this figure has no numbers to save").toStdString(),
                    Figure::tr("SVG, PDF or PNG").toStdString());
    if (format == FigureFormat::Csv)
        return QByteArray::fromStdString(cleaned(toCsv(table, CsvHeads::WithUnits)));
    const std::string title = content.texts().title.toStdString();
    if (table.caption.empty())
        table.caption = title;
    else if (!table.caption.starts_with(title))
        table.caption = title + ". " + table.caption;
    const double linePt =
        options.size == FigureSize::Column ? printOf(options.size).widthPx * pointsPerPixel : articleLinePt;
    return QByteArray::fromStdString(
        typesettable(toBooktabs(table, "tab:" + nameOf(content, options).toStdString(), linePt)));
}

}  // namespace

FigureSize printedSize(const FigureContent& content, FigureSize asked)
{
    const Print& print = printOf(asked);
    return asked == FigureSize::Column && print.widthPx - 2 < leastShrunk * drawingSize(content, print, 1).width()
               ? FigureSize::TextWidth
               : asked;
}

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

const char* nameOf(FigureSize size)
{
    return printOf(size).name;
}

std::optional<FigureSize> sizeOf(const QString& name)
{
    for (const Print& print : prints)
        if (name == QLatin1String(print.name))
            return print.size;
    return std::nullopt;
}

QString describedSize(FigureSize size)
{
    switch (size) {
    case FigureSize::Page: return Figure::tr("as on the page");
    case FigureSize::Column: return Figure::tr("a column of print, 84 mm");
    case FigureSize::TextWidth: return Figure::tr("the width of a text, 160 mm");
    case FigureSize::Slide: return Figure::tr("a slide, 140 mm");
    case FigureSize::Poster: return Figure::tr("a poster, 400 mm");
    }
    return {};
}

std::vector<FigureFormat> formatsOf(const FigureContent& content)
{
    std::vector<FigureFormat> formats{FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Png2x,
                                      FigureFormat::LatexFigure};
    if (!content.table().columns.empty())
        formats.insert(formats.end(), {FigureFormat::Csv, FigureFormat::Booktabs});
    if (content.pgfplots(content.naturalSize()))
        formats.push_back(FigureFormat::Pgfplots);
    return formats;
}

Result<QByteArray> encodeFigure(const FigureContent& content, FigureFormat format, const FigureOptions& options)
{
    const auto sheet = [&](Sheet::Words words) { return Sheet(content, options.size, words); };
    switch (format) {
    case FigureFormat::Svg: return svgOf(sheet(Sheet::Words::Drawn));
    case FigureFormat::Pdf: return pdfOf(sheet(Sheet::Words::Left));
    case FigureFormat::Png: return pngOf(sheet(Sheet::Words::Drawn), 1);
    case FigureFormat::Png2x: return pngOf(sheet(Sheet::Words::Drawn), 2);
    case FigureFormat::LatexFigure: return latexFigureOf(content, options);
    case FigureFormat::Pgfplots: return pgfplotsOf(content, options);
    case FigureFormat::Csv:
    case FigureFormat::Booktabs: return numbersOf(content, format, options);
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

void copyFigure(const FigureContent& content)
{
    const Sheet sheet(content, FigureSize::Page, Sheet::Words::Drawn);
    auto* data = new QMimeData;  // the clipboard owns it
    data->setImageData(imageOf(sheet, 2));
    data->setData(QStringLiteral("image/svg+xml"), svgOf(sheet));
    if (const Table table = content.table(); !table.columns.empty()) {
        const std::string csv = toCsv(table, CsvHeads::WithUnits);
        data->setText(qt(csv));
        data->setData(QStringLiteral("text/csv"), QByteArray::fromStdString(csv));
    }
    QGuiApplication::clipboard()->setMimeData(data);
}

}  // namespace scalewright::ui
