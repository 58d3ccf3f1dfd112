// SPDX-License-Identifier: GPL-3.0-or-later
// Hands an error on to the caller.
//
//     TRY(const std::string text, readText(file));   // declares text, or returns the error of readText
//     TRY_DO(saveFile(file, text));                  // the same for Result<void>
#pragma once

#include <utility>

#include "core/base/error/result.h"

#define SCALEWRIGHT_TRY_NAME_OF(line) tryResult##line
#define SCALEWRIGHT_TRY_NAME(line) SCALEWRIGHT_TRY_NAME_OF(line)
#define SCALEWRIGHT_TRY(name, declaration, ...)              \
    auto name = (__VA_ARGS__);                               \
    if (!name)                                               \
        return ::scalewright::fail(std::move(name.error())); \
    declaration = *std::move(name)

#define TRY(declaration, ...) SCALEWRIGHT_TRY(SCALEWRIGHT_TRY_NAME(__LINE__), declaration, __VA_ARGS__)
#define TRY_DO(...)                                 \
    if (auto tryResult = (__VA_ARGS__); !tryResult) \
    return ::scalewright::fail(std::move(tryResult.error()))
