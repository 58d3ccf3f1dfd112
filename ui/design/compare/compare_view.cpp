// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/compare/compare_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QPushButton>

#include <algorithm>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/design/compare/plan_card.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"

namespace scalewright::ui {

namespace {
// Minimum widths for columns side by side, at type scale 1
constexpr double twoColumnWidth = 600, chartBesideWidth = 760, threeColumnWidth = 900;
constexpr std::size_t maximumNarrowRows = 4;  ///< of the table of differences beside the cards
}// namespace

CompareView::CompareView(Document& document, const DesignCatalogue& catalogue, QWidget* parent)
    : DocumentView(document, parent),
      m_catalogue(catalogue),
      m_leftCombo(new QuietCombo(this)),
      m_rightCombo(new QuietCombo(this))
{
    m_leftCombo->setAccessibleName(tr("first design"));
    m_rightCombo->setAccessibleName(tr("second design"));
    m_rightCombo->setPlaceholderText(tr("case study"));
    auto* swap = createQuietButton(tr("Swap"), this);
    swap->setAccessibleName(tr("Swap the two designs"));
    m_leftCard = new PlanCard(m_leftCombo, this);
    m_rightCard = new PlanCard(m_rightCombo, this);

    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_chart->setTableSource(
        [this] { return m_comparedDesigns ? comparisonTable(*m_comparedDesigns, this->document().pMax()) : Table{}; });
    m_figure = new Figure(m_chart, this);
    m_whyButton =
        createDisclosureButton(tr("What moved p*"), this, tr("What moved p*, and which constant moves it most"));
    m_figure->addTitleButton(m_whyButton);
    m_planMarker = new PlanMarkerController(document, *m_chart);
    connect(&document, &Document::gestureEnded, this, [this] {
        if (isInSight())
            refresh();
    });

    m_upperRow = createFlexibleRow(Theme::spacing(3), {{m_leftCard, 1}, {m_rightCard, 1}});
    m_column = createBox<QVBoxLayout>(this, Theme::spacing(3), {m_upperRow, {m_figure, 100}});
    m_differences = addTable(*m_upperRow);
    m_inFullButton = createDisclosureButton(tr("In full"), this, tr("All six slots with their full text"),
                                            tr("All six slots in full"));
    m_differences.figure->addTitleButton(swap);
    m_differences.figure->addTitleButton(m_inFullButton);
    connect(m_inFullButton, &QPushButton::toggled, this, &CompareView::refreshDifferences);
    m_pStarChanges = addTable(*m_column);
    m_elasticities = addTable(*m_column);
    for (const TableFigure& part : {m_pStarChanges, m_elasticities}) {
        part.figure->hide();
        connect(m_whyButton, &QPushButton::toggled, part.figure, &QWidget::setVisible);
    }
    connect(m_leftCombo, &QComboBox::activated, this,
            [this](int index) { setSides(m_sides.at(static_cast<std::size_t>(index)), m_right); });
    connect(m_rightCombo, &QComboBox::activated, this,
            [this](int index) { setSides(m_left, m_sides.at(static_cast<std::size_t>(index))); });
    connect(swap, &QPushButton::clicked, this, [this] { setSides(m_right, m_left); });
    m_column->addStretch(1);  // so that the cards stay as high as their content if there is no chart
    initializeView();
}

CompareView::TableFigure CompareView::addTable(QBoxLayout& column)
{
    TableFigure part;
    part.table = new TextTable;
    part.figure = new Figure(part.table, part.table, this);
    column.addWidget(part.figure, 1);
    return part;
}

void CompareView::setSides(const DesignSide& left, const DesignSide& right)
{
    m_left = left;
    m_right = right;
    m_sidesChosen = true;
    refresh();
}

void CompareView::fillSideCombo(QuietCombo& choice, const DesignSide& side)
{
    QStringList titles;
    for (const DesignSide& each : m_sides)
        titles << sideTitle(each, document().project(), m_catalogue);
    choice.showItems(titles, static_cast<int>(std::find(m_sides.begin(), m_sides.end(), side) - m_sides.begin()));
}

void CompareView::refresh()
{
    const Project& project = document().project();
    m_sides = allSides(project, m_catalogue);
    const auto exists = [&](const DesignSide& side) {
        return std::find(m_sides.begin(), m_sides.end(), side) != m_sides.end();
    };
    if (!m_sidesChosen || !exists(m_left) || !exists(m_right)) {
        m_sidesChosen = false;
        m_left = m_sides.front();
        m_right = m_sides.size() > 1 ? m_sides[1] : m_sides.front();
    }
    fillSideCombo(*m_leftCombo, m_left);
    fillSideCombo(*m_rightCombo, m_right);
    m_comparedDesigns = compareSides(m_left, m_right, project, m_catalogue, document().pMax());

    const bool hasTwo = hasTwoDesigns();
    m_leftCard->setPlans(m_comparedDesigns->leftPlan, hasTwo ? m_comparedDesigns->rightPlan : ComparedPlan{});
    if (hasTwo) {
        m_rightCard->setPlans(m_comparedDesigns->rightPlan, m_comparedDesigns->leftPlan);
    } else {
        m_rightCombo->setCurrentIndex(-1);
        m_rightCard->setPrompt(tr("Choose a case study here, or add a variant: a copy of this design to change."));
    }
    m_figure->setVisible(
        hasTwo && (m_comparedDesigns->comparison.leftPrediction || m_comparedDesigns->comparison.rightPrediction));
    m_differences.figure->setVisible(hasTwo);
    const Analysis& analysis = document().analysis();
    const std::optional<int> planP = analysis.prediction ? analysis.plannedP() : std::nullopt;
    m_chart->setSpec(
        comparisonChart(*m_comparedDesigns, planP, document().pMax(), m_planMarker->largestPDuringGesture()));
    m_chart->setTexts(comparisonTexts(*m_comparedDesigns));
    Q_EMIT answerChanged();
    refreshDifferences();
    m_pStarChanges.table->setContent(pStarChangesTexts(*m_comparedDesigns),
                                     pStarChangesTable(*m_comparedDesigns, document().pMax()));
    m_elasticities.table->setContent(elasticityTexts(*m_comparedDesigns), elasticityTable(*m_comparedDesigns));
    m_figure->refreshTable();
    for (const TableFigure& part : {m_differences, m_pStarChanges, m_elasticities})
        part.figure->refresh();
}

bool CompareView::hasTwoDesigns() const
{
    return m_sidesChosen || !document().project().variants.empty();
}

QString CompareView::answer() const
{
    return !m_comparedDesigns ? QString()
           : hasTwoDesigns()  ? comparisonHeadline(*m_comparedDesigns)
                              : tr("Add a variant, or choose a case study.");
}

void CompareView::refreshDifferences()
{
    TextTable::Content content = differencesTable(*m_comparedDesigns, m_catalogue);
    if (m_inFullButton->isChecked())
        content.briefRows.clear();
    m_differenceCount = (content.briefRows.empty() ? content.table.rows : content.briefRows).size();
    layOut();
    m_differences.table->setContent(differencesTexts(*m_comparedDesigns, m_catalogue), std::move(content));
}

void CompareView::layOut()
{
    const double scale = Theme::instance().typeScale();
    for (QComboBox* choice : {m_leftCombo, m_rightCombo})
        choice->setFont(Theme::instance().font(TextStyle::CardTitle, true));
    // A row that is wider than the window widens this view, so the window's width counts too.
    const double wide = std::min<double>(width(), window()->width() - 100 * scale) / scale;
    setSideBySide(*m_upperRow, wide >= twoColumnWidth);
    // With many rows the chart moves up to the cards, and the table takes the full width below; with large type both
    // are below.
    const bool needsWideTable =
        Theme::instance().visualStyle().isLecture || wide < threeColumnWidth || m_differenceCount > maximumNarrowRows;
    const Figure* beside = !needsWideTable ? m_differences.figure : wide >= chartBesideWidth ? m_figure : nullptr;
    for (Figure* figure : {m_figure, m_differences.figure})
        if (const bool isBeside = m_upperRow->indexOf(figure) >= 0; isBeside && figure != beside)
            m_column->insertWidget(figure == m_figure ? 1 : m_column->indexOf(m_figure) + 1, figure, 100);
        else if (!isBeside && figure == beside)
            m_upperRow->addWidget(figure, figure == m_figure ? 2 : 1);
    // The height left in the window below the cards.
    m_chart->setMinimumHeight(static_cast<int>(std::max(180 * scale, window()->height() - 490 * scale)));
}

std::vector<ExportableFigure> CompareView::exportables()
{
    if (!hasTwoDesigns())
        return {};
    std::vector<ExportableFigure> figures;
    if (m_comparedDesigns->comparison.leftPrediction || m_comparedDesigns->comparison.rightPrediction)
        figures.push_back({QStringLiteral("compare-speedup"), m_chart});
    figures.push_back({QStringLiteral("compare-slots"), m_differences.table});
    if (!m_comparedDesigns->comparison.pStarSteps.empty()) {
        figures.push_back({QStringLiteral("compare-moved"), m_pStarChanges.table});
        figures.push_back({QStringLiteral("compare-elasticity"), m_elasticities.table});
    }
    return figures;
}

}  // namespace scalewright::ui
