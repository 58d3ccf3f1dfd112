#include "ui/design/design_tables.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/project/variants.h"
#include "core/quantity/units.h"
#include "core/analysis/analysis.h"
#include "ui/words/qt.h"
#include "ui/words/pattern_names.h"

namespace scalewright::ui {

namespace {

struct DesignTr {
    Q_DECLARE_TR_FUNCTIONS(Design)
};

std::string std8(const QString& text)
{
    return text.toStdString();
}

std::string parametersText(const std::vector<SlotParameter>& parameters)
{
    QStringList words;
    for (const SlotParameter& parameter : parameters)
        words << (parameter.pointer == "/design/communication/pattern" ? qt(parameter.text) : DesignTr::tr("%1 %2").arg(qt(parameter.name), qt(parameter.text)));
    return std8(words.join(QStringLiteral(", ")));
}

QString speedupText(double speedup)
{
    return qt(significant(speedup)) + QChar(0xD7);
}

QString fastestText(const Prediction& prediction)
{
    const Landmarks& marks = prediction.landmarks;
    const QString there = speedupText(prediction.row(marks.pStar).speedup);
    if (marks.pStarAtLimit && marks.pStar > 1)
        return DesignTr::tr("no p* up to %1 (%2 there)").arg(marks.pStar).arg(there);
    return DesignTr::tr("p* %1 (%2)").arg(marks.pStar).arg(there);
}

int drawnReach(const ComparedDesigns& compared, std::optional<int> planP, int pMax)
{
    int reach = 1024;
    for (const std::optional<Prediction>* each : {&compared.comparison.left, &compared.comparison.right})
        if (*each)
            while (reach < (*each)->landmarks.pStar * 5 / 4 && reach < pMax)
                reach *= 2;
    while (planP && reach < *planP && reach < pMax)
        reach *= 2;
    return std::min(reach, pMax);
}

}  // namespace

WordTable::Content templateTable(const Project& project, const DesignCatalogue& catalogue)
{
    WordTable::Content content;
    content.table.columns = {{"slot", std8(DesignTr::tr("Slot")), "", -1},
                             {"choice", std8(DesignTr::tr("Choice")), "", -1},
                             {"parameters", std8(DesignTr::tr("Parameters")), "", -1},
                             {"why", std8(DesignTr::tr("Why")), "", -1},
                             {"rejected", std8(DesignTr::tr("Rejected, and why")), "", -1}};
    content.widths = {15, 20, 22, 24, 22};
    for (const Slot slot : allSlots) {
        const DesignSlot& state = slotOf(project.design, slot);
        const SlotOption* alternative = catalogue.menu(slot).find(state.rejected);
        QString rejected = alternative ? qt(alternative->title) : qt(state.rejected);
        if (!state.rejectedBecause.empty())
            rejected = rejected.isEmpty() ? qt(state.rejectedBecause) : DesignTr::tr("%1: %2").arg(rejected, qt(state.rejectedBecause));
        const QString title = DesignTr::tr("%1. %2").arg(static_cast<int>(slot) + 1).arg(qt(catalogue.menu(slot).title));
        content.table.rows.push_back({std8(title), slotText(catalogue, project.design, slot), parametersText(slotParameters(project.design, slot)),
                                      state.justification, std8(rejected)});
        content.soft.push_back(state.choices.empty());
    }
    return content;
}

FigureTexts templateTexts(const Project& project, const DesignCatalogue& catalogue)
{
    FigureTexts texts;
    texts.title = DesignTr::tr("The design, slot by slot");
    QStringList caption{DesignTr::tr("The template of Figure 41.4.1")};
    if (!project.title.empty())
        caption << qt(project.title);
    if (!project.variants.empty())
        caption << DesignTr::tr("variant %1").arg(qt(project.variantName));
    texts.caption = caption.join(QStringLiteral(" · "));
    QStringList sentences;
    for (const Slot slot : allSlots)
        sentences << DesignTr::tr("%1: %2.").arg(qt(catalogue.menu(slot).title), qt(slotText(catalogue, project.design, slot)));
    texts.summary = sentences.join(QLatin1Char(' '));
    return texts;
}

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
    case DesignSide::Kind::Shown: return project.variants.empty() ? DesignTr::tr("this design") : qt(project.variantName);
    case DesignSide::Kind::Variant: return qt(side.id);
    case DesignSide::Kind::CaseStudy: break;
    }
    const CaseStudy* study = catalogue.find(side.id);
    return study ? DesignTr::tr("%1 (%2)").arg(qt(study->title), qt(study->chapter)) : qt(side.id);
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
    const std::optional<Project> leftProject = sideProject(left, project, catalogue), rightProject = sideProject(right, project, catalogue);
    if (!leftProject || !rightProject)
        return std::nullopt;
    const auto study = [&](const DesignSide& side) { return side.kind == DesignSide::Kind::CaseStudy ? catalogue.find(side.id) : nullptr; };
    return ComparedDesigns{sideTitle(left, project, catalogue), sideTitle(right, project, catalogue),
                           compareDesigns(*leftProject, *rightProject, catalogue, pMax, study(left), study(right))};
}

ChartSpec comparisonChart(const ComparedDesigns& compared, std::optional<int> planP, int pMax)
{
    const DesignComparison& comparison = compared.comparison;
    ChartSpec spec;
    const int reach = drawnReach(compared, planP, pMax);
    spec.x = {.title = DesignTr::tr("workers p"), .scale = AxisScale::Log2, .low = 1, .high = std::max(2, reach), .numbers = {}};
    spec.y.title = DesignTr::tr("speedup S");
    if (!comparison.left && !comparison.right) {
        spec.emptyText = DesignTr::tr("Neither design can be priced yet.\n%1").arg(qt(comparison.leftReason));
        return spec;
    }
    double tallest = 1;
    const auto add = [&](const std::optional<Prediction>& prediction, const char* key, const QString& name, LineStyle line) {
        if (!prediction)
            return;
        const PredictionRow best = prediction->row(prediction->landmarks.pStar);
        tallest = std::max(tallest, best.speedup);
        SeriesSpec series;
        series.key = QString::fromLatin1(key);
        series.name = name;
        series.label = name;
        series.y.assign(prediction->columns.speedup.begin(), prediction->columns.speedup.begin() + reach);
        series.line = line;
        spec.series.push_back(std::move(series));
        PointSpec point;
        point.id = QString::fromLatin1(key);
        point.x = best.p;
        point.y = best.speedup;
        point.label = prediction->landmarks.pStarAtLimit && best.p > 1 ? DesignTr::tr("no p* up to %1").arg(best.p) : DesignTr::tr("p* %1").arg(best.p);
        point.subLabel = speedupText(best.speedup);
        point.filled = line == LineStyle::Solid;
        if (best.p <= reach)
            spec.points.push_back(std::move(point));
    };
    add(comparison.left, "left", compared.left, LineStyle::Solid);
    add(comparison.right, "right", compared.right, LineStyle::Dashed);
    spec.y.low = 0;
    spec.y.high = std::max(1.5, 1.25 * tallest);
    if (planP && *planP <= reach) {
        MarkerSpec plan;
        plan.id = QStringLiteral("plan");
        plan.x = *planP;
        plan.label = DesignTr::tr("plan p %1").arg(*planP);
        plan.kind = MarkerSpec::Kind::Flag;
        plan.draggable = true;
        spec.markers.push_back(std::move(plan));
    }
    return spec;
}

FigureTexts comparisonTexts(const ComparedDesigns& compared)
{
    const DesignComparison& comparison = compared.comparison;
    FigureTexts texts;
    texts.title = DesignTr::tr("Speedup S(p) of both");
    QStringList sides;
    const auto add = [&](const QString& name, const std::optional<Prediction>& prediction, const std::string& reason) {
        sides << (prediction ? DesignTr::tr("%1: %2, %3").arg(name, patternTitle(prediction->model.pattern), fastestText(*prediction))
                             : DesignTr::tr("%1: not priced, %2").arg(name, qt(reason)));
    };
    add(compared.left, comparison.left, comparison.leftReason);
    add(compared.right, comparison.right, comparison.rightReason);
    texts.caption = sides.join(QStringLiteral(" · "));
    texts.summary = sides.join(QStringLiteral(". "));
    return texts;
}

Table comparisonTable(const ComparedDesigns& compared, int pMax)
{
    const DesignComparison& comparison = compared.comparison;
    Table table;
    table.caption = std8(comparisonTexts(compared).caption);
    table.columns = {{"p", "p", "", 0}};
    std::set<int> rows;
    for (int p = 1; p <= drawnReach(compared, std::nullopt, pMax); p *= 2)
        rows.insert(p);
    if (comparison.left) {
        table.columns.push_back({"left", std8(DesignTr::tr("S, %1").arg(compared.left)), "", 2});
        rows.insert(comparison.left->landmarks.pStar);
    }
    if (comparison.right) {
        table.columns.push_back({"right", std8(DesignTr::tr("S, %1").arg(compared.right)), "", 2});
        rows.insert(comparison.right->landmarks.pStar);
    }
    for (const int p : rows) {
        std::vector<Cell> row{static_cast<double>(p)};
        for (const std::optional<Prediction>* each : {&comparison.left, &comparison.right})
            if (*each)
                row.emplace_back((*each)->row(p).speedup);
        table.rows.push_back(std::move(row));
    }
    return table;
}

WordTable::Content differencesTable(const ComparedDesigns& compared, const DesignCatalogue& catalogue)
{
    WordTable::Content content;
    content.table.columns = {{"slot", std8(DesignTr::tr("Slot")), "", -1}, {"left", std8(compared.left), "", -1}, {"right", std8(compared.right), "", -1}};
    content.widths = {24, 38, 38};
    const auto text = [](const std::string& choice, const std::vector<SlotParameter>& parameters) {
        return parameters.empty() ? choice : std8(DesignTr::tr("%1; %2").arg(qt(choice), qt(parametersText(parameters))));
    };
    for (const SlotDifference& each : compared.comparison.slotDifferences) {
        content.table.rows.push_back({catalogue.menu(each.slot).title, text(each.left, each.leftParameters), text(each.right, each.rightParameters)});
        content.soft.push_back(!each.differs);
    }
    return content;
}

FigureTexts differencesTexts(const ComparedDesigns& compared)
{
    FigureTexts texts;
    texts.title = DesignTr::tr("Slot by slot");
    QStringList sentences;
    int differing = 0;
    for (const SlotDifference& each : compared.comparison.slotDifferences) {
        if (!each.differs)
            continue;
        ++differing;
        sentences << DesignTr::tr("%1: %2 against %3.").arg(QString::fromLatin1(slotName(each.slot)).replace(QLatin1Char('_'), QLatin1Char(' ')), qt(each.left), qt(each.right));
    }
    texts.caption = differing == 0 ? DesignTr::tr("The two are the same in every slot.")
                                   : DesignTr::tr("%1 of 6 slots differ; what is the same on both sides is grey.").arg(differing);
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QLatin1Char(' '));
    return texts;
}

WordTable::Content movedTable(const ComparedDesigns& compared, int pMax)
{
    WordTable::Content content;
    content.table.columns = {{"step", std8(DesignTr::tr("Change")), "", -1}, {"p_star", "p*", "", 0}, {"speedup", "S(p*)", "", 2}};
    content.widths = {60, 22, 18};
    for (const MovedBy& step : compared.comparison.moved) {
        Cell pStar = static_cast<double>(step.pStar);
        if (step.pStarAtLimit && step.pStar > 1)
            pStar = std8(DesignTr::tr("none up to %1").arg(pMax));
        const bool first = content.table.rows.empty();
        content.table.rows.push_back({first ? std8(DesignTr::tr("%1, as it is").arg(compared.left)) : step.what, pStar, step.speedup});
    }
    return content;
}

FigureTexts movedTexts(const ComparedDesigns& compared)
{
    FigureTexts texts;
    texts.title = DesignTr::tr("What moved p*");
    const DesignComparison& comparison = compared.comparison;
    if (comparison.moved.empty()) {
        texts.caption = DesignTr::tr("Both designs have to be priced first: %1").arg(qt(comparison.left ? comparison.rightReason : comparison.leftReason));
    } else {
        texts.caption = DesignTr::tr("From %1 to %2, one group of parameters at a time; what a group moves depends on those before it.").arg(compared.left, compared.right);
    }
    QStringList sentences;
    for (const MovedBy& step : comparison.moved)
        sentences << DesignTr::tr("%1: p* %2").arg(qt(step.what)).arg(step.pStar);
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QStringLiteral(", "));
    return texts;
}

WordTable::Content elasticityTable(const ComparedDesigns& compared)
{
    WordTable::Content content;
    content.table.columns = {{"parameter", std8(DesignTr::tr("Constant")), "", -1}, {"left", std8(compared.left), "", -1}, {"right", std8(compared.right), "", -1}};
    content.widths = {18, 41, 41};
    const auto textOf = [](const std::vector<Elasticity>& all, const std::string& parameter, const std::string& reason) {
        for (const Elasticity& each : all)
            if (each.parameter == parameter) {
                if (!each.value)
                    return each.reason;
                if (std::abs(*each.value) < 0.005)
                    return std8(DesignTr::tr("0.00, hardly at all"));
                const QString number = QString::number(*each.value, 'f', 2);
                return std8(*each.value > 0 ? QLatin1Char('+') + number : QString(number).replace(QLatin1Char('-'), QChar(0x2212)));
            }
        return reason;
    };
    const DesignComparison& comparison = compared.comparison;
    for (const char* parameter : {"alpha", "beta", "t_comp"}) {
        const std::string name = std::string(parameter) == "t_comp" ? "T_comp" : parameter;
        content.table.rows.push_back({name, textOf(comparison.leftElasticities, parameter, comparison.leftReason),
                                      textOf(comparison.rightElasticities, parameter, comparison.rightReason)});
    }
    return content;
}

FigureTexts elasticityTexts(const ComparedDesigns& compared)
{
    FigureTexts texts;
    texts.title = DesignTr::tr("Elasticity of p*");
    texts.caption = DesignTr::tr("By how many per cent p* moves when a constant grows by one per cent.");
    QStringList sentences;
    const WordTable::Content content = elasticityTable(compared);
    for (const std::vector<Cell>& row : content.table.rows)
        sentences << DesignTr::tr("%1: %2 against %3.").arg(qt(std::get<std::string>(row[0])), qt(std::get<std::string>(row[1])), qt(std::get<std::string>(row[2])));
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QLatin1Char(' '));
    return texts;
}

}  // namespace scalewright::ui
