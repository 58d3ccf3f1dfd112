// The look of the window: colours by meaning, five text styles, one spacing grid; light, dark or as the system is.
//
// Colour belongs to data, ink to controls. Ink and Soft are for text that must be read (4.5:1 on Card and Background in
// both variants); Faint is decoration. One number scales all type. Widgets that paint themselves connect to changed();
// plain Qt widgets follow by palette and style sheet.
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>

namespace scalewright::ui {

enum class Role {
    Background,
    Card,
    Hairline,
    Hover,  ///< surfaces
    Ink,
    Soft,
    Faint,  ///< text and controls
    Compute,
    Communication,
    Waiting,
    InputOutput,
    Money,
    Warning,  ///< data (Okabe–Ito)
};

/// Page 20, CardTitle 13.5, Body 13, Label 12, Small 11 px at type scale 1 (whole pixels on screen).
enum class TextStyle { Page, CardTitle, Body, Label, Small };

/// One variant of the theme as a value: all that painting code needs, on screen or in an export (light, scale 1).
struct Look {
    bool dark = false;
    double typeScale = 1;
    bool room = false;  ///< for a room: no text is smaller than Body

    [[nodiscard]] QColor color(Role role) const;
    [[nodiscard]] QFont font(TextStyle style, bool bold = false) const;
    /// A length of a drawing (line width, marker size) at this type scale: it grows with the type, but less.
    [[nodiscard]] double scaled(double pixels) const { return pixels * (1 + 0.6 * (typeScale - 1)); }

    bool operator==(const Look&) const = default;
};

enum class Appearance { System, Light, Dark };

class Theme : public QObject {
    Q_OBJECT

public:
    /// The one instance. Precondition: a QApplication exists; the first call applies the theme to it.
    static Theme& instance();

    [[nodiscard]] const Look& look() const { return m_look; }
    [[nodiscard]] QColor color(Role role) const { return m_look.color(role); }
    [[nodiscard]] QFont font(TextStyle style, bool bold = false) const { return m_look.font(style, bold); }
    /// Distances are multiples of 4 px whatever the type size.
    [[nodiscard]] static constexpr int space(int gridUnits) { return 4 * gridUnits; }
    static constexpr int cornerRadius = 8;

    [[nodiscard]] bool isDark() const { return m_look.dark; }
    [[nodiscard]] Appearance appearance() const { return m_appearance; }
    [[nodiscard]] double typeScale() const { return m_look.typeScale; }
    void setAppearance(Appearance appearance);
    void setDark(bool dark) { setAppearance(dark ? Appearance::Dark : Appearance::Light); }
    /// Precondition: 1.0 <= scale <= 1.75 (what the pages are laid out for).
    void setTypeScale(double scale);
    /// A lecture begins or ends: what is small on a desk is nothing for the back row.
    void setRoom(bool room);

Q_SIGNALS:
    /// Colours or type sizes changed; palette, fonts and style sheet of the application are already in place.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Theme();
    void apply();
    void followSystem();

    Look m_look;
    Appearance m_appearance = Appearance::System;
    bool m_applying = false;
};

}  // namespace scalewright::ui
