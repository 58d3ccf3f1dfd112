// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/missing_line.h"

#include <QAccessibleWidget>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QKeySequence>

#include <utility>

#include "core/base/quantity/units.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "ui/controls/bind_quantity.h"
#include "ui/document/document.h"
#include "ui/quantity/field_specs.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr std::size_t maximumShownFields = 3;  // the next steps of the method; more appear as these are filled in

const QString assumeScheme = QStringLiteral("assume:");

QString valueSourceText(MissingValueSource valueSource)
{
    switch (valueSource) {
    case MissingValueSource::Measurement: return MissingFieldsLine::tr("measure it");
    case MissingValueSource::Catalogue: return MissingFieldsLine::tr("catalogue, data sheet");
    case MissingValueSource::Counting: return MissingFieldsLine::tr("add it up");
    case MissingValueSource::ModelCard: return MissingFieldsLine::tr("its paper or model card");
    case MissingValueSource::PriceList: break;
    }
    return MissingFieldsLine::tr("price list");
}

/// For screen readers: a link to the first missing field.
class AccessibleMissingLine : public QAccessibleWidget {
public:
    explicit AccessibleMissingLine(MissingFieldsLine* line) : QAccessibleWidget(line, QAccessible::Link), m_line(line)
    {
    }

    [[nodiscard]] QStringList actionNames() const override
    {
        return QStringList{pressAction()} + QAccessibleWidget::actionNames();
    }
    void doAction(const QString& name) override
    {
        if (name == pressAction() && !m_line->missingFields().empty())
            Q_EMIT m_line->fieldRequested(toQString(m_line->missingFields().front().jsonPointer));
        else
            QAccessibleWidget::doAction(name);
    }

private:
    MissingFieldsLine* m_line;
};

QAccessibleInterface* createAccessibleMissingLine(const QString&, QObject* object)
{
    auto* line = qobject_cast<MissingFieldsLine*>(object);
    return line ? new AccessibleMissingLine(line) : nullptr;
}

QString linkHtml(const QString& target, const QString& words)
{
    return QStringLiteral("<a href=\"%1\" style=\"color:%2;font-weight:600\">%3</a>")
        .arg(target, Theme::instance().color(ColorRole::Ink).name(), words.toHtmlEscaped());
}

}  // namespace

MissingFieldsLine::MissingFieldsLine(Document& document, QWidget* parent)
    : Text(TextStyle::Label, ColorRole::SoftInk, false, parent), m_document(document)
{
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(createAccessibleMissingLine), true);
    setEdgeBar(ColorRole::Warning);
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QLabel::linkActivated, this, &MissingFieldsLine::followLink);
    connect(&Theme::instance(), &Theme::changed, this, &MissingFieldsLine::refresh);
    hide();
}

void MissingFieldsLine::setMissingFields(const QString& question, std::vector<MissingField> missing)
{
    m_question = question;
    m_missingFields = std::move(missing);
    refresh();
    setVisible(!m_missingFields.empty());
}

void MissingFieldsLine::refresh()
{
    QStringList parts, accessibleParts;  // visible: what to enter; tool tip and screen reader: where to get it
    for (const MissingField& missing : m_missingFields) {
        const QString label = missing.field ? fieldLabel(*missing.field) : toQString(missing.name),
                      pointer = toQString(missing.jsonPointer);
        accessibleParts << tr("%1 (%2)").arg(
            label, missing.field ? valueSourceText(missing.source) : toQString(missing.howToGet));
        if (static_cast<std::size_t>(parts.size()) == maximumShownFields)
            continue;
        QString part = linkHtml(pointer, label);
        if (missing.assumption)
            part = tr("%1 (or %2)")
                       .arg(part,
                            linkHtml(
                                assumeScheme + pointer,
                                tr("assume %1")
                                    .arg(toQString(
                                        formatAmount(missing.assumption->value, missing.field->dimension).joined()))));
        parts << part;
    }
    if (m_missingFields.size() > maximumShownFields)
        parts << tr("%1 more").arg(m_missingFields.size() - maximumShownFields).toHtmlEscaped();
    const QString key = QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText);
    setText(m_missingFields.empty()
                ? QString()
                : tr("%1: %2 · %3").arg(m_question.toHtmlEscaped(), parts.join(QStringLiteral(" · ")), key));
    setToolTip(m_missingFields.empty() ? QString()
                                       : tr("%1\n%2: go to the next one")
                                             .arg(accessibleParts.join(QLatin1Char('\n')), key)
                                             .toHtmlEscaped()
                                             .replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    setAccessibleName(
        m_missingFields.empty() ? QString() : tr("%1: %2").arg(m_question, accessibleParts.join(QStringLiteral(", "))));
}

void MissingFieldsLine::followLink(const QString& link)
{
    if (!link.startsWith(assumeScheme)) {
        Q_EMIT fieldRequested(link);
        return;
    }
    const std::string pointer = link.mid(assumeScheme.size()).toStdString();
    for (const MissingField& missing : m_missingFields) {
        if (missing.jsonPointer != pointer || !missing.assumption)
            continue;
        Project after = m_document.project();
        if (pointer.starts_with("/baseline/steps/0/") && after.baseline.steps.empty())
            after.baseline.steps.push_back({.stepTimeS = after.baseline.tCompS});
        if (setField(after, pointer, missing.assumption))
            m_document.edit(tr("assume %1").arg(fieldLabel(*missing.field)), std::move(after));
        return;
    }
}

void MissingFieldsLine::focusInEvent(QFocusEvent* event)
{
    Text::focusInEvent(event);
    if (!hasSelectedText() && (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason))
        focusNextPrevChild(event->reason() == Qt::TabFocusReason);
}

void MissingFieldsLine::keyPressEvent(QKeyEvent* event)
{
    const bool enters =
        event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (!enters || hasSelectedText() || m_missingFields.empty()) {
        Text::keyPressEvent(event);  // QLabel follows the selected link
        return;
    }
    Q_EMIT fieldRequested(toQString(m_missingFields.front().jsonPointer));
}

}  // namespace scalewright::ui
