#include "ui/cost/carbon_view.h"

#include <QBoxLayout>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/output/answers/footprint.h"
#include "core/output/answers/render.h"
#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/search_combo.h"
#include "ui/controls/why.h"
#include "ui/cost/money_chart.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

QString nameOf(const MaybeQuantity& quantity)
{
    return quantity && quantity->provenance.origin == Origin::Catalogue ? qt(quantity->provenance.conditions)
                                                                        : QString();
}

Cell maybeCell(const std::optional<double>& value)
{
    Cell cell;
    if (value)
        cell = *value;
    return cell;
}

/// Room around the points; log where they span more than tenfold.
void setRanges(ChartSpec& spec)
{
    double low = INFINITY, high = 0, bottom = INFINITY, top = 0;
    for (const PointSpec& point : spec.points) {
        low = std::min(low, point.x);
        high = std::max(high, point.x);
        bottom = std::min(bottom, point.y);
        top = std::max(top, point.y);
    }
    constexpr double logMargin = 1.3;
    const bool logX = wantsLogAxis({low, high}), logY = wantsLogAxis({bottom, top});
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
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    m_layout = new QBoxLayout(QBoxLayout::LeftToRight);
    whole->addLayout(m_layout);
    whole->addStretch();
    m_layout->setSpacing(Theme::space(3));
    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_figure = new Figure(m_chart, this);
    m_chart->setTable([this] { return table(); });
    m_layout->addWidget(m_figure, 58);

    auto* card = new Card(this);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("Power, building, grid"), TextStyle::CardTitle, Role::Ink, true, card));
    m_region = new SearchCombo(tr("region of the grid"), tr("region: choose, or type to search"), card);
    m_building = new SearchCombo(tr("building"), tr("building: choose a provider"), card);
    m_region->takeFirstMatch();
    m_building->takeFirstMatch();
    if (m_catalogue) {
        for (const CarbonFigure& each : m_catalogue->regions)
            m_region->addItem(qt(each.name));
        for (const CarbonFigure& each : m_catalogue->pue)
            m_building->addItem(qt(each.name));
    }
    column->addWidget(m_region);
    column->addWidget(m_building);
    m_grid = new FieldGrid(document,
                           {{fieldOf(&Target::powerW)},
                            {fieldOf(&Target::load)},
                            {fieldOf(&Target::pue)},
                            {fieldOf(&Target::gridGramsPerKwh)}},
                           card);
    column->addWidget(m_grid);
    m_key = new ProvenanceKey(card);
    column->addWidget(m_key);
    m_assumptions = new Why(tr("energy and carbon"), card, tr("What is assumed"));
    column->addWidget(m_assumptions);
    column->addStretch();
    m_layout->addWidget(card, 42);
    connect(m_region, &SearchCombo::chosen, this, [this](int index) { chooseRegion(static_cast<std::size_t>(index)); });
    connect(m_building, &SearchCombo::chosen, this, [this](int index) { choosePue(static_cast<std::size_t>(index)); });
    // A name that the catalogue does not know gives no figure: what stood comes back.
    connect(m_region, &SearchCombo::named, this, [this] { refresh(); });
    connect(m_building, &SearchCombo::named, this, [this] { refresh(); });
    begin();
}

void CarbonView::chooseRegion(std::size_t index)
{
    Project after = document().project();
    after.target.gridGramsPerKwh = quantityOf(m_catalogue->regions.at(index));
    document().edit(tr("region of the grid"), std::move(after));
}

void CarbonView::choosePue(std::size_t index)
{
    Project after = document().project();
    after.target.pue = quantityOf(m_catalogue->pue.at(index));
    document().edit(tr("building"), std::move(after));
}

void CarbonView::layOut()
{
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    m_layout->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_grid->layOut(width() * (wide ? 0.42 : 1) > 480 * type ? 2 : 1);
    m_figure->setMinimumHeight(static_cast<int>(330 + 110 * type));
}

void CarbonView::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    const MeasuredLadder* ladder = analysis.runs();
    const CurveKind kind = pricedOn(project, analysis);
    m_rows = footprints(project, analysis, ladder, kind);
    const bool step = kind == CurveKind::Predicted && !project.plan.steps;
    const bool carbon = project.target.gridGramsPerKwh.has_value();
    ChartSpec spec;
    spec.wholeX = false;
    spec.x = {.title = step ? tr("one step takes") : tr("one run takes"),
              .numbers = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Time}};
    const auto value = [&](const FootprintRow& row) { return carbon ? row.footprint.gramsCo2e : row.footprint.kwh; };
    // In the unit of the largest, as the answer says it.
    double largest = 0;
    for (const FootprintRow& row : m_rows)
        largest = std::max(largest, value(row).value_or(0));
    const FootprintUnit unit = carbon ? carbonUnit(largest) : energyUnit(largest);
    spec.y = {.title = (carbon ? tr("CO₂e (%1)") : tr("energy (%1)")).arg(QLatin1String(unit.name))};
    const int plan = analysis.plannedP().value_or(0);
    SeriesSpec front{.key = QStringLiteral("front"),
                     .name = carbon ? tr("CO₂e") : tr("energy"),
                     .role = Role::InputOutput,
                     .width = 1.5};
    QStringList sentences;
    for (const FootprintRow& row : m_rows) {
        const std::optional<double> height = value(row);
        const bool doubling = (row.p & (row.p - 1)) == 0;
        if (!height || !(kind == CurveKind::Measured || doubling || row.p == plan))
            continue;
        PointSpec point{.id = QStringLiteral("p%1").arg(row.p),
                        .x = row.timeS,
                        .y = *height / unit.size,
                        .label = (row.p == plan ? tr("plan p %1") : tr("p %1")).arg(row.p),
                        .role = row.dominated ? Role::Faint : Role::InputOutput,
                        .filled = !row.dominated};
        const QString size = QStringLiteral("%1 %2").arg(number(*height / unit.size), QLatin1String(unit.name));
        point.subLabel = row.dominated ? QString()
                         : row.costUsd ? tr("%1 · %2").arg(size, amount(*row.costUsd, Dimension::Money))
                                       : size;
        sentences << tr("p %1: %2 in %3").arg(row.p).arg(size, amount(row.timeS, Dimension::Time));
        if (!row.dominated) {
            front.x.push_back(row.timeS);
            front.y.push_back(*height / unit.size);
        }
        spec.points.push_back(std::move(point));
    }
    std::reverse(front.x.begin(), front.x.end());  // the largest p is the fastest
    std::reverse(front.y.begin(), front.y.end());
    if (!std::is_sorted(front.x.begin(), front.x.end()))
        front = {};
    QString why;
    if (spec.points.empty())
        why = tr("Nothing to count yet: the line at the top says what it takes.");
    if (front.x.size() > 1)
        spec.series.push_back(std::move(front));
    spec.emptyText = why;
    if (!spec.points.empty())
        setRanges(spec);
    m_chart->setSpec(std::move(spec));
    const QString caption = m_rows.empty() ? QString()
                                           : ofCurve(kind,
                                                     tr("Filled: no other p takes less time, money and %1 at once")
                                                         .arg(carbon ? tr("carbon") : tr("energy")),
                                                     ladder && ladder->origin == Origin::Assumed);
    m_chart->setTexts(
        {.title = step ? (carbon ? tr("Time against carbon, one step") : tr("Time against energy, one step"))
                       : (carbon ? tr("Time against carbon, one run") : tr("Time against energy, one run")),
         .caption = caption,
         .summary = why.isEmpty() ? sentences.join(QStringLiteral("; ")) : why});
    m_figure->refreshTable();
    m_grid->refresh();
    const Target& target = project.target;
    m_key->explain({target.powerW, target.load, target.pue, target.gridGramsPerKwh});
    m_region->setName(nameOf(project.target.gridGramsPerKwh));
    m_building->setName(nameOf(project.target.pue));
    QStringList lines;
    for (const std::string& each : carbonAssumptions(project.target))
        lines << sentenceCase(qt(each)) + QLatin1Char('.');
    if (!m_catalogue)
        lines << tr("The catalogue of grids cannot be read: %1").arg(said(m_catalogue.error()));
    m_assumptions->setText(lines.join(QLatin1Char('\n')));
}

QString CarbonView::answer() const
{
    if (m_rows.empty() || m_chart->spec().points.empty())
        return {};
    const Answer at = footprintSummary(document().project().target, m_rows, document().analysis().plannedP());
    return qt(lineText(at.headline, at.because));
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
        table.rows.push_back({static_cast<double>(row.p), row.timeS, maybeCell(row.costUsd),
                              maybeCell(row.footprint.kwh), maybeCell(row.footprint.gramsCo2e),
                              (row.dominated ? tr("yes") : tr("no")).toStdString()});
    return table;
}

bool CarbonView::hasField(const QString& pointer) const
{
    return m_grid->has(pointer);
}

bool CarbonView::focusField(const QString& pointer)
{
    return m_grid->focus(pointer);
}

std::vector<Exportable> CarbonView::exportables()
{
    if (m_rows.empty() || m_chart->spec().points.empty())
        return {};
    return {{QStringLiteral("carbon"), m_chart}};
}

std::vector<PaletteItem> CarbonView::paletteItems()
{
    return m_grid->paletteItems();
}

}  // namespace scalewright::ui
