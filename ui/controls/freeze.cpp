#include "ui/controls/freeze.h"

#include <QCoreApplication>
#include <QDate>

#include <algorithm>

#include "core/decision/attribution/ledger.h"
#include "core/project/document/project.h"
#include "ui/document/document.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct FreezeTr {
    Q_DECLARE_TR_FUNCTIONS(Freeze)
};

Result<FrozenPrediction> frozenNow(const Project& project)
{
    return freeze(project, FreezeTr::tr("variant %1").arg(qt(project.variantName)).toStdString(),
                  QDate::currentDate().toString(Qt::ISODate).toStdString());
}

}  // namespace

Result<void> freezePrediction(Document& document)
{
    Result<FrozenPrediction> frozen = frozenNow(document.project());
    if (!frozen)
        return fail(std::move(frozen.error()));
    Project after = document.project();
    after.ledger.push_back(*std::move(frozen));
    document.edit(FreezeTr::tr("freeze the prediction"), std::move(after));
    return {};
}

QString frozenOn(const Document& document)
{
    const Result<FrozenPrediction> now = frozenNow(document.project());
    if (!now)
        return {};
    const std::vector<FrozenPrediction>& ledger = document.project().ledger;
    const auto found = std::find_if(ledger.rbegin(), ledger.rend(), [&](const FrozenPrediction& each) {
        FrozenPrediction same = *now;
        same.name = each.name;
        same.date = each.date;
        return same == each;
    });
    return found == ledger.rend() ? QString() : qt(found->date);
}

}  // namespace scalewright::ui
