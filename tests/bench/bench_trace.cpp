// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a trace from memory, from its file and from a gzip file, compared with Python's json and with a plain
// simdjson loop that stores the same spans, in interleaved pairs on this machine. Goals: 20 times faster than Python,
// 1.6 times faster than the loop on two threads, a gzip file at 0.6 of the plain file's rate, 64 bytes per span. Uses
// the two large traces in shared/data; others can be named.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <simdjson.h>
#include <zlib.h>

#include "core/evidence/trace/scanner.h"
#include "core/evidence/trace/trace_file.h"
#include "tests/bench/bench.h"

using namespace scalewright;

namespace {

using bench::median;

constexpr int pairs = 11;

template <class Work>
double secondsOf(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string unpacked(const std::string& path)
{
    std::string text;
    const gzFile in = gzopen(path.c_str(), "rb");
    std::vector<char> some(1 << 20);
    for (int got = 0; in != nullptr && (got = gzread(in, some.data(), static_cast<unsigned>(some.size()))) > 0;)
        text.append(some.data(), static_cast<std::size_t>(got));
    if (in != nullptr)
        gzclose(in);
    return text;
}

/// Spans as a program using plain simdjson would store them: one thread, one pass, names and lanes interned.
struct PlainLoop {
    std::vector<TraceSpan> spans;
    std::unordered_map<std::string, std::uint32_t> kinds, lanes;

    void read(simdjson::ondemand::parser& parser, const simdjson::padded_string& text)
    {
        simdjson::ondemand::document document = parser.iterate(text);
        std::string kind, lane;
        for (simdjson::ondemand::object event : document["traceEvents"].get_array()) {
            char phase = 0;
            double start = 0, duration = 0;
            std::string_view name, category, process, thread;
            for (auto field : event) {
                const std::string_view key = field.unescaped_key();
                if (key == "ph")
                    phase = field.value().get_string().value()[0];
                else if (key == "ts")
                    start = field.value().get_double();
                else if (key == "dur")
                    duration = field.value().get_double();
                else if (key == "name")
                    name = field.value().get_string();
                else if (key == "cat")
                    category = field.value().get_string();
                else if (key == "pid")
                    process = field.value().raw_json_token();
                else if (key == "tid")
                    thread = field.value().raw_json_token();
            }
            if (phase != 'X')
                continue;
            kind.assign(name).push_back('\0');
            kind.append(category);
            lane.assign(process).push_back('\0');
            lane.append(thread);
            const auto its = kinds.emplace(kind, static_cast<std::uint32_t>(kinds.size())).first->second;
            const auto where = lanes.emplace(lane, static_cast<std::uint32_t>(lanes.size())).first->second;
            spans.push_back(
                {static_cast<std::int64_t>(start * 1000), static_cast<std::int64_t>(duration * 1000), its, where});
        }
    }
};

struct Python {
    double seconds = 0, durationUs = 0;
    std::size_t spans = 0;
};

/// Stores the text in a file for the lifetime of this object.
class PlainFile {
public:
    explicit PlainFile(std::string_view text)
    {
        if (mkdtemp(m_folder.data()) != nullptr)
            std::ofstream(path(), std::ios::binary) << text;
    }
    ~PlainFile()
    {
        std::remove(path().c_str());
        std::remove(m_folder.c_str());
    }
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;
    [[nodiscard]] std::string path() const { return m_folder + "/trace.json"; }

private:
    std::string m_folder = std::filesystem::temp_directory_path() / "scalewright-bench-XXXXXX";
};

Python runPython(const std::string& script, const std::string& file)
{
    Python python;
    if (FILE* pipe = popen(("python3 '" + script + "' '" + file + "'").c_str(), "r")) {
        if (std::fscanf(pipe, "%lf %zu %lf", &python.seconds, &python.spans, &python.durationUs) != 3)
            python = {};
        pclose(pipe);
    }
    return python;
}

/// Returns whether all three read the same data; true if the file does not exist.
bool read(const std::string& path, const std::string& script)
{
    std::string text = unpacked(path);
    if (text.empty()) {
        fmt::print("{}: not there\n", path);
        return true;
    }
    const double megabytes = double(text.size()) / 1e6;
    const std::size_t size = text.size();
    text.append(scanPadding, '\0');
    const simdjson::padded_string padded(text.data(), size);
    const PlainFile plain(std::string_view(text).substr(0, size));

    std::vector<double> ours, loops, single, files, packed, ratios, singleRatios, gzipRatios;
    std::size_t spans = 0, loopSpans = 0;
    double durations = 0, bytesPerSpan = 0;
    simdjson::ondemand::parser parser;
    for (int i = 0; i < pairs; ++i) {
        ours.push_back(secondsOf([&] {
            const auto recording = scanTrace(std::string_view(text).substr(0, size));
            spans = recording->spans.size();
            bytesPerSpan = double(recording->spans.capacity() * sizeof(TraceSpan)) / double(spans);
            durations = 0;
            for (const TraceSpan& span : recording->spans)
                durations += double(span.durationNs) / 1000;
        }));
        loops.push_back(secondsOf([&] {
            PlainLoop loop;
            loop.read(parser, padded);
            loopSpans = loop.spans.size();
        }));
        single.push_back(secondsOf([&] { (void)scanTrace(std::string_view(text).substr(0, size), {.threads = 1}); }));
        files.push_back(secondsOf([&] { (void)readTrace(plain.path()); }));
        packed.push_back(secondsOf([&] { (void)readTrace(path); }));
        ratios.push_back(loops.back() / ours.back());
        singleRatios.push_back(loops.back() / single.back());
        gzipRatios.push_back(files.back() / packed.back());
    }
    const Python python = runPython(script, plain.path());
    fmt::print("{}: {:.1f} MB, {} spans\n", path.substr(path.rfind('/') + 1), megabytes, spans);
    const bool same = spans == loopSpans && spans == python.spans &&
                      std::abs(durations - python.durationUs) <= 1e-6 * python.durationUs;
    if (!same)
        fmt::print("  THE THREE DO NOT AGREE: {} {} {} spans, {} {} us\n", spans, loopSpans, python.spans, durations,
                   python.durationUs);
    fmt::print(
        "  two threads {:5.0f} MB/s, one {:5.0f}, simdjson loop {:5.0f}, from a file {:5.0f}, from gzip {:5.0f}, "
        "Python {:3.0f}\n",
        megabytes / median(ours), megabytes / median(single), megabytes / median(loops), megabytes / median(files),
        megabytes / median(packed), megabytes / python.seconds);
    bench::row(fmt::format("trace parsed, {:.0f} MB", megabytes), fmt::format("{:.0f} MB/s", megabytes / median(ours)),
               fmt::format("simdjson's loop {:.0f} MB/s", megabytes / median(loops)), median(ratios), "1.6 times",
               median(ratios) >= 1.6);
    fmt::print(
        "  {:.2f} times the loop (aim 1.6: {}), {:.2f} on one thread · {:.0f} times Python (aim 20: {}) · gzip at "
        "{:.2f} of the plain file (aim 0.6: {}) · {:.0f} bytes a span (aim 64: {})\n",
        median(ratios), bench::verdict(median(ratios) >= 1.6), median(singleRatios), python.seconds / median(ours),
        bench::verdict(python.seconds / median(ours) >= 20), median(gzipRatios),
        bench::verdict(median(gzipRatios) >= 0.6), bytesPerSpan, bench::verdict(bytesPerSpan <= 64));
    return same;
}

}  // namespace

int main(int argc, char** argv)
{
    const char* shared = std::getenv("SCALEWRIGHT_SHARED_DATA");
    std::vector<std::string> files(argv + std::min(argc, 2), argv + argc);
    if (files.empty() && shared != nullptr)
        for (const char* name :
             {"df_index_resolver_df_index_resolver.json.gz", "mtia_trace_single_rank_mtia_rank_0.json.gz"})
            files.push_back(std::string(shared) + "/traces/hta/" + name);
    if (files.empty())
        fmt::print("set SCALEWRIGHT_SHARED_DATA, or name traces packed with gzip\n");
    bool same = true;
    for (const std::string& file : files)
        same = read(file, argv[1]) && same;
    return same ? 0 : 1;
}
