// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/freeze.h"

#include <QDate>

#include <algorithm>

#include "core/decision/attribution/ledger.h"
#include "core/project/document/project.h"
#include "ui/document/document.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

Result<FrozenPrediction> freezeCurrentPrediction(const Project& project)
{
    return makeFrozenPrediction(project, Tr::tr("variant %1").arg(toQString(project.variantName)).toStdString(),
                                QDate::currentDate().toString(Qt::ISODate).toStdString());
}

}  // namespace

Result<void> freezePrediction(Document& document)
{
    Result<FrozenPrediction> frozen = freezeCurrentPrediction(document.project());
    if (!frozen)
        return fail(std::move(frozen.error()));
    document.applyChange(Tr::tr("freeze the prediction"),
                         [&](Project& after) { after.ledger.push_back(*std::move(frozen)); });
    return {};
}

QString frozenDate(const Document& document)
{
    const Result<FrozenPrediction> current = freezeCurrentPrediction(document.project());
    if (!current)
        return {};
    const std::vector<FrozenPrediction>& ledger = document.project().ledger;
    const auto found = std::find_if(ledger.rbegin(), ledger.rend(), [&](const FrozenPrediction& entry) {
        FrozenPrediction candidate = *current;
        candidate.name = entry.name;
        candidate.date = entry.date;
        return candidate == entry;
    });
    return found == ledger.rend() ? QString() : toQString(found->date);
}

}  // namespace scalewright::ui
