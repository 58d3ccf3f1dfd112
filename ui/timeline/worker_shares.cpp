// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/worker_shares.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double maximumBarHeight = 11, minimumRowHeight = 13;  // px at type size 1

constexpr std::array<Activity, 9> drawingOrder{Activity::Compute,       Activity::Memory,       Activity::InputOutput,
                                               Activity::Communication, Activity::Coordination, Activity::Checkpoint,
                                               Activity::Failure,       Activity::Unknown,      Activity::Waiting};

}  // namespace

WorkerShares::WorkerShares(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent) {}

const WorkerParts* WorkerShares::comparedParts(const WorkerTime& worker) const
{
    if (!m_comparison)
        return nullptr;
    const auto match = std::find_if(m_comparison->workers.begin(), m_comparison->workers.end(),
                                    [&](const WorkerParts& other) { return other.worker == worker.worker; });
    return match == m_comparison->workers.end() ? nullptr : &*match;
}

void WorkerShares::setWorkers(std::vector<WorkerTime> workers, const QString& caption, const QString& emptyText,
                              std::optional<ComparedWorkers> comparison)
{
    m_comparison = std::move(comparison);
    m_workers = std::move(workers);
    m_caption = caption;
    m_emptyText = emptyText;
    updateForNewContent();
}

FigureTexts WorkerShares::texts() const
{
    FigureTexts texts{tr("Share of the time, by worker"), m_caption, m_emptyText};
    if (m_workers.empty())
        return texts;
    std::array<double, activityCount> totals{};
    double span = 0;
    for (const WorkerTime& worker : m_workers) {
        span += worker.spanS;
        for (std::size_t i = 0; i < activityCount; ++i)
            totals[i] += worker.seconds[i];
    }
    texts.summary =
        span > 0 ? tr("Mean over %1 workers: %2.").arg(m_workers.size()).arg(sharesText(totals, span)) : m_emptyText;
    if (m_comparison)
        texts.summary +=
            QLatin1Char(' ') +
            tr("Above %1, below %2: %3.").arg(m_comparison->shownName, m_comparison->otherName, m_comparison->summary);
    return texts;
}

Table WorkerShares::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    if (m_workers.empty())
        return table;
    const bool shares = m_comparison && m_comparison->basis == PartsBasis::Share;
    const std::string unit = shares ? "" : "s", suffix = shares ? "_share" : "_s";
    table.columns = {{"worker", tr("worker").toStdString(), "", -1}};
    if (m_comparison)
        table.columns.push_back({"run", tr("run").toStdString(), "", -1});
    if (!shares)
        table.columns.push_back({"span_s", tr("span").toStdString(), "s", -1});
    constexpr std::array<const char*, activityCount> keys{
        "compute", "communication", "hidden_communication", "waiting", "memory",
        "io",      "coordination",  "checkpoint",           "failure", "unclassified"};
    const auto occurs = [&](std::size_t i) {
        const auto hasTime = [&](const WorkerParts& worker) { return worker.seconds[i] > 0; };
        return std::any_of(m_workers.begin(), m_workers.end(), hasTime) ||
               (m_comparison && std::any_of(m_comparison->workers.begin(), m_comparison->workers.end(), hasTime));
    };
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < activityCount; ++i)
        if (static_cast<Activity>(i) == Activity::Compute || static_cast<Activity>(i) == Activity::Communication ||
            static_cast<Activity>(i) == Activity::Waiting || occurs(i)) {
            columns.push_back(i);
            const QString title = static_cast<Activity>(i) == Activity::Communication
                                      ? tr("exposed communication")
                                      : activityTitle(static_cast<Activity>(i));
            table.columns.push_back({keys[i] + suffix, title.toStdString(), unit, -1});
        }
    table.columns.push_back({"idle" + suffix, tr("idle").toStdString(), unit, -1});
    const auto row = [&](const WorkerTime& worker, const QString& run, const WorkerParts& parts,
                         const WorkerParts* less) {
        std::vector<Cell> cells{worker.title.toStdString()};
        if (m_comparison)
            cells.emplace_back(run.toStdString());
        if (!shares)
            cells.emplace_back(parts.spanS - (less ? less->spanS : 0));
        for (const std::size_t i : columns)
            cells.emplace_back(parts.seconds[i] - (less ? less->seconds[i] : 0));
        cells.emplace_back(parts.idleS() - (less ? less->idleS() : 0));
        table.rows.push_back(std::move(cells));
    };
    for (const WorkerTime& worker : m_workers) {
        row(worker, m_comparison ? m_comparison->shownName : QString(), worker, nullptr);
        if (const WorkerParts* other = comparedParts(worker)) {
            row(worker, m_comparison->otherName, *other, nullptr);
            row(worker, tr("difference"), *other, &worker);
        }
    }
    return table;
}

QSizeF WorkerShares::naturalSize() const
{
    return {560, std::clamp(16.0 * static_cast<double>(m_workers.size()), 60.0, 520.0) + 20};
}

std::vector<std::size_t> WorkerShares::rowsToDraw(double height, const VisualStyle& look) const
{
    const auto fit =
        static_cast<std::size_t>(std::max(1.0, std::floor(height / (minimumRowHeight * look.scaledLength(1)))));
    std::vector<std::size_t> rows;
    if (m_workers.size() <= fit) {
        for (std::size_t i = 0; i < m_workers.size(); ++i)
            rows.push_back(i);
        return rows;
    }
    // The highlighted rows, plus evenly spaced ones.
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        if (m_workers[i].isHighlighted && rows.size() + 1 < fit)
            rows.push_back(i);
    const std::size_t remaining = fit - rows.size();
    for (std::size_t k = 0; k < remaining; ++k) {
        const std::size_t i = remaining == 1 ? 0 : k * (m_workers.size() - 1) / (remaining - 1);
        if (std::find(rows.begin(), rows.end(), i) == rows.end())
            rows.push_back(i);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

void WorkerShares::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QFont font = look.font(TextStyle::Small);
    const QFontMetricsF small(font);
    painter.setFont(font);
    if (m_workers.empty()) {
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const double footerHeight = small.height() + 2;
    const std::vector<std::size_t> rows = rowsToDraw(size.height() - footerHeight, look);
    double labels = 0;
    for (const std::size_t i : rows)
        labels = std::max(labels,
                          QFontMetricsF(look.font(TextStyle::Small, true)).horizontalAdvance(m_workers[i].shortTitle));
    const double left = labels + 10, width = std::max(10.0, size.width() - left - 2);
    const double reservedHeight = rows.size() < m_workers.size() ? footerHeight : 0;
    const double row =
        std::min((size.height() - reservedHeight) / static_cast<double>(rows.size()), 22 * look.scaledLength(1));
    const double bar =
        std::min(row - (m_comparison ? 3 : 2), (m_comparison ? 1.4 : 1) * maximumBarHeight * look.scaledLength(1));
    double top = 0, longestSpan = 0;
    for (const WorkerTime& worker : m_workers) {
        longestSpan = std::max(longestSpan, worker.spanS);
        if (const WorkerParts* other = comparedParts(worker))
            longestSpan = std::max(longestSpan, other->spanS);
    }
    for (const std::size_t i : rows) {
        const WorkerTime& worker = m_workers[i];
        const QFont labelFont = look.font(TextStyle::Small, worker.isHighlighted);
        painter.setFont(labelFont);
        painter.setPen(look.color(worker.isHighlighted ? ColorRole::Ink : ColorRole::SoftInk));
        painter.drawText(QPointF(labels - QFontMetricsF(labelFont).horizontalAdvance(worker.shortTitle),
                                 std::round(top + (row + small.capHeight()) / 2)),
                         worker.shortTitle);
        const WorkerParts* other = comparedParts(worker);
        const auto draw = [&](const WorkerParts& parts, double y, double height) {
            painter.fillRect(QRectF(left, y, width, height), look.color(ColorRole::Hover));
            double x = left;
            for (const Activity activity : drawingOrder) {
                const double wide = longestSpan > 0 ? parts.part(activity) / longestSpan * width : 0;
                if (wide > 0)
                    painter.fillRect(QRectF(x, y, std::max(0.5, wide > 3 ? wide - 0.8 : wide), height),
                                     activityColor(activity, look));
                x += wide;
            }
        };
        const double y = top + (row - bar) / 2;
        draw(worker, y, other ? std::round(0.55 * bar) : bar);
        if (other) {
            painter.setOpacity(0.6);
            draw(*other, y + std::round(0.55 * bar) + 1, bar - std::round(0.55 * bar));
            painter.setOpacity(1);
        }
        top += row;
    }
    if (rows.size() < m_workers.size()) {
        painter.setFont(font);
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(left, std::min(top + small.ascent() + 1, size.height() - 2)),
                         tr("%1 of %2 workers; the table lists all").arg(rows.size()).arg(m_workers.size()));
    }
}

QSize WorkerShares::sizeHint() const
{
    return Theme::scaled(300, 16.0 * static_cast<double>(std::clamp<std::size_t>(m_workers.size(), 4, 8)) + 18);
}

}  // namespace scalewright::ui
