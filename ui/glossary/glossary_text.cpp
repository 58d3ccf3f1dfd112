#include "ui/glossary/glossary_text.h"

#include <QCoreApplication>
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

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Glossary)
};

QString folded(const QString& text)
{
    return text.simplified().toCaseFolded();
}

/// What a term is called on a page, the surest first: a name before a synonym that another term may share.
QHash<QString, const Term*> wordsOf(const Glossary& glossary)
{
    QHash<QString, const Term*> words;
    const auto add = [&](const QString& text, const Term& term) {
        if (const QString word = folded(text); !word.isEmpty() && !words.contains(word))
            words.insert(word, &term);
    };
    for (const FieldInfo* field : allFields())
        if (const Term* term = glossary.ofField(field->pointer))
            add(fieldLabel(*field), *term);
    for (const Term& term : glossary.terms)
        add(qt(term.name), term);
    for (const Term& term : glossary.terms)
        for (const Pattern pattern : term.patterns)
            add(qt(titleOf(pattern)), term);
    for (const Term& term : glossary.terms)
        for (const std::string& synonym : term.synonyms)
            add(qt(synonym), term);
    return words;
}

QStringList synonymsIn(const Term& term)
{
    QStringList words;
    for (const std::string& synonym : term.synonyms)
        words << qt(synonym);
    return words;
}

QString paragraph(const QString& text)
{
    return text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

}  // namespace

const Glossary& glossary()
{
    static const Glossary none;
    static std::optional<Glossary> read;
    if (!read)  // a folder of resources may come later
        if (Result<Glossary> loaded = loadGlossary())
            read = std::move(*loaded);
    return read ? *read : none;
}

const Term* termShownAs(const QString& text)
{
    static QHash<QString, const Term*> words;
    static QString language;
    const Glossary& known = glossary();
    if (known.terms.empty())
        return nullptr;
    if (const QString now = qt(known.terms.front().sentence); words.isEmpty() || now != language) {
        words = wordsOf(known);
        language = now;
    }
    if (const Term* term = words.value(folded(text)))
        return term;
    // "T_comm, s", "step time (s)", "target: alpha"
    static const QRegularExpression unit(QStringLiteral("^(?:[^:]*: )?(.+?)(?:, [^,]+| \\([^()]*\\))?$"));
    const QRegularExpressionMatch match = unit.match(text.simplified());
    return match.hasMatch() ? words.value(folded(match.captured(1))) : nullptr;
}

QString synonymsOf(const QString& text)
{
    const Term* term = termShownAs(text);
    return term ? synonymsIn(*term).join(QLatin1Char(' ')) : QString();
}

QString explained(const Term& term)
{
    const QString also = synonymsIn(term).join(QStringLiteral(", "));
    return QStringLiteral("<p><b>%1</b></p>").arg(qt(term.name).toHtmlEscaped()) + paragraph(qt(term.sentence)) +
           paragraph(qt(formulaOf(term))) + paragraph(also.isEmpty() ? QString() : Tr::tr("Also: %1.").arg(also)) +
           paragraph(Tr::tr("Section %1 of the book.").arg(QString::fromStdString(term.section)));
}

QString spoken(const Term& term)
{
    QStringList lines{qt(term.sentence)};
    if (const QString formula = qt(formulaOf(term)); !formula.isEmpty())
        lines << formula;
    lines << Tr::tr("Section %1 of the book.").arg(QString::fromStdString(term.section));
    return lines.join(QLatin1Char(' '));
}

QString wholeGlossary()
{
    std::vector<const Term*> terms;
    for (const Term& term : glossary().terms)
        terms.push_back(&term);
    std::stable_sort(terms.begin(), terms.end(), [](const Term* one, const Term* other) {
        return QString::localeAwareCompare(qt(one->name), qt(other->name)) < 0;
    });
    QString all;
    for (const Term* term : terms)
        all += explained(*term);
    return all;
}

}  // namespace scalewright::ui
