// Quantities of the project side by side: each one bound to its field, undoable, with a short line on where it is from.
#pragma once

#include <QWidget>

#include <functional>
#include <initializer_list>
#include <vector>

#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/controls/palette_item.h"

class QGridLayout;
class QHBoxLayout;
class QPushButton;

namespace scalewright::ui {

class QuantityGrid : public QWidget {
    Q_OBJECT

public:
    struct Field {
        QString key;  ///< stable: the merge key of its edits ("baseline.memory")
        QuantitySpec spec;
        std::function<MaybeQuantity(const Project&)> value;
        std::function<void(Project&, const Quantity&)> apply;
        std::function<std::string(const Project&)> entry{};  ///< the catalogue entry that is named beside it already
        QString title{};  ///< where the label alone would not say whose it is: Ctrl+K, screen readers
    };

    QuantityGrid(Document& document, std::vector<Field> fields, QWidget* parent = nullptr);

    void refresh();
    void layOut(int columns);

    [[nodiscard]] QuantityEdit* edit(const QString& key) const;
    /// Puts the keyboard into that field; false where the grid has none.
    bool focus(const QString& key);
    [[nodiscard]] std::vector<PaletteItem> paletteItems(const std::function<void()>& unfold = {});
    /// All that is known about where the figures came from: a line for each source, under it the figures with their
    /// conditions.
    [[nodiscard]] QString sources() const;

private:
    struct Bound {
        Field field;
        QuantityEdit* edit = nullptr;
    };

    Document& m_document;
    std::vector<Bound> m_fields;
    QGridLayout* m_grid;
};

/// Quiet buttons in a row, from the left.
[[nodiscard]] QHBoxLayout* wordsInLine(std::initializer_list<QPushButton*> words);

/// "measured · 2026-11-21", "catalogue · 2020-01 · NVIDIA V100 datasheet": without conditions, which fill a line or two.
/// `entry`: the catalogue entry that is named beside it and need not be named again.
[[nodiscard]] QString shortProvenance(const Provenance& provenance, const std::string& entry = {});

}  // namespace scalewright::ui
