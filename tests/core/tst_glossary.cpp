// SPDX-License-Identifier: GPL-3.0-or-later
// The glossary: its required entries follow from the quantities, the patterns and the book's files, not from the
 // glossary itself.
#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

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

/// A glossary with one valid term, in which `from` is replaced with `to`.
std::string file(const std::string& from = {}, const std::string& to = {})
{
    std::string text = R"({"format": "scalewright-glossary", "version": 1, "source": "the book", "terms": [
  {"id": "alpha", "name": "alpha, latency", "sentence": "What a message costs.", "formula": "alpha + n/B", "section": "41.4", "synonyms": ["hop"], "fields": ["/target/alpha_s"]}
]})";
    if (const std::size_t position = from.empty() ? std::string::npos : text.find(from); position != std::string::npos)
        text.replace(position, from.size(), to);
    return text;
}

const Term* termForPattern(const Glossary& glossary, Pattern pattern)
{
    const auto found = std::find_if(glossary.terms.begin(), glossary.terms.end(), [&](const Term& each) {
        return std::find(each.patterns.begin(), each.patterns.end(), pattern) != each.patterns.end();
    });
    return found == glossary.terms.end() ? nullptr : &*found;
}

/// The first term with this name or id, otherwise the first with this synonym.
const Term* findByName(const Glossary& glossary, const QString& text)
{
    const auto isSame = [&](const std::string& each) {
        return QString::fromStdString(each).compare(text, Qt::CaseInsensitive) == 0;
    };
    for (const Term& each : glossary.terms)
        if (isSame(each.name) || isSame(each.id))
            return &each;
    for (const Term& each : glossary.terms)
        if (std::any_of(each.synonyms.begin(), each.synonyms.end(), isSame))
            return &each;
    return nullptr;
}

}  // namespace

class tst_glossary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyQuantityHasATerm();
    void everyPatternHasATerm();
    void everyTermIsComplete();
    void findsEveryWordOfTheBook_data();
    void findsEveryWordOfTheBook();
    void findsTermsByEveryKey();
    void reports_what_is_wrong_data();
    void reports_what_is_wrong();
};

void tst_glossary::everyQuantityHasATerm()
{
    const Glossary glossary = shippedGlossary();
    QVERIFY(allFields().size() > 80);
    for (const FieldInfo* field : allFields())
        QVERIFY2(glossary.termForField(field->jsonPointer), field->jsonPointer);
}

void tst_glossary::everyPatternHasATerm()
{
    const Glossary glossary = shippedGlossary();
    for (const Pattern pattern : allPatterns) {
        const Term* term = termForPattern(glossary, pattern);
        QVERIFY2(term, patternName(pattern));
        QVERIFY(formulaOf(*term).find(patternFormula(pattern)) != std::string::npos);
    }
}

void tst_glossary::everyTermIsComplete()
{
    for (const Term& term : shippedGlossary().terms) {
        QVERIFY2(!term.name.empty() && term.sentence.size() > 20 && term.sentence.size() < 220, term.id.c_str());
        QVERIFY2(term.sentence.find(term.id + " is ") != 0, term.id.c_str());
    }
    // The sections of the chapter that teach the method.
    const QStringList sections = {"41.0", "41.2", "41.4", "41.5", "41.7"};
    for (const Term& term : shippedGlossary().terms)
        QVERIFY2(sections.contains(QString::fromStdString(term.section)), (term.id + ": " + term.section).c_str());
}

// The words of chapter 41, of the window and of the command line's help, and words that a user may search for.
void tst_glossary::findsEveryWordOfTheBook_data()
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

void tst_glossary::findsEveryWordOfTheBook()
{
    QFETCH(QString, id);
    const Glossary glossary = shippedGlossary();
    const Term* term = findByName(glossary, QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY(term);
    QCOMPARE(QString::fromStdString(term->id), id);
}

void tst_glossary::findsTermsByEveryKey()
{
    const Result<Glossary> glossary = parseGlossary(file());
    QVERIFY(glossary);
    QCOMPARE(glossary->termForField("/target/alpha_s"), &glossary->terms[0]);
    QCOMPARE(glossary->termForField("/variants/0/target/alpha_s"), &glossary->terms[0]);
    QVERIFY(!glossary->termForField("/target/bandwidth_bytes_per_s") && !glossary->termForField("/nothing"));
    QCOMPARE(shippedGlossary().termForField("/baseline/steps/3/flops")->id, std::string("flop"));
}

void tst_glossary::reports_what_is_wrong_data()
{
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<std::string>("said");
    const auto row = [](const char* name, const char* from, const char* to, const char* expectedError) {
        QTest::newRow(name) << std::string(from) << std::string(to) << std::string(expectedError);
    };
    row("another file", "scalewright-glossary", "scalewright-project",
        "/format: \"scalewright-project\" is a different file format; expected \"scalewright-glossary\"");
    row("a newer one", "\"version\": 1", "\"version\": 2",
        "/version: version 2 is newer than this program; expected version 1");
    row("no sentence", "\"sentence\": \"What a message costs.\", ", "", "/terms/0/sentence: ");
    row("two sentences", "costs.", "costs. Always.",
        "/terms/0/sentence: term \"alpha\": \"What a message costs. Always.\" is not a single sentence; expected "
        "one sentence with a full stop");
    row("no full stop", "costs.", "costs", "is not a single sentence");
    row("another chapter", "41.4", "4.1",
        "/terms/0/section: term \"alpha\": \"4.1\" is not a section of chapter 41; expected \"41.1\" to \"41.10\"");
    row("no quantity", "/target/alpha_s", "/target/alpha",
        "/terms/0/fields/0: term \"alpha\": \"/target/alpha\" is not a quantity of a project");
    row("no pattern", "\"formula\": \"alpha + n/B\"", "\"patterns\": [\"rumour\"]",
        "/terms/0/patterns/0: term \"alpha\": ");
    row("a pattern's own formula", "\"synonyms\"", "\"patterns\": [\"gossip\"], \"synonyms\"",
        "/terms/0/formula: term \"alpha\": a pattern already has a formula");
    row("a word twice", "[\"hop\"]", "[\"hop\", \"Hop\"]",
        "/terms/0/synonyms/1: term \"alpha\": \"Hop\" is empty or a duplicate");
    row("a member that none has", "\"section\"", "\"unit\": \"s\", \"section\"",
        "/terms/0/unit: term \"alpha\": unknown member \"unit\"");
    row("an id twice", "\n]}",
        R"(, {"id": "alpha", "name": "another", "sentence": "Something else.", "section": "41.2"}]})",
        "/terms/1/id: term \"alpha\": \"alpha\" is already used by the term \"alpha\"; expected a unique id");
    row("a name twice", "\n]}",
        R"(, {"id": "beta", "name": "Alpha, latency", "sentence": "Something else.", "section": "41.2"}]})",
        "/terms/1/name: term \"beta\": ");
    row("a quantity twice", "\n]}",
        R"(, {"id": "beta", "name": "beta", "sentence": "Something else.", "section": "41.2", "fields": ["/target/alpha_s"]}]})",
        "/terms/1/fields/0: term \"beta\": \"/target/alpha_s\" is already used by the term \"alpha\"; expected one "
        "term for each quantity");
    row("no list", "[\"hop\"]", "\"hop\"", "/terms/0/synonyms: ");
}

void tst_glossary::reports_what_is_wrong()
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
