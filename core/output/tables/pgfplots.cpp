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

bool isColour(const std::string& colour)
{
    return colour.size() == 6 && std::all_of(colour.begin(), colour.end(),
                                             [](char c) { return std::isxdigit(static_cast<unsigned char>(c)); });
}

/// pgfplots reads what fmt writes, 1e+13 included.
std::string coordinate(double value)
{
    return fmt::format("{:.6g}", value);
}

std::string length(double points)
{
    return fmt::format("{:.5g}pt", points);
}

std::string font(double sizePt, bool bold)
{
    return fmt::format("\\sffamily{}\\fontsize{{{:.3g}}}{{{:.3g}}}\\selectfont", bold ? "\\bfseries" : "", sizePt,
                       1.2 * sizePt);
}

class Writer {
public:
    explicit Writer(const PgfplotsFigure& figure) : m_figure(figure) {}

    Result<std::string> document()
    {
        const Result<std::string> drawing = picture();
        if (!drawing)
            return drawing;
        std::string latex;
        for (std::size_t from = 0; from < m_figure.comment.size();) {
            const std::size_t end = std::min(m_figure.comment.find('\n', from), m_figure.comment.size());
            latex += "% " + m_figure.comment.substr(from, end - from) + '\n';
            from = end + 1;
        }
        latex += "\\documentclass{standalone}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n\\begin{document}\n";
        if (m_figure.enlarged != 1)
            latex += fmt::format("\\scalebox{{{:.4g}}}{{%\n", m_figure.enlarged);
        latex += *drawing;
        latex += m_figure.enlarged != 1 ? "}\n" : "\n";
        return latex + "\\end{document}\n";
    }

    Result<std::string> picture()
    {
        if (m_figure.items.empty())
            return fail(ErrorCode::Input, "a figure with nothing in it", "one curve or more");
        std::string drawn;
        for (const PgfItem& item : m_figure.items)
            drawn += std::visit([this](const auto& each) { return draw(each); }, item);
        const std::string axes = axisOptions();
        if (m_problem)
            return fail(std::move(*m_problem));

        std::string latex = "\\begin{tikzpicture}\n";
        for (std::size_t i = 0; i < m_colours.size(); ++i)
            latex += fmt::format("  \\definecolor{{sw{}}}{{HTML}}{{{}}}\n", i, m_colours[i]);
        return latex + "  \\begin{axis}[\n" + axes + "  ]\n" + drawn + "  \\end{axis}\n\\end{tikzpicture}";
    }

private:
    std::string colour(const std::string& hex)
    {
        if (!isColour(hex) && !m_problem)
            m_problem =
                fail(ErrorCode::Input, say("{} is no colour", inQuotes(hex)), "six hexadecimal digits such as 0072B2")
                    .value();
        auto known = std::find(m_colours.begin(), m_colours.end(), hex);
        if (known == m_colours.end())
            known = m_colours.insert(m_colours.end(), hex);
        return fmt::format("sw{}", known - m_colours.begin());
    }

    std::string place(const PgfPoint& point)
    {
        const auto shown = [](double value, const PgfAxis& axis) {
            return std::isfinite(value) && (axis.logBase == 0 || value > 0);
        };
        if ((!shown(point.x, m_figure.x) || !shown(point.y, m_figure.y)) && !m_problem)
            m_problem =
                fail(ErrorCode::Input,
                     say("({}, {}) is no place on these axes", significant(point.x, 6), significant(point.y, 6)),
                     "finite numbers, above zero where the axis is logarithmic")
                    .value();
        return coordinate(point.x) + ',' + coordinate(point.y);
    }

    std::string stroked(const PgfStroke& stroke)
    {
        if (!(stroke.widthPt > 0))
            return "draw=none";
        std::string options = "draw=" + colour(stroke.colour) + ", line width=" + length(stroke.widthPt);
        for (std::size_t i = 0; i < stroke.dashPt.size(); ++i)
            options.append(i == 0 ? ", dash pattern=" : " ")
                .append(i % 2 == 0 ? "on " : "off ")
                .append(length(stroke.dashPt[i]));
        return options;
    }

    std::string coordinates(const std::vector<PgfPoint>& points)
    {
        std::string text;
        for (std::size_t i = 0; i < points.size(); ++i)
            text.append(i % 6 == 0 ? "\n      (" : " (").append(place(points[i])).append(")");
        return text;
    }

    std::string draw(const PgfLine& line)
    {
        const std::string comment = line.name.empty() ? std::string() : "    % " + line.name + '\n';
        return comment + "    \\addplot[no marks, " + stroked(line.stroke) + "] coordinates {" +
               coordinates(line.points) + "\n    };\n";
    }

    std::string draw(const PgfArea& area)
    {
        std::string options = "no marks, draw=none, fill=" + colour(area.colour);
        if (area.opacity < 1)
            options += fmt::format(", fill opacity={:.3g}", area.opacity);
        return "    \\addplot[" + options + "] coordinates {" + coordinates(area.outline) + "\n    } -- cycle;\n";
    }

    std::string draw(const PgfMark& mark)
    {
        std::string text = "    \\path[" + stroked(mark.stroke);
        if (!mark.fill.empty())
            text += ", fill=" + colour(mark.fill);
        text += ", shift={(axis cs:" + place(mark.at) + ")}] ";
        if (mark.outlinePt.empty())
            return text + "(0pt,0pt) circle[radius=" + length(mark.radiusPt) + "];\n";
        for (const PgfPoint& point : mark.outlinePt)
            text += '(' + length(point.x) + ',' + length(point.y) + ") -- ";
        return text + "cycle;\n";
    }

    std::string draw(const PgfText& text)
    {
        return fmt::format("    \\node[anchor=base {}, inner sep=0pt, text={}, font={}] at (axis cs:{}) {{{}}};\n",
                           text.rightAligned ? "east" : "west", colour(text.colour), font(text.sizePt, text.bold),
                           place(text.at), latexText(text.text));
    }

    std::string ticksOf(char name, const PgfAxis& axis)
    {
        std::string text =
            fmt::format("    {0}min={1}, {0}max={2}, {0}tick={{", name, coordinate(axis.low), coordinate(axis.high));
        for (std::size_t i = 0; i < axis.ticks.size(); ++i)
            text.append(i > 0 ? "," : "").append(coordinate(axis.ticks[i]));
        text += fmt::format("}}, {}ticklabels={{", name);
        for (std::size_t i = 0; i < axis.ticks.size(); ++i)
            text.append(i > 0 ? ",{" : "{")
                .append(latexText(i < axis.labels.size() ? axis.labels[i] : significant(axis.ticks[i], 6)))
                .append("}");
        text += fmt::format("}}, {}label={{{}}},\n", name, latexText(axis.title));
        if (axis.logBase != 0)
            text += fmt::format("    {0}mode=log, log basis {0}={1},\n", name, axis.logBase);
        return text;
    }

    std::string axisOptions()
    {
        const std::string line = colour(m_figure.axisColour), type = colour(m_figure.textColour);
        std::string text = "    scale only axis, width=" + length(m_figure.widthPt) +
                           ", height=" + length(m_figure.heightPt) + ", clip=false,\n";
        text += "    axis lines=left, axis line style={-, " + line +
                "}, y axis line style={draw=none}, tick align=outside, tick style={" + line +
                "}, ytick style={draw=none},\n";
        text += "    minor tick style={draw=none}, ymajorgrids, scaled ticks=false, grid style={" + line + "},\n";
        text += "    every axis label/.append style={text=" + type + ", font=" + font(m_figure.sizePt, false) + "},\n";
        text += "    every tick label/.append style={text=" + type + ", font=" + font(m_figure.sizePt, false) + "},\n";
        return text + ticksOf('x', m_figure.x) + ticksOf('y', m_figure.y);
    }

    const PgfplotsFigure& m_figure;
    std::vector<std::string> m_colours;
    std::optional<Error> m_problem;
};

}  // namespace

Result<std::string> toPgfplots(const PgfplotsFigure& figure)
{
    return Writer(figure).document();
}

Result<std::string> toTikzpicture(const PgfplotsFigure& figure)
{
    return Writer(figure).picture();
}

}  // namespace scalewright
