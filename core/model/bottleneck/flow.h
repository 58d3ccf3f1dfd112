// Which ceiling does the single machine hit first? Figure 41.2.1 as a function (book 41.2).
//
//   test                      left                       answer          right                     leaf
//   fits-in-memory            working set                <= no           memory                    memory-capacity -> model
//   serving-budget-met        latency, or demand         <= no           budget, or what is reached  latency -> inference
//   io-dominates              io time                    >  yes          io_dominates_at * step time  data-io -> data
//   communication-dominates   alpha + Qnet/betaNet       >  yes          W/Pmax(I)                 coordination -> coordination
//   intensity-above-ridge     I = W/Q                    >  yes or no    I* = pi/betaMem           compute -> training, memory-bandwidth -> model
//
// The first answer that names a leaf ends the path. Conventions where the book is silent: it fits if left <= right;
// reading dominates from one half of the step, a field of the profile; I = I* counts as bandwidth; a dataset larger
// than the storage is data I/O (the table's first row), whatever the times. The serving question is an addition: the
// table has a row for it and the figure no leaf. It is asked only where a budget is given; the tighter pair shows.
// The communication test compares with the step's own time, where it was measured, else with the roofline time
// max(W/pi, Q/betaMem): a round longer than the roof and shorter than the step is no bottleneck yet, which
// is said. The book writes W/pi, the same above the ridge and at the roof: its answer is given too.
//
// Several steps: the verdict is that of ONE step whose time, reading, FLOP and bytes are the sums. Each step is also
// a point of its own on the roofline with a leaf of its own, and the step with the largest share of the time is
// named; where its leaf is not the verdict, a warning says so.
//
//     const Result<Diagnosis> d = diagnose(*parseProfile(text));   // exercise 41.2.3: Compute, margins 0.125, 0.53, 2
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

enum class Bottleneck { MemoryCapacity, Latency, DataIo, Coordination, MemoryBandwidth, Compute };
enum class Axis { Model, Data, Coordination, Training, Inference };
enum class Test { FitsInMemory, ServingBudgetMet, IoDominates, CommunicationDominates, IntensityAboveRidge };
enum class TestAnswer { Yes, No, NotApplicable };

inline constexpr std::array<Bottleneck, 6> allBottlenecks{Bottleneck::MemoryCapacity,  Bottleneck::Latency,
                                                          Bottleneck::DataIo,          Bottleneck::Coordination,
                                                          Bottleneck::MemoryBandwidth, Bottleneck::Compute};
inline constexpr std::array<Axis, 5> allAxes{Axis::Model, Axis::Data, Axis::Coordination, Axis::Training,
                                             Axis::Inference};
inline constexpr std::array<Test, 5> allTests{Test::FitsInMemory, Test::ServingBudgetMet, Test::IoDominates,
                                              Test::CommunicationDominates, Test::IntensityAboveRidge};

/// The stable names of the command line: "memory-capacity", "model", "fits-in-memory", "not-applicable".
[[nodiscard]] const char* bottleneckName(Bottleneck bottleneck);
[[nodiscard]] const char* axisName(Axis axis);
[[nodiscard]] const char* testName(Test test);
[[nodiscard]] const char* answerName(TestAnswer answer);
[[nodiscard]] std::string answerTitle(TestAnswer answer);
[[nodiscard]] std::string bottleneckTitle(Bottleneck bottleneck);  ///< for people: "memory bandwidth"
[[nodiscard]] std::string testTitle(Test test);  ///< what is asked: "whether reading dominates"
[[nodiscard]] std::optional<Bottleneck> bottleneckFromName(std::string_view name);
[[nodiscard]] std::optional<Axis> axisFromName(std::string_view name);

/// The remedy that Figure 41.2.1 (and Table 41.2.1 for latency) gives a ceiling.
[[nodiscard]] Axis axisOf(Bottleneck bottleneck);

/// The fields that both sides of a test are made of, known or not: TestResult::inputs without a profile.
[[nodiscard]] std::vector<ProfileField> inputsOf(Test test);

/// On which side of its value a flip lies; "at or" where the value itself already flips the answer.
enum class FlipSide { Above, AtOrAbove, Below, AtOrBelow };

/// The answer to the test becomes the other one if this field alone is moved past this value.
struct Flip {
    ProfileField field;
    FlipSide side = FlipSide::Above;
    double value = 0;  ///< in the field's base unit
    std::optional<Bottleneck> becomes;  ///< the verdict of the whole flow there (an earlier test may answer first);
    ///< absent where it then needs figures the profile lacks
    std::string text;  ///< "bytes moved at or above 240 GB (2.0 times)"
    bool operator==(const Flip&) const = default;
};

struct TestResult {
    Test test = Test::FitsInMemory;
    TestAnswer answer = TestAnswer::NotApplicable;
    std::optional<double> left, right;  ///< in `unit`; absent where the test does not apply or the value is not finite
    std::optional<double> margin;  ///< left/right
    std::optional<Interval> marginInterval;  ///< extremes over the inputs' intervals, where any has one
    bool certain = true;  ///< false where the answer changes within that interval
    Dimension dimension = Dimension::Ratio;
    std::string unit;  ///< "B", "s", "FLOP/B", "1/s"
    std::string leftName, rightName;  ///< "working set", "memory"
    std::string inequality;  ///< with this profile's numbers: "8.00 GB <= 64.0 GB"
    std::string reason;  ///< why it does not apply, or why a number is absent; else empty
    std::vector<Flip> flips;
    std::string flipNote;  ///< why no single figure flips it, where none does
    std::vector<ProfileField> inputs;  ///< the fields that left and right are made of
    std::optional<double> bookRightS;  ///< communication: W/pi
    std::optional<TestAnswer> bookAnswer;  ///< communication: the answer with it
    bool operator==(const TestResult&) const = default;
};

/// One test by itself, whether or not the flow reaches it. Errors (Input): a figure it needs is absent, named with how
/// to get it; or validate(profile) fails.
[[nodiscard]] Result<TestResult> evaluate(const Profile& profile, Test test);

/// A ceiling that is not the verdict: how close it is. ratio is that test's left/right (for memory bandwidth, whose
/// leaf is the "no", right/left): 1 and above means it binds too. share is ratio over the largest ratio listed.
struct NextBottleneck {
    Bottleneck bottleneck = Bottleneck::Compute;
    Test test = Test::IntensityAboveRidge;
    double ratio = 0;
    double share = 0;
    bool operator==(const NextBottleneck&) const = default;
};

/// One step on the roofline.
struct StepPoint {
    std::string name;
    std::optional<double> timeShare;  ///< of the summed step time
    std::optional<double> intensity;  ///< FLOP/B
    std::optional<double> workS;  ///< the step's time without reading; with it where the rest is too short for the work
    std::optional<double> achievedFlops, attainableFlops;  ///< W over workS; Pmax(I)
    std::optional<double> achievedBytesPerS;  ///< Q over workS
    std::optional<double> roofTimeS;  ///< max(W/pi, Q/betaMem)
    std::optional<double> ofRoof;  ///< roofTimeS over workS; 1 is the roof itself
    std::optional<Bottleneck> bottleneck;  ///< data-io, compute or memory-bandwidth, for this step alone
    std::string reason;  ///< why something is absent
    bool operator==(const StepPoint&) const = default;
};

/// Every step on the roofline, whether or not the whole can be diagnosed; shares are absent unless every step has a
/// time. Precondition: validate(profile) passes.
[[nodiscard]] std::vector<StepPoint> stepPoints(const Profile& profile);

/// What the communication test implies for the number of workers (exercise 41.2.3): T_comp = W/Pmax(I), one fixed
/// round alpha + Qnet/betaNet a step, or the book's ring with beta = Qnet/betaNet.
struct WorkerImplication {
    double tCompS = 0, roundS = 0;
    double commToComputeAt2 = 0;  ///< R(2) = round/(T_comp/2)
    double speedupAt2 = 0;  ///< T_comp/(T_comp/2 + round)
    std::optional<double> speedupLimit;  ///< T_comp/round; absent where the round costs nothing
    int ringPStar = 1;  ///< where the book's ring is fastest within 1…4096, of the roof's time: not the design's p*
    double ringSpeedup = 1;  ///< S there
    bool ringAtEdge = false;  ///< that is where the search ended, no optimum
    bool predictedAtEdge = false;
    std::optional<int> predictedPStar;  ///< Predict's, of the project's design and the T_comp that is stated there
    std::optional<double> statedTCompS;  ///< that T_comp
    /// The steps' own time, where a round is shorter than it and longer than the roof's
    std::optional<double> ownWorkS;
    std::string sentence;
    bool operator==(const WorkerImplication&) const = default;
};

struct Diagnosis {
    Bottleneck bottleneck = Bottleneck::Compute;
    Axis axis = Axis::Training;
    std::vector<TestResult> path;  ///< in order, to the test that named the leaf
    std::vector<NextBottleneck> next;  ///< largest share first; tests that do not apply or lack figures are left out
    std::optional<double> intensity, ridge;  ///< of the sums; known or not, whatever the verdict
    std::string intensityReason, ridgeReason;
    std::vector<StepPoint> steps;
    std::optional<std::size_t> dominatingStep;  ///< largest share of the time, where every step has a time
    std::optional<WorkerImplication> workers;  ///< where the network trio is given
    std::string because;  ///< the deciding inequality in a sentence
    std::string ceilingDoubt;  ///< why no roof of this machine can be trusted; empty where none contradicts another
    std::string deviceDoubt;  ///< that the ceilings are not of the device that a step computes on; empty where they are
    std::string axisBuysNothing;  ///< buysNothing() of the leaf; empty where the axis pays
    std::vector<std::string> warnings;
    bool operator==(const Diagnosis&) const = default;
};

/// Errors (Input): validate(profile) fails, or a figure that the flow reaches is absent, named with how to get it.
/// Figures behind the leaf are not needed: a model that does not fit has no step time.
[[nodiscard]] Result<Diagnosis> diagnose(const Profile& profile);

/// How far the flow comes with a profile, and what it could answer beyond.
struct FlowView {
    Profile profile;
    std::vector<TestResult> path;  ///< the questions that were answered, in order
    Result<Diagnosis> diagnosis;  ///< or what is missing or out of range
    std::optional<Test> waiting;  ///< the question that lacks figures; absent too where figures are out of range
    std::vector<TestResult> beyond;  ///< questions the flow does not come to but could answer

    [[nodiscard]] const TestResult* result(Test test) const;  ///< of path or beyond
    [[nodiscard]] bool reaches(Test test) const;  ///< in path, or waiting
    bool operator==(const FlowView&) const = default;
};
[[nodiscard]] FlowView flowOf(const Profile& profile);

}  // namespace scalewright
