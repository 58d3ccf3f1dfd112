// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/figure/chart.h"
#include "ui/theme/stable_height.h"

namespace scalewright::ui {

ChartCard::ChartCard(QWidget* parent)
    : Card(parent),
      m_title(new Text(TextStyle::Label, ColorRole::Ink, true, this)),
      m_number(new Text(TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_note(createParagraph(TextStyle::Small, ColorRole::SoftInk, this)),
      m_chart(new Chart(this))
{
    setClickable(true);
    auto* words = createBox<QVBoxLayout>(nullptr, Theme::spacing(1), {Stretch{}, m_title});
    for (Text* changing : {m_number, m_note})
        words->addWidget(new StableHeightHolder(changing));
    words->addStretch();

    m_chart->setFocusPolicy(Qt::NoFocus);
    m_chart->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_chart->setMinimumSize(72, 48);

    createBox<QHBoxLayout>(this, -1, {{words, 5}, {m_chart, 4}}, Theme::margins(3, 2, 3, 2));
    connect(this, &Card::surfaceChanged, m_chart, &Chart::setSurface);
}

void ChartCard::setContent(const QString& title, const QString& number, const QString& note, ChartSpec spec)
{
    m_title->setText(title);
    m_number->setText(number);
    m_note->setText(note);
    m_chart->setSpec(std::move(spec));
    m_chart->setSummary(title);
    setAccessibleName(title);
    setAccessibleDescription(tr("%1, %2. Press to enlarge.").arg(number, note));
}

}  // namespace scalewright::ui
