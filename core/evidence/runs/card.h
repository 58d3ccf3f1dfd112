// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the card of this machine, or its processor if it has none, where a Python with PyTorch is installed: runs
// scalewright-torch.py (app/torch) and reads its file.
//
//     const std::string python = pythonWithTorch();
//     const Result<Project> card = measureCard(python, {}, [](double share, const std::string& activity) { … });
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// The path of a python3 that finds torch, in PATH or in /usr/bin; empty if there is none. Starts Python, without loading
/// torch.
[[nodiscard]] std::string pythonWithTorch(const std::stop_token& stop = {});

/// The project that the script writes; `progress` receives the share of the time and what is being measured. Takes about
/// a minute. Errors: Environment if the script is not installed or fails, with its last line; Cancelled.
[[nodiscard]] Result<Project> measureCard(const std::string& python, const std::stop_token& stop,
                                          const std::function<void(double, const std::string&)>& progress,
                                          double seconds = 60);

/// `project` with the ceilings of the measured card, a run in its history, and its collectives. A project without a model
/// and steps also gets the measured training step with its model.
[[nodiscard]] Project withMeasuredCard(Project project, const Project& measured);

}  // namespace scalewright
