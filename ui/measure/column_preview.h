// The first rows of a table that is to be read as a ladder; over each column what it is read as, lists to say
// otherwise, and why.
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
    static constexpr std::size_t rowsShown = 4;

    explicit ColumnPreview(QWidget* parent = nullptr);

    /// What was said was said of other columns, though they may have the same names.
    void forget();
    /// A table's first rows; none: hidden. What was said of a column holds while the text is edited, though its values
    /// are others then.
    void present(std::optional<TablePreview> table);
    /// What each column was read as, a unit to choose where the header says none, and beside a text that is no plain
    /// number how it is read.
    void showReading(const Result<LadderFile>& file);
    /// What the person says of the columns.
    void sayInto(LadderFileOptions& options) const;
    [[nodiscard]] const std::optional<TablePreview>& table() const { return m_table; }

    /// The list over a column: what it is, or which of its rows to keep. nullptr where there is none.
    [[nodiscard]] QComboBox* meaningOf(const QString& header) const { return cellOf(header, meaningRow); }
    /// Its unit, where the header says none and the meaning has several.
    [[nodiscard]] QComboBox* unitOf(const QString& header) const { return cellOf(header, unitRow); }
    /// Why that column was read as it was; empty where it was not, or a person said what it is.
    [[nodiscard]] QString evidenceFor(const QString& header) const;
    /// What a cell shows.
    [[nodiscard]] QString shownAt(int row, const QString& header) const;
    /// Where Tab stops, in order.
    [[nodiscard]] QList<QWidget*> stops() const;

Q_SIGNALS:
    /// Something else was said of a column.
    void said();
    /// There are other lists than before.
    void rebuilt();

private:
    static constexpr int meaningRow = 0, unitRow = 1, evidenceRow = 2, firstRow = 3;

    void makeLists();
    void showMeanings();
    void showValues();
    [[nodiscard]] QComboBox* cellAt(int row, int column) const;
    [[nodiscard]] QComboBox* cellOf(const QString& header, int row) const;
    [[nodiscard]] const MappedColumn* readAs(const std::string& header) const;
    [[nodiscard]] std::optional<LadderColumn> roleAt(int column) const;

    struct Said {
        int kind = 0;
        QVariant value;
        int unit = 0;
    };
    std::optional<TablePreview> m_table;
    std::optional<LadderFile> m_read;  ///< the last that could be read of these columns, without its ladders
    std::map<std::string, Said> m_said;  ///< of a column by its header
};

}  // namespace scalewright::ui
