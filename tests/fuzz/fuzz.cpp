// SPDX-License-Identifier: GPL-3.0-or-later
// The libFuzzer entry point: scalewright-fuzz --reader=NAME [libFuzzer options] CORPUS. Whatever it finds becomes a
// test.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/fuzz/mutate.h"
#include "tests/fuzz/readers.h"

namespace {

const scalewright::fuzz::Reader* reader = nullptr;

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t mostSize);

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    // Uses the resources of this checkout, regardless of where the program was built.
    setenv("SCALEWRIGHT_RESOURCES", SCALEWRIGHT_SOURCE_DIR "/resources", 0);
    constexpr std::string_view option = "--reader=";
    for (int i = 1; i < *argc; ++i)
        if (const std::string_view word = (*argv)[i]; word.starts_with(option))
            for (const scalewright::fuzz::Reader& each : scalewright::fuzz::readers())
                if (word.substr(option.size()) == each.name)
                    reader = &each;
    if (!reader) {
        std::fputs("--reader= one of", stderr);
        for (const scalewright::fuzz::Reader& each : scalewright::fuzz::readers())
            std::fprintf(stderr, " %s", each.name);
        std::fputs("\n", stderr);
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    reader->read(std::string_view(reinterpret_cast<const char*>(data), size));
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t mostSize,
                                               unsigned int seed)
{
    if (reader->json && seed % 8 != 0) {
        const std::string changed =
            scalewright::fuzz::mutatedJson(std::string_view(reinterpret_cast<const char*>(data), size), seed);
        if (!changed.empty() && changed.size() <= mostSize) {
            std::memcpy(data, changed.data(), changed.size());
            return changed.size();
        }
    }
    return LLVMFuzzerMutate(data, size, mostSize);
}
