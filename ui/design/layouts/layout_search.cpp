// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layout_search.h"

#include <QPointer>

#include <algorithm>
#include <optional>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/layout_edit.h"
#include "core/model/layout/layout.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project.h"
#include "ui/document/document.h"

namespace scalewright::ui {

namespace {

constexpr std::size_t maximumCachedSearches = 32;
constexpr int shownLayoutCount = 4;

Result<SharedLayouts> runLayoutSearch(const LayoutsQuestion& question, const std::stop_token& stop)
{
    Result<LayoutSearchResult> search = searchLayoutsFor(question, stop);
    if (!search)
        return fail(search.error());
    auto found = std::make_shared<FoundLayouts>();
    found->question = question;
    found->search = *std::move(search);
    found->rows = layoutRows(question, found->search);
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "the search was stopped");
    found->answer = layoutsAnswer(question, found->search);
    return SharedLayouts(found);
}

std::optional<Project> withLayoutApplied(const Document& document, const LayoutsQuestion& question,
                                         const ParallelLayout& layout)
{
    const Result<DesignCatalogue>& catalogue = designCatalogue();
    if (!catalogue)
        return std::nullopt;
    return withLayout(document.project(), *catalogue, question.model.model, question.trainer, question.batchSize,
                      layout);
}

}  // namespace

bool hasModel(const Document& document)
{
    return document.project().baseline.model.has_value();
}

bool isLayoutApplied(const Document& document, const LayoutsQuestion& question, const ParallelLayout& layout)
{
    const std::optional<Project> after = withLayoutApplied(document, question, layout);
    return !after || *after == document.project();
}

bool applyLayout(Document& document, const LayoutsQuestion& question, const ParallelLayout& layout)
{
    std::optional<Project> after = withLayoutApplied(document, question, layout);
    if (!after || *after == document.project())
        return false;
    document.edit(LayoutSearcher::tr("layout %1").arg(toQString(layoutFactorsText(layout))), *std::move(after));
    return true;
}

bool applyExample(Document& document, const LayoutExample& example)
{
    const Result<Catalogue> catalogue = readCatalogue(OwnCatalogue::Optional);
    if (!catalogue || !catalogueModels())
        return false;
    const Result<ModelEntry> model = findModel(*catalogueModels(), example.modelId);
    Project after = document.project();
    after.target.workersPerNode = typed(example.cardsPerNode);
    const Result<ClusterTarget> filled = withCluster(after.target, *catalogue, example.hardwareId, {}, {});
    if (!model || !filled)
        return false;
    after.target = filled->target;
    after.baseline.model = modelShapeOf(*model, ModelShape{});
    after.baseline.batch = typed(example.batch);
    after.plan.p = example.cards;
    document.edit(LayoutSearcher::tr("example %1").arg(LayoutSearcher::tr(example.name)), std::move(after));
    return true;
}

const Result<std::vector<ModelEntry>>& catalogueModels()
{
    static const Result<std::vector<ModelEntry>> models = readModels();
    return models;
}

const Result<std::vector<Trainer>>& catalogueTrainers()
{
    static const Result<std::vector<Trainer>> trainers = readTrainers();
    return trainers;
}

const Trainer& defaultTrainer(const ClusterSpec& cluster)
{
    return trainerForCard(*catalogueTrainers(), cluster);
}

const std::vector<PublishedRun>& publishedRuns()
{
    static const std::vector<PublishedRun> runs = [] {
        const Result<Catalogue> catalogue = readCatalogue(OwnCatalogue::Optional);
        const Result<std::vector<PublishedRun>> read =
            catalogue ? readPublishedRuns(*catalogue) : Result<std::vector<PublishedRun>>(fail(catalogue.error()));
        return read.value_or(std::vector<PublishedRun>());
    }();
    return runs;
}

LayoutSearcher::LayoutSearcher(QObject* parent) : QObject(parent), m_worker(new Worker<SharedLayouts>(this))
{
    connect(m_worker, &WorkerBase::finished, this, &LayoutSearcher::takeResult);
}

void LayoutSearcher::requestSearch(const Document& document, LayoutOrder order)
{
    const Project& project = document.project();
    const int cards = document.analysis().planP;
    m_problems.clear();
    m_foundLayouts.reset();
    m_isOutdated = false;
    for (const Error* error : {catalogueModels() ? nullptr : &catalogueModels().error(),
                               catalogueTrainers() ? nullptr : &catalogueTrainers().error()})
        if (error) {
            m_problems = error->problems;
            return;
        }
    Result<LayoutsQuestion> question = makeLayoutsQuestion(project, cards, *catalogueModels(), *catalogueTrainers());
    if (!question) {
        m_problems = question.error().problems;
        m_worker->cancel();
        return;
    }
    m_question = *std::move(question);
    m_question.order = order;
    m_question.bestCount = shownLayoutCount;
    // The design's layout, if its step was measured, is the user's own.
    if (const std::optional<ParallelLayout> layout = layoutOf(project, cards);
        layout && std::any_of(m_question.measuredRuns.begin(), m_question.measuredRuns.end(),
                              [&](const MeasuredRun& run) { return run.layout == *layout; }))
        m_question.ownLayout = layout;
    m_wantedInputs = {project.baseline.model.value_or(ModelShape{}),
                      project.target,
                      project.baseline.batch,
                      cards,
                      order,
                      m_question.trainer,
                      m_question.ownLayout};
    if (const auto cached = std::find_if(m_cache.begin(), m_cache.end(),
                                         [this](const CachedSearch& each) { return each.inputs == m_wantedInputs; });
        cached != m_cache.end()) {
        m_foundLayouts = cached->layouts;
        m_worker->cancel();
        return;
    }
    if (!m_worker->isRunning()) {
        startWorker();
    } else if (!(m_runningInputs == m_wantedInputs) || m_worker->isCancelled()) {
        m_isOutdated = true;
        m_worker->cancel();
    }
}

void LayoutSearcher::startWorker()
{
    m_isOutdated = false;
    m_runningInputs = m_wantedInputs;
    m_worker->compute([question = m_question](const std::stop_token& stop) { return runLayoutSearch(question, stop); });
}

void LayoutSearcher::takeResult()
{
    if (!m_worker->items().empty()) {
        m_cache.push_front({m_runningInputs, m_worker->items().front()});
        if (m_cache.size() > maximumCachedSearches)
            m_cache.pop_back();
    }
    if (m_runningInputs == m_wantedInputs && !m_worker->items().empty()) {
        m_isOutdated = false;
        m_foundLayouts = m_worker->items().front();
    } else if (m_isOutdated) {
        startWorker();
        return;
    } else if (m_runningInputs == m_wantedInputs && !m_worker->outcome() && !m_worker->isCancelled()) {
        m_problems = m_worker->outcome().error().problems;
    }
    Q_EMIT changed();  // NOLINT(readability-misleading-indentation): the macro before it is empty
}

void LayoutSearcher::waitUntilFinished()
{
    const QPointer<LayoutSearcher> self = this;
    while (self && !m_foundLayouts && m_problems.empty() && (m_isOutdated || m_worker->isRunning()))
        m_worker->paintUntilFinished();
}

}  // namespace scalewright::ui
