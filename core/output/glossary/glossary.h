// The words of the field that the program uses: what each means in one sentence, its formula, where the book has it,
// what else it is called. Data (resources/glossary.json), so that a person may read and mend it:
//     {"format": "scalewright-glossary", "version": 1, "source": "...",
//      "terms": [{"id": "alpha", "name": "alpha, latency of a message", "sentence": "What every message costs whatever its size.",
//                 "formula": "alpha + n/B", "section": "41.4", "synonyms": ["latency", "hop"], "fields": ["/target/alpha_s"]}]}
// A term of a communication pattern names it ("patterns": ["gossip"]) instead of a formula: that is patternFormula's.
//
//     const Result<Glossary> glossary = loadGlossary();
//     glossary->ofField("/target/alpha_s")->name;    // "alpha, latency of a message"
//     glossary->called("Latency")->id;               // "alpha"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

struct Term {
    std::string id;  ///< "alpha"
    std::string name;  ///< as the field says it: "alpha, latency of a message"
    std::string sentence;  ///< what it means, one sentence
    std::string formula;  ///< with its symbols; empty where there is none, and for patterns
    std::string section;  ///< of the book: "41.4"
    std::vector<std::string> synonyms;  ///< what else people call it, look for or read in a heading
    std::vector<std::string> fields;  ///< pointers of the quantities that it explains: "/target/alpha_s"
    std::vector<Pattern> patterns;  ///< that it explains
};

struct Glossary {
    std::string source;
    std::vector<Term> terms;  ///< in the order of the file

    [[nodiscard]] const Term* find(std::string_view id) const;
    /// "/baseline/steps/0/flops" too, where a term has "/baseline/steps/*/flops".
    [[nodiscard]] const Term* ofField(std::string_view pointer) const;
    [[nodiscard]] const Term* ofPattern(Pattern pattern) const;
    /// Whose name is this one, else who has it as a synonym, in any case of letters; the first of several.
    [[nodiscard]] const Term* called(std::string_view text) const;
};

/// The term's formula or its pattern's; says nothing where there is none.
[[nodiscard]] std::string formulaOf(const Term& term);

/// Errors (Input), each with the pointer and the term's id: not such a file, a newer version, a member missing or
/// unknown, an id or a name given twice, a sentence that is none or several, a section that is not the book's, a
/// quantity or pattern that does not exist or that another term explains, a formula beside a pattern.
[[nodiscard]] Result<Glossary> parseGlossary(std::string_view text);
/// Of the installed resources. Errors: it is not there (Environment), or wrong (Input), naming the file.
[[nodiscard]] Result<Glossary> loadGlossary();

}  // namespace scalewright
