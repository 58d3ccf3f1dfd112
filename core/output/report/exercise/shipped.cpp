// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/exercise/shipped.h"

#include <algorithm>
#include <system_error>

#include "core/base/files/resources.h"

namespace scalewright {

namespace {

std::vector<ShippedExercise> loadExercises()
{
    std::vector<ShippedExercise> exercises;
    const Result<std::filesystem::path> folder = resourcePath("exercises");
    if (!folder)
        return exercises;
    std::error_code errorCode;
    for (std::filesystem::directory_iterator each(*folder, errorCode), end; !errorCode && each != end;
         each.increment(errorCode)) {
        if (each->path().extension() != ".json")
            continue;
        const Result<std::string> text = readText(each->path());
        if (const Result<Assignment> read = text ? parseAssignment(*text) : fail(text.error()); read)
            exercises.push_back({each->path(), read->id, read->title});
    }
    std::ranges::sort(exercises,
                      [](const ShippedExercise& one, const ShippedExercise& other) { return one.id < other.id; });
    return exercises;
}

}  // namespace

const std::vector<ShippedExercise>& shippedExercises()
{
    static const std::vector<ShippedExercise> exercises = loadExercises();
    return exercises;
}

std::optional<AnswerKey> shippedAnswerKey(const Assignment& assignment)
{
    const std::vector<ShippedExercise>& exercises = shippedExercises();
    const auto hasSameId = [&](const ShippedExercise& each) { return each.id == assignment.id; };
    if (std::ranges::none_of(exercises, hasSameId))
        return std::nullopt;
    const Result<AnswerKey> key = parseResource("exercises/keys/" + assignment.id + ".key.json", parseAnswerKey);
    return key && key->id == assignment.id && key->lockedDigest == assignment.lockedDigest ? std::optional(*key)
                                                                                           : std::nullopt;
}

}  // namespace scalewright
