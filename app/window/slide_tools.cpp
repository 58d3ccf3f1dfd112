// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/slide_tools.h"

#include <utility>

#include "ui/present/deck_pdf.h"
#include "ui/present/deck_view.h"
#include "ui/present/slides_dialog.h"

namespace scalewright::ui {

SlideTools slideTools()
{
    return {.createSlideShow = [](Document& document, QWidget* parent) -> SlideShow* {
                return new DeckView(document, parent);
            },
            .openEditor = [](Document& document, LectureEditing editing,
                             QWidget* parent) { (new SlidesDialog(document, std::move(editing), parent))->open(); },
            .exportPdf = deckPdf};
}

}  // namespace scalewright::ui
