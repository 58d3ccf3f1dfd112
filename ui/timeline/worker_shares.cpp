#include "ui/timeline/worker_shares.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "ui/figure/qcp.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double mostBar = 11, leastRow = 13;  // px at type size 1

bool occurs(Doing what, const std::vector<WorkerTime>& workers)
{
    return std::any_of(workers.begin(), workers.end(), [&](const WorkerTime& worker) { return worker.seconds[static_cast<std::size_t>(what)] > 0; });
}

}  // namespace

double WorkerTime::idleS() const
{
    double busy = 0;
    for (std::size_t i = 0; i < doingCount; ++i)
        if (static_cast<Doing>(i) != Doing::Hidden)
            busy += seconds[i];
    const double idle = spanS - busy;
    return idle > 1e-9 * spanS ? idle : 0;  // less is what sums leave in their last digits
}

WorkerShares::WorkerShares(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent) {}

void WorkerShares::setWorkers(std::vector<WorkerTime> workers, const QString& caption, const QString& why)
{
    m_workers = std::move(workers);
    m_caption = caption;
    m_why = why;
    contentChanged();
}

FigureTexts WorkerShares::texts() const
{
    FigureTexts texts{tr("Share of the time, by worker"), m_caption, m_why};
    if (m_workers.empty())
        return texts;
    std::array<double, doingCount> all{};
    double span = 0;
    for (const WorkerTime& worker : m_workers) {
        span += worker.spanS;
        for (std::size_t i = 0; i < doingCount; ++i)
            all[i] += worker.seconds[i];
    }
    texts.summary = span > 0 ? tr("Mean over %1 workers: %2.").arg(m_workers.size()).arg(sharesText(all, span)) : m_why;
    return texts;
}

Table WorkerShares::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    if (m_workers.empty())
        return table;
    table.columns = {{"worker", tr("worker").toStdString(), "", -1}, {"span_s", tr("span").toStdString(), "s", -1}};
    constexpr std::array<const char*, doingCount> keys{"compute_s", "communication_s", "hidden_communication_s", "waiting_s", "memory_s",
                                                      "io_s", "coordination_s", "checkpoint_s", "failure_s", "unclassified_s"};
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < doingCount; ++i)
        if (static_cast<Doing>(i) == Doing::Compute || static_cast<Doing>(i) == Doing::Communication || static_cast<Doing>(i) == Doing::Waiting || occurs(static_cast<Doing>(i), m_workers)) {
            columns.push_back(i);
            const QString title = static_cast<Doing>(i) == Doing::Communication ? tr("exposed communication") : doingTitle(static_cast<Doing>(i));
            table.columns.push_back({keys[i], title.toStdString(), "s", -1});
        }
    table.columns.push_back({"idle_s", tr("idle").toStdString(), "s", -1});
    for (const WorkerTime& worker : m_workers) {
        std::vector<Cell> row{worker.title.toStdString(), worker.spanS};
        for (const std::size_t i : columns)
            row.emplace_back(worker.seconds[i]);
        row.emplace_back(worker.idleS());
        table.rows.push_back(std::move(row));
    }
    return table;
}

QSizeF WorkerShares::naturalSize() const
{
    return {560, std::clamp(16.0 * static_cast<double>(m_workers.size()), 60.0, 520.0) + 20};
}

std::vector<std::size_t> WorkerShares::drawn(double height, const Look& look) const
{
    const auto fit = static_cast<std::size_t>(std::max(1.0, std::floor(height / (leastRow * look.scaled(1)))));
    std::vector<std::size_t> rows;
    if (m_workers.size() <= fit) {
        for (std::size_t i = 0; i < m_workers.size(); ++i)
            rows.push_back(i);
        return rows;
    }
    // Evenly over all of them, and those that the page speaks of.
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        if (m_workers[i].strong && rows.size() + 1 < fit)
            rows.push_back(i);
    const std::size_t rest = fit - rows.size();
    for (std::size_t k = 0; k < rest; ++k) {
        const std::size_t i = rest == 1 ? 0 : k * (m_workers.size() - 1) / (rest - 1);
        if (std::find(rows.begin(), rows.end(), i) == rows.end())
            rows.push_back(i);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

void WorkerShares::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QFont font = look.font(TextStyle::Small);
    const QFontMetricsF small(font);
    painter.setFont(font);
    if (m_workers.empty()) {
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignCenter | Qt::TextWordWrap, m_why);
        return;
    }
    const double foot = small.height() + 2;
    const std::vector<std::size_t> rows = drawn(size.height() - foot, look);
    double labels = 0;
    for (const std::size_t i : rows)
        labels = std::max(labels, QFontMetricsF(look.font(TextStyle::Small, true)).horizontalAdvance(m_workers[i].shortTitle));
    const double left = labels + 10, width = std::max(10.0, size.width() - left - 2);
    const double room = rows.size() < m_workers.size() ? foot : 0;
    const double row = std::min((size.height() - room) / static_cast<double>(rows.size()), 22 * look.scaled(1)), bar = std::min(row - 2, mostBar * look.scaled(1));
    double top = 0, most = 0;
    for (const WorkerTime& worker : m_workers)
        most = std::max(most, worker.spanS);
    for (const std::size_t i : rows) {
        const WorkerTime& worker = m_workers[i];
        const QFont own = look.font(TextStyle::Small, worker.strong);
        painter.setFont(own);
        painter.setPen(look.color(worker.strong ? Role::Ink : Role::Soft));
        painter.drawText(QPointF(labels - QFontMetricsF(own).horizontalAdvance(worker.shortTitle), std::round(top + (row + small.capHeight()) / 2)), worker.shortTitle);
        const QRectF whole(left, top + (row - bar) / 2, width, bar);
        painter.fillRect(whole, look.color(Role::Hover));
        double at = left;
        const auto piece = [&](double seconds, const QColor& color) {
            const double wide = most > 0 ? seconds / most * width : 0;
            if (wide > 0)
                painter.fillRect(QRectF(at, whole.top(), std::max(0.5, wide > 3 ? wide - 0.8 : wide), bar), color);
            at += wide;
        };
        for (const Doing what : {Doing::Compute, Doing::Memory, Doing::InputOutput, Doing::Communication, Doing::Coordination, Doing::Checkpoint, Doing::Failure, Doing::Unknown, Doing::Waiting})
            piece(worker.seconds[static_cast<std::size_t>(what)], colorOf(what, look));
        top += row;
    }
    if (rows.size() < m_workers.size()) {
        painter.setFont(font);
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QPointF(left, std::min(top + small.ascent() + 1, size.height() - 2)), tr("%1 of %2 workers; the table has all").arg(rows.size()).arg(m_workers.size()));
    }
}

QSize WorkerShares::sizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(300 * scale), static_cast<int>((16.0 * static_cast<double>(std::clamp<std::size_t>(m_workers.size(), 4, 8)) + 18) * scale)};
}

QSize WorkerShares::minimumSizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(180 * scale), static_cast<int>(80 * scale)};
}

}  // namespace scalewright::ui
