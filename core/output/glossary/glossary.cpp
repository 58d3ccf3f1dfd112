// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/glossary/glossary.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/parse_name.h"
#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

constexpr int chapterSectionCount = 10;  // 41.1 to 41.10

struct ParsedTerm {
    Term term;
    std::vector<std::string> patterns;
    Json::Object unknownMembers;
};

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<ParsedTerm> auto& text)
{
    visit.requiredText("id", text.term.id);
    visit.requiredText("name", text.term.name);
    visit.requiredText("sentence", text.term.sentence);
    visit.text("formula", text.term.formula);
    visit.requiredText("section", text.term.section);
    visit.texts("synonyms", text.term.synonyms);
    visit.texts("fields", text.term.fields);
    visit.texts("patterns", text.patterns);
    visit.unknownMembers(text.unknownMembers);
}

/// The field at this pointer, which is either as in a project file's table ("/baseline/steps/*/flops") or refers to one
/// of its elements.
const FieldInfo* findQuantityField(std::string_view pointer)
{
    const std::span<const FieldInfo* const> allFieldInfos = allFields();
    const auto found =
        std::ranges::find_if(allFieldInfos, [&](const FieldInfo* each) { return pointer == each->jsonPointer; });
    return found == allFieldInfos.end() ? findField(pointer) : *found;
}

bool isChapterSection(std::string_view section)
{
    for (int i = 1; i <= chapterSectionCount; ++i)
        if (section == fmt::format("41.{}", i))
            return true;
    return false;
}

/// True if the text ends in a full stop and contains no other sentence.
bool isOneSentence(const std::string& text)
{
    return text.ends_with('.') && text.find(". ") == std::string::npos &&
           text.find_first_of("!?\n") == std::string::npos;
}

class TermChecker {
public:
    explicit TermChecker(ObjectReader& root) : m_root(root) {}

    void checkTerm(Term& term, const ParsedTerm& text, const std::string& pointer)
    {
        m_termId = term.id;
        for (const auto& [key, value] : text.unknownMembers)
            addProblem(pointer + "/" + jsonPointerToken(key), formatMessage("unknown member {}", inQuotes(key)),
                       "id, name, sentence, formula, section, synonyms, fields or patterns");
        requireUnique(m_ids, term.id, pointer + "/id", "a unique id");
        requireUnique(m_names, lowerCase(term.name), pointer + "/name", "a unique name");
        if (!term.sentence.empty() && !isOneSentence(term.sentence))
            addProblem(pointer + "/sentence", formatMessage("{} is not a single sentence", inQuotes(term.sentence)),
                       "one sentence with a full stop");
        if (!term.section.empty() && !isChapterSection(term.section))
            addProblem(pointer + "/section", formatMessage("{} is not a section of chapter 41", inQuotes(term.section)),
                       formatMessage("\"41.1\" to \"41.{}\"", chapterSectionCount));
        std::set<std::string> seenSynonyms;
        for (std::size_t i = 0; i < term.synonyms.size(); ++i)
            if (term.synonyms[i].empty() || !seenSynonyms.insert(lowerCase(term.synonyms[i])).second)
                addProblem(fmt::format("{}/synonyms/{}", pointer, i),
                           formatMessage("{} is empty or a duplicate", inQuotes(term.synonyms[i])),
                           "each synonym once");
        for (std::size_t i = 0; i < term.fields.size(); ++i) {
            const std::string itemPointer = fmt::format("{}/fields/{}", pointer, i);
            const FieldInfo* field = findQuantityField(term.fields[i]);
            if (!field || field->jsonPointer != term.fields[i])
                addProblem(itemPointer, formatMessage("{} is not a quantity of a project", inQuotes(term.fields[i])),
                           "a pointer such as \"/target/alpha_s\", \"*\" for an element of a list");
            else
                requireUnique(m_explainedBy, term.fields[i], itemPointer, "one term for each quantity");
        }
        for (std::size_t i = 0; i < text.patterns.size(); ++i) {
            const std::string itemPointer = fmt::format("{}/patterns/{}", pointer, i);
            const Result<Pattern> pattern = parseName<Pattern>(text.patterns[i]);
            if (!pattern) {
                for (const Problem& problem : pattern.error().problems)
                    addProblem(itemPointer, problem.message, problem.expected);
                continue;
            }
            requireUnique(m_explainedBy, text.patterns[i], itemPointer, "one term for each pattern");
            term.patterns.push_back(*pattern);
        }
        if (!term.formula.empty() && !text.patterns.empty())
            addProblem(pointer + "/formula", "a pattern already has a formula", "no formula together with patterns");
    }

private:
    void requireUnique(std::map<std::string, std::string>& seen, const std::string& value, const std::string& pointer,
                       std::string expected)
    {
        if (value.empty())
            return;
        if (const auto [existing, isNew] = seen.emplace(value, m_termId); !isNew)
            addProblem(pointer,
                       formatMessage("{} is already used by the term {}", inQuotes(value), inQuotes(existing->second)),
                       std::move(expected));
    }

    void addProblem(std::string pointer, std::string message, std::string expected)
    {
        if (!m_termId.empty())
            message = formatMessage("term {}: {}", inQuotes(m_termId), message);
        m_root.addProblem(std::move(pointer), std::move(message), std::move(expected));
    }

    ObjectReader& m_root;
    std::string m_termId;
    std::map<std::string, std::string> m_ids, m_names, m_explainedBy;
};

}  // namespace

const Term* Glossary::find(std::string_view id) const
{
    return findElement(terms, id, &Term::id);
}

const Term* Glossary::termForField(std::string_view pointer) const
{
    const FieldInfo* field = findQuantityField(pointer);
    return findElementIf(terms, [&](const Term& each) { return field && contains(each.fields, field->jsonPointer); });
}

std::string formulaOf(const Term& term)
{
    if (!term.patterns.empty())
        return formatMessage("T_comm = {}", patternFormula(term.patterns.front()));
    return term.formula.empty() ? "" : term.formula;
}

Result<Glossary> parseGlossary(std::string_view text)
{
    return readDataFile<Glossary>(text, "scalewright-glossary", [](ObjectReader& root, Glossary& glossary) {
        std::vector<ParsedTerm> terms;
        root.requiredText("source", glossary.source);
        root.list("terms", terms);
        TermChecker check(root);
        for (std::size_t i = 0; i < terms.size(); ++i) {
            check.checkTerm(terms[i].term, terms[i], fmt::format("/terms/{}", i));
            glossary.terms.push_back(std::move(terms[i].term));
        }
    });
}

Result<Glossary> loadGlossary()
{
    return parseResource("glossary.json", parseGlossary);
}

}  // namespace scalewright
