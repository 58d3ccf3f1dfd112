#include "ui/design/slots/finding_row.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "core/output/answers/phrases.h"
#include "ui/controls/words_button.h"
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
      m_severity(new Text(TextStyle::Small, Role::Ink, true, this)),
      m_says(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_act(new WordsButton(this))
{
    m_says->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(Theme::space(2));
    head->setContentsMargins(WordsButton::indent, 0, 0, 0);
    m_says->setContentsMargins(WordsButton::indent, 0, 0, 0);
    head->addWidget(m_severity);
    head->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(errorBarWidth + Theme::space(1), 0, 0, 0);  // and the indent
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_says);
    column->addWidget(m_act);
    connect(m_act, &QAbstractButton::clicked, this, [this] {
        if (m_finding.fix)
            Q_EMIT fixWanted();
        else
            Q_EMIT fieldWanted(QString::fromStdString(m_finding.pointer));
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void FindingRow::setFinding(const Finding& finding)
{
    m_finding = finding;
    const QString severity = severityText(finding.severity), says = qt(finding.says);
    m_severity->setText(severity);
    m_says->setText(qt(firstStatement(finding.says)));
    setToolTip(tr("%1\n%2").arg(says, qt(finding.source)));
    const bool acts = finding.fix || !finding.pointer.empty();
    m_act->setVisible(acts);
    m_act->setWords(finding.fix ? QStringLiteral("→ ") + qt(firstStatement(finding.fix->title)) : tr("→ To the field"),
                    {}, true);
    m_act->setToolTip(finding.fix ? qt(finding.fix->title) : QString());
    m_act->setAccessibleName(finding.fix ? tr("Fix: %1").arg(qt(finding.fix->title))
                                         : tr("To the field of: %1").arg(says));
    m_act->setAccessibleDescription(says);
    setAccessibleName(tr("%1: %2").arg(severity, says));
    setAccessibleDescription(qt(finding.source));
    update();
}

void FindingRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const bool advice = m_finding.severity == Severity::Advice;
    // Told apart without their colour too: an error's bar is the wider one.
    const int width = m_finding.severity == Severity::Error ? errorBarWidth : barWidth;
    painter.fillRect(QRect(0, 1, width, height() - 2), Theme::instance().color(advice ? Role::Faint : Role::Warning));
}

}  // namespace scalewright::ui
