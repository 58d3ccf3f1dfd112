// How often a verdict was right on simulated ladders or runs, folded behind the question that it answers.
#pragma once

#include <QWidget>

class QPushButton;

namespace scalewright::ui {

class Text;

class TrackRecordFold : public QWidget {
    Q_OBJECT

public:
    /// `question`: "How often is such a verdict right?"
    explicit TrackRecordFold(const QString& question, QWidget* parent = nullptr);

    /// Hidden where there is nothing to say; stays open or folded as it was.
    void setText(const QString& text);
    [[nodiscard]] QString text() const;

private:
    QPushButton* m_ask;
    Text* m_answer;
};

}  // namespace scalewright::ui
