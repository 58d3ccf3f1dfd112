// What the speaker says to a slide: because, next and every detail of its answer. At the slide's foot, or on a second
// screen.
#pragma once

#include <QScrollArea>

#include "core/output/answers/deck.h"

class QLabel;

namespace scalewright {
struct Project;
}

namespace scalewright::ui {

class SpeakerNotes : public QScrollArea {
    Q_OBJECT

public:
    explicit SpeakerNotes(QWidget* parent = nullptr);

    /// `next`: the claim of the slide that follows; empty: none.
    void showAnswer(const Slide& slide, const QString& next);
    /// Where the slide's numbers come from.
    void showSources(const Slide& slide, const Project& project);
    void clear();
    [[nodiscard]] QString text() const;
    void setPixels(int pixels);

private:
    void setParagraphs(const QStringList& paragraphs);

    QLabel* m_text;
};

}  // namespace scalewright::ui
