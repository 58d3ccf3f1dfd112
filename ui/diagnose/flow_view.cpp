#include "ui/diagnose/flow_view.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

#include "core/project/project_fields.h"
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

QString originText(const FlowView& flow)
{
    std::array<int, 5> counts{};
    std::string newest;
    const std::vector<Quantity> quantities = quantitiesBehind(flow);
    for (const Quantity& quantity : quantities) {
        ++counts.at(static_cast<std::size_t>(quantity.provenance.origin));
        if (quantity.provenance.origin == Origin::Measured)
            newest = std::max(newest, quantity.provenance.date);
    }
    if (quantities.empty())
        return Tr::tr("no profile yet");
    const QString date = newest.empty() ? QString() : QLatin1Char(' ') + qt(newest);
    const std::array<QString, 5> words{Tr::tr("measured") + date, Tr::tr("given"), Tr::tr("from the catalogue"),
                                       Tr::tr("typed"), Tr::tr("assumed")};
    QStringList parts;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (counts[i] == static_cast<int>(quantities.size()))
            return Tr::tr("profile %1").arg(words[i]);
        if (counts[i] > 0)
            parts << Tr::tr("%1 %2").arg(counts[i]).arg(words[i]);
    }
    return Tr::tr("profile: %1").arg(parts.join(QStringLiteral(", ")));
}

}  // namespace scalewright::ui
