// SPDX-License-Identifier: GPL-3.0-or-later
// The options that describe a communication pattern, shared by the commands that compute its time: predict, collective,
// …
//
// They are applied to a project, which may be empty: an option replaces the project's value, and scalingModel() then
// builds the model as everywhere else.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct CommunicationOptions {
    OptionText pattern, alpha, beta, bytes, bandwidth, gamma;
    OptionText workersPerNode, alpha2, beta2, bandwidth2, oversubscription;
    OptionText shards, neighbours, participation, buckets, localSteps;
    /// Further exchanges in the same step: "PATTERN=BYTES[,shards=N][,local-steps=N]".
    std::vector<std::string> furtherExchanges;
    bool sharedNetworkCard = false;
    bool linearScatter = false;

    /// Declares every option except --local-steps and --exchange, which concern a program's steps rather than a single
    /// exchange.
    void declare(CLI::App& command);
};

/// The patterns with their formulas, one per line, for the end of --help.
[[nodiscard]] std::string patternsHelp();

/// The project with the options applied.
struct CommunicationInput {
    Project project;
    /// beta and beta2 in seconds. A project has no fields for these (it has bytes and bandwidth), so they are set on
    /// the model.
    std::optional<double> betaS, beta2S;
};

/// Applies the options to `project` and checks that they are consistent with each other and with the pattern.
/// `requiresAll`: nothing may come from the project, so a missing required option is a problem. `isNetworkOnly`: no
/// cost is computed, so workers per node are meaningful only with a link between nodes.
[[nodiscard]] CommunicationInput applyCommunicationOptions(Project project, const CommunicationOptions& options,
                                                           bool requiresAll, OptionValues& values,
                                                           bool isNetworkOnly = false);

/// The input's scalingModel(), with beta and beta2 in seconds if options set them.
[[nodiscard]] Result<ScalingModel> modelOf(const CommunicationInput& input);

}  // namespace scalewright::cli
