#include "ui/diagnose/flow_view.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <vector>

#include "core/project/document/project_fields.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Diagnose)
};

}  // namespace

QString changesText(const Profile& before, const WhatIf& whatIf)
{
    QStringList changes;
    for (const auto& [field, value] : whatIf.changes()) {
        const Dimension dimension = field->dimension;
        const MaybeQuantity was = total(before, field);
        if (!was) {
            changes << Tr::tr("%1 %2").arg(fieldText(field), amountText(value, dimension));
            continue;
        }
        const AmountPair pair = amountPair(was->value, value, dimension);
        changes << Tr::tr("%1 %2 → %3").arg(fieldText(field), pair.firstNumber, pair.second);
    }
    return changes.join(QStringLiteral(", "));
}

namespace {

/// "3 measured 2026-11-20", from what is known best to what is known least.
struct Counted {
    int count = 0;
    QString words;
};

std::vector<Counted> originsOf(const FlowView& flow)
{
    std::array<int, 5> counts{};
    std::string newest;
    for (const Quantity& quantity : quantitiesBehind(flow)) {
        ++counts.at(static_cast<std::size_t>(quantity.provenance.origin));
        if (quantity.provenance.origin == Origin::Measured)
            newest = std::max(newest, quantity.provenance.date);
    }
    const QString date = newest.empty() ? QString() : QLatin1Char(' ') + qt(newest);
    const std::array<QString, 5> words{Tr::tr("measured") + date, Tr::tr("given"), Tr::tr("from the catalogue"),
                                       Tr::tr("typed"), Tr::tr("assumed")};
    std::vector<Counted> origins;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (counts[i] > 0)
            origins.push_back({counts[i], words[i]});
    return origins;
}

}  // namespace

QString originText(const FlowView& flow)
{
    const std::vector<Counted> origins = originsOf(flow);
    if (origins.empty())
        return Tr::tr("no profile yet");
    if (origins.size() == 1)
        return Tr::tr("profile %1").arg(origins.front().words);
    QStringList parts;
    for (const Counted& each : origins)
        parts << Tr::tr("%1 %2").arg(each.count).arg(each.words);
    return Tr::tr("profile: %1").arg(parts.join(QStringLiteral(", ")));
}

QString weakestOriginText(const FlowView& flow)
{
    const std::vector<Counted> origins = originsOf(flow);
    if (origins.size() < 2)
        return originText(flow);
    int all = 0;
    for (const Counted& each : origins)
        all += each.count;
    return Tr::tr("%1 of %2 figures %3").arg(origins.back().count).arg(all).arg(origins.back().words);
}

}  // namespace scalewright::ui
