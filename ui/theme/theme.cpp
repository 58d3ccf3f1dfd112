// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QStyleFactory>

#include <algorithm>

#include "ui/theme/style_sheet.h"

// Outside all namespaces, as Q_INIT_RESOURCE requires. Without this reference, the linker would drop the resources of
// the static library.
static void initialiseResources()
{
    Q_INIT_RESOURCE(theme);
}

namespace scalewright::ui {

namespace {

double basePixelSize(TextStyle style)
{
    switch (style) {
    case TextStyle::Page: return 20;
    case TextStyle::CardTitle: return 13.5;
    case TextStyle::Body: return 13;
    case TextStyle::Label: return 12;
    case TextStyle::Small: return 11;
    }
    return 13;
}

QPalette paletteOf(const VisualStyle& visualStyle)
{
    const QColor ink = visualStyle.color(ColorRole::Ink), soft = visualStyle.color(ColorRole::SoftInk),
                 faint = visualStyle.color(ColorRole::FaintInk);
    const QColor background = visualStyle.color(ColorRole::Background), card = visualStyle.color(ColorRole::Card);
    const QColor hairline = visualStyle.color(ColorRole::Hairline), hover = visualStyle.color(ColorRole::Hover);
    QPalette palette;
    palette.setColor(QPalette::Window, background);
    palette.setColor(QPalette::WindowText, ink);
    palette.setColor(QPalette::Base, card);
    palette.setColor(QPalette::AlternateBase, background);
    palette.setColor(QPalette::Text, ink);
    palette.setColor(QPalette::PlaceholderText, soft);
    palette.setColor(QPalette::Button, card);
    palette.setColor(QPalette::ButtonText, ink);
    palette.setColor(QPalette::BrightText, ink);
    palette.setColor(QPalette::ToolTipBase, card);
    palette.setColor(QPalette::ToolTipText, ink);
    palette.setColor(QPalette::Highlight, hairline);
    palette.setColor(QPalette::HighlightedText, ink);
    palette.setColor(QPalette::Link, ink);
    palette.setColor(QPalette::LinkVisited, soft);
    palette.setColor(QPalette::Light, card);
    palette.setColor(QPalette::Midlight, hover);
    palette.setColor(QPalette::Mid, hairline);
    palette.setColor(QPalette::Dark, faint);
    palette.setColor(QPalette::Shadow, faint);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

}  // namespace

QColor blendColors(const QColor& over, const QColor& under, double alpha)
{
    return QColor::fromRgb(chart::blendColors(over.rgb() & 0xFFFFFFU, under.rgb() & 0xFFFFFFU, alpha));
}

QColor VisualStyle::color(ColorRole role) const
{
    return QColor::fromRgb(colorOf(role, dark));
}

QFont VisualStyle::font(TextStyle style, bool bold) const
{
    QFont font;
    font.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
    const double minimumSize = isLecture ? basePixelSize(TextStyle::Body) : 0;
    font.setPixelSize(qRound(std::max(basePixelSize(style), minimumSize) * typeScale));
    font.setWeight(bold ? QFont::Bold : QFont::Normal);
    return font;
}

Theme& Theme::instance()
{
    static Theme theme;
    return theme;
}

Theme::Theme()
{
    initialiseResources();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    followSystem();
    apply();
    qApp->installEventFilter(this);
}

void Theme::setAppearance(Appearance appearance)
{
    m_appearance = appearance;
    const bool wasDark = m_visualStyle.dark;
    if (appearance == Appearance::System)
        followSystem();
    else
        m_visualStyle.dark = appearance == Appearance::Dark;
    if (m_visualStyle.dark != wasDark || appearance == Appearance::System)
        apply();
}

void Theme::setTypeScale(double scale)
{
    if (scale == m_visualStyle.typeScale)
        return;
    m_visualStyle.typeScale = scale;
    apply();
}

void Theme::setLecture(bool isLecture)
{
    if (isLecture == m_visualStyle.isLecture)
        return;
    m_visualStyle.isLecture = isLecture;
    apply();
}

void Theme::followSystem()
{
    // Qt 6.4 has no API for the system's colour scheme, so use the lightness of the palette that the system provides.
    m_applying = true;
    QApplication::setPalette(QPalette());
    m_applying = false;
    m_visualStyle.dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
}

void Theme::apply()
{
    m_applying = true;
    QApplication::setPalette(paletteOf(m_visualStyle));
    QApplication::setFont(m_visualStyle.font(TextStyle::Body));
    qApp->setStyleSheet(styleSheetOf(m_visualStyle));
    m_applying = false;
    Q_EMIT changed();
}

bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    if (m_applying)
        return false;
    const bool system = m_appearance == Appearance::System;
    if (event->type() == QEvent::ThemeChange && system) {
        followSystem();
        apply();
    } else if (event->type() == QEvent::ApplicationPaletteChange && watched == qApp) {
        const QColor window = QApplication::palette().color(QPalette::Window);
        if (window != m_visualStyle.color(ColorRole::Background)) {  // the system changed the palette
            if (system)
                m_visualStyle.dark = window.lightness() < 128;
            apply();
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace scalewright::ui
