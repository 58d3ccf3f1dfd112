// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/tables/pgfplots.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/output/tables/latex.h"

namespace scalewright {

namespace {

bool isHexColour(const std::string& colour)
{
    return colour.size() == 6 && std::all_of(colour.begin(), colour.end(),
                                             [](char c) { return std::isxdigit(static_cast<unsigned char>(c)); });
}

/// pgfplots can read fmt's output, including 1e+13.
std::string coordinateText(double value)
{
    return fmt::format("{:.6g}", value);
}

std::string lengthText(double points)
{
    return fmt::format("{:.5g}pt", points);
}

std::string fontCommand(double sizePt, bool isBold)
{
    return fmt::format("\\sffamily{}\\fontsize{{{:.3g}}}{{{:.3g}}}\\selectfont", isBold ? "\\bfseries" : "", sizePt,
                       1.2 * sizePt);
}

class PgfplotsWriter {
public:
    explicit PgfplotsWriter(const PgfplotsFigure& figure) : m_figure(figure) {}

    Result<std::string> writeDocument()
    {
        const Result<std::string> drawing = writePicture();
        if (!drawing)
            return drawing;
        std::string latex;
        for (std::size_t start = 0; start < m_figure.comment.size();) {
            const std::size_t end = std::min(m_figure.comment.find('\n', start), m_figure.comment.size());
            latex += "% " + m_figure.comment.substr(start, end - start) + '\n';
            start = end + 1;
        }
        latex += "\\documentclass{standalone}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n\\begin{document}\n";
        if (m_figure.scaleFactor != 1)
            latex += fmt::format("\\scalebox{{{:.4g}}}{{%\n", m_figure.scaleFactor);
        latex += *drawing;
        latex += m_figure.scaleFactor != 1 ? "}\n" : "\n";
        return latex + "\\end{document}\n";
    }

    Result<std::string> writePicture()
    {
        if (m_figure.items.empty())
            return fail(ErrorCode::Input, "the figure is empty", "at least one curve");
        std::string body;
        for (const PgfItem& item : m_figure.items)
            body += std::visit([this](const auto& each) { return draw(each); }, item);
        const std::string axes = axisOptions();
        if (m_error)
            return fail(std::move(*m_error));

        std::string latex = "\\begin{tikzpicture}\n";
        for (std::size_t i = 0; i < m_colours.size(); ++i)
            latex += fmt::format("  \\definecolor{{sw{}}}{{HTML}}{{{}}}\n", i, m_colours[i]);
        return latex + "  \\begin{axis}[\n" + axes + "  ]\n" + body + "  \\end{axis}\n\\end{tikzpicture}";
    }

private:
    std::string colourName(const std::string& hex)
    {
        if (!isHexColour(hex) && !m_error)
            m_error = fail(ErrorCode::Input, formatMessage("{} is not a colour", inQuotes(hex)),
                           "six hexadecimal digits such as 0072B2")
                          .value();
        auto found = std::find(m_colours.begin(), m_colours.end(), hex);
        if (found == m_colours.end())
            found = m_colours.insert(m_colours.end(), hex);
        return fmt::format("sw{}", found - m_colours.begin());
    }

    std::string pointText(const PgfPoint& point)
    {
        const auto isDrawable = [](double value, const PgfAxis& axis) {
            return std::isfinite(value) && (axis.logBase == 0 || value > 0);
        };
        if ((!isDrawable(point.x, m_figure.xAxis) || !isDrawable(point.y, m_figure.yAxis)) && !m_error)
            m_error = fail(ErrorCode::Input,
                           formatMessage("point ({}, {}) cannot be placed on these axes", significantText(point.x, 6),
                                         significantText(point.y, 6)),
                           "finite numbers, positive on a logarithmic axis")
                          .value();
        return coordinateText(point.x) + ',' + coordinateText(point.y);
    }

    std::string strokeOptions(const PgfStroke& stroke)
    {
        if (!(stroke.widthPt > 0))
            return "draw=none";
        std::string options = "draw=" + colourName(stroke.colour) + ", line width=" + lengthText(stroke.widthPt);
        for (std::size_t i = 0; i < stroke.dashPt.size(); ++i)
            options.append(i == 0 ? ", dash pattern=" : " ")
                .append(i % 2 == 0 ? "on " : "off ")
                .append(lengthText(stroke.dashPt[i]));
        return options;
    }

    std::string coordinateList(const std::vector<PgfPoint>& points)
    {
        std::string text;
        for (std::size_t i = 0; i < points.size(); ++i)
            text.append(i % 6 == 0 ? "\n      (" : " (").append(pointText(points[i])).append(")");
        return text;
    }

    std::string draw(const PgfLine& line)
    {
        const std::string comment = line.name.empty() ? std::string() : "    % " + line.name + '\n';
        return comment + "    \\addplot[no marks, " + strokeOptions(line.stroke) + "] coordinates {" +
               coordinateList(line.points) + "\n    };\n";
    }

    std::string draw(const PgfArea& area)
    {
        std::string options = "no marks, draw=none, fill=" + colourName(area.colour);
        if (area.opacity < 1)
            options += fmt::format(", fill opacity={:.3g}", area.opacity);
        return "    \\addplot[" + options + "] coordinates {" + coordinateList(area.outline) + "\n    } -- cycle;\n";
    }

    std::string draw(const PgfMark& mark)
    {
        std::string text = "    \\path[" + strokeOptions(mark.stroke);
        if (!mark.fill.empty())
            text += ", fill=" + colourName(mark.fill);
        text += ", shift={(axis cs:" + pointText(mark.position) + ")}] ";
        if (mark.outlinePt.empty())
            return text + "(0pt,0pt) circle[radius=" + lengthText(mark.radiusPt) + "];\n";
        for (const PgfPoint& point : mark.outlinePt)
            text += '(' + lengthText(point.x) + ',' + lengthText(point.y) + ") -- ";
        return text + "cycle;\n";
    }

    std::string draw(const PgfLabel& text)
    {
        return fmt::format("    \\node[anchor=base {}, inner sep=0pt, text={}, font={}] at (axis cs:{}) {{{}}};\n",
                           text.isRightAligned ? "east" : "west", colourName(text.colour),
                           fontCommand(text.fontSizePt, text.isBold), pointText(text.position), latexText(text.text));
    }

    std::string tickOptions(char name, const PgfAxis& axis)
    {
        std::string text = fmt::format("    {0}min={1}, {0}max={2}, {0}tick={{", name, coordinateText(axis.minimum),
                                       coordinateText(axis.maximum));
        for (std::size_t i = 0; i < axis.ticks.size(); ++i)
            text.append(i > 0 ? "," : "").append(coordinateText(axis.ticks[i]));
        text += fmt::format("}}, {}ticklabels={{", name);
        for (std::size_t i = 0; i < axis.ticks.size(); ++i)
            text.append(i > 0 ? ",{" : "{")
                .append(latexText(i < axis.labels.size() ? axis.labels[i] : significantText(axis.ticks[i], 6)))
                .append("}");
        text += fmt::format("}}, {}label={{{}}},\n", name, latexText(axis.title));
        if (axis.logBase != 0)
            text += fmt::format("    {0}mode=log, log basis {0}={1},\n", name, axis.logBase);
        return text;
    }

    std::string axisOptions()
    {
        const std::string line = colourName(m_figure.axisColour), type = colourName(m_figure.textColour);
        std::string text = "    scale only axis, width=" + lengthText(m_figure.widthPt) +
                           ", height=" + lengthText(m_figure.heightPt) + ", clip=false,\n";
        text += "    axis lines=left, axis line style={-, " + line +
                "}, y axis line style={draw=none}, tick align=outside, tick style={" + line +
                "}, ytick style={draw=none},\n";
        text += "    minor tick style={draw=none}, ymajorgrids, scaled ticks=false, grid style={" + line + "},\n";
        text += "    every axis label/.append style={text=" + type +
                ", font=" + fontCommand(m_figure.fontSizePt, false) + "},\n";
        text += "    every tick label/.append style={text=" + type +
                ", font=" + fontCommand(m_figure.fontSizePt, false) + "},\n";
        return text + tickOptions('x', m_figure.xAxis) + tickOptions('y', m_figure.yAxis);
    }

    const PgfplotsFigure& m_figure;
    std::vector<std::string> m_colours;
    std::optional<Error> m_error;
};

}  // namespace

Result<std::string> toPgfplots(const PgfplotsFigure& figure)
{
    return PgfplotsWriter(figure).writeDocument();
}

Result<std::string> toTikzpicture(const PgfplotsFigure& figure)
{
    return PgfplotsWriter(figure).writePicture();
}

}  // namespace scalewright
