// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of a layout search: the model and the cluster by name, cards, batch and sequence, and a field for every
// other input that is missing. All of them are stored in the project.
#pragma once

#include <QWidget>

#include <array>
#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/target.h"
#include "ui/controls/palette_item.h"
#include "ui/document/document.h"

class QGridLayout;
class QPushButton;

namespace scalewright::ui {

class QuantityEdit;
class SearchCombo;

class LayoutForm : public QWidget {
    Q_OBJECT

public:
    explicit LayoutForm(Document& document, QWidget* parent = nullptr);

    /// `problems`: the missing inputs, with pointers. `sequence`: the value to use if the project has none.
    void refresh(const std::vector<Problem>& problems, std::optional<double> sequence);
    void layOut(int width);

    /// Focuses the field at this JSON pointer; returns false if it is not part of this form.
    bool focusField(const QString& pointer);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    [[nodiscard]] QPushButton* fillMissingButton() const { return m_fillMissingButton; }
    [[nodiscard]] QPushButton* asSoldButton() const { return m_asSoldButton; }
    [[nodiscard]] QuantityEdit* editorOf(const QString& pointer) const;
    /// The labels of the fields with problems, for example "batch, target’s peak FLOP/s".
    [[nodiscard]] QString missingFieldLabels(const std::vector<Problem>& problems) const;

private:
    struct BoundField {
        QString pointer;
        QString label;
        QuantityEdit* edit;
        bool isAlwaysShown = false;  ///< if false, shown only when it is missing
    };
    /// `label`: shorter than among the model's other fields; empty: the field's own.
    void addField(const FieldInfo& field, bool isAlwaysShown, const QString& label = {});
    void chooseModel(std::size_t index);
    void applyModelText(const QString& text);
    void chooseCluster(std::size_t index);
    void fillMissingFigures();
    /// Sets the workers per node in which the target's cards are sold, and the price of such a node.
    void useWorkersAsSold();
    /// The number of cards in a node as sold; nullopt if it is unknown or the target's.
    [[nodiscard]] std::optional<double> otherWorkersAsSold() const;
    /// Whether choosing a card left the project's link unchanged and the target has not changed since.
    [[nodiscard]] bool hasKeptLink() const;
    [[nodiscard]] const HardwareEntry* nodeEntry() const;

    Document& m_document;
    Catalogue m_catalogue;
    std::vector<std::size_t> m_clusterIndices;  ///< catalogue entries that are used to train models
    SearchCombo* m_modelCombo;
    SearchCombo* m_clusterCombo;
    QPushButton* m_fillMissingButton;  ///< fills missing figures, or the link, from the entry of the named node
    QPushButton* m_asSoldButton;
    std::optional<Target> m_targetWithKeptLink;  ///< the target as last chosen, if it kept the project's own link
    QGridLayout* m_grid;
    std::array<QWidget*, 2> m_comboCells{};  ///< each combo box below its title
    std::vector<BoundField> m_fields;
};

}  // namespace scalewright::ui
