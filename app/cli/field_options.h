// Options that set a quantity of a project: name, unit and help once, dimension and range of its row in core/project/document.
//
//     declareField(command, &Target::alphaS, options.alpha);            // --alpha TIME
//     layField<&Target::alphaS>(target, options.alpha, values);  // refuses what the row refuses
#pragma once

#include "app/cli/options.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct FieldOption {
    const FieldInfo& field;
    const char* name;
    const char* unit;
    const char* help;
};

inline constexpr FieldOption fieldOptions[]{
    {fieldOf(&Baseline::tCompS), "--t-comp", "TIME", "one machine's compute time of a step"},
    {fieldOf(&Target::machinesAvailable), "--machines", "N", "no plan asks for more nodes"},
    {fieldOf(&Baseline::workingSetBytes), "--working-set", "BYTES",
     "with --from: what must be in memory at once, which these files do not tell"},
    {fieldOf(&Machine::memoryBytes), "--memory", "BYTES", "of the machine that it shall fit (this one's)"},
    {fieldOf(&WorkloadStep::stepTimeS), "--step-time", "TIME",
     "with --from: the time that sampled stacks are shares of"},
    {fieldOf(&WorkloadStep::ioTimeS), "--io-time", "TIME",
     "with --from, of one step: its part spent reading and writing"},
    {fieldOf(&WorkloadStep::flops), "--flops", "N", "the arithmetic of one run, in FLOP"},
    {fieldOf(&WorkloadStep::bytesMoved), "--bytes-moved", "N", "bytes of one run between memory and cores"},
    {fieldOf(&Target::alphaS), "--alpha", "TIME", "latency of a message or hop"},
    {fieldOf(&Target::bandwidthBytesPerS), "--bandwidth", "BYTES/S", "of a link, one direction"},
    {fieldOf(&Target::alpha2S), "--alpha2", "TIME", "latency between nodes"},
    {fieldOf(&Target::bandwidth2BytesPerS), "--bandwidth2", "BYTES/S",
     "of a network card between nodes (needs --bytes)"},
    {fieldOf(&Target::oversubscription), "--oversubscription", "RATIO",
     "what a node's cards could send over what the network takes; 1"},
    {fieldOf(&Target::workersPerNode), "--workers-per-node", "N",
     "workers (cards) that a node holds: nodes are charged, and with --alpha2 and --beta2 what leaves a node is "
     "priced on that link"},
    {fieldOf(&Target::priceUsdPerHour), "--price", "USD", "of a node-hour"},
    {fieldOf(&Target::spotMtbfS), "--spot-mtbf", "TIME",
     "how long a spot node is kept on average; the project's, else nothing is taken back"},
    {fieldOf(&Target::powerW), "--power", "W", "of one worker under full load; the project's target"},
    {fieldOf(&Target::load), "--load", "SHARE", "share of it that is drawn; the project's, else 1"},
    {fieldOf(&Target::pue), "--pue", "N", "the building's energy over the computers'; the project's, else 1"},
    {fieldOf(&Target::gridGramsPerKwh), "--intensity", "N", "grams of CO2e a kilowatt-hour; the project's"},
    {fieldOf(&Goal::hourValueUsd), "--hour-value", "USD", "what an hour of waiting for the run is worth"},
    {fieldOf(&Goal::deadlineS), "--deadline", "TIME", "of the run; the project's goal"},
    {fieldOf(&Goal::budgetUsd), "--budget", "USD", "of the run; the project's goal"},
    {fieldOf(&Communication::messageBytes), "--bytes", "BYTES",
     "the message: what one worker contributes (7B bf16 is understood)"},
    {fieldOf(&Communication::gammaSPerByte), "--gamma", "TIME/BYTE", "time to reduce a byte (needs --bytes)"},
    {fieldOf(&Communication::shards), "--shards", "N", "parameter-server: number of server shards"},
    {fieldOf(&Communication::neighbours), "--neighbours", "N", "gossip: neighbours of a worker"},
    {fieldOf(&Communication::participation), "--participation", "SHARE",
     "federated-averaging: share of clients in a round"},
    {fieldOf(&Communication::buckets), "--buckets", "N",
     "pieces or layers that the message is sent in, each with its own latency; 1"},
    {fieldOf(&Communication::localSteps), "--local-steps", "N", "exchange only every N-th step"},
    {fieldOf(&Consistency::stalenessSteps), "--staleness", "N", "bounded staleness: exchanges a worker may run ahead"},
    {fieldOf(&LoadBalancing::jitterS), "--jitter", "TIME",
     "standard deviation of a worker's step (/design/load_balancing/jitter_s)"},
    {fieldOf(&LoadBalancing::backupWorkers), "--backup", "N", "backup workers: a step ends with the first p - N"},
    {fieldOf(&Ladder::stepsPerTime), "--steps-per-time", "N",
     "steps in one measured time of the ladder: 1 of a step, an epoch's, or all of the run; the project's"},
    {planPField, "--plan", "P", "the p to request; the project's, else what its goals or the knee say"},
    {fieldOf(&Plan::steps), "--steps", "N", "the cost is of so many steps; 1"},
    {fieldOf(&Plan::efficiencyTarget), "--efficiency", "SHARE",
     "how far workers are added: the largest p with E at or above it; 0.8"},
};

/// The option of a member of a project; a member that has none does not compile.
class OptionOf {
public:
    template <class Section>
    consteval OptionOf(MaybeQuantity Section::*member) : OptionOf(fieldOf(member))
    {
    }
    consteval OptionOf(const FieldInfo& field) : m_option(find(field)) {}
    [[nodiscard]] constexpr const FieldOption* operator->() const { return m_option; }

private:
    static consteval const FieldOption* find(const FieldInfo& field)
    {
        for (const FieldOption& each : fieldOptions)
            if (std::string_view(each.field.pointer) == field.pointer)
                return &each;
        throw "no option sets it";
    }
    const FieldOption* m_option;
};

/// `help`: where the command means it in its own way.
void declareField(CLI::App& command, OptionOf option, Text& text, const char* help = nullptr);

/// What was typed, where the row takes it; else nullopt, and a problem more where something was.
[[nodiscard]] std::optional<double> readField(OptionOf option, const Text& text, Values& values);

/// The same into its member, which stays where nothing was typed.
template <auto member>
void layField(auto& section, const Text& text, Values& values)
{
    if (const std::optional<double> value = readField(member, text, values))
        section.*member = typed(*value);
}

}  // namespace scalewright::cli
