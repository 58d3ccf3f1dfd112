// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/exchange_time.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/model/scaling/row.h"
#include "core/output/answers/phrases.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// The share of the time that remains if latency is zero.
double transferShare(Pattern pattern, CommunicationParameters parameters, int p, double seconds)
{
    parameters.alphaS = 0;
    parameters.alpha2S = 0;
    return communicationTime(pattern, parameters, p) / seconds;
}

}  // namespace

Answer exchangeTimeAnswer(const ScalingModel& model, const std::vector<int>& workers)
{
    const Pattern pattern = model.primaryExchange().pattern;
    const CommunicationParameters& parameters = model.primaryExchange().communication;
    const auto secondsAt = [&](int p) { return communicationTime(pattern, parameters, p); };
    Answer answer;
    answer.table.columns = {{"p", "p", "", 0}, {"seconds", "time", "s", -1}};
    for (const int p : workers)
        answer.table.rows.push_back({static_cast<double>(p), secondsAt(p)});

    const auto [smallest, largest] = std::ranges::minmax_element(workers);
    const double longestS = secondsAt(*largest);
    answer.headline = *largest == 1 ? "0 s with 1 worker: nothing is exchanged."
                      : *smallest == *largest
                          ? formatMessage("{} with {}.", timeText(longestS), workersText(*largest))
                          : formatMessage("{} with {}, {} with {}.", timeText(longestS), workersText(*largest),
                                          timeText(secondsAt(*smallest)), *smallest);
    if (std::isfinite(longestS) && longestS > 0) {
        const double size = transferShare(pattern, parameters, *largest, longestS);
        answer.because = size >= 0.5
                             ? formatMessage("Moving the bytes takes {}, latency the rest.", percentageText(size))
                             : formatMessage("Latency takes {}, moving the bytes the rest.", percentageText(1 - size));
    }
    if (*largest > 1)
        answer.next = {"Time it on the cluster itself.", "scalewright-cli probe collective -o timings.csv", {}};
    answer.confidence.basis = Basis::Predicted;
    answer.add(Fact::Formula, patternName(pattern), "T = " + std::string(patternFormula(pattern)));
    answer.add(Fact::Source, patternName(pattern), patternSource(pattern));
    return answer;
}

std::vector<std::string> exchangeLabels(const Communication& communication, const ScalingModel& model, int p)
{
    const int workers = model.terms.split ? assignedWorkers(model.terms, p) : p;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < model.exchanges.size(); ++i) {
        const Exchange& exchange = model.exchanges[i];
        const double timeS = p < 2                         ? 0
                             : model.exchanges.size() == 1 ? predictAt(model, p).tCommS
                             : i == 0                      ? primaryExchangeS(model, p)
                                      : communicationTime(exchange.pattern, exchange.communication, workers);
        const MaybeQuantity& message =
            i == 0 ? communication.messageBytes : communication.further.at(i - 1).messageBytes;
        labels.push_back(
            !std::isfinite(timeS) || timeS <= 0
                ? std::string()
                : joinNonEmpty({message ? bytesText(message->value) : std::string(), timeText(timeS)}, " · "));
    }
    return labels;
}

Topology labelledTopology(const Project& project, const ScalingModel* model, int p)
{
    Topology board = topologyOf(project, p);
    if (!model)
        return board;
    const std::vector<std::string> labels = exchangeLabels(project.design.communication, *model, p);
    std::vector<bool> isUsed(labels.size(), false);
    for (Panel& panel : board.panels)
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (const Exchange& exchange = model->exchanges[i];
                !isUsed[i] &&
                (panel.pattern == exchange.pattern || (!panel.scope.empty() && panel.scope == exchange.name))) {
                panel.arrowLabel = labels[i];
                isUsed[i] = true;
                break;
            }
    return board;
}

}  // namespace scalewright
