// SPDX-License-Identifier: GPL-3.0-or-later
// An entry in the Ctrl+K palette.
#pragma once

#include <QString>

#include <functional>

namespace scalewright::ui {

/// An entry in the Ctrl+K palette: a quantity to edit, a pattern or preset to choose, an action, a glossary term.
struct PaletteItem {
    enum class Kind { Page, Action, Quantity, Pattern, Example, Exercise, GlossaryTerm };
    Kind kind = Kind::Action;
    QString title;   ///< searched and shown: "alpha, latency per hop"
    QString detail;  ///< muted, at the right: "0.80 ms"
    std::function<void()> run;
    QString target{};    ///< JSON pointer of the quantity, if several pages offer it
    QString synonyms{};  ///< other names to search by
};

}  // namespace scalewright::ui
