// A collapsible text under a question: how often a verdict was right on simulated ladders or runs.
#pragma once

#include <QWidget>

class QPushButton;

namespace scalewright::ui {

class Text;

class CollapsibleTrackRecord : public QWidget {
    Q_OBJECT

public:
    /// `question`: "How often is such a verdict right?"
    explicit CollapsibleTrackRecord(const QString& question, QWidget* parent = nullptr);

    /// Hidden if the text is empty; otherwise stays open or closed.
    void setText(const QString& text);
    [[nodiscard]] QString text() const;

private:
    QPushButton* m_questionButton;
    Text* m_answer;
};

}  // namespace scalewright::ui
