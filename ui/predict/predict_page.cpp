// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/predict/predict_page.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/claim/value_at_p.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/design/slots/substitute_patterns.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/pattern.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/render.h"
#include "core/output/answers/story.h"
#include "core/project/document/project.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/bind_quantity.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/freeze.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/variant_bar.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/predict/curve_thumbnail.h"
#include "ui/predict/pattern_details.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QString betaProvenance(const Project& project)
{
    const MaybeQuantity& message = project.design.communication.messageBytes;
    const MaybeQuantity& bandwidth = project.target.bandwidthBytesPerS;
    if (!message || !bandwidth)
        return {};
    return PredictPage::tr("%1 over %2 · %3")
        .arg(shortAmountText(message->value, Dimension::Bytes), shortAmountText(bandwidth->value, Dimension::Bandwidth),
             originText(bandwidth->provenance.origin));
}

QString timesTenText(const Analysis& analysis, const char* parameter, bool hidden)
{
    if (hidden)  // a placeholder of the same kind, so that nothing moves when the curve is revealed
        return PredictPage::tr("×10: p* ?");
    for (const Sensitivity& each : analysis.sensitivity)
        if (!each.isZero && QLatin1String(each.parameter) == QLatin1String(parameter))
            return (each.timesTenAtLimit ? PredictPage::tr("×10: p* above %1") : PredictPage::tr("×10: p* %1"))
                .arg(each.pStarTimesTen);
    return {};
}

}  // namespace

PredictPage::PredictPage(Document& document, QWidget* parent)
    : Page(document, tr("How far does this design scale?"), parent)
{
    headingRow().addWidget(new VariantBar(document, this), 0, Qt::AlignTop);
    m_missingFields = addMissingLine();
    addItems(body(), {{m_charts = buildCharts(), 100}, buildControls(), Stretch{}});
    initializeView();
}

PredictPage::~PredictPage() = default;

PageEntry PredictPage::entry()
{
    return {
        .id = QStringLiteral("predict"),
        .title = tr("Predict"),
        .section = QStringLiteral("41.4"),
        .group = PageGroup::OnPaper,
        .state =
            [](const Document& document) {
                const Project& project = document.project();
                return pageStateOf({project.baseline.tCompS, project.target.alphaS, project.target.bandwidthBytesPerS});
            },
        .create = [](Document& document, QWidget* parent) -> Page* { return new PredictPage(document, parent); }};
}

QWidget* PredictPage::buildCharts()
{
    auto* row = new QWidget(content());
    auto* layout = createBox<QHBoxLayout>(row, Theme::spacing(4));

    m_chart = new Chart;
    // Takes the available height; below the minimum the page scrolls.
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_figure = new Figure(m_chart, row);
    m_chart->setTableSource([this] { return curveTable(document().project(), document().analysis(), m_view); });
    m_planMarker = new PlanMarkerController(document(), *m_chart);
    addHandles();
    layout->addWidget(m_figure, 72);

    auto* thumbnails = createBox<QVBoxLayout>(nullptr, Theme::spacing(2));
    for (std::size_t i = 0; i < m_thumbnails.size(); ++i) {
        auto* thumbnail = new CurveThumbnail(allCurves[i + 1], row);
        connect(thumbnail, &Card::clicked, this, [this, thumbnail] { enlargeCurve(thumbnail->curve()); });
        thumbnails->addWidget(thumbnail, 1);
        m_thumbnails[i] = thumbnail;
    }
    layout->addLayout(thumbnails, 31);
    return row;
}

QWidget* PredictPage::buildControls()
{
    m_controls = new Card(content());
    m_slidersLayout = createGrid(nullptr, Theme::spacing(8), Theme::spacing(3));
    auto* column = createBox<QVBoxLayout>(m_controls, Theme::spacing(2), {m_slidersLayout}, Theme::margins(5, 4, 5, 3));

    m_alpha = createBoundField(document(), fieldOf(&Target::alphaS), m_controls);
    const QuantitySpec beta{.label = tr("beta, time to move one message"),
                            .dimension = Dimension::Time,
                            .low = 1e-5,
                            .high = 10,
                            .hasZeroStop = true,
                            .unsetHint = tr("message divided by bandwidth: see Details")};
    m_beta = new QuantityEdit(beta, m_controls);
    bindQuantity(m_beta, document(), QStringLiteral("beta"), beta.label, betaOf,
                 [](Project& project, double value, bool) -> Result<void> {
                     setBeta(project, value);
                     return {};
                 });
    m_tComp = createBoundField(document(), fieldOf(&Baseline::tCompS), m_controls);
    m_price = createBoundField(document(), fieldOf(&Target::priceUsdPerHour), m_controls);

    // Placed above the buttons, so that they do not move when it opens; the chart shrinks instead.
    m_details = new PatternDetails(document(), m_controls);
    m_details->hide();
    column->addWidget(m_details);

    m_patternButton = createQuietButton(QString(), m_controls);
    auto* patterns = new QMenu(m_patternButton);
    for (const Pattern pattern : allPatterns)
        patterns->addAction(toQString(titleOf(pattern)), this, [this, pattern] { choosePattern(pattern); })
            ->setToolTip(tr("T_comm = %1. Source: %2.")
                             .arg(toQString(patternFormula(pattern)), toQString(patternSource(pattern))));
    patterns->setToolTipsVisible(true);
    m_patternButton->setMenu(patterns);
    m_compareButton = createToggleButton(tr("Compare patterns"), m_controls);
    connect(m_compareButton, &QPushButton::toggled, this,
            [this](bool on) { keepInPlaceDuring(*m_compareButton, [&] { setComparingPatterns(on); }); });
    m_wholeSearchButton = createToggleButton(QString(), m_controls, tr("Show the whole searched range of p"));
    connect(m_wholeSearchButton, &QPushButton::toggled, this,
            [this](bool on) { keepInPlaceDuring(*m_wholeSearchButton, [&] { setWholeSearchShown(on); }); });
    m_guessButton = createQuietButton(tr("Guess (G)"), m_controls);
    connect(m_guessButton, &QPushButton::clicked, this,
            [this] { keepInPlaceDuring(*m_guessButton, [this] { setGuessing(!m_view.isHidden); }); });
    m_freezeButton = createQuietButton(tr("Freeze prediction"), m_controls);
    m_freezeButton->setToolTip(tr("Keep today’s parameters, dated, to compare with later measurements"));
    connect(m_freezeButton, &QPushButton::clicked, this, [this] {
        keepInPlaceDuring(*m_freezeButton, [this] { static_cast<void>(freezePrediction(this->document())); });
    });
    m_detailsButton = createDisclosureButton(tr("Details"), m_controls, QString(),
                                             tr("Details: message, bandwidth, pattern parameters, steps"));
    auto* patternButtons = createBox<QHBoxLayout>(nullptr, Theme::spacing(4),
                                                  {m_patternButton, m_compareButton, m_wholeSearchButton, Stretch{}});
    auto* curveButtons =
        createBox<QHBoxLayout>(nullptr, Theme::spacing(4), {m_guessButton, m_freezeButton, m_detailsButton, Stretch{}});
    m_actionsLayout = createFlexibleRow(Theme::spacing(4), {patternButtons, {curveButtons, 1}});
    column->addLayout(m_actionsLayout);

    connect(m_detailsButton, &QPushButton::toggled, this,
            [this](bool open) { keepInPlaceDuring(*m_detailsButton, [&] { m_details->setVisible(open); }); });
    return m_controls;
}

void PredictPage::layOut()
{
    const int columns = std::clamp(static_cast<int>(width() / (230 * Theme::instance().typeScale())), 1, 4);
    const std::array<QuantityEdit*, 4> edits{m_alpha, m_beta, m_tComp, m_price};
    const int used = columns == 3 ? 2 : columns;
    for (int i = 0; i < 4; ++i)
        m_slidersLayout->addWidget(edits[static_cast<std::size_t>(i)], i / used, i % used, Qt::AlignTop);
    for (int column = 0; column < 4; ++column)
        m_slidersLayout->setColumnStretch(column, column < used ? 1 : 0);
    m_details->layOut(used);
    setSideBySide(*m_actionsLayout, width() >= Theme::scaled(900));
    m_chart->setMinimumHeight(static_cast<int>(220 + 40 * Theme::instance().typeScale()));
}

void PredictPage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    basisLine().setText(predictionBasisText(project, analysis));
    const QString spokenBasis = predictionBasisText(project, analysis, true);
    basisLine().setToolTip(spokenBasis);
    basisLine().setAccessibleName(spokenBasis);
    basisLine().setToolTip(designTermsText(project, analysis));
    if ((analysis.prediction || analysis.claim.served) && !m_view.isHidden) {
        // About the plan, measured first; the chart itself shows p* and where communication takes over.
        const StoryRow reach = speedupReachRow(project, analysis);
        if (analysis.prediction && !analysis.claim.served) {
            const Answer answer =
                predictionAnswer({.project = project, .analysis = analysis, .workers = {}, .notes = {}});
            const bool isRunnable = analysis.plan && !analysis.plan->infeasibility && analysis.planRow.finishes();
            setAnswer(toQString(isRunnable ? answer.headline : headlineWithReason(answer.headline, answer.because)));
        } else {
            setAnswer(toQString(headlineWithReason(reach.headline, reach.because)));
        }
    } else {
        setAnswer({});
    }
    m_missingFields->setMissingFields(tr("To predict how it scales, give"), missingForPrediction(project, analysis));
    // Empty charts would only repeat what is missing.
    m_charts->setVisible(analysis.prediction != nullptr);
    m_view.axisMaximumP = m_planMarker->largestPDuringGesture();
    m_chart->setSpec(curveChart(m_largeCurve, project, analysis, m_view));
    m_chart->setTexts(curveTexts(m_largeCurve, project, analysis, m_view));
    m_figure->refreshTable();
    for (CurveThumbnail* thumbnail : m_thumbnails)
        thumbnail->refresh(project, analysis, m_view.isHidden);
    refreshControls();
}

void PredictPage::refreshControls()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    m_alpha->setQuantity(project.target.alphaS);
    m_beta->setQuantity(betaOf(project));
    m_beta->setProvenanceText(betaProvenance(project));
    m_tComp->setQuantity(project.baseline.tCompS);
    m_price->setQuantity(project.target.priceUsdPerHour);
    const auto timesTen = [&](const char* parameter) {
        return analysis.prediction ? timesTenText(analysis, parameter, m_view.isHidden) : QString();
    };
    m_alpha->setConsequence(timesTen("alpha"));
    m_beta->setConsequence(timesTen("beta"));
    m_tComp->setConsequence(timesTen("t_comp"));
    m_patternButton->setText(tr("Pattern: %1 ▾").arg(toQString(titleOf(project.design.communication.pattern))));
    m_compareButton->setVisible(possibleSubstitutes(interchangeablePatterns(project.design.communication.pattern),
                                                    project.design, project.target)
                                    .size() > 1);
    m_wholeSearchButton->setText(tr("Up to %1").arg(analysis.pMax));
    m_wholeSearchButton->setVisible(!m_view.isHidden && analysis.prediction &&
                                    axisEnd(largestChartedP(analysis), analysis.pMax) < analysis.pMax);
    m_guessButton->setText(m_view.isHidden ? tr("Reveal the curve (G)") : tr("Guess (G)"));
    const QString frozenOn = frozenDate(document());
    m_freezeButton->setText(frozenOn.isEmpty() ? tr("Freeze prediction") : tr("Frozen on %1").arg(frozenOn));
    m_freezeButton->setEnabled(analysis.model.has_value() && frozenOn.isEmpty());
    m_details->refresh();
}

void PredictPage::setGuessing(bool guessing)
{
    if (guessing == m_view.isHidden)
        return;
    m_view.isHidden = guessing;
    if (guessing) {
        m_view.guess.reset();
        m_typedGuess.clear();
        enlargeCurve(Curve::Speedup);
    }
    refresh();
    if (guessing) {
        m_chart->setFocus(Qt::OtherFocusReason);
        m_chart->selectMarker(QStringLiteral("guess"));
    }
    Q_EMIT guessingChanged(guessing);
}

void PredictPage::handleGuessKey(int key)
{
    if (!m_view.isHidden || !m_typedGuess.handleKey(key, drawnMaximumP(document().analysis(), m_view)))
        return;
    m_view.guess = m_typedGuess.value();
    refresh();
}

bool PredictPage::focusField(const QString& pointer)
{
    for (const auto& [edit, field] : {std::pair{m_alpha, &fieldOf(&Target::alphaS)},
                                      {m_tComp, &fieldOf(&Baseline::tCompS)},
                                      {m_price, &fieldOf(&Target::priceUsdPerHour)}})
        if (pointer == QLatin1String(field->jsonPointer)) {
            edit->focusValueField();
            return true;
        }
    if (!m_details->grid().hasField(pointer))
        return false;
    m_detailsButton->setChecked(true);
    return m_details->grid().focusOn(pointer);
}

void PredictPage::setLecture(bool lecture)
{
    if (lecture)
        m_detailsButton->setChecked(false);
}

void PredictPage::enlargeCurve(Curve curve)
{
    if (curve != m_largeCurve) {
        for (CurveThumbnail* thumbnail : m_thumbnails)
            if (thumbnail->curve() == curve)
                thumbnail->setCurve(m_largeCurve);
        m_largeCurve = curve;
    }
    refresh();
}

void PredictPage::setComparingPatterns(bool comparing)
{
    m_view.comparePatterns = comparing;
    m_compareButton->setChecked(comparing);
    refresh();
}

void PredictPage::setWholeSearchShown(bool isShown)
{
    m_view.showsWholeSearch = isShown;
    m_wholeSearchButton->setChecked(isShown);
    refresh();
}

void PredictPage::addHandles()
{
    connect(&document(), &Document::gestureEnded, this, [this] {
        if (isInSight())
            refresh();
    });
    m_planMarker->addHandle({QStringLiteral("guess"), [this] { return m_view.guess.value_or(1); },
                             [this](int p, EditPhase) {
                                 m_view.guess = p;
                                 refresh();
                             },
                             true});
    // Dragging the handle sets the latency for which p* equals this p.
    m_planMarker->addHandle(
        {QStringLiteral("pstar"), [this] { return document().analysis().prediction->landmarks.pStar; },
         [this](int p, EditPhase) {
             const Analysis& analysis = document().analysis();
             const std::optional<double> alpha =
                 analysis.model ? alphaForOptimum(*analysis.model, p, document().pMax()) : std::nullopt;
             if (!alpha)
                 return;
             Project after = document().project();
             after.target.alphaS = typed(*alpha);
             m_planMarker->editInGesture(tr("alpha, by dragging p*"), QStringLiteral("pstar"), std::move(after));
         }});
}

void PredictPage::choosePattern(Pattern pattern)
{
    Project after = document().project();
    if (const Result<DesignCatalogue>& catalogue = designCatalogue())
        after = withPatternChosen(std::move(after), *catalogue, pattern);
    else
        after.design.communication.pattern = pattern;
    document().edit(tr("pattern"), std::move(after));
}

std::vector<ExportableFigure> PredictPage::exportables()
{
    CurveView view = m_view;
    view.isHidden = false;
    view.guess.reset();
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    std::vector<ExportableFigure> figures;
    for (std::size_t i = 0; i < allCurves.size(); ++i) {
        if (m_exportCharts.size() <= i)
            m_exportCharts.push_back(std::make_unique<Chart>());
        Chart& chart = *m_exportCharts[i];
        chart.setSpec(curveChart(allCurves[i], project, analysis, view));
        chart.setTexts(curveTexts(allCurves[i], project, analysis, view));
        chart.setTableSource([this, view] { return curveTable(document().project(), document().analysis(), view); });
        figures.push_back({curveName(allCurves[i]), &chart});
    }
    return figures;
}

std::vector<PaletteItem> PredictPage::paletteItems()
{
    std::vector<PaletteItem> items;
    const auto quantity = [&items](QuantityEdit* edit, const QString& title, Dimension dimension,
                                   const char* pointer = "") {
        items.push_back({PaletteItem::Kind::Quantity, title,
                         edit->quantity() ? amountWithUnit(edit->quantity()->value, dimension) : tr("not set"),
                         [edit] { edit->focusValueField(); }, QLatin1String(pointer)});
    };
    const auto field = [&quantity](QuantityEdit* edit, const FieldInfo& info) {
        quantity(edit, fieldLabel(info), info.dimension, info.jsonPointer);
    };
    field(m_alpha, fieldOf(&Target::alphaS));
    quantity(m_beta, tr("beta, time to move one message"), Dimension::Time);
    field(m_tComp, fieldOf(&Baseline::tCompS));
    field(m_price, fieldOf(&Target::priceUsdPerHour));
    appendItems(items, m_details->grid().paletteItems([this] { m_detailsButton->setChecked(true); }));
    QComboBox& scaling = m_details->scalingCombo();
    items.push_back(
        {PaletteItem::Kind::Quantity, tr("Scaling, weak or strong"), scaling.currentText(), [this, &scaling] {
             m_detailsButton->setChecked(true);
             scaling.setFocus(Qt::OtherFocusReason);
         }});
    for (const Pattern pattern : allPatterns)
        items.push_back({PaletteItem::Kind::Pattern, toQString(titleOf(pattern)), tr("pattern"),
                         [this, pattern] { choosePattern(pattern); }});
    items.push_back(actionItem(tr("Compare patterns"), [this] { setComparingPatterns(!m_view.comparePatterns); }));
    items.push_back(
        actionItem(tr("Message, bandwidth and pattern parameters"), [this] { m_detailsButton->setChecked(true); }));
    if (m_freezeButton->isEnabled())
        items.push_back(
            actionItem(tr("Freeze the prediction"), [this] { static_cast<void>(freezePrediction(document())); }));
    for (const Curve curve : allCurves)
        items.push_back({PaletteItem::Kind::Action,
                         tr("Show %1 large").arg(curveTitle(curve, document().project())),
                         QString(),
                         [this, curve] { enlargeCurve(curve); },
                         {},
                         curve == Curve::Speedup ? tr("forecast, prediction") : QString()});
    items.push_back(actionItem(tr("No communication: a message of 0 B"), [this] {
        m_detailsButton->setChecked(true);
        m_details->grid().focusOn(QLatin1String(fieldOf(&Communication::messageBytes).jsonPointer));
    }));
    return items;
}

}  // namespace scalewright::ui
