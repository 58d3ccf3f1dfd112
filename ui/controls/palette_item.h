// SPDX-License-Identifier: GPL-3.0-or-later
// An entry in the Ctrl+K palette.
#pragma once

#include <QString>

#include <functional>
#include <utility>
#include <vector>

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

[[nodiscard]] inline PaletteItem actionItem(const QString& title, std::function<void()> run, const QString& detail = {})
{
    return {PaletteItem::Kind::Action, title, detail, std::move(run)};
}

/// Appends items that first run `open`, for example to show the tab that they act on.
inline void appendItems(std::vector<PaletteItem>& items, std::vector<PaletteItem> more,
                        const std::function<void()>& open = {})
{
    for (PaletteItem& item : more) {
        if (open)
            item.run = [open, run = std::move(item.run)] {
                open();
                run();
            };
        items.push_back(std::move(item));
    }
}

}  // namespace scalewright::ui
