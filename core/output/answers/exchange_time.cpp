#include "core/output/answers/exchange_time.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

/// What is left of the time without latency, as a share.
double sizeShare(Pattern pattern, CommunicationParameters parameters, int p, double seconds)
{
    parameters.alphaS = 0;
    parameters.alpha2S = 0;
    return communicationTime(pattern, parameters, p) / seconds;
}

}  // namespace

Answer exchangeTimeAnswer(const ScalingModel& model, const std::vector<int>& workers)
{
    const Pattern pattern = model.first().pattern;
    const CommunicationParameters& parameters = model.first().communication;
    const auto secondsAt = [&](int p) { return communicationTime(pattern, parameters, p); };
    Answer answer;
    answer.table.columns = {{"p", "p", "", 0}, {"seconds", "time", "s", -1}};
    for (const int p : workers)
        answer.table.rows.push_back({static_cast<double>(p), secondsAt(p)});

    const auto [least, most] = std::minmax_element(workers.begin(), workers.end());
    const double longest = secondsAt(*most);
    answer.headline = *most == 1        ? "0 s with 1 worker: nothing is exchanged."
                      : *least == *most ? say("{} with {}.", timeText(longest), workersText(*most))
                                        : say("{} with {}, {} with {}.", timeText(longest), workersText(*most),
                                              timeText(secondsAt(*least)), *least);
    if (std::isfinite(longest) && longest > 0) {
        const double size = sizeShare(pattern, parameters, *most, longest);
        answer.because = size >= 0.5 ? say("Moving the bytes takes {}, latency the rest.", percent(size))
                                     : say("Latency takes {}, moving the bytes the rest.", percent(1 - size));
    }
    if (*most > 1)
        answer.next = {"Time it on the cluster itself.", "scalewright-cli probe collective -o timings.csv", {}};
    answer.sure.basis = Basis::Predicted;
    addFact(answer, FactKind::Formula, patternName(pattern), "T = " + std::string(patternFormula(pattern)));
    addFact(answer, FactKind::Source, patternName(pattern), patternSource(pattern));
    return answer;
}

}  // namespace scalewright
