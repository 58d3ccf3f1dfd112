// Mend it: what a recorded run would have taken, had a rank, the exchange or the overlap been another
 // (core/evidence/timeline/replay.h).
#pragma once

#include <optional>

#include "core/evidence/timeline/replay.h"
#include "ui/theme/widgets.h"

class QCheckBox;
class QPushButton;

namespace scalewright::ui {

class LogSlider;
class QuietCombo;

class MendCard : public Card {
    Q_OBJECT

public:
    explicit MendCard(QWidget* parent = nullptr);

    /// The run that is replayed; lives as long as it is set. nullptr: `why` says why there is none.
    void setRun(const TraceRun* run, const QString& why = {});
    void setHandles(const ReplayHandles& handles);
    [[nodiscard]] ReplayHandles handles() const;
    /// The answer, or why there is none.
    [[nodiscard]] QString words() const { return m_words->text(); }
    [[nodiscard]] QString spanText() const { return m_span->text(); }
    /// The run as mended; nullopt where nothing is, or it cannot be replayed.
    [[nodiscard]] const std::optional<Replay>& mended() const { return m_mended; }

Q_SIGNALS:
    void changed();

private:
    void answer();
    void replayed();

    const TraceRun* m_run = nullptr;
    QWidget* m_controls;
    QuietCombo* m_median;
    QuietCombo* m_without;
    LogSlider* m_exchange;
    Text* m_exchangeValue;
    double m_factor = 1;
    std::optional<Replay> m_mended;
    QCheckBox* m_overlap;
    Text *m_span, *m_spanBefore, *m_words;
    QPushButton* m_asRecorded;
};

}  // namespace scalewright::ui
