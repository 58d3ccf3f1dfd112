// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/fits_line.h"

#include <QHBoxLayout>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/flow_words.h"
#include "ui/document/document.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/widgets.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

MemoryFitLine::MemoryFitLine(Document& document, const FieldInfo& otherField, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_sentence(new Text(TextStyle::Small, ColorRole::SoftInk, false, this)),
      m_linkButton(createQuietButton(tr("Go to %1").arg(fieldLabel(otherField)), this))
{
    m_sentence->setWordWrap(true);
    auto* row = createBox<QHBoxLayout>(this, -1);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_linkButton);
    row->addStretch();
    connect(m_linkButton, &QPushButton::clicked, this,
            [this, pointer = toQString(otherField.jsonPointer)] { Q_EMIT fieldRequested(pointer); });
    refresh();
}

QString MemoryFitLine::sentence() const
{
    return m_sentence->text();
}

void MemoryFitLine::refresh()
{
    const TestResult* fits = m_document.analysis().diagnosisFlow.resultOf(Test::FitsInMemory);
    const bool hasBothFigures = fits && fits->left && fits->right;
    setVisible(hasBothFigures);
    if (!hasBothFigures)
        return;
    const bool isFitting = fits->answer != TestAnswer::No;  // otherwise the page's headline says it
    const QString margin = toQString(marginText(*fits));
    m_sentence->setVisible(isFitting);
    m_linkButton->setVisible(!isFitting || margin.isEmpty());
    const QString inequality = toQString(inequalityText(*fits));
    m_sentence->setText(isFitting && !margin.isEmpty() ? tr("Fits: %1").arg(margin)
                        : margin.isEmpty()             ? sentenceCase(inequality)
                                                       : sentenceCase(tr("%1: %2").arg(inequality, margin)));
}

}  // namespace scalewright::ui
