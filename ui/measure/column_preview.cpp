// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/column_preview.h"

#include <QComboBox>
#include <QHeaderView>
#include <QStyle>

#include <algorithm>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/project/document/ladder_roles.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/figure/table_model.h"
#include "ui/measure/ladder_charts.h"
#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int columnUseRole = Qt::UserRole, valueRole = Qt::UserRole + 1;
enum ColumnUse { ReadByName, ReadAsRole, FilterRows, RowsAreRepeats, IgnoreColumn };

/// Units that are possible for a time column without a unit.
const char* const timeUnits[]{"s", "ms", "us", "ns", "min", "h"};

/// Columns are narrow, so the text is only two words; the tool tip has the full sentence (evidenceText).
QString reasonText(ColumnReason reason)
{
    switch (reason) {
    case ColumnReason::TableValues: return ColumnPreview::tr("by its values");
    case ColumnReason::Explicit: return ColumnPreview::tr("exact name");
    case ColumnReason::NoUnit: return ColumnPreview::tr("no unit given");
    case ColumnReason::AmbiguousName: return ColumnPreview::tr("unsure");
    case ColumnReason::NameMatch: break;
    }
    return ColumnPreview::tr("by its name");
}

}  // namespace

ColumnPreview::ColumnPreview(QWidget* parent) : QTableWidget(parent)
{
    setAccessibleName(tr("columns of the table, and what each is read as"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::NoFocus);
    makeFlat(*this);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ColumnPreview::forgetChoices()
{
    m_choices.clear();
    m_table.reset();
}

QComboBox* ColumnPreview::comboAt(int row, int column) const
{
    return qobject_cast<QComboBox*>(cellWidget(row, column));
}

QList<QWidget*> ColumnPreview::tabStops() const
{
    QList<QWidget*> stops;
    for (int column = 0; column < columnCount(); ++column)
        stops << comboAt(meaningRow, column) << comboAt(unitRow, column);
    return stops;
}

const MappedColumn* ColumnPreview::mappingFor(const std::string& header) const
{
    const MappedColumn* last = nullptr;
    if (m_lastReading)
        for (const MappedColumn& each : m_lastReading->mapping)
            if (each.header == header)
                last = &each;
    return last;
}

/// The role that the user chose for a column, or the one it was read as.
std::optional<LadderColumn> ColumnPreview::roleAt(int column) const
{
    if (const QComboBox* meaning = comboAt(meaningRow, column);
        meaning && meaning->currentData(columnUseRole).toInt() == ReadAsRole)
        return static_cast<LadderColumn>(meaning->currentData(valueRole).toInt());
    const MappedColumn* read = m_table ? mappingFor(m_table->header[static_cast<std::size_t>(column)]) : nullptr;
    return read ? std::optional(read->column) : std::nullopt;
}

void ColumnPreview::applyChoices(LadderFileOptions& options) const
{
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i) {
        const int column = static_cast<int>(i);
        const QComboBox* meaning = comboAt(meaningRow, column);
        const QComboBox* unit = comboAt(unitRow, column);
        if (!meaning)
            continue;
        const std::string& header = m_table->header[i];
        const int use = meaning->currentData(columnUseRole).toInt();
        const bool hasChosenUnit = unit && !unit->isHidden() && unit->currentIndex() > 0;
        if (use == FilterRows)
            options.rowFilters.emplace_back(header, meaning->currentData(valueRole).toString().toStdString());
        else if (use == RowsAreRepeats)
            options.rowFilters.emplace_back(header, "*");
        else if (use == IgnoreColumn)
            options.ignoredHeaders.push_back(header);
        else if (const std::optional<LadderColumn> role = roleAt(column); role && (use == ReadAsRole || hasChosenUnit))
            options.columns[*role] = hasChosenUnit ? header + '(' + unit->currentText().toStdString() + ')' : header;
    }
}

void ColumnPreview::showTable(std::optional<TablePreview> table)
{
    const bool hasSameColumns =
        table && m_table && table->header == m_table->header && table->distinctValues == m_table->distinctValues;
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i)
        if (const QComboBox *meaning = comboAt(meaningRow, static_cast<int>(i)),
            *unit = comboAt(unitRow, static_cast<int>(i));
            meaning && unit)
            m_choices[m_table->header[i]] = {meaning->currentData(columnUseRole).toInt(),
                                             meaning->currentData(valueRole), unit->currentIndex()};
    m_table = std::move(table);
    setVisible(m_table.has_value());
    if (!m_table)
        return;
    const int rowHeight = QFontMetrics(font()).height() + Theme::spacing(2);
    horizontalHeader()->setFixedHeight(rowHeight);
    if (!hasSameColumns) {
        m_lastReading.reset();
        buildCombos();
    }
    setRowCount(firstDataRow + static_cast<int>(m_table->rows.size()));
    for (std::size_t row = 0; row < m_table->rows.size(); ++row)
        for (std::size_t column = 0; column < m_table->header.size(); ++column)
            setItem(firstDataRow + static_cast<int>(row), static_cast<int>(column),
                    new QTableWidgetItem(toQString(m_table->rows[row][column])));
    for (int row = 0; row < rowCount(); ++row)
        setRowHeight(row, row < firstDataRow ? rowHeight + Theme::spacing(2) : rowHeight);
}

void ColumnPreview::buildCombos()
{
    clear();
    setColumnCount(static_cast<int>(m_table->header.size()));
    setRowCount(firstDataRow);
    QStringList headers;
    for (std::size_t i = 0; i < m_table->header.size(); ++i) {
        const QString header = toQString(m_table->header[i]);
        headers << header;
        auto* meaning = new QuietCombo;
        meaning->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        meaning->setAccessibleName(tr("column %1 is").arg(header));
        meaning->addItem(QString());
        meaning->setItemData(0, ReadByName, columnUseRole);
        const auto add = [meaning](const QString& words, ColumnUse use, const QVariant& value) {
            meaning->addItem(words);
            meaning->setItemData(meaning->count() - 1, use, columnUseRole);
            meaning->setItemData(meaning->count() - 1, value, valueRole);
        };
        for (const LadderRole& role : ladderRoles)
            add(tr("read as %1").arg(toQString(role.title)), ReadAsRole, static_cast<int>(role.column));
        if (const std::vector<std::string>& values = m_table->distinctValues[i]; values.size() > 1) {
            for (const std::string& value : values)
                add(value.empty() ? tr("only rows where it is empty") : tr("only rows with %1").arg(toQString(value)),
                    FilterRows, toQString(value));
            add(tr("rows that differ in it are repeats"), RowsAreRepeats, {});
        }
        add(tr("ignore it"), IgnoreColumn, {});
        connect(meaning, &QComboBox::activated, this, &ColumnPreview::choiceChanged);
        auto* unit = new QuietCombo;
        unit->setAccessibleName(tr("unit of column %1").arg(header));
        unit->addItem(tr("in s"));
        for (const char* each : timeUnits)
            unit->addItem(QLatin1String(each));
        connect(unit, &QComboBox::activated, this, &ColumnPreview::choiceChanged);
        if (const auto choice = m_choices.find(m_table->header[i]); choice != m_choices.end()) {
            for (int each = 0; each < meaning->count(); ++each)
                if (meaning->itemData(each, columnUseRole).toInt() == choice->second.use &&
                    meaning->itemData(each, valueRole) == choice->second.value)
                    meaning->setCurrentIndex(each);
            unit->setCurrentIndex(choice->second.unitIndex);
        }
        for (QComboBox* combo : std::initializer_list<QComboBox*>{meaning, unit})
            combo->setFont(Theme::instance().font(TextStyle::Label));
        setCellWidget(meaningRow, static_cast<int>(i), meaning);
        setCellWidget(unitRow, static_cast<int>(i), unit);
    }
    setHorizontalHeaderLabels(headers);
    Q_EMIT listsRebuilt();
}

void ColumnPreview::showReading(const Result<LadderFile>& file)
{
    if (file) {  // after an invalid choice, keep the last valid reading of the other columns
        m_lastReading.emplace();
        m_lastReading->mapping = file->mapping;
        m_lastReading->splitColumns = file->splitColumns;
    }
    updateValues();
    updateMeanings();
}

void ColumnPreview::updateMeanings()
{
    bool units = false;
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i) {
        const int column = static_cast<int>(i);
        QComboBox* meaning = comboAt(meaningRow, column);
        QComboBox* unit = comboAt(unitRow, column);
        if (!meaning || !unit)
            continue;
        const MappedColumn* read = mappingFor(m_table->header[i]);
        const bool tells = m_lastReading && std::count(m_lastReading->splitColumns.begin(),
                                                       m_lastReading->splitColumns.end(), m_table->header[i]) > 0;
        meaning->setItemText(0, meaning->currentData(columnUseRole).toInt() != ReadByName ? tr("by its name")
                                : !read           ? (tells ? tr("separates ladders") : tr("not read"))
                                : read->isGuessed ? tr("%1, a guess").arg(toQString(ladderRoleOf(read->column).title))
                                                  : toQString(ladderRoleOf(read->column).title));
        const bool isReadByName = read && meaning->currentData(columnUseRole).toInt() == ReadByName;
        auto* evidence = new QTableWidgetItem(isReadByName ? reasonText(columnReason(*read)) : QString());
        evidence->setFont(Theme::instance().font(TextStyle::Label));
        evidence->setForeground(Theme::instance().color(ColorRole::SoftInk));
        if (isReadByName) {
            evidence->setToolTip(toQString(evidenceText(*read)));
            evidence->setData(Qt::AccessibleDescriptionRole, evidence->toolTip());
        }
        setItem(evidenceRow, column, evidence);
        const std::optional<LadderColumn> role = roleAt(column);
        const bool needsUnit = role && ladderRoleOf(*role).dimension == Dimension::Time &&
                               (unit->currentIndex() > 0 || !read || !read->unitGiven);
        unit->setVisible(needsUnit);
        if (!needsUnit)
            unit->setCurrentIndex(0);
        units = units || needsUnit;
    }
    horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);
    setRowHidden(unitRow, !units);
    setRowHidden(evidenceRow, !m_lastReading || m_lastReading->mapping.empty());
    int height = horizontalHeader()->height() + 4 + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    for (int row = 0; row < rowCount(); ++row)
        height += isRowHidden(row) ? 0 : rowHeight(row);
    setFixedHeight(height);
}

/// Shows parsed values next to their text, for example "16.1k = 16100".
void ColumnPreview::updateValues()
{
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i) {
        const MappedColumn* mapping = mappingFor(m_table->header[i]);
        if (mapping && !ladderRoleOf(mapping->column).pointMember)
            mapping = nullptr;
        for (std::size_t row = 0; row < m_table->rows.size(); ++row) {
            const std::string& text = m_table->rows[row][i];
            QTableWidgetItem* cell = item(firstDataRow + static_cast<int>(row), static_cast<int>(i));
            const std::optional<double> value =
                mapping && !parseNumber(text) ? cellValue(text, *mapping) : std::nullopt;
            const QString read =
                value ? toQString(roundTripText(
                            parseNumber(significantText(*value / mapping->unitFactor, 6)).value_or(*value)))
                      : QString();
            const bool hasUnit =
                mapping && ladderRoleOf(mapping->column).dimension != Dimension::Rate && !mapping->unit.empty();
            if (cell)
                cell->setText(!value    ? toQString(text)
                              : hasUnit ? tr("%1 = %2 %3").arg(toQString(text), read, toQString(mapping->unit))
                                        : tr("%1 = %2").arg(toQString(text), read));
        }
    }
}

}  // namespace scalewright::ui
