// SPDX-License-Identifier: GPL-3.0-or-later
// The first question of the flow, whether the working set fits in memory. It is shown next to both figures, each time
// with a link to the other one.
#pragma once

#include <QWidget>

#include "core/project/document/field.h"

class QPushButton;

namespace scalewright::ui {

class Document;
class Text;

class MemoryFitLine : public QWidget {
    Q_OBJECT

public:
    /// `otherField` is the figure shown on another card.
    MemoryFitLine(Document& document, const FieldInfo& otherField, QWidget* parent = nullptr);
    /// Hidden while one of the two figures is unknown.
    void refresh();
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QPushButton* linkButton() const { return m_linkButton; }

Q_SIGNALS:
    void fieldRequested(const QString& pointer);

private:
    Document& m_document;
    Text* m_sentence;
    QPushButton* m_linkButton;
};

}  // namespace scalewright::ui
