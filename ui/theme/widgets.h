// SPDX-License-Identifier: GPL-3.0-or-later
// Basic widgets in the theme's style: text, card, quiet and primary buttons.
#pragma once

#include <QAbstractButton>
#include <QBoxLayout>
#include <QFont>
#include <QFrame>
#include <QGridLayout>
#include <QHash>
#include <QLabel>
#include <QMargins>
#include <QPushButton>
#include <QSize>

#include <optional>

#include "ui/theme/shaped_text.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

/// Puts no-break spaces between numbers and units, for texts that wrap (core/base/quantity/no_break_spaces.h).
[[nodiscard]] QString withNoBreakSpaces(const QString& text);

/// Truncates words of more than 400 characters, which would take seconds to lay out.
[[nodiscard]] QString withLongWordsCut(const QString& text);

/// A label in one of the five text styles that follows the theme.
class Text : public QLabel {
    Q_OBJECT

public:
    explicit Text(TextStyle style, ColorRole role = ColorRole::Ink, bool bold = false, QWidget* parent = nullptr);
    Text(const QString& text, TextStyle style, ColorRole role = ColorRole::Ink, bool bold = false,
         QWidget* parent = nullptr);
    /// Keeps each number on the same line as its unit.
    void setText(const QString& text);
    void clear() { setText({}); }
    [[nodiscard]] QString text() const { return m_fullText; }
    /// Sets the text and hides the label while the text is empty.
    void showText(const QString& text);
    /// Like showText(), with an edge bar that says whether the message is a warning.
    void showMessage(const QString& text, bool isWarning);
    void setColorRole(ColorRole role);
    void setBold(bool bold);
    /// Lets the text be elided ("alpha, laten…") if there is no room, with the full text as tool tip.
    void setElided(bool elided);
    /// Draws a bar of that colour at the left edge: the bar's colour marks a warning, while its text stays in ink.
    void setEdgeBar(ColorRole role);

    // The same sizes as QLabel, but the text is shaped only once (ui/theme/shaped_text.h).
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Everything that determines its size, except the width.
    struct SizeInputs {
        QString text;
        QFont font;
        QMargins margins;
        bool wraps = false;
        QSize minimumSize, maximumSize;
        bool operator==(const SizeInputs&) const = default;
    };
    /// Whether the text is plain, left-to-right and not selectable, as most texts are. QLabel handles all others.
    [[nodiscard]] bool isPlainText() const;
    /// Clears the cached sizes if the inputs changed.
    void updateSizeInputs() const;
    /// The size that QLabel would report for the text at this width, or at its preferred width if negative.
    [[nodiscard]] QSize sizeForWidth(int width) const;
    void restyle();
    QString m_fullText;
    TextStyle m_style;
    ColorRole m_colorRole;
    bool m_bold;
    bool m_elided = false;
    std::optional<ColorRole> m_edgeBar;
    mutable SizeInputs m_sizeInputs;
    mutable ShapedText m_shapedText;           // for m_sizeInputs
    mutable QHash<int, QSize> m_sizeByWidth;     // keyed by width, for m_sizeInputs
};

/// A text that wraps.
[[nodiscard]] Text* createParagraph(TextStyle style, ColorRole role, QWidget* parent, bool bold = false,
                                    const QString& text = {});
/// A wrapping text in ink with the edge bar of a warning, hidden until it has a text to show.
[[nodiscard]] Text* createWarning(TextStyle style, QWidget* parent);

void setTextColor(QLabel& label, const QColor& color);

/// A surface with a hairline border and 8 px corners. A clickable card has a hover fill, accepts the focus and emits
/// clicked() on mouse clicks, Space and Enter; screen readers see a button whose name and description contain its
/// texts.
class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);
    void setClickable(bool clickable);
    [[nodiscard]] bool isClickable() const { return m_clickable; }
    [[nodiscard]] ColorRole surfaceRole() const;  ///< Card, or Hover while under the pointer

Q_SIGNALS:
    void clicked();
    void surfaceChanged(scalewright::ui::ColorRole surface);

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_clickable = false;
    bool m_hovered = false;
    bool m_pressed = false;
};

/// Gives plain Qt widgets a text style that follows the theme.
void setTextStyle(std::initializer_list<QWidget*> widgets, TextStyle style, bool bold = false);

/// Empty space in a box layout.
struct Stretch {
    int factor = 0;
};

/// What a box layout contains: a widget or a layout with its stretch, or empty space.
struct BoxItem {
    BoxItem(QWidget* content, int stretchFactor = 0, Qt::Alignment place = {})
        : widget(content), stretch(stretchFactor), alignment(place)
    {
    }
    BoxItem(QLayout* content, int stretchFactor = 0) : layout(content), stretch(stretchFactor) {}
    BoxItem(Stretch space) : stretch(space.factor) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch;
    Qt::Alignment alignment{};
};
void addItems(QBoxLayout& box, std::initializer_list<BoxItem> items);
/// Removes the layout's widgets: hidden now, deleted once control returns to the event loop.
void removeWidgets(QLayout& layout);

/// A box layout for `owner` (nullptr: none yet); a spacing of -1 is the style's.
template <class Box>
Box* createBox(QWidget* owner, int spacing, std::initializer_list<BoxItem> items, const QMargins& margins = {})
{
    auto* box = new Box(owner);
    box->setContentsMargins(margins);
    box->setSpacing(spacing);
    addItems(*box, items);
    return box;
}

template <class Box>
[[nodiscard]] Box* createBox(QWidget* owner, int spacing, const QMargins& margins = {})
{
    return createBox<Box>(owner, spacing, {}, margins);
}

/// A grid without margins for `owner` (nullptr: none yet).
[[nodiscard]] QGridLayout* createGrid(QWidget* owner, int horizontalSpacing, int verticalSpacing);

/// Items side by side; setSideBySide() puts them below each other instead.
[[nodiscard]] QBoxLayout* createFlexibleRow(int spacing, std::initializer_list<BoxItem> items = {});
inline void setSideBySide(QBoxLayout& row, bool isSideBySide)
{
    row.setDirection(isSideBySide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

/// A text button: muted and underlined, with ink text on hover and while checked, and an ink ring on focus.
[[nodiscard]] QPushButton* createQuietButton(const QString& text, QWidget* parent = nullptr);
/// A quiet button that shows and hides something: checkable. Empty texts: none; the accessible name is then the text.
[[nodiscard]] QPushButton* createDisclosureButton(const QString& text, QWidget* parent, const QString& toolTip = {},
                                                  const QString& accessibleName = {});
/// A quiet button that selects something: checkable, with a box while checked.
[[nodiscard]] QPushButton* createToggleButton(const QString& text, QWidget* parent, const QString& toolTip = {},
                                              const QString& accessibleName = {});
/// A page's only primary action: filled with ink.
[[nodiscard]] QPushButton* createPrimaryButton(const QString& text, QWidget* parent = nullptr);

/// The focus ring of self-painted controls: ink, 2 px, rounded, just outside `rect`.
void paintFocusRing(QPainter& painter, const QRectF& rect, double radius, const VisualStyle& visualStyle);

/// Invalidates all nested layouts: a box layout that was asked for its size since its last layout does not lay out
/// again at the same geometry.
void invalidateLayoutTree(QLayout& layout);
/// Lays out the visible widgets in `top` now instead of in later events.
void layOutNow(QWidget& top);

}  // namespace scalewright::ui
