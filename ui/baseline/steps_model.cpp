// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/steps_model.h"

#include <utility>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/project/document/project.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/theme.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// The quantity of a column and its field information; empty for the name.
struct StepColumn {
    MaybeQuantity WorkloadStep::*member = nullptr;
    const FieldInfo* field = nullptr;
};

StepColumn columnField(int column)
{
    switch (column) {
    case StepsModel::StepTime: return {&WorkloadStep::stepTimeS, &fieldOf(&WorkloadStep::stepTimeS)};
    case StepsModel::IoTime: return {&WorkloadStep::ioTimeS, &fieldOf(&WorkloadStep::ioTimeS)};
    case StepsModel::Flops: return {&WorkloadStep::flops, &fieldOf(&WorkloadStep::flops)};
    case StepsModel::BytesMoved: return {&WorkloadStep::bytesMoved, &fieldOf(&WorkloadStep::bytesMoved)};
    default: return {};
    }
}

Dimension dimensionOf(int column)
{
    const FieldInfo* field = columnField(column).field;
    return field ? field->dimension : Dimension::Ratio;
}

MaybeQuantity totalStepTime(const Project& project)
{
    return total(project.baseline.steps, &WorkloadStep::stepTimeS);
}

}  // namespace

StepsModel::StepsModel(Document& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_shownSteps(steps())
{
    connect(&m_document, &Document::changed, this, &StepsModel::refresh);
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shownSteps.size());
}

int StepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

const MaybeQuantity* StepsModel::quantity(const QModelIndex& index) const
{
    const auto field = columnField(index.column()).member;
    if (!field || index.row() < 0 || index.row() >= rowCount())
        return nullptr;
    return &(m_shownSteps[static_cast<std::size_t>(index.row())].*field);
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
            return stepTitle(m_shownSteps[row].name, row);
        if (!*figure)
            return QStringLiteral("–");
        return (*figure)->value == 0 ? QStringLiteral("0")
                                     : toQString(formatAmount((*figure)->value, dimensionOf(index.column())).joined());
    case Qt::EditRole:
        if (!figure)
            return QString::fromStdString(m_shownSteps[row].name);
        if (!*figure)
            return QString();
        if (const std::string_view written = typedTextFor(**figure, dimensionOf(index.column())); !written.empty())
            return toQString(std::string(written));
        return exactAmountText((*figure)->value, dimensionOf(index.column()));
    case Qt::ToolTipRole:
        if (!figure)
            return stepTitle(m_shownSteps[row].name, row);
        return *figure ? provenanceText((*figure)->provenance) : howToGet(index.column());
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3")
            .arg(stepTitle(m_shownSteps[row].name, row), columnTitle(index.column()),
                 figure && !*figure ? tr("not known") : data(index, Qt::DisplayRole).toString());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (figure ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == Name ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole)
        return section == Name ? QVariant() : QVariant(howToGet(section));
    if (role == quantityRole)
        return section == Name ? QVariant() : QVariant(QString::fromLatin1(columnField(section).field->jsonPointer));
    if (role == Qt::FontRole)
        return Theme::instance().font(TextStyle::Label);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("step");
    case StepTime: return tr("time");
    case IoTime: return tr("I/O");
    case Flops: return tr("FLOP");
    default: return tr("moved");
    }
}

QString StepsModel::columnTitle(int column)
{
    const FieldInfo* field = columnField(column).field;
    return field ? fieldLabel(*field) : tr("name");
}

QString StepsModel::howToGet(int column)
{
    const FieldInfo* field = columnField(column).field;
    return field ? quantitySpecOf(*field).unsetHint : QString();
}

int StepsModel::columnOf(const QString& pointer)
{
    const QStringList parts = pointer.split(QLatin1Char('/'));
    if (!pointer.startsWith(QLatin1String("/baseline/steps/")) || parts.size() != 5)
        return -1;
    for (int column = StepTime; column < ColumnCount; ++column)
        if (parts.constLast() == QLatin1String(columnField(column).field->key()))
            return column;
    return parts.constLast() == QLatin1String("name") ? Name : -1;
}

Qt::ItemFlags StepsModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable : Qt::NoItemFlags;
}

QString StepsModel::inputProblem(int column, const QString& text)
{
    const QString trimmed = text.trimmed();
    if (column == Name || trimmed.isEmpty())
        return {};
    const Result<ParsedEntry> entry = parseEntry(trimmed.toStdString(), dimensionOf(column));
    if (!entry)
        return said(entry.error().problems.front());
    const FieldInfo& field = *columnField(column).field;
    if (const std::optional<Problem> problem =
            rangeProblem(entry->value, field.dimension, field.range, trimmed.toStdString()))
        return problemText(*problem);
    return {};
}

bool StepsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || !inputProblem(index.column(), value.toString()).isEmpty())
        return false;
    const QString text = value.toString().trimmed();
    if (text == data(index, Qt::EditRole).toString())
        return true;
    Project after = m_document.project();
    const MaybeQuantity before = totalStepTime(after);
    WorkloadStep& step = after.baseline.steps.at(static_cast<std::size_t>(index.row()));
    if (const auto field = columnField(index.column()).member) {
        MaybeQuantity& figure = step.*field;
        figure.reset();
        if (!text.isEmpty()) {
            figure = typed(parseEntry(text.toStdString(), dimensionOf(index.column()))->value);
            if (!parseNumber(text.toStdString()))
                figure->asTyped = text.toStdString();
        }
    } else
        step.name = text.toStdString();
    updateTCompFromSteps(after, before);
    m_document.edit(
        tr("%1 of %2").arg(columnTitle(index.column()), stepTitle(step.name, static_cast<std::size_t>(index.row()))),
        std::move(after));
    return true;
}

int StepsModel::addStep()
{
    Project after = m_document.project();
    after.baseline.steps.emplace_back();
    // The known T_comp becomes the time of the first step.
    if (after.baseline.steps.size() == 1)
        after.baseline.steps.front().stepTimeS = after.baseline.tCompS;
    m_document.edit(tr("add a step"), std::move(after));
    return rowCount() - 1;
}

void StepsModel::removeStep(int row)
{
    Project after = m_document.project();
    const MaybeQuantity before = totalStepTime(after);
    after.baseline.steps.erase(after.baseline.steps.begin() + row);
    updateTCompFromSteps(after, before);
    m_document.edit(tr("remove a step"), std::move(after));
}

int StepsModel::moveStep(int row, int offset)
{
    const int newRow = row + offset;
    if (newRow < 0 || newRow >= rowCount())
        return row;
    Project after = m_document.project();
    std::swap(after.baseline.steps.at(static_cast<std::size_t>(row)),
              after.baseline.steps.at(static_cast<std::size_t>(newRow)));
    m_document.edit(tr("move a step"), std::move(after));
    return newRow;
}

void StepsModel::refresh()
{
    if (steps() == m_shownSteps)
        return;
    if (steps().size() == m_shownSteps.size()) {
        m_shownSteps = steps();
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    } else {
        beginResetModel();
        m_shownSteps = steps();
        endResetModel();
    }
}

}  // namespace scalewright::ui
