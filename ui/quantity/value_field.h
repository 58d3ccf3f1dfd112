// SPDX-License-Identifier: GPL-3.0-or-later
// A value that looks like text (number bold, unit muted) until it is focused by a click or Tab; then it becomes an
// input field.
#pragma once

#include <QLineEdit>

#include "core/base/quantity/units.h"

namespace scalewright::ui {

class ValueField : public QLineEdit {
    Q_OBJECT

public:
    explicit ValueField(QWidget* parent = nullptr);

    /// Sets the displayed amount and the text to edit.
    void setAmount(const AmountText& shown, const QString& editText);
    /// Keeps the typed text visible and marked as invalid until the next setAmount.
    void setInvalid(bool invalid);
    [[nodiscard]] bool isInvalid() const { return m_invalid; }
    /// Whether the user has typed since the last setAmount.
    [[nodiscard]] bool isEdited() const { return text() != m_editText; }
    void revert();
    /// The width left over by the label; while being edited, the field exceeds it only if the text needs more room.
    void setAvailableWidth(int width)
    {
        m_availableWidth = width;
        updateSize();
    }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void committed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void updateSize();

    AmountText m_shownAmount;
    QString m_editText;
    QSize m_lastSizeHint;  ///< the size hint last reported to the layout
    int m_availableWidth = QWIDGETSIZE_MAX;
    bool m_invalid = false;
    bool m_focusPressActive = false;  ///< the mouse press that gave the field focus has not been released yet
};

}  // namespace scalewright::ui
