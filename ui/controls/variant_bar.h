// SPDX-License-Identifier: GPL-3.0-or-later
// The project's variants as a row of buttons. The shown variant is bold, clicking another one shows it, and "+" adds a
// copy.
#pragma once

#include <QWidget>

#include "ui/document/document.h"

class QHBoxLayout;

namespace scalewright::ui {

class VariantBar : public QWidget {
    Q_OBJECT

public:
    explicit VariantBar(Document& document, QWidget* parent = nullptr);

private:
    void rebuild();
    void rename(const QString& name);
    void applyEdit(const QString& text, const Result<Project>& after);

    Document& m_document;
    QHBoxLayout* m_row;
    QStringList m_shownNames;  ///< as shown in the row; the current variant comes first
};

}  // namespace scalewright::ui
