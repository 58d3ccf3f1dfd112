// What one does on a slot's card: menus, edits, the way to its fields.
#include <QCheckBox>
#include <QComboBox>
#include <QMenu>

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/design/slots/slot_edits.h"
#include "core/model/scaling/pattern.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/search_combo.h"
#include "ui/controls/words_button.h"
#include "ui/design/slots/choice_button.h"
#include "ui/design/slots/finding_row.h"
#include "ui/design/slots/sentence_edit.h"
#include "ui/design/slots/slot_card.h"
#include "ui/design/slots/slot_fields.h"
#include "ui/quantity/field_specs.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

void SlotCard::fillMenu(QMenu& options, std::size_t index)
{
    options.clear();
    const std::vector<SlotChoice>& choices = state().choices;
    const auto add = [&](const SlotOption& option) {
        const QString note = option.inFigure ? tr("%1 · %2").arg(qt(option.how), qt(option.chapters))
                                             : tr("%1 · not in the figure").arg(qt(option.how));
        QAction* action = options.addAction(tr("%1\t%2").arg(qt(option.title), note), this,
                                            [this, index, id = option.id] { choose(index, id); });
        action->setToolTip(qt(option.does));
        action->setCheckable(true);
        action->setChecked(index < choices.size() && choices[index].option == option.id);
    };
    for (const SlotOption& option : menu().options)
        if (option.inFigure)
            add(option);
    options.addSeparator();
    for (const SlotOption& option : menu().options)
        if (!option.inFigure)
            add(option);
    options.addSeparator();
    options.addAction(tr("Leave it open"), this, [this, index] { removeChoice(index); });
}

void SlotCard::fillPatterns(QMenu& patterns)
{
    patterns.clear();
    const Pattern present = m_document.project().design.communication.pattern;
    const auto add = [&](Pattern pattern) {
        QAction* action = patterns.addAction(qt(titleOf(pattern)), this, [this, pattern] { choosePattern(pattern); });
        action->setCheckable(true);
        action->setChecked(pattern == present);
        action->setToolTip(tr("T_comm = %1. Source: %2.").arg(qt(patternFormula(pattern)), qt(patternSource(pattern))));
    };
    std::vector<Pattern> own;
    for (const SlotChoice& choice : state().choices)
        if (const SlotOption* option = menu().find(choice.option))
            own.insert(own.end(), option->patterns.begin(), option->patterns.end());
    for (const Pattern pattern : own)
        add(pattern);
    if (!own.empty())
        patterns.addSection(tr("Another choice"));
    for (const Pattern pattern : allPatterns)
        if (std::find(own.begin(), own.end(), pattern) == own.end())
            add(pattern);
}

void SlotCard::edit(const QString& text, Project after)
{
    m_document.edit(text, std::move(after));
}

void SlotCard::choose(std::size_t index, const std::string& option)
{
    const SlotOption* chosen = menu().find(option);
    edit(tr("%1: %2").arg(m_title, chosen ? qt(chosen->title) : qt(option)),
         withChoice(m_document.project(), m_catalogue, m_slot, index, option));
}

void SlotCard::addChoice()
{
    const std::vector<SlotChoice>& choices = state().choices;
    if (choices.size() >= mostChoices)
        return;
    // The first option that is not there yet, to be changed to what is meant.
    for (const SlotOption& option : menu().options) {
        if (chooses(state(), option.id))
            continue;
        const std::size_t index = choices.size();
        choose(index, option.id);
        m_choices.at(index).button->setFocus(Qt::OtherFocusReason);
        return;
    }
}

void SlotCard::removeChoice(std::size_t index)
{
    if (index >= state().choices.size())
        return;
    edit(tr("%1: leave open").arg(m_title), withoutChoice(m_document.project(), m_catalogue, m_slot, index));
    takeFocus();
}

void SlotCard::choosePattern(Pattern pattern)
{
    edit(tr("pattern: %1").arg(qt(titleOf(pattern))), withPatternChosen(m_document.project(), m_catalogue, pattern));
}

void SlotCard::reject(const std::string& optionOrWords)
{
    Project after = m_document.project();
    slotOf(after.design, m_slot).rejected = optionOrWords;
    edit(tr("%1: rejected alternative").arg(m_title), std::move(after));
}

void SlotCard::applyFix(const Finding& finding)
{
    const Finding applied = finding;  // the row shows another one once the document has changed
    edit(tr("fix: %1").arg(qt(applied.fix->title)), applied.fix->apply(m_document.project()));
    takeFocus();
}

void SlotCard::takeFocus()
{
    QWidget* first = state().choices.empty() ? static_cast<QWidget*>(m_options.front()) : m_choices.front().button;
    first->setFocus(Qt::OtherFocusReason);
}

bool SlotCard::focusField(const QString& pointer)
{
    const QString own = QStringLiteral("/design/%1").arg(QLatin1String(slotName(m_slot)));
    const bool isOwn = pointer == own || pointer.startsWith(own + QLatin1Char('/'));
    const bool isTarget = m_slot == Slot::FaultTolerance && pointer.startsWith(QLatin1String("/target/"));
    if (!isOwn && !isTarget)
        return false;
    const QString member = pointer.section(QLatin1Char('/'), -1);
    if (member == QLatin1String("justification")) {
        m_why->show();
        m_why->setFocus(Qt::OtherFocusReason);
    } else if (member == QLatin1String("rejected") || member == QLatin1String("rejected_because")) {
        setRejectedShown(true);
        (member == QLatin1String("rejected") ? static_cast<QWidget*>(m_alternative) : m_because)
            ->setFocus(Qt::OtherFocusReason);
    } else if (m_pattern && member == QLatin1String("pattern")) {
        m_pattern->setFocus(Qt::OtherFocusReason);
    } else if (!focusParameter(pointer)) {
        if (isTarget)
            return false;
        takeFocus();
    }
    return true;
}

bool SlotCard::focusParameter(const QString& pointer)
{
    makeParameters();
    QWidget* target = nullptr;
    if (m_shape && pointer.endsWith(QLatin1String("/jitter_shape")))
        target = m_shape;
    for (std::size_t i = 0; i < m_switches.size(); ++i)
        if (m_switches[i].pointer == pointer)
            target = m_boxes[i];
    const std::vector<SentenceEdit::Field> words = slotWords(m_slot);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].key == pointer)
            target = m_words[i];
    const bool quantity = m_grid->edit(pointer) != nullptr;
    if (!target && !quantity)
        return false;
    setParametersShown(true);
    if (quantity)
        return m_grid->focus(pointer);
    target->setFocus(Qt::OtherFocusReason);
    return true;
}

std::vector<PaletteItem> SlotCard::paletteItems()
{
    std::vector<PaletteItem> items;
    for (const SlotOption& option : menu().options)
        items.push_back({PaletteItem::Kind::Action, tr("%1: %2").arg(m_title, qt(option.title)),
                         option.inFigure ? qt(option.how) : tr("%1 · not in the figure").arg(qt(option.how)),
                         [this, id = option.id] {
                             choose(0, id);
                             takeFocus();
                         }});
    for (const FieldGrid::Field& field : slotQuantities(m_slot)) {
        const char* pointer = field.info.pointer;
        const MaybeQuantity quantity = fieldValue(m_document.project(), pointer);
        if (!quantity && field.needed && !field.needed(m_document.project()))
            continue;
        items.push_back({PaletteItem::Kind::Quantity, fieldLabel(field.info),
                         quantity ? qt(formatAmount(quantity->value, field.info.dimension).joined()) : tr("not set"),
                         [this, pointer] { focusField(QLatin1String(pointer)); }, QLatin1String(pointer)});
    }
    for (const FindingRow* row : findingRows())
        if (row->finding().fix)
            items.push_back({PaletteItem::Kind::Action, tr("Fix: %1").arg(qt(row->finding().fix->title)),
                             severityText(row->finding().severity),
                             [this, finding = row->finding()] { applyFix(finding); }});
    return items;
}

}  // namespace scalewright::ui
