#include "ui/controls/words_button.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {
constexpr int padX = WordsButton::indent, padY = 2;
}

struct WordsButton::Lines {
    QRect title, detail;  ///< within the paddings; the detail may be empty
    int height = 0;
    bool aside = false;
};

WordsButton::WordsButton(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] { updateGeometry(); });
}

void WordsButton::setWords(const QString& title, const QString& detail, bool bold, bool aside)
{
    setText(title);
    setAccessibleName(detail.isEmpty() ? title : title + QStringLiteral(", ") + detail);
    m_detail = detail;
    m_bold = bold;
    m_aside = aside;
    updateGeometry();
    update();
}

QString WordsButton::shown() const
{
    return unbrokenText(text() + QLatin1Char('\n') + m_detail);
}

WordsButton::Lines WordsButton::lines(int width) const
{
    const Look& look = Theme::instance().look();
    const QFontMetrics title(look.font(TextStyle::Label, m_bold)), detail(look.font(TextStyle::Label));
    const int inner = std::max(1, width - 2 * padX);
    Lines lines;
    const int titleWidth = title.horizontalAdvance(text()), detailWidth = detail.horizontalAdvance(m_detail);
    if (m_aside && titleWidth + detailWidth + 12 <= inner) {
        lines.aside = true;
        lines.title = {padX, padY, titleWidth + 2, title.height()};
        lines.detail = {padX + titleWidth + 4, padY, inner - titleWidth - 4, detail.height()};
        lines.height = title.height() + 2 * padY;
        return lines;
    }
    const auto heightOf = [&](const QFontMetrics& metrics, const QString& words) {
        return words.isEmpty()
                   ? 0
                   : metrics.boundingRect(QRect(0, 0, inner, 10000), Qt::TextWordWrap, unbrokenText(words)).height();
    };
    lines.title = {padX, padY, inner, heightOf(title, text())};
    lines.detail = {padX, lines.title.bottom() + 1, inner, heightOf(detail, m_detail)};
    lines.height = lines.title.height() + lines.detail.height() + 2 * padY;
    return lines;
}

int WordsButton::heightForWidth(int width) const
{
    return lines(width).height;
}

QSize WordsButton::sizeHint() const
{
    const int width = static_cast<int>(240 * Theme::instance().typeScale());
    return {width, heightForWidth(width)};
}

QSize WordsButton::minimumSizeHint() const
{
    return {static_cast<int>(120 * Theme::instance().typeScale()),
            QFontMetrics(Theme::instance().font(TextStyle::Label)).height() + 2 * padY};
}

void WordsButton::paintEvent(QPaintEvent*)
{
    const Look& look = Theme::instance().look();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(Role::Hover));
        painter.drawRoundedRect(rect(), 5, 5);
    }
    const Lines placed = lines(width());
    QFont title = look.font(TextStyle::Label, m_bold);
    title.setUnderline(isEnabled());  // as every word that acts
    painter.setFont(title);
    painter.setPen(look.color(Role::Ink));
    painter.drawText(placed.title, Qt::TextWordWrap, unbrokenText(text()));
    painter.setFont(look.font(TextStyle::Label));
    painter.setPen(look.color(Role::Soft));
    painter.drawText(placed.detail, placed.aside ? int(Qt::AlignRight) : int(Qt::TextWordWrap), unbrokenText(m_detail));
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()).adjusted(1, 1, -1, -1), 5, look);
}

void WordsButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

}  // namespace scalewright::ui
