// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/variant_bar.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QTimer>

#include "core/project/document/variants.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

VariantBar::VariantBar(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_row(createBox<QHBoxLayout>(this, Theme::spacing(1)))
{
    // Queued, because rebuilding deletes the button whose click may have caused the change.
    connect(&m_document, &Document::changed, this, &VariantBar::rebuild, Qt::QueuedConnection);
    rebuild();
}

void VariantBar::rebuild()
{
    const Project& project = m_document.project();
    QStringList names{QString::fromStdString(project.variantName)};
    for (const std::string& name : variantNames(project))
        names << QString::fromStdString(name);
    if (names == m_shownNames)
        return;
    m_shownNames = names;
    removeWidgets(*m_row);
    names.removeFirst();
    if (names.size() > 1)
        m_row->addWidget(new Text(tr("Variant"), TextStyle::Label, ColorRole::SoftInk, false, this));
    const auto show = [this](const QString& name) {
        if (name != m_shownNames.constFirst())
            applyEdit(tr("show variant %1").arg(toQString(name.toStdString())),
                      withVariantShown(m_document.project(), name.toStdString()));
    };
    constexpr int mostButtons = 8;
    if (names.size() > mostButtons) {
        auto* combo = new QuietCombo(tr("variant"), 16, this);
        for (const QString& name : std::as_const(names))
            combo->addItem(toQString(name.toStdString()), name);
        combo->setCurrentIndex(static_cast<int>(names.indexOf(m_shownNames.constFirst())));
        connect(combo, &QComboBox::activated, this,
                [combo, show](int index) { show(combo->itemData(index).toString()); });
        m_row->addWidget(combo);
    }
    for (const QString& name : std::as_const(names)) {
        if (names.size() == 1 || names.size() > mostButtons)
            break;
        const QString displayName = toQString(name.toStdString());
        QPushButton* button = createToggleButton(displayName, this);
        button->setChecked(name == m_shownNames.constFirst());
        button->setAccessibleName(tr("variant %1").arg(displayName));
        connect(button, &QPushButton::clicked, this, [name, button, show] {
            button->setChecked(true);
            show(name);
        });
        m_row->addWidget(button);
    }
    QPushButton* more = createQuietButton(names.size() > 1 ? tr("Edit variants") : tr("Add a variant"), this);
    if (names.size() > 1) {
        auto* menu = new QMenu(more);
        menu->addAction(tr("Add a copy of %1").arg(toQString(project.variantName)), this, [this] {
            applyEdit(tr("add variant"),
                      withVariantAdded(m_document.project(), unusedVariantName(m_document.project())));
        });
        menu->addAction(tr("Rename %1…").arg(toQString(project.variantName)), this,
                        [this] { rename(m_shownNames.constFirst()); });
        menu->addAction(tr("Remove %1").arg(toQString(project.variantName)), this, [this] {
            applyEdit(tr("remove variant"),
                      withVariantRemoved(m_document.project(), m_shownNames.constFirst().toStdString()));
        });
        more->setMenu(menu);
    } else {
        connect(more, &QPushButton::clicked, this, [this] {
            applyEdit(tr("add variant"),
                      withVariantAdded(m_document.project(), unusedVariantName(m_document.project())));
        });
    }
    m_row->addWidget(more);
}

void VariantBar::rename(const QString& name)
{
    bool accepted = false;
    const QString newName =
        QInputDialog::getText(this, tr("Rename the variant"), tr("Name"), QLineEdit::Normal, name, &accepted);
    if (accepted && newName != name)
        applyEdit(tr("rename variant"),
                  withVariantRenamed(m_document.project(), name.toStdString(), newName.trimmed().toStdString()));
}

void VariantBar::applyEdit(const QString& text, const Result<Project>& after)
{
    if (after)
        m_document.edit(text, *after);
    else
        setToolTip(errorText(after.error()));
}

}  // namespace scalewright::ui
