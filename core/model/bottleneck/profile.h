// SPDX-License-Identifier: GPL-3.0-or-later
// Profile of a single-machine baseline: the input of Figure 41.2.1 (book 41.2).
//
// A workload is one step or several named ones (load, forward and backward, optimizer). Times, FLOP and bytes moved
// belong to a step; memory, ceilings, network and budgets belong to the machine and the whole workload. Every figure is
// a quantity from a project's baseline or target, with its origin. An absent figure is unknown, never zero.
//
// File format (PROFILE.json): the keys below at the top level, or the four step keys in each object of "steps":
//
//     {"working_set_bytes": "8GB", "memory_bytes": "64GB", "step_time_s": 0.3, "io_time_s": 0.01,
//      "flops": 6e12, "bytes_moved": 1.2e11, "peak_flops": 20e12, "memory_bandwidth_bytes_per_s": "800GB/s"}
//
// "device" next to the step keys names the accelerator that computes the step; without it, the CPU does. A figure is a
// number in base units, a string with a unit, or {"value", "low", "high", "level", "origin", …}.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"
#include "core/model/scaling/model.h"
#include "core/project/document/baseline.h"
#include "core/project/document/field.h"
#include "core/project/document/target.h"

namespace scalewright {

struct Project;

namespace detail {

struct ProfileRow {
    const FieldInfo& field;
    const char* key = field.key();  ///< key in PROFILE.json
};

/// The project fields in PROFILE.json, in file order. Each uses the same key as in a project, except the link.
inline constexpr std::array profileRows{
    ProfileRow{fieldOf(&Baseline::workingSetBytes)},
    ProfileRow{fieldOf(&Machine::memoryBytes)},
    ProfileRow{fieldOf(&WorkloadStep::stepTimeS)},
    ProfileRow{fieldOf(&WorkloadStep::ioTimeS)},
    ProfileRow{fieldOf(&WorkloadStep::flops)},
    ProfileRow{fieldOf(&WorkloadStep::bytesMoved)},
    ProfileRow{fieldOf(&Machine::peakFlops)},
    ProfileRow{fieldOf(&Machine::memoryBandwidthBytesPerS)},
    ProfileRow{fieldOf(&Baseline::networkBytes)},
    ProfileRow{fieldOf(&Target::bandwidthBytesPerS), "net_bandwidth_bytes_per_s"},
    ProfileRow{fieldOf(&Target::alphaS), "net_latency_s"},
    ProfileRow{fieldOf(&Baseline::datasetBytes)},
    ProfileRow{fieldOf(&Machine::storageBytes)},
    ProfileRow{fieldOf(&Baseline::ioDominanceShare)},
    ProfileRow{fieldOf(&Serving::latencyS)},
    ProfileRow{fieldOf(&Serving::latencyBudgetS)},
    ProfileRow{fieldOf(&Serving::throughputPerS)},
    ProfileRow{fieldOf(&Serving::throughputTargetPerS)},
};

}  // namespace detail

/// A figure of a profile, identified by its member in the project. Using a member that is not in a profile does not
/// compile.
///
///     ProfileField field = &WorkloadStep::stepTimeS;
///     field->dimension;  // from its row in core/project/document
class ProfileField {
public:
    template <class Section>
    consteval ProfileField(MaybeQuantity Section::*member) : m_row(rowOf(fieldOf(member)))
    {
    }
    constexpr explicit ProfileField(const detail::ProfileRow& row) : m_row(&row) {}

    [[nodiscard]] constexpr const FieldInfo& operator*() const { return m_row->field; }
    [[nodiscard]] constexpr const FieldInfo* operator->() const { return &m_row->field; }
    /// Key in PROFILE.json: "working_set_bytes".
    [[nodiscard]] constexpr const char* key() const { return m_row->key; }
    /// The member of this section; nullptr if the field belongs to another section.
    template <class Section>
    [[nodiscard]] constexpr MaybeQuantity Section::*memberOf() const
    {
        for (const QuantityField<Section>& each : quantities<Section>)
            if (std::string_view(each.info.jsonPointer) == m_row->field.jsonPointer)
                return each.member;
        return nullptr;
    }
    /// True if each of steps[] has its own value; the total is their sum.
    [[nodiscard]] constexpr bool isPerStep() const { return memberOf<WorkloadStep>() != nullptr; }
    [[nodiscard]] constexpr bool mayBeZero() const { return m_row->field.range == Range::NotNegative; }
    /// The meaning without the article: "working set" for "the working set".
    [[nodiscard]] constexpr const char* nameWithoutArticle() const
    {
        return m_row->field.phrase + std::string_view("the ").size();
    }
    friend constexpr bool operator==(ProfileField, ProfileField) = default;

private:
    /// Compares pointers as text, because GCC does not treat the address of a row as a constant under UBSan.
    static consteval const detail::ProfileRow* rowOf(const FieldInfo& field)
    {
        for (const detail::ProfileRow& row : detail::profileRows)
            if (std::string_view(row.field.jsonPointer) == field.jsonPointer)
                return &row;
        throw "a profile has no such figure";
    }

    const detail::ProfileRow* m_row;
};

/// All figures, in file order.
[[nodiscard]] std::span<const ProfileField> profileFields();

struct Profile {
    std::string title;
    Baseline baseline;  ///< one unnamed step if the profile has no steps[]
    Target target;  ///< the link; for a project, also the price and the workers per node
    /// p of the project's plan, if 2 or more: the number of devices for which the wrong axis is shown.
    std::optional<int> planP;
    /// The project's design as used by Predict, so that both pages give the same number; absent if the project does not
    /// determine one. Without a stated T_comp, its T_comp of 1 s is a placeholder.
    std::optional<ScalingModel> model;
    bool hasSteps = false;  ///< the file has steps[], so errors point to the fields of a step there
    bool isFromProject = false;  ///< if true, errors point to the fields in a project file
    std::vector<std::string> warnings;  ///< members that were read but not used
    /// Fields that a file lists but that could not be counted, with the reason; not saved.
    std::vector<std::pair<ProfileField, std::string>> uncountedFields;

    bool operator==(const Profile&) const = default;
};

/// The figure for that step, or for the whole workload if the field is not per step.
[[nodiscard]] const MaybeQuantity& fieldQuantity(const Profile& profile, ProfileField field, std::size_t step = 0);
/// Precondition: the profile has that step.
void setFieldQuantity(Profile& profile, ProfileField field, MaybeQuantity value, std::size_t step = 0);

/// The figure for the whole workload: the machine's, or the sum over the steps (interval ends are added; the level is
/// the lowest). nullopt if it is absent, even in just one step.
[[nodiscard]] MaybeQuantity total(const Profile& profile, ProfileField field);
[[nodiscard]] MaybeQuantity total(const std::vector<WorkloadStep>& steps, MaybeQuantity WorkloadStep::*member);

/// The profile with one figure replaced, for a what-if. To reach a given sum over steps, all steps are scaled by the
/// same factor (if all are zero or absent, the first step gets everything). Intervals of the replaced figure are
/// dropped.
[[nodiscard]] Profile withValue(Profile profile, ProfileField field, const Quantity& value);

/// Sets the figure at the location given by a pointer (see jsonPointerOf()) from typed text:
/// setFieldQuantityText(profile, "/flops", "2TFLOP"); an empty text removes it. Errors (Input), with the pointer: the
/// profile has no such location (the existing ones are listed), the text is not an amount of that dimension, or it is
/// out of range.
[[nodiscard]] Result<void> setFieldQuantityText(Profile& profile, std::string_view pointer, std::string_view text);

/// JSON pointer of the field: "/steps/1/flops" in a profile, "/baseline/steps/1/flops" in a project.
[[nodiscard]] std::string jsonPointerOf(const Profile& profile, ProfileField field, std::size_t step = 0);

/// Reports every figure that is negative, not finite, outside its own interval, or zero where zero is not allowed.
[[nodiscard]] Result<void> validate(const Profile& profile);

/// Parses a profile from JSON text. Reports every problem with its pointer: wrong types, wrong units, figures out of
/// range, a step figure both at the top level and in steps[], a step without a unique name. Unknown keys are listed in
/// `warnings`.
[[nodiscard]] Result<Profile> parseProfile(std::string_view text);

/// The members of PROFILE.json, with the origin of each figure; parseProfile() reads them back.
[[nodiscard]] Json::Object profileToJson(const Profile& profile);

/// Makes a profile from the project's baseline and target, its model, and the design's message size if the baseline
/// does not set what a step exchanges. Absent figures stay absent; diagnose() reports which ones it needs.
[[nodiscard]] Profile profileOf(const Project& project);

/// Parses PROFILE.json or a project file; the member "format" marks a project.
[[nodiscard]] Result<Profile> parseProfileOrProject(std::string_view text);

}  // namespace scalewright
