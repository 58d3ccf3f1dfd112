#include "ui/baseline/fits_line.h"

#include <QHBoxLayout>

#include "core/decision/analysis/analysis.h"
#include "ui/document/document.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/widgets.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

FitsLine::FitsLine(Document& document, const FieldInfo& other, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_sentence(new Text(TextStyle::Small, Role::Soft, false, this)),
      m_way(quietButton(tr("To the %1").arg(fieldLabel(other)), this))
{
    m_sentence->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_way);
    connect(m_way, &QPushButton::clicked, this, [this, pointer = qt(other.pointer)] { Q_EMIT wanted(pointer); });
    refresh();
}

QString FitsLine::sentence() const
{
    return m_sentence->text();
}

void FitsLine::refresh()
{
    const TestResult* fits = m_document.analysis().flow.result(Test::FitsInMemory);
    const bool known = fits && fits->left && fits->right;
    setVisible(known);
    if (!known)
        return;
    const QString margin = marginText(*fits);
    m_sentence->setText(
        sentenceCase(margin.isEmpty() ? inequalityText(*fits) : tr("%1: %2").arg(inequalityText(*fits), margin)));
}

}  // namespace scalewright::ui
