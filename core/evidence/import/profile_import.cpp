// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/profile_import.h"

#include <algorithm>
#include <array>
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

WeightedSteps largestSteps(WeightedSteps steps, double total, double& rest)
{
    constexpr std::size_t maximumSteps = 12;
    constexpr double minimumShare = 0.01;
    std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (rest = 0; steps.size() > 1 && (steps.size() > maximumSteps || steps.back().second < minimumShare * total);
         steps.pop_back())
        rest += steps.back().second;
    return steps;
}

}  // namespace detail

namespace {

struct ProfileFormat {
    ProfileSource source;
    const char* name;
    bool (*matches)(std::string_view text);
    Result<Profile> (*read)(std::string_view text, const ProfileImportOptions& options);
};

/// The first that matches counts.
constexpr std::array profileFormats{
    ProfileFormat{ProfileSource::Speedscope, "speedscope", detail::looksLikeSpeedscope, detail::importSpeedscope},
    ProfileFormat{ProfileSource::NsightCompute, "Nsight Compute", detail::looksLikeNsight, detail::importNsight},
    ProfileFormat{ProfileSource::NsightSystems, "Nsight Systems", detail::looksLikeNsys, detail::importNsys},
    ProfileFormat{ProfileSource::PerfStat, "perf stat", detail::looksLikePerfStat, detail::importPerfStat},
    ProfileFormat{ProfileSource::PerfReport, "perf report", detail::looksLikePerfReport, detail::importPerfReport},
    ProfileFormat{ProfileSource::FoldedStacks, "folded stacks", detail::looksLikeStacks, detail::importStacks},
};

const ProfileFormat* detectProfileFormat(std::string_view text)
{
    const auto* const found = std::find_if(profileFormats.begin(), profileFormats.end(),
                                           [&](const ProfileFormat& each) { return each.matches(text); });
    return found == profileFormats.end() ? nullptr : found;
}

}  // namespace

const char* profileSourceName(ProfileSource source)
{
    return std::find_if(profileFormats.begin(), profileFormats.end(),
                        [&](const ProfileFormat& each) { return each.source == source; })
        ->name;
}

std::optional<ProfileSource> detectProfileSource(std::string_view text)
{
    const ProfileFormat* format = detectProfileFormat(text);
    return format == nullptr ? std::nullopt : std::optional(format->source);
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
    const ProfileFormat* format = detectProfileFormat(*text);
    if (format == nullptr)
        return fail(
            ErrorCode::Input, "is not a profile that can be read here",
            "what perf stat, perf report, py-spy (raw or speedscope), ncu --csv or nsys stats --format csv wrote, or a "
            "PROFILE.json");
    Result<Profile> profile = format->read(*text, options);
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
