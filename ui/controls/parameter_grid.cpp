#include "ui/controls/parameter_grid.h"

#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "core/quantity/units.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

ParameterGrid::ParameterGrid(Document& document, std::vector<Field> fields, QWidget* parent)
    : QWidget(parent), m_document(document), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(Theme::space(5));
    m_grid->setVerticalSpacing(Theme::space(3));
    m_fields.reserve(fields.size());
    for (Field& field : fields) {
        Bound bound;
        bound.cell = new QWidget(this);
        auto* column = new QVBoxLayout(bound.cell);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        bound.edit = new QuantityEdit(field.spec, bound.cell);
        column->addWidget(bound.edit);
        if (!field.unset.isEmpty()) {
            bound.unset = quietButton(field.unset, bound.cell);
            column->addWidget(bound.unset, 0, Qt::AlignLeft);
        }
        bound.field = std::move(field);
        m_fields.push_back(std::move(bound));
    }
    for (const Bound& bound : m_fields) {
        auto gesture = std::make_shared<int>(0);
        connect(bound.edit, &QuantityEdit::valueEdited, this,
                [this, &bound, gesture](double value, EditPhase phase) { take(bound, value, phase, *gesture); });
        if (bound.unset)
            connect(bound.unset, &QPushButton::clicked, this, [this, &bound] {
                Project after = m_document.project();
                bound.field.apply(after, std::nullopt);
                bound.edit->editValue();
                m_document.edit(bound.field.spec.label, std::move(after));
            });
    }
    layOut(m_columns);
}

void ParameterGrid::take(const Bound& bound, double value, EditPhase phase, int& gesture)
{
    const Field& field = bound.field;
    if (phase == EditPhase::Begin)
        gesture = Document::newGesture();
    const bool dragged = gesture != 0;
    const MaybeQuantity before = field.value(m_document.project());
    if (field.spec.dimension == Dimension::Count && value != std::floor(value))  // only the slider has such positions
        value = dragged ? std::round(value) : before && value < before->value ? std::floor(value) : std::ceil(value);
    if (const std::optional<Problem> problem = rangeProblem(value, field.spec.dimension, field.range)) {
        bound.edit->setErrorText(problem->expected.empty() ? said(problem->message)
                                                           : tr("%1; expected %2").arg(said(problem->message),
                                                                                       said(problem->expected)));
    } else {
        Project after = m_document.project();
        field.apply(after, typed(value));
        m_document.edit(field.spec.label, std::move(after), dragged ? field.pointer : QString(), gesture);
        refresh();
    }
    if (phase == EditPhase::End)
        gesture = 0;
}

bool ParameterGrid::isNeeded(const Field& field) const
{
    const Project& project = m_document.project();
    return !field.needed || field.needed(project) || field.value(project).has_value();
}

void ParameterGrid::refresh()
{
    bool moved = false;
    for (const Bound& each : m_fields) {
        const MaybeQuantity quantity = each.field.value(m_document.project());
        each.edit->setQuantity(quantity);
        if (each.unset)
            each.unset->setVisible(quantity.has_value());
        moved |= isNeeded(each.field) != each.cell->isVisibleTo(this);
    }
    if (moved)
        layOut(m_columns);
}

void ParameterGrid::layOut(int columns)
{
    m_columns = columns;
    int next = 0;
    for (const Bound& each : m_fields) {
        m_grid->removeWidget(each.cell);
        const bool needed = isNeeded(each.field);
        each.cell->setVisible(needed);
        if (!needed)
            continue;
        m_grid->addWidget(each.cell, next / columns, next % columns, Qt::AlignTop);
        ++next;
    }
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

QuantityEdit* ParameterGrid::edit(const QString& pointer) const
{
    for (const Bound& each : m_fields)
        if (each.field.pointer == pointer)
            return each.edit;
    return nullptr;
}

QPushButton* ParameterGrid::unsetButton(const QString& pointer) const
{
    for (const Bound& each : m_fields)
        if (each.field.pointer == pointer)
            return each.unset;
    return nullptr;
}

}  // namespace scalewright::ui
