// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/template_table.h"

#include "core/design/slots/slots.h"
#include "core/project/document/project.h"
#include "ui/words/qt.h"
#include "ui/words/slot_words.h"

namespace scalewright::ui {

TextTable::Content templateTable(const Project& project, const DesignCatalogue& catalogue)
{
    TextTable::Content content;
    content.table.columns = {{"slot", Tr::tr("Slot").toStdString(), "", -1},
                             {"choice", Tr::tr("Choice").toStdString(), "", -1},
                             {"parameters", Tr::tr("Parameters").toStdString(), "", -1},
                             {"why", Tr::tr("Why").toStdString(), "", -1},
                             {"rejected", Tr::tr("Rejected, and why").toStdString(), "", -1}};
    content.relativeWidths = {15, 20, 22, 24, 22};
    for (const Slot slot : allSlots) {
        const DesignSlot& state = slotOf(project.design, slot);
        const SlotOption* alternative = catalogue.menu(slot).find(state.rejected);
        QString rejected = alternative ? toQString(alternative->title) : toQString(state.rejected);
        if (!state.rejectedBecause.empty())
            rejected = rejected.isEmpty() ? toQString(state.rejectedBecause)
                                          : Tr::tr("%1: %2").arg(rejected, toQString(state.rejectedBecause));
        const QString title =
            Tr::tr("%1. %2").arg(static_cast<int>(slot) + 1).arg(toQString(catalogue.menu(slot).title));
        content.table.rows.push_back({title.toStdString(),
                                      toQString(slotText(catalogue, project.design, slot)).toStdString(),
                                      parametersText(slotParameters(project.design, slot)).toStdString(),
                                      state.justification, rejected.toStdString()});
        content.softRows.push_back(state.choices.empty());
    }
    return content;
}

FigureTexts templateTexts(const Project& project, const DesignCatalogue& catalogue)
{
    FigureTexts texts;
    texts.title = Tr::tr("The design, slot by slot");
    QStringList caption{Tr::tr("The template of Figure 41.4.1")};
    if (!project.title.empty())
        caption << toQString(project.title);
    if (!project.variants.empty())
        caption << Tr::tr("variant %1").arg(toQString(project.variantName));
    texts.caption = caption.join(QStringLiteral(" · "));
    QStringList sentences;
    for (const Slot slot : allSlots)
        sentences << Tr::tr("%1: %2.").arg(toQString(catalogue.menu(slot).title),
                                           toQString(slotText(catalogue, project.design, slot)));
    texts.summary = sentences.join(QLatin1Char(' '));
    return texts;
}

}  // namespace scalewright::ui
