// Variants of the project as a row of words: the shown one bold, a click shows another, "+" adds a copy of it.
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
    void apply(const QString& text, const Result<Project>& after);

    Document& m_document;
    QHBoxLayout* m_row;
    QStringList m_shown;  ///< names as built, the shown variant's first
};

}  // namespace scalewright::ui
