#include "ui/design/compare/compare_tables.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/rules/checks.h"
#include "core/model/scaling/pattern.h"
#include "core/output/answers/design_comparison.h"
#include "core/project/document/variants.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"
#include "ui/words/slot_words.h"

namespace scalewright::ui {

namespace {

struct CompareTr {
    Q_DECLARE_TR_FUNCTIONS(Design)
};

QString fastestText(const Prediction& prediction)
{
    const Landmarks& marks = prediction.landmarks;
    const QString there = times(prediction.row(marks.pStar).speedup);
    if (prediction.noPStar())
        return CompareTr::tr("no p* up to %1 (%2 there)").arg(marks.pStar).arg(there);
    return CompareTr::tr("p* %1 (%2)").arg(marks.pStar).arg(there);
}

QString overfullText(const Project& project)
{
    const std::optional<OverfullCopy> copy = overfullCopy(project, project.plan.p.value_or(1));
    return copy ? CompareTr::tr("%1 on a worker of %2")
                      .arg(qt(formatAmount(copy->heldBytes, Dimension::Bytes).joined()),
                           qt(formatAmount(copy->memoryBytes, Dimension::Bytes).joined()))
                : QString();
}

QString whole(const std::string& choice, const std::vector<SlotParameter>& parameters)
{
    return parameters.empty() ? qt(choice) : CompareTr::tr("%1; %2").arg(qt(choice), parametersText(parameters));
}

/// A number as it is; of words the first few, the table twin has them all.
QString briefly(const SlotParameter& parameter)
{
    constexpr int fewWords = 4;
    SlotParameter cut = parameter;
    if (const QStringList words = qt(parameter.text).split(QLatin1Char(' '));
        words.size() > fewWords && !parameter.value)
        cut.text = (words.mid(0, fewWords).join(QLatin1Char(' ')) + QStringLiteral(" …")).toStdString();
    return parametersText({cut});
}

/// What a side has in a slot, as far as it shows the difference: where the choices differ already, of the parameters
/// only the numbers that both sides have.
QString briefSide(const SlotDifference& slot, bool left)
{
    const std::vector<SlotParameter>&mine = left ? slot.leftParameters : slot.rightParameters,
          &theirs = left ? slot.rightParameters : slot.leftParameters;
    const bool choicesDiffer = slot.left != slot.right;
    QStringList shown;
    for (const SlotParameter& each : mine) {
        const bool onBoth = each.value && std::any_of(theirs.begin(), theirs.end(), [&](const SlotParameter& other) {
                                return other.pointer == each.pointer;
                            });
        if (onBoth || !choicesDiffer)
            shown << briefly(each);
    }
    const std::string empty = slotText(DesignCatalogue{}, Design{}, slot.slot);
    const std::string& choice = left ? slot.left : slot.right;
    if (choice == empty)
        return QStringLiteral("–");
    QString text = qt(choice);
    if (!shown.isEmpty())
        text = CompareTr::tr("%1; %2").arg(text, shown.join(QStringLiteral(", ")));
    return shown.size() == static_cast<qsizetype>(mine.size()) ? text : text + QStringLiteral(" …");
}

int drawnReach(const ComparedDesigns& compared, std::optional<int> planP, int pMax)
{
    ShownP shown{.planP = planP.value_or(1), .available = compared.available};
    for (const std::optional<Prediction>* each : {&compared.comparison.left, &compared.comparison.right})
        if (*each && !(*each)->noPStar())
            shown.pStars.push_back((*each)->landmarks.pStar);
    return axisEnd(shownReach(shown, pMax), pMax);
}

}  // namespace

std::vector<DesignSide> allSides(const Project& project, const DesignCatalogue& catalogue)
{
    std::vector<DesignSide> sides{{DesignSide::Kind::Shown, {}}};
    for (const Variant& variant : project.variants)
        sides.push_back({DesignSide::Kind::Variant, variant.name});
    for (const CaseStudy& study : catalogue.caseStudies)
        sides.push_back({DesignSide::Kind::CaseStudy, study.id});
    return sides;
}

QString sideTitle(const DesignSide& side, const Project& project, const DesignCatalogue& catalogue)
{
    switch (side.kind) {
    case DesignSide::Kind::Shown:
        return project.variants.empty() ? CompareTr::tr("this design") : qt(project.variantName);
    case DesignSide::Kind::Variant: return qt(side.id);
    case DesignSide::Kind::CaseStudy: break;
    }
    const CaseStudy* study = catalogue.find(side.id);
    return study ? CompareTr::tr("%1 (%2)").arg(qt(study->title), qt(study->chapter)) : qt(side.id);
}

std::optional<Project> sideProject(const DesignSide& side, const Project& project, const DesignCatalogue& catalogue)
{
    switch (side.kind) {
    case DesignSide::Kind::Shown: return project;
    case DesignSide::Kind::Variant:
        if (Result<Project> variant = variantNamed(project, side.id))
            return std::move(*variant);
        return std::nullopt;
    case DesignSide::Kind::CaseStudy: break;
    }
    const CaseStudy* study = catalogue.find(side.id);
    return study ? std::optional(withCaseStudy(project, *study)) : std::nullopt;
}

std::optional<ComparedDesigns> compareSides(const DesignSide& left, const DesignSide& right, const Project& project,
                                            const DesignCatalogue& catalogue, int pMax)
{
    const std::optional<Project> leftProject = sideProject(left, project, catalogue),
                                 rightProject = sideProject(right, project, catalogue);
    if (!leftProject || !rightProject)
        return std::nullopt;
    const auto study = [&](const DesignSide& side) {
        return side.kind == DesignSide::Kind::CaseStudy ? catalogue.find(side.id) : nullptr;
    };
    return ComparedDesigns{sideTitle(left, project, catalogue),
                           sideTitle(right, project, catalogue),
                           compareDesigns(*leftProject, *rightProject, catalogue, pMax, study(left), study(right)),
                           workersAvailable(project.target),
                           overfullText(*leftProject),
                           overfullText(*rightProject)};
}

ChartSpec comparisonChart(const ComparedDesigns& compared, std::optional<int> planP, int pMax, std::optional<int> held)
{
    const DesignComparison& comparison = compared.comparison;
    const int reach = held.value_or(drawnReach(compared, planP, pMax));
    CurveChart chart(Curve::Speedup, reach);
    if (!comparison.left && !comparison.right) {
        chart.spec().emptyText =
            CompareTr::tr("Neither design can be priced yet: the line at the top says what it takes.");
        return chart.take();
    }
    double tallest = 1.2;
    const auto add = [&](const std::optional<Prediction>& prediction, const char* key, const QString& name,
                         CurvePart part, const QString& overfull) {
        if (!prediction)
            return;
        const PredictionRow best = prediction->row(prediction->landmarks.pStar);
        const ScalingCurve curve = curveOf(*prediction, reach);
        for (const double speedup : curve.speedup)  // of what is drawn: p* may lie far beyond
            tallest = std::isfinite(speedup) ? std::max(tallest, speedup) : tallest;
        chart.addCurve(curve, part, QString::fromLatin1(key), name, name);
        if (best.p > reach)
            return;
        const bool none = prediction->noPStar();
        const QString fastest = (none ? CompareTr::tr("no p* up to %1") : CompareTr::tr("p* %1")).arg(best.p);
        chart.addPeak(QString::fromLatin1(key), best.p, best.speedup,
                      overfull.isEmpty() ? fastest : CompareTr::tr("%1, does not fit").arg(fastest),
                      roleOf(Curve::Speedup), part == CurvePart::Main);
    };
    add(comparison.left, "left", compared.left, CurvePart::Main, compared.leftOverfull);
    add(comparison.right, "right", compared.right, CurvePart::Second, compared.rightOverfull);
    chart.scaleTo(tallest, 1.25);
    if (planP)
        chart.addPlan(*planP, std::nullopt, CompareTr::tr("plan p %1").arg(*planP));
    return chart.take();
}

FigureTexts comparisonTexts(const ComparedDesigns& compared)
{
    const DesignComparison& comparison = compared.comparison;
    FigureTexts texts;
    texts.title = CompareTr::tr("Speedup S(p)");
    QStringList sides;
    const auto add = [&](const QString& name, const std::optional<Prediction>& prediction, const std::string& reason,
                         const QString& overfull) {
        sides << (prediction ? CompareTr::tr("%1: %2, %3")
                                   .arg(name, qt(titleOf(prediction->model.first().pattern)), fastestText(*prediction))
                             : CompareTr::tr("%1: not priced, %2").arg(name, qt(reason)));
        if (!overfull.isEmpty())
            sides.last() += CompareTr::tr(", does not fit: a copy of %1").arg(overfull);
    };
    add(compared.left, comparison.left, comparison.leftReason, compared.leftOverfull);
    add(compared.right, comparison.right, comparison.rightReason, compared.rightOverfull);
    texts.caption = sides.join(QStringLiteral(" · "));
    texts.summary = sides.join(QStringLiteral(". "));
    return texts;
}

QString comparisonAnswer(const ComparedDesigns& compared)
{
    const DesignComparison& comparison = compared.comparison;
    if (!comparison.left && !comparison.right)
        return {};
    return qt(comparedHeadline(comparison, {.left = compared.left.toStdString(),
                                            .right = compared.right.toStdString(),
                                            .leftOverfull = compared.leftOverfull.toStdString(),
                                            .rightOverfull = compared.rightOverfull.toStdString()}));
}

Table comparisonTable(const ComparedDesigns& compared, int pMax)
{
    const DesignComparison& comparison = compared.comparison;
    Table table;
    table.caption = comparisonTexts(compared).caption.toStdString();
    table.columns = {{"p", "p", "", 0}};
    std::set<int> rows;
    for (int p = 1; p <= std::min(1024, pMax); p *= 2)
        rows.insert(p);
    if (comparison.left) {
        table.columns.push_back({"left", CompareTr::tr("S, %1").arg(compared.left).toStdString(), "", 2});
        rows.insert(comparison.left->landmarks.pStar);
    }
    if (comparison.right) {
        table.columns.push_back({"right", CompareTr::tr("S, %1").arg(compared.right).toStdString(), "", 2});
        rows.insert(comparison.right->landmarks.pStar);
    }
    for (const int p : rows) {
        std::vector<Cell> row{static_cast<double>(p)};
        for (const std::optional<Prediction>* each : {&comparison.left, &comparison.right})
            if (*each)
                row.push_back(p <= (*each)->pMax ? Cell((*each)->row(p).speedup) : Cell());
        table.rows.push_back(std::move(row));
    }
    return table;
}

WordTable::Content differencesTable(const ComparedDesigns& compared, const DesignCatalogue& catalogue)
{
    WordTable::Content content;
    content.table.columns = {{"slot", CompareTr::tr("Slot").toStdString(), "", -1},
                             {"left", compared.left.toStdString(), "", -1},
                             {"right", compared.right.toStdString(), "", -1}};
    content.widths = {24, 38, 38};
    QStringList same, open;
    for (const SlotDifference& each : compared.comparison.slotDifferences) {
        const std::string& title = catalogue.menu(each.slot).title;
        content.table.rows.push_back({title, whole(each.left, each.leftParameters).toStdString(),
                                      whole(each.right, each.rightParameters).toStdString()});
        content.soft.push_back(!each.differs);
        if (each.differs)
            content.brief.push_back({title, briefSide(each, true).toStdString(), briefSide(each, false).toStdString()});
        else
            (each.left == slotText(DesignCatalogue{}, Design{}, each.slot) ? open : same) << qt(lowered(title));
    }
    for (const auto& [words, titles] :
         {std::pair{CompareTr::tr("Same in both"), same}, std::pair{CompareTr::tr("Open in both"), open}})
        if (!titles.isEmpty())
            content.brief.push_back({words.toStdString(), titles.join(QStringLiteral(", ")).toStdString()});
    return content;
}

FigureTexts differencesTexts(const ComparedDesigns& compared, const DesignCatalogue& catalogue)
{
    FigureTexts texts;
    texts.title = CompareTr::tr("Differences");
    QStringList sentences;
    int differing = 0;
    for (const SlotDifference& each : compared.comparison.slotDifferences) {
        if (!each.differs)
            continue;
        ++differing;
        sentences << CompareTr::tr("%1: %2 against %3.")
                         .arg(qt(lowered(catalogue.menu(each.slot).title)), whole(each.left, each.leftParameters),
                              whole(each.right, each.rightParameters));
    }
    texts.caption = differing == 0
                        ? CompareTr::tr("The two are the same in every slot.")
                        : CompareTr::tr("%1 of 6 slots differ; what is the same on both sides is grey.").arg(differing);
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QLatin1Char(' '));
    return texts;
}

WordTable::Content movedTable(const ComparedDesigns& compared, int pMax)
{
    WordTable::Content content;
    content.table.columns = {
        {"step", CompareTr::tr("Change").toStdString(), "", -1}, {"p_star", "p*", "", 0}, {"speedup", "S(p*)", "", 2}};
    content.widths = {60, 22, 18};
    for (const MovedBy& step : compared.comparison.moved) {
        Cell pStar = static_cast<double>(step.pStar);
        if (step.noPStar)
            pStar = CompareTr::tr("none up to %1").arg(pMax).toStdString();
        const bool first = content.table.rows.empty();
        content.table.rows.push_back(
            {first ? CompareTr::tr("%1, as it is").arg(compared.left).toStdString() : qt(step.what).toStdString(),
             pStar, step.speedup});
    }
    return content;
}

FigureTexts movedTexts(const ComparedDesigns& compared)
{
    FigureTexts texts;
    texts.title = CompareTr::tr("What moved p*");
    const DesignComparison& comparison = compared.comparison;
    if (comparison.moved.empty()) {
        texts.caption = CompareTr::tr("Both designs have to be priced first: %1")
                            .arg(qt(comparison.left ? comparison.rightReason : comparison.leftReason));
    } else {
        texts.caption =
            CompareTr::tr(
                "From %1 to %2, one group of parameters at a time; what a group moves depends on those before it.")
                .arg(compared.left, compared.right);
    }
    QStringList sentences;
    for (const MovedBy& step : comparison.moved)
        sentences << CompareTr::tr("%1: p* %2").arg(qt(step.what)).arg(step.pStar);
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QStringLiteral(", "));
    return texts;
}

WordTable::Content elasticityTable(const ComparedDesigns& compared)
{
    WordTable::Content content;
    content.table.columns = {{"parameter", CompareTr::tr("Constant").toStdString(), "", -1},
                             {"left", compared.left.toStdString(), "", -1},
                             {"right", compared.right.toStdString(), "", -1}};
    content.widths = {18, 41, 41};
    const auto textOf = [](const std::vector<Elasticity>& all, const std::string& parameter,
                           const std::string& reason) {
        for (const Elasticity& each : all)
            if (each.parameter == parameter) {
                if (!each.value)
                    return qt(each.reason).toStdString();
                if (std::abs(*each.value) < 0.005)
                    return CompareTr::tr("0.00, hardly at all").toStdString();
                const QString number = QString::number(*each.value, 'f', 2);
                return (*each.value > 0 ? QLatin1Char('+') + number
                                        : QString(number).replace(QLatin1Char('-'), QChar(0x2212)))
                    .toStdString();
            }
        return qt(reason).toStdString();
    };
    const DesignComparison& comparison = compared.comparison;
    std::vector<std::string> parameters{"alpha", "beta", "t_comp"};
    for (const std::vector<Elasticity>* side : {&comparison.leftElasticities, &comparison.rightElasticities})
        for (const Elasticity& each : *side)
            if (std::find(parameters.begin(), parameters.end(), each.parameter) == parameters.end())
                parameters.push_back(each.parameter);
    for (const std::string& parameter : parameters) {
        const std::string name = parameter == "t_comp" ? "T_comp" : parameter;
        content.table.rows.push_back({name, textOf(comparison.leftElasticities, parameter, comparison.leftReason),
                                      textOf(comparison.rightElasticities, parameter, comparison.rightReason)});
    }
    return content;
}

FigureTexts elasticityTexts(const ComparedDesigns& compared)
{
    FigureTexts texts;
    texts.title = CompareTr::tr("Elasticity of p*");
    texts.caption = CompareTr::tr("By how many per cent p* moves when a constant grows by one per cent.");
    QStringList sentences;
    const WordTable::Content content = elasticityTable(compared);
    for (const std::vector<Cell>& row : content.table.rows)
        sentences << CompareTr::tr("%1: %2 against %3.")
                         .arg(qt(std::get<std::string>(row[0])), qt(std::get<std::string>(row[1])),
                              qt(std::get<std::string>(row[2])));
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QLatin1Char(' '));
    return texts;
}

}  // namespace scalewright::ui
