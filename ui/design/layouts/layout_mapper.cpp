// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layout_mapper.h"

#include <QPointer>

#include <vector>

namespace scalewright::ui {

namespace {

/// Every second cell of every second row first, then the others.
std::vector<std::size_t> coarseToFineOrder(const LayoutMapAxes& axes)
{
    std::vector<std::size_t> order;
    for (int pass = 0; pass < 4; ++pass)
        for (std::size_t row = 0; row < axes.parameters.size(); ++row)
            for (std::size_t column = 0; column < axes.cards.size(); ++column)
                if (static_cast<int>(2 * (row % 2) + column % 2) == pass)
                    order.push_back(row * axes.cards.size() + column);
    return order;
}

}  // namespace

LayoutMapper::LayoutMapper(LayoutMapChart& chart, QObject* parent)
    : QObject(parent), m_chart(chart), m_worker(new Worker<std::pair<std::size_t, LayoutCell>>(this))
{
    connect(m_worker, &WorkerBase::itemsArrived, this, [this](int from, int to) {
        if (m_restartPending || !m_request)
            return;
        for (int i = from; i < to; ++i) {
            const auto& [index, cell] = m_worker->items()[static_cast<std::size_t>(i)];
            m_chart.setCell(index, cell);
        }
        Q_EMIT changed();
    });
    connect(m_worker, &WorkerBase::finished, this, [this] {
        if (m_restartPending) {
            startWorker();
            return;
        }
        m_isComplete = m_isComplete || (m_request && m_worker->outcome().has_value());
        Q_EMIT changed();
    });
}

bool LayoutMapper::isSameRequest(const Request& a, const Request& b)
{
    const auto sameShape = [](const LayoutMapInputs& one, const LayoutMapInputs& other) {
        return one.usesReferenceShape == other.usesReferenceShape &&
               (one.usesReferenceShape ? one.referenceModel == other.referenceModel
                                       : one.referenceModel.state == other.referenceModel.state &&
                                             one.referenceModel.flashAttention == other.referenceModel.flashAttention &&
                                             one.referenceModel.sequenceLength == other.referenceModel.sequenceLength);
    };
    return a.question.cluster == b.question.cluster && a.question.trainer == b.question.trainer &&
           a.question.batch == b.question.batch && sameShape(a.question, b.question) &&
           a.content.axes.cards == b.content.axes.cards && a.content.axes.parameters == b.content.axes.parameters &&
           a.content.planP == b.content.planP && a.content.modelParameters == b.content.modelParameters;
}

void LayoutMapper::requestMap(const LayoutMapInputs& question, const LayoutMapContent& content)
{
    Request request{question, content};
    if (m_request && isSameRequest(*m_request, request))
        return;
    m_request = std::move(request);
    m_isComplete = false;
    m_chart.setContent(m_request->content);
    m_restartPending = m_worker->isRunning();
    if (m_restartPending)
        m_worker->cancel();
    else
        startWorker();
}

void LayoutMapper::waitUntilComplete()
{
    const QPointer<LayoutMapper> self = this;
    while (self && m_request && !m_isComplete && (m_restartPending || m_worker->isRunning()))
        m_worker->paintUntilFinished();
}

void LayoutMapper::clear()
{
    m_request.reset();
    m_restartPending = m_isComplete = false;
    m_worker->cancel();
    m_chart.setContent({});
}

void LayoutMapper::startWorker()
{
    m_restartPending = false;
    m_worker->start([asked = *m_request](std::stop_token stop, const auto& report) -> Result<void> {
        const LayoutMapAxes& axes = asked.content.axes;
        for (const std::size_t index : coarseToFineOrder(axes)) {
            const Result<LayoutCell> cell = computeLayoutCell(asked.question, axes.cards[index % axes.cards.size()],
                                                              axes.parameters[index / axes.cards.size()], stop);
            if (!cell)
                return fail(cell.error());
            report.addItem({index, *cell});
        }
        return {};
    });
}

}  // namespace scalewright::ui
