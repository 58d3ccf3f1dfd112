#include "core/output/glossary/glossary.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

constexpr int sectionsOfTheChapter = 10;  // 41.1 to 41.10

struct TermText {
    Term term;
    std::vector<std::string> patterns;
    Json::Object unknown;
};

template <class Visitor>
void fields(Visitor& visit, Some<TermText> auto& text)
{
    visit.requiredText("id", text.term.id);
    visit.requiredText("name", text.term.name);
    visit.requiredText("sentence", text.term.sentence);
    visit.text("formula", text.term.formula);
    visit.requiredText("section", text.term.section);
    visit.texts("synonyms", text.term.synonyms);
    visit.texts("fields", text.term.fields);
    visit.texts("patterns", text.patterns);
    visit.rest(text.unknown);
}

/// Letters of any case are one; what is no ASCII stays.
std::string folded(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return out;
}

/// The quantity of that pointer as a project file's table has it: "/baseline/steps/*/flops", or of one of its elements.
const FieldInfo* quantityAt(std::string_view pointer)
{
    const std::span<const FieldInfo* const> all = allFields();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const FieldInfo* each) { return pointer == each->pointer; });
    return found == all.end() ? findField(pointer) : *found;
}

bool isSection(std::string_view section)
{
    for (int i = 1; i <= sectionsOfTheChapter; ++i)
        if (section == fmt::format("41.{}", i))
            return true;
    return false;
}

/// Ends in a full stop, and no other sentence begins within.
bool isOneSentence(const std::string& text)
{
    return text.ends_with('.') && text.find(". ") == std::string::npos &&
           text.find_first_of("!?\n") == std::string::npos;
}

class TermCheck {
public:
    explicit TermCheck(Error& error) : m_error(error) {}

    void term(Term& term, const TermText& text, const std::string& pointer)
    {
        m_id = term.id;
        for (const auto& [key, value] : text.unknown)
            note(pointer + "/" + pointerToken(key), say("a term has no {}", inQuotes(key)),
                 "id, name, sentence, formula, section, synonyms, fields or patterns");
        once(m_ids, term.id, pointer + "/id", "an id of its own");
        once(m_names, folded(term.name), pointer + "/name", "a name of its own");
        if (!term.sentence.empty() && !isOneSentence(term.sentence))
            note(pointer + "/sentence", say("{} is no single sentence", inQuotes(term.sentence)),
                 "one sentence with a full stop");
        if (!term.section.empty() && !isSection(term.section))
            note(pointer + "/section", say("{} is no section of chapter 41", inQuotes(term.section)),
                 say("\"41.1\" to \"41.{}\"", sectionsOfTheChapter));
        std::set<std::string> own;
        for (std::size_t i = 0; i < term.synonyms.size(); ++i)
            if (term.synonyms[i].empty() || !own.insert(folded(term.synonyms[i])).second)
                note(fmt::format("{}/synonyms/{}", pointer, i), say("{} says nothing more", inQuotes(term.synonyms[i])),
                     "each synonym once");
        for (std::size_t i = 0; i < term.fields.size(); ++i) {
            const std::string at = fmt::format("{}/fields/{}", pointer, i);
            const FieldInfo* field = quantityAt(term.fields[i]);
            if (!field || field->pointer != term.fields[i])
                note(at, say("{} is no quantity of a project", inQuotes(term.fields[i])),
                     "a pointer such as \"/target/alpha_s\", \"*\" for an element of a list");
            else
                once(m_explained, term.fields[i], at, "one term for each quantity");
        }
        for (std::size_t i = 0; i < text.patterns.size(); ++i) {
            const std::string at = fmt::format("{}/patterns/{}", pointer, i);
            const Result<Pattern> pattern = patternFromName(text.patterns[i]);
            if (!pattern) {
                for (const Problem& problem : pattern.error().problems)
                    note(at, problem.message, problem.expected);
                continue;
            }
            once(m_explained, text.patterns[i], at, "one term for each pattern");
            term.patterns.push_back(*pattern);
        }
        if (!term.formula.empty() && !text.patterns.empty())
            note(pointer + "/formula", "a pattern has its formula already", "no formula beside patterns");
    }

private:
    void once(std::map<std::string, std::string>& seen, const std::string& what, const std::string& pointer,
              std::string expected)
    {
        if (what.empty())
            return;
        if (const auto [other, isNew] = seen.emplace(what, m_id); !isNew)
            note(pointer, say("{} is taken by the term {}", inQuotes(what), inQuotes(other->second)),
                 std::move(expected));
    }

    void note(std::string pointer, std::string message, std::string expected)
    {
        if (!m_id.empty())
            message = say("of the term {}: {}", inQuotes(m_id), std::move(message));
        m_error.problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    Error& m_error;
    std::string m_id;
    std::map<std::string, std::string> m_ids, m_names, m_explained;
};

}  // namespace

const Term* Glossary::find(std::string_view id) const
{
    const auto found = std::find_if(terms.begin(), terms.end(), [&](const Term& each) { return each.id == id; });
    return found == terms.end() ? nullptr : &*found;
}

const Term* Glossary::ofField(std::string_view pointer) const
{
    const FieldInfo* field = quantityAt(pointer);
    const auto found = std::find_if(terms.begin(), terms.end(), [&](const Term& each) {
        return field && std::find(each.fields.begin(), each.fields.end(), field->pointer) != each.fields.end();
    });
    return found == terms.end() ? nullptr : &*found;
}

const Term* Glossary::ofPattern(Pattern pattern) const
{
    const auto found = std::find_if(terms.begin(), terms.end(), [&](const Term& each) {
        return std::find(each.patterns.begin(), each.patterns.end(), pattern) != each.patterns.end();
    });
    return found == terms.end() ? nullptr : &*found;
}

const Term* Glossary::called(std::string_view text) const
{
    const std::string wanted = folded(text);
    const auto is = [&](const std::string& each) { return folded(each) == wanted; };
    auto found =
        std::find_if(terms.begin(), terms.end(), [&](const Term& each) { return is(each.name) || each.id == wanted; });
    if (found == terms.end())
        found = std::find_if(terms.begin(), terms.end(), [&](const Term& each) {
            return std::any_of(each.synonyms.begin(), each.synonyms.end(), is);
        });
    return found == terms.end() ? nullptr : &*found;
}

std::string formulaOf(const Term& term)
{
    if (!term.patterns.empty())
        return say("T_comm = {}", patternFormula(term.patterns.front()));
    return term.formula.empty() ? "" : term.formula;
}

Result<Glossary> parseGlossary(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    Glossary glossary;
    Error error;
    std::vector<TermText> terms;
    ObjectReader root(error.problems, *document, {});
    root.kindOfFile("scalewright-glossary");
    root.requiredText("source", glossary.source);
    root.list("terms", terms);
    TermCheck check(error);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        check.term(terms[i].term, terms[i], fmt::format("/terms/{}", i));
        glossary.terms.push_back(std::move(terms[i].term));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return glossary;
}

Result<Glossary> loadGlossary()
{
    return parseResource("glossary.json", parseGlossary);
}

}  // namespace scalewright
