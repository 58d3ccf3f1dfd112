#include "ui/diagnose/verdict_text.h"

#include <QCoreApplication>

#include "ui/diagnose/words.h"

namespace scalewright::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Diagnose)
};

}  // namespace

QString boundText(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: return Tr::tr("memory-capacity bound");
    case Bottleneck::Latency: return Tr::tr("latency bound");
    case Bottleneck::DataIo: return Tr::tr("data I/O bound");
    case Bottleneck::Coordination: return Tr::tr("coordination bound");
    case Bottleneck::MemoryBandwidth: return Tr::tr("memory-bandwidth bound");
    case Bottleneck::Compute: break;
    }
    return Tr::tr("compute bound");
}

QString remedyText(Axis axis)
{
    switch (axis) {
    case Axis::Model: return Tr::tr("distribute the model");
    case Axis::Data: return Tr::tr("distribute data");
    case Axis::Coordination: return Tr::tr("coordinate the cluster");
    case Axis::Inference: return Tr::tr("distribute inference");
    case Axis::Training: break;
    }
    return Tr::tr("distribute training");
}

std::optional<ProfileField> fieldAt(const std::string& pointer)
{
    const std::string key = pointer.substr(pointer.rfind('/') + 1);
    for (const ProfileFieldInfo& about : profileFields())
        if (pointer == about.projectPointer || key == about.key)
            return about.field;
    return std::nullopt;
}

QString verdictSentence(const Profile& profile, const Result<Diagnosis>& diagnosis)
{
    if (diagnosis)
        return Tr::tr("%1 → %2").arg(boundText(diagnosis->bottleneck), remedyText(diagnosis->axis));
    const Problem& problem = diagnosis.error().problems.front();
    const std::optional<ProfileField> field = fieldAt(problem.where.pointer);
    const bool missing = field && !total(profile, *field);
    return Tr::tr("not diagnosed: %1").arg(missing ? enterText(*field) : QString::fromStdString(describe(problem)));
}

}  // namespace scalewright::ui
