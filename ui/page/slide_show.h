// SPDX-License-Identifier: GPL-3.0-or-later
// The slides as the window sees them: a widget over the window that shows one slide of a lecture and reports the keys
// that lead to another one. The window alone decides which slide is shown.
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/output/lecture/lecture_file.h"
#include "ui/document/document.h"

namespace scalewright {
struct Lecture;
}

namespace scalewright::ui {

class SlideShow : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Shows a key of `lecture` that has a slideName; the document presents its project, possibly changed. `lecture`
    /// must exist until end(). Error (Refused): the project has no such slide; the error says what is missing.
    [[nodiscard]] virtual Result<void> present(const Lecture& lecture, std::size_t index) = 0;
    /// Ends the show and removes the speaker notes from the second screen.
    virtual void end() = 0;

Q_SIGNALS:
    /// Escape was pressed: leave the lecture.
    void exited();
    /// W was pressed: show the page and part behind the slide.
    void pageRequested(const QString& page, const QString& part);
    /// A page key was pressed: -1 to go back, 1 to go forward.
    void stepRequested(int offset);
    /// A number key, Home or End was pressed: go to another slide; -1: to the user's own project.
    void slideRequested(int index);
};

/// What the editor of a lecture file needs from the window.
struct LectureEditing {
    LectureFile lecture;
    std::vector<std::pair<QString, QString>> pages;  ///< id and title
    LectureEntry currentPage;  ///< the key that shows the current page
    std::function<void(const LectureFile&)> save;
};

/// Encodes the slides of a lecture as one 16:9 PDF. Error (Refused): none has a chart; the error says what is missing.
using SlidesPdfExporter = std::function<Result<QByteArray>(const Document&, const Lecture&)>;

/// The slide functions passed to the window, so that it does not depend on the slides.
struct SlideTools {
    std::function<SlideShow*(Document&, QWidget* parent)> createSlideShow;
    std::function<void(Document&, LectureEditing, QWidget* parent)> openEditor;
    SlidesPdfExporter exportPdf;
};

}  // namespace scalewright::ui
