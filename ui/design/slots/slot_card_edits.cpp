// SPDX-License-Identifier: GPL-3.0-or-later
// User interaction with a slot card: menus, edits, focusing its fields.
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
#include "ui/controls/text_button.h"
#include "ui/design/slots/choice_button.h"
#include "ui/design/slots/finding_row.h"
#include "ui/design/slots/sentence_edit.h"
#include "ui/design/slots/slot_card.h"
#include "ui/design/slots/slot_fields.h"
#include "ui/quantity/field_specs.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

void SlotCard::fillOptionMenu(QMenu& options, std::size_t index)
{
    options.clear();
    const std::vector<SlotChoice>& choices = designSlot().choices;
    const auto add = [&](const SlotOption& option) {
        const QString note = option.isInFigure
                                 ? tr("%1 · %2").arg(toQString(option.figureLabel), toQString(option.chapters))
                                 : tr("%1 · not in the figure").arg(toQString(option.figureLabel));
        QAction* action = options.addAction(tr("%1\t%2").arg(toQString(option.title), note), this,
                                            [this, index, id = option.id] { chooseOption(index, id); });
        action->setToolTip(toQString(option.description));
        action->setCheckable(true);
        action->setChecked(index < choices.size() && choices[index].option == option.id);
    };
    for (const SlotOption& option : menu().options)
        if (option.isInFigure)
            add(option);
    options.addSeparator();
    for (const SlotOption& option : menu().options)
        if (!option.isInFigure)
            add(option);
    options.addSeparator();
    options.addAction(tr("Leave open"), this, [this, index] { removeChoice(index); });
}

void SlotCard::fillPatternMenu(QMenu& patterns)
{
    patterns.clear();
    const Pattern present = m_document.project().design.communication.pattern;
    const auto add = [&](Pattern pattern) {
        QAction* action =
            patterns.addAction(toQString(titleOf(pattern)), this, [this, pattern] { choosePattern(pattern); });
        action->setCheckable(true);
        action->setChecked(pattern == present);
        action->setToolTip(
            tr("T_comm = %1. Source: %2.").arg(toQString(patternFormula(pattern)), toQString(patternSource(pattern))));
    };
    std::vector<Pattern> suggested;
    for (const SlotChoice& choice : designSlot().choices)
        if (const SlotOption* option = menu().find(choice.option))
            suggested.insert(suggested.end(), option->patterns.begin(), option->patterns.end());
    for (const Pattern pattern : suggested)
        add(pattern);
    if (!suggested.empty())
        patterns.addSection(tr("Patterns of other choices"));
    for (const Pattern pattern : allPatterns)
        if (std::find(suggested.begin(), suggested.end(), pattern) == suggested.end())
            add(pattern);
}

void SlotCard::applyEdit(const QString& text, Project after)
{
    m_document.edit(text, std::move(after));
}

void SlotCard::chooseOption(std::size_t index, const std::string& option)
{
    const SlotOption* chosen = menu().find(option);
    applyEdit(tr("%1: %2").arg(m_title, chosen ? toQString(chosen->title) : toQString(option)),
              withChoice(m_document.project(), m_catalogue, m_slot, index, option));
}

void SlotCard::addChoice()
{
    const std::vector<SlotChoice>& choices = designSlot().choices;
    if (choices.size() >= maximumChoices)
        return;
    // Adds the first unused option, which the user then changes.
    for (const SlotOption& option : menu().options) {
        if (isOptionChosen(designSlot(), option.id))
            continue;
        const std::size_t index = choices.size();
        chooseOption(index, option.id);
        m_choices.at(index).button->setFocus(Qt::OtherFocusReason);
        return;
    }
}

void SlotCard::removeChoice(std::size_t index)
{
    if (index >= designSlot().choices.size())
        return;
    applyEdit(tr("%1: leave open").arg(m_title), withoutChoice(m_document.project(), m_catalogue, m_slot, index));
    focusChoice();
}

void SlotCard::choosePattern(Pattern pattern)
{
    applyEdit(tr("pattern: %1").arg(toQString(titleOf(pattern))),
              withPatternChosen(m_document.project(), m_catalogue, pattern));
}

void SlotCard::rejectOption(const std::string& optionOrWords)
{
    Project after = m_document.project();
    slotOf(after.design, m_slot).rejected = optionOrWords;
    applyEdit(tr("%1: rejected alternative").arg(m_title), std::move(after));
}

void SlotCard::applyFix(const Finding& finding)
{
    const Finding applied = finding;  // a copy, because the row shows another finding after the edit
    applyEdit(tr("fix: %1").arg(toQString(applied.fix->title)), applied.fix->apply(m_document.project()));
    focusChoice();
}

void SlotCard::focusChoice()
{
    QWidget* first =
        designSlot().choices.empty() ? static_cast<QWidget*>(m_optionButtons.front()) : m_choices.front().button;
    first->setFocus(Qt::OtherFocusReason);
}

bool SlotCard::focusField(const QString& pointer)
{
    const QString slotPointer = QStringLiteral("/design/%1").arg(QLatin1String(nameOf(m_slot)));
    const bool isSlotPointer = pointer == slotPointer || pointer.startsWith(slotPointer + QLatin1Char('/'));
    const bool isTargetPointer = m_slot == Slot::FaultTolerance && pointer.startsWith(QLatin1String("/target/"));
    if (!isSlotPointer && !isTargetPointer)
        return false;
    const QString member = pointer.section(QLatin1Char('/'), -1);
    if (member == QLatin1String("justification")) {
        m_justificationEdit->show();
        m_justificationEdit->setFocus(Qt::OtherFocusReason);
    } else if (member == QLatin1String("rejected") || member == QLatin1String("rejected_because")) {
        setRejectedShown(true);
        (member == QLatin1String("rejected") ? static_cast<QWidget*>(m_alternativeCombo) : m_rejectedBecauseEdit)
            ->setFocus(Qt::OtherFocusReason);
    } else if (m_patternButton && member == QLatin1String("pattern")) {
        m_patternButton->setFocus(Qt::OtherFocusReason);
    } else if (!focusParameter(pointer)) {
        if (isTargetPointer)
            return false;
        focusChoice();
    }
    return true;
}

bool SlotCard::focusParameter(const QString& pointer)
{
    createParameters();
    QWidget* target = nullptr;
    if (m_jitterShapeCombo && pointer.endsWith(QLatin1String("/jitter_shape")))
        target = m_jitterShapeCombo;
    for (std::size_t i = 0; i < m_switches.size(); ++i)
        if (m_switches[i].pointer == pointer)
            target = m_switchBoxes[i];
    const std::vector<SentenceEdit::Binding> words = slotSentenceFields(m_slot);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].mergeKey == pointer)
            target = m_sentenceEdits[i];
    const bool quantity = m_parameterGrid->editorFor(pointer) != nullptr;
    if (!target && !quantity)
        return false;
    setParametersShown(true);
    if (quantity)
        return m_parameterGrid->focusOn(pointer);
    target->setFocus(Qt::OtherFocusReason);
    return true;
}

std::vector<PaletteItem> SlotCard::paletteItems()
{
    std::vector<PaletteItem> items;
    for (const SlotOption& option : menu().options)
        items.push_back({PaletteItem::Kind::Action, tr("%1: %2").arg(m_title, toQString(option.title)),
                         option.isInFigure ? toQString(option.figureLabel)
                                           : tr("%1 · not in the figure").arg(toQString(option.figureLabel)),
                         [this, id = option.id] {
                             chooseOption(0, id);
                             focusChoice();
                         }});
    for (const FieldGrid::Field& field : slotQuantityFields(m_slot)) {
        const char* pointer = field.info.jsonPointer;
        const MaybeQuantity quantity = fieldValue(m_document.project(), pointer);
        if (!quantity && field.isNeeded && !field.isNeeded(m_document.project()))
            continue;
        items.push_back(
            {PaletteItem::Kind::Quantity, fieldLabel(field.info),
             quantity ? toQString(formatAmount(quantity->value, field.info.dimension).joined()) : tr("not set"),
             [this, pointer] { focusField(QLatin1String(pointer)); }, QLatin1String(pointer)});
    }
    for (const FindingRow* row : visibleFindingRows())
        if (row->finding().fix)
            items.push_back({PaletteItem::Kind::Action, tr("Fix: %1").arg(toQString(row->finding().fix->title)),
                             severityText(row->finding().severity),
                             [this, finding = row->finding()] { applyFix(finding); }});
    return items;
}

}  // namespace scalewright::ui
