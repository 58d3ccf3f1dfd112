// A ladder measured from the window: runs on a worker thread; the ladder in the project fills row by row, one step of undo a climb.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

#include "core/climb/climb.h"
#include "ui/document/document.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

class Climbing : public QObject {
    Q_OBJECT

public:
    explicit Climbing(Document& document, QObject* parent = nullptr);

    /// Precondition: not running. `name` is the ladder's.
    void start(ClimbOptions options, const QString& name);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }
    [[nodiscard]] bool isStopping() const { return isRunning() && m_worker.isCancelled(); }
    [[nodiscard]] double share() const { return m_share; }
    [[nodiscard]] QString doing() const { return m_doing; }
    /// What the last climb came to, where it did not go well, and what it warned of.
    [[nodiscard]] QString problem() const { return m_problem; }
    [[nodiscard]] QStringList warnings() const { return m_warnings; }

Q_SIGNALS:
    /// Progress, a row, or a climb began or ended.
    void changed();
    void finished();

private:
    /// What the work tells: a row, or at the end what core warns of.
    struct News {
        std::optional<ClimbRow> row;
        std::vector<Message> warnings;
    };
    void take(const News& news);
    void conclude();

    Document& m_document;
    int m_gesture = 0;
    double m_share = 0;
    QString m_doing, m_problem;
    QStringList m_warnings;
    std::string m_text;              ///< header and rows so far, as the command line's file has them
    Ladder m_ladder;                 ///< as it stands in the project; without points until there is a row with a time
    Worker<News> m_worker;
};

}  // namespace scalewright::ui
