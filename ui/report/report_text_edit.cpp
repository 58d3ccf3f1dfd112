// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_text_edit.h"

#include "core/output/report/questions.h"
#include "core/project/document/report_texts.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

void WordsEdit::setSection(const QString& place)
{
    m_sectionId = place;
    const std::string id = place.toStdString();
    const QString title = toQString(reportSectionTitle(id));
    setAccessibleName(tr("your own words: %1").arg(title));
    setPlaceholderText(tr("Your own words, in Markdown"));
    setBinding(
        {.undoName = tr("words: %1").arg(title),
         .mergeKey = QStringLiteral("report.") + place,
         .read = [id](const Project& project) { return QString::fromStdString(reportText(project, id)); },
         .write = [id](Project& project, const QString& text) { setReportText(project, id, text.toStdString()); }});
}

}  // namespace scalewright::ui
