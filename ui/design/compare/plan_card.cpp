// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/compare/plan_card.h"

#include <QGridLayout>
#include <QPainter>

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "ui/words/number_words.h"

namespace scalewright::ui {

class ShareBar : public QWidget {
public:
    ShareBar(ColorRole role, QWidget* parent) : QWidget(parent), m_role(role)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void setShare(double share, bool isBetter)
    {
        m_share = share;
        m_isBetter = isBetter;
        update();
    }
    [[nodiscard]] QSize sizeHint() const override { return {40, Theme::scaled(14)}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const VisualStyle& look = Theme::instance().visualStyle();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(ColorRole::Hover));
        painter.drawRoundedRect(rect(), 2, 2);
        constexpr double worseOpacity = 0.5;
        painter.setBrush(blendColors(look.color(m_role), look.color(ColorRole::Card), m_isBetter ? 1 : worseOpacity));
        painter.drawRoundedRect(QRectF(0, 0, width() * std::clamp(m_share, 0.0, 1.0), height()), 2, 2);
    }

private:
    ColorRole m_role;
    double m_share = 0;
    bool m_isBetter = false;
};

PlanCard::PlanCard(QWidget* chooser, QWidget* parent)
    : Card(parent),
      m_betterLabel(new Text(tr("better"), TextStyle::Label, ColorRole::Ink, true, this)),
      m_note(createParagraph(TextStyle::Label, ColorRole::SoftInk, this))
{
    auto* head = createBox<QHBoxLayout>(nullptr, -1, {{chooser, 1}, m_betterLabel});
    auto* grid = createGrid(nullptr, Theme::spacing(4), Theme::spacing(2));
    grid->setColumnStretch(2, 1);
    createBox<QVBoxLayout>(this, Theme::spacing(2), {head, grid, m_note, Stretch{}}, Theme::margins(4, 3, 4, 3));
    const std::array<std::pair<QString, ColorRole>, 4> quantities{{{tr("speedup"), ColorRole::Compute},
                                                                   {tr("time"), ColorRole::SoftInk},
                                                                   {tr("cost"), ColorRole::Money},
                                                                   {tr("memory"), ColorRole::Compute}}};
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        row = {new Text(quantities[i].first, TextStyle::Label, ColorRole::SoftInk, false, this),
               new Text(TextStyle::CardTitle, ColorRole::Ink, false, this), new ShareBar(quantities[i].second, this)};
        const int line = static_cast<int>(i);
        grid->addWidget(row.name, line, 0);
        grid->addWidget(row.value, line, 1);
        grid->addWidget(row.bar, line, 2);
    }
}

void PlanCard::setPrompt(const QString& text)
{
    for (const Row& row : m_rows)
        for (QWidget* each : std::initializer_list<QWidget*>{row.name, row.value, row.bar})
            each->hide();
    m_betterLabel->hide();
    m_note->setText(text);
    m_note->show();
}

void PlanCard::setPlans(const ComparedPlan& own, const ComparedPlan& other)
{
    const bool isSameUnit = own.unitName == other.unitName;
    int wins = 0, losses = 0;
    const auto show = [&](std::size_t i, const std::optional<double>& value, const std::optional<double>& rival,
                          const QString& text, bool moreIsBetter) {
        const bool isComparable = value && rival && (i == 0 || i == 3 || isSameUnit);
        const bool isBetter = isComparable && (moreIsBetter ? *value > *rival : *value < *rival);
        const bool isWorse = isComparable && (moreIsBetter ? *value < *rival : *value > *rival);
        wins += isBetter;
        losses += isWorse;
        const bool isMissing = !value && !rival;  // on both cards
        for (QWidget* each : std::initializer_list<QWidget*>{m_rows[i].name, m_rows[i].value, m_rows[i].bar})
            each->setVisible(!isMissing);
        m_rows[i].bar->setVisible(isComparable);  // alone it would compare with nothing
        m_rows[i].value->setText(value ? text : QStringLiteral("–"));
        m_rows[i].value->setBold(isBetter);
        const double largest = std::max(value.value_or(0), isComparable ? *rival : 0);
        m_rows[i].bar->setShare(value && largest > 0 ? *value / largest : 0, !isWorse);
    };
    show(0, own.speedup, other.speedup, multipleText(own.speedup.value_or(0)), true);
    show(1, own.timeS, other.timeS, amountWithUnit(own.timeS.value_or(0), Dimension::Time), false);
    show(2, own.costUsd, other.costUsd, amountWithUnit(own.costUsd.value_or(0), Dimension::Money), false);
    const bool showsMemory = own.doesNotFit() || other.doesNotFit();
    show(3, showsMemory ? own.workerBytes : std::nullopt, showsMemory ? other.workerBytes : std::nullopt,
         amountWithUnit(own.workerBytes.value_or(0), Dimension::Bytes), false);
    m_betterLabel->setVisible(!own.doesNotFit() && (other.doesNotFit() || (wins > 0 && losses == 0)));
    QStringList notes;
    if (showsMemory && own.workerBytes && own.usableBytes)
        notes << (own.doesNotFit() ? tr("%1: exceeds the usable %2") : tr("%1: fits in the usable %2"))
                     .arg(sentenceCase(toQString(own.stateText)), amountWithUnit(*own.usableBytes, Dimension::Bytes));
    else if (own.p && (own.speedup || own.timeS))
        notes << tr("p = %1, %2").arg(*own.p).arg(own.isMeasured ? tr("measured") : tr("predicted"));
    else
        notes << sentenceCase(toQString(own.whyNoPlan));
    notes.removeAll(QString());
    m_note->showText(notes.join(QStringLiteral(" · ")));
}

}  // namespace scalewright::ui
