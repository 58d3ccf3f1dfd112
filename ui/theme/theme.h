// SPDX-License-Identifier: GPL-3.0-or-later
// The window's theme: colours by meaning, five text styles, one spacing grid; light, dark or following the system.
//
// Colour is for data, ink for controls. Ink and SoftInk are for text that must be readable (4.5:1 on Card and
// Background in both variants); FaintInk is for decoration. One factor scales all type. Self-painted widgets connect to
// changed(); plain Qt widgets follow through the palette and the style sheet.
#pragma once

#include <QColor>
#include <QFont>
#include <QMargins>
#include <QObject>
#include <QSize>

#include "core/output/chart/color_role.h"

namespace scalewright::ui {

using namespace chart;

/// Page 20, CardTitle 13.5, Body 13, Label 12, Small 11 px at type scale 1 (whole pixels on screen).
enum class TextStyle { Page, CardTitle, Body, Label, Small };

/// Blends `over` onto `under` into an opaque colour.
[[nodiscard]] QColor blendColors(const QColor& over, const QColor& under, double alpha);

/// One variant of the theme as a value: everything that painting code needs, on screen or in an export (light, scale
/// 1).
struct VisualStyle {
    bool dark = false;
    double typeScale = 1;
    bool isLecture = false;  ///< for an audience: no text is smaller than Body

    [[nodiscard]] QColor color(ColorRole role) const;
    [[nodiscard]] QFont font(TextStyle style, bool bold = false) const;
    /// A length in a drawing (line width, marker size) at this type scale: it grows with the type size, but more
    /// slowly.
    [[nodiscard]] double scaledLength(double pixels) const { return pixels * (1 + 0.6 * (typeScale - 1)); }

    bool operator==(const VisualStyle&) const = default;
};

enum class Appearance { System, Light, Dark };

class Theme : public QObject {
    Q_OBJECT

public:
    /// The singleton. Precondition: a QApplication exists; the first call applies the theme to it.
    static Theme& instance();

    [[nodiscard]] const VisualStyle& visualStyle() const { return m_visualStyle; }
    [[nodiscard]] QColor color(ColorRole role) const { return m_visualStyle.color(role); }
    [[nodiscard]] QFont font(TextStyle style, bool bold = false) const { return m_visualStyle.font(style, bold); }
    /// Distances are multiples of 4 px and independent of the type size.
    [[nodiscard]] static constexpr int spacing(int gridUnits) { return 4 * gridUnits; }
    /// Margins in grid units.
    [[nodiscard]] static constexpr QMargins margins(int left, int top, int right, int bottom)
    {
        return {spacing(left), spacing(top), spacing(right), spacing(bottom)};
    }
    static constexpr int cornerRadius = 8;
    /// A length or size at type scale 1, enlarged with the type.
    [[nodiscard]] static int scaled(double pixels) { return static_cast<int>(pixels * instance().typeScale()); }
    [[nodiscard]] static QSize scaled(double width, double height) { return {scaled(width), scaled(height)}; }

    [[nodiscard]] bool isDark() const { return m_visualStyle.dark; }
    [[nodiscard]] Appearance appearance() const { return m_appearance; }
    [[nodiscard]] double typeScale() const { return m_visualStyle.typeScale; }
    void setAppearance(Appearance appearance);
    void setDark(bool dark) { setAppearance(dark ? Appearance::Dark : Appearance::Light); }
    /// Precondition: 1.0 <= scale <= 1.75 (the range that the pages are laid out for).
    void setTypeScale(double scale);
    /// Lecture mode began or ended: small text is enlarged for the audience.
    void setLecture(bool isLecture);

Q_SIGNALS:
    /// Colours or type sizes changed; the application's palette, fonts and style sheet have already been updated.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Theme();
    void apply();
    void followSystem();

    VisualStyle m_visualStyle;
    Appearance m_appearance = Appearance::System;
    bool m_applying = false;
};

/// Applies a style now and whenever the theme changes.
template <class Restyle>
void followTheme(QObject* owner, Restyle restyle)
{
    restyle();
    QObject::connect(&Theme::instance(), &Theme::changed, owner, restyle);
}

}  // namespace scalewright::ui
