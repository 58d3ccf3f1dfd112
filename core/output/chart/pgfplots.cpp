// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/pgfplots.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/output/chart/canvas.h"
#include "core/output/tables/latex.h"

namespace scalewright::chart {

namespace {

std::string length(double pixels)
{
    return fmt::format("{:.5g}pt", pixels * pointsPerPixel);
}

std::string fontCommand(double pixels, bool isBold)
{
    const double points = pixels * pointsPerPixel;
    return fmt::format("\\sffamily{}\\fontsize{{{:.3g}}}{{{:.3g}}}\\selectfont", isBold ? "\\bfseries" : "", points,
                       1.2 * points);
}

class PgfplotsCanvas : public Canvas {
public:
    explicit PgfplotsCanvas(const ChartLayout& layout) : m_layout(layout) {}

    std::string picture()
    {
        drawChart(m_layout, *this);
        const std::string axes = axisOptions();
        std::string latex = "\\begin{tikzpicture}\n";
        for (std::size_t i = 0; i < m_colors.size(); ++i)
            latex += fmt::format("  \\definecolor{{sw{}}}{{HTML}}{{{:06X}}}\n", i, m_colors[i]);
        return latex + "  \\begin{axis}[\n" + axes + "  ]\n" + m_body + "  \\end{axis}\n\\end{tikzpicture}";
    }

    void drawAxes(const ChartLayout&, bool) override {}  // by pgfplots
    void drawLine(const Polyline& line, const Stroke& stroke) override
    {
        m_body +=
            "    \\addplot[no marks, " + strokeOptions(stroke) + "] coordinates {" + pointList(line) + "\n    };\n";
    }
    void fillArea(const Polyline& outline, std::uint32_t color, double opacity) override
    {
        m_body += "    \\addplot[no marks, draw=none, fill=" + colorName(color) +
                  (opacity < 1 ? fmt::format(", fill opacity={:.3g}", opacity) : "") + "] coordinates {" +
                  pointList(outline) + "\n    } -- cycle;\n";
    }
    void drawCircle(Point centre, double radius, std::uint32_t fill, const Stroke& stroke) override
    {
        m_body += fmt::format("    \\path[{}, fill={}, shift={{(axis cs:{})}}] (0pt,0pt) circle[radius={}];\n",
                              strokeOptions(stroke), colorName(fill), pointText(centre), length(radius));
    }
    void drawText(const TextPiece& piece, std::uint32_t color) override
    {
        m_body += fmt::format("    \\node[anchor=base{}, inner sep=0pt, text={}, font={}] at (axis cs:{}) {{{}}};\n",
                              piece.anchor == TextPiece::Anchor::End      ? " east"
                              : piece.anchor == TextPiece::Anchor::Middle ? ""
                                                                          : " west",
                              colorName(color), fontCommand(piece.size, piece.isBold), pointText(piece.position),
                              latexText(piece.text));
    }

private:
    std::string colorName(std::uint32_t color)
    {
        auto found = std::ranges::find(m_colors, color);
        if (found == m_colors.end())
            found = m_colors.insert(m_colors.end(), color);
        return fmt::format("sw{}", found - m_colors.begin());
    }

    [[nodiscard]] std::string pointText(Point at) const
    {
        return fmt::format("{:.6g},{:.6g}", m_layout.xMap.toValue(at.x), m_layout.yMap.toValue(at.y));
    }
    [[nodiscard]] std::string pointList(const Polyline& line) const
    {
        std::string text;
        for (std::size_t i = 0; i < line.size(); ++i)
            text += fmt::format("{}({})", i % 6 == 0 ? "\n      " : " ", pointText(line[i]));
        return text;
    }

    std::string strokeOptions(const Stroke& stroke)
    {
        if (stroke.width == 0)
            return "draw=none";
        std::string options = "draw=" + colorName(stroke.color) + ", line width=" + length(stroke.width);
        const std::vector<double> pattern = dashPattern(stroke.style);
        for (std::size_t i = 0; i < pattern.size(); ++i)
            options += fmt::format("{}{} {}", i == 0 ? ", dash pattern=" : " ", i % 2 == 0 ? "on" : "off",
                                   length(pattern[i] * stroke.width));
        return options;
    }

    static std::string axisText(char name, const AxisLayout& axis)
    {
        std::string ticks, labels;
        for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
            ticks += fmt::format("{}{:.6g}", i > 0 ? "," : "", axis.ticks[i]);
            labels += fmt::format("{}{{{}}}", i > 0 ? "," : "", latexText(axis.labels[i]));
        }
        std::string text = fmt::format(
            "    {0}min={1:.6g}, {0}max={2:.6g}, {0}tick={{{3}}}, {0}ticklabels={{{4}}}, {0}label={{{5}}},\n", name,
            axis.low, axis.high, ticks, labels, latexText(axis.title));
        if (axis.scale != AxisScale::Linear)
            text += fmt::format("    {0}mode=log, log basis {0}={1},\n", name, axis.scale == AxisScale::Log2 ? 2 : 10);
        return text;
    }

    std::string axisOptions()
    {
        const std::string line = colorName(colorOf(ColorRole::Hairline)), ink = colorName(colorOf(ColorRole::SoftInk));
        return fmt::format(
                   "    scale only axis, width={}, height={}, clip=false,{}\n"
                   "    axis lines=left, axis line style={{-, {line}}}, y axis line style={{draw=none}}, "
                   "tick align=outside, tick style={{{line}}}, ytick style={{draw=none}},\n"
                   "    minor tick style={{draw=none}}, ymajorgrids, scaled ticks=false, grid style={{{line}}},\n"
                   "    every axis label/.append style={{text={ink}, font={font}}},\n"
                   "    every tick label/.append style={{text={ink}, font={font}}},\n",
                   length(m_layout.frame.width()), length(m_layout.frame.height()),
                   m_layout.hasAxes ? "" : " hide axis,", fmt::arg("line", line), fmt::arg("ink", ink),
                   fmt::arg("font", fontCommand(m_layout.style.label, false))) +
               axisText('x', m_layout.x) + axisText('y', m_layout.y);
    }

    const ChartLayout& m_layout;
    std::string m_body;
    std::vector<std::uint32_t> m_colors;
};

}  // namespace

std::string toTikzpicture(const ChartLayout& layout)
{
    return PgfplotsCanvas(layout).picture();
}

std::string toPgfplots(const ChartLayout& layout, const PgfplotsOptions& options)
{
    std::string latex;
    for (std::size_t start = 0; start < options.comment.size();) {
        const std::size_t end = std::min(options.comment.find('\n', start), options.comment.size());
        latex += "% " + options.comment.substr(start, end - start) + '\n';
        start = end + 1;
    }
    latex +=
        "\\documentclass{standalone}\n\\usepackage{fix-cm,pgfplots}\n\\pgfplotsset{compat=1.16}\n\\begin{document}\n";
    const bool isScaled = options.scaleFactor != 1;
    if (isScaled)
        latex += fmt::format("\\scalebox{{{:.4g}}}{{%\n", options.scaleFactor);
    return latex + toTikzpicture(layout) + (isScaled ? "}\n" : "\n") + "\\end{document}\n";
}

}  // namespace scalewright::chart
