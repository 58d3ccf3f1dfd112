// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cost/carbon_view.h"

#include <QBoxLayout>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/claim/value_at_p.h"
#include "core/output/answers/footprint.h"
#include "core/output/answers/render.h"
#include "core/project/document/project.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/search_combo.h"
#include "ui/cost/money_chart.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

QString catalogueName(const MaybeQuantity& quantity)
{
    return quantity && quantity->provenance.origin == Origin::Catalogue ? toQString(quantity->provenance.conditions)
                                                                        : QString();
}

/// Adds room around the points; an axis is logarithmic if they span more than a factor of ten.
void setAxisRanges(ChartSpec& spec)
{
    double low = INFINITY, high = 0, bottom = INFINITY, top = 0;
    for (const PointSpec& point : spec.points) {
        low = std::min(low, point.x);
        high = std::max(high, point.x);
        bottom = std::min(bottom, point.y);
        top = std::max(top, point.y);
    }
    constexpr double logMargin = 1.3;
    const bool logX = needsLogAxis({low, high}), logY = needsLogAxis({bottom, top});
    const double margin = std::max(0.06 * (high - low), 0.02 * high);
    spec.x.low = logX ? low / logMargin : std::max(0.0, low - 2 * margin);
    spec.x.high = logX ? high * logMargin : high + margin;
    spec.y.low = logY ? bottom / logMargin : 0;
    spec.y.high = top <= 0 ? 1 : logY ? top * logMargin : 1.15 * top;
    spec.x.scale = logX ? AxisScale::Log10 : AxisScale::Linear;
    spec.y.scale = logY ? AxisScale::Log10 : AxisScale::Linear;
}

}  // namespace

CarbonView::CarbonView(Document& document, QWidget* parent)
    : DocumentView(document, parent), m_catalogue(readCarbonCatalogue())
{
    m_layout = createFlexibleRow(Theme::spacing(3));
    createBox<QVBoxLayout>(this, -1, {m_layout, Stretch{}});
    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_figure = new Figure(m_chart, this);
    m_chart->setTableSource([this] { return table(); });
    m_layout->addWidget(m_figure, 58);

    auto* card = new Card(this);
    auto* title = new Text(tr("Power, building, grid"), TextStyle::CardTitle, ColorRole::Ink, true, card);
    m_regionCombo = new SearchCombo(tr("region of the grid"), tr("region: choose, or type to search"), card);
    m_buildingCombo = new SearchCombo(tr("building"), tr("building: choose a provider"), card);
    m_regionCombo->acceptFirstMatch();
    m_buildingCombo->acceptFirstMatch();
    if (m_catalogue) {
        for (const CarbonFigure& each : m_catalogue->regions)
            m_regionCombo->addItem(toQString(each.name));
        for (const CarbonFigure& each : m_catalogue->pueFigures)
            m_buildingCombo->addItem(toQString(each.name));
    }
    const Quantity one{.value = 1, .provenance = {.origin = Origin::Assumed}};  // as in computeFootprint()
    m_fieldGrid = new FieldGrid(document,
                                {{fieldOf(&Target::powerW)},
                                 {.info = fieldOf(&Target::powerShare), .assumed = one},
                                 {.info = fieldOf(&Target::pue), .assumed = one},
                                 {fieldOf(&Target::gridCo2GramsPerKwh)}},
                                card);
    m_provenanceKey = new ProvenanceKey(card);
    m_assumptions = new CollapsibleDetails(tr("energy and carbon"), card, tr("What is assumed"));
    createBox<QVBoxLayout>(
        card, Theme::spacing(2),
        {title, m_regionCombo, m_buildingCombo, m_fieldGrid, m_provenanceKey, m_assumptions, Stretch{}},
        Theme::margins(4, 3, 4, 4));
    m_layout->addWidget(card, 42);
    connect(m_regionCombo, &SearchCombo::entryChosen, this,
            [this](int index) { chooseRegion(static_cast<std::size_t>(index)); });
    connect(m_buildingCombo, &SearchCombo::entryChosen, this,
            [this](int index) { choosePue(static_cast<std::size_t>(index)); });
    // An unknown name selects nothing: restore the previous text.
    connect(m_regionCombo, &SearchCombo::customNameEntered, this, [this] { refresh(); });
    connect(m_buildingCombo, &SearchCombo::customNameEntered, this, [this] { refresh(); });
    initializeView();
}

void CarbonView::chooseRegion(std::size_t index)
{
    document().applyChange(tr("region of the grid"), [&](Project& after) {
        after.target.gridCo2GramsPerKwh = quantityOf(m_catalogue->regions.at(index));
    });
}

void CarbonView::choosePue(std::size_t index)
{
    document().applyChange(tr("building"),
                           [&](Project& after) { after.target.pue = quantityOf(m_catalogue->pueFigures.at(index)); });
}

void CarbonView::layOut()
{
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    setSideBySide(*m_layout, wide);
    m_fieldGrid->layOut(width() * (wide ? 0.42 : 1) > 480 * type ? 2 : 1);
    m_figure->setMinimumHeight(static_cast<int>(330 + 110 * type));
}

void CarbonView::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    const MeasuredLadder* ladder = analysis.ladderOfRuns();
    const CurveKind curve = shownCurveKind(project, analysis).value_or(CurveKind::Predicted);
    m_rows = computeFootprintRows(project, analysis, ladder, curve);
    const bool step = curve == CurveKind::Predicted && !project.plan.steps;
    const bool carbon = project.target.gridCo2GramsPerKwh.has_value();
    ChartSpec spec;
    spec.hasIntegerX = false;
    spec.x = {.title = step ? tr("time of one step") : tr("time of one run"),
              .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Time}};
    const auto value = [&](const FootprintRow& row) { return carbon ? row.footprint.gramsCo2e : row.footprint.kwh; };
    // Use the unit of the largest value, as in the answer.
    double largest = 0;
    for (const FootprintRow& row : m_rows)
        largest = std::max(largest, value(row).value_or(0));
    const FootprintUnit unit = carbon ? carbonUnit(largest) : energyUnit(largest);
    spec.y = {.title = (carbon ? tr("CO₂e (%1)") : tr("energy (%1)")).arg(QLatin1String(unit.name))};
    const int plan = analysis.plannedP().value_or(0);
    SeriesSpec front{.key = QStringLiteral("front"),
                     .name = carbon ? tr("CO₂e") : tr("energy"),
                     .role = ColorRole::Ink,
                     .width = 1.5};
    QStringList sentences;
    for (const FootprintRow& row : m_rows) {
        const std::optional<double> height = value(row);
        const bool doubling = (row.p & (row.p - 1)) == 0;
        if (!height || !(curve == CurveKind::Measured || doubling || row.p == plan))
            continue;
        PointSpec point{.id = QStringLiteral("p%1").arg(row.p),
                        .x = row.baseWorkTimeS,
                        .y = *height / unit.scale,
                        .label = (row.p == plan ? tr("plan p %1") : tr("p %1")).arg(row.p),
                        .role = row.isDominated ? ColorRole::FaintInk : ColorRole::Ink,
                        .filled = !row.isDominated};
        const QString size = QStringLiteral("%1 %2").arg(numberText(*height / unit.scale), QLatin1String(unit.name));
        point.subLabel = row.isDominated ? QString()
                         : row.costUsd   ? tr("%1 · %2").arg(size, amountWithUnit(*row.costUsd, Dimension::Money))
                                         : size;
        sentences << tr("p %1: %2 in %3").arg(row.p).arg(size, amountWithUnit(row.baseWorkTimeS, Dimension::Time));
        if (!row.isDominated) {
            front.x.push_back(row.baseWorkTimeS);
            front.y.push_back(*height / unit.scale);
        }
        spec.points.push_back(std::move(point));
    }
    std::reverse(front.x.begin(), front.x.end());  // the fastest first: the largest p
    std::reverse(front.y.begin(), front.y.end());
    if (!std::is_sorted(front.x.begin(), front.x.end()))
        front = {};
    QString emptyText;
    if (spec.points.empty())
        emptyText = toQString(neededFieldsText(missingForCarbon(project, analysis)));
    if (front.x.size() > 1)
        spec.series.push_back(std::move(front));
    spec.emptyText = emptyText;
    if (!spec.points.empty())
        setAxisRanges(spec);
    m_chart->setSpec(std::move(spec));
    const QString caption =
        m_rows.empty()
            ? QString()
            : captionForCurve(
                  curve, tr("Filled: Pareto-optimal in time, money and %1").arg(carbon ? tr("carbon") : tr("energy")),
                  ladder && ladder->origin == Origin::Assumed);
    m_chart->setTexts(
        {.title = step ? (carbon ? tr("Time against carbon, one step") : tr("Time against energy, one step"))
                       : (carbon ? tr("Time against carbon, one run") : tr("Time against energy, one run")),
         .caption = caption,
         .summary = emptyText.isEmpty() ? sentences.join(QStringLiteral("; ")) : emptyText});
    m_figure->refreshTable();
    m_figure->setVisible(emptyText.isEmpty());
    const Target& target = project.target;
    m_fieldGrid->refresh();
    m_provenanceKey->showOriginsOf({target.powerW, target.powerShare, target.pue, target.gridCo2GramsPerKwh});
    m_regionCombo->setName(catalogueName(project.target.gridCo2GramsPerKwh));
    m_buildingCombo->setName(catalogueName(project.target.pue));
    QStringList lines;
    for (const std::string& each : carbonAssumptions(project.target))
        lines << sentenceCase(toQString(each)) + QLatin1Char('.');
    if (!m_catalogue)
        lines << tr("Cannot read the grid catalogue: %1").arg(errorText(m_catalogue.error()));
    m_assumptions->setText(lines.join(QLatin1Char('\n')));
}

QString CarbonView::answerText() const
{
    if (m_rows.empty() || m_chart->spec().points.empty())
        return {};
    const Answer summary = footprintSummary(document().project().target, m_rows, document().analysis().plannedP());
    return toQString(headlineWithReason(summary.headline, summary.because));
}

Table CarbonView::table() const
{
    Table table;
    table.columns = {{"p", "p", "", 0},
                     {"t", "T_p", "s", -1},
                     {"cost", tr("cost").toStdString(), "USD", 3},
                     {"energy_kwh", tr("energy").toStdString(), "kWh", -1},
                     {"co2e_g", "CO₂e", "g", -1},
                     {"beaten", tr("beaten").toStdString(), "", -1}};
    for (const FootprintRow& row : m_rows)
        table.rows.push_back({static_cast<double>(row.p), row.baseWorkTimeS, cellOrEmpty(row.costUsd),
                              cellOrEmpty(row.footprint.kwh), cellOrEmpty(row.footprint.gramsCo2e),
                              (row.isDominated ? tr("yes") : tr("no")).toStdString()});
    return table;
}

bool CarbonView::hasField(const QString& pointer) const
{
    return m_fieldGrid->hasField(pointer);
}

bool CarbonView::focusField(const QString& pointer)
{
    return m_fieldGrid->focusOn(pointer);
}

std::vector<ExportableFigure> CarbonView::exportables()
{
    if (m_rows.empty() || m_chart->spec().points.empty())
        return {};
    return {{QStringLiteral("carbon"), m_chart}};
}

std::vector<PaletteItem> CarbonView::paletteItems()
{
    return m_fieldGrid->paletteItems();
}

}  // namespace scalewright::ui
