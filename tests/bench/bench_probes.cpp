// SPDX-License-Identifier: GPL-3.0-or-later
// This machine's probes compared with plain programs that do the same work, in interleaved pairs of runs: the median
// ratio of at least eleven pairs. Goals: compute within 5 % of a plain call of OpenBLAS's dgemm, triad within 5 % of
// STREAM's triad as defined, sequential disk within 20 % of fio with the same block size and flags, all-reduce of 1 MiB
// and more within 15 % of a loop over MPI_Allreduce. A missing peer (fio, MPI) is reported and skipped. Any other load
// changes the results, so run it on an idle machine.
//
//     bench_probes [SCRIPT] FOLDER_OF_PROGRAMS CLI [MPI]      what: all, or those in $BENCH_PROBES (compute,memory,disk,collective)
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/evidence/probes/machine_facts.h"
#include "tests/bench/bench.h"

using namespace scalewright;

namespace {

using bench::median;

constexpr int minimumPairs = 11;
constexpr int passes = 3;
bool missed = false;

std::string outputOf(const std::string& line)
{
    std::string text;
    std::FILE* pipe = popen(line.c_str(), "r");
    if (pipe == nullptr)
        return text;
    std::array<char, 4096> block{};
    while (const std::size_t bytesRead = std::fread(block.data(), 1, block.size(), pipe))
        text.append(block.data(), bytesRead);
    return pclose(pipe) == 0 ? text : std::string();
}

std::string quoted(const std::string& word)
{
    return "'" + word + "'";
}

/// The median of one result in the output of `probe --json`.
std::optional<double> probed(const std::string& json, const std::string& name)
{
    const Result<Json> answer = parseJson(json);
    const Json* results = answer ? answer->find("results") : nullptr;
    if (results != nullptr && results->asArray() != nullptr)
        for (const Json& result : *results->asArray()) {
            const Json* nameMember = result.find("name");
            const Json* value = result.find("value");
            if (nameMember != nullptr && nameMember->asString() != nullptr && *nameMember->asString() == name &&
                value != nullptr)
                if (const Json* median = value->find("value"); median != nullptr && median->asNumber() != nullptr)
                    return std::strtod(median->asNumber()->text.c_str(), nullptr);
        }
    return std::nullopt;
}

std::optional<double> number(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return end != text.c_str() && value > 0 ? std::optional(value) : std::nullopt;
}

/// Runs pairs in alternating order, and reports the median ratio ours/theirs.
void compare(const std::string& label, double aim, Dimension dimension,
             const std::function<std::optional<double>()>& ours, const std::function<std::optional<double>()>& peer)
{
    std::vector<double> ratios, ourValues, peerValues;
    for (int pair = 0; pair < minimumPairs; ++pair) {
        const std::optional<double> first = pair % 2 == 0 ? ours() : peer(), second = pair % 2 == 0 ? peer() : ours();
        if (!first || !second) {
            fmt::print("{:<34}a run failed\n", label);
            missed = true;
            return;
        }
        ourValues.push_back(pair % 2 == 0 ? *first : *second);
        peerValues.push_back(pair % 2 == 0 ? *second : *first);
        ratios.push_back(ourValues.back() / peerValues.back());
    }
    const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
    const double ratio = median(ratios);
    const bool isWithinAim = ratio >= 1 - aim && ratio <= 1 + aim;
    missed = missed || !isWithinAim;
    fmt::print("{:<34}ratio {:.3f} ({:.3f} to {:.3f} in {} pairs), aim 1 +- {:.2f}: {}; ours {}, theirs {}\n", label,
               ratio, *least, *most, minimumPairs, aim, isWithinAim ? "held" : "MISSED",
               formatAmount(median(ourValues), dimension).joined(),
               formatAmount(median(peerValues), dimension).joined());
    bench::row(fmt::format("probe: {}", label), formatAmount(median(ourValues), dimension).joined(),
               formatAmount(median(peerValues), dimension).joined(), ratio, fmt::format("1 ± {:.2f}", aim),
               isWithinAim);
    std::fflush(stdout);
}

bool isProbeRequested(const std::string& label)
{
    const char* selectedProbes = std::getenv("BENCH_PROBES");
    return selectedProbes == nullptr || std::string(selectedProbes).find(label) != std::string::npos;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 4)
        return 2;
    const std::string programs = argv[2], cli = quoted(argv[3]), mpi = argc > 4 ? argv[4] : "";
    const MachineFacts facts = readMachineFacts();
    const std::string scratch = std::filesystem::current_path().string();

    if (isProbeRequested("compute")) {
        // The library may mistake a processor for an older one, so the peer is its fastest kernel that runs here.
        std::string fastest;
        double highestRate = 0;
        for (const char* core : {"", "OPENBLAS_CORETYPE=Haswell ", "OPENBLAS_CORETYPE=SkylakeX "})
            if (const auto rate = number(outputOf(fmt::format("{}{}/reference_dgemm 1536 1 5", core, programs)));
                rate && *rate > highestRate) {
                highestRate = *rate;
                fastest = core;
            }
        for (const int threads : {1, facts.cores}) {
            const char* name = threads == 1 ? "peak_flops_one_core" : "peak_flops";
            if (threads == 1 && facts.cores == 1)
                continue;
            compare(
                fmt::format("dgemm, {} thread(s)", threads), 0.05, Dimension::ComputeRate,
                [&] { return probed(outputOf(cli + " probe compute --repeats 7 --json"), name); },
                [&] {
                    return number(outputOf(fmt::format("{}{}/reference_dgemm {} {} 7", fastest, programs,
                                                       threads == 1 ? 1536 : 2048, threads)));
                });
        }
    }
    if (isProbeRequested("memory")) {
        const std::size_t bytes = std::max<std::size_t>(64u << 20, 4 * facts.lastLevelCacheBytes);
        const std::size_t array = std::min<std::size_t>(bytes, 512u << 20);
        compare(
            fmt::format("triad, {} thread(s)", facts.cores), 0.05, Dimension::Bandwidth,
            [&] {
                return probed(outputOf(fmt::format("{} probe memory --repeats 9 --array {} --json", cli, array)),
                              "memory_triad_bytes_per_s");
            },
            [&] { return number(outputOf(fmt::format("{}/reference_triad {} {} 9", programs, array, facts.cores))); });
    }
    if (isProbeRequested("disk")) {
        if (outputOf("command -v fio").empty()) {
            fmt::print("disk                              skipped: there is no fio (Debian's package fio)\n");
        } else {
            // The same 4 MiB blocks of a 256 MiB file: buffered writes to a file without preallocated space, with one
            // fsync at the end; reads bypass the page cache. Each value is the median of three passes, after a first
            // pass that is discarded.
            const auto fio = [&](const char* options, const char* field) -> std::optional<double> {
                const std::string pass = fmt::format(
                    "cd {} && fio --name=bench --filename=bench_probes.data --bs=4M --size=256M --ioengine=psync "
                    "--numjobs=1 {} --output-format=json 2> /dev/null",
                    quoted(scratch), options);
                outputOf(pass);
                std::vector<double> rates;
                for (int i = 0; i < passes; ++i) {
                    const std::string json = outputOf(pass);
                    const Result<Json> answer = parseJson(json.substr(std::min(json.find('{'), json.size())));
                    const Json* jobs = answer ? answer->find("jobs") : nullptr;
                    const Json* job = jobs != nullptr && jobs->asArray() != nullptr && !jobs->asArray()->empty()
                                          ? &jobs->asArray()->front()
                                          : nullptr;
                    const Json* side = job != nullptr ? job->find(field) : nullptr;
                    const Json* rate = side != nullptr ? side->find("bw_bytes") : nullptr;
                    const std::optional<double> value =
                        rate != nullptr && rate->asNumber() != nullptr ? number(rate->asNumber()->text) : std::nullopt;
                    if (!value)
                        return std::nullopt;
                    rates.push_back(*value);
                }
                return median(rates);
            };
            const std::string ours = fmt::format("{} probe disk --repeats {} --file 256MiB --folder {} --json", cli,
                                                 passes, quoted(scratch));
            compare(
                "disk, sequential write with fsync", 0.2, Dimension::Bandwidth,
                [&] { return probed(outputOf(ours), "disk_write_bytes_per_s"); },
                [&] {
                    return fio("--rw=write --direct=0 --end_fsync=1 --overwrite=0 --fallocate=none --unlink=1",
                               "write");
                });
            compare(
                "disk, sequential direct read", 0.2, Dimension::Bandwidth,
                [&] { return probed(outputOf(ours), "disk_read_bytes_per_s"); },
                [&] { return fio("--rw=read --direct=1", "read"); });
            std::filesystem::remove("bench_probes.data");
        }
    }
    if (isProbeRequested("collective")) {
        if (mpi.empty() || outputOf("command -v mpirun").empty()) {
            fmt::print(
                "all-reduce                        skipped: there is no MPI (Debian's libopenmpi-dev, openmpi-bin)\n");
        } else {
            const std::string run = fmt::format("{}mpirun {}--oversubscribe -np 2 ", "OMPI_MCA_mpi_yield_when_idle=1 ",
                                                geteuid() == 0 ? "--allow-run-as-root " : "");
            for (const int bytes : {1 << 20, 4 << 20, 16 << 20})
                compare(
                    fmt::format("all-reduce, {}, 2 ranks", formatAmount(bytes, Dimension::Bytes).joined()), 0.15,
                    Dimension::Time,
                    [&]() -> std::optional<double> {
                        const std::string rows = outputOf(fmt::format(
                            "{}{} --only all-reduce --from {} --to {} --repeats 21", run, quoted(mpi), bytes, bytes));
                        const std::size_t row = rows.find("\nall-reduce,2,");
                        const std::size_t comma = row == std::string::npos ? row : rows.find(',', row + 14);
                        return comma == std::string::npos ? std::nullopt : number(rows.substr(comma + 1));
                    },
                    [&] {
                        return number(outputOf(fmt::format("{}{}/reference_allreduce {} 21", run, programs, bytes)));
                    });
        }
    }
    if (missed)
        fmt::print("an aim was missed; on an idle machine that is the probe's fault\n");
}
