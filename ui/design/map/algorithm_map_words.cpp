// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/map/algorithm_map_words.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/design/slots/slots.h"
#include "core/design/slots/substitute_patterns.h"
#include "core/model/scaling/pattern.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QString bytesSentence(const MapContent& content)
{
    QStringList parts;
    for (const bool upwards : {false, true}) {
        const double limit = upwards ? content.maximumBytes : content.minimumBytes;
        const std::optional<NextBoundary>& next = content.bytesBoundaries.at(upwards ? 1 : 0);
        if (!next) {
            parts
                << (upwards
                        ? Tr::tr("no other pattern above, up to %1").arg(amountWithUnit(limit, Dimension::Bytes, 1))
                        : Tr::tr("no other pattern below, down to %1").arg(amountWithUnit(limit, Dimension::Bytes, 1)));
            continue;
        }
        const QString far =
            numberText(upwards ? next->position / *content.messageBytes : *content.messageBytes / next->position, 2);
        parts << (upwards ? Tr::tr("%1 takes over above %2 (%3 times your message)")
                          : Tr::tr("%1 takes over below %2 (your message divided by %3)"))
                     .arg(toQString(titleOf(next->cheaperPattern)), amountWithUnit(next->position, Dimension::Bytes),
                          far);
    }
    return Tr::tr("By bytes, at p = %1: %2; %3.").arg(content.p).arg(parts[0], parts[1]);
}

QString workersSentence(const MapContent& content)
{
    const auto cheapest = [&](int p) {
        return cheapestPattern(content.candidates, content.perByteParameters, p, *content.messageBytes);
    };
    QStringList parts;
    for (const bool upwards : {false, true}) {
        const std::optional<NextBoundary>& next = content.pBoundaries.at(upwards ? 1 : 0);
        if (!next) {
            parts << (upwards ? Tr::tr("no change with more workers, up to %1").arg(content.maximumP)
                              : Tr::tr("no change with fewer workers, down to 2"));
            continue;
        }
        const int boundaryP = static_cast<int>(next->position), nextP = boundaryP + (upwards ? 1 : -1);
        // A pattern may be the cheapest at a single p only, a power of two.
        const bool isSinglePoint = nextP >= 2 && nextP <= content.maximumP && cheapest(nextP) != next->cheaperPattern;
        const QString cheaper = toQString(titleOf(next->cheaperPattern));
        if (upwards)
            parts << (isSinglePoint ? Tr::tr("%1 with more workers, only at p = %2 (%3 times as many)")
                                    : Tr::tr("%1 with more workers, from p = %2 (%3 times as many)"))
                         .arg(cheaper)
                         .arg(boundaryP)
                         .arg(numberText(next->position / content.p, 3));
        else
            parts << (isSinglePoint ? Tr::tr("%1 with fewer workers, only at p = %2")
                                    : Tr::tr("%1 with fewer workers, at and below p = %2"))
                         .arg(cheaper)
                         .arg(boundaryP);
    }
    return Tr::tr("By workers, at %1: %2; %3.")
        .arg(amountWithUnit(*content.messageBytes, Dimension::Bytes), parts[0], parts[1]);
}

}  // namespace

QString mapWords::workersAxisTitle()
{
    return Tr::tr("workers p");
}

QString mapWords::hiddenPatternText(Pattern pattern, bool isAtPowersOfTwo)
{
    return (isAtPowersOfTwo ? Tr::tr("%1 also at powers of two") : Tr::tr("%1 also at single p"))
        .arg(toQString(titleOf(pattern)).remove(QStringLiteral(" all-reduce")));
}

QString mapWords::messageAxisTitle()
{
    return Tr::tr("message of a step");
}

QStringList mapWords::dotLabelLines(const MapContent& content)
{
    const double seconds = communicationTime(
        content.pattern, parametersForMessage(content.perByteParameters, *content.messageBytes), content.p);
    return {Tr::tr("your design"),
            Tr::tr("%1, %2").arg(toQString(titleOf(content.pattern)), amountWithUnit(seconds, Dimension::Time))};
}

MapContent mapContent(const Project& project, const Analysis& analysis)
{
    MapContent content;
    const Communication& communication = project.design.communication;
    content.pattern = communication.pattern;
    content.p = analysis.planP;
    if (communication.messageBytes)
        content.messageBytes = communication.messageBytes->value;

    // Use a model with a one-byte message, so that its betas are per byte. The single-machine step time is irrelevant
    // here.
    Project byte = project;
    byte.baseline.tCompS = typed(1);
    byte.design.communication.messageBytes = typed(1);
    const std::vector<Pattern> candidates = competingPatterns(content.pattern);
    content.candidates = possibleSubstitutes(candidates, project.design, project.target);
    for (const Pattern each : content.candidates)
        if (patternInputs(each).hierarchy)
            byte.design.communication.pattern = each;  // the pattern's model includes the link between nodes
    const Result<ScalingModel> model = scalingModel(byte);
    if (!model) {
        QStringList reasons;
        for (const Problem& problem : model.error().problems)
            reasons << toQString(problem.message);  // the expected value is shown at its field
        content.emptyText = Tr::tr("No map yet: %1.").arg(reasons.join(QStringLiteral(", ")));
        content.lacksInputs = true;
        return content;
    }
    content.perByteParameters = model->primaryExchange().communication;
    if (candidates.size() == 1) {
        content.emptyText = Tr::tr("There is no pattern to compare with a %1: no other one here does the same.")
                                .arg(toQString(titleOf(content.pattern)));
        return content;
    }
    if (servesModelShards(project.design)) {
        content.emptyText = Tr::tr(
            "Your servers hold the model in shards, and a message is only what a step touches. An all-reduce would "
            "move the whole model, so there is nothing to compare at equal bytes.");
        return content;
    }
    for (const Pattern each : candidates)
        if (std::find(content.candidates.begin(), content.candidates.end(), each) == content.candidates.end())
            content.omissions.push_back(
                Tr::tr("Not on the map: %1, which needs alpha and bandwidth between nodes and the workers on a node.")
                    .arg(toQString(titleOf(each))));
    while (content.maximumP < content.p * 5 / 4 && content.maximumP < maximumPMax)
        content.maximumP *= 2;
    if (content.messageBytes && *content.messageBytes > 0) {
        content.minimumBytes =
            std::min(content.minimumBytes, std::pow(10, std::floor(std::log10(*content.messageBytes))));
        content.maximumBytes =
            std::max(content.maximumBytes, std::pow(10, std::ceil(std::log10(*content.messageBytes))));
    }
    if (content.hasDot())
        for (const bool upwards : {false, true}) {
            content.bytesBoundaries.at(upwards ? 1 : 0) =
                nextBoundaryInBytes(content.candidates, content.perByteParameters, content.p, *content.messageBytes,
                                    upwards ? content.maximumBytes : content.minimumBytes, upwards);
            content.pBoundaries.at(upwards ? 1 : 0) =
                nextBoundaryInP(content.candidates, content.perByteParameters, content.p, *content.messageBytes,
                                content.maximumP, upwards);
        }
    return content;
}

QStringList mapSentences(const MapContent& content)
{
    if (!content.emptyText.isEmpty())
        return {content.emptyText};
    QStringList sentences;
    if (!content.hasDot()) {
        sentences << (!content.messageBytes
                          ? Tr::tr("The size of a step’s message is not set, so your design is not on the map.")
                      : *content.messageBytes <= 0
                          ? Tr::tr("Nothing is exchanged, so your design is not on the map.")
                          : Tr::tr("One worker exchanges nothing, so your design is not on the map."));
    } else {
        const CommunicationParameters parameters =
            parametersForMessage(content.perByteParameters, *content.messageBytes);
        const Pattern best =
            cheapestPattern(content.candidates, content.perByteParameters, content.p, *content.messageBytes);
        const double designS = communicationTime(content.pattern, parameters, content.p),
                     shortestS = communicationTime(best, parameters, content.p);
        constexpr double seen = 1.005;  // A gain below 0.5 % is no reason to change.
        if (best == content.pattern || designS <= 0)
            sentences << Tr::tr("Your pattern is the fastest at p = %1.").arg(content.p);
        else if (designS < seen * shortestS)
            sentences
                << Tr::tr("At p = %1, %2 is as fast as your pattern.").arg(content.p).arg(toQString(titleOf(best)));
        else
            sentences << Tr::tr("At p = %1, %2 takes %3: %4 times less.")
                             .arg(content.p)
                             .arg(toQString(titleOf(best)), amountWithUnit(shortestS, Dimension::Time),
                                  numberText(designS / shortestS, 3));
        sentences << bytesSentence(content) << workersSentence(content);
    }
    for (const QString& each : content.omissions)
        sentences << each;
    return sentences;
}

QString mapCaption(const MapContent& content)
{
    if (!content.emptyText.isEmpty())
        return {};
    QStringList parts{Tr::tr("the fastest of %1 patterns").arg(content.candidates.size()),
                      Tr::tr("alpha %1").arg(amountWithUnit(content.perByteParameters.alphaS, Dimension::Time))};
    if (content.perByteParameters.betaS > 0)
        parts << amountWithUnit(1 / content.perByteParameters.betaS, Dimension::Bandwidth);
    if (content.perByteParameters.gammaS > 0)
        parts << Tr::tr("gamma %1 per byte").arg(amountWithUnit(content.perByteParameters.gammaS, Dimension::Time));
    if (content.hasDot())
        parts << Tr::tr("your design: %1, p = %2, %3")
                     .arg(toQString(titleOf(content.pattern)))
                     .arg(content.p)
                     .arg(amountWithUnit(*content.messageBytes, Dimension::Bytes));
    return parts.join(QStringLiteral(" · "));
}

Table mapTable(const MapContent& content)
{
    Table table;
    table.caption = mapCaption(content).toStdString();
    if (!content.emptyText.isEmpty())
        return table;
    std::vector<int> p;
    for (int each = 2; each <= content.maximumP; each *= 2) {
        p.push_back(each);
        if (each > 2 && each < content.maximumP)
            p.push_back(each + each / 2);
    }
    std::vector<double> bytes;
    for (double each = content.minimumBytes; each <= content.maximumBytes * 1.001; each *= 10)
        bytes.push_back(each);
    const AlgorithmMap map = computeAlgorithmMap(content.candidates, content.perByteParameters, p, bytes);
    table.columns = {{"p", "p", "", 0},
                     {"bytes", Tr::tr("message").toStdString(), "B", -1},
                     {"pattern", Tr::tr("fastest").toStdString(), "", -1},
                     {"seconds", Tr::tr("time").toStdString(), "s", -1}};
    for (std::size_t row = 0; row < map.messageBytes.size(); ++row)
        for (std::size_t column = 0; column < map.workerCounts.size(); ++column) {
            const Pattern best = map.patternAt(row, column);
            table.rows.push_back(
                {static_cast<double>(map.workerCounts[column]), map.messageBytes[row],
                 toQString(titleOf(best)).toStdString(),
                 communicationTime(best, parametersForMessage(content.perByteParameters, map.messageBytes[row]),
                                   map.workerCounts[column])});
        }
    return table;
}

MapReading readMapAt(const MapContent& content, int p, double bytes)
{
    MapReading reading{p, bytes, {}};
    const CommunicationParameters parameters = parametersForMessage(content.perByteParameters, bytes);
    for (const Pattern each : content.candidates)
        reading.seconds.emplace_back(each, communicationTime(each, parameters, p));
    std::stable_sort(reading.seconds.begin(), reading.seconds.end(),
                     [](const auto& one, const auto& other) { return one.second < other.second; });
    return reading;
}

}  // namespace scalewright::ui
