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

enum Column { What, Median, Spread, Age, Columns };

/// A figure of a probe in words.
QString nameOf(const std::string& name)
{
    static const std::array<std::pair<const char*, const char*>, 19> names{{
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
        {"memory_bytes", "memory, its size"},
        {"disk_write_bytes_per_s", "disk, write with fsync"},
        {"disk_read_bytes_per_s", "disk, read"},
        {"disk_random_read_bytes_per_s", "disk, 4 KiB reads at random"},
        {"disk_cached_read_bytes_per_s", "disk, read again, from memory"},
        {"storage_bytes", "disk, free"},
    }};
    for (const auto& [key, words] : names)
        if (name == key)
            return qt(words);
    return qt(name);
}

/// "22.0 to 26.0 GB/s": the unit once where it is the same.
QString spreadOf(const Interval& interval, Dimension dimension)
{
    const AmountText low = formatAmount(interval.low, dimension), high = formatAmount(interval.high, dimension);
    return ProbeTable::tr("%1 to %2").arg(qt(low.unit == high.unit ? low.number : low.joined()), qt(high.joined()));
}

template <class Each>
void eachKept(const Project& project, const Each& each)
{
    const Machine& machine = project.baseline.machine;
    for (const QuantityField<Machine>& row : quantities<Machine>)
        if (const MaybeQuantity& figure = machine.*(row.member);
            figure && figure->provenance.origin == Origin::Measured)
            each(row.info, *figure);
}

}  // namespace

std::vector<ProbeResult> probesKept(const Project& project)
{
    std::vector<ProbeResult> kept;
    eachKept(project, [&](const FieldInfo& info, const Quantity& figure) {
        kept.push_back({.name = info.key(), .dimension = info.dimension, .quantity = figure, .best = figure.value});
    });
    return kept;
}

QString ageOf(const std::string& date, const QDate& today)
{
    const QDate day = QDate::fromString(QString::fromStdString(date).left(10), Qt::ISODate);
    const qint64 days = day.isValid() ? day.daysTo(today) : -1;
    return days < 0    ? QString()
           : days == 0 ? ProbeTable::tr("today")
                       : ProbeTable::tr("%1 ago").arg(counted(days, ProbeTable::tr("day")));
}

QString staleness(const Project& project, const QDate& today)
{
    QDate oldest;
    eachKept(project, [&](const FieldInfo&, const Quantity& figure) {
        const QDate day = QDate::fromString(QString::fromStdString(figure.provenance.date).left(10), Qt::ISODate);
        if (figure.provenance.source.starts_with("this machine") && day.isValid() &&
            (!oldest.isValid() || day < oldest))
            oldest = day;
    });
    if (!oldest.isValid() || oldest.daysTo(today) <= freshDays)
        return {};
    return ProbeTable::tr("Measured %1: measure again before you rely on it.")
        .arg(ageOf(oldest.toString(Qt::ISODate).toStdString(), today));
}

QString typedOverMeasured(const Project& project, const QDate& today)
{
    if (project.measurements.machines.empty())
        return {};
    const Machine& run = project.measurements.machines.back();
    QStringList lines;
    for (const QuantityField<Machine>& row : quantities<Machine>) {
        const MaybeQuantity &used = project.baseline.machine.*row.member, &measured = run.*row.member;
        if (used && measured && used->provenance.origin == Origin::Typed)
            lines << ProbeTable::tr("%1: typed; measured %2, %3")
                         .arg(fieldSpec(row.info).label, qt(formatAmount(measured->value, row.info.dimension).joined()),
                              ageOf(measured->provenance.date, today));
    }
    return lines.join(QLatin1Char('\n'));
}

FlatTable::FlatTable(int columns, QWidget* parent) : QTableWidget(0, columns, parent)
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
    connect(&Theme::instance(), &Theme::changed, this, &FlatTable::restyle);
}

void FlatTable::setCell(int row, int column, const QString& text, const QString& tip)
{
    auto* cell = new QTableWidgetItem(text);
    cell->setToolTip(tip);
    cell->setTextAlignment(Qt::AlignVCenter | Qt::AlignLeft);
    setItem(row, column, cell);
}

ProbeTable::ProbeTable(QWidget* parent) : FlatTable(Columns, parent)
{
    setAccessibleName(tr("what the probes measured"));
    setHorizontalHeaderLabels({tr("figure"), tr("median"), tr("interval"), tr("measured")});
    restyle();
}

void ProbeTable::present(const std::vector<ProbeResult>& results)
{
    setRowCount(static_cast<int>(results.size()));
    for (std::size_t i = 0; i < results.size(); ++i) {
        const ProbeResult& result = results[i];
        const Quantity& figure = result.quantity;
        const auto amount = [&](double value) { return qt(formatAmount(value, result.dimension).joined()); };
        QStringList remarks{qt(figure.provenance.conditions)};
        for (const std::string& warning : result.warnings)
            remarks << qt(warning);
        const QStringList cells{nameOf(result.name), amount(figure.value),
                                figure.interval ? spreadOf(*figure.interval, result.dimension) : QString(),
                                ageOf(figure.provenance.date, QDate::currentDate())};
        for (int column = 0; column < Columns; ++column) {
            setCell(static_cast<int>(i), column, cells.at(column), remarks.join(QLatin1Char('\n')));
            if (column == Median || column == Spread)
                item(static_cast<int>(i), column)->setTextAlignment(Qt::AlignVCenter | Qt::AlignRight);
        }
    }
    restyle();
}

ProbeHistory::ProbeHistory(QWidget* parent) : FlatTable(1, parent)
{
    setAccessibleName(tr("the runs of the probes side by side"));
    restyle();
}

void ProbeHistory::present(const std::vector<Machine>& runs, const QDate& today)
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
        setCell(static_cast<int>(i), 0, nameOf(rows[i]->info.key()), {});
    for (std::size_t column = 1; column <= runs.size(); ++column) {
        const Machine& run = runs[runs.size() - column];
        QString age;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const MaybeQuantity& figure = run.*rows[i]->member;
            if (!figure)
                continue;
            const auto amount = [&](double value) { return qt(formatAmount(value, rows[i]->info.dimension).joined()); };
            QStringList tip{qt(run.name), qt(run.description), qt(figure->provenance.date)};
            if (figure->interval)
                tip << spreadOf(*figure->interval, rows[i]->info.dimension);
            tip << qt(figure->provenance.conditions);
            tip.removeAll(QString());
            setCell(static_cast<int>(i), static_cast<int>(column), amount(figure->value), tip.join(QLatin1Char('\n')));
            age = ageOf(figure->provenance.date, today);
        }
        headers << age;
    }
    setHorizontalHeaderLabels(headers);
    restyle();
}

void FlatTable::restyle()
{
    const QFont font = Theme::instance().font(TextStyle::Small);
    setFont(font);
    horizontalHeader()->setFont(font);
    // The style sheet's rule for sections would set them in the window's own size.
    horizontalHeader()->setStyleSheet(QStringLiteral("QHeaderView::section { padding: 1px 8px; font-size: %1; }")
                                          .arg(font.pixelSize() > 0 ? QStringLiteral("%1px").arg(font.pixelSize())
                                                                    : QStringLiteral("%1pt").arg(font.pointSizeF())));
    m_rowHeight = QFontMetrics(font).height() + Theme::space(1);
    verticalHeader()->setDefaultSectionSize(m_rowHeight);
    verticalHeader()->setMinimumSectionSize(m_rowHeight);
    horizontalHeader()->setFixedHeight(m_rowHeight);
    fit();
}

void FlatTable::fit()
{
    const int bar = horizontalHeader()->length() > width() ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(m_rowHeight * (rowCount() + 1) + 2 + bar);
}

void FlatTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    fit();
}

}  // namespace scalewright::ui
