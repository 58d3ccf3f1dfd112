#include "ui/design/compare/compare_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QPushButton>

#include <algorithm>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/quiet_combo.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"

namespace scalewright::ui {

namespace {
constexpr double besideFrom = 820;  ///< room for two columns at type size 1
}

CompareView::CompareView(Document& document, const DesignCatalogue& catalogue, QWidget* parent)
    : DocumentView(document, parent),
      m_catalogue(catalogue),
      m_leftChoice(new QuietCombo(this)),
      m_rightChoice(new QuietCombo(this))
{
    m_leftChoice->setAccessibleName(tr("first design"));
    m_rightChoice->setAccessibleName(tr("second design"));
    auto* swap = quietButton(tr("Swap"), this);
    swap->setAccessibleName(tr("Swap the two designs"));
    auto* choices = new QHBoxLayout;
    choices->setSpacing(Theme::space(2));
    choices->addWidget(m_leftChoice);
    choices->addWidget(new Text(tr("against"), TextStyle::Label, Role::Soft, false, this));
    choices->addWidget(m_rightChoice);
    choices->addWidget(swap);
    choices->addStretch();

    m_chart = new Chart;
    m_chart->setTable([this] { return m_compared ? comparisonTable(*m_compared, this->document().pMax()) : Table{}; });
    m_figure = new Figure(m_chart, this);
    m_why = quietButton(tr("What moved p*"), this);
    m_why->setCheckable(true);
    m_why->setToolTip(tr("What moved p*, and what moves it most"));
    m_figure->addWord(m_why);
    m_plan = new PlanMarker(document, *m_chart);
    connect(&document, &Document::gestureEnded, this, [this] {
        if (inSight())
            refresh();
    });

    auto* left = new QVBoxLayout;
    auto* right = new QVBoxLayout;
    for (QVBoxLayout* column : {left, right})
        column->setSpacing(Theme::space(2));
    left->addWidget(m_figure);
    m_differences = addTable(*right);
    m_inFull = quietButton(tr("In full"), this);
    m_inFull->setCheckable(true);
    m_inFull->setToolTip(tr("All six slots, every word"));
    m_inFull->setAccessibleName(tr("All six slots in full"));
    m_differences.figure->addWord(m_inFull);
    connect(m_inFull, &QPushButton::toggled, this, &CompareView::fillSlots);
    m_moved = addTable(*left);
    m_elasticities = addTable(*left);
    for (const Part& part : {m_moved, m_elasticities}) {
        part.figure->hide();
        connect(m_why, &QPushButton::toggled, part.figure, &QWidget::setVisible);
    }
    left->addStretch(1);
    right->addStretch(1);
    m_body = new QBoxLayout(QBoxLayout::LeftToRight);
    m_body->setSpacing(Theme::space(2));
    m_body->addLayout(left, 52);
    m_body->addLayout(right, 48);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(3));
    column->addLayout(choices);
    column->addLayout(m_body);
    column->addStretch(1);

    connect(m_leftChoice, &QComboBox::activated, this,
            [this](int index) { setSides(m_sides.at(static_cast<std::size_t>(index)), m_right); });
    connect(m_rightChoice, &QComboBox::activated, this,
            [this](int index) { setSides(m_left, m_sides.at(static_cast<std::size_t>(index))); });
    connect(swap, &QPushButton::clicked, this, [this] { setSides(m_right, m_left); });
    begin();
}

CompareView::Part CompareView::addTable(QBoxLayout& column)
{
    Part part;
    part.table = new WordTable;
    part.figure = new Figure(part.table, part.table, this);
    column.addWidget(part.figure);
    return part;
}

void CompareView::setSides(const DesignSide& left, const DesignSide& right)
{
    m_left = left;
    m_right = right;
    m_chosen = true;
    refresh();
}

void CompareView::fillChoice(QComboBox& choice, const DesignSide& side)
{
    QStringList titles;
    for (const DesignSide& each : m_sides)
        titles << sideTitle(each, document().project(), m_catalogue);
    QStringList present;
    for (int i = 0; i < choice.count(); ++i)
        present << choice.itemText(i);
    if (titles != present) {
        choice.clear();
        choice.addItems(titles);
    }
    choice.setCurrentIndex(static_cast<int>(std::find(m_sides.begin(), m_sides.end(), side) - m_sides.begin()));
}

void CompareView::refresh()
{
    const Project& project = document().project();
    m_sides = allSides(project, m_catalogue);
    const auto exists = [&](const DesignSide& side) {
        return std::find(m_sides.begin(), m_sides.end(), side) != m_sides.end();
    };
    if (!m_chosen || !exists(m_left) || !exists(m_right)) {
        m_chosen = false;
        m_left = m_sides.front();
        m_right = m_sides.size() > 1 ? m_sides[1] : m_sides.front();
    }
    fillChoice(*m_leftChoice, m_left);
    fillChoice(*m_rightChoice, m_right);
    m_compared = compareSides(m_left, m_right, project, m_catalogue, document().pMax());

    const Analysis& analysis = document().analysis();
    const std::optional<int> planP = analysis.prediction ? std::optional(analysis.planP) : std::nullopt;
    m_chart->setSpec(comparisonChart(*m_compared, planP, document().pMax(), m_plan->heldReach()));
    m_chart->setTexts(comparisonTexts(*m_compared));
    Q_EMIT answerChanged();
    fillSlots();
    m_moved.table->setContent(movedTexts(*m_compared), movedTable(*m_compared, document().pMax()));
    m_elasticities.table->setContent(elasticityTexts(*m_compared), elasticityTable(*m_compared));
    m_figure->refreshTable();
    for (const Part& part : {m_differences, m_moved, m_elasticities})
        part.figure->refresh();
}

QString CompareView::answer() const
{
    return m_compared ? comparisonAnswer(*m_compared) : QString();
}

void CompareView::fillSlots()
{
    WordTable::Content content = differencesTable(*m_compared, m_catalogue);
    if (m_inFull->isChecked())
        content.brief.clear();
    m_differences.table->setContent(differencesTexts(*m_compared, m_catalogue), std::move(content));
}

void CompareView::layOut()
{
    const double scale = Theme::instance().typeScale();
    for (QComboBox* choice : {m_leftChoice, m_rightChoice})
        choice->setFont(Theme::instance().font(TextStyle::Label));
    m_body->setDirection(width() >= besideFrom * scale ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // What a window has below the two names.
    m_chart->setMinimumHeight(static_cast<int>(std::max(200 + 60 * scale, window()->height() - 320 * scale)));
}

std::vector<Exportable> CompareView::exportables()
{
    if (!m_chosen && document().project().variants.empty())
        return {};
    std::vector<Exportable> figures;
    if (m_compared->comparison.left || m_compared->comparison.right)
        figures.push_back({QStringLiteral("compare-speedup"), m_chart});
    figures.push_back({QStringLiteral("compare-slots"), m_differences.table});
    if (!m_compared->comparison.moved.empty()) {
        figures.push_back({QStringLiteral("compare-moved"), m_moved.table});
        figures.push_back({QStringLiteral("compare-elasticity"), m_elasticities.table});
    }
    return figures;
}

}  // namespace scalewright::ui
