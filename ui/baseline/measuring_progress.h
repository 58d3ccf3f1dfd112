// How far a measurement of this machine is, with the word that ends it: on the card that started it.
#pragma once

#include <QWidget>

class QPushButton;

namespace scalewright::ui {

class Measuring;
class ProgressBar;
class Text;

class MeasuringProgress : public QWidget {
    Q_OBJECT

public:
    explicit MeasuringProgress(Measuring& measuring, QWidget* parent = nullptr);

    /// Shown or hidden by its card.
    void refresh();
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }

private:
    Measuring& m_measuring;
    ProgressBar* m_bar;
    Text* m_doing;
    QPushButton* m_cancel;
};

}  // namespace scalewright::ui
