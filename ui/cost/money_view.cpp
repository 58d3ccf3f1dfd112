#include "ui/cost/money_view.h"

#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/render.h"
#include "core/project/document/project.h"
#include "ui/charts/plan_marker.h"
#include "ui/charts/word_table.h"
#include "ui/controls/bind_quantity.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/why.h"
#include "ui/cost/hour_bar.h"
#include "ui/cost/money_chart.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double keyStep = 1.258925;  // a tenth of a decade

}  // namespace

MoneyView::MoneyView(Document& document, QWidget* parent)
    : DocumentView(document, parent), m_worth(fail(ErrorCode::Input, ""))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(3));

    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_plane = new Figure(m_chart, this);
    m_chart->setTable([this] { return m_worth ? moneyTable(*m_worth) : Table{}; });
    m_plan = new PlanMarker(document, this);
    connect(m_chart, &Chart::handleDragged, this, &MoneyView::dragHandle);
    connect(m_chart, &Chart::markerStepped, this, &MoneyView::stepHandle);
    m_predicted = quietButton(tr("Predicted"), m_plane);
    m_measured = quietButton(tr("Measured"), m_plane);
    for (QPushButton* word : {m_predicted, m_measured}) {
        word->setCheckable(true);
        m_plane->addWord(word);
    }
    connect(m_predicted, &QPushButton::clicked, this, [this] { choose(CurveKind::Predicted); });
    connect(m_measured, &QPushButton::clicked, this, [this] { choose(CurveKind::Measured); });

    m_bar = new HourBar;
    m_hours = new Figure(m_bar, m_bar, this);
    connect(m_bar, &HourBar::valueDragged, this, &MoneyView::setHourValue);
    m_regimes = new WordTable;
    m_regimeFigure = new Figure(m_regimes, m_regimes, this);
    m_marginal = new WordTable;
    m_marginalFigure = new Figure(m_marginal, m_marginal, this);

    auto* right = new QVBoxLayout;
    right->setSpacing(Theme::space(3));
    right->addWidget(m_hours, 0, Qt::AlignTop);
    m_regimeFold = new Why(tr("on demand, spot, owned"), this, tr("Other ways to pay"));
    m_regimeFold->column().addWidget(m_regimeFigure);
    m_regimeFold->setText({});
    right->addWidget(m_regimeFold);
    right->addStretch();
    m_upper = new QBoxLayout(QBoxLayout::LeftToRight);
    m_upper->setSpacing(Theme::space(3));
    m_upper->addWidget(m_plane, 58);
    m_upper->addLayout(right, 42);
    column->addLayout(m_upper, 1);
    column->addWidget(buildSliders());
    m_lower = new QBoxLayout(QBoxLayout::LeftToRight);
    m_lower->setSpacing(Theme::space(3));
    m_lower->addWidget(m_uses = buildUses(), 1);
    m_lower->addWidget(m_marginalFigure, 1);
    column->addLayout(m_lower);
    begin();
}

Card* MoneyView::buildUses()
{
    auto* card = new Card(this);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(1));
    column->addWidget(new Text(tr("The same curve, two uses"), TextStyle::CardTitle, Role::Ink, true, card));
    const auto block = [&](const QString& title, Text*& first, Text*& rest) {
        column->addSpacing(Theme::space(1));
        column->addWidget(new Text(title, TextStyle::Label, Role::Soft, false, card));
        first = new Text(TextStyle::Body, Role::Ink, true, card);
        rest = new Text(TextStyle::Label, Role::Ink, false, card);
        for (Text* text : {first, rest}) {
            text->setWordWrap(true);
            column->addWidget(text);
        }
    };
    block(tr("A nightly batch job: nobody waits, dollars count"), m_nightly, m_nightlyRest);
    block(tr("An interactive service: somebody waits, speed counts"), m_interactive, m_interactiveRest);
    column->addSpacing(Theme::space(1));
    m_price = new Text(TextStyle::Label, Role::Soft, false, card);
    m_price->setWordWrap(true);
    column->addWidget(m_price);
    column->addStretch();
    return card;
}

QWidget* MoneyView::buildSliders()
{
    auto* card = new Card(this);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(Theme::space(5), Theme::space(3), Theme::space(5), Theme::space(3));
    column->setSpacing(Theme::space(2));
    m_grid = new FieldGrid(document(),
                           {{fieldOf(&Target::priceUsdPerHour)},
                            {fieldOf(&Goal::hourValueUsd)},
                            {fieldOf(&Target::spotPriceShare)},
                            {fieldOf(&Goal::deadlineS)}},
                           card);
    column->addWidget(m_grid);
    m_unfold = quietButton(tr("Spot, owned machines, months"), card);
    m_unfold->setCheckable(true);
    column->addLayout(wordsInLine({m_unfold}));
    m_more = new FieldGrid(document(),
                           {{fieldOf(&Target::spotMtbfS)},
                            {fieldOf(&FaultTolerance::checkpointS)},
                            {fieldOf(&FaultTolerance::restartS)},
                            {fieldOf(&Goal::runsPerMonth)},
                            {fieldOf(&Target::purchaseUsd)},
                            {fieldOf(&Target::lifetimeS)},
                            {fieldOf(&Target::utilisation)},
                            {fieldOf(&Target::electricityUsdPerKwh)},
                            {fieldOf(&Goal::budgetUsd)}},
                           card);
    m_more->hide();
    connect(m_unfold, &QPushButton::toggled, m_more, &QWidget::setVisible);
    column->addWidget(m_more);
    return card;
}

void MoneyView::layOut()
{
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    m_upper->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_lower->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int columns = std::clamp(static_cast<int>(width() / (230 * type)), 1, 4);
    m_grid->layOut(columns == 3 ? 2 : columns);
    m_more->layOut(columns);
    m_plane->setMinimumHeight(static_cast<int>(m_lecture ? 170 + 110 * type : 290 + 110 * type));
}

void MoneyView::setLecture(bool lecture)
{
    m_lecture = lecture;
    if (lecture)
        m_unfold->setChecked(false);
    m_unfold->setVisible(!lecture);
    layOut();
    refresh();
}

void MoneyView::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    const CurveKind kind = pricedOn(project, analysis);
    m_worth = worthOf(project, analysis, analysis.runs(), kind);
    m_predicted->setChecked(kind == CurveKind::Predicted);
    m_measured->setChecked(kind == CurveKind::Measured);
    m_predicted->setEnabled(analysis.prediction != nullptr);
    m_measured->setEnabled(analysis.runs() != nullptr);
    m_grid->refresh();
    m_more->refresh();
    QString why;
    if (!m_worth) {
        // What is only missing stands at the top, a link each; what is wrong is said here.
        const std::vector<MissingField> missing = missingForCost(project, analysis);
        const Problem& problem = m_worth.error().problems.front();
        why = missing.empty() ? tr("%1: %2").arg(sentenceCase(qt(problem.message)), qt(problem.expected))
                              : tr("Nothing to price yet: the line at the top says what it takes.");
        ChartSpec empty;
        empty.emptyText = why;
        m_chart->setSpec(std::move(empty));
        m_chart->setTexts({.title = tr("Time against cost"), .caption = {}, .summary = why});
    } else {
        m_chart->setSpec(moneyChart(project, analysis, *m_worth, m_handleS));
        m_chart->setTexts(moneyTexts(project, analysis, *m_worth));
        if (m_worth->choice.ranges.empty())
            why = analysis.plan ? sentenceCase(qt(analysis.plan->why)) : tr("No p meets the goals.");
    }
    m_plane->refreshTable();
    const bool answers = m_worth && !m_worth->choice.ranges.empty();
    m_bar->setWorth(m_worth ? std::optional(*m_worth) : std::nullopt, why, analysis.plannedP());
    m_hours->refresh();
    for (QWidget* each : {static_cast<QWidget*>(m_hours), static_cast<QWidget*>(m_regimeFold),
                          static_cast<QWidget*>(m_marginalFigure), static_cast<QWidget*>(m_uses)})
        each->setVisible(m_worth.has_value());
    if (m_lecture)
        for (QWidget* each : {static_cast<QWidget*>(m_marginalFigure), static_cast<QWidget*>(m_uses)})
            each->hide();
    if (m_worth) {
        m_regimes->setContent(
            {.title = tr("The same runs under another regime"),
             .caption =
                 ofCurve(m_worth->curve, sentenceCase(qt(preemptionNote(project, m_worth->ofAStep))), m_worth->assumed),
             .summary = qt(m_worth->price)},
            regimeContent(*m_worth));
        m_marginal->setContent({.title = tr("Speedup bought by the next dollar"),
                                .caption = ofCurve(m_worth->curve, {}, m_worth->assumed),
                                .summary = qt(m_worth->cost.exchange)},
                               marginalContent(*m_worth));
        m_regimeFigure->refresh();
        m_marginalFigure->refresh();
    }
    const auto use = [&](const std::optional<UseAdvice>& advice, Text* first, Text* rest) {
        first->setText(advice ? qt(advice->sentence) + QLatin1Char('.') : why);
        rest->setText(advice ? QStringLiteral("%1 %2").arg(qt(advice->givesUp), qt(advice->wouldChange)) : QString());
        rest->setVisible(advice.has_value());
    };
    use(m_worth ? m_worth->nightly : std::nullopt, m_nightly, m_nightlyRest);
    use(m_worth ? m_worth->interactive : std::nullopt, m_interactive, m_interactiveRest);
    m_price->setText(m_worth ? qt(m_worth->price) : QString());
    const auto consequence = [&](const FieldInfo& field, const QString& text) {
        for (FieldGrid* grid : {m_grid, m_more})
            if (QuantityEdit* edit = grid->edit(QString::fromLatin1(field.pointer)))
                edit->setConsequence(text);
    };
    const RightRange* right = answers ? m_worth->choice.rightAt(m_worth->hourValueUsd.value_or(0)) : nullptr;
    const MoneyPoint* at = right ? m_worth->choice.at(analysis.plannedP().value_or(right->p)) : nullptr;
    const auto next =
        right ? std::find_if(m_worth->choice.ranges.begin(), m_worth->choice.ranges.end(),
                             [&](const RightRange& each) { return each.fromUsdPerHour > right->fromUsdPerHour; })
              : std::vector<RightRange>::const_iterator();
    consequence(fieldOf(&Goal::hourValueUsd),
                right && right->toUsdPerHour
                    ? tr("from %1 on: p %2").arg(amount(*right->toUsdPerHour, Dimension::Money)).arg(next->p)
                    : QString());
    consequence(fieldOf(&Target::spotPriceShare),
                answers && m_worth->under(Regime::Spot).rightP
                    ? tr("best on spot: p %1").arg(*m_worth->under(Regime::Spot).rightP)
                    : QString());
    const MaybeQuantity& runs = project.goal.runsPerMonth;
    consequence(fieldOf(&Goal::runsPerMonth),
                at && runs && !m_worth->ofAStep
                    ? tr("%1 a month at p %2").arg(amount(at->costUsd * runs->value, Dimension::Money)).arg(at->p)
                    : QString());
}

QString MoneyView::basis() const
{
    if (!m_worth)
        return {};
    const Analysis& analysis = document().analysis();
    QString text = moneyBasis(analysis, *m_worth);
    if (m_chosen && m_chosen->kind == pricedOn(document().project(), analysis) && analysis.plannedP() &&
        *analysis.plannedP() != m_chosen->before)
        text += tr(" · this curve decides now: plan p was %1 and is %2 (Ctrl+Z takes it back)")
                    .arg(m_chosen->before)
                    .arg(*analysis.plannedP());
    return text;
}

QString MoneyView::answer() const
{
    if (!m_worth)
        return {};
    const Answer decided = decisionAnswer(document().project(), document().analysis(), &m_worth->choice);
    return qt(lineText(decided.headline, decided.because));
}

void MoneyView::choose(CurveKind kind)
{
    if (kind != pricedOn(document().project(), document().analysis()) && document().analysis().plannedP())
        m_chosen = Chosen{kind, *document().analysis().plannedP()};
    Project after = document().project();
    after.plan.curve = kind;
    document().edit(tr("the curve that decides"), std::move(after));
    refresh();
}

void MoneyView::setHourValue(double usdPerHour, EditPhase phase)
{
    if (phase == EditPhase::Begin)
        m_gesture = document().beginGesture();
    else
        static_cast<void>(editField(document(), fieldOf(&Goal::hourValueUsd), typed(usdPerHour), m_gesture));
    if (phase == EditPhase::End) {
        m_gesture = 0;
        document().endGesture();
    }
}

void MoneyView::dragHandle(const QString& id, double x, double y, EditPhase phase)
{
    if (!m_worth)
        return;
    if (id == QLatin1String(hourHandle)) {
        m_handleS = phase == EditPhase::End ? std::nullopt : std::optional(x);
        const std::optional<double> value = hourValueThrough(m_worth->choice, x, y);
        setHourValue(value ? std::stod(significant(*value, 3)) : m_worth->hourValueUsd.value_or(0), phase);
        if (phase == EditPhase::End)
            refresh();
    } else if (id == QLatin1String(deadlineHandle)) {
        if (phase == EditPhase::Begin)
            m_gesture = document().beginGesture();
        else if (x > 0)
            static_cast<void>(
                editField(document(), fieldOf(&Goal::deadlineS), typed(std::stod(significant(x, 3))), m_gesture));
        if (phase == EditPhase::End) {
            m_gesture = 0;
            document().endGesture();
        }
    } else if (id == QLatin1String(planHandle)) {
        // The nearest marked point, in the plane as it is seen.
        const QPointF at = m_chart->toPixel(x, y);
        const MoneyPoint* nearest = nullptr;
        double least = 0;
        for (const MoneyPoint& point : m_worth->choice.points) {
            const double distance = QLineF(m_chart->toPixel(point.timeS, point.costUsd), at).length();
            if (!nearest || distance < least) {
                nearest = &point;
                least = distance;
            }
        }
        m_plan->move(nearest->p, phase);
    }
}

void MoneyView::stepHandle(const QString& id, MarkerStep step)
{
    if (!m_worth)
        return;
    const bool up = step == MarkerStep::Next || step == MarkerStep::PageNext;
    const bool page = step == MarkerStep::PageNext || step == MarkerStep::PagePrevious;
    const bool end = step == MarkerStep::First || step == MarkerStep::Last;
    const auto scaled = [&](double value) {
        return std::stod(significant(value * std::pow(keyStep, (page ? 5 : 1) * (up ? 1 : -1)), 3));
    };
    if (id == QLatin1String(hourHandle)) {
        const auto& ranges = m_worth->choice.ranges;
        const double first = !ranges.empty() && ranges.front().toUsdPerHour ? *ranges.front().toUsdPerHour : 1;
        const double now = m_worth->hourValueUsd.value_or(0);
        const double value = end ? (step == MarkerStep::First || ranges.empty() ? 0 : 2 * ranges.back().fromUsdPerHour)
                             : now > 0 ? scaled(now)
                             : up      ? first / 2
                                       : 0;
        static_cast<void>(editField(document(), fieldOf(&Goal::hourValueUsd), typed(value)));
    } else if (id == QLatin1String(deadlineHandle) && document().project().goal.deadlineS && !end) {
        static_cast<void>(editField(document(), fieldOf(&Goal::deadlineS),
                                    typed(scaled(document().project().goal.deadlineS->value))));
    } else if (id == QLatin1String(planHandle)) {
        const auto& points = m_worth->choice.points;
        const int plan = document().analysis().planP;
        auto at = std::find_if(points.begin(), points.end(), [plan](const MoneyPoint& each) { return each.p >= plan; });
        if (end)
            at = step == MarkerStep::First ? points.begin() : std::prev(points.end());
        else if (up && at != points.end() && std::next(at) != points.end())
            ++at;
        else if (!up && at != points.begin())
            --at;
        if (at != points.end())
            m_plan->move(at->p, EditPhase::End);
    }
}

bool MoneyView::hasField(const QString& pointer) const
{
    return m_grid->has(pointer) || m_more->has(pointer);
}

bool MoneyView::focusField(const QString& pointer)
{
    if (m_grid->has(pointer))
        return m_grid->focus(pointer);
    m_unfold->setChecked(true);
    return m_more->focus(pointer);
}

std::vector<Exportable> MoneyView::exportables()
{
    if (!m_worth)
        return {};
    return {{QStringLiteral("plane"), m_chart},
            {QStringLiteral("hour"), m_bar},
            {QStringLiteral("regimes"), m_regimes},
            {QStringLiteral("marginal"), m_marginal}};
}

std::vector<PaletteItem> MoneyView::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems();
    for (PaletteItem& item : m_more->paletteItems([this] { m_unfold->setChecked(true); }))
        items.push_back(std::move(item));
    if (m_predicted->isEnabled() && m_measured->isEnabled()) {
        items.push_back({PaletteItem::Kind::Action, tr("Cost from the prediction"), QString(),
                         [this] { choose(CurveKind::Predicted); }});
        items.push_back({PaletteItem::Kind::Action, tr("Cost from the measured ladder"), QString(),
                         [this] { choose(CurveKind::Measured); }});
    }
    return items;
}

}  // namespace scalewright::ui
