#include "ui/design/layouts/layout_mapper.h"

#include <QEventLoop>
#include <QPointer>

#include <vector>

namespace scalewright::ui {

namespace {

/// Every second cell of every second row, then the rest.
std::vector<std::size_t> coarseFirst(const LayoutMapAxes& axes)
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
        if (m_restart || !m_asked)
            return;
        for (int i = from; i < to; ++i) {
            const auto& [index, cell] = m_worker->items()[static_cast<std::size_t>(i)];
            m_chart.setCell(index, cell);
        }
        Q_EMIT changed();
    });
    connect(m_worker, &WorkerBase::finished, this, [this] {
        if (m_restart) {
            start();
            return;
        }
        m_complete = m_complete || (m_asked && m_worker->outcome().has_value());
        Q_EMIT changed();
    });
}

bool LayoutMapper::same(const Asked& a, const Asked& b)
{
    const auto alike = [](const LayoutMapQuestion& one, const LayoutMapQuestion& other) {
        return one.ownShape == other.ownShape &&
               (one.ownShape ? one.like == other.like
                             : one.like.convention == other.like.convention &&
                                   one.like.flashAttention == other.like.flashAttention &&
                                   one.like.sequence == other.like.sequence);
    };
    return a.question.cluster == b.question.cluster && a.question.trainer == b.question.trainer &&
           a.question.batch == b.question.batch && alike(a.question, b.question) &&
           a.content.axes.cards == b.content.axes.cards && a.content.axes.parameters == b.content.axes.parameters &&
           a.content.planP == b.content.planP && a.content.parameters == b.content.parameters;
}

void LayoutMapper::ask(const LayoutMapQuestion& question, const LayoutMapContent& content)
{
    Asked asked{question, content};
    if (m_asked && same(*m_asked, asked))
        return;
    m_asked = std::move(asked);
    m_complete = false;
    m_chart.setContent(m_asked->content);
    m_restart = m_worker->isRunning();
    if (m_restart)
        m_worker->cancel();
    else
        start();
}

void LayoutMapper::finish()
{
    const QPointer<LayoutMapper> here = this;
    while (here && m_asked && !m_complete && (m_restart || m_worker->isRunning())) {
        QEventLoop loop;
        connect(m_worker, &WorkerBase::finished, &loop, &QEventLoop::quit);
        connect(this, &QObject::destroyed, &loop, &QEventLoop::quit);
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
}

void LayoutMapper::clear()
{
    m_asked.reset();
    m_restart = m_complete = false;
    m_worker->cancel();
    m_chart.setContent({});
}

void LayoutMapper::start()
{
    m_restart = false;
    m_worker->start([asked = *m_asked](std::stop_token stop, const auto& report) -> Result<void> {
        const LayoutMapAxes& axes = asked.content.axes;
        for (const std::size_t index : coarseFirst(axes)) {
            const Result<LayoutCell> cell = layoutCell(asked.question, axes.cards[index % axes.cards.size()],
                                                       axes.parameters[index / axes.cards.size()], stop);
            if (!cell)
                return fail(cell.error());
            report.add({index, *cell});
        }
        return {};
    });
}

}  // namespace scalewright::ui
