// SPDX-License-Identifier: GPL-3.0-or-later
// Which ceiling does a single machine hit first? Figure 41.2.1 as a function (book 41.2).
//
//     test                     left                  answer        right                       leaf -> axis
//     fits-in-memory           working set           <= no         memory                      memory-capacity -> model
//     serving-budget-met       latency, or demand    <= no         budget, or achieved rate    latency -> inference
//     io-dominates             io time               >  yes        io_dominates_at * step time data-io -> data
//     communication-dominates  alpha + Qnet/betaNet  >  yes        W/Pmax(I)                   coordination
//                                                                                              -> coordination
//     intensity-above-ridge    I = W/Q               >  yes or no  I* = pi/betaMem             compute -> training,
//                                                                                              memory-bandwidth
//                                                                                              -> model
//
// The first answer that leads to a leaf ends the path. Conventions where the book specifies none: the working set fits
// if left <= right; reading dominates from one half of the step, which is a field of the profile; I = I* counts as
// bandwidth; a dataset larger than the storage is data I/O (the table's first row), whatever the times. The serving
// test is an addition: the table has a row for it, but the figure has no leaf. It is evaluated only if a budget is set;
// the tighter pair is shown. The communication test compares with the step's measured time if there is one, else with
// the roofline time max(W/pi, Q/betaMem): a round longer than the roofline time and shorter than the step is not a
// bottleneck yet, and the result says so. The book uses W/pi, which is the same above the ridge and at the roof; the
// answer with W/pi is reported too.
//
// With several steps, the verdict is for ONE step whose time, reading, FLOP and bytes are the sums. Each step is also a
// separate point on the roofline with its own leaf. The step with the largest share of the time is named, with a
// warning if its leaf differs from the verdict.
//
//     const Result<Diagnosis> d = diagnose(*parseProfile(text));   // exercise 41.2.3: Compute, margins 0.125, 0.53, 2
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"
#include "core/base/text/enum_names.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

enum class Bottleneck { MemoryCapacity, Latency, DataIo, Coordination, MemoryBandwidth, Compute };
enum class Axis { Model, Data, Coordination, Training, Inference };
enum class Test { FitsInMemory, ServingBudgetMet, IoDominates, CommunicationDominates, IntensityAboveRidge };
enum class TestAnswer { Yes, No, NotApplicable };

// The titles of tests say what they decide.
template <>
inline constexpr auto enumNames<Bottleneck> =
    namedValues<Bottleneck>("ceiling", {{Bottleneck::MemoryCapacity, "memory-capacity", "memory capacity"},
                                        {Bottleneck::Latency, "latency"},
                                        {Bottleneck::DataIo, "data-io", "data I/O"},
                                        {Bottleneck::Coordination, "coordination"},
                                        {Bottleneck::MemoryBandwidth, "memory-bandwidth", "memory bandwidth"},
                                        {Bottleneck::Compute, "compute"}});
template <>
inline constexpr auto enumNames<Axis> = namedValues<Axis>("axis", {{Axis::Model, "model"},
                                                                   {Axis::Data, "data"},
                                                                   {Axis::Coordination, "coordination"},
                                                                   {Axis::Training, "training"},
                                                                   {Axis::Inference, "inference"}});
template <>
inline constexpr auto enumNames<Test> = namedValues<Test>(
    "test", {{Test::FitsInMemory, "fits-in-memory", "whether the working set fits"},
             {Test::ServingBudgetMet, "serving-budget-met", "whether the serving budget is met"},
             {Test::IoDominates, "io-dominates", "whether reading dominates"},
             {Test::CommunicationDominates, "communication-dominates", "whether communication dominates"},
             {Test::IntensityAboveRidge, "intensity-above-ridge", "whether the intensity is above the ridge"}});
template <>
inline constexpr auto enumNames<TestAnswer> =
    namedValues<TestAnswer>("answer", {{TestAnswer::Yes, "yes"},
                                       {TestAnswer::No, "no"},
                                       {TestAnswer::NotApplicable, "not-applicable", "does not apply"}});

inline constexpr auto allBottlenecks = valuesOf<Bottleneck>();
inline constexpr auto allAxes = valuesOf<Axis>();
inline constexpr auto allTests = valuesOf<Test>();

/// The remedy for a ceiling in Figure 41.2.1 (for latency, in Table 41.2.1).
[[nodiscard]] Axis axisOf(Bottleneck bottleneck);

/// The fields that both sides of a test depend on, known or not; like TestResult::inputs, but without a profile.
[[nodiscard]] std::vector<ProfileField> inputsOf(Test test);

/// The side of the value on which the answer flips; "at or" if the value itself is already enough.
enum class FlipSide { Above, AtOrAbove, Below, AtOrBelow };
template <>
inline constexpr auto enumNames<FlipSide> = namedValues<FlipSide>("side", {{FlipSide::Above, "above"},
                                                                           {FlipSide::AtOrAbove, "at-or-above"},
                                                                           {FlipSide::Below, "below"},
                                                                           {FlipSide::AtOrBelow, "at-or-below"}});

/// Moving this field alone past this value flips the answer to the test.
struct FlipPoint {
    ProfileField field;
    FlipSide side = FlipSide::Above;
    double value = 0;  ///< in the field's base unit
    /// Verdict of the whole flow with that value (an earlier test may decide); absent if the profile lacks figures for
    /// it.
    std::optional<Bottleneck> newBottleneck;
    std::string text;  ///< "bytes moved at or above 240 GB (2.0 times)"
    bool operator==(const FlipPoint&) const = default;
};

struct TestResult {
    Test test = Test::FitsInMemory;
    TestAnswer answer = TestAnswer::NotApplicable;
    std::optional<double> left, right;  ///< in `unit`; absent if the test does not apply or the value is not finite
    std::optional<double> margin;  ///< left/right
    /// Smallest and largest value over the intervals of the inputs, if any input has one.
    std::optional<Interval> marginInterval;
    bool isCertain = true;  ///< false if the answer changes within that interval
    Dimension dimension = Dimension::Ratio;
    std::string unit;  ///< "B", "s", "FLOP/B", "1/s"
    std::string leftName, rightName;  ///< "working set", "memory"
    std::string inequality;  ///< with this profile's numbers: "8.00 GB <= 64.0 GB"
    std::string reason;  ///< why the test does not apply, or why a number is absent; otherwise empty
    std::vector<FlipPoint> flips;
    std::string noFlipReason;  ///< why no single figure flips the answer; otherwise empty
    std::vector<ProfileField> inputs;  ///< the fields that left and right depend on
    std::optional<double> bookRightSideS;  ///< communication test: W/pi, the right side in the book
    std::optional<TestAnswer> bookAnswer;  ///< communication test: the answer with bookRightSideS
    bool operator==(const TestResult&) const = default;
};

/// Evaluates one test alone, whether or not the flow reaches it. Errors (Input): a required figure is absent (the error
/// says how to obtain it), or validate(profile) fails.
[[nodiscard]] Result<TestResult> evaluate(const Profile& profile, Test test);

/// How close another ceiling is. ratio is left/right of its test (right/left for memory bandwidth, whose leaf is the
/// "no" branch); from 1 on, that ceiling is exceeded too. relativeRatio is ratio divided by the largest ratio listed.
struct NextBottleneck {
    Bottleneck bottleneck = Bottleneck::Compute;
    Test test = Test::IntensityAboveRidge;
    double ratio = 0;
    double relativeRatio = 0;
    bool operator==(const NextBottleneck&) const = default;
};

/// One step on the roofline.
struct RooflinePoint {
    std::string name;
    std::optional<double> timeShare;  ///< share of the summed step time
    std::optional<double> intensity;  ///< FLOP/B
    /// Step time without reading; includes reading if the rest is too short for the work.
    std::optional<double> workTimeS;
    std::optional<double> achievedFlops, attainableFlops;  ///< W over workTimeS; Pmax(I)
    std::optional<double> achievedBytesPerS;  ///< Q over baseWorkTimeS
    std::optional<double> roofTimeS;  ///< max(W/pi, Q/betaMem)
    std::optional<double> roofShare;  ///< roofTimeS over workTimeS; 1 means at the roof
    std::optional<Bottleneck> bottleneck;  ///< data-io, compute or memory-bandwidth, for this step only
    std::string reason;  ///< why something is absent
    bool operator==(const RooflinePoint&) const = default;
};

/// Every step on the roofline, even if the whole workload cannot be diagnosed; time shares are absent unless every step
/// has a time. Precondition: validate(profile) passes.
[[nodiscard]] std::vector<RooflinePoint> rooflinePoints(const Profile& profile);

/// What the communication test implies for the number of workers (exercise 41.2.3): T_comp = W/Pmax(I), with one fixed
/// round alpha + Qnet/betaNet per step, or with the book's ring and beta = Qnet/betaNet.
struct WorkerImplication {
    double tCompS = 0, exchangeRoundS = 0;
    double commToComputeAt2 = 0;  ///< R(2) = round/(T_comp/2)
    double speedupAt2 = 0;  ///< T_comp/(T_comp/2 + round)
    std::optional<double> speedupLimit;  ///< T_comp/round; absent if the round takes no time
    /// Fastest p in 1…4096 for the book's ring, from the roofline time; differs from the design's p*
    int ringPStar = 1;
    double ringSpeedup = 1;  ///< S at ringPStar
    bool isRingAtSearchLimit = false;  ///< ringPStar is where the search ends, not an optimum
    bool isPredictedAtSearchLimit = false;
    std::optional<int> predictedPStar;  ///< p* from Predict, for the project's design and its stated T_comp
    std::optional<double> statedTCompS;  ///< the stated T_comp
    /// Measured time of the steps, if a round is shorter than it but longer than the roofline time.
    std::optional<double> measuredWorkS;
    std::string sentence;
    bool operator==(const WorkerImplication&) const = default;
};

struct Diagnosis {
    Bottleneck bottleneck = Bottleneck::Compute;
    Axis axis = Axis::Training;
    std::vector<TestResult> path;  ///< in order, up to the test that led to the leaf
    /// Largest ratio first, excluding tests that do not apply or lack figures.
    std::vector<NextBottleneck> nextBottlenecks;
    std::optional<double> intensity, ridge;  ///< from the sums, independent of the verdict; absent if unknown
    std::string intensityReason, ridgeReason;
    std::vector<RooflinePoint> steps;
    /// The step with the largest share of the time, if every step has a time.
    std::optional<std::size_t> dominatingStep;
    std::optional<WorkerImplication> workerImplication;  ///< present only if all three network figures are set
    std::string explanation;  ///< sentence with the deciding inequality
    /// Why this machine's roofs cannot be trusted; empty if the ceilings are consistent.
    std::string ceilingWarning;
    /// Set if the ceilings belong to a device other than the one that computes; otherwise empty.
    std::string deviceWarning;
    std::string noSpeedupNote;  ///< noSpeedupNote() for the leaf; empty if the axis pays off
    std::vector<std::string> warnings;
    bool operator==(const Diagnosis&) const = default;
};

/// Errors (Input): validate(profile) fails, or a figure that the flow needs is absent (the error says how to obtain
/// it). Figures after the leaf are not needed: a model that does not fit has no step time.
[[nodiscard]] Result<Diagnosis> diagnose(const Profile& profile);

/// How far the flow gets with a profile, and which later tests could be answered.
struct FlowProgress {
    Profile profile;
    std::vector<TestResult> path;  ///< answered tests, in order
    Result<Diagnosis> diagnosis;  ///< the diagnosis, or an error listing the figures that are missing or out of range
    std::optional<Test> blockedTest;  ///< first test that lacks figures; also absent if figures are out of range
    std::vector<TestResult> unreachedResults;  ///< tests that the flow does not reach but that could be answered

    [[nodiscard]] const TestResult* resultOf(Test test) const;  ///< from path or unreachedResults
    [[nodiscard]] bool reaches(Test test) const;  ///< the test is in `path` or is blockedTest
    bool operator==(const FlowProgress&) const = default;
};
[[nodiscard]] FlowProgress evaluateFlow(const Profile& profile);

}  // namespace scalewright
