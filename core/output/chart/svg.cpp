// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/output/chart/canvas.h"
#include "core/output/chart/text_width.h"

namespace scalewright {

std::string xmlText(std::string_view text)
{
    std::string escaped;
    for (const char c : sanitised(text))
        switch (c) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        case '\'': escaped += "&#39;"; break;
        default: escaped += c;
        }
    return escaped;
}

namespace chart {

namespace {

std::string strokeAttributes(const Stroke& stroke)
{
    if (stroke.width == 0)
        return "stroke=\"none\"";
    std::string text = fmt::format("stroke=\"#{:06X}\" stroke-width=\"{:.3g}\"", stroke.color, stroke.width);
    const std::vector<double> pattern = dashPattern(stroke.style);
    for (std::size_t i = 0; i < pattern.size(); ++i)
        text += fmt::format("{}{:.3g}", i == 0 ? " stroke-dasharray=\"" : " ", pattern[i] * stroke.width);
    return text + (pattern.empty() ? "" : "\"");
}

std::string textElement(const std::string& text, Point at, double size, const char* anchor, std::uint32_t color,
                        bool isBold = false, const std::string& more = {})
{
    return fmt::format(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.4g}\"{} text-anchor=\"{}\" fill=\"#{:06X}\"{}>{}</text>\n",
        at.x, at.y, size, isBold ? " font-weight=\"bold\"" : "", anchor, color, more, xmlText(text));
}

class SvgCanvas : public Canvas {
public:
    std::string text;

    void drawLine(const Polyline& line, const Stroke& stroke) override
    {
        text += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}/>\n", pointList(line),
                            strokeAttributes(stroke));
    }
    void fillArea(const Polyline& outline, std::uint32_t color, double opacity) override
    {
        text += fmt::format("<polygon points=\"{}\" fill=\"#{:06X}\" fill-opacity=\"{:.3g}\"/>\n", pointList(outline),
                            color, opacity);
    }
    void drawCircle(Point centre, double radius, std::uint32_t fill, const Stroke& stroke) override
    {
        text += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.3g}\" fill=\"#{:06X}\" {}/>\n", centre.x,
                            centre.y, radius, fill, strokeAttributes(stroke));
    }
    void drawText(const TextPiece& piece, std::uint32_t color) override
    {
        text += textElement(piece.text, piece.position, piece.size, piece.isRightAligned ? "end" : "start", color,
                            piece.isBold);
    }

    void drawAxes(const ChartLayout& layout, bool dark)
    {
        const Rect& frame = layout.frame;
        const double size = layout.style.label;
        const std::uint32_t line = colorOf(ColorRole::Hairline, dark), ink = colorOf(ColorRole::SoftInk, dark);
        const auto drawSegment = [&](Point from, Point to) { drawLine({from, to}, {line, 1}); };
        for (std::size_t i = 0; i < layout.y.ticks.size(); ++i) {
            const double y = layout.yMap.toPixel(layout.y.ticks[i]);
            drawSegment({frame.left, y}, {frame.right, y});
            text += textElement(layout.y.labels[i], {frame.left - 8, y + 0.35 * size}, size, "end", ink);
        }
        drawSegment({frame.left, frame.bottom}, {frame.right, frame.bottom});
        for (std::size_t i = 0; i < layout.x.ticks.size(); ++i) {
            const double x = layout.xMap.toPixel(layout.x.ticks[i]);
            drawSegment({x, frame.bottom}, {x, frame.bottom + 4});
            text += textElement(layout.x.labels[i], {x, frame.bottom + 6 + size}, size, "middle", ink);
        }
        const Point centre = frame.center();
        if (!layout.x.title.empty())
            text += textElement(layout.x.title, {centre.x, layout.size.height - 0.35 * size}, size, "middle", ink);
        if (!layout.y.title.empty())
            text += textElement(layout.y.title, {size + 1, centre.y}, size, "middle", ink, false,
                                fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", size + 1, centre.y));
    }

private:
    static std::string pointList(const Polyline& line)
    {
        std::string list;
        for (const Point& at : line)
            list += fmt::format("{}{:.2f},{:.2f}", list.empty() ? "" : " ", at.x, at.y);
        return list;
    }
};

}  // namespace

SvgDrawing toSvg(const ChartLayout& layout, bool dark)
{
    SvgCanvas canvas;
    canvas.drawAxes(layout, dark);
    drawChart(layout, canvas, dark);
    return {canvas.text, layout.size};
}

std::string toSvgElement(const SvgDrawing& drawing, const std::string& description)
{
    return fmt::format(
        "<svg viewBox=\"0 0 {:.6g} {:.6g}\" role=\"img\" aria-label=\"{}\" font-family=\"sans-serif\">\n{}</svg>\n",
        drawing.size.width, drawing.size.height, xmlText(description), drawing.elements);
}

std::string toSvgFile(const SvgDrawing& drawing, const SvgSheet& sheet)
{
    const double textWidth = std::max(sheet.scale * drawing.size.width, sheet.minimumWidth);
    std::string texts;
    double y = sheet.margin;
    const auto addTexts = [&](const std::string& text, double size, bool isBold, ColorRole role) {
        for (const std::string& line : wrappedLines(text, textWidth, size, isBold)) {
            texts += textElement(line, {sheet.margin, y + size}, size, "start", colorOf(role), isBold);
            y += lineSpacing * size;
        }
    };
    constexpr double titleSize = 14, captionSize = 11, gap = 8;
    if (sheet.showsTexts && !sheet.title.empty()) {
        addTexts(sheet.title, titleSize, true, ColorRole::Ink);
        y += gap;
    }
    texts += fmt::format("<g transform=\"translate({:.6g},{:.6g}) scale({:.5g})\">\n{}</g>\n", sheet.margin, y,
                         sheet.scale, drawing.elements);
    y += sheet.scale * drawing.size.height;
    if (sheet.showsTexts && !sheet.caption.empty()) {
        y += gap;
        addTexts(sheet.caption, captionSize, false, ColorRole::SoftInk);
    }
    const double width = std::ceil(textWidth + 2 * sheet.margin), height = std::ceil(y + sheet.margin);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" style=\"background:#FFFFFF\" width=\"{:.6g}\" height=\"{:.6g}\" "
        "viewBox=\"0 0 {:.6g} {:.6g}\" role=\"img\" font-family=\"sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n"
        "{}</svg>\n",
        sheet.magnification * width, sheet.magnification * height, width, height, xmlText(sheet.title),
        xmlText(sheet.description), texts);
}

}  // namespace chart

}  // namespace scalewright
