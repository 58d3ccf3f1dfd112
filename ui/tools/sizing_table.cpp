// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/sizing_table.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/model/memory/memory.h"
#include "core/project/document/project.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

struct SizingTr {
    Q_DECLARE_TR_FUNCTIONS(Tools)
};

QString moneyOrDash(const std::optional<double>& usd)
{
    return usd ? amountWithUnit(*usd, Dimension::Money) : QStringLiteral("–");
}

QString sizingKeyTitle(const std::string& key)
{
    if (key == "gpus_for_model")
        return SizingTr::tr("cards for one copy of the model");
    if (key == "gpus_for_qps")
        return SizingTr::tr("cards for the requests");
    if (key == "gpus")
        return SizingTr::tr("cards");
    if (key == "nodes")
        return SizingTr::tr("nodes");
    if (key == "raw_cost_usd")
        return SizingTr::tr("raw cost");
    if (key == "tier")
        return SizingTr::tr("tier");
    return SizingTr::tr("framework");
}

}  // namespace

SizingTexts sizingTexts(const Project& project, const ProjectSizing& sizing)
{
    const SizingNeed& need = sizing.need;
    SizingTexts texts;
    texts.table.table.columns = {{"what", "", "", -1},
                                 {"right", SizingTr::tr("right rule").toStdString(), "", -1},
                                 {"book", SizingTr::tr("book’s code").toStdString(), "", -1},
                                 {"why", SizingTr::tr("why they differ").toStdString(), "", -1}};
    texts.table.relativeWidths = {1.4, 1.3, 1.3, 1.9};
    const auto row = [&](const QString& title, const QString& right, const QString& book = {},
                         const QString& why = {}) {
        texts.table.table.rows.push_back(
            {title.toStdString(), right.toStdString(), book.toStdString(), why.toStdString()});
        texts.table.softRows.push_back(false);
    };
    // The components of the memory needed on one machine, if known.
    const Result<MemoryNeed> parts = need.axis == Axis::Inference || !project.baseline.model
                                         ? Result<MemoryNeed>(fail(ErrorCode::Input, ""))
                                         : trainingMemory(project, 1);
    const Result<Transformer> served = need.axis == Axis::Inference && project.baseline.model
                                           ? transformerOf(*project.baseline.model)
                                           : Result<Transformer>(fail(ErrorCode::Input, ""));
    if (need.parameters > 0 && parts) {
        for (const MemoryPart& part : parts->parts)
            row(sentenceCase(toQString(part.name)), amountWithUnit(part.bytes, Dimension::Bytes), {},
                toQString(part.formula));
        for (const std::string& each : parts->notes)
            texts.notes << sentenceCase(toQString(each));
    } else if (need.parameters > 0 && served && parametersOf(*served) > 0) {
        // If a replica needs several cards, it is split across them.
        const ServingLoad load{
            .bytesPerWeight = sizing.replica.bytesPerParameter,
            .tensorParallel = static_cast<int>(std::clamp(sizing.replica.acceleratorsForModel, 1L, 1L << 16))};
        row(SizingTr::tr("Weights"), amountWithUnit(sizing.replica.modelBytes, Dimension::Bytes),
            amountWithUnit(sizing.book.modelBytes, Dimension::Bytes),
            SizingTr::tr("%1 bytes per parameter here, %2 there")
                .arg(numberText(sizing.replica.bytesPerParameter), numberText(sizing.book.bytesPerParameter)));
        if (served->hasShape()) {
            const double tokens = cacheTokensThatFit(*served, load, need.memoryBytes);
            row(SizingTr::tr("Cache of keys and values"),
                SizingTr::tr("%1 per token")
                    .arg(amountWithUnit(load.tensorParallel * keyValueCacheBytesPerToken(*served, load.tensorParallel),
                                        Dimension::Bytes)),
                {},
                served->sequenceLength > 0
                    ? SizingTr::tr("%1 tokens fit next to the weights: %2 concurrent requests of %3")
                          .arg(numberText(std::floor(tokens)), numberText(std::floor(tokens / served->sequenceLength)),
                               numberText(served->sequenceLength))
                    : SizingTr::tr("%1 tokens fit next to the weights").arg(numberText(std::floor(tokens))));
        } else {
            texts.notes << SizingTr::tr("The cache of keys and values needs the model’s shape, which is not set");
        }
    } else if (need.parameters > 0) {
        row(SizingTr::tr("Model"), amountWithUnit(sizing.replica.modelBytes, Dimension::Bytes),
            amountWithUnit(sizing.book.modelBytes, Dimension::Bytes),
            SizingTr::tr("%1 bytes per parameter here, %2 there")
                .arg(numberText(sizing.replica.bytesPerParameter), numberText(sizing.book.bytesPerParameter)));
    }
    const std::vector<SizingDifference> differences = sizingDifferences(need, sizing.book, sizing.replica);
    const auto line = [&](const char* key, const QString& right, const QString& book) {
        const auto difference = std::find_if(differences.begin(), differences.end(),
                                             [&](const SizingDifference& each) { return each.key == key; });
        row(sentenceCase(sizingKeyTitle(key)), right, book,
            difference == differences.end() ? QString() : toQString(difference->reason));
    };
    if (!sizing.replica.fullestCard.parts.empty() && sizing.replica.acceleratorsForModel > 1)
        row(SizingTr::tr("On the fullest card"), amountWithUnit(sizing.replica.fullestCard.total(), Dimension::Bytes),
            {},
            SizingTr::tr("%1 % of %2")
                .arg(numberText(100 * sizing.replica.fullestCard.total() / need.memoryBytes),
                     amountWithUnit(need.memoryBytes, Dimension::Bytes)));
    line("gpus_for_model", QString::number(sizing.replica.acceleratorsForModel),
         QString::number(sizing.book.acceleratorsForModel));
    line("gpus_for_qps", QString::number(sizing.replica.acceleratorsForRequests),
         QString::number(sizing.book.acceleratorsForRequests));
    line("gpus", QString::number(sizing.replica.accelerators), QString::number(sizing.book.accelerators));
    line("nodes", QString::number(sizing.replica.nodes), QString::number(sizing.book.nodes));
    line("raw_cost_usd", moneyOrDash(sizing.replica.rawCostUsd), moneyOrDash(sizing.book.rawCostUsd));
    const auto tier = [](const Sizing& each) {
        return each.tier ? toQString(tierTitle(*each.tier)) : SizingTr::tr("none");
    };
    line("tier", tier(sizing.replica), tier(sizing.book));
    line("framework", toQString(sizing.replica.framework), toQString(sizing.book.framework));
    texts.notes << SizingTr::tr("Tier: %1").arg(toQString(sizing.replica.hostingTierReason));
    for (const std::string& each : sizing.replica.notes)
        texts.notes << sentenceCase(toQString(each));
    QStringList basisParts;  // what the fields do not show, with the book's defaults for values that are not set
    const auto withDefault = [](const QString& text, bool isDefault) {
        return isDefault ? SizingTr::tr("%1, the book’s").arg(text) : text;
    };
    if (!project.target.memoryBytes)
        basisParts << withDefault(
            (project.baseline.machine.memoryBytes ? SizingTr::tr("cards of %1, as in this machine")
                                                  : SizingTr::tr("cards of %1"))
                .arg(amountWithUnit(need.memoryBytes, Dimension::Bytes)),
            !project.baseline.machine.memoryBytes);
    if (!project.target.workersPerNode)
        basisParts << SizingTr::tr("%1 per node").arg(need.acceleratorsPerNode);
    basisParts << withDefault(
        (need.parameters > 0 ? SizingTr::tr("%1 per card-hour") : SizingTr::tr("%1 per worker-hour"))
            .arg(amountWithUnit(need.priceUsdPerHour, Dimension::Money)),
        !project.target.priceUsdPerHour);
    texts.basis = basisParts.join(QStringLiteral(" · "));
    return texts;
}

}  // namespace scalewright::ui
