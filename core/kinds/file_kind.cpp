#include "core/kinds/file_kind.h"

#include <string>

#include "core/bottleneck/profile.h"
#include "core/json/json.h"
#include "core/ladder/ladder_file.h"
#include "core/program/profile_import.h"
#include "core/tables/csv.h"
#include "core/tables/encoding.h"

namespace scalewright {

FileKind kindOf(std::string_view text)
{
    if (isBenchmarkLog(text))
        return FileKind::Timings;
    if (profileSourceOf(text))
        return FileKind::Profile;
    const Result<Json> json = parseJson(text);
    if (json && json->find("format") != nullptr)
        return FileKind::Unknown;
    if (!json) {
        const Result<CsvFile> csv = parseCsv(text);
        if (csv && csv->find("p") && csv->find("bytes") && csv->find("seconds"))
            return FileKind::Timings;
    }
    if (readLadders(text))
        return FileKind::Ladder;
    if (!json)
        return FileKind::Unknown;
    const Result<Profile> profile = parseProfile(text);
    return profile && (profile->workingSetBytes || total(*profile, ProfileField::StepTime)) ? FileKind::Profile : FileKind::Unknown;
}

}  // namespace scalewright
