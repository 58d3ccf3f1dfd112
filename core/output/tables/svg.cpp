// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/tables/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// Width of a sans-serif letter relative to the font size, slightly too wide, so that the margins suffice.
constexpr double letterWidthRatio = 0.58;

double estimatedWidthPt(const std::string& text, double sizePt)
{
    const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
    return letterWidthRatio * sizePt * static_cast<double>(letters);
}

std::vector<std::string> tickLabelsOf(const PgfAxis& axis)
{
    std::vector<std::string> labels = axis.labels;
    for (std::size_t i = labels.size(); i < axis.ticks.size(); ++i)
        labels.push_back(significantText(axis.ticks[i], 6));
    return labels;
}

double axisFraction(double value, const PgfAxis& axis)
{
    if (axis.logBase == 0)
        return (value - axis.minimum) / (axis.maximum - axis.minimum);
    return std::log(value / axis.minimum) / std::log(axis.maximum / axis.minimum);
}

class SvgDrawing {
public:
    explicit SvgDrawing(const PgfplotsFigure& figure) : m_figure(figure)
    {
        for (const std::string& label : tickLabelsOf(figure.yAxis))
            m_leftMargin = std::max(m_leftMargin, estimatedWidthPt(label, figure.fontSizePt) + 8);
        m_leftMargin += figure.yAxis.title.empty() ? 4 : 1.8 * figure.fontSizePt;
        m_bottomMargin = 2 + 1.6 * figure.fontSizePt + (figure.xAxis.title.empty() ? 0 : 1.6 * figure.fontSizePt);
        double rightMargin =
            figure.xAxis.labels.empty() ? 8 : estimatedWidthPt(figure.xAxis.labels.back(), figure.fontSizePt) / 2 + 4;
        for (const PgfItem& item : figure.items)
            if (const auto* text = std::get_if<PgfLabel>(&item)) {
                m_topMargin = std::max(m_topMargin, text->fontSizePt * 1.2 - toSvgY(text->position.y));
                if (!text->isRightAligned)
                    rightMargin =
                        std::max(rightMargin, toSvgX(text->position.x) +
                                                  estimatedWidthPt(text->text, text->fontSizePt) - figure.widthPt);
            }
        m_rightMargin = rightMargin;
    }

    [[nodiscard]] std::string toSvgText(const SvgOptions& options) const
    {
        const double width = m_leftMargin + m_figure.widthPt + m_rightMargin,
                     height = m_topMargin + m_figure.heightPt + m_bottomMargin;
        std::string text = fmt::format(
            "<svg{} viewBox=\"0 0 {:.5g} {:.5g}\" role=\"img\"{} font-family=\"sans-serif\">\n",
            options.isStandaloneFile
                ? fmt::format(" xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.5g}pt\" height=\"{:.5g}pt\"", width,
                              height)
                : "",
            width, height, options.description.empty() ? "" : " aria-label=\"" + xmlText(options.description) + "\"");
        if (options.isStandaloneFile)
            text += (options.description.empty() ? "" : "<title>" + xmlText(options.description) + "</title>\n") +
                    fmt::format("<rect width=\"{:.5g}\" height=\"{:.5g}\" fill=\"#FFFFFF\"/>\n", width, height);
        text += fmt::format("<g transform=\"translate({:.5g},{:.5g})\">\n", m_leftMargin, m_topMargin) + axisElements();
        for (const PgfItem& item : m_figure.items)
            text += std::visit([this](const auto& each) { return draw(each); }, item);
        return text + "</g>\n</svg>\n";
    }

private:
    [[nodiscard]] double toSvgX(double value) const { return m_figure.widthPt * axisFraction(value, m_figure.xAxis); }
    [[nodiscard]] double toSvgY(double value) const
    {
        return m_figure.heightPt * (1 - axisFraction(value, m_figure.yAxis));
    }

    [[nodiscard]] std::string pointList(const std::vector<PgfPoint>& list) const
    {
        std::string text;
        for (const PgfPoint& each : list)
            text += fmt::format("{}{:.2f},{:.2f}", text.empty() ? "" : " ", toSvgX(each.x), toSvgY(each.y));
        return text;
    }

    static std::string strokeAttributes(const PgfStroke& stroke)
    {
        if (!(stroke.widthPt > 0))
            return "stroke=\"none\"";
        std::string text = fmt::format("stroke=\"#{}\" stroke-width=\"{:.3g}\"", stroke.colour, stroke.widthPt);
        for (std::size_t i = 0; i < stroke.dashPt.size(); ++i)
            text += fmt::format("{}{:.3g}", i == 0 ? " stroke-dasharray=\"" : " ", stroke.dashPt[i]);
        return text + (stroke.dashPt.empty() ? "" : "\"");
    }

    [[nodiscard]] std::string draw(const PgfLine& line) const
    {
        return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}/>\n",
                           pointList(line.points), strokeAttributes(line.stroke));
    }
    [[nodiscard]] std::string draw(const PgfArea& area) const
    {
        return fmt::format("<polygon points=\"{}\" fill=\"#{}\" fill-opacity=\"{:.3g}\"/>\n", pointList(area.outline),
                           area.colour, area.opacity);
    }
    [[nodiscard]] std::string draw(const PgfMark& mark) const
    {
        const std::string fill = mark.fill.empty() ? "none" : "#" + mark.fill;
        if (mark.outlinePt.empty())
            return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.3g}\" fill=\"{}\" {}/>\n",
                               toSvgX(mark.position.x), toSvgY(mark.position.y), mark.radiusPt, fill,
                               strokeAttributes(mark.stroke));
        std::string outline;
        for (const PgfPoint& each : mark.outlinePt)
            outline += fmt::format("{}{:.2f},{:.2f}", outline.empty() ? "" : " ", toSvgX(mark.position.x) + each.x,
                                   toSvgY(mark.position.y) - each.y);
        return fmt::format("<polygon points=\"{}\" fill=\"{}\" {}/>\n", outline, fill, strokeAttributes(mark.stroke));
    }
    [[nodiscard]] std::string draw(const PgfLabel& text) const
    {
        return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\"{}{} fill=\"#{}\">{}</text>\n",
                           toSvgX(text.position.x), toSvgY(text.position.y), text.fontSizePt,
                           text.isBold ? " font-weight=\"bold\"" : "",
                           text.isRightAligned ? " text-anchor=\"end\"" : "", text.colour, xmlText(text.text));
    }

    [[nodiscard]] std::string labelElement(double textX, double textY, const char* anchor, const std::string& text,
                                           const std::string& moreAttributes = {}) const
    {
        return fmt::format(
            "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\" text-anchor=\"{}\" fill=\"#{}\"{}>{}</text>\n", textX,
            textY, m_figure.fontSizePt, anchor, m_figure.textColour, moreAttributes, xmlText(text));
    }

    [[nodiscard]] std::string axisElements() const
    {
        const double width = m_figure.widthPt, height = m_figure.heightPt, size = m_figure.fontSizePt;
        const auto line = [&](double x1, double y1, double x2, double y2) {
            return fmt::format(
                "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"#{}\" stroke-width=\"0.6\"/>\n",
                x1, y1, x2, y2, m_figure.axisColour);
        };
        std::string text = line(0, height, width, height);
        const std::vector<std::string> xLabels = tickLabelsOf(m_figure.xAxis), yLabels = tickLabelsOf(m_figure.yAxis);
        for (std::size_t i = 0; i < m_figure.yAxis.ticks.size(); ++i) {
            const double position = toSvgY(m_figure.yAxis.ticks[i]);
            text += line(0, position, width, position) + labelElement(-5, position + 0.35 * size, "end", yLabels[i]);
        }
        for (std::size_t i = 0; i < m_figure.xAxis.ticks.size(); ++i) {
            const double position = toSvgX(m_figure.xAxis.ticks[i]);
            text += line(position, height, position, height + 3) +
                    labelElement(position, height + 4 + size, "middle", xLabels[i]);
        }
        if (!m_figure.xAxis.title.empty())
            text += labelElement(width / 2, height + 4 + 2.6 * size, "middle", m_figure.xAxis.title);
        if (!m_figure.yAxis.title.empty())
            text +=
                labelElement(-m_leftMargin + size, height / 2, "middle", m_figure.yAxis.title,
                             fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", -m_leftMargin + size, height / 2));
        return text;
    }

    const PgfplotsFigure& m_figure;
    double m_leftMargin = 0, m_rightMargin = 0, m_topMargin = 6, m_bottomMargin = 0;
};

}  // namespace

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

Result<std::string> toSvg(const PgfplotsFigure& figure, const SvgOptions& options)
{
    if (const Result<std::string> checked = toTikzpicture(figure); !checked)
        return fail(checked.error());
    return SvgDrawing(figure).toSvgText(options);
}

}  // namespace scalewright
