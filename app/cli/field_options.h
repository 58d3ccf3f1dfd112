// SPDX-License-Identifier: GPL-3.0-or-later
// Options that set a quantity in a project: name, unit and help text are defined here once; dimension and range come
// from the quantity's row in core/project/document.
//
//     declareOptions(command, {{&Target::alphaS, options.alpha}});          // --alpha TIME
//     setFieldFromOption<&Target::alphaS>(target, options.alpha, values);   // rejects what the row rejects
#pragma once

#include <functional>
#include <initializer_list>
#include <type_traits>

#include "app/cli/options.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct FieldOption {
    const FieldInfo& field;
    const char* name;
    const char* placeholder;
    const char* help;
};

inline constexpr FieldOption fieldOptions[]{
    {fieldOf(&Baseline::tCompS), "--t-comp", "TIME", "one machine's compute time of a step"},
    {fieldOf(&Target::machinesAvailable), "--machines", "N", "available nodes: no plan requests more"},
    {fieldOf(&Baseline::workingSetBytes), "--working-set", "BYTES",
     "with --from: bytes that must be in memory at once; these files do not contain it"},
    {fieldOf(&Machine::memoryBytes), "--memory", "BYTES",
     "memory of the machine that it must fit (default: this machine's)"},
    {fieldOf(&WorkloadStep::stepTimeS), "--step-time", "TIME",
     "with --from: the time that the sampled stacks divide up"},
    {fieldOf(&WorkloadStep::ioTimeS), "--io-time", "TIME",
     "with --from, of one step: its time spent reading and writing"},
    {fieldOf(&WorkloadStep::flops), "--flops", "N", "arithmetic of one run, in FLOP"},
    {fieldOf(&WorkloadStep::bytesMoved), "--bytes-moved", "N", "bytes moved between memory and cores in one run"},
    {fieldOf(&Target::alphaS), "--alpha", "TIME", "latency of a message or hop"},
    {fieldOf(&Target::bandwidthBytesPerS), "--bandwidth", "BYTES/S", "bandwidth of a link, one direction"},
    {fieldOf(&Target::alpha2S), "--alpha2", "TIME", "latency between nodes"},
    {fieldOf(&Target::bandwidth2BytesPerS), "--bandwidth2", "BYTES/S",
     "bandwidth of a network card between nodes (needs --bytes)"},
    {fieldOf(&Target::oversubscription), "--oversubscription", "RATIO",
     "what a node's cards could send over what the network carries (default: 1)"},
    {fieldOf(&Target::workersPerNode), "--workers-per-node", "N",
     "workers (cards) per node: nodes are charged, and with --alpha2 and --beta2 traffic that leaves a node is priced "
     "on that link"},
    {fieldOf(&Target::priceUsdPerHour), "--price", "USD", "price of a node-hour"},
    {fieldOf(&Target::spotMtbfS), "--spot-mtbf", "TIME",
     "how long a spot node is kept on average (default: the project's, else never taken back)"},
    {fieldOf(&Target::powerW), "--power", "W", "power of one worker under full load (default: the project's)"},
    {fieldOf(&Target::powerShare), "--load", "SHARE",
     "share of that power that is drawn (default: the project's, else 1)"},
    {fieldOf(&Target::pue), "--pue", "N", "the building's energy over the computers' (default: the project's, else 1)"},
    {fieldOf(&Target::gridCo2GramsPerKwh), "--intensity", "N",
     "grams of CO2e per kilowatt-hour (default: the project's)"},
    {fieldOf(&Goal::hourValueUsd), "--hour-value", "USD", "value of an hour of waiting for the run"},
    {fieldOf(&Goal::deadlineS), "--deadline", "TIME", "deadline of the run (default: the project's goal)"},
    {fieldOf(&Goal::budgetUsd), "--budget", "USD", "budget of the run (default: the project's goal)"},
    {fieldOf(&Communication::messageBytes), "--bytes", "BYTES",
     "message size: what one worker contributes (7B bf16 is accepted)"},
    {fieldOf(&Communication::gammaSPerByte), "--gamma", "TIME/BYTE", "time to reduce a byte (needs --bytes)"},
    {fieldOf(&Communication::shards), "--shards", "N", "parameter-server: number of server shards"},
    {fieldOf(&Communication::neighbours), "--neighbours", "N", "gossip: neighbours of a worker"},
    {fieldOf(&Communication::participation), "--participation", "SHARE",
     "federated-averaging: share of clients in a round"},
    {fieldOf(&Communication::buckets), "--buckets", "N",
     "pieces or layers that the message is sent in, each with its own latency (default: 1)"},
    {fieldOf(&Communication::localSteps), "--local-steps", "N", "exchange only every N-th step"},
    {fieldOf(&Consistency::stalenessSteps), "--staleness", "N", "bounded staleness: exchanges a worker may run ahead"},
    {fieldOf(&LoadBalancing::jitterS), "--jitter", "TIME",
     "standard deviation of a worker's step (/design/load_balancing/jitter_s)"},
    {fieldOf(&LoadBalancing::backupWorkers), "--backup", "N", "backup workers: a step ends with the first p - N"},
    {fieldOf(&Ladder::stepsPerMeasuredTime), "--steps-per-time", "N",
     "steps in one measured time of the ladder: 1, those of an epoch, or those of the run (default: the project's)"},
    {planPField, "--plan", "P", "the p to request (default: the project's, else the one of its goals or the knee)"},
    {fieldOf(&Plan::steps), "--steps", "N", "steps that the cost covers (default: 1)"},
    {fieldOf(&Plan::efficiencyTarget), "--efficiency", "SHARE",
     "efficiency target: workers are added up to the largest p with E at or above it (default: 0.8)"},
};

/// Refers to the option for a project member; a member without an option does not compile.
class FieldOptionRef {
public:
    template <class Section>
    consteval FieldOptionRef(MaybeQuantity Section::*member) : FieldOptionRef(fieldOf(member))
    {
    }
    consteval FieldOptionRef(const FieldInfo& field) : m_option(find(field)) {}
    [[nodiscard]] constexpr const FieldOption* operator->() const { return m_option; }

private:
    static consteval const FieldOption* find(const FieldInfo& field)
    {
        for (const FieldOption& each : fieldOptions)
            if (std::string_view(each.field.jsonPointer) == field.jsonPointer)
                return &each;
        throw "no option sets it";
    }
    const FieldOption* m_option;
};

/// One option of a command: its name, the placeholder of its value, where the value goes, and its help text.
class OptionRow {
public:
    /// Without a placeholder, CLI11's own is shown.
    template <class Value>
    OptionRow(const char* name, Value& value, const std::string& help)
        : m_declare([name, &value, help](CLI::App& command) {
              if constexpr (std::is_same_v<Value, bool>)
                  command.add_flag(name, value, help);
              else
                  command.add_option(name, value, help);
          })
    {
    }
    template <class Value>
    OptionRow(const char* name, const char* placeholder, Value& value, const std::string& help)
        : m_declare([name, placeholder, &value, help](CLI::App& command) {
              command.add_option(name, value, help)->type_name(placeholder);
          })
    {
    }
    /// The option of a project's quantity; `help` replaces its help text if it means something else to the command.
    OptionRow(FieldOptionRef option, OptionText& text, const char* help = nullptr)
        : OptionRow(option->name, option->placeholder, text, help ? help : option->help)
    {
    }
    explicit OptionRow(std::function<void(CLI::App&)> declare) : m_declare(std::move(declare)) {}

    void declare(CLI::App& command) const { m_declare(command); }

private:
    std::function<void(CLI::App&)> m_declare;
};

void declareOptions(CLI::App& command, std::initializer_list<OptionRow> rows);

/// --p-max N: "`subject` is searched in 1...N (default: 4096)".
[[nodiscard]] OptionRow pMaxOption(OptionText& pMax, std::string_view subject);

/// --no-own-catalogue.
[[nodiscard]] OptionRow skipOwnCatalogueOption(bool& skipsOwnCatalogue);
[[nodiscard]] inline OwnCatalogue ownCatalogueOf(bool skipsOwnCatalogue)
{
    return skipsOwnCatalogue ? OwnCatalogue::Skipped : OwnCatalogue::Required;
}

/// The typed value if the row accepts it; otherwise nullopt, with a problem added if a value was typed.
[[nodiscard]] std::optional<double> readFieldOption(FieldOptionRef option, const OptionText& text,
                                                    OptionValues& values);

/// Sets the member to the typed value; leaves it unchanged if nothing was typed.
template <auto member>
void setFieldFromOption(auto& section, const OptionText& text, OptionValues& values)
{
    if (const std::optional<double> value = readFieldOption(member, text, values))
        section.*member = typed(*value);
}

}  // namespace scalewright::cli
