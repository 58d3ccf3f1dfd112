// SPDX-License-Identifier: GPL-3.0-or-later
// The speaker's notes for a slide: the "because", the "next" and the details of its answer. Shown at the bottom of the
// slide or on a second screen.
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

    /// `next`: the claim of the next slide; empty if none exists.
    void showAnswer(const Slide& slide, const QString& next);
    /// Shows where the slide's numbers come from.
    void showSources(const Slide& slide, const Project& project);
    void clear();
    [[nodiscard]] QString text() const;
    void setFontPixels(int pixels);

private:
    void setParagraphs(const QStringList& paragraphs);

    QLabel* m_text;
};

}  // namespace scalewright::ui
