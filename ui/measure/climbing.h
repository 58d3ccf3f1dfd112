// A ladder measured from the window: runs on a worker thread; the ladder in the project fills row by row, one step of undo a climb.
#pragma once

#include <optional>
#include <vector>

#include "core/climb/climb.h"
#include "ui/document/job.h"

namespace scalewright::ui {

class Climbing : public Job {
    Q_OBJECT

public:
    explicit Climbing(Document& document, QObject* parent = nullptr);

    /// Precondition: not running. `name` is the ladder's.
    void start(ClimbOptions options, const QString& name);

private:
    /// What the work tells: a row, or at the end what core warns of.
    struct News {
        std::optional<ClimbRow> row;
        std::vector<Message> warnings;
    };
    void take(int index) override;
    [[nodiscard]] QString whatWentWrong() const override;

    std::string m_text;              ///< header and rows so far, as the command line's file has them
    Ladder m_ladder;                 ///< as it stands in the project; without points until there is a row with a time
    Worker<News> m_worker;
};

}  // namespace scalewright::ui
