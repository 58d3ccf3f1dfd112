// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/svg.h"

#include <algorithm>
#include <array>
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

std::string textElement(const TextPiece& piece, std::uint32_t color)
{
    static constexpr std::array anchors{"start", "middle", "end"};
    const Point at = piece.position;
    return fmt::format(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.4g}\"{} text-anchor=\"{}\" fill=\"#{:06X}\"{}>{}</text>\n",
        at.x, at.y, piece.size, piece.isBold ? " font-weight=\"bold\"" : "",
        anchors.at(static_cast<std::size_t>(piece.anchor)), color,
        piece.isVertical ? fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", at.x, at.y) : "",
        xmlText(piece.text));
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
    void drawText(const TextPiece& piece, std::uint32_t color) override { text += textElement(piece, color); }

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
    drawChart(layout, canvas, dark);
    return {canvas.text, layout.size};
}

std::string toSvgElement(const SvgDrawing& drawing, const std::string& description)
{
    return fmt::format(
        "<svg viewBox=\"0 0 {:.6g} {:.6g}\" role=\"img\" aria-label=\"{}\" font-family=\"sans-serif\">\n{}</svg>\n",
        drawing.size.width, drawing.size.height, xmlText(description), drawing.elements);
}

SheetLayout layOutSheet(Size drawing, const Sheet& sheet)
{
    const double textWidth = std::max(sheet.scale * drawing.width, sheet.minimumWidth);
    SheetLayout layout;
    double y = sheet.margin;
    const auto addTexts = [&](const std::string& text, double size, bool isBold, ColorRole role) {
        for (const std::string& line : wrappedLines(text, textWidth, size, isBold)) {
            layout.texts.push_back({line, {sheet.margin, y + size}, size, isBold, TextPiece::Anchor::Start, role});
            y += lineSpacing * size;
        }
    };
    constexpr double titleSize = 14, captionSize = 11, gap = 8;
    if (sheet.showsTexts && !sheet.title.empty()) {
        addTexts(sheet.title, titleSize, true, ColorRole::Ink);
        y += gap;
    }
    layout.drawing = {sheet.margin, y};
    y += sheet.scale * drawing.height;
    if (sheet.showsTexts && !sheet.caption.empty()) {
        y += gap;
        addTexts(sheet.caption, captionSize, false, ColorRole::SoftInk);
    }
    layout.size = {std::ceil(textWidth + 2 * sheet.margin), std::ceil(y + sheet.margin)};
    return layout;
}

std::string toSvgFile(const SvgDrawing& drawing, const Sheet& sheet)
{
    const SheetLayout layout = layOutSheet(drawing.size, sheet);
    const auto [width, height] = layout.size;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" style=\"background:#FFFFFF\" width=\"{:.6g}\" height=\"{:.6g}\" "
        "viewBox=\"0 0 {:.6g} {:.6g}\" role=\"img\" font-family=\"sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n",
        sheet.magnification * width, sheet.magnification * height, width, height, xmlText(sheet.title),
        xmlText(sheet.description));
    for (const TextPiece& text : layout.texts)
        svg += textElement(text, colorOf(text.role));
    return svg + fmt::format("<g transform=\"translate({:.6g},{:.6g}) scale({:.5g})\">\n{}</g>\n</svg>\n",
                             layout.drawing.x, layout.drawing.y, sheet.scale, drawing.elements);
}

}  // namespace chart

}  // namespace scalewright
