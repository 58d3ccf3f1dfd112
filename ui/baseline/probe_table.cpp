// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/probe_table.h"

#include <QDate>
#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/project/document/project.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/theme.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

enum ProbeColumn { ProbeName, Median, Spread, Age, ProbeColumnCount };

QString probeFigureName(const std::string& name)
{
    static const std::array<std::pair<const char*, const char*>, 19> labels{{
        {"peak_flops", "arithmetic, double, all cores"},
        {"peak_flops_one_core", "arithmetic, double, one core"},
        {"peak_flops_single", "arithmetic, single, all cores"},
        {"peak_flops_single_one_core", "arithmetic, single, one core"},
        {"memory_bandwidth_bytes_per_s", "memory, the ceiling"},
        {"memory_bandwidth_one_core_bytes_per_s", "memory, the ceiling, one core"},
        {"memory_triad_bytes_per_s", "memory, triad"},
        {"memory_triad_one_core_bytes_per_s", "memory, triad, one core"},
        {"memory_copy_bytes_per_s", "memory, copy"},
        {"memory_scale_bytes_per_s", "memory, scale"},
        {"memory_add_bytes_per_s", "memory, add"},
        {"memory_read_bytes_per_s", "memory, read"},
        {"memory_read_one_core_bytes_per_s", "memory, read, one core"},
        {"memory_bytes", "memory size"},
        {"disk_write_bytes_per_s", "disk, write with fsync"},
        {"disk_read_bytes_per_s", "disk, read"},
        {"disk_random_read_bytes_per_s", "disk, random 4 KiB reads"},
        {"disk_cached_read_bytes_per_s", "disk, repeated read, from memory"},
        {"storage_bytes", "disk, free"},
    }};
    for (const auto& [key, label] : labels)
        if (name == key)
            return toQString(label);
    return toQString(name);
}

/// For example "22.0 to 26.0 GB/s"; a common unit is written once.
QString probeIntervalText(const Interval& interval, Dimension dimension)
{
    const AmountText low = formatAmount(interval.low, dimension), high = formatAmount(interval.high, dimension);
    return ProbeTable::tr("%1 to %2")
        .arg(toQString(low.unit == high.unit ? low.number : low.joined()), toQString(high.joined()));
}

template <class Each>
void forEachMeasuredFigure(const Project& project, const Each& visit)
{
    const Machine& machine = project.baseline.machine;
    for (const QuantityField<Machine>& row : quantities<Machine>)
        if (const MaybeQuantity& figure = machine.*(row.member);
            figure && figure->provenance.origin == Origin::Measured)
            visit(row.info, *figure);
}

}  // namespace

std::vector<ProbeResult> storedProbeResults(const Project& project)
{
    std::vector<ProbeResult> results;
    forEachMeasuredFigure(project, [&](const FieldInfo& info, const Quantity& figure) {
        results.push_back(
            {.name = info.key(), .dimension = info.dimension, .quantity = figure, .bestValue = figure.value});
    });
    return results;
}

QString ageText(const std::string& date, const QDate& today)
{
    const QDate day = QDate::fromString(QString::fromStdString(date).left(10), Qt::ISODate);
    const qint64 days = day.isValid() ? day.daysTo(today) : -1;
    return days < 0    ? QString()
           : days == 0 ? ProbeTable::tr("today")
                       : ProbeTable::tr("%1 ago").arg(countedNounText(days, ProbeTable::tr("day")));
}

QString stalenessText(const Project& project, const QDate& today)
{
    QDate oldest;
    forEachMeasuredFigure(project, [&](const FieldInfo&, const Quantity& figure) {
        const QDate day = QDate::fromString(QString::fromStdString(figure.provenance.date).left(10), Qt::ISODate);
        if (figure.provenance.source.starts_with("this machine") && day.isValid() &&
            (!oldest.isValid() || day < oldest))
            oldest = day;
    });
    if (!oldest.isValid() || oldest.daysTo(today) <= daysUntilStale)
        return {};
    return ProbeTable::tr("Measured %1: measure again before you rely on it.")
        .arg(ageText(oldest.toString(Qt::ISODate).toStdString(), today));
}

QString typedOverMeasuredText(const Project& project, const QDate& today)
{
    if (project.measurements.machines.empty())
        return {};
    const Machine& run = project.measurements.machines.back();
    QStringList lines;
    for (const QuantityField<Machine>& row : quantities<Machine>) {
        const MaybeQuantity &used = project.baseline.machine.*row.member, &measured = run.*row.member;
        if (used && measured && used->provenance.origin == Origin::Typed)
            lines << ProbeTable::tr("%1: typed; measured %2, %3")
                         .arg(quantitySpecOf(row.info).label,
                              toQString(formatAmount(measured->value, row.info.dimension).joined()),
                              ageText(measured->provenance.date, today));
    }
    return lines.join(QLatin1Char('\n'));
}

FramelessTable::FramelessTable(int columns, QWidget* parent) : QTableWidget(0, columns, parent)
{
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setFrameShape(NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(&Theme::instance(), &Theme::changed, this, &FramelessTable::restyle);
}

void FramelessTable::setCell(int row, int column, const QString& text, const QString& tip)
{
    auto* cell = new QTableWidgetItem(text);
    cell->setToolTip(tip);
    cell->setTextAlignment(Qt::AlignVCenter | Qt::AlignLeft);
    setItem(row, column, cell);
}

ProbeTable::ProbeTable(QWidget* parent) : FramelessTable(ProbeColumnCount, parent)
{
    setAccessibleName(tr("results of the probes"));
    setHorizontalHeaderLabels({tr("figure"), tr("median"), tr("interval"), tr("measured")});
    restyle();
}

void ProbeTable::setResults(const std::vector<ProbeResult>& results)
{
    setRowCount(static_cast<int>(results.size()));
    for (std::size_t i = 0; i < results.size(); ++i) {
        const ProbeResult& result = results[i];
        const Quantity& figure = result.quantity;
        const auto amount = [&](double value) { return toQString(formatAmount(value, result.dimension).joined()); };
        QStringList remarks{toQString(figure.provenance.conditions)};
        for (const std::string& warning : result.warnings)
            remarks << toQString(warning);
        const QStringList cells{probeFigureName(result.name), amount(figure.value),
                                figure.interval ? probeIntervalText(*figure.interval, result.dimension) : QString(),
                                ageText(figure.provenance.date, QDate::currentDate())};
        for (int column = 0; column < ProbeColumnCount; ++column) {
            setCell(static_cast<int>(i), column, cells.at(column), remarks.join(QLatin1Char('\n')));
            if (column == Median || column == Spread)
                item(static_cast<int>(i), column)->setTextAlignment(Qt::AlignVCenter | Qt::AlignRight);
        }
    }
    restyle();
}

ProbeHistory::ProbeHistory(QWidget* parent) : FramelessTable(1, parent)
{
    setAccessibleName(tr("probe runs side by side"));
    restyle();
}

void ProbeHistory::setRuns(const std::vector<Machine>& runs, const QDate& today)
{
    std::vector<const QuantityField<Machine>*> rows;
    for (const QuantityField<Machine>& row : quantities<Machine>)
        if (std::any_of(runs.begin(), runs.end(), [&](const Machine& run) { return (run.*row.member).has_value(); }))
            rows.push_back(&row);
    clear();
    setRowCount(static_cast<int>(rows.size()));
    setColumnCount(static_cast<int>(runs.size()) + 1);
    QStringList headers{tr("figure")};
    for (std::size_t i = 0; i < rows.size(); ++i)
        setCell(static_cast<int>(i), 0, probeFigureName(rows[i]->info.key()), {});
    for (std::size_t column = 1; column <= runs.size(); ++column) {
        const Machine& run = runs[runs.size() - column];
        QString age;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const MaybeQuantity& figure = run.*rows[i]->member;
            if (!figure)
                continue;
            const auto amount = [&](double value) {
                return toQString(formatAmount(value, rows[i]->info.dimension).joined());
            };
            QStringList tip{toQString(run.name), toQString(run.description), toQString(figure->provenance.date)};
            if (figure->interval)
                tip << probeIntervalText(*figure->interval, rows[i]->info.dimension);
            tip << toQString(figure->provenance.conditions);
            tip.removeAll(QString());
            setCell(static_cast<int>(i), static_cast<int>(column), amount(figure->value), tip.join(QLatin1Char('\n')));
            age = ageText(figure->provenance.date, today);
        }
        headers << age;
    }
    setHorizontalHeaderLabels(headers);
    restyle();
}

void FramelessTable::restyle()
{
    const QFont font = Theme::instance().font(TextStyle::Small);
    setFont(font);
    horizontalHeader()->setFont(font);
    // Otherwise the style sheet's rule for sections would reset them to the window's font size.
    horizontalHeader()->setStyleSheet(QStringLiteral("QHeaderView::section { padding: 1px 8px; font-size: %1; }")
                                          .arg(font.pixelSize() > 0 ? QStringLiteral("%1px").arg(font.pixelSize())
                                                                    : QStringLiteral("%1pt").arg(font.pointSizeF())));
    m_rowHeight = QFontMetrics(font).height() + Theme::spacing(1);
    verticalHeader()->setDefaultSectionSize(m_rowHeight);
    verticalHeader()->setMinimumSectionSize(m_rowHeight);
    horizontalHeader()->setFixedHeight(m_rowHeight);
    fitHeight();
}

void FramelessTable::fitHeight()
{
    const int bar = horizontalHeader()->length() > width() ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(m_rowHeight * (rowCount() + 1) + 2 + bar);
}

void FramelessTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    fitHeight();
}

}  // namespace scalewright::ui
