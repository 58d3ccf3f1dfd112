// The report of the document as it stands, worked out off the GUI thread. The one before stays until the next is there;
// words alone that change need no answer anew.
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

    ReportDraft(Document& document, AskSection ask, QObject* parent);
    ~ReportDraft() override;

    /// Begins to work out what the document has become: the first at once, others a moment after the last call.
    void refresh();
    /// nullptr until the first is there.
    [[nodiscard]] const Draft* draft() const { return m_draft.get(); }
    /// It is the document's, or will not become it.
    [[nodiscard]] bool isSettled() const;
    /// Why there is none of the document as it stands.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void changed();

private:
    void start();
    void take();
    [[nodiscard]] bool takeWords();

    Document& m_document;
    AskSection m_ask;
    QTimer m_soon;
    std::shared_ptr<const Draft> m_draft;
    std::shared_ptr<const Project> m_asked;  ///< of the work that runs, or ran last
    std::optional<Error> m_error;
    Worker<std::shared_ptr<const Draft>> m_worker{this};
};

}  // namespace scalewright::ui
