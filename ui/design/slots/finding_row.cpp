// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/finding_row.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "core/output/answers/phrases.h"
#include "ui/controls/text_button.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {
constexpr int barWidth = 3, errorBarWidth = 5;
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error: return FindingRow::tr("Cannot work");
    case Severity::Warning: return FindingRow::tr("Costs more");
    case Severity::Advice: break;
    }
    return FindingRow::tr("Suggestion");
}

FindingRow::FindingRow(QWidget* parent)
    : QWidget(parent),
      m_severityText(new Text(TextStyle::Small, ColorRole::Ink, true, this)),
      m_sentenceText(createParagraph(TextStyle::Label, ColorRole::Ink, this)),
      m_actionButton(new TextButton(this))
{
    m_sentenceText->setContentsMargins(TextButton::indent, 0, 0, 0);
    auto* head =
        createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {m_severityText, Stretch{1}}, {TextButton::indent, 0, 0, 0});
    createBox<QVBoxLayout>(this, 0, {head, m_sentenceText, m_actionButton},
                           {errorBarWidth + Theme::spacing(1), 0, 0, 0});  // includes the indent
    connect(m_actionButton, &QAbstractButton::clicked, this, [this] {
        if (m_finding.fix)
            Q_EMIT fixRequested();
        else
            Q_EMIT fieldRequested(QString::fromStdString(m_finding.jsonPointer));
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void FindingRow::setFinding(const Finding& finding)
{
    m_finding = finding;
    const QString severity = severityText(finding.severity), sentence = toQString(finding.text);
    m_severityText->setText(severity);
    m_sentenceText->setText(toQString(firstStatement(finding.text)));
    setToolTip(tr("%1\n%2").arg(sentence, toQString(finding.source)));
    const bool acts = finding.fix || !finding.jsonPointer.empty();
    m_actionButton->setVisible(acts);
    m_actionButton->setTexts(
        finding.fix ? QStringLiteral("→ ") + toQString(firstStatement(finding.fix->title)) : tr("→ Go to the field"),
        {}, true);
    m_actionButton->setToolTip(finding.fix ? toQString(finding.fix->title) : QString());
    m_actionButton->setAccessibleName(finding.fix ? tr("Fix: %1").arg(toQString(finding.fix->title))
                                                  : tr("Go to the field of: %1").arg(sentence));
    m_actionButton->setAccessibleDescription(sentence);
    setAccessibleName(tr("%1: %2").arg(severity, sentence));
    setAccessibleDescription(toQString(finding.source));
    update();
}

void FindingRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const bool advice = m_finding.severity == Severity::Advice;
    // Distinguishable without colour: an error's bar is wider.
    const int width = m_finding.severity == Severity::Error ? errorBarWidth : barWidth;
    painter.fillRect(QRect(0, 1, width, height() - 2),
                     Theme::instance().color(advice ? ColorRole::FaintInk : ColorRole::Warning));
}

}  // namespace scalewright::ui
