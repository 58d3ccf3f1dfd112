// SPDX-License-Identifier: GPL-3.0-or-later
// Searches layouts for the document's inputs on a worker thread, one search at a time; an outdated search is cancelled.
// Results are cached, so returning to earlier inputs is instant.
#pragma once

#include <QObject>

#include <array>
#include <deque>
#include <memory>

#include "core/model/layout/published.h"
#include "core/output/answers/layouts.h"
#include "core/project/document/baseline.h"
#include "core/project/document/target.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

class Document;

/// A search's inputs: equal inputs give equal results.
struct LayoutInputs {
    ModelShape model;
    Target target;
    MaybeQuantity batch;
    int cards = 1;
    LayoutOrder order = LayoutOrder::Time;
    Trainer trainer;
    std::optional<ParallelLayout> ownLayout;
    bool operator==(const LayoutInputs&) const = default;
};

struct FoundLayouts {
    LayoutsQuestion question;
    LayoutSearchResult search;
    LayoutRows rows;
    Answer answer;
};
using SharedLayouts = std::shared_ptr<const FoundLayouts>;

/// The catalogue's models and training programs. Each is read once per process.
[[nodiscard]] const Result<std::vector<ModelEntry>>& catalogueModels();
[[nodiscard]] const Result<std::vector<Trainer>>& catalogueTrainers();
/// The training program whose runs were on these cards. Precondition: catalogueTrainers() has a value.
[[nodiscard]] const Trainer& defaultTrainer(const ClusterSpec& cluster);
/// Published step times, read once per process; empty if they cannot be read.
[[nodiscard]] const std::vector<PublishedRun>& publishedRuns();

/// Makes the layout the design, as one undo step; returns false if it already is, or if the catalogue cannot be read.
bool applyLayout(Document& document, const LayoutsQuestion& question, const ParallelLayout& layout);
[[nodiscard]] bool isLayoutApplied(const Document& document, const LayoutsQuestion& question,
                                   const ParallelLayout& layout);
[[nodiscard]] bool hasModel(const Document& document);

/// A model and cards to start with.
struct LayoutExample {
    const char* name;
    const char* modelId;
    const char* hardwareId;
    int cards, cardsPerNode;
    double batch;
};
inline constexpr std::array layoutExamples{
    LayoutExample{QT_TRANSLATE_NOOP("LayoutSearcher", "7 B on four 4090s"), "llama-2-7b", "rtx-4090", 4, 4, 16},
    LayoutExample{QT_TRANSLATE_NOOP("LayoutSearcher", "13 B on one A100 node"), "llama-2-13b", "a100-sxm-80", 8, 8, 64},
    LayoutExample{QT_TRANSLATE_NOOP("LayoutSearcher", "70 B on 64 H100"), "llama-2-70b", "h100-sxm", 64, 8, 512}};
/// Sets model, target, batch and plan, as one undo step; returns false if a catalogue cannot be read.
bool applyExample(Document& document, const LayoutExample& example);

class LayoutSearcher : public QObject {
    Q_OBJECT

public:
    explicit LayoutSearcher(QObject* parent = nullptr);

    /// Requests the layouts for the document's plan. foundLayouts() returns a cached result immediately; otherwise it is
    /// null until changed().
    void requestSearch(const Document& document, LayoutOrder order);
    /// Missing inputs or the error from a failed search; empty if none exist.
    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }
    [[nodiscard]] const SharedLayouts& foundLayouts() const { return m_foundLayouts; }
    [[nodiscard]] bool isSearching() const { return m_worker->isRunning(); }
    /// Returns when the request has a result or has failed; used for exports. The window keeps painting.
    void waitUntilFinished();

Q_SIGNALS:
    void changed();

private:
    struct CachedSearch {
        LayoutInputs inputs;
        SharedLayouts layouts;
    };
    void startWorker();
    void takeResult();

    Worker<SharedLayouts>* m_worker;
    LayoutInputs m_wantedInputs, m_runningInputs;
    LayoutsQuestion m_question;
    std::deque<CachedSearch> m_cache;  // newest first
    SharedLayouts m_foundLayouts;
    std::vector<Problem> m_problems;
    bool m_isOutdated = false;  // another request arrived during the search
};

}  // namespace scalewright::ui
