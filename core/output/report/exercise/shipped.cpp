#include "core/output/report/exercise/shipped.h"

#include <algorithm>
#include <system_error>

#include "core/base/files/resources.h"

namespace scalewright {

namespace {

std::vector<ShippedExercise> exercisesThere()
{
    std::vector<ShippedExercise> exercises;
    const Result<std::filesystem::path> folder = resourcePath("exercises");
    if (!folder)
        return exercises;
    std::error_code why;
    for (std::filesystem::directory_iterator each(*folder, why), end; !why && each != end; each.increment(why)) {
        if (each->path().extension() != ".json")
            continue;
        const Result<std::string> text = readText(each->path());
        if (const Result<Assignment> read = text ? parseAssignment(*text) : fail(text.error()); read)
            exercises.push_back({each->path(), read->id, read->title});
    }
    std::sort(exercises.begin(), exercises.end(),
              [](const ShippedExercise& one, const ShippedExercise& other) { return one.id < other.id; });
    return exercises;
}

}  // namespace

const std::vector<ShippedExercise>& shippedExercises()
{
    static const std::vector<ShippedExercise> exercises = exercisesThere();
    return exercises;
}

std::optional<Key> shippedKey(const Assignment& assignment)
{
    const std::vector<ShippedExercise>& all = shippedExercises();
    const auto same = [&](const ShippedExercise& each) { return each.id == assignment.id; };
    if (std::none_of(all.begin(), all.end(), same))
        return std::nullopt;
    const Result<Key> key = parseResource("exercises/keys/" + assignment.id + ".key.json", parseKey);
    return key && key->id == assignment.id && key->locked == assignment.lockedDigest ? std::optional(*key)
                                                                                     : std::nullopt;
}

}  // namespace scalewright
