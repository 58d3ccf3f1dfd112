// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/fuzzy.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <limits>

namespace scalewright::ui {

namespace {

constexpr int letterScore = 1;
constexpr int wordStartBonus = 8;
constexpr int consecutiveBonus = 5;
constexpr int noMatch = std::numeric_limits<int>::min() / 2;

bool isWordStart(const QString& text, qsizetype index)
{
    return index == 0 || (text[index].isLetterOrNumber() && !text[index - 1].isLetterOrNumber());
}

std::optional<int> wordScore(const QString& word, const QString& text)
{
    // bestScores[j]: the best score of the letters so far if the last of them matches text[j].
    QList<int> bestScores(text.size(), noMatch);
    for (qsizetype i = 0; i < word.size(); ++i) {
        QList<int> next(text.size(), noMatch);
        int anywhere = noMatch;  // best score over all ends before j - 1, from which the match is not consecutive
        int withinWord = noMatch;
        for (qsizetype j = 0; j < text.size(); ++j) {
            const bool start = isWordStart(text, j);
            if (start || !text[j].isLetterOrNumber())
                withinWord = noMatch;
            else if (j >= 2 && text[j - 1].isLetterOrNumber() && text[j - 2].isLetterOrNumber())
                withinWord = std::max(withinWord, bestScores[j - 2]);
            if (j >= 2)
                anywhere = std::max(anywhere, bestScores[j - 2]);
            if (text[j] != word[i])
                continue;
            const int letter = letterScore + (start ? wordStartBonus : 0);
            if (i == 0) {
                next[j] = letter;
                continue;
            }
            const int consecutive = j >= 1 ? bestScores[j - 1] + consecutiveBonus : noMatch;
            const int broken = start ? anywhere : withinWord;
            next[j] = std::max(noMatch, std::max(consecutive, broken) + letter);
        }
        bestScores = next;
    }
    const int score = bestScores.isEmpty() ? noMatch : *std::max_element(bestScores.begin(), bestScores.end());
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
