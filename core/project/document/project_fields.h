// SPDX-License-Identifier: GPL-3.0-or-later
// Every field of a project by its JSON pointer: find, read and set. The tables are next to the structs
// (core/project/document).
//
//     fieldValue(project, "/target/alpha_s")                         // 0.8 ms, measured on …
//     setField(project, "/baseline/steps/0/flops", typed(6e12))      // rejects values outside the field's range
//     setFieldText(project, "/target/bandwidth_bytes_per_s", "100Gbit/s")
#pragma once

#include <span>
#include <string_view>

#include "core/base/error/result.h"
#include "core/project/document/field.h"

namespace scalewright {

struct Baseline;
struct Project;

/// Every quantity that a user can set, in file order, including /plan/p. An element of a list is "*" in its pointer. A
/// variant has the same fields below /variants/N.
[[nodiscard]] std::span<const FieldInfo* const> allFields();

/// The quantity at that pointer ("/baseline/steps/3/flops", "/variants/0/target/alpha_s"), or nullptr. The element does
/// not have to exist.
[[nodiscard]] const FieldInfo* findField(std::string_view pointer);

/// The quantity at that pointer; nullopt if it is not set or not a field. /plan/p counts as typed.
[[nodiscard]] MaybeQuantity fieldValue(const Project& project, std::string_view pointer);

/// Sets or removes the quantity. Errors (Input), with the pointer: outside the field's range; no such quantity, with
/// the most similar pointers. On error the project is unchanged.
[[nodiscard]] Result<void> setField(Project& project, std::string_view pointer, const MaybeQuantity& quantity);

/// The same for typed text, in the field's units, and for every other project member with a single value: names,
/// sentences, "true", a pattern. An empty text removes a quantity. Errors (Input): those of setField and of reading a
/// file with that value.
[[nodiscard]] Result<void> setFieldText(Project& project, std::string_view pointer, std::string_view text);

/// A working set typed as "7B params at 12 bytes each" also gives the model's parameters and bytes per parameter, unless
/// they are given otherwise. Both functions above call this.
void setModelFromWorkingSet(Baseline& baseline);

}  // namespace scalewright
