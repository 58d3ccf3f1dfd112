// SPDX-License-Identifier: GPL-3.0-or-later
// An analysis that reuses parts of the previous one equals a fresh analysis after any edit. The reference is analyse()
// itself without a previous analysis; there are no expected numbers.
#include <QDir>
#include <QTest>

#include <random>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;

namespace {

template <class Part>
bool pointToEqualValues(const std::shared_ptr<const Part>& one, const std::shared_ptr<const Part>& other)
{
    return one && other ? *one == *other : one == other;
}

const char* differing(const Forecast& one, const Forecast& other)
{
    return one.model != other.model                                ? "model"
           : !pointToEqualValues(one.prediction, other.prediction) ? "prediction"
           : one.plan != other.plan                                ? "plan"
                                                                   : nullptr;
}

const char* differing(const LadderAnalysis& one, const LadderAnalysis& other)
{
    return one.index != other.index                 ? "index of the ladder"
           : one.source != other.source             ? "ladder that was read"
           : one.measured != other.measured         ? "measured ladder"
           : one.ladderOfRuns != other.ladderOfRuns ? "runs of the ladder"
           : one.planSteps != other.planSteps       ? "steps of the ladder"
           : one.attribution != other.attribution   ? "attribution"
                                                    : nullptr;
}

/// The part of an analysis that differs; nullptr if all parts are equal.
const char* differing(const Analysis& one, const Analysis& other)
{
    if (const char* part = differing(static_cast<const Forecast&>(one), static_cast<const Forecast&>(other)))
        return part;
    if (one.pMax != other.pMax || one.planP != other.planP)
        return "p";
    if (one.diagnosisFlow != other.diagnosisFlow)
        return "flow";
    if (one.inputIntervals != other.inputIntervals || !pointToEqualValues(one.band, other.band))
        return "band";
    if (one.sensitivity != other.sensitivity)
        return "sensitivity";
    if (one.planRow != other.planRow || one.pStarRow != other.pStarRow || one.kneeRow != other.kneeRow)
        return "rows";
    if (one.variants.size() != other.variants.size())
        return "variants";
    for (std::size_t i = 0; i < one.variants.size(); ++i)
        if (one.variants[i].name != other.variants[i].name || differing(one.variants[i], other.variants[i]))
            return "variant";
    if (!one.ladder || !other.ladder)
        return one.ladder == other.ladder ? nullptr : "ladder";
    return differing(*one.ladder, *other.ladder);
}

class Edits {
public:
    explicit Edits(std::uint64_t seed) : m_random(seed) {}

    std::size_t below(std::size_t n) { return m_random() % n; }

    /// Sets another value, the same value with another interval, or no value. A value outside the field's range changes
    /// nothing.
    void field(Project& project, std::string pointer)
    {
        for (std::size_t at = pointer.find('*'); at != std::string::npos; at = pointer.find('*'))
            pointer.replace(at, 1, "0");
        constexpr std::array factors{0.5, 0.9, 1.1, 2.0, 10.0};
        MaybeQuantity quantity = fieldValue(project, pointer);
        const std::size_t editKind = below(8);
        if (!quantity)
            quantity = typed(std::array{1.0, 0.5, 4.0, 1000.0}[below(4)]);
        else if (editKind == 0)
            quantity.reset();
        else if (editKind <= 3)
            quantity->interval =
                Interval{quantity->value * factors[below(2)], quantity->value * factors[2 + below(2)], 0.95};
        else
            quantity->value = std::max(1.0, quantity->value) == quantity->value
                                  ? std::ceil(quantity->value * factors[below(5)])
                                  : quantity->value * factors[below(5)];
        [[maybe_unused]] const Result<void> set = setField(project, pointer, quantity);
    }

    /// Edits that no row of core/project/document covers.
    void editOutsideTheFields(Project& project)
    {
        std::vector<Ladder>& ladders = project.measurements.ladders;
        switch (below(6)) {
        case 0: project.design.communication.pattern = allPatterns[below(allPatterns.size())]; break;
        case 1: project.plan.scaling = project.plan.scaling == Scaling::Strong ? Scaling::Weak : Scaling::Strong; break;
        case 2: project.design.communication.sharedNetworkCard = !project.design.communication.sharedNetworkCard; break;
        case 3:
            if (!ladders.empty() && !ladders[0].points.empty())
                if (std::optional<double>& time = ladders[0].points[below(ladders[0].points.size())].timeS; time)
                    *time *= 1.05;
            break;
        case 4:
            if (!ladders.empty())
                ladders[0].scaling = ladders[0].scaling == Scaling::Strong ? Scaling::Weak : Scaling::Strong;
            break;
        default:
            if (!project.variants.empty())
                std::swap(static_cast<Proposal&>(project), static_cast<Proposal&>(project.variants[0]));
        }
    }

private:
    std::mt19937_64 m_random;
};

}  // namespace

class tst_analysis : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Every row of core/project/document, each on a sixth of the examples (on all with SCALEWRIGHT_EVERY). Edits
    // accumulate until the example is reset.
    void reusedPartsEqualAFreshAnalysis_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<int>("number");
        int number = 0;  // selects its rows and its seed
        for (const QString& file : QDir(test::sourceFile(QStringLiteral("resources/examples")))
                                       .entryList({QStringLiteral("*.scalewright")}, QDir::Files))
            QTest::newRow(qPrintable(file)) << file.chopped(12) << number++;
    }
    void reusedPartsEqualAFreshAnalysis()
    {
        QFETCH(const QString, example);
        QFETCH(const int, number);
        const Project shipped = test::example(example);
        constexpr std::size_t share = 6, maximumEdits = 5;
        Edits edits(test::seed + static_cast<std::uint64_t>(number));
        Project project = shipped;
        AnalysisOptions options{.pMax = 64};
        Analysis previous = analyse(project, options);
        std::size_t editCount = 0;
        const auto checkAfterEdit = [&](const std::string& edit) {
            Analysis next = analyse(project, options, &previous);
            const char* part = differing(next, analyse(project, options));
            QVERIFY2(!part, qPrintable(QStringLiteral("after %1 the %2 is another one")
                                           .arg(QString::fromStdString(edit), QLatin1String(part ? part : ""))));
            previous = std::move(next);
            if (++editCount % maximumEdits == 0)
                previous = analyse(project = shipped, options);
        };
        std::size_t turn = static_cast<std::size_t>(number);
        for (const FieldInfo* row : allFields()) {
            // The plan's steps turn a ladder's times into runs; intervals produce the band.
            const std::string pointer = row->jsonPointer;
            const bool isAlwaysEdited =
                pointer == "/plan/steps" || pointer == "/target/alpha_s" || pointer == "/baseline/t_comp_s";
            if (!isAlwaysEdited && turn++ % share != 0 && !test::every())
                continue;
            edits.field(project, pointer);
            checkAfterEdit(pointer);
            if (QTest::currentTestFailed())
                return;
        }
        for (int i = 0; i < 4; ++i) {
            edits.editOutsideTheFields(project);
            checkAfterEdit("another edit");
            if (QTest::currentTestFailed())
                return;
        }
        options.pMax = 32;
        checkAfterEdit("a shorter search");
        options.shownLadderIndex = 1;
        checkAfterEdit("another ladder in sight");
    }
};

SCALEWRIGHT_TEST(tst_analysis)
#include "tst_analysis.moc"
