#include "ui/shell/what_if_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/value_at_p.h"
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

/// A hairline frame that says: this is a field.
class Frame : public QWidget {
public:
    Frame(ValueField* field, QWidget* parent) : QWidget(parent)
    {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(Theme::space(1), 1, Theme::space(1), 1);
        row->addWidget(field);
        setMinimumWidth(Theme::space(9));
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(Theme::instance().color(Role::Hairline), 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
};

/// "2", "×2", "2x", "50 %": how many times as much; absent where it is none.
std::optional<double> factorOf(QString text)
{
    text = text.trimmed();
    text.remove(QChar(0xD7));
    if (text.endsWith(QLatin1Char('x'), Qt::CaseInsensitive))
        text.chop(1);
    else if (text.startsWith(QLatin1Char('x'), Qt::CaseInsensitive))
        text.remove(0, 1);
    const Result<Entry> entry = parseEntry(text.trimmed().toStdString(), Dimension::Ratio);
    if (!entry || !(entry->value > 0) || !std::isfinite(entry->value))
        return std::nullopt;
    return entry->value;
}

/// What a goal waits for: "enter steps per run"; empty where nothing does.
QString askText(const StripText& text)
{
    if (text.goalState != StripText::Goal::Unchecked || !text.design.isEmpty())
        return {};
    if (text.goalField == QLatin1String(fieldOf(&Plan::steps).pointer))
        return WhatIfBar::tr("enter steps per run");
    return text.goalField.endsWith(QLatin1String("/steps_per_time")) ? WhatIfBar::tr("enter steps per time")
                                                                     : QString();
}

}  // namespace

double WhatIfBar::Factor::now(const Project& project) const
{
    const MaybeQuantity value = fieldValue(project, field->pointer);
    return value && whole && set == value->value && *whole > 0 ? value->value / *whole : 1;
}

WhatIfBar::WhatIfBar(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_link{.field = &fieldOf(&Target::bandwidthBytesPerS)},
      m_price{.field = &fieldOf(&Target::priceUsdPerHour)},
      m_dot(new ProvenanceDot(this)),
      m_speedup(new Text(TextStyle::Body, Role::Ink, true, this)),
      m_rest(new Text(TextStyle::Body, Role::Ink, true, this)),
      m_state(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_ask(quietButton(QString(), this)),
      m_best(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_was(quietButton(QString(), this)),
      m_keep(quietButton(tr("Keep as a variant"), this))
{
    setObjectName(QStringLiteral("what-if"));
    setAccessibleName(tr("What if"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(Theme::space(5), Theme::space(1), Theme::space(5), Theme::space(1));
    row->setSpacing(Theme::space(1));

    addField(QStringLiteral("p"), tr("p"), tr("plan p"));
    m_fields.back().show = [this] {
        const QString p = m_secret ? QStringLiteral("–") : QString::number(m_document.analysis().planP);
        field(QStringLiteral("p")).setAmount({p.toStdString(), {}}, p);
    };
    m_fields.back().changed = [this](const QString& text) -> Result<Project> {
        Project after = m_document.project();
        if (text.isEmpty()) {
            after.plan.p.reset();
            return after;
        }
        const Result<Entry> entry = parseEntry(text.toStdString(), Dimension::Count);
        if (!entry || entry->value != std::floor(entry->value) || entry->value < 1 || entry->value > m_document.pMax())
            return fail(ErrorCode::Input, "no such number of workers", scalewright::say("1 to {}", m_document.pMax()));
        after.plan.p = static_cast<int>(entry->value);
        return after;
    };
    addAmount(QStringLiteral("hour"), tr("an hour"), fieldOf(&Goal::hourValueUsd));
    addAmount(QStringLiteral("deadline"), tr("deadline"), fieldOf(&Goal::deadlineS));
    addFactor(QStringLiteral("link"), tr("link"), m_link);
    addFactor(QStringLiteral("price"), tr("price"), m_price);

    auto* line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setFixedHeight(Theme::space(5));
    row->addSpacing(Theme::space(2));
    row->addWidget(line);
    row->addSpacing(Theme::space(3));
    row->addWidget(m_dot);
    row->addWidget(m_speedup);
    row->addSpacing(Theme::space(3));
    row->addWidget(m_rest);
    row->addSpacing(Theme::space(3));
    m_state->setElided(true);
    row->addWidget(m_ask);
    row->addWidget(m_state, 1);
    row->addSpacing(Theme::space(3));
    m_best->setElided(true);
    row->addWidget(m_best);
    row->addWidget(m_keep);
    row->addWidget(m_was);
    m_keep->setToolTip(tr("Both stay: what was before, and this as a variant of its own"));
    m_was->setToolTip(tr("Back to what it was (Escape)"));
    connect(m_was, &QPushButton::clicked, this, &WhatIfBar::takeBack);
    m_ask->setAccessibleName(tr("what a goal waits for"));
    m_ask->hide();
    connect(m_ask, &QPushButton::clicked, this, [this] { Q_EMIT goTo(m_said.goalField); });
    connect(m_keep, &QPushButton::clicked, this, &WhatIfBar::keepAsVariant);
    connect(&document, &Document::changed, this, [this] {
        if (!m_applying)
            m_before.reset();  // somebody else went on from here
        refresh();
    });
    connect(&document, &Document::replaced, this, [this] {
        m_link.whole = m_link.set = m_price.whole = m_price.set = std::nullopt;
        refresh();
    });
    refresh();
}

WhatIfBar::~WhatIfBar()
{
    for (const Field& each : m_fields)
        each.edit->disconnect(this);  // a field that loses the keyboard meanwhile would commit
}

ValueField* WhatIfBar::addField(const QString& name, const QString& label, const QString& description)
{
    auto* row = static_cast<QHBoxLayout*>(layout());
    if (!m_fields.empty())
        row->addSpacing(Theme::space(2));
    auto* words = new Text(label, TextStyle::Label, Role::Soft, false, this);
    auto* edit = new ValueField(this);
    edit->setAccessibleName(description);
    edit->setToolTip(description);
    row->addWidget(words);
    auto* frame = new Frame(edit, this);
    if (name == QLatin1String("p")) {
        auto* less = quietButton(QStringLiteral("◂"), this);
        auto* more = quietButton(QStringLiteral("▸"), this);
        for (QPushButton* sign : {less, more})
            sign->setProperty("look", QStringLiteral("sign"));
        less->setAccessibleName(tr("one worker less"));
        more->setAccessibleName(tr("one worker more"));
        connect(less, &QPushButton::clicked, this, [this] { step(-1); });
        connect(more, &QPushButton::clicked, this, [this] { step(1); });
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
    connect(edit, &ValueField::committed, this, [this, index] { commit(m_fields[index]); });
    return edit;
}

void WhatIfBar::addAmount(const QString& name, const QString& label, const FieldInfo& field)
{
    ValueField* edit = addField(name, label, fieldLabel(field));
    m_fields.back().show = [this, edit, &field] {
        const MaybeQuantity value = fieldValue(m_document.project(), field.pointer);
        const AmountText shown = value ? formatAmount(value->value, field.dimension) : AmountText{"–", {}};
        edit->setAmount(shown, value ? qt(shown.joined()) : QString());
    };
    m_fields.back().changed = [this, &field](const QString& text) -> Result<Project> {
        Project after = m_document.project();
        MaybeQuantity value;
        if (!text.isEmpty() && text != QStringLiteral("–")) {
            const Result<Entry> entry = parseEntry(text.toStdString(), field.dimension);
            if (!entry)
                return fail(entry.error());
            value = typed(entry->value);
        }
        if (Result<void> set = setField(after, field.pointer, value); !set)
            return fail(set.error());
        return after;
    };
}

void WhatIfBar::addFactor(const QString& name, const QString& label, Factor& factor)
{
    const FieldInfo& field = *factor.field;
    ValueField* edit = addField(name, label, tr("times %1").arg(fieldLabel(field)));
    m_fields.back().show = [this, edit, &factor] {
        const bool known = fieldValue(m_document.project(), factor.field->pointer).has_value();
        const QString text = QChar(0xD7) + number(factor.now(m_document.project()));
        edit->setAmount({known ? text.toStdString() : "–", {}}, known ? text : QString());
        const QString title = fieldLabel(*factor.field);  // of none there is no factor: it is typed itself
        edit->setAccessibleName(known ? tr("times %1").arg(title) : title);
        edit->setToolTip(edit->accessibleName());
    };
    m_fields.back().changed = [this, &field, &factor](const QString& text) -> Result<Project> {
        Project after = m_document.project();
        const MaybeQuantity value = fieldValue(after, field.pointer);
        if (!value) {
            if (text.isEmpty() || text == QStringLiteral("–"))
                return after;
            const Result<Entry> entry = parseEntry(text.toStdString(), field.dimension);
            if (!entry)
                return fail(entry.error());
            if (Result<void> set = setField(after, field.pointer, typed(entry->value)); !set)
                return fail(set.error());
            return after;
        }
        const std::optional<double> times = text.isEmpty() ? std::optional(1.0) : factorOf(text);
        if (!times)
            return fail(ErrorCode::Input, "no factor", "how many times as much, such as 2 or 0.5");
        if (!factor.whole || factor.set != value->value)
            factor.whole = value->value;  // whoever set this one, it is ×1
        const double now = *times * *factor.whole;
        Quantity scaled = typed(now);
        if (Result<void> set = setField(
                after, field.pointer,
                *times == 1 && m_before ? fieldValue(*m_before->project, field.pointer) : MaybeQuantity(scaled));
            !set)
            return fail(set.error());
        factor.set = fieldValue(after, field.pointer)->value;
        return after;
    };
}

bool WhatIfBar::hasAnswer() const
{
    const Analysis& analysis = m_document.analysis();
    // One rung alone is no speedup: it stands for itself.
    const bool alone = !analysis.prediction && (!analysis.runs() || analysis.runs()->rungs.size() == 1);
    return analysis.plan && analysis.plan->curve && !alone && (analysis.plan->speedup || analysis.prediction);
}

void WhatIfBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    settleBest();
}

bool WhatIfBar::fits(int width) const
{
    return layout()->minimumSize().width() <= width;
}

// What p* is gives way to what is decided.
void WhatIfBar::settleBest()
{
    m_best->setVisible(!isTrying());
    layout()->invalidate();
    if (layout()->sizeHint().width() > width())
        m_best->hide();
}

QString WhatIfBar::speedupText() const
{
    if (!hasAnswer())
        return QStringLiteral("–");
    const Analysis& analysis = m_document.analysis();
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    const std::optional<double> shown = value.shown()   ? value.shown()
                                        : analysis.plan ? analysis.plan->speedup
                                                        : std::nullopt;
    return shown && std::isfinite(*shown) ? timesText(*shown) : QStringLiteral("–");
}

QString WhatIfBar::timeAndCostText() const
{
    const Analysis& analysis = m_document.analysis();
    QStringList parts;
    const RunAtP run = runAtP(m_document.project(), analysis, analysis.planP);
    if (run.timeS && std::isfinite(*run.timeS))
        parts << amount(*run.timeS, Dimension::Time);
    if (run.costUsd && std::isfinite(*run.costUsd))
        parts << amount(*run.costUsd, Dimension::Money);
    if (run.ofAStep && !parts.isEmpty())
        parts.last() = tr("%1 a step").arg(parts.last());
    return parts.join(QStringLiteral("   "));
}

void WhatIfBar::refresh()
{
    for (const Field& each : m_fields)
        if (!each.edit->hasFocus() || !each.edit->isTouched())
            each.show();
    const Analysis& analysis = m_document.analysis();
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    const bool measured = value.measured && !value.assumed;
    m_dot->mark(m_secret || !hasAnswer() ? std::nullopt : std::optional(measured ? Origin::Measured : Origin::Assumed),
                m_secret || !hasAnswer() ? QString() : qt(valueMark(value)));
    m_speedup->setText(m_secret ? QString() : speedupText());
    m_rest->setText(m_secret ? QString() : timeAndCostText());
    settleBest();
    m_was->setVisible(isTrying());
    m_keep->setVisible(isTrying());
    const bool tells = isTrying() && !m_secret;
    m_was->setText(tells ? tr("was %1 ↺").arg(m_before->speedup) : QString());
    m_was->setAccessibleName(tells ? tr("back to what it was: %1, %2").arg(m_before->speedup, m_before->timeAndCost)
                                   : tr("back to what it was"));
}

void WhatIfBar::keepSecret(bool secret)
{
    if (std::exchange(m_secret, secret) == secret)
        return;
    refresh();
    say(m_said);
}

void WhatIfBar::say(const StripText& says)
{
    m_said = says;
    const StripText text = m_secret ? StripText{} : says;
    const bool wrong = !text.design.isEmpty() || text.goalState == StripText::Goal::Missed;
    const QString ask = askText(text);
    m_ask->setText(ask);
    m_ask->setAccessibleName(ask.isEmpty() ? tr("what a goal waits for") : ask);
    m_ask->setVisible(!ask.isEmpty());
    m_state->setText(!ask.isEmpty()                                 ? QString()
                     : !text.design.isEmpty()                       ? tr("cannot work")
                     : text.goalState == StripText::Goal::Missed    ? tr("misses a goal")
                     : text.goalState == StripText::Goal::Met       ? tr("meets the goals")
                     : text.goalState == StripText::Goal::Unchecked ? tr("%1 open").arg(text.openGoals)
                                                                    : text.plan.section(QStringLiteral(", "), 1));
    m_state->setRole(wrong ? Role::Ink : Role::Soft);
    m_state->setBold(wrong);
    for (QWidget* each : std::initializer_list<QWidget*>{m_speedup, m_rest, m_state, m_ask})
        each->setToolTip(text.sentence());
    m_best->setText(text.fastest.section(QLatin1Char(','), 0, 0));
    m_best->setToolTip(text.sentence());
    setAccessibleDescription(text.sentence());
    settleBest();
}

void WhatIfBar::commit(Field& field)
{
    if (!field.edit->isTouched()) {
        field.show();
        say(m_said);
        return;
    }
    Result<Project> after = field.changed(field.edit->text().trimmed());
    if (!after) {
        const Problem& problem = after.error().problems.front();
        const QString text = problem.expected.empty()
                                 ? qt(problem.message)
                                 : tr("%1; expected %2").arg(qt(problem.message), qt(problem.expected));
        field.edit->setBad(true);
        field.edit->setToolTip(text);
        m_ask->hide();
        m_state->setText(text);  // until something else is said
        m_state->setRole(Role::Ink);
        return;
    }
    field.edit->setToolTip(field.edit->accessibleName());
    apply(field.label->text(), *std::move(after));
    field.show();
    say(m_said);
}

void WhatIfBar::step(int by)
{
    Project after = m_document.project();
    after.plan.p = std::clamp(m_document.analysis().planP + by, 1, m_document.pMax());
    apply(tr("plan p"), std::move(after));
}

void WhatIfBar::apply(const QString& text, Project after)
{
    if (after == m_document.project())
        return;
    if (!m_before)
        m_before = Before{m_document.snapshot(), speedupText(), timeAndCostText()};
    m_applying = true;
    m_document.edit(tr("what if: %1").arg(text), std::move(after));
    m_applying = false;
    if (m_before && m_document.project() == *m_before->project)
        m_before.reset();
    refresh();
}

void WhatIfBar::takeBack()
{
    if (!m_before)
        return;
    Project before = *m_before->project;
    m_before.reset();
    m_document.edit(tr("back from what-if"), std::move(before));
}

void WhatIfBar::keepAsVariant()
{
    if (!m_before)
        return;
    const Project& tried = m_document.project();
    // What was before keeps its name; what was tried is shown under the next free one.
    Result<Project> both = withVariantAdded(*m_before->project, freeVariantName(*m_before->project));
    if (!both)
        return;
    both->target = tried.target;
    both->goal = tried.goal;
    both->design = tried.design;
    both->plan = tried.plan;
    m_before.reset();
    m_document.edit(tr("keep the what-if as a variant"), *std::move(both));
}

ValueField& WhatIfBar::field(const QString& name) const
{
    return *std::find_if(m_fields.begin(), m_fields.end(), [&](const Field& each) { return each.name == name; })->edit;
}

QString WhatIfBar::answer() const
{
    return (m_speedup->text() + QStringLiteral("   ") + m_rest->text()).trimmed();
}

QString WhatIfBar::state() const
{
    return m_ask->isVisibleTo(this) ? m_ask->text() : m_state->text();
}

QString WhatIfBar::before() const
{
    return m_was->isVisibleTo(this) ? m_was->text() : QString();
}

void WhatIfBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Role::Card));
    painter.fillRect(QRect(0, 0, width(), 1), Theme::instance().color(Role::Hairline));
}

void WhatIfBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && isTrying()) {
        takeBack();
        return;
    }
    QWidget::keyPressEvent(event);
}

}  // namespace scalewright::ui
