// The slide show as the window sees it: a widget over the window that presents the document's story and reports its
// end.
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

    /// A single slide with its own texts, as a lecture key requests it.
    struct SingleSlide {
        QString slide;  ///< "prediction"; empty: all slides
        QString headline;  ///< empty: the headline of the answer
        QString control;  ///< JSON pointer; empty: the default one
        bool isAnswerHidden = false;  ///< whether the answer is hidden initially
    };
    /// Starts with the first slide. Error (Refused): there are no slides, with what is missing.
    [[nodiscard]] virtual Result<void> begin(const SingleSlide& slide) = 0;
    [[nodiscard]] Result<void> begin() { return begin({}); }
    /// Ends the show and removes the speaker notes from the second screen.
    virtual void end() = 0;
    [[nodiscard]] virtual bool isGuessing() const = 0;

Q_SIGNALS:
    /// Escape was pressed: the window should leave the slides.
    void exited();
    /// W was pressed: show the page and part behind the slide.
    void pageRequested(const QString& page, const QString& part);
    /// A page key was pressed on a single slide: -1 before it, 1 after it.
    void pagedPastSingleSlide(int offset);
    /// A number key was pressed: go to another lecture key, 0 for key 1.
    void lectureKeyRequested(int index);
};

/// Encodes all slides as one 16:9 PDF. Error (Refused): there are no slides, with what is missing.
using SlidesPdfExporter = std::function<Result<QByteArray>(const Document&)>;

/// The slide functions passed to the window, which does not depend on the slides.
struct SlideTools {
    std::function<SlideShow*(Document&, QWidget* parent)> createSlideShow;
    std::function<void(Document&, QWidget* parent)> openEditor;  ///< edits the choice, order and texts of the slides
    SlidesPdfExporter exportPdf;
};

}  // namespace scalewright::ui
