// What stands under the page's answer: why it is so (the owner by name, how it is known), what is not right with the
// argument, and the answer as a sentence that a report can quote.
#pragma once

#include "core/project/enums/scaling.h"
#include "ui/theme/widgets.h"

namespace scalewright {
struct Analysis;
}

namespace scalewright::ui {

class TrackRecordFold;
class Why;

class CauseCard : public QWidget {
    Q_OBJECT

public:
    explicit CauseCard(QWidget* parent = nullptr);

    void refresh(const Analysis& analysis);
    [[nodiscard]] QString sentence() const { return m_sentence; }
    [[nodiscard]] QString how() const;
    [[nodiscard]] QString landmarks() const { return m_landmarks->text(); }
    /// What is not right with the argument: warnings of the ladder, a plan without a named cause. Empty: nothing.
    [[nodiscard]] QString warning() const { return m_warning->isVisibleTo(this) ? m_warning->text() : QString(); }
    void copySentence();

Q_SIGNALS:
    /// The person says what nothing in the ladder tells.
    void scalingSaid(scalewright::Scaling scaling);

private:
    QString m_sentence;  ///< the page's answer, shown by the page
    Text* m_owner;
    Text* m_how;  ///< what is wrong with a ladder that cannot be read
    Why* m_details;  ///< all that the sentence rests on
    TrackRecordFold* m_record;  ///< how often such an owner was right
    Text* m_landmarks;
    Text* m_warning;
    QPushButton* m_copy;
    QPushButton* m_strong;
    QPushButton* m_weak;
};

}  // namespace scalewright::ui
