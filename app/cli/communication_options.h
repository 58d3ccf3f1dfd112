// The options that describe a communication pattern, shared by the commands that price one: predict, collective, …
//
// They are laid over a project, given or empty: what an option says replaces what the project says, and the model is
// then made by scalingModel() like everywhere else.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct CommunicationOptions {
    Text pattern, alpha, beta, bytes, bandwidth, gamma;
    Text workersPerNode, alpha2, beta2, bandwidth2, oversubscription;
    Text shards, neighbours, participation, buckets, localSteps;
    std::vector<std::string> exchanges;  ///< further ones of the same step: "PATTERN=BYTES[,shards=N][,local-steps=N]"
    bool sharedNetworkCard = false;
    bool linear = false;

    /// Every option but --local-steps and --exchange, which are of a program's steps and not of one exchange.
    void declare(CLI::App& command);
};

/// The patterns with their formulas, a line each, for the end of --help.
[[nodiscard]] std::string patternsHelp();

/// What was read from the options.
struct CommunicationInput {
    Project project;
    /// beta and beta2 in seconds have no field in a project (there they are bytes over bandwidth): laid over the model.
    std::optional<double> betaS, beta2S;
};

/// Lays the options over `project` and checks that they fit each other and the pattern. `complete`: nothing may come
/// from the project, so an option that is needed and absent is a problem. `networkOnly`: nothing is charged, so workers
/// on a node without a link between nodes say nothing.
[[nodiscard]] CommunicationInput layOver(Project project, const CommunicationOptions& options, bool complete,
                                         Values& values, bool networkOnly = false);

/// scalingModel() of it, with beta and beta2 where options gave them in seconds.
[[nodiscard]] Result<ScalingModel> modelOf(const CommunicationInput& input);

}  // namespace scalewright::cli
