// SPDX-License-Identifier: GPL-3.0-or-later
// Exported tables must follow from their captions: a caption is parsed back into a model, and every number of its table
// is recomputed from that model alone.
#include <QRegularExpression>
#include <QStringList>
#include <QTest>

#include <cmath>
#include <functional>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/output/tables/prediction_table.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

double seconds(const QString& text)
{
    const Result<double> read = parseAmount(text.toStdString(), Dimension::Time);
    return read ? *read : std::nan("");
}

/// A caption's parts: the text between separators outside parentheses.
QStringList splitOutsideParentheses(const QString& text, QChar separator)
{
    QStringList parts{QString()};
    int deep = 0;
    for (const QChar each : text) {
        deep += each == QLatin1Char('(') ? 1 : each == QLatin1Char(')') ? -1 : 0;
        if (each == separator && deep == 0)
            parts << QString();
        else
            parts.back() += each;
    }
    for (QString& part : parts)
        part = part.trimmed();
    return parts;
}

/// Reads a part that has the given form and passes its values to `use`.
bool parsePart(const QString& part, const char* form, const std::function<void(const QStringList&)>& use)
{
    const auto match = QRegularExpression(QRegularExpression::anchoredPattern(QString::fromUtf8(form))).match(part);
    if (match.hasMatch())
        use(match.capturedTexts());
    return match.hasMatch();
}

bool parseExchangePart(const QString& part, Exchange& exchange)
{
    CommunicationParameters& c = exchange.communication;
    return parsePart(part, "beta (.*)", [&](const QStringList& t) { c.betaS = seconds(t[1]); }) ||
           parsePart(part, "gamma (.*)", [&](const QStringList& t) { c.gammaS = seconds(t[1]); }) ||
           parsePart(part, "(\\d+) shards", [&](const QStringList& t) { c.serverShards = t[1].toInt(); }) ||
           parsePart(part, "(\\d+) neighbours", [&](const QStringList& t) { c.neighbours = t[1].toInt(); }) ||
           parsePart(part, "participation (.*)", [&](const QStringList& t) { c.participation = t[1].toDouble(); }) ||
           parsePart(part, "linear", [&](const QStringList&) { c.linearScatter = true; }) ||
           parsePart(part, "binomial", [&](const QStringList&) { c.linearScatter = false; }) ||
           parsePart(part, "(\\d+) buckets", [&](const QStringList& t) { c.buckets = t[1].toInt(); }) ||
           parsePart(part, "exchange every (\\d+) steps", [&](const QStringList& t) { c.localSteps = t[1].toInt(); });
}

bool parseTermPart(const QString& part, DesignTerms& terms)
{
    const auto share = [](const QString& text) { return text.toDouble() / 100; };
    return parsePart(part, "overlap (.*) % of a backward pass of (.*) %",
                     [&](const QStringList& t) {
                         terms.overlapShare = share(t[1]);
                         terms.backwardShare = share(t[2]);
                     }) ||
           parsePart(part, "last bucket (.*) %", [&](const QStringList& t) { terms.lastBucketShare = share(t[1]); }) ||
           parsePart(part, "jitter (.*) % of compute \\((.*)\\)",
                     [&](const QStringList& t) {
                         terms.jitterShare = share(t[1]);
                         terms.jitterDistribution = t[2] == QLatin1String("normal") ? JitterDistribution::Normal
                                                                                    : JitterDistribution::Exponential;
                     }) ||
           parsePart(part, "jitter (.*) \\((.*)\\)",
                     [&](const QStringList& t) {
                         terms.jitterS = seconds(t[1]);
                         terms.jitterDistribution = t[2] == QLatin1String("normal") ? JitterDistribution::Normal
                                                                                    : JitterDistribution::Exponential;
                     }) ||
           parsePart(part, "staleness (\\d+)",
                     [&](const QStringList& t) {
                         terms.barrier = Barrier::BoundedStaleness;
                         terms.stalenessSteps = t[1].toInt();
                     }) ||
           parsePart(part, "skew (.*)", [&](const QStringList& t) { terms.skew = t[1].toDouble(); }) ||
           parsePart(part, "(\\d+) backup workers?",
                     [&](const QStringList& t) { terms.backupWorkers = t[1].toInt(); }) ||
           parsePart(part, "(.*) of (coordinator time per worker|agreement per round)",
                     [&](const QStringList& t) {
                         terms.coordinationPerWorkerS = seconds(t[1]);
                         terms.hasCentralCoordinator = t[2].startsWith(QLatin1String("coordinator"));
                     }) ||
           parsePart(part, "shared memory bandwidth (.*) a step",
                     [&](const QStringList& t) { terms.nodeMemoryTimeS = seconds(t[1]); }) ||
           parsePart(part, "reading (.*)", [&](const QStringList& t) { terms.readingTimeS = seconds(t[1]); }) ||
           parsePart(part, "divided", [&](const QStringList&) { terms.readingIsDivided = true; }) ||
           parsePart(part, "whole on every worker", [&](const QStringList&) { terms.readingIsDivided = false; }) ||
           parsePart(part, "node MTBF (.*)", [&](const QStringList& t) { terms.nodeMtbfS = seconds(t[1]); }) ||
           parsePart(part, "no recovery", [&](const QStringList&) { terms.recovery = Recovery::None; }) ||
           parsePart(part, "checkpoint-restart", [&](const QStringList&) { terms.recovery = Recovery::Checkpoint; }) ||
           parsePart(part, "elastic", [&](const QStringList&) { terms.recovery = Recovery::Elastic; }) ||
           parsePart(part, "re-execution", [&](const QStringList&) { terms.recovery = Recovery::ReExecute; }) ||
           parsePart(part, "checkpoints of (.*) at Daly's interval",
                     [&](const QStringList& t) { terms.checkpointS = seconds(t[1]); }) ||
           parsePart(part, "checkpoints of (.*) every (.*)",
                     [&](const QStringList& t) {
                         terms.checkpointS = seconds(t[1]);
                         terms.checkpointIntervalS = seconds(t[2]);
                     }) ||
           parsePart(part, "restart (.*)", [&](const QStringList& t) { terms.restartS = seconds(t[1]); });
}

Pattern patternTitled(const QString& title)
{
    for (const Pattern each : allPatterns)
        if (title == QString::fromStdString(titleOf(each)))
            return each;
    return bookPattern;
}

/// The model that a caption describes; `unread` receives the parts that are not understood.
ScalingModel modelFromCaption(QString caption, QStringList& unread)
{
    ScalingModel model;
    caption.remove(QStringLiteral("Predicted scaling: "));
    const qsizetype end = caption.lastIndexOf(QLatin1String("; times in s"));
    const QString after = caption.mid(end);
    QStringList parts = splitOutsideParentheses(caption.left(end), QLatin1Char(','));
    model.primaryExchange().pattern = patternTitled(parts.takeFirst());
    CommunicationParameters& c = model.primaryExchange().communication;
    bool hierarchy = patternInputs(model.primaryExchange().pattern).hierarchy;
    for (const QString& part : parts) {
        const bool isUnderstood =
            parsePart(part, "T_comp (.*)", [&](const QStringList& t) { model.tCompS = seconds(t[1]); }) ||
            parsePart(part, "T_comp\\(p\\) = T_comp ceil\\((\\d+)/.*",
                      [&](const QStringList& t) { model.maximumWorkers = t[1].toInt(); }) ||
            parsePart(part, "T_comp\\(p\\) = .*", [](const QStringList&) {}) ||
            parsePart(part, "alpha (.*)", [&](const QStringList& t) { c.alphaS = seconds(t[1]); }) ||
            parsePart(part, "alpha2 (.*)",
                      [&](const QStringList& t) {
                          c.twoLevelNetwork = !hierarchy;
                          c.alpha2S = seconds(t[1]);
                      }) ||
            parsePart(part, "beta2 (.*)", [&](const QStringList& t) { c.beta2S = seconds(t[1]); }) ||
            parsePart(part, "(\\d+) workers a node",
                      [&](const QStringList& t) { model.workersPerNode = c.workersPerNode = t[1].toInt(); }) ||
            parsePart(part, "one network card a node", [&](const QStringList&) { c.sharedNetworkCard = true; }) ||
            parsePart(part, "oversubscribed (.*) times",
                      [&](const QStringList& t) { c.oversubscription = t[1].toDouble(); }) ||
            parsePart(part, "and ([^(\\[]*?)(?: \\((.*)\\))? \\[(.*)\\]",
                      [&](const QStringList& t) {
                          Exchange further{.pattern = patternTitled(t[1]), .communication = c};
                          further.communication = {.alphaS = c.alphaS};
                          further.name = t[2].toStdString();
                          for (const QString& each : splitOutsideParentheses(t[3], QLatin1Char(';')))
                              if (!parseExchangePart(each, further))
                                  unread << each;
                          model.exchanges.push_back(further);
                      }) ||
            parsePart(part, "strong scaling", [&](const QStringList&) { model.scaling = Scaling::Strong; }) ||
            parsePart(part, "weak scaling", [&](const QStringList&) { model.scaling = Scaling::Weak; }) ||
            parsePart(part, "\\$(.*) per node-hour",
                      [&](const QStringList& t) { model.nodePriceUsdPerHour = t[1].toDouble(); }) ||
            parsePart(part, "a run of (.*) steps",
                      [&](const QStringList& t) {
                          model.steps = t[1].toDouble();
                          model.hasRunLength = true;
                      }) ||
            parseExchangePart(part, model.primaryExchange()) || parseTermPart(part, model.terms);
        if (!isUnderstood)
            unread << part;
    }
    if (model.nodePriceUsdPerHour)
        parsePart(after, ".* cost in USD of .*?(\\d+) steps.*",
                  [&](const QStringList& t) { model.steps = t[1].toDouble(); });
    return model;
}

ScalingModel book()
{
    ScalingModel model;
    model.tCompS = 1;
    model.primaryExchange().communication.alphaS = 0.0008;
    model.primaryExchange().communication.betaS = 0.04;
    return model;
}

using Change = std::function<void(ScalingModel&)>;

}  // namespace

Q_DECLARE_METATYPE(Change)

class tst_captions : public QObject {
    Q_OBJECT

private slots:
    void everyNumberFollows_data();
    void everyNumberFollows();
};

void tst_captions::everyNumberFollows_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, Change change) { QTest::newRow(name) << std::move(change); };
    row("the book's", [](ScalingModel&) {});
    row("odd digits", [](ScalingModel& m) {
        m.tCompS = 1.23457;
        m.primaryExchange().communication.alphaS = 0.000812346;
        m.primaryExchange().communication.betaS = 1.0 / 75;
    });
    row("8 local steps", [](ScalingModel& m) { m.primaryExchange().communication.localSteps = 8; });
    row("buckets", [](ScalingModel& m) { m.primaryExchange().communication.buckets = 25; });
    for (const Pattern pattern : allPatterns)
        QTest::newRow(patternName(pattern)) << Change([pattern](ScalingModel& m) {
            m.primaryExchange().pattern = pattern;
            const PatternInputs inputs = patternInputs(pattern);
            CommunicationParameters& c = m.primaryExchange().communication;
            c.gammaS = inputs.gamma ? 0.003 : 0;
            c.serverShards = inputs.serverShards ? 3 : 1;
            c.neighbours = inputs.neighbours ? 4 : 2;
            c.participation = inputs.participation ? 0.35 : 1;
            if (inputs.hierarchy) {
                c.alpha2S = 0.002;
                c.beta2S = 0.3;
                c.workersPerNode = m.workersPerNode = 4;
            }
            c.localSteps = 3;
        });
    row("two levels", [](ScalingModel& m) {
        CommunicationParameters& c = m.primaryExchange().communication;
        m.primaryExchange().pattern = Pattern::RingAllReduce;
        c.twoLevelNetwork = c.sharedNetworkCard = true;
        c.alpha2S = 0.0031;
        c.beta2S = 0.4;
        c.workersPerNode = m.workersPerNode = 8;
        c.oversubscription = 1.75;
    });
    row("linear scatter", [](ScalingModel& m) {
        m.primaryExchange().pattern = Pattern::ScatterGather;
        m.primaryExchange().communication.linearScatter = true;
    });
    row("a further exchange", [](ScalingModel& m) {
        CommunicationParameters further{.alphaS = 0.0008, .betaS = 0.07, .serverShards = 5, .localSteps = 4};
        m.exchanges.push_back({"embeddings", Pattern::ParameterServer, further});
    });
    row("weak, priced", [](ScalingModel& m) {
        m.scaling = Scaling::Weak;
        m.nodePriceUsdPerHour = 3.275;
        m.steps = 1200;
    });
    row("whole examples", [](ScalingModel& m) { m.maximumWorkers = 96; });
    row("a shared node", [](ScalingModel& m) {
        m.workersPerNode = 4;
        m.terms.nodeMemoryTimeS = 0.4;
        m.terms.readingTimeS = 0.05;
        m.terms.readingIsDivided = true;
    });
    row("reading whole", [](ScalingModel& m) { m.terms.readingTimeS = 0.125; });
    row("the design's terms", [](ScalingModel& m) {
        m.terms = {.overlapShare = 0.6,
                   .backwardShare = 2.0 / 3,
                   .lastBucketShare = 0.04,
                   .jitterS = 0.004,
                   .skew = 1.15,
                   .backupWorkers = 2,
                   .coordinationPerWorkerS = 2e-5};
    });
    row("exponential, decentralised", [](ScalingModel& m) {
        m.terms = {.jitterDistribution = JitterDistribution::Exponential,
                   .jitterShare = 0.085,
                   .coordinationPerWorkerS = 3e-5};
        m.terms.hasCentralCoordinator = false;
    });
    row("staleness", [](ScalingModel& m) {
        m.terms.barrier = Barrier::BoundedStaleness;
        m.terms.stalenessSteps = 3;
        m.terms.jitterS = 0.013;
    });
    for (const Recovery recovery : {Recovery::None, Recovery::Checkpoint, Recovery::Elastic, Recovery::ReExecute})
        for (const bool hasBand : {false, true})
            QTest::addRow("recovery %d, %s", static_cast<int>(recovery), hasBand ? "an interval" : "none")
                << Change([=](ScalingModel& m) {
                       m.terms = {.nodeMtbfS = 432000, .recovery = recovery, .checkpointS = 20, .restartS = 45};
                       if (hasBand)
                           m.terms.checkpointIntervalS = 777;
                       m.steps = 5000;
                       m.hasRunLength = true;
                   });
}

void tst_captions::everyNumberFollows()
{
    QFETCH(Change, change);
    ScalingModel model = book();
    change(model);
    const std::vector<int> workers{1, 2, 3, 8, 13, 34, 64};
    const Table table = predictionTable(predict(model, 64), workers);
    QStringList unread;
    const ScalingModel readModel = modelFromCaption(QString::fromStdString(table.caption), unread);
    QVERIFY2(unread.isEmpty(), qPrintable(unread.join(QLatin1Char('|'))));
    const Table recomputed = predictionTable(predict(readModel, 64), workers);
    QCOMPARE(recomputed.columns.size(), table.columns.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const auto* value = std::get_if<double>(&table.rows[row][column]);
            const auto* follows = std::get_if<double>(&recomputed.rows[row][column]);
            QCOMPARE(follows != nullptr, value != nullptr);
            QVERIFY2(!value || std::abs(*value - *follows) <= 2e-5 * std::abs(*value),
                     qPrintable(QStringLiteral("%1 at p %2: %3, by its caption %4: %5")
                                    .arg(QString::fromStdString(table.columns[column].key))
                                    .arg(workers[row])
                                    .arg(value ? *value : 0, 0, 'g', 8)
                                    .arg(follows ? *follows : 0, 0, 'g', 8)
                                    .arg(QString::fromStdString(table.caption))));
        }
}

SCALEWRIGHT_TEST(tst_captions)
#include "tst_captions.moc"
