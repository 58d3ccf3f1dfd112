// A language made up for tests: every translated text in brackets and in letters of its own, so that a text that was
// never translated stands out by its plain letters, inside a translated sentence too: "p* 34" -> "⟦ƥ* 34⟧".
//
// Places ("%1", "%n", "{}", "{0}"), tags, entities and file patterns ("*.svg") stay as they are. Qt's own texts stay
// English.
#pragma once

#include <QTranslator>

namespace scalewright::test {

class PseudoLanguage : public QTranslator {
public:
    using QTranslator::QTranslator;

    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char* context, const char* source, const char* disambiguation = nullptr,
                                    int n = -1) const override
    {
        Q_UNUSED(disambiguation)
        Q_UNUSED(n)
        const bool qtsOwn = context && context[0] == 'Q' && context[1] >= 'A' && context[1] <= 'Z' &&
                            qstrcmp(context, "QuantityEdit") != 0;
        return !source || !*source || qtsOwn ? QString() : pseudo(QString::fromUtf8(source));
    }

    [[nodiscard]] static QString pseudo(const QString& text)
    {
        QString out(QChar(0x27E6));
        for (qsizetype i = 0; i < text.size();) {
            const qsizetype kept = keptAt(text, i);
            out += kept > 0 ? text.mid(i, kept) : QString(letter(text.at(i)));
            i += std::max<qsizetype>(kept, 1);
        }
        return out + QChar(0x27E7);
    }

private:
    static QChar letter(QChar c)
    {
        static const QString small = QString::fromUtf8("ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑ"),
                             large = QString::fromUtf8("ȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ");
        if (c >= QLatin1Char('a') && c <= QLatin1Char('z'))
            return small.at(c.unicode() - 'a');
        return c >= QLatin1Char('A') && c <= QLatin1Char('Z') ? large.at(c.unicode() - 'A') : c;
    }

    /// How many characters from `at` on are no letters of a language.
    static qsizetype keptAt(const QString& text, qsizetype at)
    {
        const auto is = [&](qsizetype i, auto test) { return i < text.size() && test(text.at(i)); };
        const auto digit = [](QChar c) { return c.isDigit(); };
        const auto letterOrDigit = [](QChar c) { return c.isLetterOrNumber(); };
        const QChar c = text.at(at);
        qsizetype end = at + 1;
        if (c == QLatin1Char('%')) {
            end += is(end, [](QChar l) { return l == QLatin1Char('L'); });
            if (is(end, [](QChar n) { return n == QLatin1Char('n'); }))
                return end + 1 - at;
            while (is(end, digit))
                ++end;
            return end - at;
        }
        if (c == QLatin1Char('{') || c == QLatin1Char('}'))
            return 1;
        if (c == QLatin1Char('*') && is(end, [](QChar dot) { return dot == QLatin1Char('.'); })) {
            for (++end; is(end, letterOrDigit) || is(end, [](QChar dot) { return dot == QLatin1Char('.'); });)
                ++end;
            return end - at;
        }
        if (c == QLatin1Char('<') &&
            (is(end, letterOrDigit) || is(end, [](QChar slash) { return slash == QLatin1Char('/'); }))) {
            const qsizetype close = text.indexOf(QLatin1Char('>'), end);
            return close < 0 ? 1 : close + 1 - at;
        }
        if (c == QLatin1Char('&')) {
            while (is(end, letterOrDigit))
                ++end;
            return end > at + 1 && is(end, [](QChar semicolon) { return semicolon == QLatin1Char(';'); }) ? end + 1 - at
                                                                                                          : 1;
        }
        return 0;
    }
};

}  // namespace scalewright::test
