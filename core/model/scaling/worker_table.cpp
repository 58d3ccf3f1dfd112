// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/worker_table.h"

#include <bit>
#include <cstddef>

namespace scalewright {

const WorkerTable& workerTable(int pMax)
{
    thread_local WorkerTable table;
    const auto size = static_cast<std::size_t>(pMax);
    if (table.p.size() < size)
        for (std::vector<double>* column : {&table.p, &table.inverseP, &table.remoteShare, &table.ceilLog2})
            column->reserve(size);
    for (std::size_t next = table.p.size() + 1; next <= size; ++next) {
        const auto p = static_cast<double>(next);
        table.p.push_back(p);
        table.inverseP.push_back(1 / p);
        table.remoteShare.push_back((p - 1) / p);
        table.ceilLog2.push_back(static_cast<double>(std::bit_width(next - 1)));
    }
    return table;
}

}  // namespace scalewright
