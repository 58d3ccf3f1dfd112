#include "core/output/tables/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// Of a sans-serif letter, of its size: rather too wide, so that margins suffice.
constexpr double letter = 0.58;

double widthOf(const std::string& text, double sizePt)
{
    const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
    return letter * sizePt * static_cast<double>(letters);
}

std::vector<std::string> labelsOf(const PgfAxis& axis)
{
    std::vector<std::string> labels = axis.labels;
    for (std::size_t i = labels.size(); i < axis.ticks.size(); ++i)
        labels.push_back(significant(axis.ticks[i], 6));
    return labels;
}

double shareOf(double value, const PgfAxis& axis)
{
    if (axis.logBase == 0)
        return (value - axis.low) / (axis.high - axis.low);
    return std::log(value / axis.low) / std::log(axis.high / axis.low);
}

class Drawing {
public:
    explicit Drawing(const PgfplotsFigure& figure) : m_figure(figure)
    {
        for (const std::string& label : labelsOf(figure.y))
            m_left = std::max(m_left, widthOf(label, figure.sizePt) + 8);
        m_left += figure.y.title.empty() ? 4 : 1.8 * figure.sizePt;
        m_bottom = 2 + 1.6 * figure.sizePt + (figure.x.title.empty() ? 0 : 1.6 * figure.sizePt);
        double right = figure.x.labels.empty() ? 8 : widthOf(figure.x.labels.back(), figure.sizePt) / 2 + 4;
        for (const PgfItem& item : figure.items)
            if (const auto* text = std::get_if<PgfText>(&item)) {
                m_top = std::max(m_top, text->sizePt * 1.2 - y(text->at.y));
                if (!text->rightAligned)
                    right = std::max(right, x(text->at.x) + widthOf(text->text, text->sizePt) - figure.widthPt);
            }
        m_right = right;
    }

    [[nodiscard]] std::string svg(const SvgForm& form) const
    {
        const double width = m_left + m_figure.widthPt + m_right, height = m_top + m_figure.heightPt + m_bottom;
        std::string text = fmt::format(
            "<svg{} viewBox=\"0 0 {:.5g} {:.5g}\" role=\"img\"{} font-family=\"sans-serif\">\n",
            form.file ? fmt::format(" xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.5g}pt\" height=\"{:.5g}pt\"",
                                    width, height)
                      : "",
            width, height, form.description.empty() ? "" : " aria-label=\"" + xmlText(form.description) + "\"");
        if (form.file)
            text += (form.description.empty() ? "" : "<title>" + xmlText(form.description) + "</title>\n") +
                    fmt::format("<rect width=\"{:.5g}\" height=\"{:.5g}\" fill=\"#FFFFFF\"/>\n", width, height);
        text += fmt::format("<g transform=\"translate({:.5g},{:.5g})\">\n", m_left, m_top) + axes();
        for (const PgfItem& item : m_figure.items)
            text += std::visit([this](const auto& each) { return draw(each); }, item);
        return text + "</g>\n</svg>\n";
    }

private:
    [[nodiscard]] double x(double value) const { return m_figure.widthPt * shareOf(value, m_figure.x); }
    [[nodiscard]] double y(double value) const { return m_figure.heightPt * (1 - shareOf(value, m_figure.y)); }

    [[nodiscard]] std::string points(const std::vector<PgfPoint>& list) const
    {
        std::string text;
        for (const PgfPoint& each : list)
            text += fmt::format("{}{:.2f},{:.2f}", text.empty() ? "" : " ", x(each.x), y(each.y));
        return text;
    }

    static std::string stroked(const PgfStroke& stroke)
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
                           points(line.points), stroked(line.stroke));
    }
    [[nodiscard]] std::string draw(const PgfArea& area) const
    {
        return fmt::format("<polygon points=\"{}\" fill=\"#{}\" fill-opacity=\"{:.3g}\"/>\n", points(area.outline),
                           area.colour, area.opacity);
    }
    [[nodiscard]] std::string draw(const PgfMark& mark) const
    {
        const std::string fill = mark.fill.empty() ? "none" : "#" + mark.fill;
        if (mark.outlinePt.empty())
            return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.3g}\" fill=\"{}\" {}/>\n", x(mark.at.x),
                               y(mark.at.y), mark.radiusPt, fill, stroked(mark.stroke));
        std::string outline;
        for (const PgfPoint& each : mark.outlinePt)
            outline += fmt::format("{}{:.2f},{:.2f}", outline.empty() ? "" : " ", x(mark.at.x) + each.x,
                                   y(mark.at.y) - each.y);
        return fmt::format("<polygon points=\"{}\" fill=\"{}\" {}/>\n", outline, fill, stroked(mark.stroke));
    }
    [[nodiscard]] std::string draw(const PgfText& text) const
    {
        return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\"{}{} fill=\"#{}\">{}</text>\n",
                           x(text.at.x), y(text.at.y), text.sizePt, text.bold ? " font-weight=\"bold\"" : "",
                           text.rightAligned ? " text-anchor=\"end\"" : "", text.colour, xmlText(text.text));
    }

    [[nodiscard]] std::string label(double atX, double atY, const char* anchor, const std::string& text,
                                    const std::string& more = {}) const
    {
        return fmt::format(
            "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\" text-anchor=\"{}\" fill=\"#{}\"{}>{}</text>\n", atX,
            atY, m_figure.sizePt, anchor, m_figure.textColour, more, xmlText(text));
    }

    [[nodiscard]] std::string axes() const
    {
        const double width = m_figure.widthPt, height = m_figure.heightPt, size = m_figure.sizePt;
        const auto line = [&](double x1, double y1, double x2, double y2) {
            return fmt::format(
                "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"#{}\" stroke-width=\"0.6\"/>\n",
                x1, y1, x2, y2, m_figure.axisColour);
        };
        std::string text = line(0, height, width, height);
        const std::vector<std::string> across = labelsOf(m_figure.x), up = labelsOf(m_figure.y);
        for (std::size_t i = 0; i < m_figure.y.ticks.size(); ++i) {
            const double at = y(m_figure.y.ticks[i]);
            text += line(0, at, width, at) + label(-5, at + 0.35 * size, "end", up[i]);
        }
        for (std::size_t i = 0; i < m_figure.x.ticks.size(); ++i) {
            const double at = x(m_figure.x.ticks[i]);
            text += line(at, height, at, height + 3) + label(at, height + 4 + size, "middle", across[i]);
        }
        if (!m_figure.x.title.empty())
            text += label(width / 2, height + 4 + 2.6 * size, "middle", m_figure.x.title);
        if (!m_figure.y.title.empty())
            text += label(-m_left + size, height / 2, "middle", m_figure.y.title,
                          fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", -m_left + size, height / 2));
        return text;
    }

    const PgfplotsFigure& m_figure;
    double m_left = 0, m_right = 0, m_top = 6, m_bottom = 0;
};

}  // namespace

std::string xmlText(std::string_view text)
{
    std::string plain;
    for (const char c : cleaned(text))
        switch (c) {
        case '&': plain += "&amp;"; break;
        case '<': plain += "&lt;"; break;
        case '>': plain += "&gt;"; break;
        case '"': plain += "&quot;"; break;
        case '\'': plain += "&#39;"; break;
        default: plain += c;
        }
    return plain;
}

Result<std::string> toSvg(const PgfplotsFigure& figure, const SvgForm& form)
{
    if (const Result<std::string> sound = toTikzpicture(figure); !sound)
        return fail(sound.error());
    return Drawing(figure).svg(form);
}

}  // namespace scalewright
