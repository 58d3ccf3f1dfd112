#include "ui/design/map/algorithm_map_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/design/slots/slots.h"
#include "core/design/slots/stand_ins.h"
#include "core/model/scaling/pattern.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct MapTr {
    Q_DECLARE_TR_FUNCTIONS(AlgorithmMap)
};

QString bytesSentence(const MapContent& content)
{
    QStringList parts;
    for (const bool upwards : {false, true}) {
        const double limit = upwards ? content.bytesHigh : content.bytesLow;
        const std::optional<NextBoundary>& next = content.inBytes.at(upwards ? 1 : 0);
        if (!next) {
            parts << (upwards ? MapTr::tr("nothing else above, up to %1").arg(amount(limit, Dimension::Bytes, 1))
                              : MapTr::tr("nothing else below, down to %1").arg(amount(limit, Dimension::Bytes, 1)));
            continue;
        }
        const QString far = number(upwards ? next->at / *content.bytes : *content.bytes / next->at, 2);
        parts << (upwards ? MapTr::tr("%1 takes over above %2 (%3 times your message)")
                          : MapTr::tr("%1 takes over below %2 (your message over %3)"))
                     .arg(qt(titleOf(next->cheaper)), amount(next->at, Dimension::Bytes), far);
    }
    return MapTr::tr("In bytes, at p = %1: %2; %3.").arg(content.p).arg(parts[0], parts[1]);
}

QString workersSentence(const MapContent& content)
{
    const auto cheapest = [&](int p) {
        return cheapestPattern(content.candidates, content.perByte, p, *content.bytes);
    };
    QStringList parts;
    for (const bool upwards : {false, true}) {
        const std::optional<NextBoundary>& next = content.inP.at(upwards ? 1 : 0);
        if (!next) {
            parts << (upwards ? MapTr::tr("with more nothing else, up to %1").arg(content.pHigh)
                              : MapTr::tr("with fewer nothing else, down to 2"));
            continue;
        }
        const int at = static_cast<int>(next->at), beyond = at + (upwards ? 1 : -1);
        // At a power of two a pattern may win for this one p.
        const bool alone = beyond >= 2 && beyond <= content.pHigh && cheapest(beyond) != next->cheaper;
        const QString cheaper = qt(titleOf(next->cheaper));
        if (upwards)
            parts << (alone ? MapTr::tr("with more %1 at p = %2 alone (%3 times as many)")
                            : MapTr::tr("with more %1 from p = %2 up (%3 times as many)"))
                         .arg(cheaper)
                         .arg(at)
                         .arg(number(next->at / content.p, 3));
        else
            parts << (alone ? MapTr::tr("with fewer %1 at p = %2 alone") : MapTr::tr("with fewer %1 from p = %2 down"))
                         .arg(cheaper)
                         .arg(at);
    }
    return MapTr::tr("In workers, at %1: %2; %3.").arg(amount(*content.bytes, Dimension::Bytes), parts[0], parts[1]);
}

}  // namespace

QString mapWords::workersAxis()
{
    return MapTr::tr("workers p");
}

QString mapWords::messageAxis()
{
    return MapTr::tr("message of a step");
}

QStringList mapWords::dotLabel(const MapContent& content)
{
    const double seconds = communicationTime(content.pattern, ofMessage(content.perByte, *content.bytes), content.p);
    return {MapTr::tr("your design"),
            MapTr::tr("%1, %2").arg(qt(titleOf(content.pattern)), amount(seconds, Dimension::Time))};
}

MapContent mapContent(const Project& project, const Analysis& analysis)
{
    MapContent content;
    const Communication& communication = project.design.communication;
    content.pattern = communication.pattern;
    content.p = analysis.planP;
    if (communication.messageBytes)
        content.bytes = communication.messageBytes->value;

    // The model of a message of one byte: its betas are per byte. What one machine's step takes does not matter here.
    Project byte = project;
    byte.baseline.tCompS = typed(1);
    byte.design.communication.messageBytes = typed(1);
    const std::vector<Pattern> candidates = competing(content.pattern);
    content.candidates = standIns(candidates, project.design, project.target);
    for (const Pattern each : content.candidates)
        if (patternInputs(each).hierarchy)
            byte.design.communication.pattern = each;  // its model holds the link between nodes too
    const Result<ScalingModel> model = scalingModel(byte);
    if (!model) {
        QStringList lines{MapTr::tr("No map yet.")};
        for (const Problem& problem : model.error().problems)
            lines << qt(problem.message);  // its field says what would be right
        content.emptyText = lines.join(QLatin1Char('\n'));
        return content;
    }
    content.perByte = model->first().communication;
    if (candidates.size() == 1) {
        content.emptyText =
            MapTr::tr("Nothing in this program does the same as a %1: there is nothing to compare it with.")
                .arg(qt(titleOf(content.pattern)));
        return content;
    }
    if (servesShards(project.design)) {
        content.emptyText = MapTr::tr(
            "Your servers hold the model in shards, and a message is what a step touches. An all-reduce in their place "
            "would move all of the model: at equal bytes there is nothing to compare.");
        return content;
    }
    for (const Pattern each : candidates)
        if (std::find(content.candidates.begin(), content.candidates.end(), each) == content.candidates.end())
            content.leftOut.push_back(
                MapTr::tr(
                    "Not on the map: %1, which needs alpha and bandwidth between nodes and the workers on a node.")
                    .arg(qt(titleOf(each))));
    while (content.pHigh < content.p * 5 / 4 && content.pHigh < largestPMax)
        content.pHigh *= 2;
    if (content.bytes && *content.bytes > 0) {
        content.bytesLow = std::min(content.bytesLow, std::pow(10, std::floor(std::log10(*content.bytes))));
        content.bytesHigh = std::max(content.bytesHigh, std::pow(10, std::ceil(std::log10(*content.bytes))));
    }
    if (content.hasDot())
        for (const bool upwards : {false, true}) {
            content.inBytes.at(upwards ? 1 : 0) =
                nextBoundaryInBytes(content.candidates, content.perByte, content.p, *content.bytes,
                                    upwards ? content.bytesHigh : content.bytesLow, upwards);
            content.inP.at(upwards ? 1 : 0) =
                nextBoundaryInP(content.candidates, content.perByte, content.p, *content.bytes, content.pHigh, upwards);
        }
    return content;
}

QStringList mapSentences(const MapContent& content)
{
    if (!content.emptyText.isEmpty())
        return {content.emptyText.section(QLatin1Char('\n'), 0, 0)};
    QStringList sentences;
    if (!content.hasDot()) {
        sentences << (!content.bytes
                          ? MapTr::tr("The size of a step’s message is not set: your design has no place on the map.")
                      : *content.bytes <= 0
                          ? MapTr::tr("Nothing is exchanged: your design has no place on the map.")
                          : MapTr::tr("With one worker nothing is exchanged: your design has no place on the map."));
    } else {
        const CommunicationParameters parameters = ofMessage(content.perByte, *content.bytes);
        const Pattern best = cheapestPattern(content.candidates, content.perByte, content.p, *content.bytes);
        const double mine = communicationTime(content.pattern, parameters, content.p),
                     least = communicationTime(best, parameters, content.p);
        constexpr double seen = 1.005;  // less than half a per cent is no reason to change
        if (best == content.pattern || mine <= 0)
            sentences << MapTr::tr("Your pattern is the fastest at p = %1.").arg(content.p);
        else if (mine < seen * least)
            sentences << MapTr::tr("At p = %1, %2 is as fast as yours.").arg(content.p).arg(qt(titleOf(best)));
        else
            sentences << MapTr::tr("At p = %1, %2 takes %3: %4 times less.")
                             .arg(content.p)
                             .arg(qt(titleOf(best)), amount(least, Dimension::Time), number(mine / least, 3));
        sentences << bytesSentence(content) << workersSentence(content);
    }
    for (const QString& each : content.leftOut)
        sentences << each;
    return sentences;
}

QString mapCaption(const MapContent& content)
{
    if (!content.emptyText.isEmpty())
        return {};
    QStringList parts{MapTr::tr("the fastest of %1 patterns").arg(content.candidates.size()),
                      MapTr::tr("alpha %1").arg(amount(content.perByte.alphaS, Dimension::Time))};
    if (content.perByte.betaS > 0)
        parts << amount(1 / content.perByte.betaS, Dimension::Bandwidth);
    if (content.perByte.gammaS > 0)
        parts << MapTr::tr("gamma %1 a byte").arg(amount(content.perByte.gammaS, Dimension::Time));
    if (content.hasDot())
        parts << MapTr::tr("your design: %1, p = %2, %3")
                     .arg(qt(titleOf(content.pattern)))
                     .arg(content.p)
                     .arg(amount(*content.bytes, Dimension::Bytes));
    return parts.join(QStringLiteral(" · "));
}

Table mapTable(const MapContent& content)
{
    Table table;
    table.caption = mapCaption(content).toStdString();
    if (!content.emptyText.isEmpty())
        return table;
    std::vector<int> p;
    for (int each = 2; each <= content.pHigh; each *= 2) {
        p.push_back(each);
        if (each > 2 && each < content.pHigh)
            p.push_back(each + each / 2);
    }
    std::vector<double> bytes;
    for (double each = content.bytesLow; each <= content.bytesHigh * 1.001; each *= 10)
        bytes.push_back(each);
    const AlgorithmMap map = algorithmMap(content.candidates, content.perByte, p, bytes);
    table.columns = {{"p", "p", "", 0},
                     {"bytes", MapTr::tr("message").toStdString(), "B", -1},
                     {"pattern", MapTr::tr("fastest").toStdString(), "", -1},
                     {"seconds", MapTr::tr("time").toStdString(), "s", -1}};
    for (std::size_t row = 0; row < map.bytes.size(); ++row)
        for (std::size_t column = 0; column < map.p.size(); ++column) {
            const Pattern best = map.at(row, column);
            table.rows.push_back({static_cast<double>(map.p[column]), map.bytes[row], qt(titleOf(best)).toStdString(),
                                  communicationTime(best, ofMessage(content.perByte, map.bytes[row]), map.p[column])});
        }
    return table;
}

MapReading readMap(const MapContent& content, int p, double bytes)
{
    MapReading reading{p, bytes, {}};
    const CommunicationParameters parameters = ofMessage(content.perByte, bytes);
    for (const Pattern each : content.candidates)
        reading.seconds.emplace_back(each, communicationTime(each, parameters, p));
    std::stable_sort(reading.seconds.begin(), reading.seconds.end(),
                     [](const auto& one, const auto& other) { return one.second < other.second; });
    return reading;
}

}  // namespace scalewright::ui
