// A line of words that acts: a title, a soft second line, both wrapped; what a card lists one can press.
#pragma once

#include <QAbstractButton>
#include <QString>

namespace scalewright::ui {

class WordsButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit WordsButton(QWidget* parent = nullptr);

    /// The words begin this far inside the button; a layout lines other text up with them.
    static constexpr int indent = 4;

    /// `title` in ink, `detail` soft: under it, or at the right of the same line where both fit and `aside` says so.
    void setWords(const QString& title, const QString& detail, bool bold = false, bool aside = false);
    [[nodiscard]] const QString& detail() const { return m_detail; }
    /// Title and detail as they are drawn: every number on the line of its unit.
    [[nodiscard]] QString shown() const;

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Lines;
    [[nodiscard]] Lines lines(int width) const;

    QString m_detail;
    bool m_bold = false;
    bool m_aside = false;
};

}  // namespace scalewright::ui
