// SPDX-License-Identifier: GPL-3.0-or-later
// The report on the current document, computed off the GUI thread. The previous report remains until the new one is
// ready; if only the user's own words change, no answers are recomputed.
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

#include "core/output/report/hand_in.h"
#include "ui/document/document.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

class ReportDraft : public QObject {
    Q_OBJECT

public:
    struct Draft {
        std::shared_ptr<const Project> project;
        Report report;
    };

    ReportDraft(Document& document, QObject* parent);
    ~ReportDraft() override;

    /// Updates the report for the current document: immediately the first time, later after a short delay.
    void refresh();
    /// nullptr until the first report is ready.
    [[nodiscard]] const Draft* draft() const { return m_draft.get(); }
    /// No update is pending or running.
    [[nodiscard]] bool isSettled() const;
    /// Why there is no report for the current document.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void changed();

private:
    void start();
    void handleFinished();
    [[nodiscard]] bool updateOwnWords();

    Document& m_document;
    QTimer m_refreshTimer;
    std::shared_ptr<const Draft> m_draft;
    std::shared_ptr<const Project> m_workProject;  ///< the project of the current or most recent computation
    std::optional<Error> m_error;
    Worker<std::shared_ptr<const Draft>> m_worker{this};
};

}  // namespace scalewright::ui
