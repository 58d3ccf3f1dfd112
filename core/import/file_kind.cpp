#include "core/import/file_kind.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/bottleneck/profile.h"
#include "core/base/json.h"
#include "core/import/ladder_file.h"
#include "core/import/profile_import.h"
#include "core/quantity/units.h"
#include "core/import/csv.h"
#include "core/import/encoding.h"

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
    if (!json) {
        const std::optional<TablePreview> table = previewOf(text, 1);
        const bool numbers = table && !table->rows.empty() && table->header.size() > 1 &&
                             std::any_of(table->rows.front().begin(), table->rows.front().end(),
                                         [](const std::string& cell) { return parseNumber(cell).has_value(); });
        return numbers ? FileKind::Table : FileKind::Unknown;
    }
    const Result<Profile> profile = parseProfile(text);
    return profile && (profile->baseline.workingSetBytes || total(*profile, &WorkloadStep::stepTimeS))
               ? FileKind::Profile
               : FileKind::Unknown;
}

}  // namespace scalewright
