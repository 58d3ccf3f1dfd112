// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/diagnosis_words.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

const QChar timesSign{0xD7};

QString withoutTrailingZeros(const std::string& number)
{
    QString text = toQString(number);
    if (text.contains(QLatin1Char('.'))) {
        while (text.endsWith(QLatin1Char('0')))
            text.chop(1);
        if (text.endsWith(QLatin1Char('.')))
            text.chop(1);
    }
    return text;
}

QString plainNumberText(double value)
{
    return withoutTrailingZeros(significantText(value, 3));
}

/// How many base units one `unit` is; nullopt for units that are not written after a number (money, days).
std::optional<double> baseUnitsPer(const std::string& unit, Dimension dimension)
{
    const Result<double> one = parseAmount("1 " + unit, dimension);
    return one && *one > 0 ? std::optional(*one) : std::nullopt;
}

bool isLimitExceeded(const TestResult& result)
{
    const bool yes = result.answer == TestAnswer::Yes;
    return result.test == Test::FitsInMemory || result.test == Test::ServingBudgetMet ? !yes : yes;
}

QString withFactor(const QString& pattern, double ratio)
{
    return pattern.arg(plainFactorText(ratio));
}

}  // namespace

QString questionText(Test test)
{
    switch (test) {
    case Test::FitsInMemory: return Tr::tr("Fits in memory?");
    case Test::ServingBudgetMet: return Tr::tr("Serving budget met?");
    case Test::IoDominates: return Tr::tr("Reading dominates?");
    case Test::CommunicationDominates: return Tr::tr("Network dominates?");
    case Test::IntensityAboveRidge: break;
    }
    return Tr::tr("Intensity above ridge?");
}

QString ceilingText(Bottleneck bottleneck)
{
    return sentenceCase(toQString(titleOf(bottleneck)));
}

QString axisText(Axis axis)
{
    return sentenceCase(toQString(nameOf(axis)));
}

QString fieldText(ProfileField field)
{
    QString name = toQString(field.nameWithoutArticle());  // including its symbol, if formulas on the page use it
    if (field == &Machine::peakFlops)
        return Tr::tr("%1 π").arg(name);
    if (field == &Machine::memoryBandwidthBytesPerS)
        return Tr::tr("%1 β").arg(name);
    if (field == &Target::alphaS)
        return Tr::tr("%1 α").arg(name);
    if (field == &WorkloadStep::flops)
        return Tr::tr("FLOP per step");
    return name;
}

QString enterFieldText(ProfileField field)
{
    if (field == &Machine::memoryBytes)
        return Tr::tr("enter the machine's memory");
    if (field == &WorkloadStep::stepTimeS)
        return Tr::tr("enter the step's time");
    if (field == &WorkloadStep::ioTimeS)
        return Tr::tr("enter the step's time spent reading");
    if (field == &WorkloadStep::flops)
        return Tr::tr("enter the step's FLOP");
    if (field == &WorkloadStep::bytesMoved)
        return Tr::tr("enter the bytes the step moves");
    if (field == &Machine::peakFlops)
        return Tr::tr("enter the machine's peak FLOP/s");
    if (field == &Machine::memoryBandwidthBytesPerS)
        return Tr::tr("enter the machine's memory bandwidth");
    return Tr::tr("enter the %1").arg(fieldText(field));
}

QString plainFactorText(double ratio)
{
    if (ratio >= 1000)
        return Tr::tr("over 1000×");
    const int decimals = ratio < 1.1 ? 2 : ratio < 4.95 ? 1 : 0;
    return QString::number(ratio, 'f', decimals) + timesSign;
}

QString shortAmountText(double value, Dimension dimension)
{
    if (dimension == Dimension::Ratio)
        return plainNumberText(value);
    AmountText text = formatAmount(value, dimension);
    text.number = withoutTrailingZeros(text.number).toStdString();
    return toQString(text.joined());
}

AmountPair amountPair(double first, double second, Dimension dimension)
{
    AmountPair pair{shortAmountText(first, dimension), shortAmountText(second, dimension),
                    shortAmountText(first, dimension)};
    if (dimension == Dimension::Ratio || !(first >= 0 && second >= 0))
        return pair;
    const double larger = std::max(first, second), smaller = std::min(first, second);
    const std::string unit = formatAmount(larger, dimension).unit;
    const std::optional<double> scale = baseUnitsPer(unit, dimension);
    if (!scale || (smaller > 0 && smaller < larger / 1000))
        return pair;
    const QString suffix = QLatin1Char(' ') + toQString(unit);
    pair.firstNumber = plainNumberText(first / *scale);
    pair.first = pair.firstNumber + suffix;
    pair.second = plainNumberText(second / *scale) + suffix;
    return pair;
}

QString answerText(const TestResult& result)
{
    switch (result.answer) {
    case TestAnswer::NotApplicable: return Tr::tr("skipped");
    case TestAnswer::Yes: return result.isCertain ? Tr::tr("yes") : Tr::tr("yes, uncertain");
    case TestAnswer::No: break;
    }
    return result.isCertain ? Tr::tr("no") : Tr::tr("no, uncertain");
}

QString comparisonText(const TestResult& result)
{
    if (result.answer == TestAnswer::NotApplicable)
        return result.test == Test::ServingBudgetMet ? Tr::tr("no budget given") : Tr::tr("no exchange given");
    if (result.test == Test::IntensityAboveRidge)
        return Tr::tr("%1 against %2 FLOP/B")
            .arg(result.left ? plainNumberText(*result.left) : Tr::tr("no bytes"),
                 plainNumberText(result.right.value_or(0)));
    const AmountPair pair = amountPair(result.left.value_or(0), result.right.value_or(0), result.dimension);
    if (result.dimension == Dimension::Bytes)
        return pair.first + (isLimitExceeded(result) ? QStringLiteral(" > ") : QStringLiteral(" ≤ ")) + pair.second;
    return Tr::tr("%1 against %2").arg(pair.first, pair.second);
}

QString marginText(const TestResult& result)
{
    if (result.answer == TestAnswer::NotApplicable)
        return {};
    const bool ridge = result.test == Test::IntensityAboveRidge;
    if (!result.margin)
        return ridge ? Tr::tr("no bytes moved") : QString();
    const double margin = *result.margin;
    if (margin == 1)
        return ridge ? Tr::tr("exactly at the ridge") : Tr::tr("exactly at the limit");
    if (margin == 0)
        return ridge                              ? Tr::tr("no arithmetic")
               : result.test == Test::IoDominates ? Tr::tr("nothing is read")
                                                  : Tr::tr("takes no time");
    const bool above = margin > 1;
    const double ratio = above ? margin : 1 / margin;
    if (ratio < 1.005) {
        if (ridge)
            return above ? Tr::tr("barely above the ridge") : Tr::tr("barely below the ridge");
        return above ? Tr::tr("barely too much") : Tr::tr("barely to spare");
    }
    if (!above)
        return withFactor(ridge ? Tr::tr("%1 below the ridge") : Tr::tr("%1 to spare"), ratio);
    switch (result.test) {
    case Test::FitsInMemory: return withFactor(Tr::tr("%1 too large"), ratio);
    case Test::ServingBudgetMet:
        return withFactor(result.dimension == Dimension::Time ? Tr::tr("%1 over budget") : Tr::tr("%1 more needed"),
                          ratio);
    case Test::IoDominates:
        return withFactor(result.dimension == Dimension::Bytes ? Tr::tr("%1 too large") : Tr::tr("%1 over the limit"),
                          ratio);
    case Test::CommunicationDominates: return withFactor(Tr::tr("%1 the work"), ratio);
    case Test::IntensityAboveRidge: break;
    }
    return withFactor(Tr::tr("%1 above the ridge"), ratio);
}

QString inequalityText(const TestResult& result)
{
    if (result.answer == TestAnswer::NotApplicable)
        return toQString(result.reason);
    const QString sign = isLimitExceeded(result) ? QStringLiteral(" > ") : QStringLiteral(" ≤ ");
    if (result.test == Test::IntensityAboveRidge) {
        if (!result.left)
            return Tr::tr("no bytes are moved, so arithmetic is the limit");
        return QStringLiteral("I = ") + plainNumberText(*result.left) + sign +
               Tr::tr("π/β = %1 FLOP/B").arg(plainNumberText(*result.right));
    }
    const AmountPair pair = amountPair(result.left.value_or(0), result.right.value_or(0), result.dimension);
    const auto named = [&](const QString& left, const QString& right) {
        return left + QLatin1Char(' ') + pair.first + sign + right + QLatin1Char(' ') + pair.second;
    };
    switch (result.test) {
    case Test::FitsInMemory: return named(Tr::tr("working set"), Tr::tr("memory"));
    case Test::ServingBudgetMet:
        return result.dimension == Dimension::Time ? named(Tr::tr("latency"), Tr::tr("budget"))
                                                   : named(Tr::tr("wanted"), Tr::tr("reached"));
    case Test::IoDominates:
        return result.dimension == Dimension::Bytes ? named(Tr::tr("dataset"), Tr::tr("storage"))
                                                    : named(Tr::tr("reading"), Tr::tr("its share of the step"));
    default: break;
    }
    return named(Tr::tr("one round"), Tr::tr("local work"));
}

}  // namespace scalewright::ui
