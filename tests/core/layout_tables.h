// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs as layouts, from Narayanan et al. 2021, Korthikanti et al. 2022 and the Ultra-Scale Playbook.
#pragma once

#include <QFile>
#include <QTest>

#include <cmath>

#include "core/model/layout/sources.h"
#include "tests/core/named_state.h"
#include "tests/support/registry.h"

namespace scalewright::test {

inline QList<QStringList> layoutRows(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        QTest::qFail(qPrintable(path), __FILE__, __LINE__);
    QList<QStringList> rows;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts))
        if (!line.startsWith('#'))
            rows << line.split(',');
    rows.removeFirst();  // the heading
    return rows;
}

inline Trainer trainerWithId(const char* id)
{
    return findTrainer(readTrainers().value(), id).value();
}

/// 8 x A100-80GB, NVLink 3 and one HDR card per GPU: 25 GB/s (Narayanan et al. 2021, section 5).
inline ClusterSpec a100(int cards)
{
    ClusterSpec cluster{.cards = cards, .memoryBytes = 80e9, .peakFlops = 312e12, .memoryBandwidth = 2.039e12};
    cluster.alphaS = 5e-6;
    cluster.bandwidth = 300e9;
    cluster.alpha2S = 10e-6;
    cluster.bandwidth2 = 25e9;
    return cluster;
}

/// 8 x H100, NVLink 4 and 400 Gbit/s per card.
inline ClusterSpec h100(int cards)
{
    ClusterSpec cluster{.cards = cards, .memoryBytes = 80e9, .peakFlops = 989e12, .memoryBandwidth = 3.35e12};
    cluster.alphaS = 10e-6;
    cluster.bandwidth = 450e9;
    cluster.alpha2S = 30e-6;
    cluster.bandwidth2 = 50e9;
    return cluster;
}

inline Transformer gpt(double layers, double hidden, double heads)
{
    return {.layers = layers,
            .hiddenSize = hidden,
            .attentionHeads = heads,
            .keyValueHeads = heads,
            .feedForwardSize = 4 * hidden,
            .vocabularySize = 51200,
            .sequenceLength = 2048};
}

/// The playbook's 1B and 3B models.
inline Transformer playbookModel(const QString& name)
{
    const bool is1B = name == "1B";
    return {.layers = is1B ? 16.0 : 28.0,
            .hiddenSize = is1B ? 2048.0 : 3072.0,
            .attentionHeads = 32,
            .keyValueHeads = 32,
            .feedForwardSize = 8192,
            .vocabularySize = 131072,
            .sequenceLength = 4096,
            .state = test::namedState("both-gradients-20"),
            .gatedFeedForward = true,
            .flashAttention = true,
            .tiedEmbeddings = true};
}

struct TableRun {
    QString name;
    Transformer model;
    double batch = 0;
    ParallelLayout layout;
    double stepS = 0;
};

/// sc21-table1.csv: full recomputation, interleaved.
inline std::vector<TableRun> narayananRuns(const QString& path)
{
    std::vector<TableRun> runs;
    for (const QStringList& row : layoutRows(path))
        runs.push_back({row[0] + "B", gpt(row[3].toDouble(), row[2].toDouble(), row[1].toDouble()), row[8].toDouble(),
                        ParallelLayout{.data = row[6].toInt(),
                                       .tensor = row[4].toInt(),
                                       .stages = row[5].toInt(),
                                       .chunks = row[10].toInt(),
                                       .microBatch = row[9].toInt(),
                                       .recomputation = Recomputation::Full},
                        row[13].toDouble()});
    return runs;
}

/// korthikanti-table5.csv, typed from the paper: full recomputation, then selective recomputation with sequence
/// parallelism.
inline std::vector<TableRun> korthikantiRuns()
{
    std::vector<TableRun> runs;
    for (const QStringList& row : layoutRows(sourceFile("tests/data/layouts/korthikanti-table5.csv")))
        for (const bool full : {true, false})
            runs.push_back({row[0] + (full ? " full" : " selective"),
                            gpt(row[3].toDouble(), row[2].toDouble(), row[1].toDouble()), row[7].toDouble(),
                            ParallelLayout{.tensor = row[4].toInt(),
                                           .stages = row[5].toInt(),
                                           .chunks = row[6].toInt(),
                                           .microBatch = row[8].toInt(),
                                           .recomputation = full ? Recomputation::Full : Recomputation::Selective,
                                           .sequenceParallel = !full},
                            row[full ? 9 : 10].toDouble()});
    return runs;
}

}  // namespace scalewright::test
