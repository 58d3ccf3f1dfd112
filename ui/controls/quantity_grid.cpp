#include "ui/controls/quantity_grid.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

#include "core/quantity/units.h"
#include "ui/controls/bind_quantity.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

QuantityGrid::QuantityGrid(Document& document, std::vector<Field> fields, QWidget* parent)
    : QWidget(parent), m_document(document), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(Theme::space(6));
    m_grid->setVerticalSpacing(Theme::space(3));
    for (Field& field : fields) {
        auto* made = new QuantityEdit(field.spec, this);
        bindQuantity(made, m_document, field.key, field.spec.label,
                     [apply = field.apply](Project& project, double value) { apply(project, typed(value)); });
        m_fields.push_back({std::move(field), made});
    }
    layOut(2);
}

void QuantityGrid::refresh()
{
    const Project& project = m_document.project();
    for (const Bound& each : m_fields) {
        const MaybeQuantity quantity = each.field.value(project);
        each.edit->setQuantity(quantity);
        each.edit->setProvenanceText(quantity ? shortProvenance(quantity->provenance, each.field.entry ? each.field.entry(project) : std::string()) : QString());
    }
}

void QuantityGrid::layOut(int columns)
{
    int next = 0;
    for (const Bound& each : m_fields) {
        m_grid->addWidget(each.edit, next / columns, next % columns, Qt::AlignTop);
        ++next;
    }
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

QuantityEdit* QuantityGrid::edit(const QString& key) const
{
    for (const Bound& each : m_fields)
        if (each.field.key == key)
            return each.edit;
    return nullptr;
}

bool QuantityGrid::focus(const QString& key)
{
    QuantityEdit* found = edit(key);
    if (found)
        found->editValue();
    return found != nullptr;
}

std::vector<PaletteItem> QuantityGrid::paletteItems(const std::function<void()>& unfold)
{
    std::vector<PaletteItem> items;
    for (const Bound& each : m_fields) {
        const MaybeQuantity quantity = each.field.value(m_document.project());
        items.push_back({PaletteItem::Kind::Quantity, each.field.title.isEmpty() ? each.field.spec.label : each.field.title,
                         quantity ? QString::fromStdString(formatAmount(quantity->value, each.field.spec.dimension).joined()) : tr("not set"),
                         [edit = each.edit, unfold] {
                             if (unfold)
                                 unfold();
                             edit->editValue();
                         }});
    }
    return items;
}

QString QuantityGrid::sources() const
{
    std::vector<std::pair<QString, QStringList>> groups;
    for (const Bound& each : m_fields) {
        const MaybeQuantity quantity = each.field.value(m_document.project());
        if (!quantity)
            continue;
        Provenance source = quantity->provenance;
        source.conditions.clear();
        const QString head = provenanceText(source), conditions = QString::fromStdString(quantity->provenance.conditions);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return known.first == head; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {head, {}});
        group->second << (conditions.isEmpty() ? each.field.spec.label : tr("%1: %2").arg(each.field.spec.label, conditions));
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

QString shortProvenance(const Provenance& provenance, const std::string& entry)
{
    Provenance shown = provenance;
    shown.conditions.clear();
    if (provenance.origin == Origin::Measured)
        shown.source.clear();
    // "H100 SXM (its data sheet)" where H100 SXM is said already.
    if (const std::string before = entry + " ("; !entry.empty() && shown.source.starts_with(before) && shown.source.ends_with(')'))
        shown.source = shown.source.substr(before.size(), shown.source.size() - before.size() - 1);
    return provenanceText(shown);
}

}  // namespace scalewright::ui
