#include "ui/timeline/worker_shares.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double mostBar = 11, leastRow = 13;  // px at type size 1

constexpr std::array<Doing, 9> inOrder{Doing::Compute,       Doing::Memory,       Doing::InputOutput,
                                       Doing::Communication, Doing::Coordination, Doing::Checkpoint,
                                       Doing::Failure,       Doing::Unknown,      Doing::Waiting};

}  // namespace

WorkerShares::WorkerShares(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent) {}

const WorkerParts* WorkerShares::besideOf(const WorkerTime& worker) const
{
    if (!m_beside)
        return nullptr;
    const auto at = std::find_if(m_beside->workers.begin(), m_beside->workers.end(),
                                 [&](const WorkerParts& other) { return other.worker == worker.worker; });
    return at == m_beside->workers.end() ? nullptr : &*at;
}

void WorkerShares::setWorkers(std::vector<WorkerTime> workers, const QString& caption, const QString& why,
                              std::optional<BesideWorkers> beside)
{
    m_beside = std::move(beside);
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
    if (m_beside)
        texts.summary +=
            QLatin1Char(' ') + tr("Above %1, below %2: %3.").arg(m_beside->here, m_beside->there, m_beside->about);
    return texts;
}

Table WorkerShares::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    if (m_workers.empty())
        return table;
    const bool shares = m_beside && m_beside->over == PartsOver::Share;
    const std::string unit = shares ? "" : "s", suffix = shares ? "_share" : "_s";
    table.columns = {{"worker", tr("worker").toStdString(), "", -1}};
    if (m_beside)
        table.columns.push_back({"run", tr("run").toStdString(), "", -1});
    if (!shares)
        table.columns.push_back({"span_s", tr("span").toStdString(), "s", -1});
    constexpr std::array<const char*, doingCount> keys{
        "compute", "communication", "hidden_communication", "waiting", "memory",
        "io",      "coordination",  "checkpoint",           "failure", "unclassified"};
    const auto occurs = [&](std::size_t i) {
        const auto has = [&](const WorkerParts& worker) { return worker.seconds[i] > 0; };
        return std::any_of(m_workers.begin(), m_workers.end(), has) ||
               (m_beside && std::any_of(m_beside->workers.begin(), m_beside->workers.end(), has));
    };
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < doingCount; ++i)
        if (static_cast<Doing>(i) == Doing::Compute || static_cast<Doing>(i) == Doing::Communication ||
            static_cast<Doing>(i) == Doing::Waiting || occurs(i)) {
            columns.push_back(i);
            const QString title = static_cast<Doing>(i) == Doing::Communication ? tr("exposed communication")
                                                                                : doingTitle(static_cast<Doing>(i));
            table.columns.push_back({keys[i] + suffix, title.toStdString(), unit, -1});
        }
    table.columns.push_back({"idle" + suffix, tr("idle").toStdString(), unit, -1});
    const auto row = [&](const WorkerTime& worker, const QString& run, const WorkerParts& of, const WorkerParts* less) {
        std::vector<Cell> cells{worker.title.toStdString()};
        if (m_beside)
            cells.emplace_back(run.toStdString());
        if (!shares)
            cells.emplace_back(of.spanS - (less ? less->spanS : 0));
        for (const std::size_t i : columns)
            cells.emplace_back(of.seconds[i] - (less ? less->seconds[i] : 0));
        cells.emplace_back(of.idleS() - (less ? less->idleS() : 0));
        table.rows.push_back(std::move(cells));
    };
    for (const WorkerTime& worker : m_workers) {
        row(worker, m_beside ? m_beside->here : QString(), worker, nullptr);
        if (const WorkerParts* other = besideOf(worker)) {
            row(worker, m_beside->there, *other, nullptr);
            row(worker, tr("difference"), *other, &worker);
        }
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

void WorkerShares::render(QCPPainter& given, const QSizeF& size, const Look& look) const
{
    QPainter& painter = plainPainter(given);
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
        labels = std::max(labels,
                          QFontMetricsF(look.font(TextStyle::Small, true)).horizontalAdvance(m_workers[i].shortTitle));
    const double left = labels + 10, width = std::max(10.0, size.width() - left - 2);
    const double room = rows.size() < m_workers.size() ? foot : 0;
    const double row = std::min((size.height() - room) / static_cast<double>(rows.size()), 22 * look.scaled(1));
    const double bar = std::min(row - (m_beside ? 3 : 2), (m_beside ? 1.4 : 1) * mostBar * look.scaled(1));
    double top = 0, most = 0;
    for (const WorkerTime& worker : m_workers) {
        most = std::max(most, worker.spanS);
        if (const WorkerParts* other = besideOf(worker))
            most = std::max(most, other->spanS);
    }
    for (const std::size_t i : rows) {
        const WorkerTime& worker = m_workers[i];
        const QFont own = look.font(TextStyle::Small, worker.strong);
        painter.setFont(own);
        painter.setPen(look.color(worker.strong ? Role::Ink : Role::Soft));
        painter.drawText(QPointF(labels - QFontMetricsF(own).horizontalAdvance(worker.shortTitle),
                                 std::round(top + (row + small.capHeight()) / 2)),
                         worker.shortTitle);
        const WorkerParts* other = besideOf(worker);
        const auto draw = [&](const WorkerParts& of, double y, double height) {
            painter.fillRect(QRectF(left, y, width, height), look.color(Role::Hover));
            double at = left;
            for (const Doing what : inOrder) {
                const double wide = most > 0 ? of.part(what) / most * width : 0;
                if (wide > 0)
                    painter.fillRect(QRectF(at, y, std::max(0.5, wide > 3 ? wide - 0.8 : wide), height),
                                     colorOf(what, look));
                at += wide;
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
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QPointF(left, std::min(top + small.ascent() + 1, size.height() - 2)),
                         tr("%1 of %2 workers; the table has all").arg(rows.size()).arg(m_workers.size()));
    }
}

QSize WorkerShares::sizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {
        static_cast<int>(300 * scale),
        static_cast<int>((16.0 * static_cast<double>(std::clamp<std::size_t>(m_workers.size(), 4, 8)) + 18) * scale)};
}

QSize WorkerShares::minimumSizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(180 * scale), static_cast<int>(80 * scale)};
}

}  // namespace scalewright::ui
