// A value that reads as text (number bold, unit soft) until one clicks it or comes by Tab, then it is a field.
#pragma once

#include <QLineEdit>

#include "core/base/quantity/units.h"

namespace scalewright::ui {

class ValueField : public QLineEdit {
    Q_OBJECT

public:
    explicit ValueField(QWidget* parent = nullptr);

    /// What it reads as, and what stands in the field when one edits it.
    void setAmount(const AmountText& shown, const QString& editText);
    /// Keeps what was typed in sight, marked, until the next setAmount.
    void setBad(bool bad);
    [[nodiscard]] bool isBad() const { return m_bad; }
    /// The person has typed since the last setAmount.
    [[nodiscard]] bool isTouched() const { return text() != m_editText; }
    void revert();
    /// What the label leaves: while one edits, the field takes more only where the text needs it.
    void setRoom(int room)
    {
        m_room = room;
        settleSize();
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
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void settleSize();

    AmountText m_shown;
    QString m_editText;
    QSize m_wanted;  ///< the layout around it knows of
    int m_room = QWIDGETSIZE_MAX;
    bool m_bad = false;
    bool m_hovered = false;
    bool m_taking = false;  ///< the press that brought the keyboard here lasts
};

}  // namespace scalewright::ui
