// The glossary: what has to be in it follows from the quantities, the patterns and the book's files, not from the
 // glossary itself.
#include <QTest>

#include <QDir>
#include <QRegularExpression>

#include "core/output/glossary/glossary.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

Glossary shippedGlossary()
{
    Result<Glossary> read = parseGlossary(test::contentOf(test::sourceFile("resources/glossary.json")).toStdString());
    if (!read)
        qFatal("%s", describe(read.error()).c_str());
    return *read;
}

/// A glossary of one good term, with one piece of it replaced.
std::string file(const std::string& from = {}, const std::string& to = {})
{
    std::string text = R"({"format": "scalewright-glossary", "version": 1, "source": "the book", "terms": [
  {"id": "alpha", "name": "alpha, latency", "sentence": "What a message costs.", "formula": "alpha + n/B", "section": "41.4", "synonyms": ["hop"], "fields": ["/target/alpha_s"]}
]})";
    if (const std::size_t at = from.empty() ? std::string::npos : text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

}  // namespace

class tst_glossary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyQuantityHasATerm();
    void everyPatternHasATerm();
    void everyTermIsWhole();
    void everyWordOfTheBookIsThere_data();
    void everyWordOfTheBookIsThere();
    void found();
    void what_is_wrong_is_said_data();
    void what_is_wrong_is_said();
};

void tst_glossary::everyQuantityHasATerm()
{
    const Glossary glossary = shippedGlossary();
    QVERIFY(allFields().size() > 80);
    for (const FieldInfo* field : allFields())
        QVERIFY2(glossary.ofField(field->pointer), field->pointer);
}

void tst_glossary::everyPatternHasATerm()
{
    const Glossary glossary = shippedGlossary();
    for (const Pattern pattern : allPatterns) {
        const Term* term = glossary.ofPattern(pattern);
        QVERIFY2(term, patternName(pattern));
        QVERIFY(formulaOf(*term).find(patternFormula(pattern)) != std::string::npos);
    }
}

void tst_glossary::everyTermIsWhole()
{
    for (const Term& term : shippedGlossary().terms) {
        QVERIFY2(!term.name.empty() && term.sentence.size() > 20 && term.sentence.size() < 220, term.id.c_str());
        QVERIFY2(term.sentence.find(term.id + " is ") != 0, term.id.c_str());
    }
    // The chapter's sections that the method is taught in.
    const QStringList sections = {"41.0", "41.2", "41.4", "41.5", "41.7"};
    for (const Term& term : shippedGlossary().terms)
        QVERIFY2(sections.contains(QString::fromStdString(term.section)), (term.id + ": " + term.section).c_str());
}

// What chapter 41, the window and the command line's help say, and what somebody who looks for it might type.
void tst_glossary::everyWordOfTheBookIsThere_data()
{
    QTest::addColumn<QString>("id");
    const auto row = [](const char* word, const char* id) { QTest::newRow(word) << QString::fromLatin1(id); };
    row("alpha", "alpha");
    row("beta", "beta");
    row("beta of memory", "memory-bandwidth");
    row("bandwidth", "bandwidth");
    row("NVLink", "bandwidth");
    row("gradient", "message");
    row("speedup", "speedup");
    row("efficiency", "efficiency");
    row("knee", "knee");
    row("p*", "p-star");
    row("plan p", "plan-p");
    row("R", "ratio-r");
    row("R = 1", "ratio-r");
    row("lost folds", "lost-folds");
    row("ridge", "ridge");
    row("intensity", "intensity");
    row("working set", "working-set");
    row("all-reduce", "all-reduce");
    row("synchronous", "synchronous");
    row("bounded staleness", "bounded-staleness");
    row("straggler", "straggler");
    row("USL", "usl");
    row("Amdahl", "amdahl");
    row("Gustafson", "gustafson");
    row("Karp-Flatt", "karp-flatt");
    row("spot", "spot");
    row("preemption", "preemption");
    row("Young", "young-daly");
    row("Daly", "young-daly");
    row("PUE", "pue");
    row("ZeRO", "zero");
    row("micro-batch", "micro-batch");
    row("batch", "batch");
    row("goal", "deadline");
    row("deadline", "deadline");
    row("efficiency target", "efficiency");
    row("roofline", "roofline");
    row("ladder", "ladder");
    row("ledger", "ledger");
}

void tst_glossary::everyWordOfTheBookIsThere()
{
    QFETCH(QString, id);
    const Glossary glossary = shippedGlossary();
    const Term* term = glossary.called(QTest::currentDataTag());
    QVERIFY(term);
    QCOMPARE(QString::fromStdString(term->id), id);
}

void tst_glossary::found()
{
    const Result<Glossary> glossary = parseGlossary(file());
    QVERIFY(glossary);
    QCOMPARE(glossary->ofField("/target/alpha_s"), &glossary->terms[0]);
    QCOMPARE(glossary->ofField("/variants/0/target/alpha_s"), &glossary->terms[0]);
    QVERIFY(!glossary->ofField("/target/bandwidth_bytes_per_s") && !glossary->ofField("/nothing"));
    QCOMPARE(glossary->called("HOP"), &glossary->terms[0]);
    QCOMPARE(glossary->called("Alpha, Latency"), &glossary->terms[0]);
    QVERIFY(!glossary->called("ho") && !glossary->called(""));
    QCOMPARE(shippedGlossary().ofField("/baseline/steps/3/flops")->id, std::string("flop"));
}

void tst_glossary::what_is_wrong_is_said_data()
{
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<std::string>("said");
    const auto row = [](const char* name, const char* from, const char* to, const char* said) {
        QTest::newRow(name) << std::string(from) << std::string(to) << std::string(said);
    };
    row("another file", "scalewright-glossary", "scalewright-project",
        "/format: \"scalewright-project\" is another kind of file; expected \"scalewright-glossary\"");
    row("a newer one", "\"version\": 1", "\"version\": 2",
        "/version: version 2 is newer than this program; expected version 1");
    row("no sentence", "\"sentence\": \"What a message costs.\", ", "", "/terms/0/sentence: ");
    row("two sentences", "costs.", "costs. Always.",
        "/terms/0/sentence: of the term \"alpha\": \"What a message costs. Always.\" is no single sentence; expected "
        "one sentence with a full stop");
    row("no full stop", "costs.", "costs", "is no single sentence");
    row("another chapter", "41.4", "4.1",
        "/terms/0/section: of the term \"alpha\": \"4.1\" is no section of chapter 41; expected \"41.1\" to \"41.10\"");
    row("no quantity", "/target/alpha_s", "/target/alpha",
        "/terms/0/fields/0: of the term \"alpha\": \"/target/alpha\" is no quantity of a project");
    row("no pattern", "\"formula\": \"alpha + n/B\"", "\"patterns\": [\"rumour\"]",
        "/terms/0/patterns/0: of the term \"alpha\": ");
    row("a pattern's own formula", "\"synonyms\"", "\"patterns\": [\"gossip\"], \"synonyms\"",
        "/terms/0/formula: of the term \"alpha\": a pattern has its formula already");
    row("a word twice", "[\"hop\"]", "[\"hop\", \"Hop\"]",
        "/terms/0/synonyms/1: of the term \"alpha\": \"Hop\" says nothing more");
    row("a member that none has", "\"section\"", "\"unit\": \"s\", \"section\"",
        "/terms/0/unit: of the term \"alpha\": a term has no \"unit\"");
    row("an id twice", "\n]}",
        R"(, {"id": "alpha", "name": "another", "sentence": "Something else.", "section": "41.2"}]})",
        "/terms/1/id: of the term \"alpha\": \"alpha\" is taken by the term \"alpha\"; expected an id of its own");
    row("a name twice", "\n]}",
        R"(, {"id": "beta", "name": "Alpha, latency", "sentence": "Something else.", "section": "41.2"}]})",
        "/terms/1/name: of the term \"beta\": ");
    row("a quantity twice", "\n]}",
        R"(, {"id": "beta", "name": "beta", "sentence": "Something else.", "section": "41.2", "fields": ["/target/alpha_s"]}]})",
        "/terms/1/fields/0: of the term \"beta\": \"/target/alpha_s\" is taken by the term \"alpha\"; expected one "
        "term for each quantity");
    row("no list", "[\"hop\"]", "\"hop\"", "/terms/0/synonyms: ");
}

void tst_glossary::what_is_wrong_is_said()
{
    QFETCH(std::string, from);
    QFETCH(std::string, to);
    QFETCH(std::string, said);
    QVERIFY(file(from, to) != file());
    const Result<Glossary> read = parseGlossary(file(from, to));
    QVERIFY(!read);
    QVERIFY2(describe(read.error()).find(said) != std::string::npos, describe(read.error()).c_str());
}

SCALEWRIGHT_TEST(tst_glossary)
#include "tst_glossary.moc"
