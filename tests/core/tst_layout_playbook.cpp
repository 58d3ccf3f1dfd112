// SPDX-License-Identifier: GPL-3.0-or-later
// The planner compared with 1 127 measured runs of a 1B and a 3B model on 1 to 64 nodes of 8 x H100 and with 503 failed
// runs (Ultra-Scale Playbook). The parameters for that program are fitted to the 1B runs on 1 and 2 nodes, and on 4
// nodes where a layer spans them.
//
// Two properties are derived from the runs alone, without the planner. A run is disturbed if another run that does at
// least as much in a micro-batch's slot (fewer stages, more tensor, no smaller slice), or that splits the same
// micro-batch into smaller ones, takes less than a third of its time and is at least two seconds per step faster:
// neighbours differ by 0.04 to 1.0 s. A run failed for a reason other than memory if a run that holds at least as much
// of everything succeeded.
#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>

#include "tests/core/layout_tables.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

struct PlaybookRow {
    QString model;
    int nodes = 0, microBatch = 0, passes = 0;
    ParallelLayout layout;
    double stepS = 0, memoryBytes = 0;

    /// Time of one micro-batch slot in the pipeline.
    [[nodiscard]] double slotS() const { return stepS / timesThrough(); }
    [[nodiscard]] double timesThrough() const { return passes + layout.stages - 1.0; }
};

constexpr double playbookBatch = 256, playbookSequence = 4096, playbookGiB = 1073741824.0;

std::vector<PlaybookRow> readPlaybookRows(const QString& path, bool ran)
{
    std::vector<PlaybookRow> rows;
    for (const QStringList& row : layoutRows(path)) {
        PlaybookRow each{row[0], row[1].toInt(), row[2].toInt(), row[3].toInt(), {}};
        each.layout = {.data = row[5].toInt(),
                       .tensor = row[7].toInt(),
                       .stages = row[6].toInt(),
                       .shardingStage = row[8].toInt(),
                       .microBatch = row[2].toInt(),
                       .sequenceParallel = row[7].toInt() > 1};
        if (ran) {
            // In ten rows the batch is not the stated one.
            if (each.layout.data * each.microBatch * each.passes != 256)
                continue;
            each.stepS = playbookBatch * playbookSequence / (8.0 * each.nodes) / row[10].toDouble();
            each.memoryBytes = row[11].toDouble() * playbookGiB;
        }
        rows.push_back(each);
    }
    return rows;
}

bool disturbed(const PlaybookRow& row, const std::vector<PlaybookRow>& allRows)
{
    return std::any_of(allRows.begin(), allRows.end(), [&row](const PlaybookRow& other) {
        if (other.model != row.model || &other == &row)
            return false;
        const ParallelLayout &a = row.layout, &b = other.layout;
        double times = 0;
        if (b.stages <= a.stages && b.tensor >= a.tensor && b.microBatch * a.tensor >= a.microBatch * b.tensor)
            times = 1;
        else if (b.stages == a.stages && b.tensor == a.tensor && b.microBatch < a.microBatch)
            times = static_cast<double>(a.microBatch) / b.microBatch;
        const double bound = times * other.slotS();
        return times > 0 && row.slotS() > 3 * bound && (row.slotS() - bound) * row.timesThrough() > 2;
    });
}

bool outgrown(const PlaybookRow& failed, const std::vector<PlaybookRow>& ran)
{
    return std::any_of(ran.begin(), ran.end(), [&failed](const PlaybookRow& other) {
        const ParallelLayout &a = failed.layout, &b = other.layout;
        const double microBatchesInFlightA = std::min(failed.passes, a.stages) / static_cast<double>(a.stages);
        const double microBatchesInFlightB = std::min(other.passes, b.stages) / static_cast<double>(b.stages);
        return other.model == failed.model && b.tensor <= a.tensor && b.stages <= a.stages &&
               b.microBatch >= a.microBatch && microBatchesInFlightB >= microBatchesInFlightA - 1e-9 &&
               (b.shardingStage < a.shardingStage ||
                (b.shardingStage == a.shardingStage && (b.shardingStage == 0 || b.data <= a.data)));
    });
}

std::vector<double> ranks(const std::vector<double>& values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> rank(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j + 1 < order.size() && values[order[j + 1]] == values[order[i]])
            ++j;
        for (std::size_t k = i; k <= j; ++k)
            rank[order[k]] = static_cast<double>(i + j) / 2;
        i = j + 1;
    }
    return rank;
}

double spearman(const std::vector<double>& a, const std::vector<double>& b)
{
    const std::vector<double> x = ranks(a), y = ranks(b);
    const double meanIndex = (static_cast<double>(x.size()) - 1) / 2;
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - meanIndex) * (y[i] - meanIndex);
        xx += (x[i] - meanIndex) * (x[i] - meanIndex);
        yy += (y[i] - meanIndex) * (y[i] - meanIndex);
    }
    return xy / std::sqrt(xx * yy);
}

double computedS(const PlaybookRow& row, const Trainer& trainer)
{
    return evaluateLayout(playbookModel(row.model), h100(8 * row.nodes), trainer, playbookBatch, row.layout).stepS;
}

bool plannerAccepts(const PlaybookRow& row, const Trainer& trainer)
{
    const Transformer model = playbookModel(row.model);
    if (checkLayout(model, trainer, playbookBatch, 8 * row.nodes, row.layout) != LeftOutReason::None)
        return false;
    return fitsOnCard(h100(8 * row.nodes), layoutMemory(model, trainer, playbookBatch, row.layout).total());
}

}  // namespace

class tst_layout_playbook : public QObject {
    Q_OBJECT
private slots:
    void ranking()
    {
        SCALEWRIGHT_SHARED_DATA(path, "training/playbook-h100-1B-3B.csv");
        const Trainer trainer = trainerWithId("nanotron-2024");
        const std::vector<PlaybookRow> rows = readPlaybookRows(path, true);
        QVERIFY(rows.size() > 1100);
        std::map<std::pair<QString, int>, std::vector<const PlaybookRow*>> groups, everything;
        std::size_t remaining = 0;
        for (const PlaybookRow& row : rows) {
            everything[{row.model, row.nodes}].push_back(&row);
            if (disturbed(row, rows))
                ++remaining;
            else
                groups[{row.model, row.nodes}].push_back(&row);
        }
        const auto correlation = [&trainer](const std::vector<const PlaybookRow*>& group) {
            std::vector<double> computed, measured;
            for (const PlaybookRow* row : group) {
                computed.push_back(computedS(*row, trainer));
                measured.push_back(row->stepS);
            }
            return spearman(computed, measured);
        };
        // The shipped scatter: undisturbed runs on up to 32 nodes.
        double squares = 0;
        int runCount = 0;
        for (const auto& [key, group] : groups)
            if (key.second <= 32)
                for (const PlaybookRow* row : group) {
                    squares += std::pow(std::log(row->stepS / computedS(*row, trainer)), 2);
                    ++runCount;
                }
        QCOMPARE(trainer.residualRunCount, runCount);
        QVERIFY(std::abs(std::sqrt(squares / (runCount - 1)) - trainer.residualDeviation) < 0.01);
        QCOMPARE(groups.size(), std::size_t(14));
        qInfo("%zu of %zu runs are disturbed", remaining, rows.size());
        QVERIFY(remaining < rows.size() / 4);
        int high = 0;
        for (const auto& [key, group] : groups) {
            const double undisturbed = correlation(group);
            qInfo("%s on %2d nodes: %.3f of %zu runs, %.3f of all %zu", qPrintable(key.first), key.second, undisturbed,
                  group.size(), correlation(everything[key]), everything[key].size());
            high += undisturbed >= 0.9 ? 1 : 0;
            // For 1B on 64 nodes more than half of the runs are disturbed, and the others take twice as long as
            // elsewhere.
            QVERIFY(undisturbed >= (key == std::pair(QStringLiteral("1B"), 64) ? 0.8 : 0.9));
        }
        QVERIFY(high >= 13);
    }

    void memory()
    {
        SCALEWRIGHT_SHARED_DATA(path, "training/playbook-h100-1B-3B.csv");
        SCALEWRIGHT_SHARED_DATA(failedPath, "training/playbook-h100-1B-3B-failed.csv");
        const Trainer trainer = trainerWithId("nanotron-2024");
        const std::vector<PlaybookRow> ran = readPlaybookRows(path, true), failed = readPlaybookRows(failedPath, false);
        QCOMPARE(failed.size(), std::size_t(503));
        std::size_t refused = 0, refusedForMemory = 0, caught = 0, total = 0;
        std::vector<double> ratio;
        for (const PlaybookRow& row : ran) {
            refused += plannerAccepts(row, trainer) ? 0 : 1;
            ratio.push_back(layoutMemory(playbookModel(row.model), trainer, playbookBatch, row.layout).total() /
                            row.memoryBytes);
        }
        for (const PlaybookRow& row : failed) {
            const bool isCaught = !plannerAccepts(row, trainer);
            total += isCaught ? 1 : 0;
            if (outgrown(row, ran))
                continue;
            ++refusedForMemory;
            caught += isCaught ? 1 : 0;
        }
        std::sort(ratio.begin(), ratio.end());
        const auto quantile = [&ratio](double q) {
            return ratio[static_cast<std::size_t>(q * double(ratio.size() - 1))];
        };
        qInfo(
            "failed for memory, as far as the runs tell: %zu of %zu; found not to fit: %.1f %% (of all that failed "
            "%.1f %%); of %zu that ran %.1f %%",
            refusedForMemory, failed.size(), 100.0 * double(caught) / double(refusedForMemory),
            100.0 * double(total) / double(failed.size()), ran.size(), 100.0 * double(refused) / double(ran.size()));
        qInfo("computed over measured memory: 5 %% %.2f, quartiles %.2f and %.2f, median %.2f, 95 %% %.2f",
              quantile(0.05), quantile(0.25), quantile(0.75), quantile(0.5), quantile(0.95));
        QVERIFY(10 * caught >= 9 * refusedForMemory);
        QVERIFY(20 * refused <= ran.size());
        QVERIFY(quantile(0.5) > 0.9 && quantile(0.5) < 1.1);
    }
};

SCALEWRIGHT_TEST(tst_layout_playbook)
#include "tst_layout_playbook.moc"
