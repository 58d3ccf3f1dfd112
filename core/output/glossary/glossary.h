// SPDX-License-Identifier: GPL-3.0-or-later
// The terms that the program uses: the meaning of each in one sentence, its formula, its section in the book, and its
// synonyms. Stored as data (resources/glossary.json), so that people can read and correct it:
//
//     {"format": "scalewright-glossary", "version": 1, "source": "...",
//      "terms": [{"id": "alpha", "name": "alpha, latency of a message", "sentence": "What every message costs whatever its size.",
//                 "formula": "alpha + n/B", "section": "41.4", "synonyms": ["latency", "hop"], "fields": ["/target/alpha_s"]}]}
//
// A term for a communication pattern names it ("patterns": ["gossip"]) instead of a formula and uses patternFormula().
//
//     const Result<Glossary> glossary = loadGlossary();
//     glossary->termForField("/target/alpha_s")->name;  // "alpha, latency of a message"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

struct Term {
    std::string id;  ///< "alpha"
    std::string name;  ///< the full name: "alpha, latency of a message"
    std::string sentence;  ///< its meaning in one sentence
    std::string formula;  ///< uses the term's symbols; empty for patterns and for terms without a formula
    std::string section;  ///< section in the book: "41.4"
    std::vector<std::string> synonyms;  ///< other names, search words and headings for the term
    std::vector<std::string> fields;  ///< pointers of the quantities that the term explains: "/target/alpha_s"
    std::vector<Pattern> patterns;  ///< patterns it explains
};

struct Glossary {
    std::string source;
    std::vector<Term> terms;  ///< in file order

    [[nodiscard]] const Term* find(std::string_view id) const;
    /// Also finds "/baseline/steps/0/flops" if a term has "/baseline/steps/*/flops".
    [[nodiscard]] const Term* termForField(std::string_view pointer) const;
};

/// The formula of the term or of its pattern; may be empty.
[[nodiscard]] std::string formulaOf(const Term& term);

/// Errors (Input), each with the pointer and the term's id: not a glossary file, a newer version, a missing or unknown
/// member, a duplicate id or name, not exactly one sentence, a section that is not in the book, a quantity or pattern
/// that does not exist or that another term explains, a formula together with a pattern.
[[nodiscard]] Result<Glossary> parseGlossary(std::string_view text);
/// The installed glossary. Errors, with the file name: missing (Environment) or invalid (Input).
[[nodiscard]] Result<Glossary> loadGlossary();

}  // namespace scalewright
