// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/verdict_text.h"

#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/flow_words.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

QString boundText(Bottleneck bottleneck)
{
    return Tr::tr("%1 bound")
        .arg(bottleneck == Bottleneck::DataIo ? Tr::tr("data I/O") : toQString(nameOf(bottleneck)));
}

std::optional<ProfileField> profileFieldAt(const std::string& pointer)
{
    const std::string key = pointer.substr(pointer.rfind('/') + 1);
    for (const ProfileField field : profileFields())
        if (pointer == field->jsonPointer || key == field.key())
            return field;
    return std::nullopt;
}

QString verdictSentence(const Profile& profile, const Result<Diagnosis>& diagnosis)
{
    if (diagnosis && dependsOnOtherDevice(*diagnosis))
        return Tr::tr("not diagnosed: the ceilings belong to another device");
    if (diagnosis) {
        const QString bound = boundText(diagnosis->bottleneck);
        return Tr::tr("%1 → %2").arg(isCertain(*diagnosis) ? bound : Tr::tr("%1, uncertain").arg(bound),
                                     toQString(remedyText(diagnosis->axis)));
    }
    const Problem& problem = diagnosis.error().problems.front();
    const std::optional<ProfileField> field = profileFieldAt(problem.location.jsonPointer);
    const bool missing = field && !total(profile, *field);
    return Tr::tr("not diagnosed: %1").arg(missing ? enterFieldText(*field) : said(problem));
}

}  // namespace scalewright::ui
