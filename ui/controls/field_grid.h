// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of editors for the project's quantities, each bound by its JSON pointer, limited to its range, undoable, and
// annotated with its source. Everything about a quantity comes from its table row (core/project/document,
// ui/quantity/field_specs.h).
//
// The editors of a hidden grid are created when it is first shown or asked for one, and updated only then: most grids
// belong to a folded part of a page.
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
        /// Not set: always needed. A field with a value is always shown.
        std::function<bool(const Project&)> isNeeded{};
        /// The catalogue entry already named next to the grid.
        std::function<std::string(const Project&)> catalogueEntry{};
        /// Shown, with its mark, while the field is not set.
        MaybeQuantity assumed{};
    };

    /// `title` ("target: %1") is for Ctrl+K, where a field's label alone would be ambiguous.
    FieldGrid(Document& document, std::vector<Field> fields, QWidget* parent = nullptr, const QString& title = {});

    /// Creates the editors now instead of when the grid is first shown, so that they follow what was created before in
    /// the tab order. Call at most once.
    void createEditors();
    void refresh();
    void layOut(int columns);

    [[nodiscard]] QuantityEdit* editorFor(const QString& pointer);
    /// The button that removes the value; nullptr for fields where a missing value has no meaning.
    [[nodiscard]] QPushButton* unsetButton(const QString& pointer);
    /// Shows what follows from the field's value under it (QuantityEdit::setConsequence), if the grid has the field.
    void setConsequence(const FieldInfo& field, const QString& text);
    /// Whether the grid has a field at this pointer or within this section ("/goal").
    [[nodiscard]] bool hasField(const QString& pointer) const { return fieldIndex(pointer) < m_fields.size(); }
    /// Moves the keyboard focus to the field, showing it if it was hidden; for a section, to its first field with a
    /// value, or else to its first field. Returns false if the grid has no such field.
    bool focusOn(const QString& pointer);
    [[nodiscard]] std::vector<PaletteItem> paletteItems(const std::function<void()>& unfold = {});
    /// The provenance of all values as text: one line per source, followed by its fields with their conditions.
    [[nodiscard]] QString sourcesText() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct BoundField {
        Field field;
        QWidget* cell = nullptr;
        QuantityEdit* editor = nullptr;
        QPushButton* unsetButton = nullptr;
        QString consequence{};
        bool isRequested = false;  ///< shown because the user asked to edit it
    };
    void updateIfStale();
    [[nodiscard]] bool isShown(const BoundField& bound) const;
    /// Up to date; nullptr if the grid has no field at exactly this pointer.
    [[nodiscard]] BoundField* findField(const QString& pointer);
    [[nodiscard]] std::size_t fieldIndex(const QString& pointer) const;

    Document& m_document;
    QString m_title;
    std::vector<BoundField> m_fields;
    QGridLayout* m_grid;
    int m_columns = 2;
    bool m_isStale = true;
};

/// A left-aligned row of quiet buttons.
[[nodiscard]] QHBoxLayout* createButtonRow(std::initializer_list<QPushButton*> words);

}  // namespace scalewright::ui
