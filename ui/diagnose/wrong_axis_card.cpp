// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/wrong_axis_card.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/text_button.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

QString axisFactorText(double value)
{
    return shortAmountText(value, Dimension::Ratio) + QChar(0xD7);
}

QString figuresText(const WrongAxis& axis)
{
    QStringList parts;
    if (axis.fewestDevices)
        parts << (*axis.fewestDevices == 1 ? WrongAxisCard::tr("from 1 machine")
                                           : WrongAxisCard::tr("from %1 machines").arg(*axis.fewestDevices));
    else if (!axis.canRun)
        return WrongAxisCard::tr("cannot run");
    const auto factorText = [&](double value) {
        return (axis.bound == Bound::AtLeast ? QStringLiteral("≥ ") : QString()) + axisFactorText(value);
    };
    if (axis.timeFactor && axis.costFactor && axisFactorText(*axis.timeFactor) == axisFactorText(*axis.costFactor))
        return (parts << WrongAxisCard::tr("%1 time, cost").arg(factorText(*axis.timeFactor)))
            .join(QStringLiteral(", "));
    if (axis.timeFactor)
        parts << WrongAxisCard::tr("%1 time").arg(factorText(*axis.timeFactor));
    if (axis.costFactor)
        parts << WrongAxisCard::tr("%1 cost").arg(factorText(*axis.costFactor));
    return parts.isEmpty() ? WrongAxisCard::tr("time unknown") : parts.join(QStringLiteral(", "));
}

bool containsAxis(const std::vector<AxisEffect>& axes, Axis axis)
{
    return std::any_of(axes.begin(), axes.end(), [&](const AxisEffect& each) { return each.axis == axis; });
}

/// "Coordination, inference".
QString axisNamesText(const std::vector<AxisEffect>& axes)
{
    QStringList names;
    for (const AxisEffect& each : axes)
        names << axisText(each.axis);
    return sentenceCase(names.join(QStringLiteral(", ")).toLower());
}

}  // namespace

namespace {
constexpr int defaultDeviceCount = 4;  // used when there is no plan, as in the book's example
}  // namespace

WrongAxisCard::WrongAxisCard(QWidget* parent)
    : Card(parent),
      m_flow(evaluateFlow({})),
      m_titleText(new Text(tr("What to distribute"), TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_devicesSpinBox(new NoWheelSpinBox(this)),
      m_reasonText(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_rowsLayout(new QVBoxLayout)
{
    m_titleText->setWordWrap(true);
    m_titleText->setToolTip(tr("Time and cost of the same work on that many machines"));
    for (Text* text : {m_titleText, m_reasonText})
        text->setContentsMargins(TextButton::indent, 0, TextButton::indent, 0);
    m_reasonText->setWordWrap(true);
    m_devicesSpinBox->setRange(minimumDevices, maximumDevices);
    m_devicesSpinBox->setValue(defaultDeviceCount);
    m_devicesSpinBox->setSuffix(tr(" machines"));
    m_devicesSpinBox->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_devicesSpinBox->setAlignment(Qt::AlignRight);
    m_devicesSpinBox->setStyleSheet(QStringLiteral("padding: 0px 6px"));  // no taller than the title next to it
    m_devicesSpinBox->setAccessibleName(tr("Number of machines"));
    m_devicesSpinBox->findChild<QLineEdit*>()->setAccessibleName(m_devicesSpinBox->accessibleName());
    m_devicesSpinBox->setToolTip(
        tr("Number of machines, %1 to %2: type it, or use the arrow keys").arg(minimumDevices).arg(maximumDevices));
    const auto restyle = [this] { m_devicesSpinBox->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    connect(m_devicesSpinBox, &QSpinBox::valueChanged, this, &WrongAxisCard::refreshRows);

    auto* header = new QHBoxLayout;
    header->addWidget(m_titleText, 1);
    header->addWidget(m_devicesSpinBox);
    m_rowsLayout->setSpacing(0);
    auto* column = new QVBoxLayout(this);
    // Includes the indent.
    column->setContentsMargins(Theme::spacing(3), Theme::spacing(3), Theme::spacing(3), Theme::spacing(3));
    column->setSpacing(Theme::spacing(1));
    column->addLayout(header);
    column->addWidget(m_reasonText);
    column->addLayout(m_rowsLayout);
    setAccessibleName(m_titleText->text());
}

int WrongAxisCard::deviceCount() const
{
    return m_devicesSpinBox->value();
}

void WrongAxisCard::refresh(const FlowProgress& flow, const MaybeQuantity& priceUsdPerHour)
{
    m_flow = flow;
    m_priceUsdPerHour = priceUsdPerHour ? std::optional(priceUsdPerHour->value) : std::nullopt;
    if (std::exchange(m_planP, flow.profile.planP) != flow.profile.planP) {
        const QSignalBlocker quiet(m_devicesSpinBox);
        m_devicesSpinBox->setValue(m_planP.value_or(defaultDeviceCount));
    }
    refreshRows();
}

void WrongAxisCard::unfoldAxis(std::optional<Axis> axis)
{
    m_unfoldedAxis = axis;
    refreshRows();
}

void WrongAxisCard::refreshRows()
{
    m_axes.clear();
    m_chosenAxis.reset();
    QString reason = tr("The other axes can be compared once there is a verdict.");
    if (m_flow.diagnosis) {
        const WrongAxisOptions options{.devices = deviceCount(), .priceUsdPerHour = m_priceUsdPerHour};
        Result<std::vector<WrongAxis>> axes = wrongAxisEffects(m_flow.profile, *m_flow.diagnosis, options);
        reason = axes ? QString() : errorText(axes.error());
        if (axes) {
            m_axes = *std::move(axes);
            m_chosenAxis = *recommendedAxisEffect(m_flow.profile, *m_flow.diagnosis, options);
        }
    }
    m_reasonText->setText(reason);
    m_reasonText->setVisible(!reason.isEmpty());
    m_devicesSpinBox->setVisible(reason.isEmpty());

    const std::vector<std::vector<AxisEffect>> groups = shownRows();
    while (m_rows.size() < groups.size()) {
        Row row{new TextButton(this), new Text(TextStyle::Label, ColorRole::SoftInk, false, this)};
        row.sentence->setWordWrap(true);
        row.sentence->setContentsMargins(TextButton::indent, 0, TextButton::indent, 4);
        const std::size_t index = m_rows.size();
        connect(row.button, &QAbstractButton::clicked, this, [this, index] {
            const std::vector<AxisEffect> group = shownRows().at(index);
            unfoldAxis(m_unfoldedAxis && containsAxis(group, *m_unfoldedAxis) ? std::nullopt
                                                                              : std::optional(group.front().axis));
        });
        m_rowsLayout->addWidget(row.button);
        m_rowsLayout->addWidget(row.sentence);
        m_rows.push_back(row);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool used = i < groups.size();
        m_rows[i].button->setVisible(used);
        m_rows[i].sentence->setVisible(used && m_unfoldedAxis && containsAxis(groups[i], *m_unfoldedAxis));
        if (!used)
            continue;
        const bool chosen = m_chosenAxis && i == 0;
        const QString names = axisNamesText(groups[i]);
        QStringList sentences;
        for (const AxisEffect& each : groups[i])
            sentences << (groups[i].size() == 1 ? toQString(each.sentence)
                                                : tr("%1: %2").arg(axisText(each.axis), toQString(each.sentence)));
        const QString sentence = sentences.join(QLatin1Char('\n'));
        m_rows[i].button->setTexts(names, figuresText(groups[i].front()), chosen, true);
        m_rows[i].button->setAccessibleDescription(sentence);
        m_rows[i].button->setToolTip(sentence);
        m_rows[i].sentence->setText(sentence);
    }
}

std::vector<std::vector<AxisEffect>> WrongAxisCard::shownRows() const
{
    std::vector<std::vector<AxisEffect>> rows;
    for (const AxisEffect& axis : m_axes) {
        const auto group = std::find_if(rows.begin(), rows.end(), [&](const std::vector<AxisEffect>& row) {
            return figuresText(row.front()) == figuresText(axis);
        });
        if (group == rows.end())
            rows.push_back({axis});
        else
            group->push_back(axis);
    }
    std::ranges::stable_sort(rows, {}, [](const std::vector<AxisEffect>& row) {
        return row.front().timeFactor.value_or(std::numeric_limits<double>::infinity());
    });
    if (m_chosenAxis)
        rows.insert(rows.begin(), {*m_chosenAxis});
    return rows;
}

}  // namespace scalewright::ui
