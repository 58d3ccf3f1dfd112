// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/field_grid.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/project/document/project_fields.h"
#include "ui/controls/bind_quantity.h"
#include "ui/document/document.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

FieldGrid::FieldGrid(Document& document, std::vector<Field> fields, QWidget* parent, const QString& title)
    : QWidget(parent),
      m_document(document),
      m_title(title),
      m_grid(createGrid(this, Theme::spacing(6), Theme::spacing(3)))
{
    for (Field& field : fields)
        m_fields.push_back({std::move(field)});
}

void FieldGrid::createEditors()
{
    for (BoundField& bound : m_fields) {
        bound.cell = new QWidget(this);
        bound.editor = createBoundField(m_document, bound.field.info, bound.cell);
        bound.editor->setCompact();
        auto* column = createBox<QVBoxLayout>(bound.cell, 0, {bound.editor});
        if (const QString unset = unsetButtonText(bound.field.info); !unset.isEmpty()) {
            bound.unsetButton = createQuietButton(unset, bound.cell);
            column->addWidget(bound.unsetButton, 0, Qt::AlignLeft);
            connect(bound.unsetButton, &QPushButton::clicked, this,
                    [this, edit = bound.editor, &info = bound.field.info] {
                        edit->focusValueField();
                        editField(m_document, info, std::nullopt);
                    });
        }
    }
    layOut(m_columns);
}

bool FieldGrid::isShown(const BoundField& bound) const
{
    const Project& project = m_document.project();
    return bound.isRequested || !bound.field.isNeeded || bound.field.isNeeded(project) ||
           fieldValue(project, bound.field.info.jsonPointer).has_value();
}

void FieldGrid::refresh()
{
    m_isStale = true;
    // Without the page in a window, only what was hidden on purpose counts as hidden.
    for (const QWidget* each = this; each && !each->isWindow(); each = each->parentWidget())
        if (each->testAttribute(Qt::WA_WState_ExplicitShowHide) && each->testAttribute(Qt::WA_WState_Hidden))
            return;
    updateIfStale();
}

void FieldGrid::showEvent(QShowEvent* event)
{
    updateIfStale();
    QWidget::showEvent(event);
}

void FieldGrid::updateIfStale()
{
    if (!std::exchange(m_isStale, false))
        return;
    if (!m_fields.empty() && !m_fields.front().cell) {
        createEditors();
        // Qt appends new widgets to the window's tab order; the fields belong where the grid is.
        QWidget* before = this;
        for (const BoundField& bound : m_fields)
            setTabOrder(std::exchange(before, bound.cell), bound.cell);
    }
    const Project& project = m_document.project();
    bool visibilityChanged = false;
    for (const BoundField& bound : m_fields) {
        const MaybeQuantity set = fieldValue(project, bound.field.info.jsonPointer);
        const MaybeQuantity& quantity = set ? set : bound.field.assumed;
        bound.editor->setQuantity(quantity);
        bound.editor->setConsequence(bound.consequence);
        bound.editor->setProvenanceText(
            quantity
                ? shortProvenanceText(quantity->provenance,
                                      bound.field.catalogueEntry ? bound.field.catalogueEntry(project) : std::string())
                : QString());
        if (bound.unsetButton)
            bound.unsetButton->setVisible(set.has_value());
        visibilityChanged |= isShown(bound) != bound.cell->isVisibleTo(this);
    }
    if (visibilityChanged)
        layOut(m_columns);
}

void FieldGrid::layOut(int columns)
{
    m_columns = columns;
    int next = 0;
    for (const BoundField& bound : m_fields) {
        if (!bound.cell)
            return;
        m_grid->removeWidget(bound.cell);
        const bool isVisible = isShown(bound);
        bound.cell->setVisible(isVisible);
        if (!isVisible)
            continue;
        m_grid->addWidget(bound.cell, next / columns, next % columns, Qt::AlignTop);
        ++next;
    }
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

FieldGrid::BoundField* FieldGrid::findField(const QString& pointer)
{
    const auto found = std::find_if(m_fields.begin(), m_fields.end(), [&](const BoundField& bound) {
        return pointer == QLatin1String(bound.field.info.jsonPointer);
    });
    if (found == m_fields.end())
        return nullptr;
    updateIfStale();
    return &*found;
}

QuantityEdit* FieldGrid::editorFor(const QString& pointer)
{
    const BoundField* bound = findField(pointer);
    return bound ? bound->editor : nullptr;
}

QPushButton* FieldGrid::unsetButton(const QString& pointer)
{
    const BoundField* bound = findField(pointer);
    return bound ? bound->unsetButton : nullptr;
}

void FieldGrid::setConsequence(const FieldInfo& field, const QString& text)
{
    for (BoundField& bound : m_fields) {
        if (&bound.field.info != &field)
            continue;
        bound.consequence = text;
        if (!m_isStale)
            bound.editor->setConsequence(text);
    }
}

std::size_t FieldGrid::fieldIndex(const QString& pointer) const
{
    std::size_t first = m_fields.size();
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const char* fieldPointer = m_fields[i].field.info.jsonPointer;
        if (pointer == QLatin1String(fieldPointer))
            return i;
        if (!QLatin1String(fieldPointer).startsWith(pointer + QLatin1Char('/')))
            continue;
        if (fieldValue(m_document.project(), fieldPointer))
            return i;
        first = std::min(first, i);
    }
    return first;
}

bool FieldGrid::focusOn(const QString& pointer)
{
    if (!hasField(pointer))
        return false;
    BoundField& bound = m_fields[fieldIndex(pointer)];
    updateIfStale();
    bound.isRequested = true;
    layOut(m_columns);
    bound.editor->focusValueField();
    return true;
}

std::vector<PaletteItem> FieldGrid::paletteItems(const std::function<void()>& unfold)
{
    std::vector<PaletteItem> items;
    for (const BoundField& bound : m_fields) {
        if (!isShown(bound))
            continue;
        const FieldInfo& info = bound.field.info;
        const MaybeQuantity quantity = fieldValue(m_document.project(), info.jsonPointer);
        const QString label = fieldLabel(info);
        items.push_back({PaletteItem::Kind::Quantity, m_title.isEmpty() ? label : m_title.arg(label),
                         quantity ? toQString(formatAmount(quantity->value, info.dimension).joined()) : tr("not set"),
                         [this, unfold, pointer = QString::fromLatin1(info.jsonPointer)] {
                             if (unfold)
                                 unfold();
                             editorFor(pointer)->focusValueField();
                         },
                         QLatin1String(info.jsonPointer)});
    }
    return items;
}

QString FieldGrid::sourcesText() const
{
    std::vector<std::pair<QString, QStringList>> groups;
    for (const BoundField& bound : m_fields) {
        const MaybeQuantity quantity = fieldValue(m_document.project(), bound.field.info.jsonPointer);
        if (!quantity)
            continue;
        Provenance source = quantity->provenance;
        source.conditions.clear();
        const QString head = provenanceText(source), conditions = toQString(quantity->provenance.conditions);
        auto group =
            std::find_if(groups.begin(), groups.end(), [&](const auto& existing) { return existing.first == head; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {head, {}});
        const QString label = fieldLabel(bound.field.info);
        group->second << (conditions.isEmpty() ? label : tr("%1: %2").arg(label, conditions));
    }
    QStringList lines;
    for (const auto& [sourceText, figures] : groups) {
        lines << sourceText;
        for (const QString& figure : figures)
            lines << QStringLiteral("– ") + figure;
    }
    return lines.join(QLatin1Char('\n'));
}

QHBoxLayout* createButtonRow(std::initializer_list<QPushButton*> words)
{
    auto* row = createBox<QHBoxLayout>(nullptr, Theme::spacing(3));
    for (QPushButton* word : words)
        row->addWidget(word);
    row->addStretch();
    return row;
}

}  // namespace scalewright::ui
