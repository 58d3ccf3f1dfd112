// Which Scalewright this is.
#pragma once

namespace scalewright {

/// "0.1.0 (1a2b3c4d5e6f)": the version and the commit it was built from, with a "+" after the commit where tracked files
/// differed from it. The version alone where the sources are no checkout. Static storage.
const char* versionAndCommit();

}  // namespace scalewright
