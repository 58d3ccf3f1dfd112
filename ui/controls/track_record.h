// SPDX-License-Identifier: GPL-3.0-or-later
// A collapsible text under a question: how often such a verdict was right on simulated ladders or runs.
#pragma once

#include <QWidget>

class QPushButton;

namespace scalewright::ui {

class Text;

class CollapsibleTrackRecord : public QWidget {
    Q_OBJECT

public:
    /// `question`, for example "How often is such a verdict right?"
    explicit CollapsibleTrackRecord(const QString& question, QWidget* parent = nullptr);

    /// Hides the widget if the text is empty; otherwise keeps it expanded or collapsed, as it was.
    void setText(const QString& text);
    [[nodiscard]] QString text() const;

private:
    QPushButton* m_questionButton;
    Text* m_answer;
};

}  // namespace scalewright::ui
