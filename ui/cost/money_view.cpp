// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cost/money_view.h"

#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/claim/value_at_p.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/render.h"
#include "core/project/document/project.h"
#include "ui/charts/plan_marker.h"
#include "ui/charts/word_table.h"
#include "ui/controls/bind_quantity.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/field_grid.h"
#include "ui/cost/hour_bar.h"
#include "ui/cost/money_chart.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double keyStepFactor = 1.258925;  // a tenth of a decade

}  // namespace

MoneyView::MoneyView(Document& document, QWidget* parent)
    : DocumentView(document, parent), m_costAnalysis(fail(ErrorCode::Input, ""))
{
    m_column = createBox<QVBoxLayout>(this, Theme::spacing(3));

    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_costFigure = new Figure(m_chart, this);
    m_chart->setTableSource([this] { return m_costAnalysis ? moneyTable(*m_costAnalysis) : Table{}; });
    m_planMarker = new PlanMarkerController(document, this);
    connect(m_chart, &Chart::handleDragged, this, &MoneyView::dragHandle);
    connect(m_chart, &Chart::markerStepped, this, &MoneyView::stepHandle);
    m_predictedButton = createToggleButton(tr("Predicted"), m_costFigure);
    m_measuredButton = createToggleButton(tr("Measured"), m_costFigure);
    for (QPushButton* word : {m_predictedButton, m_measuredButton})
        m_costFigure->addTitleButton(word);
    connect(m_predictedButton, &QPushButton::clicked, this, [this] { chooseCurve(CurveKind::Predicted); });
    connect(m_measuredButton, &QPushButton::clicked, this, [this] { chooseCurve(CurveKind::Measured); });

    m_hourBar = new HourBar;
    m_hourFigure = new Figure(m_hourBar, m_hourBar, this);
    connect(m_hourBar, &HourBar::valueDragged, this,
            [this](double value, EditPhase phase) { dragField(fieldOf(&Goal::hourValueUsd), value, phase); });
    m_regimeTable = new TextTable;
    m_regimeFigure = new Figure(m_regimeTable, m_regimeTable, this);
    m_marginalTable = new TextTable;
    m_marginalFigure = new Figure(m_marginalTable, m_marginalTable, this);

    m_hourFigure->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* right = createBox<QVBoxLayout>(nullptr, Theme::spacing(3), {m_hourFigure, m_marginalFigure, Stretch{}});
    m_regimeFold = new CollapsibleDetails(tr("on demand, spot, owned"), this, tr("Regimes"));
    m_regimeFold->contentLayout().addWidget(m_regimeFigure);
    m_regimeFold->setText({});
    m_usesFold = new CollapsibleDetails(tr("a nightly job, an interactive service"), this, tr("Two uses"));
    m_usesFold->contentLayout().addWidget(buildUsesCard());
    m_usesFold->setText({});
    m_upperRow = createFlexibleRow(Theme::spacing(3), {{m_costFigure, 58}, {right, 42}});
    addItems(*m_column, {{m_upperRow, 100}, buildSliders()});
    for (CollapsibleDetails* fold : {m_regimeFold, m_usesFold}) {
        m_column->addWidget(fold);
        connect(fold, &CollapsibleDetails::toggled, fold, &QWidget::setVisible);
    }
    m_column->addStretch(1);
    initializeView();
}

Card* MoneyView::buildUsesCard()
{
    auto* card = new Card(this);
    auto* column = createBox<QVBoxLayout>(
        card, Theme::spacing(1),
        {new Text(tr("The same curve, two uses"), TextStyle::CardTitle, ColorRole::Ink, true, card)},
        Theme::margins(4, 3, 4, 4));
    const auto block = [&](const QString& title, Text*& first, Text*& detail) {
        column->addSpacing(Theme::spacing(1));
        column->addWidget(new Text(title, TextStyle::Label, ColorRole::SoftInk, false, card));
        first = createParagraph(TextStyle::Body, ColorRole::Ink, card, true);
        detail = createParagraph(TextStyle::Label, ColorRole::Ink, card);
        addItems(*column, {first, detail});
    };
    block(tr("A nightly batch job: cost matters, waiting does not"), m_nightly, m_nightlyDetail);
    block(tr("An interactive service: speed matters"), m_interactive, m_interactiveDetail);
    column->addSpacing(Theme::spacing(1));
    m_priceNote = createParagraph(TextStyle::Label, ColorRole::SoftInk, card);
    addItems(*column, {m_priceNote, Stretch{}});
    return card;
}

QWidget* MoneyView::buildSliders()
{
    auto* card = new Card(this);
    m_fieldGrid = new FieldGrid(
        document(), {{fieldOf(&Target::priceUsdPerHour)}, {fieldOf(&Goal::hourValueUsd)}, {fieldOf(&Goal::deadlineS)}},
        card);
    m_moreButton = createDisclosureButton(tr("More"), card);
    m_moreFieldGrid = new FieldGrid(document(),
                                    {{fieldOf(&Target::spotPriceShare)},
                                     {fieldOf(&Target::spotMtbfS)},
                                     {fieldOf(&FaultTolerance::checkpointS)},
                                     {fieldOf(&FaultTolerance::restartS)},
                                     {fieldOf(&Goal::runsPerMonth)},
                                     {fieldOf(&Target::purchaseUsd)},
                                     {fieldOf(&Target::lifetimeS)},
                                     {fieldOf(&Target::utilisation)},
                                     {fieldOf(&Target::electricityUsdPerKwh)},
                                     {fieldOf(&Goal::budgetUsd)}},
                                    card);
    m_moreFieldGrid->hide();
    connect(m_moreButton, &QPushButton::toggled, m_moreFieldGrid, &QWidget::setVisible);
    createBox<QVBoxLayout>(
        card, Theme::spacing(2),
        {m_fieldGrid, createButtonRow({m_moreButton, m_regimeFold->button(), m_usesFold->button()}), m_moreFieldGrid},
        Theme::margins(5, 3, 5, 3));
    return card;
}

void MoneyView::layOut()
{
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    setSideBySide(*m_upperRow, wide);
    const int columns = std::clamp(static_cast<int>(width() / (230 * type)), 1, 4);
    m_fieldGrid->layOut(std::min(columns, 3));
    m_moreFieldGrid->layOut(columns);
    m_costFigure->setMinimumHeight(static_cast<int>(170 + 110 * type));
}

void MoneyView::setLecture(bool lecture)
{
    m_lectureMode = lecture;
    if (lecture)
        m_moreButton->setChecked(false);
    for (QWidget* button : {m_moreButton, m_regimeFold->button(), m_usesFold->button()})
        button->setVisible(!lecture);
    layOut();
    refresh();
}

void MoneyView::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    const CurveKind curve = shownCurveKind(project, analysis).value_or(CurveKind::Predicted);
    m_costAnalysis = analyseTimeAndCost(project, analysis, analysis.ladderOfRuns(), curve);
    m_predictedButton->setChecked(curve == CurveKind::Predicted);
    m_measuredButton->setChecked(curve == CurveKind::Measured);
    for (QPushButton* word : {m_predictedButton, m_measuredButton})
        word->setVisible(analysis.prediction && analysis.ladderOfRuns());
    m_fieldGrid->refresh();
    m_moreFieldGrid->refresh();
    for (const FieldInfo* field : {&fieldOf(&Goal::hourValueUsd), &fieldOf(&Goal::deadlineS)})
        if (QPushButton* unset = m_fieldGrid->unsetButton(QString::fromLatin1(field->jsonPointer));
            unset && m_lectureMode)
            unset->hide();  // a lecture has room for the sliders only
    QString emptyText;
    m_costFigure->show();
    if (!m_costAnalysis) {
        // Missing fields are listed at the top, as links; errors are shown here.
        const std::vector<MissingField> missing = missingForCost(project, analysis);
        m_costFigure->setVisible(missing.empty());
        const Problem& problem = m_costAnalysis.error().problems.front();
        emptyText = missing.empty()
                        ? tr("%1: %2").arg(sentenceCase(toQString(problem.message)), toQString(problem.expected))
                        : toQString(neededFieldsText(missing));
        ChartSpec empty;
        empty.emptyText = emptyText;
        m_chart->setSpec(std::move(empty));
        m_chart->setTexts({.title = tr("Time against cost"), .caption = {}, .summary = emptyText});
    } else {
        m_chart->setSpec(moneyChart(project, analysis, *m_costAnalysis, m_draggedHandleS));
        m_chart->setTexts(moneyTexts(project, analysis, *m_costAnalysis));
        if (m_costAnalysis->tradeOff.bestRanges.empty())
            emptyText = analysis.plan                      ? sentenceCase(toQString(analysis.plan->reason))
                        : analysis.claim.whyNoPlan.empty() ? tr("No p meets the goals.")
                                                           : tr("No p is feasible.");
    }
    m_costFigure->refreshTable();
    const bool answers = m_costAnalysis && !m_costAnalysis->tradeOff.bestRanges.empty();
    m_hourBar->setCostAnalysis(m_costAnalysis ? std::optional(*m_costAnalysis) : std::nullopt, emptyText,
                               analysis.plannedP());
    m_hourFigure->refresh();
    for (Figure* figure : {m_hourFigure, m_marginalFigure})
        figure->setVisible(m_costAnalysis.has_value());
    m_upperRow->setStretch(1, m_costAnalysis ? 42 : 0);
    m_column->setStretchFactor(m_upperRow, m_costFigure->isHidden() ? 0 : 100);
    for (CollapsibleDetails* fold : {m_regimeFold, m_usesFold}) {
        fold->button()->setVisible(m_costAnalysis && !m_lectureMode);
        fold->setVisible(m_costAnalysis && fold->isOpen());
    }
    if (m_costAnalysis) {
        m_regimeTable->setContent(
            {.title = tr("The same runs under another regime"),
             .caption = captionForCurve(m_costAnalysis->curveKind,
                                        sentenceCase(toQString(preemptionNote(project, m_costAnalysis->isSingleStep))),
                                        m_costAnalysis->isAssumed, m_costAnalysis->measuredAt),
             .summary = toQString(m_costAnalysis->priceNote)},
            regimeTableContent(*m_costAnalysis));
        m_marginalTable->setContent({.title = tr("Each step"),
                                     .caption = captionForCurve(m_costAnalysis->curveKind, {},
                                                                m_costAnalysis->isAssumed, m_costAnalysis->measuredAt),
                                     .summary = toQString(m_costAnalysis->cost.tradeOffText)},
                                    marginalTableContent(*m_costAnalysis, analysis.plannedP()));
        m_regimeFigure->refresh();
        m_marginalFigure->refresh();
    }
    const auto use = [&](const std::optional<PurposeAdvice>& advice, Text* first, Text* detail) {
        first->setText(advice ? toQString(advice->summary) + QLatin1Char('.') : emptyText);
        detail->showText(
            advice ? QStringLiteral("%1 %2").arg(toQString(advice->downside), toQString(advice->changeCondition))
                   : QString());
    };
    use(m_costAnalysis ? m_costAnalysis->nightlyAdvice : std::nullopt, m_nightly, m_nightlyDetail);
    use(m_costAnalysis ? m_costAnalysis->interactiveAdvice : std::nullopt, m_interactive, m_interactiveDetail);
    m_priceNote->setText(m_costAnalysis ? toQString(m_costAnalysis->priceNote) : QString());
    const auto consequence = [&](const FieldInfo& field, const QString& text) {
        for (FieldGrid* grid : {m_fieldGrid, m_moreFieldGrid})
            grid->setConsequence(field, text);
    };
    const HourValueRange* bestRange =
        answers ? m_costAnalysis->tradeOff.bestRangeAt(m_costAnalysis->hourValueUsd.value_or(0)) : nullptr;
    const TimeCostPoint* planPoint =
        bestRange ? m_costAnalysis->tradeOff.findPoint(analysis.plannedP().value_or(bestRange->p)) : nullptr;
    const auto next =
        bestRange
            ? std::find_if(m_costAnalysis->tradeOff.bestRanges.begin(), m_costAnalysis->tradeOff.bestRanges.end(),
                           [&](const HourValueRange& each) { return each.fromUsdPerHour > bestRange->fromUsdPerHour; })
            : std::vector<HourValueRange>::const_iterator();
    consequence(
        fieldOf(&Goal::hourValueUsd),
        bestRange && bestRange->toUsdPerHour
            ? tr("at %1 and above: p %2").arg(amountWithUnit(*bestRange->toUsdPerHour, Dimension::Money)).arg(next->p)
            : QString());
    consequence(fieldOf(&Target::spotPriceShare),
                answers && m_costAnalysis->forRegime(PricingRegime::Spot).bestP
                    ? tr("best on spot: p %1").arg(*m_costAnalysis->forRegime(PricingRegime::Spot).bestP)
                    : QString());
    const MaybeQuantity& runs = project.goal.runsPerMonth;
    consequence(fieldOf(&Goal::runsPerMonth),
                planPoint && runs && !m_costAnalysis->isSingleStep
                    ? tr("%1 a month at p %2")
                          .arg(amountWithUnit(planPoint->costUsd * runs->value, Dimension::Money))
                          .arg(planPoint->p)
                    : QString());
}

QString MoneyView::basis() const
{
    if (!m_costAnalysis)
        return {};
    const Analysis& analysis = document().analysis();
    QString text = costBasisText(analysis, *m_costAnalysis);
    if (const std::optional<Clarity> clarity = decision().confidence.clarity)
        text += QStringLiteral(" · %1").arg(QString::fromLatin1(nameOf(*clarity)));
    if (m_curveChoice &&
        m_curveChoice->curve == shownCurveKind(document().project(), analysis).value_or(CurveKind::Predicted) &&
        analysis.plannedP() && *analysis.plannedP() != m_curveChoice->previousP)
        text += tr(" · this curve now decides: plan p changed from %1 to %2 (Ctrl+Z undoes it)")
                    .arg(m_curveChoice->previousP)
                    .arg(*analysis.plannedP());
    return text;
}

Answer MoneyView::decision() const
{
    return decisionAnswer(document().project(), document().analysis(),
                          m_costAnalysis ? &m_costAnalysis->tradeOff : nullptr);
}

QString MoneyView::answerText() const
{
    if (!m_costAnalysis && !document().analysis().claim.served)
        return {};
    const Answer decided = decision();
    return toQString(headlineWithReason(decided.headline, decided.because));
}

void MoneyView::chooseCurve(CurveKind curve)
{
    if (curve != shownCurveKind(document().project(), document().analysis()).value_or(CurveKind::Predicted) &&
        document().analysis().plannedP())
        m_curveChoice = CurveChoice{curve, *document().analysis().plannedP()};
    document().applyChange(tr("the curve that decides"), [&](Project& after) { after.plan.curve = curve; });
    refresh();
}

void MoneyView::dragField(const FieldInfo& field, double value, EditPhase phase)
{
    if (phase == EditPhase::Begin)
        m_gestureId = document().beginGesture();
    else
        static_cast<void>(editField(document(), field, typed(value), m_gestureId));
    if (phase == EditPhase::End) {
        m_gestureId = 0;
        document().endGesture();
    }
}

void MoneyView::dragHandle(const QString& id, double x, double y, EditPhase phase)
{
    if (!m_costAnalysis)
        return;
    if (id == QLatin1String(hourHandleId)) {
        m_draggedHandleS = phase == EditPhase::End ? std::nullopt : std::optional(x);
        const std::optional<double> value = hourValueThroughPoint(m_costAnalysis->tradeOff, x, y);
        dragField(fieldOf(&Goal::hourValueUsd),
                  value ? std::stod(significantText(*value, 3)) : m_costAnalysis->hourValueUsd.value_or(0), phase);
        if (phase == EditPhase::End)
            refresh();
    } else if (id == QLatin1String(deadlineHandleId)) {
        dragField(fieldOf(&Goal::deadlineS), std::stod(significantText(x, 3)), phase);
    } else if (id == QLatin1String(planHandleId)) {
        // Choose the marked point nearest on screen.
        const QPointF dragPosition = m_chart->toPixel(x, y);
        const TimeCostPoint* nearest = nullptr;
        double shortestDistance = 0;
        for (const TimeCostPoint& point : m_costAnalysis->tradeOff.points) {
            const double distance = QLineF(m_chart->toPixel(point.timeS, point.costUsd), dragPosition).length();
            if (!nearest || distance < shortestDistance) {
                nearest = &point;
                shortestDistance = distance;
            }
        }
        m_planMarker->movePlan(nearest->p, phase);
    }
}

void MoneyView::stepHandle(const QString& id, MarkerStep step)
{
    if (!m_costAnalysis)
        return;
    const bool increases = step == MarkerStep::Next || step == MarkerStep::PageNext;
    const bool page = step == MarkerStep::PageNext || step == MarkerStep::PagePrevious;
    const bool end = step == MarkerStep::First || step == MarkerStep::Last;
    const auto scaled = [&](double value) {
        return std::stod(significantText(value * std::pow(keyStepFactor, (page ? 5 : 1) * (increases ? 1 : -1)), 3));
    };
    if (id == QLatin1String(hourHandleId)) {
        const auto& ranges = m_costAnalysis->tradeOff.bestRanges;
        const double first = !ranges.empty() && ranges.front().toUsdPerHour ? *ranges.front().toUsdPerHour : 1;
        const double hourValue = m_costAnalysis->hourValueUsd.value_or(0);
        const double value = end ? (step == MarkerStep::First || ranges.empty() ? 0 : 2 * ranges.back().fromUsdPerHour)
                             : hourValue > 0 ? scaled(hourValue)
                             : increases     ? first / 2
                                             : 0;
        static_cast<void>(editField(document(), fieldOf(&Goal::hourValueUsd), typed(value)));
    } else if (id == QLatin1String(deadlineHandleId) && document().project().goal.deadlineS && !end) {
        static_cast<void>(editField(document(), fieldOf(&Goal::deadlineS),
                                    typed(scaled(document().project().goal.deadlineS->value))));
    } else if (id == QLatin1String(planHandleId)) {
        const auto& points = m_costAnalysis->tradeOff.points;
        const int plan = document().analysis().planP;
        auto planPoint =
            std::find_if(points.begin(), points.end(), [plan](const TimeCostPoint& each) { return each.p >= plan; });
        if (end)
            planPoint = step == MarkerStep::First ? points.begin() : std::prev(points.end());
        else if (increases && planPoint != points.end() && std::next(planPoint) != points.end())
            ++planPoint;
        else if (!increases && planPoint != points.begin())
            --planPoint;
        if (planPoint != points.end())
            m_planMarker->movePlan(planPoint->p, EditPhase::End);
    }
}

bool MoneyView::hasField(const QString& pointer) const
{
    return m_fieldGrid->hasField(pointer) || m_moreFieldGrid->hasField(pointer);
}

bool MoneyView::focusField(const QString& pointer)
{
    if (m_fieldGrid->hasField(pointer))
        return m_fieldGrid->focusOn(pointer);
    m_moreButton->setChecked(true);
    return m_moreFieldGrid->focusOn(pointer);
}

std::vector<ExportableFigure> MoneyView::exportables()
{
    if (!m_costAnalysis)
        return {};
    return {{QStringLiteral("plane"), m_chart},
            {QStringLiteral("hour"), m_hourBar},
            {QStringLiteral("regimes"), m_regimeTable},
            {QStringLiteral("marginal"), m_marginalTable}};
}

std::vector<PaletteItem> MoneyView::paletteItems()
{
    std::vector<PaletteItem> items = m_fieldGrid->paletteItems();
    appendItems(items, m_moreFieldGrid->paletteItems([this] { m_moreButton->setChecked(true); }));
    if (!m_predictedButton->isHidden())
        appendItems(items,
                    {actionItem(tr("Cost from the prediction"), [this] { chooseCurve(CurveKind::Predicted); }),
                     actionItem(tr("Cost from the measured ladder"), [this] { chooseCurve(CurveKind::Measured); })});
    return items;
}

}  // namespace scalewright::ui
