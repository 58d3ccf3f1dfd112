// Quantities of the project side by side, each bound by its pointer: held to its range, undoable, with a short line on
// where it is from. All that is known of a quantity comes from its row (core/project/document, ui/quantity/field_specs.h).
#pragma once

#include <QWidget>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/project/document/field.h"
#include "ui/controls/palette_item.h"

class QGridLayout;
class QHBoxLayout;
class QPushButton;

namespace scalewright {
struct Project;
}

namespace scalewright::ui {

class Document;
class QuantityEdit;

class FieldGrid : public QWidget {
    Q_OBJECT

public:
    struct Field {
        const FieldInfo& info;
        std::function<bool(const Project&)> needed{};  ///< absent: always. A field that holds a value is shown anyway
        std::function<std::string(const Project&)> entry{};  ///< the catalogue entry that is named beside it already
    };

    /// `title`: "target: %1" where a label alone would not say whose it is: Ctrl+K.
    FieldGrid(Document& document, std::vector<Field> fields, QWidget* parent = nullptr, const QString& title = {});

    void refresh();
    void layOut(int columns);

    [[nodiscard]] QuantityEdit* edit(const QString& pointer) const;
    /// Takes the value away, where its absence means something; else nullptr.
    [[nodiscard]] QPushButton* unsetButton(const QString& pointer) const;
    /// A field at that pointer, or within that section ("/goal").
    [[nodiscard]] bool has(const QString& pointer) const { return wanted(pointer) < m_fields.size(); }
    /// Puts the keyboard there, and shows it where nothing needed it; of a section the first that is set, else the
    /// first. False where the grid has none.
    bool focus(const QString& pointer);
    [[nodiscard]] std::vector<PaletteItem> paletteItems(const std::function<void()>& unfold = {});
    /// All that is known about where the figures came from: a line for each source, under it the figures with their
    /// conditions.
    [[nodiscard]] QString sources() const;

private:
    struct Bound {
        Field field;
        QWidget* cell = nullptr;
        QuantityEdit* edit = nullptr;
        QPushButton* unset = nullptr;
        bool asked = false;  ///< shown since somebody wanted to edit it
    };
    [[nodiscard]] bool isShown(const Bound& bound) const;
    [[nodiscard]] const Bound* find(const QString& pointer) const;
    [[nodiscard]] std::size_t wanted(const QString& pointer) const;

    Document& m_document;
    QString m_title;
    std::vector<Bound> m_fields;
    QGridLayout* m_grid;
    int m_columns = 2;
};

/// Quiet buttons in a row, from the left.
[[nodiscard]] QHBoxLayout* wordsInLine(std::initializer_list<QPushButton*> words);

}  // namespace scalewright::ui
