// Plain building blocks in the theme's look: text, card, quiet and primary buttons.
#pragma once

#include <QAbstractButton>
#include <QFont>
#include <QFrame>
#include <QHash>
#include <QLabel>
#include <QMargins>
#include <QPushButton>
#include <QSize>

#include <optional>

#include "ui/theme/shaped_text.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

/// The same with no-break spaces between numbers and units, for what wraps (core/base/quantity/unbroken.h).
[[nodiscard]] QString unbrokenText(const QString& text);

/// The same, each word of more than 400 characters cut: nobody reads it, and to lay it out takes seconds.
[[nodiscard]] QString withoutEndlessWords(const QString& text);

/// A label in one of the five text styles that follows the theme.
class Text : public QLabel {
    Q_OBJECT

public:
    explicit Text(TextStyle style, Role role = Role::Ink, bool bold = false, QWidget* parent = nullptr);
    Text(const QString& text, TextStyle style, Role role = Role::Ink, bool bold = false, QWidget* parent = nullptr);
    /// What is said; shown with every number on the line of its unit.
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_said; }
    void setRole(Role role);
    void setBold(bool bold);
    /// Gives way: shrinks to "alpha, laten…" where there is no room, the whole text in the tool tip.
    void setElided(bool elided);
    /// A bar of that colour at the left edge: a warning is marked by colour and said in ink.
    void setMark(Role role);

    // QLabel's answers, to the pixel, from a text that is shaped once (ui/theme/shaped_text.h).
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// What its sizes depend on besides a width.
    struct Shape {
        QString text;
        QFont font;
        QMargins margins;
        bool wraps = false;
        QSize least, most;
        bool operator==(const Shape&) const = default;
    };
    /// Plain words from left to right that nobody selects: all but a few. The rest is QLabel's.
    [[nodiscard]] bool isPlain() const;
    /// Forgets the sizes of what it was.
    void settleShape() const;
    /// QLabel's size of the text at this width; of its own choice where that is negative.
    [[nodiscard]] QSize sizeAt(int width) const;
    void restyle();
    QString m_said;
    TextStyle m_style;
    Role m_role;
    bool m_bold;
    bool m_elided = false;
    std::optional<Role> m_mark;
    mutable Shape m_shape;
    mutable ShapedText m_shaped;           // of m_shape
    mutable QHash<int, QSize> m_sizes;     // by width, of m_shape
};

/// A surface with a hairline and 8 px corners. A clickable card shows the hover fill, takes focus and emits clicked()
/// by mouse, Space and Enter; to a screen reader it is a button: name and description say what its texts say.
class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);
    void setClickable(bool clickable);
    [[nodiscard]] bool isClickable() const { return m_clickable; }
    [[nodiscard]] Role surface() const;  ///< Card, or Hover under the pointer

Q_SIGNALS:
    void clicked();
    void surfaceChanged(scalewright::ui::Role surface);

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

/// A word that acts: soft and underlined, ink under the pointer, an ink ring on focus; on a ground of its own while it
/// is checked.
[[nodiscard]] QPushButton* quietButton(const QString& text, QWidget* parent = nullptr);
/// The one primary action of a page: filled ink.
[[nodiscard]] QPushButton* primaryButton(const QString& text, QWidget* parent = nullptr);

/// The focus ring that own-painted controls share: ink, 2 px, rounded, just outside `rect`.
void paintFocusRing(QPainter& painter, const QRectF& rect, double radius, const Look& look);

/// A box that was asked for its size since it was laid out does not lay out again in the same place: each has to be
/// told.
void invalidateAll(QLayout& layout);
/// What is in sight in `top` lies where the next round of events would put it.
void layOutNow(QWidget& top);

}  // namespace scalewright::ui
