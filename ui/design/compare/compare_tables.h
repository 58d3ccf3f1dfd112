// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of two designs as a chart and tables: pure functions of projects.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/design/slots/compare.h"
#include "core/output/answers/design_comparison.h"
#include "core/output/chart/curve_chart.h"
#include "ui/charts/word_table.h"

namespace scalewright::ui {

/// One of the two compared designs.
struct DesignSide {
    enum class Kind { CurrentDesign, Variant, CaseStudy };
    Kind kind = Kind::CurrentDesign;
    std::string id;  ///< the name of the variant, or the id of the case study

    bool operator==(const DesignSide&) const = default;
};

/// Every design that can be compared: the current one, the variants, the case studies.
[[nodiscard]] std::vector<DesignSide> allSides(const Project& project, const DesignCatalogue& catalogue);
/// For example "A" or "Recommendation (Ch 38)".
[[nodiscard]] QString sideTitle(const DesignSide& side, const Project& project, const DesignCatalogue& catalogue);
/// The project with that design; nullopt if the variant or case study no longer exists.
/// Without the ladders if the design or the target is not the project's own: they measure another program.
[[nodiscard]] std::optional<Project> sideProject(const DesignSide& side, const Project& project,
                                                 const DesignCatalogue& catalogue);

struct ComparedDesigns {
    QString leftTitle, rightTitle;
    DesignComparison comparison;
    /// The number of workers for which the current design's target has machines.
    std::optional<int> availableWorkers{};
    /// For example "25.6 GB on a worker of 16 GB"; empty unless the design is known not to fit.
    QString leftMemoryShortfall{}, rightMemoryShortfall{};
    ComparedPlan leftPlan{}, rightPlan{};
};
/// Slots that a case study leaves open are reported as not given.
[[nodiscard]] std::optional<ComparedDesigns> compareSides(const DesignSide& left, const DesignSide& right,
                                                          const Project& project, const DesignCatalogue& catalogue,
                                                          int pMax);

/// S(p) of both designs, each curve labelled, with both p* and the p of the current plan. `heldP`: the largest p drawn
/// while a handle is dragged.
[[nodiscard]] ChartSpec comparisonChart(const ComparedDesigns& compared, std::optional<int> planP, int pMax,
                                        std::optional<int> heldP = {});
[[nodiscard]] FigureTexts comparisonTexts(const ComparedDesigns& compared);
/// Which p* and speedup each side reaches, or that it does not fit or cannot be predicted.
[[nodiscard]] QString comparisonHeadline(const ComparedDesigns& compared);
[[nodiscard]] Table comparisonTable(const ComparedDesigns& compared, int pMax);

/// All six slots. The brief version has only the slots that differ, with long texts shortened, and one line that lists
/// the others.
[[nodiscard]] TextTable::Content differencesTable(const ComparedDesigns& compared, const DesignCatalogue& catalogue);
[[nodiscard]] FigureTexts differencesTexts(const ComparedDesigns& compared, const DesignCatalogue& catalogue);

[[nodiscard]] TextTable::Content pStarChangesTable(const ComparedDesigns& compared, int pMax);
[[nodiscard]] FigureTexts pStarChangesTexts(const ComparedDesigns& compared);

[[nodiscard]] TextTable::Content elasticityTable(const ComparedDesigns& compared);
[[nodiscard]] FigureTexts elasticityTexts(const ComparedDesigns& compared);

}  // namespace scalewright::ui
