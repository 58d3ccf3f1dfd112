// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates T_comp of a model that does not fit on one machine: from its parameters, tokens and the card's peak, or from
// a measured step with fewer layers.
#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace scalewright::ui {

class Document;
class Text;

class EstimatePanel : public QWidget {
    Q_OBJECT

public:
    explicit EstimatePanel(Document& document, QWidget* parent = nullptr);

    void refresh();

    [[nodiscard]] QPushButton* peakButton() const { return m_peakButton; }  ///< takes the estimate from the peak
    [[nodiscard]] QLineEdit* timeField() const { return m_timeField; }
    [[nodiscard]] QLineEdit* layersField() const { return m_layersField; }
    [[nodiscard]] QPushButton* layersButton() const { return m_layersButton; }  ///< takes the scaled time

private:
    void refreshLayers();
    void restyle();

    Document& m_document;
    Text* m_peakText;
    QPushButton* m_peakButton;
    QLineEdit* m_timeField;
    QLineEdit* m_layersField;
    Text* m_layersText;
    QPushButton* m_layersButton;
};

}  // namespace scalewright::ui
