// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/profile_import.h"

#include <algorithm>
#include <span>

#include "core/base/quantity/units.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/profile_formats.h"
#include "core/evidence/import/source_text.h"

namespace scalewright {

namespace {

/// Whether a document that could be a PROFILE.json has a member of one. An empty object is a profile without figures.
bool hasProfileMember(const Json& document)
{
    if (document.asObject() == nullptr || document.asObject()->empty())
        return document.asObject() != nullptr;
    const std::span<const ProfileField> fields = profileFields();
    return document.find("title") != nullptr || document.find("steps") != nullptr ||
           document.find("format") != nullptr ||
           std::any_of(fields.begin(), fields.end(),
                       [&](const ProfileField& field) { return document.find(field.key()) != nullptr; });
}

}  // namespace

namespace detail {

Quantity importedQuantity(double value, const ProfileImportOptions& options, std::string conditions)
{
    return {value, std::nullopt, {Origin::Imported, options.source, options.date, std::move(conditions)}};
}

}  // namespace detail

const char* profileSourceName(ProfileSource source)
{
    switch (source) {
    case ProfileSource::PerfStat: return "perf stat";
    case ProfileSource::PerfReport: return "perf report";
    case ProfileSource::FoldedStacks: return "folded stacks";
    case ProfileSource::Speedscope: return "speedscope";
    case ProfileSource::NsightSystems: return "Nsight Systems";
    case ProfileSource::NsightCompute: break;
    }
    return "Nsight Compute";
}

std::optional<ProfileSource> detectProfileSource(std::string_view text)
{
    if (detail::looksLikeSpeedscope(text))
        return ProfileSource::Speedscope;
    if (detail::looksLikeNsight(text))
        return ProfileSource::NsightCompute;
    if (detail::looksLikeNsys(text))
        return ProfileSource::NsightSystems;
    if (detail::looksLikePerfStat(text))
        return ProfileSource::PerfStat;
    if (detail::looksLikePerfReport(text))
        return ProfileSource::PerfReport;
    if (detail::looksLikeStacks(text))
        return ProfileSource::FoldedStacks;
    return std::nullopt;
}

bool holdsStackSamples(std::string_view text)
{
    const std::optional<ProfileSource> source = detectProfileSource(text);
    return source == ProfileSource::FoldedStacks || source == ProfileSource::Speedscope ||
           source == ProfileSource::PerfReport;
}

Result<Profile> importProfile(std::string_view bytes, const ProfileImportOptions& options)
{
    const Result<std::string> text = toUtf8(std::string(bytes));
    if (!text)
        return fail(text.error());
    const std::optional<ProfileSource> source = detectProfileSource(*text);
    if (!source)
        return fail(
            ErrorCode::Input, "is not a profile that can be read here",
            "what perf stat, perf report, py-spy (raw or speedscope), ncu --csv or nsys stats --format csv wrote, or a "
            "PROFILE.json");
    Result<Profile> profile = [&]() -> Result<Profile> {
        switch (*source) {
        case ProfileSource::PerfStat: return detail::importPerfStat(*text, options);
        case ProfileSource::PerfReport: return detail::importPerfReport(*text, options);
        case ProfileSource::FoldedStacks: return detail::importStacks(*text, options);
        case ProfileSource::Speedscope: return detail::importSpeedscope(*text, options);
        case ProfileSource::NsightSystems: return detail::importNsys(*text, options);
        case ProfileSource::NsightCompute: break;
        }
        return detail::importNsight(*text, options);
    }();
    if (!profile)
        return profile;
    if (Result<void> valid = validate(*profile); !valid)
        return fail(std::move(valid.error()));
    return profile;
}

Result<Profile> readAnyProfile(std::string_view text, const ProfileImportOptions& options)
{
    const SourceText source(text);
    if (!source.text())
        return fail(source.text().error());
    if (detectProfileSource(*source.text()))
        return importProfile(text, options);
    Result<Profile> profile = parseProfileOrProject(text);
    if (profile &&
        (profile->isFromProject || profile->baseline.workingSetBytes || total(*profile, &WorkloadStep::stepTimeS)))
        return profile;
    if (std::optional<Error> other = wrongFormatError(source, "diagnose"))
        return fail(std::move(*other));
    if (profile && !hasProfileMember(*source.json()))
        return fail(ErrorCode::Input, "is JSON without a profile's figures",
                    "PROFILE.json, with members such as step_time_s and working_set_bytes, or a project");
    return profile || source.looksLikeJson() ? std::move(profile) : importProfile(text, options);
}

}  // namespace scalewright
