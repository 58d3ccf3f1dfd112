// SPDX-License-Identifier: GPL-3.0-or-later
// Defines copy, move, comparison and destruction of the document's larger types once. Inlined into every file that uses
// a project, they made up a sixth of the program's code.
#include "core/project/document/project.h"

namespace scalewright {

Baseline::Baseline() = default;
Baseline::Baseline(const Baseline&) = default;
Baseline::Baseline(Baseline&&) noexcept = default;
Baseline& Baseline::operator=(const Baseline&) = default;
Baseline& Baseline::operator=(Baseline&&) noexcept = default;
Baseline::~Baseline() = default;
bool Baseline::operator==(const Baseline&) const = default;

Communication::Communication() = default;
Communication::Communication(const Communication&) = default;
Communication::Communication(Communication&&) noexcept = default;
Communication& Communication::operator=(const Communication&) = default;
Communication& Communication::operator=(Communication&&) noexcept = default;
Communication::~Communication() = default;
bool Communication::operator==(const Communication&) const = default;

Design::Design() = default;
Design::Design(const Design&) = default;
Design::Design(Design&&) noexcept = default;
Design& Design::operator=(const Design&) = default;
Design& Design::operator=(Design&&) noexcept = default;
Design::~Design() = default;
bool Design::operator==(const Design&) const = default;

Measurements::Measurements() = default;
Measurements::Measurements(const Measurements&) = default;
Measurements::Measurements(Measurements&&) noexcept = default;
Measurements& Measurements::operator=(const Measurements&) = default;
Measurements& Measurements::operator=(Measurements&&) noexcept = default;
Measurements::~Measurements() = default;
bool Measurements::operator==(const Measurements&) const = default;

Proposal::Proposal() = default;
Proposal::Proposal(const Proposal&) = default;
Proposal::Proposal(Proposal&&) noexcept = default;
Proposal& Proposal::operator=(const Proposal&) = default;
Proposal& Proposal::operator=(Proposal&&) noexcept = default;
Proposal::~Proposal() = default;
bool Proposal::operator==(const Proposal&) const = default;

Variant::Variant() = default;
Variant::Variant(const Variant&) = default;
Variant::Variant(Variant&&) noexcept = default;
Variant& Variant::operator=(const Variant&) = default;
Variant& Variant::operator=(Variant&&) noexcept = default;
Variant::~Variant() = default;
bool Variant::operator==(const Variant&) const = default;

FrozenPrediction::FrozenPrediction() = default;
FrozenPrediction::FrozenPrediction(const FrozenPrediction&) = default;
FrozenPrediction::FrozenPrediction(FrozenPrediction&&) noexcept = default;
FrozenPrediction& FrozenPrediction::operator=(const FrozenPrediction&) = default;
FrozenPrediction& FrozenPrediction::operator=(FrozenPrediction&&) noexcept = default;
FrozenPrediction::~FrozenPrediction() = default;
bool FrozenPrediction::operator==(const FrozenPrediction&) const = default;

Project::Project() = default;
Project::Project(const Project&) = default;
Project::Project(Project&&) noexcept = default;
Project& Project::operator=(const Project&) = default;
Project& Project::operator=(Project&&) noexcept = default;
Project::~Project() = default;
bool Project::operator==(const Project&) const = default;

}  // namespace scalewright
