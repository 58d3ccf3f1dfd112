#include "ui/report/words_edit.h"

#include "core/output/report/questions.h"
#include "core/project/document/own_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

void WordsEdit::setPlace(const QString& place)
{
    m_place = place;
    const std::string id = place.toStdString();
    const QString title = qt(placeTitle(id));
    setAccessibleName(tr("your own words: %1").arg(title));
    setPlaceholderText(tr("Your own words, in Markdown"));
    setText({.name = tr("words: %1").arg(title),
             .key = QStringLiteral("report.") + place,
             .read = [id](const Project& project) { return QString::fromStdString(ownWords(project, id)); },
             .write = [id](Project& project, const QString& text) { setOwnWords(project, id, text.toStdString()); }});
}

}  // namespace scalewright::ui
