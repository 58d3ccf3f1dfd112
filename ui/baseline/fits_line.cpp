#include "ui/baseline/fits_line.h"

#include "core/analysis/analysis.h"
#include "core/bottleneck/what_if.h"
#include "core/project/project.h"
#include "ui/quantity/field_specs.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

FitsLine::FitsLine(Document& document, const FieldInfo& other, QWidget* parent)
    : Text(TextStyle::Small, Role::Soft, false, parent), m_document(document), m_other(other)
{
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(this, &QLabel::linkActivated, this, &FitsLine::wanted);
    connect(&Theme::instance(), &Theme::changed, this, &FitsLine::refresh);
    refresh();
}

void FitsLine::refresh()
{
    const FlowView flow = flowOf(m_document.analysis().profile);
    const TestResult* fits = flow.result(Test::FitsInMemory);
    const bool known = fits && fits->left && fits->right;
    setVisible(known);
    if (!known)
        return;
    const QString margin = marginText(*fits);
    const QString sentence = sentenceCase(margin.isEmpty() ? inequalityText(*fits) : tr("%1: %2").arg(inequalityText(*fits), margin));
    const QString link = QStringLiteral("<a href=\"%1\" style=\"color:%2;font-weight:600\">%3</a>")
                             .arg(qt(m_other.pointer), Theme::instance().color(Role::Ink).name(), tr("To the %1").arg(fieldLabel(m_other)).toHtmlEscaped());
    setText(sentence.toHtmlEscaped() + QStringLiteral(". ") + link);
    setAccessibleName(sentence);
}

}  // namespace scalewright::ui
