#include "ui/shell/fuzzy.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <limits>

namespace scalewright::ui {

namespace {

constexpr int perLetter = 1;
constexpr int atWordStart = 8;
constexpr int inARow = 5;
constexpr int none = std::numeric_limits<int>::min() / 2;

bool startsWord(const QString& text, qsizetype at)
{
    return at == 0 || (text[at].isLetterOrNumber() && !text[at - 1].isLetterOrNumber());
}

std::optional<int> wordScore(const QString& word, const QString& text)
{
    // best[j]: the best score of the letters so far with the last of them at text[j].
    QList<int> best(text.size(), none);
    for (qsizetype i = 0; i < word.size(); ++i) {
        QList<int> next(text.size(), none);
        int anywhere = none;  // over all ends before j - 1, where the row is broken
        int inThisWord = none;
        for (qsizetype j = 0; j < text.size(); ++j) {
            const bool start = startsWord(text, j);
            if (start || !text[j].isLetterOrNumber())
                inThisWord = none;
            else if (j >= 2 && text[j - 1].isLetterOrNumber() && text[j - 2].isLetterOrNumber())
                inThisWord = std::max(inThisWord, best[j - 2]);
            if (j >= 2)
                anywhere = std::max(anywhere, best[j - 2]);
            if (text[j] != word[i])
                continue;
            const int letter = perLetter + (start ? atWordStart : 0);
            if (i == 0) {
                next[j] = letter;
                continue;
            }
            const int row = j >= 1 ? best[j - 1] + inARow : none;
            const int broken = start ? anywhere : inThisWord;
            next[j] = std::max(none, std::max(row, broken) + letter);
        }
        best = next;
    }
    const int score = best.isEmpty() ? none : *std::max_element(best.begin(), best.end());
    return score > 0 ? std::optional(score) : std::nullopt;
}

}  // namespace

std::optional<int> fuzzyScore(QStringView query, QStringView text)
{
    const QString folded = text.toString().toCaseFolded();
    int total = 0;
    const QStringList words = query.toString().toCaseFolded().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return 0;
    for (const QString& word : words) {
        const std::optional<int> score = wordScore(word, folded);
        if (!score)
            return std::nullopt;
        total += *score;
    }
    return 100 * total - static_cast<int>(std::min<qsizetype>(folded.size(), 99));
}

}  // namespace scalewright::ui
