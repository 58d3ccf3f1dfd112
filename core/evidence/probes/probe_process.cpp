#include "core/evidence/probes/probe_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/evidence/probes/kernels.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/probes/samples.h"
#include "core/evidence/probes/scratch_file.h"
#include "core/evidence/probes/wire.h"

namespace scalewright {

namespace {

using namespace detail;

// A slow disk or a slow machine gets fewer repeats, not a longer wait.
constexpr double longestTimingS = 2;
constexpr int fewestRepeats = 3;
// Where no number of repeats is asked for: from look to look (samples.h) until the median is known this well.
constexpr double narrowEnough = 0.02, longestNarrowingS = 1;
constexpr double leastDrift = 0.05;

// Two fused multiply-adds on 512 bits of doubles a cycle, the widest core that is sold, and a clock beyond the one the
// system names.
constexpr double mostFlopPerCycle = 32, clockMargin = 2;

constexpr int bookMatrix = 1200;
constexpr std::size_t bookSum = 40'000'000;
constexpr std::size_t bookPayload = 8'000'000;

std::string bytes(double value)
{
    return formatAmount(value, Dimension::Bytes).joined();
}

void tell(const std::vector<std::string>& fields)
{
    const std::string line = wireLine(fields);
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

std::string digits(double value)
{
    return roundTrip(value);
}

struct Job {
    ProbeKind kind = ProbeKind::Machine;
    std::filesystem::path folder;
    int repeats = 0;
    std::size_t arrayBytes = 0;
    std::size_t fileBytes = 0;
    const MatrixLibrary* library = nullptr;
    MachineFacts facts;
    int stage = 0;
    int stages = 1;

    [[nodiscard]] bool does(ProbeKind part) const
    {
        return kind == part || kind == ProbeKind::Machine || (kind == ProbeKind::Book && part != ProbeKind::Disk);
    }
};

/// One warm-up, then the repeats; seconds of each. What `prepare` does before each of them is not timed.
Result<std::vector<double>> timings(Job& job, const std::string& doing, const std::function<Result<void>()>& work,
                                    const std::function<Result<void>()>& prepare = {})
{
    std::vector<double> seconds;
    double whole = 0;
    const auto isDone = [&] {
        const int repeats = static_cast<int>(seconds.size());
        if (repeats >= fewestRepeats && whole > longestTimingS)
            return true;
        if (job.repeats > 0)
            return repeats >= job.repeats;
        return intervalAtLook(seconds) &&
               (seconds.size() == looks.back() || whole > longestNarrowingS || medianWithin(seconds, narrowEnough));
    };
    for (int i = -1; !isDone(); ++i) {
        const double share =
            job.repeats > 0 ? static_cast<double>(i + 1) / (job.repeats + 1) : std::min(1.0, whole / longestTimingS);
        tell({"progress", digits((job.stage + share) / job.stages), doing});
        if (prepare)
            if (Result<void> prepared = prepare(); !prepared)
                return fail(prepared.error());
        Result<void> result;
        const double took = secondsOf([&] { result = work(); });
        if (!result)
            return fail(result.error());
        whole += took;
        if (i >= 0)
            seconds.push_back(took);
    }
    if (job.repeats == 0 && lastLook(seconds.size()) > 0)
        seconds.resize(lastLook(seconds.size()));  // cut off between looks: what came after the last one has no level
    ++job.stage;
    return seconds;
}

/// How much longer the last third of the repeats took than the first, where they rise (or fall) nearly throughout:
/// Kendall's tau of 0.8 or more, which seven repeats without a trend reach once in a hundred times. 0 where there is no
/// trend.
double driftOf(const std::vector<double>& seconds)
{
    const std::size_t n = seconds.size();
    if (n < 6)
        return 0;
    double rising = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = i + 1; k < n; ++k)
            rising += seconds[k] > seconds[i] ? 1 : -1;
    if (std::abs(rising) < 0.4 * static_cast<double>(n) * static_cast<double>(n - 1))
        return 0;
    double first = 0, last = 0;
    for (std::size_t i = 0; i < n / 3; ++i) {
        first += seconds[i];
        last += seconds[n - 1 - i];
    }
    return last / first - 1;
}

Result<void> tell(std::vector<std::string> message, const Result<std::vector<double>>& seconds, const std::string& name,
                  const std::string& conditions)
{
    if (!seconds)
        return fail(seconds.error());
    for (const double each : *seconds)
        message.push_back(digits(each));
    tell(message);
    tell({"conditions", name, conditions});
    if (const double drift = driftOf(*seconds); std::abs(drift) > leastDrift)
        tell({"warning", name,
              drift > 0
                  ? say("its repeats became slower one after the other, by {} %: the clock fell, or other load grew",
                        significant(100 * drift, 2))
                  : say("its repeats became faster one after the other, by {} %: the clock rose, or other load went",
                        significant(-100 * drift, 2))});
    return {};
}

Result<std::vector<Block>> allocate(const Job& job, std::size_t count, std::size_t each, const std::string& what,
                                    bool huge = true)
{
    const double all = static_cast<double>(count) * static_cast<double>(each);
    const double available = job.facts.availableBytes;
    const std::string needed = say("{} need {} of memory", what, bytes(all));
    if (available > 0 && all > 0.9 * available)
        return fail(ErrorCode::Environment, say("{} and {} is available", needed, bytes(available)),
                    "other programs closed, or a machine with more memory");
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < count; ++i) {
        std::optional<Block> block = Block::allocate(each, huge);
        if (!block)
            return fail(ErrorCode::Environment, say("{} and the system refuses it", needed),
                        "a higher limit (ulimit -v, ulimit -d), or other programs closed");
        blocks.push_back(*std::move(block));
    }
    return blocks;
}

std::string threadsText(int threads)
{
    return threads == 1 ? "1 thread" : fmt::format("{} threads", threads);
}

/// The two precisions of a product.
template <class Value>
std::span<Value> valuesOf(const Block& block)
{
    if constexpr (std::is_same_v<Value, double>)
        return block.doubles();
    else
        return block.floats();
}

/// The largest matrix, of a few sizes, whose product takes no longer than about `longestS`.
template <class Value>
int matrixFor(const Job& job, int threads, double longestS, std::span<Block> trial, int trialSize)
{
    const auto product = [&] {
        multiply(*job.library, trialSize, valuesOf<Value>(trial[0]), valuesOf<Value>(trial[1]),
                 valuesOf<Value>(trial[2]), threads);
    };
    product();
    const double rate = 2 * std::pow(trialSize, 3) / secondsOf(product);
    int chosen = trialSize;
    for (const int n : {768, 1024, 1536, 2048, 3072, 4096, 6144, 8192})
        if (2 * std::pow(n, 3) / rate <= longestS && 24.0 * n * n < 0.2 * job.facts.availableBytes)
            chosen = n;
    return chosen;
}

template <class Value>
Result<void> probeProduct(Job& job, const char* name, int threads, double longestS, const char* precision,
                          const std::string& doing)
{
    constexpr int trialSize = 512;
    Result<std::vector<Block>> trial = allocate(job, 3, sizeof(Value) * trialSize * trialSize, "three matrices");
    if (!trial)
        return fail(trial.error());
    for (std::size_t i = 0; i < 2; ++i)
        fill(valuesOf<Value>((*trial)[i]), threads);
    const int n = matrixFor<Value>(job, threads, longestS, *trial, trialSize);
    Result<std::vector<Block>> blocks =
        allocate(job, 3, sizeof(Value) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n), "three matrices");
    if (!blocks)
        return fail(blocks.error());
    const std::span<Value> a = valuesOf<Value>((*blocks)[0]), b = valuesOf<Value>((*blocks)[1]),
                           c = valuesOf<Value>((*blocks)[2]);
    fill(a, threads);
    fill(b, threads);
    const auto seconds = timings(job, doing, [&]() -> Result<void> {
        multiply(*job.library, n, a, b, c, threads);
        return {};
    });
    if (Result<void> told = tell({"rate", name, "flops", digits(2 * std::pow(n, 3))}, seconds, name,
                                 fmt::format("{}-precision matrix product, n = {}, {}, {}", precision, n,
                                             threadsText(threads), job.library->name));
        !told)
        return told;
    const double fastest = 2 * std::pow(n, 3) / *std::min_element(seconds->begin(), seconds->end());
    const double most =
        clockMargin * threads * mostFlopPerCycle * job.facts.clockHz * (std::is_same_v<Value, float> ? 2 : 1);
    if (job.facts.clockHz > 0 && fastest > most)
        tell({"warning", name,
              say("this is beyond what {} core(s) can do at their clock of {} GHz: the machine's clock or "
                  "its timer is not what it says",
                  threads, significant(job.facts.clockHz / 1e9, 3))});
    return {};
}

Result<void> probeCompute(Job& job)
{
    const int all = job.facts.cores;
    Result<void> done = probeProduct<double>(job, "peak_flops", all, 0.15, "double", "arithmetic, all cores");
    if (done)
        done = probeProduct<double>(job, "peak_flops_one_core", 1, 0.1, "double", "arithmetic, one core");
    if (done && job.library->multiplySingle != nullptr && job.kind != ProbeKind::Book) {
        done = probeProduct<float>(job, "peak_flops_single", all, 0.15, "single",
                                   "arithmetic in single precision, all cores");
        if (done)
            done = probeProduct<float>(job, "peak_flops_single_one_core", 1, 0.1, "single",
                                       "arithmetic in single precision, one core");
    }
    return done;
}

std::size_t arraySize(const Job& job)
{
    if (job.arrayBytes > 0)
        return job.arrayBytes / sizeof(double) * sizeof(double);
    constexpr std::size_t least = 64u << 20, most = 1u << 30;
    std::size_t size = std::clamp(4 * job.facts.lastLevelCacheBytes, least, most);  // STREAM's rule
    if (job.facts.availableBytes > 0)
        size = std::min(size, static_cast<std::size_t>(job.facts.availableBytes / 6) / 4096 * 4096);
    return std::max(size, std::size_t{16} << 20);
}

Result<void> probeMemory(Job& job)
{
    const std::size_t size = arraySize(job);
    Result<std::vector<Block>> blocks = allocate(job, 3, size, "the three arrays of the memory probe");
    if (!blocks)
        return fail(blocks.error());
    const std::span<double> a = (*blocks)[0].doubles(), b = (*blocks)[1].doubles(), c = (*blocks)[2].doubles();
    for (const std::span<double> array : {a, b, c})
        fill(array, job.facts.cores);

    const double each = static_cast<double>(size);
    const std::string arrays = fmt::format("three arrays of {}, {}", bytes(each), threadsText(job.facts.cores));
    struct Stream {
        const char* name;
        const char* formula;
        int moved;  ///< arrays
        int threads;
        std::string doing;
        std::function<void(int)> run;
    };
    const Stream triadHere{
        "memory_triad_bytes_per_s", "a = b + 3 c", 3, job.facts.cores, "memory, read and write", [&](int threads) {
            triad(a, b, c, threads);
        }};
    std::vector<Stream> streams{
        triadHere,
        {"memory_triad_one_core_bytes_per_s", "a = b + 3 c", 3, 1, "memory, read and write, one core", triadHere.run}};
    if (job.kind != ProbeKind::Book)
        streams.insert(streams.end(), {{"memory_copy_bytes_per_s", "a = b", 2, job.facts.cores, "memory, copy",
                                        [&](int threads) { copyInto(a, b, threads); }},
                                       {"memory_scale_bytes_per_s", "a = 3 b", 2, job.facts.cores, "memory, scale",
                                        [&](int threads) { scaleInto(a, b, threads); }},
                                       {"memory_add_bytes_per_s", "a = b + c", 3, job.facts.cores, "memory, add",
                                        [&](int threads) { addInto(a, b, c, threads); }}});
    for (const Stream& stream : streams) {
        const auto seconds = timings(job, stream.doing, [&]() -> Result<void> {
            stream.run(stream.threads);
            return {};
        });
        if (Result<void> told =
                tell({"rate", stream.name, "bytes", digits(stream.moved * each)}, seconds, stream.name,
                     fmt::format("{}, arrays of {}, {}; reads and writes counted, not the read that a write may cause",
                                 stream.formula, bytes(each), threadsText(stream.threads)));
            !told)
            return told;
    }

    double kept = 0;
    const auto readAll = [&](int threads) -> Result<void> {
        for (const std::span<const double> array : {a, b, c})
            kept += sum(array, threads);
        return {};
    };
    const auto readSeconds = timings(job, "memory, read", [&] { return readAll(job.facts.cores); });
    if (Result<void> told = tell({"rate", "memory_read_bytes_per_s", "bytes", digits(3 * each)}, readSeconds,
                                 "memory_read_bytes_per_s", "sum, " + arrays);
        !told)
        return told;
    const auto oneSeconds = timings(job, "memory, one core", [&] { return readAll(1); });
    if (Result<void> told =
            tell({"rate", "memory_read_one_core_bytes_per_s", "bytes", digits(3 * each)}, oneSeconds,
                 "memory_read_one_core_bytes_per_s", fmt::format("sum, three arrays of {}, 1 thread", bytes(each)));
        !told)
        return told;
    if (std::isnan(kept))
        tell({"warning", "-", "the sums of the memory probe are not numbers: the memory may be faulty"});
    if (size < 4 * job.facts.lastLevelCacheBytes)
        for (const char* name : {"memory_triad_bytes_per_s", "memory_copy_bytes_per_s", "memory_scale_bytes_per_s",
                                 "memory_add_bytes_per_s", "memory_triad_one_core_bytes_per_s",
                                 "memory_read_bytes_per_s", "memory_read_one_core_bytes_per_s"})
            if (job.kind != ProbeKind::Book || std::string_view(name).find("read") != std::string_view::npos ||
                std::string_view(name).find("triad") != std::string_view::npos)
                tell({"warning", name,
                      say("an array is smaller than four times the last-level cache of {}: this may be "
                          "partly the cache's bandwidth",
                          bytes(static_cast<double>(job.facts.lastLevelCacheBytes)))});
    tell({"fact", "memory_bytes", "bytes", digits(job.facts.memoryBytes)});
    tell({"conditions", "memory_bytes",
          job.facts.memoryIsLimit ? "the limit of this process's control group"
                                  : "installed memory as the system reports it"});
    return {};
}

Result<void> probeDisk(Job& job)
{
    constexpr std::size_t page = 4096;
    constexpr std::size_t chunk = 4u << 20;
    const std::size_t size = (job.fileBytes + page - 1) / page * page;
    Result<ScratchFile> file = ScratchFile::create(job.folder, size);
    if (!file)
        return fail(file.error());
    // Ordinary pages, as programs have them: direct reads into huge ones were three times as fast here.
    Result<std::vector<Block>> buffer = allocate(job, 1, std::min(size, chunk), "the buffer of the disk probe", false);
    if (!buffer)
        return fail(buffer.error());
    fill((*buffer)[0].doubles(), 1);
    const std::span<std::byte> data = (*buffer)[0].bytes();
    const auto chunks = [&](const auto& transfer) -> Result<void> {
        for (std::size_t at = 0; at < size; at += data.size())
            if (Result<void> moved = transfer(data.first(std::min(data.size(), size - at))); !moved)
                return moved;
        return {};
    };

    const std::string where = fmt::format("{} in {}", bytes(static_cast<double>(size)), job.folder.string());
    const auto write = [&]() -> Result<void> {
        if (Result<void> written = chunks([&](std::span<std::byte> part) { return file->write(part); }); !written)
            return written;
        return file->sync();
    };
    // Emptying a file of 256 MiB took a fifth of the time that writing it takes, and is no part of a program's write.
    const auto writeSeconds = timings(job, "disk, write", write, [&] { return file->restart(); });
    if (Result<void> told =
            tell({"rate", "disk_write_bytes_per_s", "bytes", digits(static_cast<double>(size))}, writeSeconds,
                 "disk_write_bytes_per_s", "sequential write of " + where + ", fsync included");
        !told)
        return told;

    const auto readAll = [&]() -> Result<void> {
        if (Result<void> at = file->rewind(); !at)
            return at;
        return chunks([&](std::span<std::byte> part) { return file->read(part); });
    };
    // Some file systems accept the flag and refuse the read.
    const bool direct = file->setDirect(true) && file->rewind() && file->read(data.first(std::min(size, data.size())));
    if (!direct)
        file->setDirect(false);
    const auto readSeconds = timings(job, "disk, read", readAll);
    if (Result<void> told = tell(
            {"rate", "disk_read_bytes_per_s", "bytes", digits(static_cast<double>(size))}, readSeconds,
            "disk_read_bytes_per_s",
            "sequential read of " + where + (direct ? ", past the page cache (O_DIRECT)" : ", from the page cache"));
        !told)
        return told;
    const std::string past = direct ? ", past the page cache (O_DIRECT)" : ", from the page cache";
    const std::size_t pages = size / page;
    constexpr std::size_t reads = 128;
    std::uint64_t state = 0x9e3779b97f4a7c15u;
    const auto randomSeconds = timings(job, "disk, random reads", [&]() -> Result<void> {
        for (std::size_t i = 0; i < reads; ++i) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            if (Result<void> got = file->readAt(data.first(std::min(page, data.size())), (state >> 33) % pages * page);
                !got)
                return got;
        }
        return {};
    });
    if (Result<void> told =
            tell({"rate", "disk_random_read_bytes_per_s", "bytes", digits(static_cast<double>(reads * page))},
                 randomSeconds, "disk_random_read_bytes_per_s",
                 fmt::format("{} reads of 4 KiB at random places of {}, one after the other{}", reads, where, past));
        !told)
        return told;
    if (direct) {
        file->setDirect(false);
        const auto cachedSeconds = timings(job, "disk, read again", readAll);
        if (Result<void> told =
                tell({"rate", "disk_cached_read_bytes_per_s", "bytes", digits(static_cast<double>(size))},
                     cachedSeconds, "disk_cached_read_bytes_per_s",
                     "sequential read of " + where + ", from the page cache: memory's speed, not the disk's");
            !told)
            return told;
    }
    tell({"fact", "storage_bytes", "bytes", digits(file->freeBytes() + static_cast<double>(size))});
    tell({"conditions", "storage_bytes", "free space for this user in " + job.folder.string()});
    if (file->inMemory())
        for (const char* name :
             {"disk_write_bytes_per_s", "disk_read_bytes_per_s", "disk_random_read_bytes_per_s", "storage_bytes"})
            tell({"warning", name,
                  say("{} lies in memory (tmpfs): this is not a disk; name another folder with TMPDIR or --folder",
                      job.folder.string())});
    else if (!direct)
        tell({"warning", "disk_read_bytes_per_s",
              "this file system has no direct reads: the page cache answered, so this is memory's "
              "speed and not the disk's"});
    else if (job.facts.virtualMachine)
        tell({"warning", "disk_read_bytes_per_s", "a virtual machine's disk: its host may have answered from memory"});
    return {};
}

Result<void> bookMatmul(Job& job)
{
    constexpr std::size_t entries = std::size_t{bookMatrix} * bookMatrix;
    Result<std::vector<Block>> blocks = allocate(job, 3, entries * sizeof(double), "the book's three matrices");
    if (!blocks)
        return fail(blocks.error());
    const std::span<double> a = (*blocks)[0].doubles(), b = (*blocks)[1].doubles(), c = (*blocks)[2].doubles();
    fill(a, 1);
    fill(b, 1);
    const auto seconds = timings(job, "the book's matrix product", [&]() -> Result<void> {
        multiply(*job.library, bookMatrix, a, b, c, job.facts.cores);
        return {};
    });
    return tell({"time", "matmul_time_s"}, seconds, "matmul_time_s",
                fmt::format("1200 x 1200 double-precision matrix product, {}, {}", threadsText(job.facts.cores),
                            job.library->name));
}

Result<void> bookReduction(Job& job)
{
    Result<std::vector<Block>> blocks = allocate(job, 1, bookSum * sizeof(double), "the book's array");
    if (!blocks)
        return fail(blocks.error());
    const std::span<double> values = (*blocks)[0].doubles();
    fill(values, 1);
    double kept = 0;
    const auto seconds = timings(job, "the book's sum over 40 million numbers", [&]() -> Result<void> {
        kept += sum(values, 1);
        return {};
    });
    if (Result<void> told = tell({"time", "sum_time_s"}, seconds, "sum_time_s",
                                 "sum of 40 million doubles (320 MB), 1 thread, sixteen running sums");
        !told)
        return told;
    if (std::isnan(kept))
        tell({"warning", "sum_time_s", "the sum is not a number: the memory may be faulty"});
    if (bookSum * sizeof(double) < 2 * job.facts.lastLevelCacheBytes)
        tell({"warning", "sum_time_s",
              say("the array lies partly in the last-level cache of {}: this may be faster than memory",
                  bytes(static_cast<double>(job.facts.lastLevelCacheBytes)))});
    return {};
}

Result<void> bookFile(Job& job)
{
    constexpr std::size_t size = bookPayload * sizeof(double);
    Result<std::vector<Block>> blocks = allocate(job, 2, size, "the book's file, twice,");
    if (!blocks)
        return fail(blocks.error());
    fill((*blocks)[0].doubles(), 1);
    fill((*blocks)[1].doubles(), 1);
    Result<ScratchFile> file = ScratchFile::create(job.folder, size);
    if (!file)
        return fail(file.error());
    const auto seconds = timings(job, "the book's file, written and read", [&]() -> Result<void> {
        if (Result<void> empty = file->restart(); !empty)
            return empty;
        if (Result<void> written = file->write((*blocks)[0].bytes()); !written)
            return written;
        if (Result<void> at = file->rewind(); !at)
            return at;
        return file->read((*blocks)[1].bytes());
    });
    if (Result<void> told = tell({"time", "file_time_s"}, seconds, "file_time_s",
                                 "8 million doubles (64 MB) written to a file in " + job.folder.string() +
                                     " and read back, nothing synced, as the book does");
        !told)
        return told;
    tell({"warning", "file_time_s",
          "the page cache answers: nothing waits for the device, so this is the cost of copying, not the disk's"});
    return {};
}

Result<void> runJob(Job& job)
{
    std::vector<Result<void> (*)(Job&)> parts;
    if (job.does(ProbeKind::Compute))
        parts.push_back(probeCompute);
    if (job.does(ProbeKind::Memory))
        parts.push_back(probeMemory);
    if (job.does(ProbeKind::Disk))
        parts.push_back(probeDisk);
    if (job.kind == ProbeKind::Book)
        parts.insert(parts.end(), {bookMatmul, bookReduction, bookFile});
    for (const auto part : parts)
        if (Result<void> done = part(job); !done)
            return done;
    return {};
}

void warnAboutMachine(const MachineFacts& facts)
{
    // The probe itself is not running yet, so whatever is runnable is somebody else's.
    if (facts.load > 0.5 * facts.cores)
        tell({"warning", "-",
              say("other programs are running (load {} on {} cores): figures are lower than an idle machine's",
                  significant(facts.load, 2), facts.cores)});
    if (facts.hybrid)
        tell({"warning", "-",
              "its cores are not alike: figures over all cores wait for the slowest, and one core's "
              "depend on which it ran on"});
    if (facts.cpuQuota)
        tell({"warning", "-",
              say("this process may use {} cores' worth of time on {} cores: figures over all cores are "
                  "held down by that limit",
                  significant(*facts.cpuQuota, 2), facts.cores)});
}

int stagesOf(ProbeKind kind)
{
    switch (kind) {
    case ProbeKind::Compute: return 4;
    case ProbeKind::Memory: return 7;
    case ProbeKind::Disk: return 4;
    case ProbeKind::Machine: return 15;
    case ProbeKind::Book: break;
    }
    return 9;
}

template <class Number>
bool readArgument(std::string_view text, Number& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

int failed(const Error& error)
{
    tell({"error", error.problems.front().message, error.problems.front().expected});
    return 3;
}

}  // namespace

int runProbeProcess(int argc, char** argv, const MatrixLibrary& library)
{
    Job job;
    pid_t parent = 0;
    const std::optional<ProbeKind> kind = argc == 7 ? probeKindFromName(argv[1]) : std::nullopt;
    if (!kind || !readArgument(argv[3], job.repeats) || !readArgument(argv[4], job.arrayBytes) ||
        !readArgument(argv[5], job.fileBytes) || !readArgument(argv[6], parent)) {
        std::fprintf(
            stderr, "scalewright-probe is run by scalewright and scalewright-cli: try scalewright-cli probe machine\n");
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)  // it ended before the line above
        return 3;
    std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is an error to report
    job.kind = *kind;
    job.folder = argv[2];
    job.library = &library;
    job.stages = stagesOf(*kind);
    try {
        job.facts = readMachineFacts();
        tell({"machine", job.facts.cpu, std::to_string(job.facts.cores)});
        warnAboutMachine(job.facts);
        if (Result<void> done = runJob(job); !done)
            return failed(done.error());
    } catch (const std::exception& error) {
        return failed({ErrorCode::Environment,
                       {{say("the system refuses what the probe needs: {}", std::string(error.what())), {}, {}}}});
    }
    tell({"done"});
    return 0;
}

}  // namespace scalewright
