// The slides, as the window knows them: something that lies over it, shows the document's story and says when it is over.
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>

#include <functional>

#include "core/base/error/result.h"
#include "ui/document/document.h"

namespace scalewright::ui {

class SlideShow : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// One slide with words of its own, as a key of a lecture asks for it.
    struct Only {
        QString slide;  ///< "prediction"; empty: all slides
        QString claim;  ///< empty: the answer's headline
        QString control;  ///< pointer; empty: the usual one
        bool guess = false;  ///< the answer is hidden at first
    };
    /// From the first slide on. Error (Refused): there is none, and what is missing.
    [[nodiscard]] virtual Result<void> begin(const Only& only) = 0;
    [[nodiscard]] Result<void> begin() { return begin({}); }
    /// Notes of the speaker go from the second screen.
    virtual void end() = 0;
    [[nodiscard]] virtual bool isGuessing() const = 0;

Q_SIGNALS:
    /// Escape: the window leaves the slides.
    void left();
    /// W: the page behind the slide, with the part of it.
    void workbenchWanted(const QString& page, const QString& part);
    /// Of one slide alone: a page key before (-1) or after it (1).
    void pagedBeyond(int by);
    /// A number key: another key of the lecture, 0 for key 1.
    void keyWanted(int index);
};

/// All slides as one PDF of 16:9. Error (Refused): there is none, and what is missing.
using SlidesPdf = std::function<Result<QByteArray>(const Document&)>;

/// What the window is given, for it knows none of the slides itself.
struct SlideTools {
    std::function<SlideShow*(Document&, QWidget* parent)> show;
    std::function<void(Document&, QWidget* parent)> edit;  ///< which slides, in which order, with what words
    SlidesPdf pdf;
};

}  // namespace scalewright::ui
