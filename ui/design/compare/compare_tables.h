// The comparison of two designs as chart and tables: pure functions of projects.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/design/slots/compare.h"
#include "ui/charts/curve_chart.h"
#include "ui/charts/word_table.h"

namespace scalewright::ui {

/// One of two designs that are held against each other.
struct DesignSide {
    enum class Kind { Shown, Variant, CaseStudy };
    Kind kind = Kind::Shown;
    std::string id;  ///< the variant's name, the case study's id

    bool operator==(const DesignSide&) const = default;
};

/// Every design there is: the shown one, the variants, the case studies.
[[nodiscard]] std::vector<DesignSide> allSides(const Project& project, const DesignCatalogue& catalogue);
/// "A", "Recommendation (Ch 38)".
[[nodiscard]] QString sideTitle(const DesignSide& side, const Project& project, const DesignCatalogue& catalogue);
/// The project as that side has it; nullopt where there is no such variant or study any more.
[[nodiscard]] std::optional<Project> sideProject(const DesignSide& side, const Project& project,
                                                 const DesignCatalogue& catalogue);

struct ComparedDesigns {
    QString left, right;  ///< their titles
    DesignComparison comparison;
    std::optional<int> available{};  ///< the most workers that the shown design has machines for
    QString leftOverfull{}, rightOverfull{};  ///< "25.6 GB on a worker of 16 GB"; empty: nothing says it does not fit
};
/// Slots that a case study does not give say so.
[[nodiscard]] std::optional<ComparedDesigns> compareSides(const DesignSide& left, const DesignSide& right,
                                                          const Project& project, const DesignCatalogue& catalogue,
                                                          int pMax);

/// S(p) of both, each labelled at its curve, with p* of both and the shown plan's p. `held`: how far p is drawn while a
/// handle is held.
[[nodiscard]] ChartSpec comparisonChart(const ComparedDesigns& compared, std::optional<int> planP, int pMax,
                                        std::optional<int> held = {});
[[nodiscard]] FigureTexts comparisonTexts(const ComparedDesigns& compared);
/// What each side reaches, or that it does not fit, and what it would need.
[[nodiscard]] QString comparisonAnswer(const ComparedDesigns& compared);
[[nodiscard]] Table comparisonTable(const ComparedDesigns& compared, int pMax);

/// All six slots; briefly, those that differ, their long words cut, and one line that names the others.
[[nodiscard]] WordTable::Content differencesTable(const ComparedDesigns& compared, const DesignCatalogue& catalogue);
[[nodiscard]] FigureTexts differencesTexts(const ComparedDesigns& compared, const DesignCatalogue& catalogue);

[[nodiscard]] WordTable::Content movedTable(const ComparedDesigns& compared, int pMax);
[[nodiscard]] FigureTexts movedTexts(const ComparedDesigns& compared);

[[nodiscard]] WordTable::Content elasticityTable(const ComparedDesigns& compared);
[[nodiscard]] FigureTexts elasticityTexts(const ComparedDesigns& compared);

}  // namespace scalewright::ui
