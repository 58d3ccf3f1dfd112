// Every field of a project by its JSON pointer: found, read and set. The tables are beside the structs (core/project/document).
//
//     fieldValue(project, "/target/alpha_s")                         // 0.8 ms, measured on …
//     setField(project, "/baseline/steps/0/flops", typed(6e12))      // refuses what is outside the field's range
//     setFieldText(project, "/target/bandwidth_bytes_per_s", "100Gbit/s")
#pragma once

#include <span>
#include <string_view>

#include "core/base/error/result.h"
#include "core/project/document/field.h"

namespace scalewright {

struct Project;

/// Every quantity that a person can set, in the order of a project file; /plan/p is one of them. An element of a list
/// is
/// "*" in its pointer. Those of a variant are the same below /variants/N.
[[nodiscard]] std::span<const FieldInfo* const> allFields();

/// The quantity at that pointer ("/baseline/steps/3/flops", "/variants/0/target/alpha_s"), or nullptr. Needs no such
/// element to be there.
[[nodiscard]] const FieldInfo* findField(std::string_view pointer);

/// The quantity there; nullopt where it is not set, or where there is none. /plan/p counts as typed.
[[nodiscard]] MaybeQuantity fieldValue(const Project& project, std::string_view pointer);

/// Sets it, or takes it away. Errors (Input), with the pointer: outside the field's range; no such quantity, with those
/// whose pointers are nearest. The project is then as it was.
[[nodiscard]] Result<void> setField(Project& project, std::string_view pointer, const MaybeQuantity& quantity);

/// The same for what a person types, in the field's units, and for every other member of a project that is one word:
/// names, sentences, "true", a pattern. An empty text takes the value away.
/// Errors (Input), as setField and as reading a file that says so.
[[nodiscard]] Result<void> setFieldText(Project& project, std::string_view pointer, std::string_view text);

}  // namespace scalewright
