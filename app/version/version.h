// SPDX-License-Identifier: GPL-3.0-or-later
// The version of Scalewright and its commit.
#pragma once

namespace scalewright {

/// "0.1.0 (1a2b3c4d5e6f)": the version and the commit it was built from, with a "+" after the commit if tracked files
/// were modified. Only the version if the sources are not a checkout. The string has static storage.
const char* versionAndCommit();

}  // namespace scalewright
