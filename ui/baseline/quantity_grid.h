// Quantities of the project side by side: each one bound to its field, undoable, with a short line on where it is from.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/page.h"

class QGridLayout;

namespace scalewright::ui {

class QuantityGrid : public QWidget {
    Q_OBJECT

public:
    struct Field {
        QString key;  ///< stable: the merge key of its edits ("baseline.memory")
        QuantitySpec spec;
        std::function<MaybeQuantity(const Project&)> value;
        std::function<void(Project&, const Quantity&)> apply;
        std::function<bool(const Project&)> wanted{};  ///< whether it is asked for; absent: always
    };

    QuantityGrid(Document& document, std::vector<Field> fields, QWidget* parent = nullptr);

    void refresh();
    void layOut(int columns);

    [[nodiscard]] QuantityEdit* edit(const QString& key) const;
    [[nodiscard]] std::vector<PaletteItem> paletteItems(const std::function<void()>& unfold = {});
    /// A line for every figure that is set, with all that is known about where it came from.
    [[nodiscard]] QString sources() const;

private:
    struct Bound {
        Field field;
        QuantityEdit* edit = nullptr;
    };

    Document& m_document;
    std::vector<Bound> m_fields;
    QGridLayout* m_grid;
    int m_columns = 2;
};

/// "measured · 2026-11-21", "catalogue · 2020-01 · NVIDIA V100 datasheet": without conditions, which fill a line or two.
[[nodiscard]] QString shortProvenance(const Provenance& provenance);

}  // namespace scalewright::ui
