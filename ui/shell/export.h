// Everything a project has to hand in, as files: each page's figures in every format (of pages that have something to
// show), the verdict in words, and a page that shows all of them.
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

/// What the prediction comes to and on what numbers it stands, each with its origin: the status strip's sentence, the
/// landmarks with the inequality behind them, the sensitivity. Lines end with "\n". Without a prediction: what is
/// missing.
[[nodiscard]] QString verdictText(const Document& document);

/// Writes PAGE-FIGURE.{svg, pdf, png, csv, tex, …} in every format the figure has, drawn for `size`, verdict.txt, and
/// index.html with a thumbnail of each, and deck.pdf where `slides` makes one, into `folder`, which is made if it is not there: all of them or none. The paths
/// written, in that order. `source`: the file that the project is from, which is not written over. Errors: Environment
/// where a file or the folder cannot be written; Input where `source` is in the way.
[[nodiscard]] Result<QStringList> exportAll(Document& document, const std::vector<PageEntry>& pages,
                                            const QString& folder, const QString& source,
                                            FigureSize size = FigureSize::TextWidth, const SlidesPdf& slides = {});

}  // namespace scalewright::ui
