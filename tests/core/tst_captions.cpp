// What leaves must follow from what it says: a caption is read back into a model, and every number of its table worked
// out again from that alone.
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

/// A caption's parts: what stands between separators, but not within parentheses.
QStringList partsOf(const QString& text, QChar separator)
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

/// Reads a part where it has that form, its figures to be used by `use`.
bool reads(const QString& part, const char* form, const std::function<void(const QStringList&)>& use)
{
    const auto match = QRegularExpression(QRegularExpression::anchoredPattern(QString::fromUtf8(form))).match(part);
    if (match.hasMatch())
        use(match.capturedTexts());
    return match.hasMatch();
}

bool readsExchange(const QString& part, Exchange& exchange)
{
    CommunicationParameters& c = exchange.communication;
    return reads(part, "beta (.*)", [&](const QStringList& t) { c.betaS = seconds(t[1]); }) ||
           reads(part, "gamma (.*)", [&](const QStringList& t) { c.gammaS = seconds(t[1]); }) ||
           reads(part, "(\\d+) shards", [&](const QStringList& t) { c.shards = t[1].toInt(); }) ||
           reads(part, "(\\d+) neighbours", [&](const QStringList& t) { c.neighbours = t[1].toInt(); }) ||
           reads(part, "participation (.*)", [&](const QStringList& t) { c.participation = t[1].toDouble(); }) ||
           reads(part, "linear", [&](const QStringList&) { c.linearScatter = true; }) ||
           reads(part, "binomial", [&](const QStringList&) { c.linearScatter = false; }) ||
           reads(part, "(\\d+) buckets", [&](const QStringList& t) { c.buckets = t[1].toInt(); }) ||
           reads(part, "exchange every (\\d+) steps", [&](const QStringList& t) { c.localSteps = t[1].toInt(); });
}

bool readsTerm(const QString& part, DesignTerms& terms)
{
    const auto share = [](const QString& text) { return text.toDouble() / 100; };
    return reads(part, "overlap (.*) % of a backward pass of (.*) %",
                 [&](const QStringList& t) {
                     terms.overlap = share(t[1]);
                     terms.backwardShare = share(t[2]);
                 }) ||
           reads(part, "last bucket (.*) %", [&](const QStringList& t) { terms.lastBucketShare = share(t[1]); }) ||
           reads(part, "jitter (.*) % of compute \\((.*)\\)",
                 [&](const QStringList& t) {
                     terms.jitterShare = share(t[1]);
                     terms.jitter = t[2] == QLatin1String("normal") ? Jitter::Normal : Jitter::Exponential;
                 }) ||
           reads(part, "jitter (.*) \\((.*)\\)",
                 [&](const QStringList& t) {
                     terms.jitterS = seconds(t[1]);
                     terms.jitter = t[2] == QLatin1String("normal") ? Jitter::Normal : Jitter::Exponential;
                 }) ||
           reads(part, "staleness (\\d+)",
                 [&](const QStringList& t) {
                     terms.barrier = Barrier::BoundedStaleness;
                     terms.stalenessSteps = t[1].toInt();
                 }) ||
           reads(part, "skew (.*)", [&](const QStringList& t) { terms.skew = t[1].toDouble(); }) ||
           reads(part, "(\\d+) backup workers?", [&](const QStringList& t) { terms.backupWorkers = t[1].toInt(); }) ||
           reads(part, "(.*) of (coordinator a worker|agreement a round)",
                 [&](const QStringList& t) {
                     terms.coordinatorS = seconds(t[1]);
                     terms.centralCoordinator = t[2].startsWith(QLatin1String("coordinator"));
                 }) ||
           reads(part, "shared memory bandwidth (.*) a step",
                 [&](const QStringList& t) { terms.memoryRoofS = seconds(t[1]); }) ||
           reads(part, "reading (.*)", [&](const QStringList& t) { terms.readingS = seconds(t[1]); }) ||
           reads(part, "divided", [&](const QStringList&) { terms.readingDivided = true; }) ||
           reads(part, "whole on every worker", [&](const QStringList&) { terms.readingDivided = false; }) ||
           reads(part, "node MTBF (.*)", [&](const QStringList& t) { terms.nodeMtbfS = seconds(t[1]); }) ||
           reads(part, "no recovery", [&](const QStringList&) { terms.recovery = Recovery::None; }) ||
           reads(part, "checkpoint-restart", [&](const QStringList&) { terms.recovery = Recovery::Checkpoint; }) ||
           reads(part, "elastic", [&](const QStringList&) { terms.recovery = Recovery::Elastic; }) ||
           reads(part, "re-execution", [&](const QStringList&) { terms.recovery = Recovery::ReExecute; }) ||
           reads(part, "checkpoints of (.*) at Daly's interval",
                 [&](const QStringList& t) { terms.checkpointS = seconds(t[1]); }) ||
           reads(part, "checkpoints of (.*) every (.*)",
                 [&](const QStringList& t) {
                     terms.checkpointS = seconds(t[1]);
                     terms.checkpointIntervalS = seconds(t[2]);
                 }) ||
           reads(part, "restart (.*)", [&](const QStringList& t) { terms.restartS = seconds(t[1]); });
}

Pattern patternTitled(const QString& title)
{
    for (const Pattern each : allPatterns)
        if (title == QString::fromStdString(titleOf(each)))
            return each;
    return bookPattern;
}

/// The model that a caption names; `unread` what it does not understand.
ScalingModel modelOf(QString caption, QStringList& unread)
{
    ScalingModel model;
    caption.remove(QStringLiteral("Predicted scaling: "));
    const qsizetype end = caption.lastIndexOf(QLatin1String("; times in s"));
    const QString after = caption.mid(end);
    QStringList parts = partsOf(caption.left(end), QLatin1Char(','));
    model.first().pattern = patternTitled(parts.takeFirst());
    CommunicationParameters& c = model.first().communication;
    bool hierarchy = patternInputs(model.first().pattern).hierarchy;
    for (const QString& part : parts) {
        const bool known =
            reads(part, "T_comp (.*)", [&](const QStringList& t) { model.tCompS = seconds(t[1]); }) ||
            reads(part, "T_comp\\(p\\) = T_comp ceil\\((\\d+)/.*",
                  [&](const QStringList& t) { model.mostWorkers = t[1].toInt(); }) ||
            reads(part, "T_comp\\(p\\) = .*", [](const QStringList&) {}) ||
            reads(part, "alpha (.*)", [&](const QStringList& t) { c.alphaS = seconds(t[1]); }) ||
            reads(part, "alpha2 (.*)",
                  [&](const QStringList& t) {
                      c.twoLevels = !hierarchy;
                      c.alpha2S = seconds(t[1]);
                  }) ||
            reads(part, "beta2 (.*)", [&](const QStringList& t) { c.beta2S = seconds(t[1]); }) ||
            reads(part, "(\\d+) workers a node",
                  [&](const QStringList& t) { model.workersPerNode = c.workersPerNode = t[1].toInt(); }) ||
            reads(part, "one network card a node", [&](const QStringList&) { c.sharedNetworkCard = true; }) ||
            reads(part, "oversubscribed (.*) times",
                  [&](const QStringList& t) { c.oversubscription = t[1].toDouble(); }) ||
            reads(part, "and ([^(\\[]*?)(?: \\((.*)\\))? \\[(.*)\\]",
                  [&](const QStringList& t) {
                      Exchange further{.pattern = patternTitled(t[1]), .communication = c};
                      further.communication = {.alphaS = c.alphaS};
                      further.name = t[2].toStdString();
                      for (const QString& each : partsOf(t[3], QLatin1Char(';')))
                          if (!readsExchange(each, further))
                              unread << each;
                      model.exchanges.push_back(further);
                  }) ||
            reads(part, "strong scaling", [&](const QStringList&) { model.scaling = Scaling::Strong; }) ||
            reads(part, "weak scaling", [&](const QStringList&) { model.scaling = Scaling::Weak; }) ||
            reads(part, "\\$(.*) per node-hour",
                  [&](const QStringList& t) { model.priceUsdPerHour = t[1].toDouble(); }) ||
            reads(part, "a run of (.*) steps",
                  [&](const QStringList& t) {
                      model.steps = t[1].toDouble();
                      model.stepsAreTheRuns = true;
                  }) ||
            readsExchange(part, model.first()) || readsTerm(part, model.terms);
        if (!known)
            unread << part;
    }
    if (model.priceUsdPerHour)
        reads(after, ".* cost in USD of .*?(\\d+) steps.*",
              [&](const QStringList& t) { model.steps = t[1].toDouble(); });
    return model;
}

ScalingModel book()
{
    ScalingModel model;
    model.tCompS = 1;
    model.first().communication.alphaS = 0.0008;
    model.first().communication.betaS = 0.04;
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
        m.first().communication.alphaS = 0.000812346;
        m.first().communication.betaS = 1.0 / 75;
    });
    row("8 local steps", [](ScalingModel& m) { m.first().communication.localSteps = 8; });
    row("buckets", [](ScalingModel& m) { m.first().communication.buckets = 25; });
    for (const Pattern pattern : allPatterns)
        QTest::newRow(patternName(pattern)) << Change([pattern](ScalingModel& m) {
            m.first().pattern = pattern;
            const PatternInputs inputs = patternInputs(pattern);
            CommunicationParameters& c = m.first().communication;
            c.gammaS = inputs.gamma ? 0.003 : 0;
            c.shards = inputs.shards ? 3 : 1;
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
        CommunicationParameters& c = m.first().communication;
        m.first().pattern = Pattern::RingAllReduce;
        c.twoLevels = c.sharedNetworkCard = true;
        c.alpha2S = 0.0031;
        c.beta2S = 0.4;
        c.workersPerNode = m.workersPerNode = 8;
        c.oversubscription = 1.75;
    });
    row("linear scatter", [](ScalingModel& m) {
        m.first().pattern = Pattern::ScatterGather;
        m.first().communication.linearScatter = true;
    });
    row("a further exchange", [](ScalingModel& m) {
        CommunicationParameters further{.alphaS = 0.0008, .betaS = 0.07, .shards = 5, .localSteps = 4};
        m.exchanges.push_back({"embeddings", Pattern::ParameterServer, further});
    });
    row("weak, priced", [](ScalingModel& m) {
        m.scaling = Scaling::Weak;
        m.priceUsdPerHour = 3.275;
        m.steps = 1200;
    });
    row("whole examples", [](ScalingModel& m) { m.mostWorkers = 96; });
    row("a shared node", [](ScalingModel& m) {
        m.workersPerNode = 4;
        m.terms.memoryRoofS = 0.4;
        m.terms.readingS = 0.05;
        m.terms.readingDivided = true;
    });
    row("reading whole", [](ScalingModel& m) { m.terms.readingS = 0.125; });
    row("the design's terms", [](ScalingModel& m) {
        m.terms = {.overlap = 0.6,
                   .backwardShare = 2.0 / 3,
                   .lastBucketShare = 0.04,
                   .jitterS = 0.004,
                   .skew = 1.15,
                   .backupWorkers = 2,
                   .coordinatorS = 2e-5};
    });
    row("exponential, decentralised", [](ScalingModel& m) {
        m.terms = {.jitter = Jitter::Exponential, .jitterShare = 0.085, .coordinatorS = 3e-5};
        m.terms.centralCoordinator = false;
    });
    row("staleness", [](ScalingModel& m) {
        m.terms.barrier = Barrier::BoundedStaleness;
        m.terms.stalenessSteps = 3;
        m.terms.jitterS = 0.013;
    });
    for (const Recovery recovery : {Recovery::None, Recovery::Checkpoint, Recovery::Elastic, Recovery::ReExecute})
        for (const bool given : {false, true})
            QTest::addRow("recovery %d, %s", static_cast<int>(recovery), given ? "an interval" : "none")
                << Change([=](ScalingModel& m) {
                       m.terms = {.nodeMtbfS = 432000, .recovery = recovery, .checkpointS = 20, .restartS = 45};
                       if (given)
                           m.terms.checkpointIntervalS = 777;
                       m.steps = 5000;
                       m.stepsAreTheRuns = true;
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
    const ScalingModel said = modelOf(QString::fromStdString(table.caption), unread);
    QVERIFY2(unread.isEmpty(), qPrintable(unread.join(QLatin1Char('|'))));
    const Table again = predictionTable(predict(said, 64), workers);
    QCOMPARE(again.columns.size(), table.columns.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const auto* is = std::get_if<double>(&table.rows[row][column]);
            const auto* follows = std::get_if<double>(&again.rows[row][column]);
            QCOMPARE(follows != nullptr, is != nullptr);
            QVERIFY2(!is || std::abs(*is - *follows) <= 2e-5 * std::abs(*is),
                     qPrintable(QStringLiteral("%1 at p %2: %3, by its caption %4: %5")
                                    .arg(QString::fromStdString(table.columns[column].key))
                                    .arg(workers[row])
                                    .arg(is ? *is : 0, 0, 'g', 8)
                                    .arg(follows ? *follows : 0, 0, 'g', 8)
                                    .arg(QString::fromStdString(table.caption))));
        }
}

SCALEWRIGHT_TEST(tst_captions)
#include "tst_captions.moc"
