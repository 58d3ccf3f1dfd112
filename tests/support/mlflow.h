// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in MLflow's file format.
#pragma once

#include <QDir>

#include "tests/support/files.h"

namespace scalewright::test {

/// MLflow's file store (mlflow/store/tracking/file_store.py): an experiment with runs on 1, 2 and 4 GPUs that took 80,
/// 42 and 22 s.
inline void mlflowStore(const QString& folder)
{
    for (const auto& [gpus, seconds] : {std::pair(1, 80), std::pair(2, 42), std::pair(4, 22)}) {
        const QString run = folder + QStringLiteral("/0/run%1").arg(gpus);
        for (const char* part : {"/params", "/metrics", "/tags"})
            QVERIFY(QDir().mkpath(run + QLatin1String(part)));
        setContent(run + QStringLiteral("/meta.yaml"),
                   "run_id: run" + QByteArray::number(gpus) +
                       "\nstatus: 3\nstart_time: 1700000000000\nend_time: 1700000100000\n");
        setContent(run + QStringLiteral("/params/num_gpus"), QByteArray::number(gpus));
        setContent(run + QStringLiteral("/metrics/epoch_time"),
                   "1700000000000 " + QByteArray::number(seconds) + " 0\n");
    }
    setContent(folder + QStringLiteral("/0/meta.yaml"), "experiment_id: '0'\nname: Default\n");
}

}  // namespace scalewright::test
