// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/what_if_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/variants.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/quantity/value_field.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

/// A hairline frame around a field.
class FieldFrame : public QWidget {
public:
    FieldFrame(ValueField* field, QWidget* parent) : QWidget(parent)
    {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(Theme::spacing(1), 1, Theme::spacing(1), 1);
        row->addWidget(field);
        setMinimumWidth(Theme::spacing(9));
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(Theme::instance().color(ColorRole::Hairline), 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
};

/// "2", "×2", "2x", "50 %": a multiple; nullopt if it is not one.
std::optional<double> parseFactor(QString text)
{
    text = text.trimmed();
    text.remove(QChar(0xD7));
    if (text.endsWith(QLatin1Char('x'), Qt::CaseInsensitive))
        text.chop(1);
    else if (text.startsWith(QLatin1Char('x'), Qt::CaseInsensitive))
        text.remove(0, 1);
    const Result<ParsedEntry> entry = parseEntry(text.trimmed().toStdString(), Dimension::Ratio);
    if (!entry || !(entry->value > 0) || !std::isfinite(entry->value))
        return std::nullopt;
    return entry->value;
}

/// The input needed to check a goal, "enter steps per run"; empty if nothing is missing.
QString missingInputText(const StripText& text)
{
    if (text.goalState != StripText::GoalState::Unchecked || !text.designProblems.isEmpty())
        return {};
    if (text.goalField == QLatin1String(fieldOf(&Plan::steps).jsonPointer))
        return WhatIfBar::tr("enter steps per run");
    return text.goalField.endsWith(QLatin1String("/steps_per_time")) ? WhatIfBar::tr("enter steps per time")
                                                                     : QString();
}

/// "79 % speed, 63 % cost" for "79 % of p 8’s speedup at 63 % of its cost" and for "79 % of the speedup at 63 % of the
/// cost".
QString shortStateText(QString text)
{
    static const QRegularExpression speedup(QStringLiteral(" of (the|p \\d+’s) speedup at "));
    static const QRegularExpression cost(QStringLiteral(" (of )?(the|its) cost"));
    return text.replace(speedup, WhatIfBar::tr(" speed, ")).replace(cost, WhatIfBar::tr(" cost"));
}

}  // namespace

double WhatIfBar::Factor::currentFactor(const Project& project) const
{
    const MaybeQuantity value = fieldValue(project, field->jsonPointer);
    return value && baseValue && lastSetValue == value->value && *baseValue > 0 ? value->value / *baseValue : 1;
}

WhatIfBar::WhatIfBar(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_linkFactor{.field = &fieldOf(&Target::bandwidthBytesPerS)},
      m_priceFactor{.field = &fieldOf(&Target::priceUsdPerHour)},
      m_provenanceDot(new ProvenanceDot(this)),
      m_speedupLabel(new Text(TextStyle::Body, ColorRole::Ink, true, this)),
      m_timeAndCostLabel(new Text(TextStyle::Body, ColorRole::Ink, true, this)),
      m_stateLabel(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_missingInputButton(createQuietButton(QString(), this)),
      m_bestLabel(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_revertButton(createQuietButton(QString(), this)),
      m_keepButton(createQuietButton(tr("Keep as a variant"), this))
{
    setObjectName(QStringLiteral("what-if"));
    setAccessibleName(tr("What if"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(Theme::spacing(5), Theme::spacing(1), Theme::spacing(5), Theme::spacing(1));
    row->setSpacing(Theme::spacing(1));

    addField(QStringLiteral("p"), tr("p"), tr("plan p"));
    m_fields.back().updateText = [this] {
        const bool hasPlan = m_document.analysis().plan || m_document.analysis().claim.whyNoPlan.empty();
        const QString p =
            m_isAnswerHidden || !hasPlan ? QStringLiteral("–") : QString::number(m_document.analysis().planP);
        field(QStringLiteral("p")).setAmount({p.toStdString(), {}}, p);
    };
    m_fields.back().parseChange = [this](const QString& text) -> Result<Project> {
        Project after = m_document.project();
        if (text.isEmpty()) {
            after.plan.p.reset();
            return after;
        }
        const Result<ParsedEntry> entry = parseEntry(text.toStdString(), Dimension::Count);
        if (!entry || entry->value != std::floor(entry->value) || entry->value < 1 || entry->value > m_document.pMax())
            return fail(ErrorCode::Input, "invalid number of workers",
                        scalewright::formatMessage("1 to {}", m_document.pMax()));
        after.plan.p = static_cast<int>(entry->value);
        return after;
    };
    addAmount(QStringLiteral("hour"), tr("an hour"), fieldOf(&Goal::hourValueUsd));
    addAmount(QStringLiteral("deadline"), tr("deadline"), fieldOf(&Goal::deadlineS));
    addFactor(QStringLiteral("link"), tr("link"), m_linkFactor);
    addFactor(QStringLiteral("price"), tr("price"), m_priceFactor);

    auto* line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setFixedHeight(Theme::spacing(5));
    row->addSpacing(Theme::spacing(2));
    row->addWidget(line);
    row->addSpacing(Theme::spacing(3));
    row->addWidget(m_provenanceDot);
    row->addWidget(m_speedupLabel);
    row->addSpacing(Theme::spacing(3));
    row->addWidget(m_timeAndCostLabel);
    row->addSpacing(Theme::spacing(3));
    m_stateLabel->setElided(true);
    row->addWidget(m_missingInputButton);
    row->addWidget(m_stateLabel, 1);
    row->addSpacing(Theme::spacing(3));
    m_bestLabel->setElided(true);
    row->addWidget(m_bestLabel);
    row->addWidget(m_keepButton);
    row->addWidget(m_revertButton);
    m_keepButton->setToolTip(tr("Keeps the previous state, and this one as a variant"));
    m_revertButton->setToolTip(tr("Undo the what-if (Escape)"));
    connect(m_revertButton, &QPushButton::clicked, this, &WhatIfBar::revert);
    m_missingInputButton->setAccessibleName(tr("input that a goal needs"));
    m_missingInputButton->hide();
    connect(m_missingInputButton, &QPushButton::clicked, this,
            [this] { Q_EMIT fieldRequested(m_stripText.goalField); });
    connect(m_keepButton, &QPushButton::clicked, this, &WhatIfBar::keepAsVariant);
    connect(&document, &Document::changed, this, [this] {
        if (!m_isApplying)
            m_previous.reset();  // the document was edited elsewhere
        refresh();
    });
    connect(&document, &Document::replaced, this, [this] {
        m_linkFactor.baseValue = m_linkFactor.lastSetValue = m_priceFactor.baseValue = m_priceFactor.lastSetValue =
            std::nullopt;
        refresh();
    });
    refresh();
}

WhatIfBar::~WhatIfBar()
{
    for (const Field& each : m_fields)
        each.edit->disconnect(this);  // a field that loses focus during destruction must not commit its text
}

ValueField* WhatIfBar::addField(const QString& name, const QString& label, const QString& description)
{
    auto* row = static_cast<QHBoxLayout*>(layout());
    if (!m_fields.empty())
        row->addSpacing(Theme::spacing(2));
    auto* words = new Text(label, TextStyle::Label, ColorRole::SoftInk, false, this);
    auto* edit = new ValueField(this);
    edit->setAccessibleName(description);
    edit->setToolTip(description);
    row->addWidget(words);
    auto* frame = new FieldFrame(edit, this);
    if (name == QLatin1String("p")) {
        auto* less = createQuietButton(QStringLiteral("◂"), this);
        auto* more = createQuietButton(QStringLiteral("▸"), this);
        for (QPushButton* sign : {less, more})
            sign->setProperty("look", QStringLiteral("sign"));
        less->setAccessibleName(tr("one worker fewer"));
        more->setAccessibleName(tr("one worker more"));
        connect(less, &QPushButton::clicked, this, [this] { stepP(-1); });
        connect(more, &QPushButton::clicked, this, [this] { stepP(1); });
        row->addWidget(less);
        row->addWidget(frame);
        row->addWidget(more);
        setTabOrder(less, edit);
        setTabOrder(edit, more);
    } else {
        row->addWidget(frame);
    }
    m_fields.push_back({name, words, edit, {}, {}});
    const std::size_t index = m_fields.size() - 1;
    connect(edit, &ValueField::committed, this, [this, index] { commitField(m_fields[index]); });
    return edit;
}

void WhatIfBar::addAmount(const QString& name, const QString& label, const FieldInfo& field)
{
    ValueField* edit = addField(name, label, fieldLabel(field));
    m_fields.back().updateText = [this, edit, &field] {
        const MaybeQuantity value = fieldValue(m_document.project(), field.jsonPointer);
        const AmountText displayed = value ? formatAmount(value->value, field.dimension) : AmountText{"–", {}};
        edit->setAmount(displayed, value ? toQString(displayed.joined()) : QString());
    };
    m_fields.back().parseChange = [this, &field](const QString& text) -> Result<Project> {
        Project after = m_document.project();
        MaybeQuantity value;
        if (!text.isEmpty() && text != QStringLiteral("–")) {
            const Result<ParsedEntry> entry = parseEntry(text.toStdString(), field.dimension);
            if (!entry)
                return fail(entry.error());
            value = typed(entry->value);
        }
        if (Result<void> set = setField(after, field.jsonPointer, value); !set)
            return fail(set.error());
        return after;
    };
}

void WhatIfBar::addFactor(const QString& name, const QString& label, Factor& factor)
{
    const FieldInfo& field = *factor.field;
    ValueField* edit = addField(name, label, tr("times %1").arg(fieldLabel(field)));
    m_fields.back().updateText = [this, edit, &factor] {
        const bool isKnown = fieldValue(m_document.project(), factor.field->jsonPointer).has_value();
        const QString text = QChar(0xD7) + numberText(factor.currentFactor(m_document.project()));
        edit->setAmount({isKnown ? text.toStdString() : "–", {}}, isKnown ? text : QString());
        // Without a value there is no factor, so the value itself is entered.
        const QString title = fieldLabel(*factor.field);
        edit->setAccessibleName(isKnown ? tr("times %1").arg(title) : title);
        edit->setToolTip(edit->accessibleName());
    };
    m_fields.back().parseChange = [this, &field, &factor](const QString& text) -> Result<Project> {
        Project after = m_document.project();
        const MaybeQuantity value = fieldValue(after, field.jsonPointer);
        if (!value) {
            if (text.isEmpty() || text == QStringLiteral("–"))
                return after;
            const Result<ParsedEntry> entry = parseEntry(text.toStdString(), field.dimension);
            if (!entry)
                return fail(entry.error());
            if (Result<void> set = setField(after, field.jsonPointer, typed(entry->value)); !set)
                return fail(set.error());
            return after;
        }
        const std::optional<double> times = text.isEmpty() ? std::optional(1.0) : parseFactor(text);
        if (!times)
            return fail(ErrorCode::Input, "not a factor", "a multiple such as 2 or 0.5");
        if (!factor.baseValue || factor.lastSetValue != value->value)
            factor.baseValue = value->value;  // the value was set elsewhere, so it becomes ×1
        const double scaledValue = *times * *factor.baseValue;
        Quantity scaled = typed(scaledValue);
        if (Result<void> set = setField(after, field.jsonPointer,
                                        *times == 1 && m_previous ? fieldValue(*m_previous->project, field.jsonPointer)
                                                                  : MaybeQuantity(scaled));
            !set)
            return fail(set.error());
        factor.lastSetValue = fieldValue(after, field.jsonPointer)->value;
        return after;
    };
}

bool WhatIfBar::hasAnswer() const
{
    const Analysis& analysis = m_document.analysis();
    if (analysis.claim.served)
        return true;
    // A single rung has no speedup: it can only be compared with itself.
    const bool hasSinglePoint =
        !analysis.prediction && (!analysis.ladderOfRuns() || analysis.ladderOfRuns()->rungs.size() == 1);
    return analysis.plan && analysis.plan->curveKind && !hasSinglePoint &&
           (analysis.plan->speedup || analysis.prediction);
}

void WhatIfBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateBestVisibility();
}

bool WhatIfBar::fits(int width) const
{
    return layout()->minimumSize().width() <= width;
}

// Shortens the texts if there is no room for both, and then hides p*, because the plan is more important.
void WhatIfBar::updateBestVisibility()
{
    const auto fitsWith = [this](const QString& state, const QString& best) {
        m_stateLabel->setText(state);
        m_bestLabel->setText(best);
        layout()->invalidate();
        return layout()->sizeHint().width() <= width();
    };
    m_bestLabel->setVisible(!hasChanges());
    const QString best = m_isAnswerHidden ? QString() : m_stripText.fastest.section(QLatin1Char(','), 0, 0);
    if (fitsWith(m_stateText, best) || fitsWith(shortStateText(m_stateText), best.section(QStringLiteral(" ("), 0, 0)))
        return;
    m_bestLabel->hide();
    if (!fitsWith(m_stateText, {}))
        m_stateLabel->setText(shortStateText(m_stateText));
}

QString WhatIfBar::speedupText() const
{
    if (!hasAnswer())
        return QStringLiteral("–");
    const Analysis& analysis = m_document.analysis();
    if (analysis.claim.served)
        return toQString(requestRateText(*analysis.claim.served->throughputPerS));
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    if (value.shownSpeedup())
        return std::isfinite(*value.shownSpeedup()) ? toQString(shownSpeedupText(value)) : QStringLiteral("–");
    const std::optional<double> speedup = analysis.plan ? analysis.plan->speedup : std::nullopt;
    return speedup && std::isfinite(*speedup) ? speedupFactorText(*speedup) : QStringLiteral("–");
}

QString WhatIfBar::timeAndCostText() const
{
    const Analysis& analysis = m_document.analysis();
    QStringList parts;
    if (!analysis.plan)
        return {};
    const RunTimeAndCost& run = analysis.claim.run;
    if (run.timeS && std::isfinite(*run.timeS))
        parts << amountWithUnit(*run.timeS, Dimension::Time);
    if (run.costUsd && std::isfinite(*run.costUsd))
        parts << amountWithUnit(*run.costUsd, Dimension::Money);
    if ((run.isSingleStep || analysis.claim.served) && !parts.isEmpty())
        parts.last() += QLatin1Char(' ') + toQString(run.unitName);
    return parts.join(QStringLiteral("   "));
}

void WhatIfBar::refresh()
{
    for (const Field& each : m_fields)
        if (!each.edit->hasFocus() || !each.edit->isEdited())
            each.updateText();
    const Analysis& analysis = m_document.analysis();
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    const bool measured = value.measured && !value.isAssumed && value.measuredAt.empty();
    m_provenanceDot->setOrigin(
        m_isAnswerHidden || !hasAnswer() ? std::nullopt : std::optional(measured ? Origin::Measured : Origin::Assumed),
        m_isAnswerHidden || !hasAnswer() ? QString() : toQString(speedupOriginName(value)));
    m_speedupLabel->setText(m_isAnswerHidden ? QString() : speedupText());
    m_timeAndCostLabel->setText(m_isAnswerHidden ? QString() : timeAndCostText());
    updateBestVisibility();
    m_revertButton->setVisible(hasChanges());
    m_keepButton->setVisible(hasChanges());
    const bool tells = hasChanges() && !m_isAnswerHidden;
    m_revertButton->setText(tells ? tr("was %1 ↺").arg(m_previous->speedup) : QString());
    m_revertButton->setAccessibleName(
        tells ? tr("undo the what-if: %1, %2").arg(m_previous->speedup, m_previous->timeAndCost)
              : tr("undo the what-if"));
}

void WhatIfBar::setAnswerHidden(bool hidden)
{
    if (std::exchange(m_isAnswerHidden, hidden) == hidden)
        return;
    refresh();
    setStripText(m_stripText);
}

void WhatIfBar::setStripText(const StripText& newText)
{
    m_stripText = newText;
    const StripText text = m_isAnswerHidden ? StripText{} : newText;
    const bool isFailing = !text.designProblems.isEmpty() || text.goalState == StripText::GoalState::Missed;
    const QString missingInput = missingInputText(text);
    m_missingInputButton->setText(missingInput);
    m_missingInputButton->setAccessibleName(missingInput.isEmpty() ? tr("input that a goal needs") : missingInput);
    m_missingInputButton->setVisible(!missingInput.isEmpty());
    m_stateText = !missingInput.isEmpty()                             ? QString()
                  : !text.designProblems.isEmpty()                    ? tr("cannot work")
                  : text.goalState == StripText::GoalState::Missed    ? tr("misses a goal")
                  : text.goalState == StripText::GoalState::Met       ? tr("meets the goals")
                  : text.goalState == StripText::GoalState::Unchecked ? tr("%1 open").arg(text.openGoals)
                                                                      : text.plan.section(QStringLiteral(", "), 1);
    m_stateLabel->setColorRole(isFailing ? ColorRole::Ink : ColorRole::SoftInk);
    m_stateLabel->setBold(isFailing);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_speedupLabel, m_timeAndCostLabel, m_stateLabel, m_missingInputButton})
        each->setToolTip(text.sentence());
    m_bestLabel->setToolTip(text.sentence());
    setAccessibleDescription(text.sentence());
    updateBestVisibility();
}

void WhatIfBar::commitField(Field& field)
{
    if (!field.edit->isEdited()) {
        field.updateText();
        setStripText(m_stripText);
        return;
    }
    Result<Project> after = field.parseChange(field.edit->text().trimmed());
    if (!after) {
        const Problem& problem = after.error().problems.front();
        const QString text = problem.expected.empty()
                                 ? toQString(problem.message)
                                 : tr("%1; expected %2").arg(toQString(problem.message), toQString(problem.expected));
        field.edit->setInvalid(true);
        field.edit->setToolTip(text);
        m_missingInputButton->hide();
        m_stateText = text;  // until the next refresh
        updateBestVisibility();
        m_stateLabel->setColorRole(ColorRole::Ink);
        return;
    }
    field.edit->setToolTip(field.edit->accessibleName());
    applyChange(field.label->text(), *std::move(after));
    field.updateText();
    setStripText(m_stripText);
}

void WhatIfBar::stepP(int delta)
{
    Project after = m_document.project();
    after.plan.p = std::clamp(m_document.analysis().planP + delta, 1, m_document.pMax());
    applyChange(tr("plan p"), std::move(after));
}

void WhatIfBar::applyChange(const QString& text, Project after)
{
    if (after == m_document.project())
        return;
    if (!m_previous)
        m_previous = PreviousState{m_document.snapshot(), speedupText(), timeAndCostText()};
    m_isApplying = true;
    m_document.edit(tr("what if: %1").arg(text), std::move(after));
    m_isApplying = false;
    if (m_previous && m_document.project() == *m_previous->project)
        m_previous.reset();
    refresh();
}

void WhatIfBar::revert()
{
    if (!m_previous)
        return;
    Project before = *m_previous->project;
    m_previous.reset();
    m_document.edit(tr("undo what-if"), std::move(before));
}

void WhatIfBar::keepAsVariant()
{
    if (!m_previous)
        return;
    const Project& current = m_document.project();
    // The previous state keeps its name; the what-if becomes a variant with the next unused name.
    Result<Project> withVariant = withVariantAdded(*m_previous->project, unusedVariantName(*m_previous->project));
    if (!withVariant)
        return;
    withVariant->target = current.target;
    withVariant->goal = current.goal;
    withVariant->design = current.design;
    withVariant->plan = current.plan;
    m_previous.reset();
    m_document.edit(tr("keep the what-if as a variant"), *std::move(withVariant));
}

ValueField& WhatIfBar::field(const QString& name) const
{
    return *std::find_if(m_fields.begin(), m_fields.end(), [&](const Field& each) { return each.name == name; })->edit;
}

QString WhatIfBar::answerText() const
{
    return (m_speedupLabel->text() + QStringLiteral("   ") + m_timeAndCostLabel->text()).trimmed();
}

QString WhatIfBar::stateText() const
{
    return m_missingInputButton->isVisibleTo(this) ? m_missingInputButton->text() : m_stateText;
}

QString WhatIfBar::previousText() const
{
    return m_revertButton->isVisibleTo(this) ? m_revertButton->text() : QString();
}

void WhatIfBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(ColorRole::Card));
    painter.fillRect(QRect(0, 0, width(), 1), Theme::instance().color(ColorRole::Hairline));
}

void WhatIfBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && hasChanges()) {
        revert();
        return;
    }
    QWidget::keyPressEvent(event);
}

}  // namespace scalewright::ui
