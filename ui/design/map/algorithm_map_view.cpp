// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/map/algorithm_map_view.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

#include "core/project/document/project.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/bind_quantity.h"
#include "ui/controls/collapsible_details.h"
#include "ui/design/map/algorithm_map_chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

AlgorithmMapView::AlgorithmMapView(Document& document, QWidget* parent)
    : DocumentView(document, parent), m_chart(new AlgorithmMapChart)
{
    m_figure = new Figure(m_chart, m_chart, this);
    m_boundaryDetails = new CollapsibleDetails(tr("where another pattern takes over"), this, tr("Where it flips"));
    m_figure->addTitleButton(m_boundaryDetails->button());

    m_alpha = createBoundField(document, fieldOf(&Target::alphaS), this);
    m_bandwidth = createBoundField(document, fieldOf(&Target::bandwidthBytesPerS), this);
    m_message = createBoundField(document, fieldOf(&Communication::messageBytes), this);
    m_sliders = createGrid(nullptr, Theme::spacing(8), Theme::spacing(3));
    createBox<QVBoxLayout>(this, Theme::spacing(2), {{m_figure, 100}, m_boundaryDetails, m_sliders, Stretch{}});

    connect(m_chart, &AlgorithmMapChart::pMoved, new PlanMarkerController(document, m_chart),
            &PlanMarkerController::movePlan);
    initializeView();
}

void AlgorithmMapView::layOut()
{
    const std::array<QuantityEdit*, 3> edits{m_alpha, m_bandwidth, m_message};
    const int columns = std::clamp(static_cast<int>(width() / (230 * Theme::instance().typeScale())), 1, 3);
    for (int i = 0; i < 3; ++i)
        m_sliders->addWidget(edits[static_cast<std::size_t>(i)], i / columns, i % columns, Qt::AlignTop);
    for (int i = 0; i < 3; ++i)
        m_sliders->setColumnStretch(i, i < columns ? 1 : 0);
}

void AlgorithmMapView::refresh()
{
    const Project& project = document().project();
    MapContent content = mapContent(project, document().analysis());
    const QStringList sentences = mapSentences(content);
    m_headline = content.lacksInputs ? QString() : sentences.front();  // the page's head names the missing inputs
    m_boundaryDetails->setText(sentences.mid(1).join(QLatin1Char('\n')));
    m_figure->setVisible(content.emptyText.isEmpty());
    for (QWidget* each : {m_alpha, m_bandwidth, m_message})
        each->setVisible(content.emptyText.isEmpty() || content.lacksInputs);
    m_chart->setContent(std::move(content));
    m_figure->refresh();
    m_alpha->setQuantity(project.target.alphaS);
    m_bandwidth->setQuantity(project.target.bandwidthBytesPerS);
    m_message->setQuantity(project.design.communication.messageBytes);
    Q_EMIT answerChanged();
}

std::vector<ExportableFigure> AlgorithmMapView::exportables()
{
    // An empty map is not exported.
    if (!mapContent(document().project(), document().analysis()).emptyText.isEmpty())
        return {};
    return {{QStringLiteral("algorithm-map"), m_chart}};
}

}  // namespace scalewright::ui
