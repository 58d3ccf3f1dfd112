#include "core/bottleneck/profile_edit.h"

#include <string>
#include <utility>

#include "core/bottleneck/profile_members.h"
#include "core/base/json.h"
#include "core/project/object_reader.h"

namespace scalewright {

Result<void> setFigureText(Profile& profile, std::string_view pointer, std::string_view text)
{
    std::string places;
    for (const ProfileFieldInfo& about : profileFields())
        for (std::size_t i = 0; i < (about.ofStep ? profile.steps.size() : 1); ++i) {
            const std::string place = pointerOf(profile, about.field, i);
            if (place != pointer) {
                places += (places.empty() ? "" : ", ") + place;
                continue;
            }
            MaybeQuantity figure;
            Error error;
            const Json object(Json::Object{{about.key, Json(std::string(text))}});
            ObjectReader reader(error.problems, object, place.substr(0, place.rfind('/')));
            if (!text.empty())
                reader.quantity(about.key, figure, about.dimension, about.range);
            if (!error.problems.empty())
                return fail(std::move(error));
            (about.ofStep ? profile.steps[i].*detail::ofStep(about.field) : profile.*detail::ofWhole(about.field)) =
                std::move(figure);
            return {};
        }
    return fail(ErrorCode::Input, "there is no such figure in this profile", std::move(places),
                {.pointer = std::string(pointer)});
}

}  // namespace scalewright
