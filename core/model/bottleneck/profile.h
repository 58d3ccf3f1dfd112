// The profile of a single machine's baseline: what Figure 41.2.1 asks its questions of (book 41.2).
//
// A workload is one step, or several named ones (load, forward and backward, optimizer). Times, FLOP and bytes moved
// belong to a step; memory, ceilings, network and budgets to the machine and the whole. Every figure is a quantity of a
// project's baseline or target, with where it came from. A figure that is absent is unknown, never zero.
//
// As a file (PROFILE.json): the keys below at the top level, or the four of a step in each object of "steps":
//     {"working_set_bytes": "8GB", "memory_bytes": "64GB", "step_time_s": 0.3, "io_time_s": 0.01,
//      "flops": 6e12, "bytes_moved": 1.2e11, "peak_flops": 20e12, "memory_bandwidth_bytes_per_s": "800GB/s"}
// "device" beside those of a step names the accelerator that it computes on; left out: the processor.
// A figure is a number in base units, a text with a unit, or {"value", "low", "high", "level", "origin", …}.
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
    const char* key = field.key();  ///< in PROFILE.json
};

/// What PROFILE.json holds of a project, in its order: each under the project's own key, but for the link.
inline constexpr std::array profileRows{
    ProfileRow{fieldOf(&Baseline::workingSetBytes)},
    ProfileRow{fieldOf(&Machine::memoryBytes)},
    ProfileRow{fieldOf(&WorkloadStep::stepTimeS)},
    ProfileRow{fieldOf(&WorkloadStep::ioTimeS)},
    ProfileRow{fieldOf(&WorkloadStep::flops)},
    ProfileRow{fieldOf(&WorkloadStep::bytesMoved)},
    ProfileRow{fieldOf(&Machine::peakFlops)},
    ProfileRow{fieldOf(&Machine::memoryBandwidthBytesPerS)},
    ProfileRow{fieldOf(&Baseline::netBytes)},
    ProfileRow{fieldOf(&Target::bandwidthBytesPerS), "net_bandwidth_bytes_per_s"},
    ProfileRow{fieldOf(&Target::alphaS), "net_latency_s"},
    ProfileRow{fieldOf(&Baseline::datasetBytes)},
    ProfileRow{fieldOf(&Machine::storageBytes)},
    ProfileRow{fieldOf(&Baseline::ioDominatesAt)},
    ProfileRow{fieldOf(&Serving::latencyS)},
    ProfileRow{fieldOf(&Serving::latencyBudgetS)},
    ProfileRow{fieldOf(&Serving::throughputPerS)},
    ProfileRow{fieldOf(&Serving::throughputTargetPerS)},
};

}  // namespace detail

/// A figure of a profile, by the member of the project that holds it; a member that no profile has does not compile.
///
///     ProfileField field = &WorkloadStep::stepTimeS;
///     field->dimension;  // of its row in core/project/document
class ProfileField {
public:
    template <class Section>
    consteval ProfileField(MaybeQuantity Section::*member) : m_row(rowOf(fieldOf(member)))
    {
    }
    constexpr explicit ProfileField(const detail::ProfileRow& row) : m_row(&row) {}

    [[nodiscard]] constexpr const FieldInfo& operator*() const { return m_row->field; }
    [[nodiscard]] constexpr const FieldInfo* operator->() const { return &m_row->field; }
    /// In PROFILE.json: "working_set_bytes".
    [[nodiscard]] constexpr const char* key() const { return m_row->key; }
    /// Where its section keeps it; nullptr where another section does.
    template <class Section>
    [[nodiscard]] constexpr MaybeQuantity Section::*memberOf() const
    {
        for (const QuantityField<Section>& each : quantities<Section>)
            if (std::string_view(each.info.pointer) == m_row->field.pointer)
                return each.member;
        return nullptr;
    }
    /// Stands in each of steps[]; the whole is their sum.
    [[nodiscard]] constexpr bool ofStep() const { return memberOf<WorkloadStep>() != nullptr; }
    [[nodiscard]] constexpr bool mayBeZero() const { return m_row->field.range == Range::NotNegative; }
    /// After what it is of: "working set", where the meaning is "the working set".
    [[nodiscard]] constexpr const char* bareName() const
    {
        return m_row->field.meaning + std::string_view("the ").size();
    }
    friend constexpr bool operator==(ProfileField, ProfileField) = default;

private:
    /// By what a row says: where its address is asked, GCC takes it for no constant under UBSan.
    static consteval const detail::ProfileRow* rowOf(const FieldInfo& field)
    {
        for (const detail::ProfileRow& row : detail::profileRows)
            if (std::string_view(row.field.pointer) == field.pointer)
                return &row;
        throw "a profile has no such figure";
    }

    const detail::ProfileRow* m_row;
};

/// All figures, in the order of the file.
[[nodiscard]] std::span<const ProfileField> profileFields();

struct Profile {
    std::string title;
    Baseline baseline;  ///< one step without a name where the profile has no steps[]
    Target target;  ///< the link; of a project also its price and the workers of a node
    std::optional<int> planP;  ///< a project's plan, 2 or more: how many devices the wrong axis is shown on
    /// A project's design as Predict prices it, so that both pages give one number; absent where the project does not
    /// imply one. Where no T_comp is stated, its 1 s stands for any.
    std::optional<ScalingModel> model;
    bool hasSteps = false;  ///< steps[] stands in the file, so errors name a step's fields there
    bool fromProject = false;  ///< errors then name the fields by their place in a project file
    std::vector<std::string> warnings;  ///< what was read but not used
    /// What a file names and could not count, and why; in no file
    std::vector<std::pair<ProfileField, std::string>> absent;

    bool operator==(const Profile&) const = default;
};

/// The figure where the profile keeps it: that step's, or the whole's.
[[nodiscard]] const MaybeQuantity& figureOf(const Profile& profile, ProfileField field, std::size_t step = 0);
/// Precondition: the profile has that step.
void setFigure(Profile& profile, ProfileField field, MaybeQuantity value, std::size_t step = 0);

/// The figure of the whole workload: the machine's own, or the sum over the steps (intervals add end by end; the
/// level is the lowest). nullopt where it, or that of any step, is absent.
[[nodiscard]] MaybeQuantity total(const Profile& profile, ProfileField field);
[[nodiscard]] MaybeQuantity total(const std::vector<WorkloadStep>& steps, MaybeQuantity WorkloadStep::*member);

/// The profile with that figure replaced: a what-if. A sum over steps is reached by scaling every step alike (where
/// all are zero or absent, by giving all of it to the first). Intervals of the replaced figure are dropped.
[[nodiscard]] Profile withValue(Profile profile, ProfileField field, const Quantity& value);

/// Sets the figure at the place that pointerOf() names, as a person types it: setFigureText(profile, "/flops",
/// "2TFLOP"); an empty text takes it away. Errors (Input), with the pointer: none of this profile's places, with those
/// that are; not an amount of that dimension, or out of its range.
[[nodiscard]] Result<void> setFigureText(Profile& profile, std::string_view pointer, std::string_view text);

/// Where a person finds the field: "/steps/1/flops" in a profile, "/baseline/steps/1/flops" in a project.
[[nodiscard]] std::string pointerOf(const Profile& profile, ProfileField field, std::size_t step = 0);

/// Reports every figure that is negative, zero where it must not be, not finite, or outside its own interval.
[[nodiscard]] Result<void> validate(const Profile& profile);

/// The profile in a JSON text. Reports every problem with its pointer: wrong types, wrong units, figures out of range,
/// a step's figure both at the top level and in steps[], a step without a name of its own. Keys that it does not know
/// are named in `warnings`.
[[nodiscard]] Result<Profile> parseProfile(std::string_view text);

/// The members of PROFILE.json, with where each figure is from; parseProfile reads them back.
[[nodiscard]] Json::Object profileMembers(const Profile& profile);

/// The project's baseline and target, what the design moves where the baseline does not say what a step exchanges, and
/// its model. What is absent stays absent; diagnose() says which of it is needed.
[[nodiscard]] Profile profileOf(const Project& project);

/// PROFILE.json or a project file, told apart by the member "format".
[[nodiscard]] Result<Profile> parseProfileOrProject(std::string_view text);

}  // namespace scalewright
