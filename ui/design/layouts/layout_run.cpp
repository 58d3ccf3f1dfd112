#include "ui/design/layouts/layout_run.h"

#include <QBoxLayout>
#include <QPushButton>

#include "ui/design/layouts/layout_bars.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

LayoutRun::LayoutRun(QWidget* parent)
    : QWidget(parent),
      m_edit(new QuantityEdit({.label = tr("your step"),
                               .dimension = Dimension::Time,
                               .low = 0.01,
                               .high = 1000,
                               .range = Range::Positive,
                               .unsetHint = tr("one step of a run of yours")},
                              this)),
      m_text(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_take(quietButton(QString(), this)),
      m_forget(quietButton(tr("Forget the run"), this))
{
    m_edit->setClearable(true);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* words = new QVBoxLayout;
    words->setSpacing(Theme::space(1));
    words->addWidget(m_text);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_take);
    buttons->addWidget(m_forget);
    buttons->addStretch();
    words->addLayout(buttons);
    words->addStretch();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::space(5));
    row->addWidget(m_edit, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    connect(m_edit, &QuantityEdit::valueEdited, this, [this](double stepS, EditPhase phase) {
        if (phase == EditPhase::End)
            Q_EMIT measured(stepS);
    });
    connect(m_edit, &QuantityEdit::cleared, this, &LayoutRun::cleared);
    connect(m_take, &QPushButton::clicked, this, &LayoutRun::knownTaken);
    connect(m_forget, &QPushButton::clicked, this, &LayoutRun::cleared);
}

void LayoutRun::refresh(const Layout& layout, const std::optional<OwnRun>& run, const std::optional<double>& known)
{
    m_edit->setQuantity(run ? MaybeQuantity(typed(run->run.stepS)) : std::nullopt);
    if (run) {
        const RunResidual& before = run->calibration.before.front();
        m_text->setText(tr("%1 (%2) took %3, computed %4 before (%5 %). Kernels reach %6 of the peak.")
                            .arg(splitOf(run->run.layout), restOf(run->run.layout), qt(timeText(run->run.stepS)),
                                 qt(timeText(before.computedS)),
                                 (before.share < 0 ? QString() : QStringLiteral("+")) + number(100 * before.share, 2),
                                 shareText(run->calibration.trainer.kernels.share)));
    } else {
        m_text->setText(tr("Did you run the chosen row, %1? Enter its step time.").arg(splitOf(layout)));
    }
    m_take->setVisible(known && !(run && run->run.stepS == *known));
    if (known)
        m_take->setText(tr("Take the measured %1").arg(qt(timeText(*known))));
    m_forget->setVisible(run.has_value());
}

void LayoutRun::sayProblem(const QString& text)
{
    m_edit->setErrorText(text);
}

void LayoutRun::layOut(int width)
{
    m_edit->setFixedWidth(std::min(width / 3, static_cast<int>(190 * Theme::instance().typeScale())));
}

QString LayoutRun::text() const
{
    return m_text->text();
}

}  // namespace scalewright::ui
