#include "ui/controls/field_grid.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/project/document/project_fields.h"
#include "ui/controls/bind_quantity.h"
#include "ui/document/document.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

FieldGrid::FieldGrid(Document& document, std::vector<Field> fields, QWidget* parent, const QString& title)
    : QWidget(parent), m_document(document), m_title(title), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(Theme::space(6));
    m_grid->setVerticalSpacing(Theme::space(3));
    for (Field& field : fields) {
        Bound bound{std::move(field)};
        bound.cell = new QWidget(this);
        auto* column = new QVBoxLayout(bound.cell);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        bound.edit = boundField(m_document, bound.field.info, bound.cell);
        column->addWidget(bound.edit);
        if (const QString unset = unsetText(bound.field.info); !unset.isEmpty()) {
            bound.unset = quietButton(unset, bound.cell);
            column->addWidget(bound.unset, 0, Qt::AlignLeft);
            connect(bound.unset, &QPushButton::clicked, this, [this, edit = bound.edit, &info = bound.field.info] {
                edit->editValue();
                editField(m_document, info, std::nullopt);
            });
        }
        m_fields.push_back(std::move(bound));
    }
    layOut(m_columns);
}

bool FieldGrid::isShown(const Bound& bound) const
{
    const Project& project = m_document.project();
    return bound.asked || !bound.field.needed || bound.field.needed(project) ||
           fieldValue(project, bound.field.info.pointer).has_value();
}

void FieldGrid::refresh()
{
    const Project& project = m_document.project();
    bool moved = false;
    for (const Bound& each : m_fields) {
        const MaybeQuantity quantity = fieldValue(project, each.field.info.pointer);
        each.edit->setQuantity(quantity);
        each.edit->setProvenanceText(
            quantity
                ? shortProvenance(quantity->provenance, each.field.entry ? each.field.entry(project) : std::string())
                : QString());
        if (each.unset)
            each.unset->setVisible(quantity.has_value());
        moved |= isShown(each) != each.cell->isVisibleTo(this);
    }
    if (moved)
        layOut(m_columns);
}

void FieldGrid::layOut(int columns)
{
    m_columns = columns;
    int next = 0;
    for (const Bound& each : m_fields) {
        m_grid->removeWidget(each.cell);
        const bool shown = isShown(each);
        each.cell->setVisible(shown);
        if (!shown)
            continue;
        m_grid->addWidget(each.cell, next / columns, next % columns, Qt::AlignTop);
        ++next;
    }
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

const FieldGrid::Bound* FieldGrid::find(const QString& pointer) const
{
    const auto found = std::find_if(m_fields.begin(), m_fields.end(), [&](const Bound& each) {
        return pointer == QLatin1String(each.field.info.pointer);
    });
    return found == m_fields.end() ? nullptr : &*found;
}

QuantityEdit* FieldGrid::edit(const QString& pointer) const
{
    const Bound* bound = find(pointer);
    return bound ? bound->edit : nullptr;
}

QPushButton* FieldGrid::unsetButton(const QString& pointer) const
{
    const Bound* bound = find(pointer);
    return bound ? bound->unset : nullptr;
}

std::size_t FieldGrid::wanted(const QString& pointer) const
{
    std::size_t first = m_fields.size();
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const char* own = m_fields[i].field.info.pointer;
        if (pointer == QLatin1String(own))
            return i;
        if (!QLatin1String(own).startsWith(pointer + QLatin1Char('/')))
            continue;
        if (fieldValue(m_document.project(), own))
            return i;
        first = std::min(first, i);
    }
    return first;
}

bool FieldGrid::focus(const QString& pointer)
{
    if (!has(pointer))
        return false;
    Bound& bound = m_fields[wanted(pointer)];
    bound.asked = true;
    layOut(m_columns);
    bound.edit->editValue();
    return true;
}

std::vector<PaletteItem> FieldGrid::paletteItems(const std::function<void()>& unfold)
{
    std::vector<PaletteItem> items;
    for (const Bound& each : m_fields) {
        if (!isShown(each))
            continue;
        const FieldInfo& info = each.field.info;
        const MaybeQuantity quantity = fieldValue(m_document.project(), info.pointer);
        const QString label = fieldLabel(info);
        items.push_back({PaletteItem::Kind::Quantity, m_title.isEmpty() ? label : m_title.arg(label),
                         quantity ? qt(formatAmount(quantity->value, info.dimension).joined()) : tr("not set"),
                         [edit = each.edit, unfold] {
                             if (unfold)
                                 unfold();
                             edit->editValue();
                         },
                         QLatin1String(info.pointer)});
    }
    return items;
}

QString FieldGrid::sources() const
{
    std::vector<std::pair<QString, QStringList>> groups;
    for (const Bound& each : m_fields) {
        const MaybeQuantity quantity = fieldValue(m_document.project(), each.field.info.pointer);
        if (!quantity)
            continue;
        Provenance source = quantity->provenance;
        source.conditions.clear();
        const QString head = provenanceText(source), conditions = qt(quantity->provenance.conditions);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return known.first == head; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {head, {}});
        const QString label = fieldLabel(each.field.info);
        group->second << (conditions.isEmpty() ? label : tr("%1: %2").arg(label, conditions));
    }
    QStringList lines;
    for (const auto& [head, figures] : groups) {
        lines << head;
        for (const QString& figure : figures)
            lines << QStringLiteral("– ") + figure;
    }
    return lines.join(QLatin1Char('\n'));
}

QHBoxLayout* wordsInLine(std::initializer_list<QPushButton*> words)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::space(1));
    for (QPushButton* word : words)
        row->addWidget(word);
    row->addStretch();
    return row;
}

}  // namespace scalewright::ui
