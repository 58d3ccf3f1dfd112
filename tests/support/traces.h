// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings built from strings, read with the program's rules.
#pragma once

#include <QtGlobal>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/evidence/trace/run.h"
#include "core/evidence/trace/scanner.h"
#include "tests/support/registry.h"

namespace scalewright::test {

inline const TraceRules& traceRules()
{
    static const TraceRules standard = [] {
        std::ifstream in(sourceFile(QStringLiteral("resources/catalogue/trace-rules.json")).toStdString());
        Result<TraceRules> read = parseTraceRules(std::string{std::istreambuf_iterator<char>(in), {}});
        if (!read)
            qFatal("%s", describe(read.error()).c_str());
        return *read;
    }();
    return standard;
}

/// Reads files, given as name and text, as one run.
inline TraceRun tracedRun(std::vector<std::pair<std::string, std::string>> files,
                          const TraceRules& rules = traceRules())
{
    std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings;
    for (auto& [name, text] : files) {
        const std::size_t size = text.size();
        text.append(scanPadding, '\0');
        Result<TraceRecording> recording = scanTrace(std::string_view(text).substr(0, size));
        if (!recording)
            qFatal("%s", describe(recording.error()).c_str());
        recordings.emplace_back(name, std::move(*recording));
    }
    return assembleRun(std::move(recordings), rules);
}

}  // namespace scalewright::test
