#include "ui/baseline/steps_model.h"

#include <utility>

#include "core/quantity/units.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/theme.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

MaybeQuantity WorkloadStep::*fieldOf(int column)
{
    switch (column) {
    case StepsModel::StepTime: return &WorkloadStep::stepTimeS;
    case StepsModel::IoTime: return &WorkloadStep::ioTimeS;
    case StepsModel::Flops: return &WorkloadStep::flops;
    case StepsModel::BytesMoved: return &WorkloadStep::bytesMoved;
    default: return nullptr;
    }
}

Dimension dimensionOf(int column)
{
    switch (column) {
    case StepsModel::Flops: return Dimension::Work;
    case StepsModel::BytesMoved: return Dimension::Bytes;
    default: return Dimension::Time;
    }
}

bool mayBeZero(int column) { return column != StepsModel::StepTime; }

}  // namespace

StepsModel::StepsModel(Document& document, QObject* parent) : QAbstractTableModel(parent), m_document(document), m_shown(steps())
{
    connect(&m_document, &Document::changed, this, &StepsModel::refresh);
}

int StepsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_shown.size()); }

int StepsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(columns); }

const MaybeQuantity* StepsModel::quantity(const QModelIndex& index) const
{
    const auto field = fieldOf(index.column());
    if (!field || index.row() < 0 || index.row() >= rowCount())
        return nullptr;
    return &(m_shown[static_cast<std::size_t>(index.row())].*field);
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const MaybeQuantity* figure = quantity(index);
    switch (role) {
    case Qt::DisplayRole:
        if (!figure)
            return stepTitle(m_shown[row].name, row);
        return *figure ? QString::fromStdString(formatAmount((*figure)->value, dimensionOf(index.column())).joined()) : QStringLiteral("–");
    case Qt::EditRole:
        if (!figure)
            return QString::fromStdString(m_shown[row].name);
        return *figure ? exactAmountText((*figure)->value, dimensionOf(index.column())) : QString();
    case Qt::ToolTipRole:
        if (!figure)
            return {};
        return *figure ? provenanceText((*figure)->provenance) : howToGet(index.column());
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3")
            .arg(stepTitle(m_shown[row].name, row), columnTitle(index.column()),
                 figure && !*figure ? tr("not known") : data(index, Qt::DisplayRole).toString());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (figure ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == Name ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole)
        return section == Name ? QVariant() : QVariant(howToGet(section));
    if (role == Qt::FontRole)
        return Theme::instance().font(TextStyle::Label);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("step");
    case StepTime: return tr("time");
    case IoTime: return tr("of it I/O");
    case Flops: return tr("FLOP");
    default: return tr("moved");
    }
}

QString StepsModel::columnTitle(int column)
{
    switch (column) {
    case Name: return tr("name");
    case StepTime: return tr("step time");
    case IoTime: return tr("reading and writing");
    case Flops: return tr("FLOP");
    default: return tr("bytes moved");
    }
}

QString StepsModel::howToGet(int column)
{
    switch (column) {
    case StepTime: return tr("Time the step several times on one machine and take the best.");
    case IoTime: return tr("Time reading and writing alone, or subtract a run with its data in memory; 0 if it reads nothing.");
    case Flops: return tr("Count them: 2 n³ for a matrix product, 6 a parameter and token in training; or ask a profiler.");
    case BytesMoved: return tr("Between memory and cores: each array once for every time it is read or written beyond the cache.");
    default: return {};
    }
}

Qt::ItemFlags StepsModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable : Qt::NoItemFlags;
}

QString StepsModel::problemWith(int column, const QString& text)
{
    const QString trimmed = text.trimmed();
    if (column == Name || trimmed.isEmpty())
        return {};
    const auto value = parseAmount(trimmed.toStdString(), dimensionOf(column));
    if (!value)
        return said(value.error().problems.front());
    const QString example = said(exampleOf(dimensionOf(column)));
    if (*value < 0)
        return tr("must not be negative; expected %1").arg(example);
    if (*value == 0 && !mayBeZero(column))
        return tr("must be above zero; expected %1").arg(example);
    return {};
}

bool StepsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || !problemWith(index.column(), value.toString()).isEmpty())
        return false;
    const QString text = value.toString().trimmed();
    if (text == data(index, Qt::EditRole).toString())
        return true;
    Project after = m_document.project();
    WorkloadStep& step = after.baseline.steps.at(static_cast<std::size_t>(index.row()));
    if (const auto field = fieldOf(index.column()))
        step.*field = text.isEmpty() ? MaybeQuantity() : MaybeQuantity(typed(*parseAmount(text.toStdString(), dimensionOf(index.column()))));
    else
        step.name = text.toStdString();
    m_document.edit(tr("%1 of %2").arg(columnTitle(index.column()), stepTitle(step.name, static_cast<std::size_t>(index.row()))), std::move(after));
    return true;
}

int StepsModel::addStep()
{
    Project after = m_document.project();
    after.baseline.steps.emplace_back();
    m_document.edit(tr("add a step"), std::move(after));
    return rowCount() - 1;
}

void StepsModel::removeStep(int row)
{
    Project after = m_document.project();
    after.baseline.steps.erase(after.baseline.steps.begin() + row);
    m_document.edit(tr("remove a step"), std::move(after));
}

int StepsModel::moveStep(int row, int by)
{
    const int to = row + by;
    if (to < 0 || to >= rowCount())
        return row;
    Project after = m_document.project();
    std::swap(after.baseline.steps.at(static_cast<std::size_t>(row)), after.baseline.steps.at(static_cast<std::size_t>(to)));
    m_document.edit(tr("move a step"), std::move(after));
    return to;
}

void StepsModel::refresh()
{
    if (steps() == m_shown)
        return;
    if (steps().size() == m_shown.size()) {
        m_shown = steps();
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    } else {
        beginResetModel();
        m_shown = steps();
        endResetModel();
    }
}

}  // namespace scalewright::ui
