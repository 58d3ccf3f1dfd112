// "Why": what is true and need not be in sight, whole, one press away.
//
//     m_why = new Why(tr("the verdict"), this);
//     column->addWidget(m_why);
//     m_why->setText(details);         // empty: there is nothing to ask
//     m_why->column().addWidget(table);  // more than words
#pragma once

#include <QString>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace scalewright::ui {

class Text;

class Why : public QWidget {
    Q_OBJECT

public:
    /// `topic` tells several of a page apart to a screen reader: "the verdict". `word`: what the button says.
    explicit Why(const QString& topic, QWidget* parent = nullptr, const QString& word = {});

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// The button, for whoever stands it elsewhere (Figure::addWord).
    [[nodiscard]] QPushButton* word() const { return m_word; }
    /// Where more than words is folded away.
    [[nodiscard]] QVBoxLayout& column() const { return *m_column; }
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;

Q_SIGNALS:
    void toggled(bool open);

private:
    void settle();

    QPushButton* m_word;
    QWidget* m_folded;
    QVBoxLayout* m_column;
    Text* m_text;
};

}  // namespace scalewright::ui
