#include "ui/controls/missing_line.h"

#include <QAccessibleWidget>
#include <QFocusEvent>
#include <QKeySequence>
#include <QKeyEvent>

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

constexpr std::size_t mostShown = 3;  // what comes next in the method; the others come in sight as these are given

const QString assumeScheme = QStringLiteral("assume:");

QString whenceText(Whence whence)
{
    switch (whence) {
    case Whence::Measure: return MissingLine::tr("measure it");
    case Whence::Catalogue: return MissingLine::tr("catalogue, data sheet");
    case Whence::Count: return MissingLine::tr("add it up");
    case Whence::ModelCard: return MissingLine::tr("its paper or model card");
    case Whence::PriceList: break;
    }
    return MissingLine::tr("price list");
}

/// To a screen reader: a link to what comes first.
class AccessibleLine : public QAccessibleWidget {
public:
    explicit AccessibleLine(MissingLine* line) : QAccessibleWidget(line, QAccessible::Link), m_line(line) {}

    [[nodiscard]] QStringList actionNames() const override
    {
        return QStringList{pressAction()} + QAccessibleWidget::actionNames();
    }
    void doAction(const QString& name) override
    {
        if (name == pressAction() && !m_line->missing().empty())
            Q_EMIT m_line->wanted(qt(m_line->missing().front().pointer));
        else
            QAccessibleWidget::doAction(name);
    }

private:
    MissingLine* m_line;
};

QAccessibleInterface* accessibleLine(const QString&, QObject* object)
{
    auto* line = qobject_cast<MissingLine*>(object);
    return line ? new AccessibleLine(line) : nullptr;
}

QString linkTo(const QString& target, const QString& words)
{
    return QStringLiteral("<a href=\"%1\" style=\"color:%2;font-weight:600\">%3</a>")
        .arg(target, Theme::instance().color(Role::Ink).name(), words.toHtmlEscaped());
}

}  // namespace

MissingLine::MissingLine(Document& document, QWidget* parent)
    : Text(TextStyle::Label, Role::Soft, false, parent), m_document(document)
{
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(accessibleLine), true);
    setMark(Role::Warning);
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QLabel::linkActivated, this, &MissingLine::follow);
    connect(&Theme::instance(), &Theme::changed, this, &MissingLine::refresh);
    hide();
}

void MissingLine::present(const QString& question, std::vector<MissingField> missing)
{
    m_question = question;
    m_missing = std::move(missing);
    refresh();
    setVisible(!m_missing.empty());
}

void MissingLine::refresh()
{
    QStringList parts, plain;  // in sight what to give; where it comes from on hover and to a screen reader
    for (const MissingField& each : m_missing) {
        const QString label = each.field ? fieldLabel(*each.field) : qt(each.name), pointer = qt(each.pointer);
        plain << tr("%1 (%2)").arg(label, each.field ? whenceText(each.whence) : qt(each.from));
        if (static_cast<std::size_t>(parts.size()) == mostShown)
            continue;
        QString part = linkTo(pointer, label);
        if (each.assumption)
            part = tr("%1 (or %2)")
                       .arg(part,
                            linkTo(assumeScheme + pointer,
                                   tr("assume %1")
                                       .arg(qt(formatAmount(each.assumption->value, each.field->dimension).joined()))));
        parts << part;
    }
    if (m_missing.size() > mostShown)
        parts << tr("%1 more").arg(m_missing.size() - mostShown).toHtmlEscaped();
    const QString key = QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText);
    setText(m_missing.empty()
                ? QString()
                : tr("%1: %2 · %3").arg(m_question.toHtmlEscaped(), parts.join(QStringLiteral(" · ")), key));
    setToolTip(m_missing.empty() ? QString()
                                 : tr("%1\n%2: the next one")
                                       .arg(plain.join(QLatin1Char('\n')), key)
                                       .toHtmlEscaped()
                                       .replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    setAccessibleName(m_missing.empty() ? QString() : tr("%1: %2").arg(m_question, plain.join(QStringLiteral(", "))));
}

void MissingLine::follow(const QString& link)
{
    if (!link.startsWith(assumeScheme)) {
        Q_EMIT wanted(link);
        return;
    }
    const std::string pointer = link.mid(assumeScheme.size()).toStdString();
    for (const MissingField& each : m_missing) {
        if (each.pointer != pointer || !each.assumption)
            continue;
        Project after = m_document.project();
        if (pointer.starts_with("/baseline/steps/0/") && after.baseline.steps.empty())
            after.baseline.steps.push_back({.stepTimeS = after.baseline.tCompS});
        if (setField(after, pointer, each.assumption))
            m_document.edit(tr("assume %1").arg(fieldLabel(*each.field)), std::move(after));
        return;
    }
}

void MissingLine::focusInEvent(QFocusEvent* event)
{
    Text::focusInEvent(event);
    if (!hasSelectedText() && (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason))
        focusNextPrevChild(event->reason() == Qt::TabFocusReason);
}

void MissingLine::keyPressEvent(QKeyEvent* event)
{
    const bool enters =
        event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (!enters || hasSelectedText() || m_missing.empty()) {
        Text::keyPressEvent(event);  // QLabel follows the link that is marked
        return;
    }
    Q_EMIT wanted(qt(m_missing.front().pointer));
}

}  // namespace scalewright::ui
