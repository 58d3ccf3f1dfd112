// What Ctrl+K finds.
#pragma once

#include <QString>

#include <functional>

namespace scalewright::ui {

/// Something Ctrl+K finds: a quantity to edit, a pattern or a preset to choose, an action, a word of the glossary.
struct PaletteItem {
    enum class Kind { Page, Action, Quantity, Pattern, Example, Exercise, Word };
    Kind kind = Kind::Action;
    QString title;   ///< what is matched and shown: "alpha, latency per hop"
    QString detail;  ///< soft, at the right: "0.80 ms"
    std::function<void()> run;
    QString of{};    ///< what it is, where several pages lead there: a quantity's JSON pointer
    QString also{};  ///< words that it is called by besides
};

}  // namespace scalewright::ui
