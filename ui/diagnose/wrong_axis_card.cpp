#include "ui/diagnose/wrong_axis_card.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "ui/controls/quiet_combo.h"
#include "ui/controls/words_button.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

QString factor(double value, Bound bound)
{
    const QString number = amountText(value, Dimension::Ratio) + QChar(0xD7);
    return bound == Bound::AtLeast ? QStringLiteral("≥ ") + number : number;
}

QString figuresText(const WrongAxis& axis)
{
    QStringList parts;
    if (axis.fewestDevices)
        parts << (*axis.fewestDevices == 1 ? WrongAxisCard::tr("from 1 machine on")
                                           : WrongAxisCard::tr("from %1 machines on").arg(*axis.fewestDevices));
    else if (!axis.runs)
        return WrongAxisCard::tr("cannot run");
    if (axis.timeFactor)
        parts << factor(*axis.timeFactor, axis.bound);
    if (axis.costFactor)
        parts << factor(*axis.costFactor, axis.bound);
    return parts.isEmpty() ? WrongAxisCard::tr("time not known") : parts.join(QStringLiteral(" · "));
}

bool has(const std::vector<AxisEffect>& axes, Axis axis)
{
    return std::any_of(axes.begin(), axes.end(), [&](const AxisEffect& each) { return each.axis == axis; });
}

/// "Coordination, inference".
QString namesText(const std::vector<AxisEffect>& axes)
{
    QStringList names;
    for (const AxisEffect& each : axes)
        names << axisText(each.axis);
    return sentenceCase(names.join(QStringLiteral(", ")).toLower());
}

}  // namespace

namespace {
constexpr int usualDevices = 4;  // as in the book's example, without a plan
}  // namespace

WrongAxisCard::WrongAxisCard(QWidget* parent)
    : Card(parent),
      m_flow(flowOf({})),
      m_title(new Text(tr("Each axis"), TextStyle::CardTitle, Role::Ink, true, this)),
      m_columns(new Text(tr("time · cost"), TextStyle::Small, Role::Soft, false, this)),
      m_devices(new QuietSpinBox(this)),
      m_why(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_list(new QVBoxLayout)
{
    m_title->setWordWrap(true);
    m_columns->setAlignment(Qt::AlignRight);
    m_columns->setToolTip(tr("Of the same work on K machines, against one machine"));
    for (Text* text : {m_title, m_columns, m_why})
        text->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 0);
    m_why->setWordWrap(true);
    m_devices->setRange(leastDevices, mostDevices);
    m_devices->setValue(usualDevices);
    m_devices->setPrefix(tr("K = "));
    m_devices->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_devices->setAlignment(Qt::AlignRight);
    m_devices->setStyleSheet(QStringLiteral("padding: 0px 6px"));  // no higher than the title beside it
    m_devices->setAccessibleName(tr("Number of machines K"));
    m_devices->findChild<QLineEdit*>()->setAccessibleName(m_devices->accessibleName());
    m_devices->setToolTip(
        tr("Number of machines, %1 to %2: type it, or use the arrow keys").arg(leastDevices).arg(mostDevices));
    const auto restyle = [this] { m_devices->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    connect(m_devices, &QSpinBox::valueChanged, this, &WrongAxisCard::fill);

    auto* header = new QHBoxLayout;
    header->addWidget(m_title, 1);
    header->addWidget(m_devices);
    m_list->setSpacing(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(3), Theme::space(3), Theme::space(3), Theme::space(3));  // and the indent
    column->setSpacing(Theme::space(1));
    column->addLayout(header);
    column->addWidget(m_why);
    column->addWidget(m_columns);
    column->addLayout(m_list);
    setAccessibleName(m_title->text());
}

int WrongAxisCard::devices() const
{
    return m_devices->value();
}

void WrongAxisCard::refresh(const FlowView& flow, const MaybeQuantity& priceUsdPerHour)
{
    m_flow = flow;
    m_price = priceUsdPerHour ? std::optional(priceUsdPerHour->value) : std::nullopt;
    if (std::exchange(m_planP, flow.profile.planP) != flow.profile.planP) {
        const QSignalBlocker quiet(m_devices);
        m_devices->setValue(m_planP.value_or(usualDevices));
    }
    fill();
}

void WrongAxisCard::unfold(std::optional<Axis> axis)
{
    m_unfolded = axis;
    fill();
}

void WrongAxisCard::fill()
{
    m_axes.clear();
    m_chosen.reset();
    QString why = tr("The verdict comes first: then every other axis can be compared with it.");
    if (m_flow.diagnosis) {
        const WrongAxisOptions options{.devices = devices(), .priceUsdPerHour = m_price};
        Result<std::vector<WrongAxis>> axes = wrongAxes(m_flow.profile, *m_flow.diagnosis, options);
        why = axes ? QString() : said(axes.error());
        if (axes) {
            m_axes = *std::move(axes);
            m_chosen = *namedAxis(m_flow.profile, *m_flow.diagnosis, options);
        }
    }
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
    m_devices->setVisible(why.isEmpty());

    const std::vector<std::vector<AxisEffect>> all = shown();
    m_columns->setVisible(std::any_of(all.begin(), all.end(), [](const std::vector<AxisEffect>& alike) {
        return alike.front().runs && alike.front().costFactor;
    }));
    while (m_rows.size() < all.size()) {
        Row row{new WordsButton(this), new Text(TextStyle::Label, Role::Soft, false, this)};
        row.sentence->setWordWrap(true);
        row.sentence->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 4);
        const std::size_t index = m_rows.size();
        connect(row.button, &QAbstractButton::clicked, this, [this, index] {
            const std::vector<AxisEffect> alike = shown().at(index);
            unfold(m_unfolded && has(alike, *m_unfolded) ? std::nullopt : std::optional(alike.front().axis));
        });
        m_list->addWidget(row.button);
        m_list->addWidget(row.sentence);
        m_rows.push_back(row);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool used = i < all.size();
        m_rows[i].button->setVisible(used);
        m_rows[i].sentence->setVisible(used && m_unfolded && has(all[i], *m_unfolded));
        if (!used)
            continue;
        const bool chosen = m_chosen && i == 0;
        const QString names = namesText(all[i]);
        QStringList sentences;
        for (const AxisEffect& each : all[i])
            sentences << (all[i].size() == 1 ? qt(each.sentence)
                                             : tr("%1: %2").arg(axisText(each.axis), qt(each.sentence)));
        const QString sentence = sentences.join(QLatin1Char('\n'));
        m_rows[i].button->setWords(chosen ? tr("%1, chosen").arg(names) : names, figuresText(all[i].front()), chosen,
                                   true);
        m_rows[i].button->setAccessibleDescription(sentence);
        m_rows[i].button->setToolTip(sentence);
        m_rows[i].sentence->setText(sentence);
    }
}

std::vector<std::vector<AxisEffect>> WrongAxisCard::shown() const
{
    std::vector<std::vector<AxisEffect>> rows;
    for (const AxisEffect& axis : m_axes) {
        const auto alike = std::find_if(rows.begin(), rows.end(), [&](const std::vector<AxisEffect>& row) {
            return figuresText(row.front()) == figuresText(axis);
        });
        if (alike == rows.end())
            rows.push_back({axis});
        else
            alike->push_back(axis);
    }
    if (m_chosen)
        rows.insert(rows.begin(), {*m_chosen});
    return rows;
}

}  // namespace scalewright::ui
