#include "ui/words/verdict_text.h"

#include <QCoreApplication>

#include "core/model/bottleneck/step_doubts.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

struct VerdictTr {
    Q_DECLARE_TR_FUNCTIONS(Diagnose)
};

}  // namespace

QString boundText(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: return VerdictTr::tr("memory-capacity bound");
    case Bottleneck::Latency: return VerdictTr::tr("latency bound");
    case Bottleneck::DataIo: return VerdictTr::tr("data I/O bound");
    case Bottleneck::Coordination: return VerdictTr::tr("coordination bound");
    case Bottleneck::MemoryBandwidth: return VerdictTr::tr("memory-bandwidth bound");
    case Bottleneck::Compute: break;
    }
    return VerdictTr::tr("compute bound");
}

QString remedyText(Axis axis)
{
    switch (axis) {
    case Axis::Model: return VerdictTr::tr("distribute the model");
    case Axis::Data: return VerdictTr::tr("distribute data");
    case Axis::Coordination: return VerdictTr::tr("coordinate the cluster");
    case Axis::Inference: return VerdictTr::tr("distribute inference");
    case Axis::Training: break;
    }
    return VerdictTr::tr("distribute training");
}

std::optional<ProfileField> fieldAt(const std::string& pointer)
{
    const std::string key = pointer.substr(pointer.rfind('/') + 1);
    for (const ProfileField field : profileFields())
        if (pointer == field->pointer || key == field.key())
            return field;
    return std::nullopt;
}

QString verdictSentence(const Profile& profile, const Result<Diagnosis>& diagnosis)
{
    if (diagnosis && restsOnOtherDevice(*diagnosis))
        return VerdictTr::tr("not diagnosed: the ceilings are another device’s");
    if (diagnosis) {
        const QString bound = boundText(diagnosis->bottleneck);
        return VerdictTr::tr("%1 → %2").arg(isCertain(*diagnosis) ? bound : VerdictTr::tr("%1, uncertain").arg(bound),
                                            remedyText(diagnosis->axis));
    }
    const Problem& problem = diagnosis.error().problems.front();
    const std::optional<ProfileField> field = fieldAt(problem.where.pointer);
    const bool missing = field && !total(profile, *field);
    return VerdictTr::tr("not diagnosed: %1").arg(missing ? enterText(*field) : said(problem));
}

}  // namespace scalewright::ui
