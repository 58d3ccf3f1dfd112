#include "ui/measure/column_preview.h"

#include <QComboBox>
#include <QHeaderView>
#include <QStyle>

#include <algorithm>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/project/document/ladder_roles.h"
#include "ui/controls/quiet_combo.h"
#include "ui/measure/ladder_charts.h"
#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int kindRole = Qt::UserRole, valueRole = Qt::UserRole + 1;
enum Kind { ByName, IsRole, OnlyRows, AreRepeats, LeftOut };

/// Units that a bare column of times may be in.
const char* const timeUnits[]{"s", "ms", "us", "ns", "min", "h"};

/// A column is narrow: two words, and core's sentence (evidenceText) in the tool tip.
QString reasonWords(ColumnReason reason)
{
    switch (reason) {
    case ColumnReason::Values: return ColumnPreview::tr("by its values");
    case ColumnReason::Said: return ColumnPreview::tr("named so");
    case ColumnReason::NoUnit: return ColumnPreview::tr("names no unit");
    case ColumnReason::MayBeElse: return ColumnPreview::tr("unsure");
    case ColumnReason::Name: break;
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
    setTabKeyNavigation(false);
    setShowGrid(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ColumnPreview::forget()
{
    m_said.clear();
    m_table.reset();
}

QComboBox* ColumnPreview::cellAt(int row, int column) const
{
    return qobject_cast<QComboBox*>(cellWidget(row, column));
}

QComboBox* ColumnPreview::cellOf(const QString& header, int row) const
{
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i)
        if (m_table->header[i] == header.toStdString())
            return cellAt(row, static_cast<int>(i));
    return nullptr;
}

QString ColumnPreview::evidenceFor(const QString& header) const
{
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i)
        if (const QTableWidgetItem* cell = item(evidenceRow, static_cast<int>(i));
            cell && m_table->header[i] == header.toStdString())
            return cell->toolTip();
    return {};
}

QString ColumnPreview::shownAt(int row, const QString& header) const
{
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i)
        if (const QTableWidgetItem* cell = item(firstRow + row, static_cast<int>(i));
            cell && m_table->header[i] == header.toStdString())
            return cell->text();
    return {};
}

QList<QWidget*> ColumnPreview::stops() const
{
    QList<QWidget*> stops;
    for (int column = 0; column < columnCount(); ++column)
        stops << cellAt(meaningRow, column) << cellAt(unitRow, column);
    return stops;
}

const MappedColumn* ColumnPreview::readAs(const std::string& header) const
{
    const MappedColumn* last = nullptr;
    if (m_read)
        for (const MappedColumn& each : m_read->mapping)
            if (each.header == header)
                last = &each;
    return last;
}

/// What the person says of a column, else what it was read as.
std::optional<LadderColumn> ColumnPreview::roleAt(int column) const
{
    if (const QComboBox* meaning = cellAt(meaningRow, column);
        meaning && meaning->currentData(kindRole).toInt() == IsRole)
        return static_cast<LadderColumn>(meaning->currentData(valueRole).toInt());
    const MappedColumn* read = m_table ? readAs(m_table->header[static_cast<std::size_t>(column)]) : nullptr;
    return read ? std::optional(read->column) : std::nullopt;
}

void ColumnPreview::sayInto(LadderFileOptions& options) const
{
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i) {
        const int column = static_cast<int>(i);
        const QComboBox* meaning = cellAt(meaningRow, column);
        const QComboBox* unit = cellAt(unitRow, column);
        if (!meaning)
            continue;
        const std::string& header = m_table->header[i];
        const int kind = meaning->currentData(kindRole).toInt();
        const bool unitSaid = unit && !unit->isHidden() && unit->currentIndex() > 0;
        if (kind == OnlyRows)
            options.where.emplace_back(header, meaning->currentData(valueRole).toString().toStdString());
        else if (kind == AreRepeats)
            options.where.emplace_back(header, "*");
        else if (kind == LeftOut)
            options.leftOut.push_back(header);
        else if (const std::optional<LadderColumn> role = roleAt(column); role && (kind == IsRole || unitSaid))
            options.columns[*role] = unitSaid ? header + '(' + unit->currentText().toStdString() + ')' : header;
    }
}

void ColumnPreview::present(std::optional<TablePreview> table)
{
    const bool sameColumns = table && m_table && table->header == m_table->header && table->values == m_table->values;
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i)
        if (const QComboBox *meaning = cellAt(meaningRow, static_cast<int>(i)),
            *unit = cellAt(unitRow, static_cast<int>(i));
            meaning && unit)
            m_said[m_table->header[i]] = {meaning->currentData(kindRole).toInt(), meaning->currentData(valueRole),
                                          unit->currentIndex()};
    m_table = std::move(table);
    setVisible(m_table.has_value());
    if (!m_table)
        return;
    const int rowHeight = QFontMetrics(font()).height() + Theme::space(2);
    horizontalHeader()->setFixedHeight(rowHeight);
    if (!sameColumns) {
        m_read.reset();
        makeLists();
    }
    setRowCount(firstRow + static_cast<int>(m_table->rows.size()));
    for (std::size_t row = 0; row < m_table->rows.size(); ++row)
        for (std::size_t column = 0; column < m_table->header.size(); ++column)
            setItem(firstRow + static_cast<int>(row), static_cast<int>(column),
                    new QTableWidgetItem(qt(m_table->rows[row][column])));
    for (int row = 0; row < rowCount(); ++row)
        setRowHeight(row, row < firstRow ? rowHeight + Theme::space(2) : rowHeight);
}

void ColumnPreview::makeLists()
{
    clear();
    setColumnCount(static_cast<int>(m_table->header.size()));
    setRowCount(firstRow);
    QStringList headers;
    for (std::size_t i = 0; i < m_table->header.size(); ++i) {
        const QString header = qt(m_table->header[i]);
        headers << header;
        auto* meaning = new QuietCombo;
        meaning->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        meaning->setAccessibleName(tr("column %1 is").arg(header));
        meaning->addItem(QString());
        meaning->setItemData(0, ByName, kindRole);
        const auto add = [meaning](const QString& words, Kind kind, const QVariant& value) {
            meaning->addItem(words);
            meaning->setItemData(meaning->count() - 1, kind, kindRole);
            meaning->setItemData(meaning->count() - 1, value, valueRole);
        };
        for (const LadderRole& role : ladderRoles)
            add(tr("read as %1").arg(qt(role.title)), IsRole, static_cast<int>(role.column));
        if (const std::vector<std::string>& values = m_table->values[i]; values.size() > 1) {
            for (const std::string& value : values)
                add(value.empty() ? tr("only rows where it is empty") : tr("only rows with %1").arg(qt(value)),
                    OnlyRows, qt(value));
            add(tr("its rows are repeats"), AreRepeats, {});
        }
        add(tr("leave it out"), LeftOut, {});
        connect(meaning, &QComboBox::activated, this, &ColumnPreview::said);
        auto* unit = new QuietCombo;
        unit->setAccessibleName(tr("unit of column %1").arg(header));
        unit->addItem(tr("in s"));
        for (const char* each : timeUnits)
            unit->addItem(QLatin1String(each));
        connect(unit, &QComboBox::activated, this, &ColumnPreview::said);
        if (const auto said = m_said.find(m_table->header[i]); said != m_said.end()) {
            for (int each = 0; each < meaning->count(); ++each)
                if (meaning->itemData(each, kindRole).toInt() == said->second.kind &&
                    meaning->itemData(each, valueRole) == said->second.value)
                    meaning->setCurrentIndex(each);
            unit->setCurrentIndex(said->second.unit);
        }
        for (QComboBox* combo : {static_cast<QComboBox*>(meaning), static_cast<QComboBox*>(unit)})
            combo->setFont(Theme::instance().font(TextStyle::Label));
        setCellWidget(meaningRow, static_cast<int>(i), meaning);
        setCellWidget(unitRow, static_cast<int>(i), unit);
    }
    setHorizontalHeaderLabels(headers);
    Q_EMIT rebuilt();
}

void ColumnPreview::showReading(const Result<LadderFile>& file)
{
    if (file) {  // what one choice made wrong takes no other's meaning away
        m_read.emplace();
        m_read->mapping = file->mapping;
        m_read->telling = file->telling;
    }
    showValues();
    showMeanings();
}

void ColumnPreview::showMeanings()
{
    bool units = false;
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i) {
        const int column = static_cast<int>(i);
        QComboBox* meaning = cellAt(meaningRow, column);
        QComboBox* unit = cellAt(unitRow, column);
        if (!meaning || !unit)
            continue;
        const MappedColumn* read = readAs(m_table->header[i]);
        const bool tells = m_read && std::count(m_read->telling.begin(), m_read->telling.end(), m_table->header[i]) > 0;
        meaning->setItemText(0, meaning->currentData(kindRole).toInt() != ByName ? tr("by its name")
                                : !read         ? (tells ? tr("tells ladders apart") : tr("not read"))
                                : read->guessed ? tr("%1, a guess").arg(qt(roleOf(read->column).title))
                                                : qt(roleOf(read->column).title));
        const bool byTable = read && meaning->currentData(kindRole).toInt() == ByName;
        auto* evidence = new QTableWidgetItem(byTable ? reasonWords(reasonOf(*read)) : QString());
        evidence->setFont(Theme::instance().font(TextStyle::Label));
        evidence->setForeground(Theme::instance().color(Role::Soft));
        if (byTable) {
            evidence->setToolTip(qt(evidenceText(*read)));
            evidence->setData(Qt::AccessibleDescriptionRole, evidence->toolTip());
        }
        setItem(evidenceRow, column, evidence);
        const std::optional<LadderColumn> role = roleAt(column);
        const bool asks = role && roleOf(*role).dimension == Dimension::Time &&
                          (unit->currentIndex() > 0 || !read || !read->unitGiven);
        unit->setVisible(asks);
        if (!asks)
            unit->setCurrentIndex(0);
        units = units || asks;
    }
    horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);
    setRowHidden(unitRow, !units);
    setRowHidden(evidenceRow, !m_read || m_read->mapping.empty());
    int height = horizontalHeader()->height() + 4 + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    for (int row = 0; row < rowCount(); ++row)
        height += isRowHidden(row) ? 0 : rowHeight(row);
    setFixedHeight(height);
}

/// "16.1k = 16100"
void ColumnPreview::showValues()
{
    for (std::size_t i = 0; m_table && i < m_table->header.size(); ++i) {
        const MappedColumn* how = readAs(m_table->header[i]);
        if (how && !roleOf(how->column).figure)
            how = nullptr;
        for (std::size_t row = 0; row < m_table->rows.size(); ++row) {
            const std::string& text = m_table->rows[row][i];
            QTableWidgetItem* cell = item(firstRow + static_cast<int>(row), static_cast<int>(i));
            const std::optional<double> value = how && !parseNumber(text) ? readingOf(text, *how) : std::nullopt;
            const QString read =
                value ? qt(roundTrip(parseNumber(significant(*value / how->factor, 6)).value_or(*value))) : QString();
            const bool hasUnit = how && roleOf(how->column).dimension != Dimension::Rate && !how->unit.empty();
            if (cell)
                cell->setText(!value    ? qt(text)
                              : hasUnit ? tr("%1 = %2 %3").arg(qt(text), read, qt(how->unit))
                                        : tr("%1 = %2").arg(qt(text), read));
        }
    }
}

}  // namespace scalewright::ui
