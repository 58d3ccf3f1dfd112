// SPDX-License-Identifier: GPL-3.0-or-later
// The slide show as the window sees it: a widget over the window that presents the document's story and reports when it
// ends.
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

    /// A single slide with its own texts, requested by a lecture key.
    struct SingleSlide {
        QString slide;  ///< "prediction"; empty: all slides
        QString headline;  ///< empty: the headline of the answer
        QString control;  ///< JSON pointer; empty: the default one
        bool isAnswerHidden = false;  ///< whether the answer is hidden initially
    };
    /// Starts with the first slide. Error (Refused): there are no slides; the error says what is missing.
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
    /// A page key was pressed on a single slide: -1 to go back, 1 to go forward.
    void pagedPastSingleSlide(int offset);
    /// A number key was pressed: go to another lecture key, 0 for key 1.
    void lectureKeyRequested(int index);
};

/// Encodes all slides as one 16:9 PDF. Error (Refused): there are no slides; the error says what is missing.
using SlidesPdfExporter = std::function<Result<QByteArray>(const Document&)>;

/// The slide functions passed to the window, so that it does not depend on the slides.
struct SlideTools {
    std::function<SlideShow*(Document&, QWidget* parent)> createSlideShow;
    /// Opens an editor for the selection, order and texts of the slides.
    std::function<void(Document&, QWidget* parent)> openEditor;
    SlidesPdfExporter exportPdf;
};

}  // namespace scalewright::ui
