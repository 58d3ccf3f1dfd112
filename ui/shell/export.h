// SPDX-License-Identifier: GPL-3.0-or-later
// Exports everything a project has to hand in: each page's figures in every format (for pages that have content), the
// verdict as text, and an index page.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

#include "core/base/error/result.h"
#include "ui/document/document.h"
#include "ui/figure/figure.h"
#include "ui/page/page.h"
#include "ui/page/slide_show.h"

namespace scalewright::ui {

/// The prediction and the numbers it is based on, each with its origin: the sentence in the status strip, the landmarks
/// with the inequality behind them, and the sensitivity. Lines end with "\n". Without a prediction: what is missing.
[[nodiscard]] QString verdictText(const Document& document);

/// The slides that a project presents: those of the lecture file in the folder of `projectFile`, otherwise those of its
/// story. Errors: that file is not a lecture; Refused if the story has no slides, with what is missing.
[[nodiscard]] Result<Lecture> presentedSlides(const Document& document, const QString& projectFile,
                                              const std::vector<PageEntry>& pages);

/// Writes PAGE-FIGURE.{svg, pdf, png, csv, tex, …} in every format the figure has, drawn at `size`, verdict.txt,
/// index.html with a thumbnail of each figure, and deck.pdf if `slides` makes one, into `folder`, which is created if
/// missing: either all of them or none. Returns the paths written, in that order. `source`: the project's own file,
/// which is never overwritten. Errors: Environment if a file or the folder cannot be written; Input if a file, such as
/// `source`, is in the way.
[[nodiscard]] Result<QStringList> exportAll(Document& document, const std::vector<PageEntry>& pages,
                                            const QString& folder, const QString& source,
                                            FigureSize size = FigureSize::TextWidth,
                                            const SlidesPdfExporter& slides = {});

}  // namespace scalewright::ui
