// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/probe_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
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

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
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

// A slow disk or machine gets fewer repeats instead of a longer wait.
constexpr double maximumTimingS = 2;
constexpr int minimumRepeats = 3;
// Without a requested number of repeats, continue from checkpoint to checkpoint (samples.h) until the median is known
// this accurately.
constexpr double targetMedianShare = 0.02, maximumNarrowingS = 1;
constexpr double minimumReportedDrift = 0.05;

// Two fused multiply-adds per cycle on 512 bits of doubles, the widest cores on the market, and a clock above the
// reported one.
constexpr double maximumFlopPerCycle = 32, clockMargin = 2;

constexpr int bookMatrixSize = 1200;
constexpr std::size_t bookSumLength = 40'000'000;
constexpr std::size_t bookFileDoubles = 8'000'000;

void sendMessage(const std::vector<std::string>& fields)
{
    const std::string line = formatWireLine(fields);
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

std::string exactNumberText(double value)
{
    return roundTripText(value);
}

struct ProbeJob {
    ProbeKind kind = ProbeKind::Machine;
    std::filesystem::path folder;
    int repeats = 0;
    std::size_t arrayBytes = 0;
    std::size_t fileBytes = 0;
    const MatrixLibrary* matrixLibrary = nullptr;
    MachineFacts machineFacts;
    int currentStage = 0;
    int stageCount = 1;

    [[nodiscard]] bool includes(ProbeKind part) const
    {
        return kind == part || kind == ProbeKind::Machine || (kind == ProbeKind::Book && part != ProbeKind::Disk);
    }
};

/// One warm-up, then the repeats; returns the seconds for each. `prepare` is called before each repeat, and its time is
/// not counted.
Result<std::vector<double>> timeRepeats(ProbeJob& job, const std::string& activity,
                                        const std::function<Result<void>()>& work,
                                        const std::function<Result<void>()>& prepare = {})
{
    std::vector<double> seconds;
    double totalS = 0;
    const auto isDone = [&] {
        const int repeats = static_cast<int>(seconds.size());
        if (repeats >= minimumRepeats && totalS > maximumTimingS)
            return true;
        if (job.repeats > 0)
            return repeats >= job.repeats;
        return intervalAtCheckpoint(seconds) &&
               (seconds.size() == checkpointRepeats.back() || totalS > maximumNarrowingS ||
                isMedianKnownWithin(seconds, targetMedianShare));
    };
    for (int i = -1; !isDone(); ++i) {
        const double share =
            job.repeats > 0 ? static_cast<double>(i + 1) / (job.repeats + 1) : std::min(1.0, totalS / maximumTimingS);
        sendMessage({"progress", exactNumberText((job.currentStage + share) / job.stageCount), activity});
        if (prepare)
            TRY_DO(prepare());
        Result<void> result;
        const double elapsedS = measureSeconds([&] { result = work(); });
        if (!result)
            return fail(result.error());
        totalS += elapsedS;
        if (i >= 0)
            seconds.push_back(elapsedS);
    }
    // Stopped between checkpoints: an interval with later repeats has no known level, so drop them.
    if (job.repeats == 0 && lastCheckpoint(seconds.size()) > 0)
        seconds.resize(lastCheckpoint(seconds.size()));
    ++job.currentStage;
    return seconds;
}

/// How much longer the last third of the repeats took than the first, if the times rise (or fall) nearly throughout:
/// Kendall's tau of at least 0.8, which seven repeats without a trend reach one time in a hundred. 0 if there is no
/// trend.
double relativeDriftOf(const std::vector<double>& seconds)
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

Result<void> sendMessage(std::vector<std::string> message, const Result<std::vector<double>>& seconds,
                         const std::string& name, const std::string& conditions)
{
    if (!seconds)
        return fail(seconds.error());
    for (const double duration : *seconds)
        message.push_back(exactNumberText(duration));
    sendMessage(message);
    sendMessage({"conditions", name, conditions});
    if (const double drift = relativeDriftOf(*seconds); std::abs(drift) > minimumReportedDrift)
        sendMessage(
            {"warning", name,
             drift > 0 ? formatMessage("repeats slowed down steadily, by {} %: the clock rate fell or other load grew",
                                       significantText(100 * drift, 2))
                       : formatMessage("repeats sped up steadily, by {} %: the clock rate rose or other load went away",
                                       significantText(-100 * drift, 2))});
    return {};
}

Result<std::vector<MemoryBlock>> allocateBlocks(const ProbeJob& job, std::size_t count, std::size_t bytesEach,
                                                const std::string& label, bool huge = true)
{
    const double totalBytes = static_cast<double>(count) * static_cast<double>(bytesEach);
    const double available = job.machineFacts.availableMemoryBytes;
    const std::string needed = formatMessage("not enough memory for {}: {} needed", label, bytesText(totalBytes));
    if (available > 0 && totalBytes > 0.9 * available)
        return fail(ErrorCode::Environment, formatMessage("{}, {} available", needed, bytesText(available)),
                    "other programs closed, or a machine with more memory");
    std::vector<MemoryBlock> blocks;
    for (std::size_t i = 0; i < count; ++i) {
        std::optional<MemoryBlock> block = MemoryBlock::allocate(bytesEach, huge);
        if (!block)
            return fail(ErrorCode::Environment, formatMessage("{}, but the system refuses it", needed),
                        "a higher limit (ulimit -v, ulimit -d), or other programs closed");
        blocks.push_back(*std::move(block));
    }
    return blocks;
}

std::string threadsText(int threads)
{
    return threads == 1 ? "1 thread" : fmt::format("{} threads", threads);
}

template <class Value>
std::span<Value> valuesOf(const MemoryBlock& block)
{
    if constexpr (std::is_same_v<Value, double>)
        return block.doubles();
    else
        return block.floats();
}

/// The largest of a few matrix sizes whose product takes no more than about `maximumS` seconds.
template <class Value>
int chooseMatrixSize(const ProbeJob& job, int threads, double maximumS, std::span<MemoryBlock> trial, int trialSize)
{
    const auto product = [&] {
        multiply(*job.matrixLibrary, trialSize, valuesOf<Value>(trial[0]), valuesOf<Value>(trial[1]),
                 valuesOf<Value>(trial[2]), threads);
    };
    product();
    const double rate = 2 * std::pow(trialSize, 3) / measureSeconds(product);
    int chosen = trialSize;
    for (const int n : {768, 1024, 1536, 2048, 3072, 4096, 6144, 8192})
        if (2 * std::pow(n, 3) / rate <= maximumS && 24.0 * n * n < 0.2 * job.machineFacts.availableMemoryBytes)
            chosen = n;
    return chosen;
}

template <class Value>
Result<void> probeMatrixProduct(ProbeJob& job, const char* name, int threads, double maximumS, const char* precision,
                                const std::string& activity)
{
    constexpr int trialSize = 512;
    TRY(std::vector<MemoryBlock> trial,
        allocateBlocks(job, 3, sizeof(Value) * trialSize * trialSize, "three matrices"));
    for (std::size_t i = 0; i < 2; ++i)
        fillRandom(valuesOf<Value>(trial[i]), threads);
    const int n = chooseMatrixSize<Value>(job, threads, maximumS, trial, trialSize);
    TRY(std::vector<MemoryBlock> blocks,
        allocateBlocks(job, 3, sizeof(Value) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n),
                       "three matrices"));
    const std::span<Value> a = valuesOf<Value>(blocks[0]), b = valuesOf<Value>(blocks[1]),
                           c = valuesOf<Value>(blocks[2]);
    fillRandom(a, threads);
    fillRandom(b, threads);
    const auto seconds = timeRepeats(job, activity, [&]() -> Result<void> {
        multiply(*job.matrixLibrary, n, a, b, c, threads);
        return {};
    });
    if (Result<void> sent = sendMessage({"rate", name, "flops", exactNumberText(2 * std::pow(n, 3))}, seconds, name,
                                        fmt::format("{}-precision matrix product, n = {}, {}, {}", precision, n,
                                                    threadsText(threads), job.matrixLibrary->name));
        !sent)
        return sent;
    const double fastest = 2 * std::pow(n, 3) / *std::ranges::min_element(*seconds);
    const double maximumFlops = clockMargin * threads * maximumFlopPerCycle * job.machineFacts.maximumClockHz *
                                (std::is_same_v<Value, float> ? 2 : 1);
    if (job.machineFacts.maximumClockHz > 0 && fastest > maximumFlops)
        sendMessage({"warning", name,
                     formatMessage("faster than {} core(s) can be at their clock rate of {} GHz: the reported clock "
                                   "rate or the timer is wrong",
                                   threads, significantText(job.machineFacts.maximumClockHz / 1e9, 3))});
    return {};
}

Result<void> probeCompute(ProbeJob& job)
{
    const int allCores = job.machineFacts.cores;
    Result<void> outcome =
        probeMatrixProduct<double>(job, "peak_flops", allCores, 0.15, "double", "arithmetic, all cores");
    if (outcome)
        outcome = probeMatrixProduct<double>(job, "peak_flops_one_core", 1, 0.1, "double", "arithmetic, one core");
    if (outcome && job.matrixLibrary->multiplySingle != nullptr && job.kind != ProbeKind::Book) {
        outcome = probeMatrixProduct<float>(job, "peak_flops_single", allCores, 0.15, "single",
                                            "arithmetic in single precision, all cores");
        if (outcome)
            outcome = probeMatrixProduct<float>(job, "peak_flops_single_one_core", 1, 0.1, "single",
                                                "arithmetic in single precision, one core");
    }
    return outcome;
}

std::size_t chooseArrayBytes(const ProbeJob& job)
{
    if (job.arrayBytes > 0)
        return job.arrayBytes / sizeof(double) * sizeof(double);
    constexpr std::size_t minimumBytes = 64u << 20, maximumBytes = 1u << 30;
    // STREAM's rule.
    std::size_t size = std::clamp(4 * job.machineFacts.lastLevelCacheBytes, minimumBytes, maximumBytes);
    if (job.machineFacts.availableMemoryBytes > 0)
        size = std::min(size, static_cast<std::size_t>(job.machineFacts.availableMemoryBytes / 6) / 4096 * 4096);
    return std::max(size, std::size_t{16} << 20);
}

Result<void> probeMemory(ProbeJob& job)
{
    const std::size_t size = chooseArrayBytes(job);
    TRY(std::vector<MemoryBlock> blocks, allocateBlocks(job, 3, size, "the memory probe's three arrays"));
    const std::span<double> a = blocks[0].doubles(), b = blocks[1].doubles(), c = blocks[2].doubles();
    for (const std::span<double> array : {a, b, c})
        fillRandom(array, job.machineFacts.cores);

    const double bytesPerArray = static_cast<double>(size);
    const std::string arrays =
        fmt::format("three arrays of {}, {}", bytesText(bytesPerArray), threadsText(job.machineFacts.cores));
    struct Stream {
        const char* name;
        const char* formula;
        int arraysMoved;  ///< per pass
        int threads;
        std::string activity;
        std::function<void(int)> run;
    };
    const Stream triadAllCores{"memory_triad_bytes_per_s",
                               "a = b + 3 c",
                               3,
                               job.machineFacts.cores,
                               "memory, read and write",
                               [&](int threads) { triadInto(a, b, c, threads); }};
    std::vector<Stream> streams{triadAllCores,
                                {"memory_triad_one_core_bytes_per_s", "a = b + 3 c", 3, 1,
                                 "memory, read and write, one core", triadAllCores.run}};
    if (job.kind != ProbeKind::Book)
        streams.insert(streams.end(), {{"memory_copy_bytes_per_s", "a = b", 2, job.machineFacts.cores, "memory, copy",
                                        [&](int threads) { copyInto(a, b, threads); }},
                                       {"memory_scale_bytes_per_s", "a = 3 b", 2, job.machineFacts.cores,
                                        "memory, scale", [&](int threads) { scaleInto(a, b, threads); }},
                                       {"memory_add_bytes_per_s", "a = b + c", 3, job.machineFacts.cores, "memory, add",
                                        [&](int threads) { addInto(a, b, c, threads); }}});
    for (const Stream& stream : streams) {
        const auto seconds = timeRepeats(job, stream.activity, [&]() -> Result<void> {
            stream.run(stream.threads);
            return {};
        });
        if (Result<void> sent = sendMessage(
                {"rate", stream.name, "bytes", exactNumberText(stream.arraysMoved * bytesPerArray)}, seconds,
                stream.name,
                fmt::format("{}, arrays of {}, {}; reads and writes counted, but not the reads that writes cause",
                            stream.formula, bytesText(bytesPerArray), threadsText(stream.threads)));
            !sent)
            return sent;
    }

    double checksum = 0;
    const auto readAll = [&](int threads) -> Result<void> {
        for (const std::span<const double> array : {a, b, c})
            checksum += sum(array, threads);
        return {};
    };
    const auto readSeconds = timeRepeats(job, "memory, read", [&] { return readAll(job.machineFacts.cores); });
    if (Result<void> sent =
            sendMessage({"rate", "memory_read_bytes_per_s", "bytes", exactNumberText(3 * bytesPerArray)}, readSeconds,
                        "memory_read_bytes_per_s", "sum, " + arrays);
        !sent)
        return sent;
    const auto oneCoreSeconds = timeRepeats(job, "memory, one core", [&] { return readAll(1); });
    if (Result<void> sent =
            sendMessage({"rate", "memory_read_one_core_bytes_per_s", "bytes", exactNumberText(3 * bytesPerArray)},
                        oneCoreSeconds, "memory_read_one_core_bytes_per_s",
                        fmt::format("sum, three arrays of {}, 1 thread", bytesText(bytesPerArray)));
        !sent)
        return sent;
    if (std::isnan(checksum))
        sendMessage({"warning", "-", "the memory probe's sums are not numbers: the memory may be faulty"});
    if (size < 4 * job.machineFacts.lastLevelCacheBytes)
        for (const char* name : {"memory_triad_bytes_per_s", "memory_copy_bytes_per_s", "memory_scale_bytes_per_s",
                                 "memory_add_bytes_per_s", "memory_triad_one_core_bytes_per_s",
                                 "memory_read_bytes_per_s", "memory_read_one_core_bytes_per_s"})
            if (job.kind != ProbeKind::Book || std::string_view(name).find("read") != std::string_view::npos ||
                std::string_view(name).find("triad") != std::string_view::npos)
                sendMessage({"warning", name,
                             formatMessage("an array is smaller than four times the last-level cache of {}: this may "
                                           "partly be cache bandwidth",
                                           bytesText(static_cast<double>(job.machineFacts.lastLevelCacheBytes)))});
    sendMessage({"fact", "memory_bytes", "bytes", exactNumberText(job.machineFacts.memoryBytes)});
    sendMessage({"conditions", "memory_bytes",
                 job.machineFacts.isMemoryLimited ? "the limit of this process's control group"
                                                  : "installed memory as the system reports it"});
    return {};
}

Result<void> probeDisk(ProbeJob& job)
{
    constexpr std::size_t page = 4096;
    constexpr std::size_t chunk = 4u << 20;
    const std::size_t size = (job.fileBytes + page - 1) / page * page;
    Result<ScratchFile> file = ScratchFile::create(job.folder, size);
    if (!file)
        return fail(file.error());
    // Ordinary pages, as in most programs: direct reads into huge pages were three times as fast here.
    TRY(std::vector<MemoryBlock> buffer,
        allocateBlocks(job, 1, std::min(size, chunk), "the disk probe's buffer", false));
    fillRandom(buffer[0].doubles(), 1);
    const std::span<std::byte> data = buffer[0].bytes();
    const auto chunks = [&](const auto& transfer) -> Result<void> {
        for (std::size_t offset = 0; offset < size; offset += data.size())
            if (Result<void> transferred = transfer(data.first(std::min(data.size(), size - offset))); !transferred)
                return transferred;
        return {};
    };

    const std::string sizeAndFolder =
        fmt::format("{} in {}", bytesText(static_cast<double>(size)), job.folder.string());
    const auto write = [&]() -> Result<void> {
        if (Result<void> written = chunks([&](std::span<std::byte> part) { return file->write(part); }); !written)
            return written;
        return file->sync();
    };
    // Emptying a 256 MiB file took a fifth of the time needed to write it, and is not part of a program's write.
    const auto writeSeconds = timeRepeats(job, "disk, write", write, [&] { return file->restart(); });
    if (Result<void> sent = sendMessage(
            {"rate", "disk_write_bytes_per_s", "bytes", exactNumberText(static_cast<double>(size))}, writeSeconds,
            "disk_write_bytes_per_s", "sequential write of " + sizeAndFolder + ", fsync included");
        !sent)
        return sent;

    const auto readAll = [&]() -> Result<void> {
        if (Result<void> rewound = file->rewind(); !rewound)
            return rewound;
        return chunks([&](std::span<std::byte> part) { return file->read(part); });
    };
    // Some file systems accept the flag but then refuse to read.
    const bool direct =
        file->setDirectIo(true) && file->rewind() && file->read(data.first(std::min(size, data.size())));
    if (!direct)
        file->setDirectIo(false);
    const auto readSeconds = timeRepeats(job, "disk, read", readAll);
    if (Result<void> sent =
            sendMessage({"rate", "disk_read_bytes_per_s", "bytes", exactNumberText(static_cast<double>(size))},
                        readSeconds, "disk_read_bytes_per_s",
                        "sequential read of " + sizeAndFolder +
                            (direct ? ", bypassing the page cache (O_DIRECT)" : ", from the page cache"));
        !sent)
        return sent;
    const std::string past = direct ? ", bypassing the page cache (O_DIRECT)" : ", from the page cache";
    const std::size_t pages = size / page;
    constexpr std::size_t readCount = 128;
    std::uint64_t state = 0x9e3779b97f4a7c15u;
    const auto randomSeconds = timeRepeats(job, "disk, random reads", [&]() -> Result<void> {
        for (std::size_t i = 0; i < readCount; ++i) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            if (Result<void> readResult =
                    file->readAt(data.first(std::min(page, data.size())), (state >> 33) % pages * page);
                !readResult)
                return readResult;
        }
        return {};
    });
    if (Result<void> sent = sendMessage(
            {"rate", "disk_random_read_bytes_per_s", "bytes", exactNumberText(static_cast<double>(readCount * page))},
            randomSeconds, "disk_random_read_bytes_per_s",
            fmt::format("{} reads of 4 KiB at random offsets of {}, one at a time{}", readCount, sizeAndFolder, past));
        !sent)
        return sent;
    if (direct) {
        file->setDirectIo(false);
        const auto cachedSeconds = timeRepeats(job, "disk, read again", readAll);
        if (Result<void> sent = sendMessage(
                {"rate", "disk_cached_read_bytes_per_s", "bytes", exactNumberText(static_cast<double>(size))},
                cachedSeconds, "disk_cached_read_bytes_per_s",
                "sequential read of " + sizeAndFolder + ", from the page cache: memory speed, not disk speed");
            !sent)
            return sent;
    }
    sendMessage({"fact", "storage_bytes", "bytes", exactNumberText(file->freeBytes() + static_cast<double>(size))});
    sendMessage({"conditions", "storage_bytes", "free space for this user in " + job.folder.string()});
    if (file->isInMemory())
        for (const char* name :
             {"disk_write_bytes_per_s", "disk_read_bytes_per_s", "disk_random_read_bytes_per_s", "storage_bytes"})
            sendMessage(
                {"warning", name,
                 formatMessage("{} is in memory (tmpfs), not on a disk; choose another folder with TMPDIR or --folder",
                               job.folder.string())});
    else if (!direct)
        sendMessage({"warning", "disk_read_bytes_per_s",
                     "this file system does not support direct reads: the page cache answered, so this is memory "
                     "speed, not disk speed"});
    else if (job.machineFacts.isVirtualMachine)
        sendMessage(
            {"warning", "disk_read_bytes_per_s", "a virtual machine's disk: the host may have answered from memory"});
    return {};
}

Result<void> timeBookMatmul(ProbeJob& job)
{
    constexpr std::size_t entries = std::size_t{bookMatrixSize} * bookMatrixSize;
    TRY(std::vector<MemoryBlock> blocks, allocateBlocks(job, 3, entries * sizeof(double), "the book's three matrices"));
    const std::span<double> a = blocks[0].doubles(), b = blocks[1].doubles(), c = blocks[2].doubles();
    fillRandom(a, 1);
    fillRandom(b, 1);
    const auto seconds = timeRepeats(job, "the book's matrix product", [&]() -> Result<void> {
        multiply(*job.matrixLibrary, bookMatrixSize, a, b, c, job.machineFacts.cores);
        return {};
    });
    return sendMessage({"time", "matmul_time_s"}, seconds, "matmul_time_s",
                       fmt::format("1200 x 1200 double-precision matrix product, {}, {}",
                                   threadsText(job.machineFacts.cores), job.matrixLibrary->name));
}

Result<void> timeBookSum(ProbeJob& job)
{
    TRY(std::vector<MemoryBlock> blocks, allocateBlocks(job, 1, bookSumLength * sizeof(double), "the book's array"));
    const std::span<double> values = blocks[0].doubles();
    fillRandom(values, 1);
    double checksum = 0;
    const auto seconds = timeRepeats(job, "the book's sum over 40 million numbers", [&]() -> Result<void> {
        checksum += sum(values, 1);
        return {};
    });
    if (Result<void> sent = sendMessage({"time", "sum_time_s"}, seconds, "sum_time_s",
                                        "sum of 40 million doubles (320 MB), 1 thread, sixteen running sums");
        !sent)
        return sent;
    if (std::isnan(checksum))
        sendMessage({"warning", "sum_time_s", "the sum is not a number: the memory may be faulty"});
    if (bookSumLength * sizeof(double) < 2 * job.machineFacts.lastLevelCacheBytes)
        sendMessage({"warning", "sum_time_s",
                     formatMessage("part of the array is in the last-level cache of {}: this may be faster than memory",
                                   bytesText(static_cast<double>(job.machineFacts.lastLevelCacheBytes)))});
    return {};
}

Result<void> timeBookFile(ProbeJob& job)
{
    constexpr std::size_t size = bookFileDoubles * sizeof(double);
    TRY(std::vector<MemoryBlock> blocks, allocateBlocks(job, 2, size, "two copies of the book's file"));
    fillRandom(blocks[0].doubles(), 1);
    fillRandom(blocks[1].doubles(), 1);
    Result<ScratchFile> file = ScratchFile::create(job.folder, size);
    if (!file)
        return fail(file.error());
    const auto seconds = timeRepeats(job, "the book's file, written and read", [&]() -> Result<void> {
        if (Result<void> empty = file->restart(); !empty)
            return empty;
        if (Result<void> written = file->write(blocks[0].bytes()); !written)
            return written;
        if (Result<void> rewound = file->rewind(); !rewound)
            return rewound;
        return file->read(blocks[1].bytes());
    });
    if (Result<void> sent = sendMessage({"time", "file_time_s"}, seconds, "file_time_s",
                                        "8 million doubles (64 MB) written to a file in " + job.folder.string() +
                                            " and read back without syncing, as in the book");
        !sent)
        return sent;
    sendMessage(
        {"warning", "file_time_s",
         "the page cache answered without waiting for the device: this is the cost of copying, not of the disk"});
    return {};
}

Result<void> runProbes(ProbeJob& job)
{
    std::vector<Result<void> (*)(ProbeJob&)> parts;
    if (job.includes(ProbeKind::Compute))
        parts.push_back(probeCompute);
    if (job.includes(ProbeKind::Memory))
        parts.push_back(probeMemory);
    if (job.includes(ProbeKind::Disk))
        parts.push_back(probeDisk);
    if (job.kind == ProbeKind::Book)
        parts.insert(parts.end(), {timeBookMatmul, timeBookSum, timeBookFile});
    for (const auto part : parts)
        if (Result<void> outcome = part(job); !outcome)
            return outcome;
    return {};
}

void warnAboutMachine(const MachineFacts& facts)
{
    // The probe is not running yet, so anything runnable belongs to another program.
    if (facts.loadAverage > 0.5 * facts.cores)
        sendMessage(
            {"warning", "-",
             formatMessage("other programs are running (load {} on {} cores): figures are lower than an idle machine's",
                           significantText(facts.loadAverage, 2), facts.cores)});
    if (facts.hasMixedCoreTypes)
        sendMessage({"warning", "-",
                     "the cores are of different types: all-core figures wait for the slowest, and one-core figures "
                     "depend on the core used"});
    if (facts.cpuQuota)
        sendMessage({"warning", "-",
                     formatMessage("this process is limited to {} cores' worth of time on {} cores: all-core figures "
                                   "are lower because of it",
                                   significantText(*facts.cpuQuota, 2), facts.cores)});
}

int stageCountOf(ProbeKind kind)
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

int sendError(const Error& error)
{
    sendMessage({"error", error.problems.front().message, error.problems.front().expected});
    return 3;
}

}  // namespace

int runProbeProcess(int argc, char** argv, const MatrixLibrary& library)
{
    ProbeJob job;
    pid_t parent = 0;
    const std::optional<ProbeKind> kind = argc == 7 ? valueNamed<ProbeKind>(argv[1]) : std::nullopt;
    if (!kind || !readArgument(argv[3], job.repeats) || !readArgument(argv[4], job.arrayBytes) ||
        !readArgument(argv[5], job.fileBytes) || !readArgument(argv[6], parent)) {
        std::fprintf(
            stderr, "scalewright-probe is run by scalewright and scalewright-cli: try scalewright-cli probe machine\n");
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)  // the parent ended before the prctl call
        return 3;
    std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit must be reported as an error
    job.kind = *kind;
    job.folder = argv[2];
    job.matrixLibrary = &library;
    job.stageCount = stageCountOf(*kind);
    try {
        job.machineFacts = readMachineFacts();
        sendMessage({"machine", job.machineFacts.cpuName, std::to_string(job.machineFacts.cores)});
        warnAboutMachine(job.machineFacts);
        if (Result<void> outcome = runProbes(job); !outcome)
            return sendError(outcome.error());
    } catch (const std::exception& error) {
        return sendError(
            {ErrorCode::Environment,
             {{formatMessage("the system refused a resource that the probe needs: {}", std::string(error.what())),
               {},
               {}}}});
    }
    sendMessage({"done"});
    return 0;
}

}  // namespace scalewright
