// SPDX-License-Identifier: GPL-3.0-or-later
// A button with a title and a muted second line, both wrapped; for lists of actions on a card.
#pragma once

#include <QAbstractButton>
#include <QString>

namespace scalewright::ui {

class TextButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit TextButton(QWidget* parent = nullptr);

    /// The distance between the text and the button's left edge; layouts align other text with it.
    static constexpr int indent = 4;

    /// `title` is in ink, `detail` is muted: below the title, or at the right of the same line if `detailAside` is set
    /// and both fit.
    void setTexts(const QString& title, const QString& detail, bool bold = false, bool detailAside = false);
    [[nodiscard]] const QString& detail() const { return m_detail; }
    /// Title and detail as drawn, with each number on the same line as its unit.
    [[nodiscard]] QString shownText() const;

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct TextPlacement;
    [[nodiscard]] TextPlacement placeTexts(int width) const;

    QString m_detail;
    bool m_bold = false;
    bool m_detailAside = false;
};

}  // namespace scalewright::ui
