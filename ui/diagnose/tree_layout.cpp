#include "ui/diagnose/tree_layout.h"

#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <cmath>

#include "ui/words/diagnosis_words.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

// Shares of the pixel size: a line of text takes `leading`, its baseline lies `ascent` below the line's top, and
// nothing of a Latin, Greek or Cyrillic letter leaves the line.
constexpr double leading = 1.28, ascent = 0.99;
constexpr double pad = 6;         // room for focus rings at the edges
constexpr double leafPad = 14, leafPadV = 7;
constexpr double labelGap = 10;    // between a line and the word on it
constexpr double stub = 12;       // from the head to the first diamond
constexpr double wanted = 3.3;    // width of a diamond over its height, where there is room

class Measure {
public:
    explicit Measure(const Look& look) : m_look(look) {}

    [[nodiscard]] double line(TextStyle style) const { return leading * m_look.font(style).pixelSize(); }
    [[nodiscard]] double width(const QString& text, TextStyle style, bool bold = false) const
    {
        // Hinting on screen may add a pixel to what the metrics say.
        return text.isEmpty() ? 0 : QFontMetricsF(m_look.font(style, bold)).horizontalAdvance(text) + 2;
    }
    [[nodiscard]] TreeText at(const QString& text, double left, double top, TextStyle style, bool bold, Role role) const
    {
        return {text,
                {left, top + ascent * m_look.font(style).pixelSize()},
                {left, top, width(text, style, bold), line(style)},
                style,
                bold,
                role};
    }
    [[nodiscard]] TreeText centred(const QString& text, double x, double top, TextStyle style, bool bold,
                                   Role role) const
    {
        return at(text, x - width(text, style, bold) / 2, top, style, bold, role);
    }
    [[nodiscard]] TreeText rightAligned(const QString& text, double right, double top, TextStyle style, bool bold,
                                        Role role) const
    {
        return at(text, right - width(text, style, bold), top, style, bold, role);
    }

    /// The text in lines no wider than `most`, broken at spaces; a longer word is a line of its own.
    [[nodiscard]] QStringList wrapped(const QString& text, double most, TextStyle style, bool bold) const
    {
        QStringList lines;
        QString current;
        for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QString longer = current.isEmpty() ? word : current + QLatin1Char(' ') + word;
            if (!current.isEmpty() && width(longer, style, bold) > most) {
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
    const Look& m_look;
};

struct Leaf {
    QString title, remedy;
};

Leaf leafWords(Bottleneck bottleneck)
{
    return {ceilingText(bottleneck), remedyText(axisOf(bottleneck))};
}

/// What the parts need, before any of them has a place.
struct Needs {
    double marginWidth = 0, textWidth = 0, edgeWidth = 0, leafWidth = 0;
    double half = 0;  ///< half the height of a diamond's two lines
    double leafHeight = 0, headLine = 0, label = 0;
    double count = 0;
};

Needs needsOf(const TreeContent& content, const Measure& measure)
{
    Needs needs;
    needs.count = static_cast<double>(content.questions.size());
    needs.half = (measure.line(TextStyle::Body) + measure.line(TextStyle::Label)) / 2;
    needs.leafHeight = 2 * needs.half + 2 * leafPadV;
    needs.headLine = measure.line(TextStyle::Label);
    needs.label = measure.line(TextStyle::Label);
    const auto leaf = [&](Bottleneck bottleneck) {
        const Leaf words = leafWords(bottleneck);
        needs.leafWidth = std::max({needs.leafWidth, measure.width(words.title, TextStyle::Body, true),
                                    measure.width(words.remedy, TextStyle::Label)});
    };
    leaf(Bottleneck::Compute);
    for (const TreeQuestion& question : content.questions) {
        needs.textWidth = std::max({needs.textWidth, measure.width(question.question, TextStyle::Body, true),
                                    measure.width(question.sides, TextStyle::Label)});
        needs.marginWidth = std::max(needs.marginWidth, measure.width(question.margin, TextStyle::Label));
        for (const QString& note : question.notes)
            needs.marginWidth = std::max(needs.marginWidth, measure.width(note, TextStyle::Small));
        needs.edgeWidth = std::max(needs.edgeWidth, measure.width(question.leafAnswer, TextStyle::Label, true));
        leaf(question.leaf);
    }
    needs.leafWidth += 2 * leafPad;
    needs.edgeWidth += 2 * labelGap + 12;
    return needs;
}

/// Wide enough that both lines lie inside a diamond of that height.
double diamondWidth(const Needs& needs, double height)
{
    return needs.textWidth / (1 - 2 * needs.half / height);
}

/// The room for diamonds in a drawing of that width.
double diamondRoom(const Needs& needs, double width)
{
    return width - 2 * pad - needs.marginWidth - labelGap - needs.edgeWidth - needs.leafWidth;
}

double leastDiamondHeight(const Needs& needs, double room)
{
    const double share = std::min(needs.textWidth / room, 0.7);
    return std::max({2 * needs.half / (1 - share), 3 * needs.half, needs.leafHeight - 4});
}

/// A word beside a trunk of that length between two diamonds touches neither.
double leastGap(const Needs& needs)
{
    return needs.label + 2;
}

double headHeight(const Needs& needs, qsizetype lines)
{
    return static_cast<double>(lines) * needs.headLine + 4 + stub;
}

QStringList headLines(const TreeContent& content, const Measure& measure, double width)
{
    // The profile's figures stand in the caption; a what-if is said where it is tried.
    return content.headIsWhatIf ? measure.wrapped(content.head, width - 2 * pad, TextStyle::Label, true)
                                : QStringList();
}

}  // namespace

QPolygonF TreeDiamond::polygon() const
{
    const QPointF centre = rect.center();
    return QPolygonF(
        {{centre.x(), rect.top()}, {rect.right(), centre.y()}, {centre.x(), rect.bottom()}, {rect.left(), centre.y()}});
}

double treeMinimumWidth(const TreeContent& content, const Look& look)
{
    const Needs needs = needsOf(content, Measure(look));
    return std::ceil(2 * pad + needs.marginWidth + labelGap + needs.textWidth / 0.65 + needs.edgeWidth +
                     needs.leafWidth);
}

double treeMinimumHeight(const TreeContent& content, const Look& look, double width)
{
    const Measure measure(look);
    const Needs needs = needsOf(content, measure);
    const double diamond = leastDiamondHeight(needs, diamondRoom(needs, width));
    return std::ceil(2 * pad + headHeight(needs, headLines(content, measure, width).size()) +
                     needs.count * (diamond + leastGap(needs)) + needs.leafHeight);
}

QSizeF treeNaturalSize(const TreeContent& content, const Look& look)
{
    const double width = std::max(720.0, treeMinimumWidth(content, look));
    return {width, std::max(treeMinimumHeight(content, look, width),
                            120 + 86.0 * static_cast<double>(content.questions.size()))};
}

TreeLayout layoutTree(const TreeContent& content, const Look& look, const QSizeF& size)
{
    const Measure measure(look);
    const Needs needs = needsOf(content, measure);
    const QStringList head = headLines(content, measure, size.width());

    const double room = diamondRoom(needs, size.width());
    const double top = pad + headHeight(needs, head.size());
    const double pitch = (size.height() - top - needs.leafHeight - pad) / needs.count;
    const double gap = std::clamp(0.19 * pitch, leastGap(needs), 3 * leastGap(needs));
    const double height = std::clamp(pitch - gap, leastDiamondHeight(needs, room), 6.4 * needs.half);
    const double step = std::min(pitch, height + 3 * leastGap(needs));
    const double width =
        std::clamp(wanted * height, diamondWidth(needs, height), std::max(room, diamondWidth(needs, height)));

    // What room is left lengthens the edges, up to a point; from there the drawing stays together in the middle.
    const double spare = std::max(0.0, room - width);
    const double stretch = std::min(spare, 280 * look.typeScale);
    const double left = pad + (spare - stretch) / 2;
    const double tip = left + needs.marginWidth + labelGap;
    const double trunk = tip + width / 2;
    const double leafLeft = tip + width + needs.edgeWidth + stretch;

    TreeLayout layout;
    layout.size = size;
    double line = pad;
    for (const QString& text : head) {
        TreeText placed = measure.centred(text, trunk, line, TextStyle::Label, content.headIsWhatIf,
                                          content.headIsWhatIf ? Role::Ink : Role::Soft);
        // Over the trunk where it fits, else as near as the edges allow.
        const double shift =
            std::clamp(placed.box.left(), pad, std::max(pad, size.width() - pad - placed.box.width())) -
            placed.box.left();
        placed.box.translate(shift, 0);
        placed.baseline.rx() += shift;
        layout.head.push_back(std::move(placed));
        line += needs.headLine;
    }
    layout.edges.push_back({{trunk, line + 4}, {trunk, top}, true, {}});

    const auto leaf = [&](Bottleneck bottleneck, const QRectF& rect) {
        TreeLeaf made{bottleneck, rect, content.verdict == bottleneck, {}};
        const Leaf words = leafWords(bottleneck);
        // What another leaf would ask for stands on hover: the answer alone is said in full.
        const bool whole = made.taken || !content.verdict;
        const double y = rect.center().y() - (whole ? needs.half : measure.line(TextStyle::Body) / 2);
        made.texts.push_back(measure.at(words.title, rect.left() + leafPad, y, TextStyle::Body, true,
                                        made.taken ? Role::Card : Role::Soft));
        if (whole)
            made.texts.push_back(measure.at(words.remedy, rect.left() + leafPad, y + measure.line(TextStyle::Body),
                                            TextStyle::Label, false, made.taken ? Role::Card : Role::Soft));
        layout.leaves.push_back(std::move(made));
    };
    const auto word = [&](const QString& text, bool taken, double x, double y) {
        return measure.at(text, x, y, TextStyle::Label, taken, taken ? Role::Ink : Role::Soft);
    };

    double y = top;
    for (const TreeQuestion& question : content.questions) {
        TreeDiamond diamond{question.test, {tip, y, width, height}, question.reached, question.addition, {}, {}};
        const double middle = y + height / 2;
        const double above = question.sides.isEmpty() ? measure.line(TextStyle::Body) / 2 : needs.half;
        diamond.texts.push_back(measure.centred(question.question, trunk, middle - above, TextStyle::Body, true,
                                                question.reached ? Role::Ink : Role::Soft));
        if (!question.sides.isEmpty())
            diamond.texts.push_back(measure.centred(question.sides, trunk,
                                                    middle - needs.half + measure.line(TextStyle::Body),
                                                    TextStyle::Label, false, Role::Soft));

        double block = question.margin.isEmpty() ? 0 : measure.line(TextStyle::Label);
        block += static_cast<double>(question.notes.size()) * measure.line(TextStyle::Small);
        double at = middle - block / 2;
        if (!question.margin.isEmpty()) {
            diamond.margins.push_back(
                measure.rightAligned(question.margin, tip - labelGap, at, TextStyle::Label, false, Role::Soft));
            at += measure.line(TextStyle::Label);
        }
        for (const QString& note : question.notes) {
            diamond.margins.push_back(
                measure.rightAligned(note, tip - labelGap, at, TextStyle::Small, false, Role::Soft));
            at += measure.line(TextStyle::Small);
        }

        TreeEdge aside{{tip + width, middle}, {leafLeft, middle}, question.leafTaken, {}};
        aside.label.push_back(
            word(question.leafAnswer, question.leafTaken, tip + width + labelGap, middle - needs.label - 1));
        layout.edges.push_back(std::move(aside));
        TreeEdge down{{trunk, y + height}, {trunk, y + step}, question.passed, {}};
        down.label.push_back(word(question.onAnswer, question.passed, trunk + labelGap,
                                  (down.from.y() + down.to.y() - needs.label) / 2));
        layout.edges.push_back(std::move(down));

        layout.diamonds.push_back(std::move(diamond));
        leaf(question.leaf, {leafLeft, middle - needs.leafHeight / 2, needs.leafWidth, needs.leafHeight});
        y += step;
    }
    leaf(Bottleneck::Compute, {trunk - needs.leafWidth / 2, y, needs.leafWidth, needs.leafHeight});
    return layout;
}

}  // namespace scalewright::ui
