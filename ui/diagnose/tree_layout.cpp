// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/tree_layout.h"

#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <cmath>

#include "core/output/answers/flow_words.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

// Relative to the pixel size: a line is `lineHeightRatio` high, and its baseline is `ascentRatio` below its top, so
// that Latin, Greek and Cyrillic letters fit within the line.
constexpr double lineHeightRatio = 1.28, ascentRatio = 0.99;
constexpr double treePadding = 6;         // room for focus rings at the edges
constexpr double leafPadding = 14, leafVerticalPadding = 7;
constexpr double labelGap = 10;    // between an edge and its label
constexpr double headStubLength = 12;       // from the heading to the first diamond
constexpr double preferredAspectRatio = 3.3;    // width over height of a diamond, if there is room

class TreeMeasure {
public:
    explicit TreeMeasure(const VisualStyle& look) : m_look(look) {}

    [[nodiscard]] double lineHeight(TextStyle style) const { return lineHeightRatio * m_look.font(style).pixelSize(); }
    [[nodiscard]] double textWidth(const QString& text, TextStyle style, bool bold = false) const
    {
        // Hinting on screen may add a pixel to the metrics.
        return text.isEmpty() ? 0 : QFontMetricsF(m_look.font(style, bold)).horizontalAdvance(text) + 2;
    }
    [[nodiscard]] TreeText textAt(const QString& text, double left, double top, TextStyle style, bool bold,
                                  ColorRole role) const
    {
        return {text,
                {left, top + ascentRatio * m_look.font(style).pixelSize()},
                {left, top, textWidth(text, style, bold), lineHeight(style)},
                style,
                bold,
                role};
    }
    [[nodiscard]] TreeText centredText(const QString& text, double x, double top, TextStyle style, bool bold,
                                       ColorRole role) const
    {
        return textAt(text, x - textWidth(text, style, bold) / 2, top, style, bold, role);
    }
    [[nodiscard]] TreeText rightAlignedText(const QString& text, double right, double top, TextStyle style, bool bold,
                                            ColorRole role) const
    {
        return textAt(text, right - textWidth(text, style, bold), top, style, bold, role);
    }

    /// Breaks the text at spaces into lines of at most `maximumWidth`; a longer word gets its own line.
    [[nodiscard]] QStringList wrappedLines(const QString& text, double maximumWidth, TextStyle style, bool bold) const
    {
        QStringList lines;
        QString current;
        for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QString longer = current.isEmpty() ? word : current + QLatin1Char(' ') + word;
            if (!current.isEmpty() && textWidth(longer, style, bold) > maximumWidth) {
                lines << current;
                current = word;
            } else {
                current = longer;
            }
        }
        if (!current.isEmpty())
            lines << current;
        return lines;
    }

private:
    const VisualStyle& m_look;
};

struct TreeLeafText {
    QString title, remedy;
};

TreeLeafText treeLeafText(Bottleneck bottleneck)
{
    return {ceilingText(bottleneck), toQString(remedyText(axisOf(bottleneck)))};
}

/// The required sizes of the parts, before they are placed.
struct RequiredSizes {
    double marginWidth = 0, textWidth = 0, edgeWidth = 0, leafWidth = 0;
    double textHalfHeight = 0;  ///< half the height of a diamond's two text lines
    double leafHeight = 0, headingLineHeight = 0, labelHeight = 0;
    double questionCount = 0;
};

RequiredSizes requiredSizes(const TreeContent& content, const TreeMeasure& measure)
{
    RequiredSizes needs;
    needs.questionCount = static_cast<double>(content.questions.size());
    needs.textHalfHeight = (measure.lineHeight(TextStyle::Body) + measure.lineHeight(TextStyle::Label)) / 2;
    needs.leafHeight = 2 * needs.textHalfHeight + 2 * leafVerticalPadding;
    needs.headingLineHeight = measure.lineHeight(TextStyle::Label);
    needs.labelHeight = measure.lineHeight(TextStyle::Label);
    const auto includeLeaf = [&](Bottleneck bottleneck) {
        const TreeLeafText words = treeLeafText(bottleneck);
        needs.leafWidth = std::max({needs.leafWidth, measure.textWidth(words.title, TextStyle::Body, true),
                                    measure.textWidth(words.remedy, TextStyle::Label)});
    };
    includeLeaf(Bottleneck::Compute);
    for (const TreeQuestion& question : content.questions) {
        needs.textWidth = std::max({needs.textWidth, measure.textWidth(question.question, TextStyle::Body, true),
                                    measure.textWidth(question.comparison, TextStyle::Label)});
        needs.marginWidth = std::max(needs.marginWidth, measure.textWidth(question.margin, TextStyle::Label));
        for (const QString& note : question.notes)
            needs.marginWidth = std::max(needs.marginWidth, measure.textWidth(note, TextStyle::Small));
        needs.edgeWidth = std::max(needs.edgeWidth, measure.textWidth(question.leafAnswer, TextStyle::Label, true));
        includeLeaf(question.leaf);
    }
    needs.leafWidth += 2 * leafPadding;
    needs.edgeWidth += 2 * labelGap + 12;
    return needs;
}

/// The width that a diamond of this height needs to contain both lines.
double requiredDiamondWidth(const RequiredSizes& needs, double height)
{
    return needs.textWidth / (1 - 2 * needs.textHalfHeight / height);
}

/// The width available for diamonds in a drawing of this width.
double availableDiamondWidth(const RequiredSizes& needs, double width)
{
    return width - 2 * treePadding - needs.marginWidth - labelGap - needs.edgeWidth - needs.leafWidth;
}

double minimumDiamondHeight(const RequiredSizes& needs, double availableWidth)
{
    const double share = std::min(needs.textWidth / availableWidth, 0.7);
    return std::max({2 * needs.textHalfHeight / (1 - share), 3 * needs.textHalfHeight, needs.leafHeight - 4});
}

/// The minimum gap between two diamonds, so that the trunk's label touches neither.
double minimumGap(const RequiredSizes& needs)
{
    return needs.labelHeight + 2;
}

double headingHeight(const RequiredSizes& needs, qsizetype lines)
{
    return static_cast<double>(lines) * needs.headingLineHeight + 4 + headStubLength;
}

QStringList headingLines(const TreeContent& content, const TreeMeasure& measure, double width)
{
    // The caption has the profile's figures, so only a what-if gets a heading.
    return content.headingIsWhatIf
               ? measure.wrappedLines(content.heading, width - 2 * treePadding, TextStyle::Label, true)
               : QStringList();
}

}  // namespace

QPolygonF TreeDiamond::polygon() const
{
    const QPointF centre = rect.center();
    return QPolygonF(
        {{centre.x(), rect.top()}, {rect.right(), centre.y()}, {centre.x(), rect.bottom()}, {rect.left(), centre.y()}});
}

double treeMinimumWidth(const TreeContent& content, const VisualStyle& look)
{
    const RequiredSizes needs = requiredSizes(content, TreeMeasure(look));
    return std::ceil(2 * treePadding + needs.marginWidth + labelGap + needs.textWidth / 0.65 + needs.edgeWidth +
                     needs.leafWidth);
}

double treeMinimumHeight(const TreeContent& content, const VisualStyle& look, double width)
{
    const TreeMeasure measure(look);
    const RequiredSizes needs = requiredSizes(content, measure);
    const double diamond = minimumDiamondHeight(needs, availableDiamondWidth(needs, width));
    return std::ceil(2 * treePadding + headingHeight(needs, headingLines(content, measure, width).size()) +
                     needs.questionCount * (diamond + minimumGap(needs)) + needs.leafHeight);
}

QSizeF treeNaturalSize(const TreeContent& content, const VisualStyle& look)
{
    const double width = std::max(720.0, treeMinimumWidth(content, look));
    return {width, std::max(treeMinimumHeight(content, look, width),
                            120 + 86.0 * static_cast<double>(content.questions.size()))};
}

TreeLayout layOutTree(const TreeContent& content, const VisualStyle& look, const QSizeF& size)
{
    const TreeMeasure measure(look);
    const RequiredSizes needs = requiredSizes(content, measure);
    const QStringList head = headingLines(content, measure, size.width());

    const double availableWidth = availableDiamondWidth(needs, size.width());
    const double top = treePadding + headingHeight(needs, head.size());
    const double pitch = (size.height() - top - needs.leafHeight - treePadding) / needs.questionCount;
    const double gap = std::clamp(0.19 * pitch, minimumGap(needs), 3 * minimumGap(needs));
    const double height =
        std::clamp(pitch - gap, minimumDiamondHeight(needs, availableWidth), 6.4 * needs.textHalfHeight);
    const double step = std::min(pitch, height + 3 * minimumGap(needs));
    const double width = std::clamp(preferredAspectRatio * height, requiredDiamondWidth(needs, height),
                                    std::max(availableWidth, requiredDiamondWidth(needs, height)));

    // Spare room first lengthens the edges; beyond a limit, the drawing is centred instead.
    const double spare = std::max(0.0, availableWidth - width);
    const double stretch = std::min(spare, 280 * look.typeScale);
    const double left = treePadding + (spare - stretch) / 2;
    const double tip = left + needs.marginWidth + labelGap;
    const double trunk = tip + width / 2;
    const double leafLeft = tip + width + needs.edgeWidth + stretch;

    TreeLayout layout;
    layout.size = size;
    double line = treePadding;
    for (const QString& text : head) {
        TreeText placed = measure.centredText(text, trunk, line, TextStyle::Label, content.headingIsWhatIf,
                                              content.headingIsWhatIf ? ColorRole::Ink : ColorRole::SoftInk);
        // Centred above the trunk if it fits, otherwise as near to that as the edges allow.
        const double shift = std::clamp(placed.box.left(), treePadding,
                                        std::max(treePadding, size.width() - treePadding - placed.box.width())) -
                             placed.box.left();
        placed.box.translate(shift, 0);
        placed.baseline.rx() += shift;
        layout.heading.push_back(std::move(placed));
        line += needs.headingLineHeight;
    }
    layout.edges.push_back({{trunk, line + 4}, {trunk, top}, true, {}});

    const auto addLeaf = [&](Bottleneck bottleneck, const QRectF& rect) {
        TreeLeaf treeLeaf{bottleneck, rect, content.verdict == bottleneck, {}};
        const TreeLeafText words = treeLeafText(bottleneck);
        // Once there is a verdict, only its leaf shows a remedy; the other leaves show it on hover.
        const bool showsRemedy = treeLeaf.isTaken || !content.verdict;
        const double y =
            rect.center().y() - (showsRemedy ? needs.textHalfHeight : measure.lineHeight(TextStyle::Body) / 2);
        treeLeaf.texts.push_back(measure.textAt(words.title, rect.left() + leafPadding, y, TextStyle::Body, true,
                                                treeLeaf.isTaken ? ColorRole::Card : ColorRole::SoftInk));
        if (showsRemedy)
            treeLeaf.texts.push_back(measure.textAt(words.remedy, rect.left() + leafPadding,
                                                    y + measure.lineHeight(TextStyle::Body), TextStyle::Label, false,
                                                    treeLeaf.isTaken ? ColorRole::Card : ColorRole::SoftInk));
        layout.leaves.push_back(std::move(treeLeaf));
    };
    const auto word = [&](const QString& text, bool isTaken, double x, double y) {
        return measure.textAt(text, x, y, TextStyle::Label, isTaken, isTaken ? ColorRole::Ink : ColorRole::SoftInk);
    };

    double y = top;
    for (const TreeQuestion& question : content.questions) {
        TreeDiamond diamond{question.test, {tip, y, width, height}, question.isReached, question.isAddition, {}, {}};
        const double middle = y + height / 2;
        const double above =
            question.comparison.isEmpty() ? measure.lineHeight(TextStyle::Body) / 2 : needs.textHalfHeight;
        diamond.texts.push_back(measure.centredText(question.question, trunk, middle - above, TextStyle::Body, true,
                                                    question.isReached ? ColorRole::Ink : ColorRole::SoftInk));
        if (!question.comparison.isEmpty())
            diamond.texts.push_back(measure.centredText(
                question.comparison, trunk, middle - needs.textHalfHeight + measure.lineHeight(TextStyle::Body),
                TextStyle::Label, false, ColorRole::SoftInk));

        double block = question.margin.isEmpty() ? 0 : measure.lineHeight(TextStyle::Label);
        block += static_cast<double>(question.notes.size()) * measure.lineHeight(TextStyle::Small);
        double at = middle - block / 2;
        if (!question.margin.isEmpty()) {
            diamond.marginTexts.push_back(measure.rightAlignedText(question.margin, tip - labelGap, at,
                                                                   TextStyle::Label, false, ColorRole::SoftInk));
            at += measure.lineHeight(TextStyle::Label);
        }
        for (const QString& note : question.notes) {
            diamond.marginTexts.push_back(
                measure.rightAlignedText(note, tip - labelGap, at, TextStyle::Small, false, ColorRole::SoftInk));
            at += measure.lineHeight(TextStyle::Small);
        }

        TreeEdge leafEdge{{tip + width, middle}, {leafLeft, middle}, question.leadsToLeaf, {}};
        leafEdge.label.push_back(
            word(question.leafAnswer, question.leadsToLeaf, tip + width + labelGap, middle - needs.labelHeight - 1));
        layout.edges.push_back(std::move(leafEdge));
        TreeEdge nextEdge{{trunk, y + height}, {trunk, y + step}, question.isPassed, {}};
        nextEdge.label.push_back(word(question.nextAnswer, question.isPassed, trunk + labelGap,
                                      (nextEdge.from.y() + nextEdge.to.y() - needs.labelHeight) / 2));
        layout.edges.push_back(std::move(nextEdge));

        layout.diamonds.push_back(std::move(diamond));
        addLeaf(question.leaf, {leafLeft, middle - needs.leafHeight / 2, needs.leafWidth, needs.leafHeight});
        y += step;
    }
    addLeaf(Bottleneck::Compute, {trunk - needs.leafWidth / 2, y, needs.leafWidth, needs.leafHeight});
    return layout;
}

TreeLayout layOutTakenPath(const TreeContent& content, const VisualStyle& look, double width)
{
    const TreeMeasure measure(look);
    TreeContent path = content;
    std::erase_if(path.questions, [](const TreeQuestion& question) { return !question.isReached; });
    const RequiredSizes needs = requiredSizes(path, measure);
    const double sideWidth = needs.marginWidth + labelGap;  // beside the trunk
    width = std::max({width, needs.leafWidth + 2 * treePadding, 2 * (sideWidth + treePadding),
                      needs.textWidth / 0.65 + 2 * treePadding});
    const double diamondWidth = width - 2 * treePadding, trunk = width / 2;
    const double height = minimumDiamondHeight(needs, diamondWidth);
    const double edge = needs.labelHeight + 10;

    TreeLayout layout;
    double y = treePadding;
    for (const QString& line : headingLines(path, measure, width)) {
        layout.heading.push_back(measure.centredText(line, trunk, y, TextStyle::Label, true, ColorRole::Ink));
        y += needs.headingLineHeight;
    }
    for (const TreeQuestion& question : path.questions) {
        TreeDiamond diamond{question.test, {treePadding, y, diamondWidth, height}, true, question.isAddition, {}, {}};
        const double middle = y + height / 2;
        diamond.texts.push_back(measure.centredText(
            question.question, trunk,
            middle - (question.comparison.isEmpty() ? measure.lineHeight(TextStyle::Body) / 2 : needs.textHalfHeight),
            TextStyle::Body, true, ColorRole::Ink));
        if (!question.comparison.isEmpty())
            diamond.texts.push_back(measure.centredText(
                question.comparison, trunk, middle - needs.textHalfHeight + measure.lineHeight(TextStyle::Body),
                TextStyle::Label, false, ColorRole::SoftInk));
        layout.diamonds.push_back(std::move(diamond));
        y += height;
        if (!question.leadsToLeaf && !question.isPassed)
            continue;  // not answered yet
        TreeEdge down{{trunk, y}, {trunk, y + edge}, true, {}};
        const double top = y + (edge - needs.labelHeight) / 2;
        down.label.push_back(measure.rightAlignedText(question.leadsToLeaf ? question.leafAnswer : question.nextAnswer,
                                                      trunk - labelGap, top, TextStyle::Label, true, ColorRole::Ink));
        if (!question.margin.isEmpty())
            down.label.push_back(
                measure.textAt(question.margin, trunk + labelGap, top, TextStyle::Label, false, ColorRole::SoftInk));
        layout.edges.push_back(std::move(down));
        y += edge;
    }
    if (content.verdict) {
        const TreeLeafText words = treeLeafText(*content.verdict);
        TreeLeaf leaf{*content.verdict, {trunk - needs.leafWidth / 2, y, needs.leafWidth, needs.leafHeight}, true, {}};
        const double top = y + leafVerticalPadding;
        leaf.texts = {measure.centredText(words.title, trunk, top, TextStyle::Body, true, ColorRole::Card),
                      measure.centredText(words.remedy, trunk, top + measure.lineHeight(TextStyle::Body),
                                          TextStyle::Label, false, ColorRole::Card)};
        layout.leaves.push_back(std::move(leaf));
        y += needs.leafHeight;
    }
    layout.size = {width, std::ceil(y + treePadding)};
    return layout;
}

}  // namespace scalewright::ui
