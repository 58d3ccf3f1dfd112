// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/diagnosis_words.h"

#include "core/output/answers/flow_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

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
    return toQString(ratioText(ratio));
}

QString shortAmountText(double value, Dimension dimension)
{
    return toQString(plainAmountText(value, dimension));
}

}  // namespace scalewright::ui
