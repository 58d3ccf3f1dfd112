// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/flow_view.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <vector>

#include "core/output/answers/flow_words.h"
#include "core/project/document/project_fields.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct FlowTr {
    Q_DECLARE_TR_FUNCTIONS(Diagnose)
};

}  // namespace

QString changesText(const Profile& before, const WhatIf& whatIf)
{
    QStringList changes;
    for (const auto& [field, value] : whatIf.changes()) {
        const Dimension dimension = field->dimension;
        const MaybeQuantity oldValue = total(before, field);
        if (!oldValue) {
            changes << FlowTr::tr("%1 %2").arg(fieldText(field), shortAmountText(value, dimension));
            continue;
        }
        const AmountPair pair = amountPair(oldValue->value, value, dimension);
        changes << FlowTr::tr("%1 %2 → %3").arg(fieldText(field), toQString(pair.firstNumber), toQString(pair.second));
    }
    return changes.join(QStringLiteral(", "));
}

namespace {

/// The number of figures from one origin, for example "3 measured 2026-11-20". Sorted from the most to the least
/// reliable origin.
struct OriginCount {
    int count = 0;
    QString text;
};

std::vector<OriginCount> originCounts(const FlowProgress& flow)
{
    std::array<int, 5> counts{};
    std::string newest;
    for (const Quantity* quantity : quantitiesUsedBy(flow)) {
        ++counts.at(static_cast<std::size_t>(quantity->provenance.origin));
        if (quantity->provenance.origin == Origin::Measured)
            newest = std::max(newest, quantity->provenance.date);
    }
    const QString date = newest.empty() ? QString() : QLatin1Char(' ') + toQString(newest);
    const std::array<QString, 5> words{FlowTr::tr("measured") + date, FlowTr::tr("given"),
                                       FlowTr::tr("from the catalogue"), FlowTr::tr("typed"), FlowTr::tr("assumed")};
    std::vector<OriginCount> origins;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (counts[i] > 0)
            origins.push_back({counts[i], words[i]});
    return origins;
}

}  // namespace

QString originText(const FlowProgress& flow)
{
    const std::vector<OriginCount> origins = originCounts(flow);
    if (origins.empty())
        return FlowTr::tr("no profile yet");
    if (origins.size() == 1)
        return FlowTr::tr("profile %1").arg(origins.front().text);
    QStringList parts;
    for (const OriginCount& each : origins)
        parts << FlowTr::tr("%1 %2").arg(each.count).arg(each.text);
    return FlowTr::tr("profile: %1").arg(parts.join(QStringLiteral(", ")));
}

QString weakestOriginText(const FlowProgress& flow)
{
    const std::string weakest = weakestFiguresText(flow);
    return weakest.empty() ? originText(flow) : toQString(weakest);
}

}  // namespace scalewright::ui
