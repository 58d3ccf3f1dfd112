// The layouts of the document's question, searched off the GUI thread: one search at a time, an outdated one is
// stopped, and what was found stays, so that going back is instant.
#pragma once

#include <QObject>

#include <deque>
#include <memory>

#include "core/model/layout/published.h"
#include "core/output/answers/layouts.h"
#include "core/project/document/baseline.h"
#include "ui/design/layouts/layout_run.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

class Document;

/// What a search rests on: with the same inputs it finds the same.
struct LayoutInputs {
    ModelShape model;
    Target target;
    MaybeQuantity batch;
    int cards = 1;
    LayoutOrder order = LayoutOrder::Time;
    Trainer trainer;
    bool operator==(const LayoutInputs&) const = default;
};

struct FoundLayouts {
    LayoutsQuestion question;
    LayoutSearch search;
    LayoutRows rows;
    Answer answer;
};
using SharedLayouts = std::shared_ptr<const FoundLayouts>;

/// The catalogue's models and the training program whose efficiency is taken, read once a run.
[[nodiscard]] const Result<std::vector<ModelEntry>>& knownModels();
[[nodiscard]] const Result<Trainer>& usualTraining();
/// Steps that others measured, read once a run; empty where they cannot be read.
[[nodiscard]] const std::vector<PublishedRun>& publishedRuns();

/// The layout as the design, one step of undo; false where the design is that already, or cannot be read.
bool useLayout(Document& document, const LayoutsQuestion& question, const Layout& layout);
[[nodiscard]] bool isUsed(const Document& document, const LayoutsQuestion& question, const Layout& layout);
[[nodiscard]] bool hasModel(const Document& document);

class LayoutSearcher : public QObject {
    Q_OBJECT

public:
    explicit LayoutSearcher(QObject* parent = nullptr);

    /// For the document's plan, with the efficiency of `run` where there is one. found() answers at once where it is
    /// known, else found() is null until changed().
    void ask(const Document& document, LayoutOrder order, const std::optional<OwnRun>& run = {});
    /// What was asked lacks something, or the search failed: empty where it did not.
    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }
    [[nodiscard]] const SharedLayouts& found() const { return m_found; }
    [[nodiscard]] bool isSearching() const { return m_worker->isRunning(); }
    /// Returns when what was asked is found, or cannot be: an export. The window goes on painting.
    void finish();

Q_SIGNALS:
    void changed();

private:
    struct Known {
        LayoutInputs inputs;
        SharedLayouts found;
    };
    void start();
    void take();

    Worker<SharedLayouts>* m_worker;
    LayoutInputs m_wanted, m_running;
    LayoutsQuestion m_question;
    std::deque<Known> m_known;  // newest first
    SharedLayouts m_found;
    std::vector<Problem> m_problems;
    bool m_outdated = false;  // another question was asked while it ran
};

}  // namespace scalewright::ui
