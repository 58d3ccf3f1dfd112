#include "ui/design/map/algorithm_map_view.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

#include "ui/charts/plan_marker.h"
#include "ui/design/map/algorithm_map_chart.h"
#include "ui/figure/figure.h"
#include "ui/controls/bind_quantity.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

AlgorithmMapView::AlgorithmMapView(Document& document, QWidget* parent)
    : DocumentView(document, parent), m_chart(new AlgorithmMapChart), m_words(new Text(TextStyle::Label, Role::Ink, false, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(2));
    m_figure = new Figure(m_chart, m_chart, this);
    column->addWidget(m_figure, 1);
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_words);

    const auto edit = [&](const char* key, const QuantitySpec& spec, std::function<void(Project&, double)> apply) {
        auto* made = new QuantityEdit(spec, this);
        bindQuantity(made, document, QString::fromLatin1(key), spec.label, std::move(apply));
        return made;
    };
    m_alpha = edit("map-alpha", {.label = tr("alpha, latency per hop"), .dimension = Dimension::Time, .low = 1e-6, .high = 1e-1, .zeroStop = true,
                                 .unsetHint = tr("time a small message, or choose a link")},
                   [](Project& project, double value) { project.target.alphaS = typed(value); });
    m_bandwidth = edit("map-bandwidth", {.label = tr("link bandwidth"), .dimension = Dimension::Bandwidth, .low = 1e6, .high = 1e12, .zeroAllowed = false,
                                         .unsetHint = tr("one link, one direction: 100 Gbit/s")},
                       [](Project& project, double value) { project.target.bandwidthBytesPerS = typed(value); });
    m_message = edit("map-message", {.label = tr("message of a step"), .dimension = Dimension::Bytes, .low = 1e3, .high = 1e12,
                                     .unsetHint = tr("the gradients, say: 7B params bf16")},
                     [](Project& project, double value) { project.design.communication.messageBytes = typed(value); });
    m_sliders = new QGridLayout;
    m_sliders->setHorizontalSpacing(Theme::space(8));
    m_sliders->setVerticalSpacing(Theme::space(3));
    column->addLayout(m_sliders);

    connect(m_chart, &AlgorithmMapChart::moved, new PlanMarker(document, m_chart), &PlanMarker::move);
    begin();
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
    m_words->setText(mapSentences(content).join(QLatin1Char('\n')));
    m_words->setVisible(content.emptyText.isEmpty());
    m_chart->setContent(std::move(content));
    m_figure->refresh();
    m_alpha->setQuantity(project.target.alphaS);
    m_bandwidth->setQuantity(project.target.bandwidthBytesPerS);
    m_message->setQuantity(project.design.communication.messageBytes);
}

std::vector<Exportable> AlgorithmMapView::exportables()
{
    return {{QStringLiteral("algorithm-map"), m_chart}};
}

}  // namespace scalewright::ui
