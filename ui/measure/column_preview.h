// SPDX-License-Identifier: GPL-3.0-or-later
// The first rows of a table being imported as a ladder; above each column its meaning, a list to change it, and the
// reason.
#pragma once

#include <QTableWidget>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/import/ladder_file.h"

class QComboBox;

namespace scalewright::ui {

class ColumnPreview : public QTableWidget {
    Q_OBJECT

public:
    static constexpr std::size_t previewRowCount = 4;

    explicit ColumnPreview(QWidget* parent = nullptr);

    /// Forgets the choices because they belong to another table, even if its columns have the same names.
    void forgetChoices();
    /// Shows a table's first rows; nullopt hides the view. Choices are kept by column while the text is edited.
    void showTable(std::optional<TablePreview> table);
    /// Shows what each column was read as, a unit list if the header has no unit, and the parsed value next to any text
    /// that is not a plain number.
    void showReading(const Result<LadderFile>& file);
    /// Writes the user's choices for the columns into `options`.
    void applyChoices(LadderFileOptions& options) const;
    [[nodiscard]] const std::optional<TablePreview>& table() const { return m_table; }

    /// The widgets in tab order.
    [[nodiscard]] QList<QWidget*> tabStops() const;

Q_SIGNALS:
    /// The user changed a column's meaning or unit.
    void choiceChanged();
    /// The lists have been replaced with new ones.
    void listsRebuilt();

private:
    static constexpr int meaningRow = 0, unitRow = 1, evidenceRow = 2, firstDataRow = 3;

    void buildCombos();
    void updateMeanings();
    void updateValues();
    [[nodiscard]] QComboBox* comboAt(int row, int column) const;
    [[nodiscard]] const MappedColumn* mappingFor(const std::string& header) const;
    [[nodiscard]] std::optional<LadderColumn> roleAt(int column) const;

    struct ColumnChoice {
        int use = 0;
        QVariant value;
        int unitIndex = 0;
    };
    std::optional<TablePreview> m_table;
    std::optional<LadderFile> m_lastReading;  ///< the last successful reading of these columns, without its ladders
    std::map<std::string, ColumnChoice> m_choices;  ///< by column header
};

}  // namespace scalewright::ui
