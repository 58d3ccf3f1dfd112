#include "ui/design/layouts/layout_search.h"

#include <QEventLoop>
#include <QPointer>

#include <algorithm>
#include <optional>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/layout_edit.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project.h"
#include "ui/design/layouts/layout_bars.h"
#include "ui/document/document.h"

namespace scalewright::ui {

namespace {

constexpr std::size_t mostKnown = 32;
constexpr int shownLayouts = 4;

Result<SharedLayouts> searched(const LayoutsQuestion& question, const std::stop_token& stop)
{
    Result<LayoutSearch> search = searchFor(question, stop);
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

std::optional<Project> withUsed(const Document& document, const LayoutsQuestion& question, const Layout& layout)
{
    const Result<DesignCatalogue>& catalogue = designCatalogue();
    if (!catalogue)
        return std::nullopt;
    return withLayout(document.project(), *catalogue, question.model.model, question.trainer, question.batch, layout);
}

}  // namespace

bool hasModel(const Document& document)
{
    return document.project().baseline.model.has_value();
}

bool isUsed(const Document& document, const LayoutsQuestion& question, const Layout& layout)
{
    const std::optional<Project> after = withUsed(document, question, layout);
    return !after || *after == document.project();
}

bool useLayout(Document& document, const LayoutsQuestion& question, const Layout& layout)
{
    std::optional<Project> after = withUsed(document, question, layout);
    if (!after || *after == document.project())
        return false;
    document.edit(LayoutSearcher::tr("layout %1").arg(splitOf(layout)), *std::move(after));
    return true;
}

const Result<std::vector<ModelEntry>>& knownModels()
{
    static const Result<std::vector<ModelEntry>> models = readModels();
    return models;
}

const Result<Trainer>& usualTraining()
{
    static const Result<Trainer> trainer = [] {
        const Result<std::vector<Trainer>> trainers = readTrainers();
        return trainers ? findTrainer(*trainers, usualTrainer) : Result<Trainer>(fail(trainers.error()));
    }();
    return trainer;
}

const std::vector<PublishedRun>& publishedRuns()
{
    static const std::vector<PublishedRun> runs = [] {
        const Result<Catalogue> catalogue = readCatalogue();
        const Result<std::vector<PublishedRun>> read =
            catalogue ? readPublishedRuns(*catalogue) : Result<std::vector<PublishedRun>>(fail(catalogue.error()));
        return read.value_or(std::vector<PublishedRun>());
    }();
    return runs;
}

LayoutSearcher::LayoutSearcher(QObject* parent) : QObject(parent), m_worker(new Worker<SharedLayouts>(this))
{
    connect(m_worker, &WorkerBase::finished, this, &LayoutSearcher::take);
}

void LayoutSearcher::ask(const Document& document, LayoutOrder order, const std::optional<OwnRun>& run)
{
    const Project& project = document.project();
    const int cards = document.analysis().planP;
    m_problems.clear();
    m_found.reset();
    m_outdated = false;
    const Trainer trainer = run ? run->calibration.trainer : usualTraining() ? *usualTraining() : Trainer{};
    m_wanted = {
        project.baseline.model.value_or(ModelShape{}), project.target, project.baseline.batch, cards, order, trainer};
    if (const auto known =
            std::find_if(m_known.begin(), m_known.end(), [this](const Known& each) { return each.inputs == m_wanted; });
        known != m_known.end()) {
        m_found = known->found;
        m_worker->cancel();
        return;
    }
    for (const Error* error :
         {knownModels() ? nullptr : &knownModels().error(), usualTraining() ? nullptr : &usualTraining().error()})
        if (error) {
            m_problems = error->problems;
            return;
        }
    Result<LayoutsQuestion> question = layoutsQuestion(project, cards, *knownModels(), trainer);
    if (!question) {
        m_problems = question.error().problems;
        m_worker->cancel();
        return;
    }
    m_question = *std::move(question);
    m_question.order = order;
    m_question.best = shownLayouts;
    if (run) {
        m_question.measuredS = run->run.stepS;
        m_question.beforeS = run->calibration.before.front().computedS;
        if (checkLayout(m_question.model.model, trainer, m_question.batch, cards, run->run.layout) == LeftOut::No)
            m_question.own = run->run.layout;
    }
    if (!m_worker->isRunning()) {
        start();
    } else if (!(m_running == m_wanted) || m_worker->isCancelled()) {
        m_outdated = true;
        m_worker->cancel();
    }
}

void LayoutSearcher::start()
{
    m_outdated = false;
    m_running = m_wanted;
    m_worker->start([question = m_question](std::stop_token stop, const Worker<SharedLayouts>::Report& report) {
        Result<SharedLayouts> found = searched(question, stop);
        if (!found)
            return Result<void>(fail(found.error()));
        report.add(*std::move(found));
        return Result<void>();
    });
}

void LayoutSearcher::take()
{
    if (!m_worker->items().empty()) {
        m_known.push_front({m_running, m_worker->items().front()});
        if (m_known.size() > mostKnown)
            m_known.pop_back();
    }
    if (m_running == m_wanted && !m_worker->items().empty()) {
        m_outdated = false;
        m_found = m_worker->items().front();
    } else if (m_outdated) {
        start();
        return;
    } else if (m_running == m_wanted && !m_worker->outcome() && !m_worker->isCancelled()) {
        m_problems = m_worker->outcome().error().problems;
    }
    Q_EMIT changed();
}

void LayoutSearcher::finish()
{
    const QPointer<LayoutSearcher> here = this;
    while (here && !m_found && m_problems.empty() && (m_outdated || m_worker->isRunning())) {
        QEventLoop loop;
        connect(m_worker, &WorkerBase::finished, &loop, &QEventLoop::quit);
        connect(this, &QObject::destroyed, &loop, &QEventLoop::quit);
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
}

}  // namespace scalewright::ui
