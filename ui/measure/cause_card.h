// SPDX-License-Identifier: GPL-3.0-or-later
// The lines below the page's answer: the reason (which part lost the most speedup, and the evidence), weaknesses of the
// argument, and the answer as a sentence to quote in a report.
#pragma once

#include "core/project/enums/scaling.h"
#include "ui/theme/widgets.h"

namespace scalewright {
struct Analysis;
}

namespace scalewright::ui {

class CollapsibleTrackRecord;
class CollapsibleDetails;

class CauseCard : public QWidget {
    Q_OBJECT

public:
    explicit CauseCard(QWidget* parent = nullptr);

    void refresh(const Analysis& analysis);
    /// The page's answer: the speedup and what takes the rest of it.
    [[nodiscard]] QString answer() const { return m_answer; }
    /// The answer with the cause and its confidence, to quote in a report.
    [[nodiscard]] QString sentence() const { return m_sentence; }
    [[nodiscard]] QString explanation() const;
    [[nodiscard]] QString landmarks() const { return m_landmarksLabel->text(); }
    /// Weaknesses of the argument: warnings about the ladder, a plan without a named cause. Empty if none exist.
    [[nodiscard]] QString warning() const
    {
        return m_warningLabel->isVisibleTo(this) ? m_warningLabel->text() : QString();
    }
    void copySentence();
    /// "Why" and "Copy sentence", for the card that shows the answer's figure.
    [[nodiscard]] QPushButton* whyButton() const;
    [[nodiscard]] QPushButton* copyButton() const { return m_copyButton; }

Q_SIGNALS:
    /// The user chose the kind of scaling, which the ladder alone does not determine.
    void scalingChosen(scalewright::Scaling scaling);

private:
    QString m_answer, m_sentence;
    Text* m_ownerLabel;
    Text* m_errorLabel;  ///< why the ladder cannot be read
    CollapsibleDetails* m_details;  ///< the evidence for the sentence
    CollapsibleTrackRecord* m_trackRecord;  ///< how often such an attribution has been right
    Text* m_landmarksLabel;
    Text* m_warningLabel;
    QPushButton* m_copyButton;
    QPushButton* m_strongButton;
    QPushButton* m_weakButton;
};

}  // namespace scalewright::ui
