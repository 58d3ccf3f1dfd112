// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/glossary/glossary_text.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/project/document/project_fields.h"
#include "ui/quantity/field_specs.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QString caseFoldedText(const QString& text)
{
    return text.simplified().toCaseFolded();
}

/// All names of the terms, most reliable first: names precede synonyms, which several terms may share.
QHash<QString, const Term*> termsByName(const Glossary& glossary)
{
    QHash<QString, const Term*> words;
    const auto add = [&](const QString& text, const Term& term) {
        if (const QString word = caseFoldedText(text); !word.isEmpty() && !words.contains(word))
            words.insert(word, &term);
    };
    for (const FieldInfo* field : allFields())
        if (const Term* term = glossary.termForField(field->jsonPointer))
            add(fieldLabel(*field), *term);
    for (const Term& term : glossary.terms)
        add(toQString(term.name), term);
    for (const Term& term : glossary.terms)
        for (const Pattern pattern : term.patterns)
            add(toQString(titleOf(pattern)), term);
    for (const Term& term : glossary.terms)
        for (const std::string& synonym : term.synonyms)
            add(toQString(synonym), term);
    return words;
}

QStringList synonymList(const Term& term)
{
    return toQStrings(term.synonyms);
}

QString htmlParagraph(const QString& text)
{
    return text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

}  // namespace

const Glossary& glossary()
{
    static const Glossary emptyGlossary;
    static std::optional<Glossary> read;
    if (!read)  // the resource folder may become available later
        if (Result<Glossary> loaded = loadGlossary())
            read = std::move(*loaded);
    return read ? *read : emptyGlossary;
}

const Term* termForText(const QString& text)
{
    static QHash<QString, const Term*> words;
    static QString language;
    const Glossary& known = glossary();
    if (known.terms.empty())
        return nullptr;
    if (const QString currentLanguageText = toQString(known.terms.front().sentence);
        words.isEmpty() || currentLanguageText != language) {
        words = termsByName(known);
        language = currentLanguageText;
    }
    if (const Term* term = words.value(caseFoldedText(text)))
        return term;
    // "T_comm, s", "step time (s)", "target: alpha"
    static const QRegularExpression unit(QStringLiteral("^(?:[^:]*: )?(.+?)(?:, [^,]+| \\([^()]*\\))?$"));
    const QRegularExpressionMatch match = unit.match(text.simplified());
    return match.hasMatch() ? words.value(caseFoldedText(match.captured(1))) : nullptr;
}

QString synonymsText(const QString& text)
{
    const Term* term = termForText(text);
    return term ? synonymList(*term).join(QLatin1Char(' ')) : QString();
}

QString termHtml(const Term& term)
{
    const QString also = synonymList(term).join(QStringLiteral(", "));
    return QStringLiteral("<p><b>%1</b></p>").arg(toQString(term.name).toHtmlEscaped()) +
           htmlParagraph(toQString(term.sentence)) + htmlParagraph(toQString(formulaOf(term))) +
           htmlParagraph(also.isEmpty() ? QString() : Tr::tr("Also: %1.").arg(also)) +
           htmlParagraph(Tr::tr("Section %1 of the book.").arg(QString::fromStdString(term.section)));
}

QString termSpokenText(const Term& term)
{
    QStringList lines{toQString(term.sentence)};
    if (const QString formula = toQString(formulaOf(term)); !formula.isEmpty())
        lines << formula;
    lines << Tr::tr("Section %1 of the book.").arg(QString::fromStdString(term.section));
    return lines.join(QLatin1Char(' '));
}

QString glossaryHtml()
{
    std::vector<const Term*> terms;
    for (const Term& term : glossary().terms)
        terms.push_back(&term);
    std::stable_sort(terms.begin(), terms.end(), [](const Term* first, const Term* second) {
        return QString::localeAwareCompare(toQString(first->name), toQString(second->name)) < 0;
    });
    QString html;
    for (const Term* term : terms)
        html += termHtml(*term);
    return html;
}

}  // namespace scalewright::ui
