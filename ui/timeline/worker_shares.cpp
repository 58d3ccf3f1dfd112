// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/worker_shares.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "ui/theme/contrasting_ink.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double maximumBarHeight = 40, minimumRowHeight = 19, maximumRowHeight = 56;  // px at type size 1
constexpr double legendSwatchSize = 8;

constexpr std::array<Activity, 9> drawingOrder{Activity::Compute,       Activity::Memory,       Activity::InputOutput,
                                               Activity::Communication, Activity::Coordination, Activity::Checkpoint,
                                               Activity::Failure,       Activity::Unknown,      Activity::Waiting};

}  // namespace

double busySeconds(const WorkerParts& worker)
{
    return worker.spanS - worker.part(Activity::Waiting) - worker.idleS();
}

WorkerShares::WorkerShares(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent) {}

const WorkerParts* WorkerShares::comparedParts(const WorkerTime& worker) const
{
    if (!isPaired())
        return nullptr;
    const auto match = std::find_if(m_comparison->workers.begin(), m_comparison->workers.end(),
                                    [&](const WorkerParts& other) { return other.worker == worker.worker; });
    return match == m_comparison->workers.end() ? nullptr : &*match;
}

const WorkerParts* WorkerShares::comparedMean() const
{
    return m_comparison && m_comparison->isMean ? &m_comparison->workers.front() : nullptr;
}

std::vector<const WorkerParts*> WorkerShares::drawnParts() const
{
    std::vector<const WorkerParts*> drawn;
    for (const WorkerTime& worker : m_workers)
        drawn.insert(drawn.end(), {&worker, comparedParts(worker)});
    drawn.push_back(comparedMean());
    std::erase(drawn, nullptr);
    return drawn;
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
            QLatin1Char(' ') + (m_comparison->isMean ? tr("Above %1, last %2: %3.") : tr("Above %1, below %2: %3."))
                                   .arg(m_comparison->shownName, m_comparison->otherName, m_comparison->summary);
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
    const std::vector<const WorkerParts*> drawn = drawnParts();
    const auto occurs = [&](std::size_t i) {
        return std::ranges::any_of(drawn, [i](const WorkerParts* worker) { return worker->seconds[i] > 0; });
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
    const auto row = [&](const QString& title, const QString& run, const WorkerParts& parts, const WorkerParts* less) {
        std::vector<Cell> cells{title.toStdString()};
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
        row(worker.title, m_comparison ? m_comparison->shownName : QString(), worker, nullptr);
        if (const WorkerParts* other = comparedParts(worker)) {
            row(worker.title, m_comparison->otherName, *other, nullptr);
            row(worker.title, tr("difference"), *other, &worker);
        }
    }
    if (const WorkerParts* mean = comparedMean())
        row(tr("mean"), m_comparison->otherName, *mean, nullptr);
    return table;
}

QSizeF WorkerShares::naturalSize() const
{
    const double row = isPaired() ? 24 : 16;  // two bars need more, or some workers would be left out
    const double rows = static_cast<double>(m_workers.size() + (comparedMean() ? 1 : 0));
    return {560, std::clamp(row * rows, 60.0, 520.0) + (m_comparison ? 52 : 38)};
}

std::vector<std::size_t> WorkerShares::rowsToDraw(double height, const VisualStyle& look) const
{
    const double rowHeight = (isPaired() ? 2 : 1) * minimumRowHeight * look.scaledLength(1);
    if (comparedMean())
        height -= rowHeight;
    const auto fit = static_cast<std::size_t>(std::max(1.0, std::floor(height / rowHeight)));
    std::vector<std::size_t> all(m_workers.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (all.size() <= fit)
        return all;
    std::ranges::stable_sort(all, std::greater<>(), [this](std::size_t i) { return busySeconds(m_workers[i]); });
    std::vector<std::size_t> positions;  // in `all`
    for (std::size_t k = 0; k < all.size(); ++k)
        if (m_workers[all[k]].isHighlighted && positions.size() + 1 < fit)
            positions.push_back(k);
    const std::size_t remaining = fit - positions.size();
    for (std::size_t k = 0; k < remaining; ++k)
        positions.push_back(remaining == 1 ? 0 : k * (all.size() - 1) / (remaining - 1));
    std::ranges::sort(positions);
    positions.erase(std::ranges::unique(positions).begin(), positions.end());
    std::vector<std::size_t> rows;
    for (const std::size_t k : positions)
        rows.push_back(all[k]);
    return rows;
}

bool WorkerShares::areEven(const std::vector<std::size_t>& rows) const
{
    return busySeconds(m_workers[rows.front()]) <= 1.01 * busySeconds(m_workers[rows.back()]);
}

QString WorkerShares::rowTitle(const std::vector<std::size_t>& rows, std::size_t position) const
{
    const WorkerTime& worker = m_workers[rows[position]];
    if (rows.size() == m_workers.size() || rows.size() < 3 || areEven(rows))
        return isPaired() ? tr("%1 %2").arg(worker.shortTitle, m_comparison->shownName) : worker.shortTitle;
    return position == 0                 ? tr("slowest %1").arg(worker.shortTitle)
           : position == rows.size() / 2 ? tr("median %1").arg(worker.shortTitle)
           : position + 1 == rows.size() ? tr("fastest %1").arg(worker.shortTitle)
                                         : worker.shortTitle;
}

std::vector<Activity> WorkerShares::drawnActivities() const
{
    std::vector<Activity> activities;
    const std::vector<const WorkerParts*> drawn = drawnParts();
    for (const Activity activity : drawingOrder)
        if (std::ranges::any_of(drawn, [activity](const WorkerParts* worker) {
                return worker->part(activity) > 0.005 * worker->spanS;
            }))
            activities.push_back(activity);
    return activities;
}

bool WorkerShares::hasIdleTime() const
{
    return std::ranges::any_of(drawnParts(),
                               [](const WorkerParts* worker) { return worker->idleS() > 0.005 * worker->spanS; });
}

std::pair<std::vector<WorkerShares::LegendEntry>, double> WorkerShares::legend(double width,
                                                                               const VisualStyle& look) const
{
    const QFontMetricsF small(look.font(TextStyle::Small));
    std::vector<LegendEntry> entries;
    for (const Activity activity : drawnActivities())
        entries.push_back({activityTitle(activity), activity});
    if (hasIdleTime())
        entries.push_back({idleTitle(), std::nullopt, true});
    double x = 0, y = 0;
    for (LegendEntry& entry : entries) {
        const double wide =
            (entry.activity || entry.isIdle ? legendSwatchSize + 5 : 0) + small.horizontalAdvance(entry.text) + 14;
        if (x > 0 && x + wide - 14 > width) {
            x = 0;
            y += small.height() + 1;
        }
        entry.position = {x, y};
        x += wide;
    }
    return {std::move(entries), y + small.height() + 4};
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
    const auto [entries, legendHeight] = legend(size.width(), look);
    for (const LegendEntry& entry : entries) {
        const double middle = entry.position.y() + small.height() / 2;
        const QRectF swatch(entry.position.x(), std::round(middle - legendSwatchSize / 2), legendSwatchSize,
                            legendSwatchSize);
        if (entry.isIdle)
            fillIdleBox(painter, swatch, look);
        else if (entry.activity)
            painter.fillRect(swatch, activityColor(*entry.activity, look));
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(entry.position.x() + (entry.activity || entry.isIdle ? legendSwatchSize + 5 : 0),
                                 std::round(middle + small.capHeight() / 2)),
                         entry.text);
    }
    const double rowsHeight = size.height() - legendHeight;
    const std::vector<std::size_t> rows = rowsToDraw(rowsHeight - footerHeight, look);
    double labels = m_comparison ? small.horizontalAdvance(m_comparison->otherName) : 0;
    for (std::size_t k = 0; k < rows.size(); ++k)
        labels =
            std::max(labels, QFontMetricsF(look.font(TextStyle::Small, true)).horizontalAdvance(rowTitle(rows, k)));
    labels = std::min(labels, 0.3 * size.width());
    const double left = labels + 10, width = std::max(10.0, size.width() - left - 2);
    const double reservedHeight = rows.size() < m_workers.size() ? footerHeight : 0;
    const WorkerParts* mean = comparedMean();
    const double row = std::min((rowsHeight - reservedHeight) / static_cast<double>(rows.size() + (mean ? 1 : 0)),
                                (isPaired() ? 1.5 : 1) * maximumRowHeight * look.scaledLength(1));
    const double bar =
        std::min(row - (isPaired() ? 3 : 2), (isPaired() ? 1.5 : 1) * maximumBarHeight * look.scaledLength(1));
    double top = legendHeight, longestSpan = 0;
    for (const WorkerParts* worker : drawnParts())
        longestSpan = std::max(longestSpan, worker->spanS);
    const auto writeLabel = [&](const QString& text, bool isStrong, double y, double height) {
        const QFont labelFont = look.font(TextStyle::Small, isStrong);
        const QFontMetricsF metrics(labelFont);
        const QString fitting = metrics.elidedText(text, Qt::ElideRight, labels);
        painter.setFont(labelFont);
        painter.setPen(look.color(isStrong ? ColorRole::Ink : ColorRole::SoftInk));
        painter.drawText(
            QPointF(labels - metrics.horizontalAdvance(fitting), std::round(y + (height + metrics.capHeight()) / 2)),
            fitting);
    };
    const auto draw = [&](const WorkerParts& parts, double y, double height, bool isPale, bool hasNumbers = true) {
        if (longestSpan <= 0 || parts.spanS <= 0)
            return;
        const double perSecond = width / longestSpan;
        const auto writeShare = [&](double x, double seconds, const QColor& fill) {
            const QString share = shareAsPercent(seconds / parts.spanS);
            const double wide = small.horizontalAdvance(share);
            if (!hasNumbers || wide + 6 > seconds * perSecond || small.capHeight() + 3 > height)
                return;
            const double opacity = painter.opacity();
            painter.setOpacity(1);
            painter.setFont(font);
            painter.setPen(isPale ? look.color(ColorRole::Ink) : contrastingInk(fill));
            painter.drawText(
                QPointF(x + (seconds * perSecond - wide) / 2, std::round(y + (height + small.capHeight()) / 2)), share);
            painter.setOpacity(opacity);
        };
        fillIdleBox(painter, QRectF(left, y, parts.spanS * perSecond, height), look);
        double x = left;
        for (const Activity activity : drawingOrder) {
            const double wide = parts.part(activity) * perSecond;
            if (wide > 0) {
                painter.fillRect(QRectF(x, y, std::max(0.5, wide > 3 ? wide - 0.8 : wide), height),
                                 activityColor(activity, look));
                writeShare(x, parts.part(activity), activityColor(activity, look));
            }
            x += wide;
        }
        writeShare(x, parts.idleS(), look.color(ColorRole::Hover));
    };
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const WorkerTime& worker = m_workers[rows[k]];
        const WorkerParts* other = comparedParts(worker);
        const double y = top + (row - bar) / 2;
        const double upper = other ? std::round(0.55 * bar) : bar;
        writeLabel(rowTitle(rows, k), worker.isHighlighted, y, upper);
        // In a sample of the workers, those with a name have numbers; of equal workers, the first.
        draw(worker, y, upper, false,
             rows.size() == m_workers.size() || rowTitle(rows, k) != worker.shortTitle || (areEven(rows) && k == 0));
        if (other) {
            writeLabel(m_comparison->otherName, false, y + upper + 1, bar - upper);
            painter.setOpacity(0.6);
            draw(*other, y + upper + 1, bar - upper, true);
            painter.setOpacity(1);
        }
        top += row;
    }
    if (mean) {
        const double y = top + (row - bar) / 2;
        writeLabel(m_comparison->otherName, false, y, bar);
        painter.setOpacity(0.6);
        draw(*mean, y, bar, true);
        painter.setOpacity(1);
        top += row;
    }
    if (rows.size() < m_workers.size()) {
        painter.setFont(font);
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(left, std::min(top + small.ascent() + 1, size.height() - 2)),
                         tr("%1 of %2 workers").arg(rows.size()).arg(m_workers.size()));
    }
}

QSize WorkerShares::sizeHint() const
{
    return Theme::scaled(
        300,
        16.0 * static_cast<double>(std::clamp<std::size_t>(m_workers.size() + (comparedMean() ? 1 : 0), 4, 8)) + 36);
}

}  // namespace scalewright::ui
