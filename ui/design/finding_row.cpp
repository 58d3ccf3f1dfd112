#include "ui/design/finding_row.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/diagnose/words_button.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {
constexpr int barWidth = 3;
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error: return FindingRow::tr("Cannot work");
    case Severity::Warning: return FindingRow::tr("Works at a price");
    case Severity::Advice: break;
    }
    return FindingRow::tr("Worth a sentence");
}

FindingRow::FindingRow(QWidget* parent)
    : QWidget(parent)
    , m_severity(new Text(TextStyle::Small, Role::Ink, true, this))
    , m_source(new Text(TextStyle::Small, Role::Soft, false, this))
    , m_says(new Text(TextStyle::Label, Role::Ink, false, this))
    , m_act(new WordsButton(this))
{
    m_says->setWordWrap(true);
    m_source->setElided(true);
    m_source->setAlignment(Qt::AlignRight);
    auto* head = new QHBoxLayout;
    head->setSpacing(Theme::space(2));
    head->addWidget(m_severity);
    head->addWidget(m_source, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(barWidth + Theme::space(2), 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_says);
    auto* act = new QHBoxLayout;
    act->setContentsMargins(-WordsButton::indent, 0, 0, 0);
    act->addWidget(m_act);
    column->addLayout(act);
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
    const QString severity = severityText(finding.severity), says = QString::fromStdString(finding.says);
    m_severity->setText(severity);
    m_says->setText(says);
    m_source->setText(QString::fromStdString(finding.source));
    const bool acts = finding.fix || !finding.pointer.empty();
    m_act->setVisible(acts);
    m_act->setWords(finding.fix ? QStringLiteral("→ ") + QString::fromStdString(finding.fix->title) : tr("→ To the field"), {}, true);
    m_act->setAccessibleName(finding.fix ? tr("Fix: %1").arg(QString::fromStdString(finding.fix->title)) : tr("To the field of this finding"));
    m_act->setAccessibleDescription(says);
    setAccessibleName(tr("%1: %2").arg(severity, says));
    setAccessibleDescription(QString::fromStdString(finding.source));
    update();
}

void FindingRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Role role = m_finding.severity == Severity::Advice ? Role::Faint : Role::Warning;
    const QColor colour = Theme::instance().color(role);
    const QRect bar(0, 1, barWidth, height() - 2);
    if (m_finding.severity == Severity::Warning) {  // told apart from an error without its colour: not filled
        painter.setPen(QPen(colour, 1));
        painter.drawRect(bar.adjusted(0, 0, -1, -1));
    } else {
        painter.fillRect(bar, colour);
    }
}

}  // namespace scalewright::ui
