#include "ui/predict/predict_page.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/design/slots/stand_ins.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/pattern.h"
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
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

// "1 GB", not "1.00 GB": a size in a sentence.
QString brief(double value, Dimension dimension)
{
    AmountText text = formatAmount(value, dimension);
    if (text.number.find('.') != std::string::npos) {
        text.number.erase(text.number.find_last_not_of('0') + 1);
        if (text.number.back() == '.')
            text.number.pop_back();
    }
    return qt(text.joined());
}

QString betaProvenance(const Project& project)
{
    const MaybeQuantity& message = project.design.communication.messageBytes;
    const MaybeQuantity& bandwidth = project.target.bandwidthBytesPerS;
    if (!message || !bandwidth)
        return {};
    return PredictPage::tr("%1 over %2 · %3")
        .arg(brief(message->value, Dimension::Bytes), brief(bandwidth->value, Dimension::Bandwidth),
             originText(bandwidth->provenance.origin));
}

QString timesTenText(const Analysis& analysis, const char* parameter, bool hidden)
{
    if (hidden)  // with a place for the number: nothing moves when the curve is revealed
        return PredictPage::tr("×10: p* ?");
    for (const Sensitivity& each : analysis.sensitivity)
        if (!each.zero && QLatin1String(each.parameter) == QLatin1String(parameter))
            return (each.timesTenAtEdge ? PredictPage::tr("×10: p* beyond %1") : PredictPage::tr("×10: p* %1"))
                .arg(each.pStarTimesTen);
    return {};
}

}  // namespace

PredictPage::PredictPage(Document& document, QWidget* parent)
    : Page(document, tr("How far does this design scale?"), parent)
{
    top().addWidget(new VariantBar(document, this), 0, Qt::AlignTop);
    m_missing = addMissingLine();
    body().addWidget(buildCharts(), 1);
    body().addWidget(buildControls());
    begin();
}

PageEntry PredictPage::entry()
{
    return {.id = QStringLiteral("predict"),
            .title = tr("Predict"),
            .section = QStringLiteral("41.4"),
            .group = PageGroup::OnPaper,
            .state =
                [](const Document& document) {
                    const Project& project = document.project();
                    return stateOf({project.baseline.tCompS, project.target.alphaS, project.target.bandwidthBytesPerS});
                },
            .make = [](Document& document, QWidget* parent) -> Page* { return new PredictPage(document, parent); }};
}

QWidget* PredictPage::buildCharts()
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::space(4));

    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // as high as there is room, else scroll
    m_figure = new Figure(m_chart, row);
    m_chart->setTable([this] { return curveTable(document().project(), document().analysis(), m_view); });
    m_plan = new PlanMarker(document(), *m_chart);
    addHandles();
    layout->addWidget(m_figure, 72);

    auto* thumbnails = new QVBoxLayout;
    thumbnails->setSpacing(Theme::space(2));
    for (std::size_t i = 0; i < m_thumbnails.size(); ++i) {
        auto* thumbnail = new CurveThumbnail(allCurves[i + 1], row);
        connect(thumbnail, &Card::clicked, this, [this, thumbnail] { showLarge(thumbnail->curve()); });
        thumbnails->addWidget(thumbnail, 1);
        m_thumbnails[i] = thumbnail;
    }
    layout->addLayout(thumbnails, 31);
    return row;
}

QWidget* PredictPage::buildControls()
{
    m_controls = new Card(this);
    auto* column = new QVBoxLayout(m_controls);
    column->setContentsMargins(Theme::space(5), Theme::space(4), Theme::space(5), Theme::space(3));
    column->setSpacing(Theme::space(2));
    m_sliders = new QGridLayout;
    m_sliders->setHorizontalSpacing(Theme::space(8));
    m_sliders->setVerticalSpacing(Theme::space(3));
    column->addLayout(m_sliders);

    m_alpha = boundField(document(), fieldOf(&Target::alphaS), m_controls);
    const QuantitySpec beta{.label = tr("beta, one message moved"),
                            .dimension = Dimension::Time,
                            .low = 1e-5,
                            .high = 10,
                            .zeroStop = true,
                            .unsetHint = tr("message over bandwidth: see Details")};
    m_beta = new QuantityEdit(beta, m_controls);
    bindQuantity(m_beta, document(), QStringLiteral("beta"), beta.label, betaOf,
                 [](Project& project, double value, bool) -> Result<void> {
                     setBeta(project, value);
                     return {};
                 });
    m_tComp = boundField(document(), fieldOf(&Baseline::tCompS), m_controls);
    m_price = boundField(document(), fieldOf(&Target::priceUsdPerHour), m_controls);

    // Above the words, so that these stay where they are when it opens: the chart gives way.
    m_details = new PatternDetails(document(), m_controls);
    m_details->hide();
    column->addWidget(m_details);

    m_actions = new QBoxLayout(QBoxLayout::LeftToRight);
    auto *ofPattern = new QHBoxLayout, *ofCurve = new QHBoxLayout;
    for (QBoxLayout* each :
         {static_cast<QBoxLayout*>(m_actions), static_cast<QBoxLayout*>(ofPattern), static_cast<QBoxLayout*>(ofCurve)})
        each->setSpacing(Theme::space(4));
    m_pattern = quietButton(QString(), m_controls);
    auto* patterns = new QMenu(m_pattern);
    for (const Pattern pattern : allPatterns)
        patterns->addAction(qt(titleOf(pattern)), this, [this, pattern] { choosePattern(pattern); })
            ->setToolTip(tr("T_comm = %1. Source: %2.").arg(qt(patternFormula(pattern)), qt(patternSource(pattern))));
    patterns->setToolTipsVisible(true);
    m_pattern->setMenu(patterns);
    m_compare = quietButton(tr("Compare patterns"), m_controls);
    m_compare->setCheckable(true);
    connect(m_compare, &QPushButton::toggled, this,
            [this](bool on) { keepInPlace(*m_compare, [&] { setComparing(on); }); });
    m_whole = quietButton(QString(), m_controls);
    m_whole->setCheckable(true);
    m_whole->setToolTip(tr("Draw as far as p is searched"));
    connect(m_whole, &QPushButton::toggled, this, [this](bool on) { keepInPlace(*m_whole, [&] { setWhole(on); }); });
    m_guess = quietButton(tr("Guess (G)"), m_controls);
    connect(m_guess, &QPushButton::clicked, this,
            [this] { keepInPlace(*m_guess, [this] { setGuessing(!m_view.hidden); }); });
    m_freeze = quietButton(tr("Freeze prediction"), m_controls);
    m_freeze->setToolTip(tr("Keep today’s parameters, dated, to be held against what is measured later"));
    connect(m_freeze, &QPushButton::clicked, this,
            [this] { keepInPlace(*m_freeze, [this] { static_cast<void>(freezePrediction(this->document())); }); });
    m_more = quietButton(tr("Details"), m_controls);
    m_more->setCheckable(true);
    m_more->setAccessibleName(tr("Details: message, bandwidth, pattern parameters, steps"));
    for (QPushButton* button : {m_pattern, m_compare, m_whole})
        ofPattern->addWidget(button);
    ofPattern->addStretch();
    for (QPushButton* button : {m_guess, m_freeze, m_more})
        ofCurve->addWidget(button);
    ofCurve->addStretch();
    m_actions->addLayout(ofPattern);
    m_actions->addLayout(ofCurve, 1);
    column->addLayout(m_actions);

    connect(m_more, &QPushButton::toggled, this,
            [this](bool open) { keepInPlace(*m_more, [&] { m_details->setVisible(open); }); });
    return m_controls;
}

void PredictPage::layOut()
{
    const int columns = std::clamp(static_cast<int>(width() / (230 * Theme::instance().typeScale())), 1, 4);
    const std::array<QuantityEdit*, 4> edits{m_alpha, m_beta, m_tComp, m_price};
    const int used = columns == 3 ? 2 : columns;
    for (int i = 0; i < 4; ++i)
        m_sliders->addWidget(edits[static_cast<std::size_t>(i)], i / used, i % used, Qt::AlignTop);
    for (int column = 0; column < 4; ++column)
        m_sliders->setColumnStretch(column, column < used ? 1 : 0);
    m_details->layOut(used);
    m_actions->setDirection(width() >= 900 * Theme::instance().typeScale() ? QBoxLayout::LeftToRight
                                                                           : QBoxLayout::TopToBottom);
    m_chart->setMinimumHeight(static_cast<int>(220 + 40 * Theme::instance().typeScale()));
}

void PredictPage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    basis().setText(basisText(project, analysis));
    const QString spoken = basisText(project, analysis, true);
    basis().setToolTip(spoken);
    basis().setAccessibleName(spoken);
    basis().setToolTip(termsText(project, analysis));
    if (analysis.prediction && !m_view.hidden) {
        const StoryRow reach = reachRow(project, analysis);
        setAnswer(qt(lineText(reach.headline, reach.because)));
    } else {
        setAnswer({});
    }
    m_missing->present(tr("To predict how it scales, give"), missingForPrediction(project, analysis));
    m_view.reach = m_plan->heldReach();
    m_chart->setSpec(curveChart(m_large, project, analysis, m_view));
    m_chart->setTexts(curveTexts(m_large, project, analysis, m_view));
    m_figure->refreshTable();
    for (CurveThumbnail* thumbnail : m_thumbnails)
        thumbnail->refresh(project, analysis, m_view.hidden);
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
        return analysis.prediction ? timesTenText(analysis, parameter, m_view.hidden) : QString();
    };
    m_alpha->setConsequence(timesTen("alpha"));
    m_beta->setConsequence(timesTen("beta"));
    m_tComp->setConsequence(timesTen("t_comp"));
    m_pattern->setText(tr("Pattern: %1 ▾").arg(qt(titleOf(project.design.communication.pattern))));
    m_compare->setEnabled(
        standIns(interchangeable(project.design.communication.pattern), project.design, project.target).size() > 1);
    m_whole->setText(tr("To %1").arg(analysis.pMax));
    m_whole->setVisible(!m_view.hidden && analysis.prediction &&
                        axisEnd(shownReach(analysis), analysis.pMax) < analysis.pMax);
    m_guess->setText(m_view.hidden ? tr("Reveal the curve (G)") : tr("Guess (G)"));
    const QString frozen = frozenOn(document());
    m_freeze->setText(frozen.isEmpty() ? tr("Freeze prediction") : tr("Frozen on %1").arg(frozen));
    m_freeze->setEnabled(analysis.model.has_value() && frozen.isEmpty());
    m_details->refresh();
}

void PredictPage::setGuessing(bool guessing)
{
    if (guessing == m_view.hidden)
        return;
    m_view.hidden = guessing;
    if (guessing) {
        m_view.guess.reset();
        m_typed.clear();
        showLarge(Curve::Speedup);
    }
    refresh();
    if (guessing) {
        m_chart->setFocus(Qt::OtherFocusReason);
        m_chart->selectMarker(QStringLiteral("guess"));
    }
    Q_EMIT guessingChanged(guessing);
}

void PredictPage::typeGuess(int key)
{
    if (!m_view.hidden || !m_typed.take(key, drawnPMax(document().analysis(), m_view)))
        return;
    m_view.guess = m_typed.value();
    refresh();
}

bool PredictPage::focusField(const QString& pointer)
{
    for (const auto& [edit, field] : {std::pair{m_alpha, &fieldOf(&Target::alphaS)},
                                      {m_tComp, &fieldOf(&Baseline::tCompS)},
                                      {m_price, &fieldOf(&Target::priceUsdPerHour)}})
        if (pointer == QLatin1String(field->pointer)) {
            edit->editValue();
            return true;
        }
    if (!m_details->grid().has(pointer))
        return false;
    m_more->setChecked(true);
    return m_details->grid().focus(pointer);
}

void PredictPage::setLecture(bool lecture)
{
    if (lecture)
        m_more->setChecked(false);
}

void PredictPage::showLarge(Curve curve)
{
    if (curve != m_large) {
        for (CurveThumbnail* thumbnail : m_thumbnails)
            if (thumbnail->curve() == curve)
                thumbnail->setCurve(m_large);
        m_large = curve;
    }
    refresh();
}

void PredictPage::setComparing(bool comparing)
{
    m_view.comparePatterns = comparing;
    m_compare->setChecked(comparing);
    refresh();
}

void PredictPage::setWhole(bool whole)
{
    m_view.whole = whole;
    m_whole->setChecked(whole);
    refresh();
}

void PredictPage::addHandles()
{
    connect(&document(), &Document::gestureEnded, this, [this] {
        if (inSight())
            refresh();
    });
    m_plan->add({QStringLiteral("guess"), [this] { return m_view.guess.value_or(1); },
                 [this](int p, EditPhase) {
                     m_view.guess = p;
                     refresh();
                 },
                 true});
    // The handle asks: how low must the latency be for p* to lie here?
    m_plan->add({QStringLiteral("pstar"), [this] { return document().analysis().prediction->landmarks.pStar; },
                 [this](int p, EditPhase) {
                     const Analysis& analysis = document().analysis();
                     const std::optional<double> alpha =
                         analysis.model ? alphaForOptimum(*analysis.model, p, document().pMax()) : std::nullopt;
                     if (!alpha)
                         return;
                     Project after = document().project();
                     after.target.alphaS = typed(*alpha);
                     m_plan->edit(tr("alpha, by dragging p*"), QStringLiteral("pstar"), std::move(after));
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

std::vector<Exportable> PredictPage::exportables()
{
    CurveView view = m_view;
    view.hidden = false;
    view.guess.reset();
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    std::vector<Exportable> figures;
    for (std::size_t i = 0; i < allCurves.size(); ++i) {
        if (m_exports.size() <= i)
            m_exports.push_back(std::make_unique<Chart>());
        Chart& chart = *m_exports[i];
        chart.setSpec(curveChart(allCurves[i], project, analysis, view));
        chart.setTexts(curveTexts(allCurves[i], project, analysis, view));
        chart.setTable([this, view] { return curveTable(document().project(), document().analysis(), view); });
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
                         edit->quantity() ? amount(edit->quantity()->value, dimension) : tr("not set"),
                         [edit] { edit->editValue(); }, QLatin1String(pointer)});
    };
    const auto field = [&quantity](QuantityEdit* edit, const FieldInfo& info) {
        quantity(edit, fieldLabel(info), info.dimension, info.pointer);
    };
    field(m_alpha, fieldOf(&Target::alphaS));
    quantity(m_beta, tr("beta, one message moved"), Dimension::Time);
    field(m_tComp, fieldOf(&Baseline::tCompS));
    field(m_price, fieldOf(&Target::priceUsdPerHour));
    for (PaletteItem& item : m_details->grid().paletteItems([this] { m_more->setChecked(true); }))
        items.push_back(std::move(item));
    QComboBox& scaling = m_details->scaling();
    items.push_back(
        {PaletteItem::Kind::Quantity, tr("Scaling, weak or strong"), scaling.currentText(), [this, &scaling] {
             m_more->setChecked(true);
             scaling.setFocus(Qt::OtherFocusReason);
         }});
    for (const Pattern pattern : allPatterns)
        items.push_back({PaletteItem::Kind::Pattern, qt(titleOf(pattern)), tr("pattern"),
                         [this, pattern] { choosePattern(pattern); }});
    items.push_back({PaletteItem::Kind::Action, tr("Compare patterns"), QString(),
                     [this] { setComparing(!m_view.comparePatterns); }});
    items.push_back({PaletteItem::Kind::Action, tr("Message, bandwidth and pattern parameters"), QString(),
                     [this] { m_more->setChecked(true); }});
    if (m_freeze->isEnabled())
        items.push_back({PaletteItem::Kind::Action, tr("Freeze the prediction"), QString(),
                         [this] { static_cast<void>(freezePrediction(document())); }});
    for (const Curve curve : allCurves)
        items.push_back({PaletteItem::Kind::Action,
                         tr("Show %1 large").arg(curveTitle(curve, document().project())),
                         QString(),
                         [this, curve] { showLarge(curve); },
                         {},
                         curve == Curve::Speedup ? tr("forecast, prediction") : QString()});
    items.push_back({PaletteItem::Kind::Action, tr("No communication: a message of 0 B"), QString(), [this] {
                         m_more->setChecked(true);
                         m_details->grid().focus(QLatin1String(fieldOf(&Communication::messageBytes).pointer));
                     }});
    return items;
}

}  // namespace scalewright::ui
