// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QProxyStyle>
#include <QStyleHints>
#include <algorithm>

#include "ui/theme/contrast.h"
#include "ui/theme/style_sheet.h"

namespace rollcall {

namespace {

/// The desktop's family first; then faces with the Chinese forms of the Han characters, which a fallback chosen by the
/// system alone may draw in their Japanese forms.
QStringList withChinese(const QFont& font, const QStringList& chinese) {
    QStringList families{
        QFontInfo(font).family()};  // the face behind an alias such as "monospace": aliases are skipped in lists
    const QStringList known = QFontDatabase::families();
    for (const QString& name : chinese) {
        if (known.contains(name)) families << name;
    }
    return families;
}

QFont sized(QFont font, double pixels, QFont::Weight weight = QFont::Normal) {
    constexpr double kPointsPerPixel = 72.0 / 96.0;  // points follow the screen's dpi, pixels would not
    font.setPointSizeF(pixels * kPointsPerPixel);
    font.setWeight(weight);
    return font;
}

/// The widths of the window are drawn for faces of ordinary width. A wide one (DejaVu Sans, Verdana) is set a little
/// smaller, which also evens out its larger x-height.
double opticalScale(const QFont& font) {
    constexpr double kOrdinaryWidth =
        0.52;  // em for each letter of this sentence in Inter, Noto Sans, Segoe UI: 0.50–0.53
    const QString sentence = QStringLiteral("Student synced successfully");
    const QFontMetricsF metrics(sized(font, 100));
    const double width = metrics.horizontalAdvance(sentence) / (100.0 * double(sentence.size()));
    return std::clamp(kOrdinaryWidth / std::max(width, 0.1), 0.88, 1.0);
}

QFont fixedBase() {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (!QFontInfo(fixed).fixedPitch()) {  // some platforms without a desktop hand out the general font
        fixed = QFont(QStringLiteral("monospace"));
        fixed.setStyleHint(QFont::Monospace);
    }
    fixed.setFamilies(withChinese(fixed, {QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("Source Han Mono SC"),
                                          QStringLiteral("Noto Sans CJK SC")}));
    return fixed;
}

/// Fusion, whose lines are easy to restyle, without the underlined letters: they are shown by the menu and the tool
/// tips.
class HouseStyle final : public QProxyStyle {
public:
    HouseStyle() : QProxyStyle(QStringLiteral("Fusion")) {}
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        return hint == SH_UnderlineShortcut ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

bool isHighContrast(const QPalette& p) {
    return contrastRatio(p.color(QPalette::WindowText), p.color(QPalette::Window)) > 20.5;  // black on white is 21
}

}  // namespace

Theme::Theme(QObject* parent) : QObject(parent), m_tokens(&lightTokens()) {
    m_desktop = QGuiApplication::palette();
    m_desktopFont = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    makeFonts();
    choose();
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (m_mode == ThemeMode::System) apply();
    });
#endif
}

void Theme::setMode(ThemeMode mode) {
    m_mode = mode;
    apply();
}

void Theme::choose() {
    bool dark = m_desktop.color(QPalette::Window).lightness() < m_desktop.color(QPalette::WindowText).lightness();
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown) dark = scheme == Qt::ColorScheme::Dark;
#endif
    bool contrast = isHighContrast(m_desktop) && m_mode == ThemeMode::System;
    if (m_mode == ThemeMode::Light) dark = false;
    if (m_mode == ThemeMode::Dark) dark = true;
    if (m_mode == ThemeMode::HighContrast) contrast = true;
    m_dark = dark;
    if (contrast)
        m_tokens = dark ? &highContrastDarkTokens() : &highContrastLightTokens();
    else
        m_tokens = dark ? &darkTokens() : &lightTokens();
}

void Theme::makeFonts() {
    QFont general = m_desktopFont;
    general.setFamilies(withChinese(general, {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"),
                                              QStringLiteral("WenQuanYi Micro Hei")}));
    const double scale = opticalScale(general);
    const QFont fixed = fixedBase();
    const auto set = [&](Font role, const QFont& base, double pixels, QFont::Weight weight = QFont::Normal) {
        m_fonts[std::size_t(role)] = sized(base, pixels, weight);
    };
    set(Font::Tiny, fixed, type::kTiny);
    set(Font::Small, general, type::kSmall * scale);
    set(Font::SmallStrong, general, type::kSmall * scale, QFont::DemiBold);
    set(Font::Body, general, type::kBody * scale);
    set(Font::Strong, general, type::kBody * scale, QFont::DemiBold);
    set(Font::Title, general, type::kTitle * scale, QFont::DemiBold);
    set(Font::Huge, general, type::kHuge * scale, QFont::DemiBold);
    set(Font::Fixed, fixed, type::kSmall);
    set(Font::FixedStrong, fixed, type::kSmall, QFont::Bold);
}

QColor Theme::stateColor(VisualState state) const {
    const Tokens& t = *m_tokens;
    switch (state) {
        case VisualState::Ready:
            return t.ready;
        case VisualState::Processing:
        case VisualState::Running:
        case VisualState::Synced:
        case VisualState::Streaming:
        case VisualState::Posted:
        case VisualState::Merged:
            return t.processing;
        case VisualState::Waiting:
        case VisualState::BackingOff:
        case VisualState::Retrying:
            return t.waiting;
        case VisualState::Busy:
        case VisualState::Pending:
            return t.ready;
        case VisualState::Parked:
            return t.parked;
        case VisualState::Failed:
        case VisualState::Lost:
        case VisualState::Refused:
        case VisualState::Dropped:
            return t.failed;
        default:
            return t.gone;
    }
}

QString Theme::stateShape(VisualState state) {
    switch (state) {
        case VisualState::Ready:
            return QStringLiteral("state-ready");
        case VisualState::Running:
        case VisualState::Processing:
            return QStringLiteral("state-processing");
        case VisualState::Synced:
        case VisualState::Streaming:
        case VisualState::Posted:
            return QStringLiteral("state-synced");
        case VisualState::Merged:
            return QStringLiteral("state-merged");
        case VisualState::Waiting:
        case VisualState::BackingOff:
            return QStringLiteral("state-waiting");
        case VisualState::Retrying:
            return QStringLiteral("state-retrying");
        case VisualState::Parked:
            return QStringLiteral("state-parked");
        case VisualState::Failed:
        case VisualState::Refused:
            return QStringLiteral("state-failed");
        case VisualState::GivenUp:
            return QStringLiteral("state-givenup");
        case VisualState::Lost:
            return QStringLiteral("state-lost");
        case VisualState::Discarded:
            return QStringLiteral("state-discarded");
        case VisualState::Dropped:
            return QStringLiteral("state-dropped");
        case VisualState::Filtered:
            return QStringLiteral("state-filtered");
        case VisualState::Left:
            return QStringLiteral("state-left");
        case VisualState::Busy:
        case VisualState::Pending:
            return QStringLiteral("state-pending");
        default:
            return QStringLiteral("state-stopped");
    }
}

QPalette Theme::palette() const {
    const Tokens& t = *m_tokens;
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::Base, t.surface);
    p.setColor(QPalette::AlternateBase, t.head);
    p.setColor(QPalette::Button, t.raised);
    p.setColor(QPalette::ToolTipBase, t.raised);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        p.setColor(role, t.text);
        p.setColor(QPalette::Disabled, role, blended(t.muted, t.surface, 0.7));
    }
    p.setColor(QPalette::BrightText, t.failed);
    p.setColor(QPalette::PlaceholderText, t.muted);
    p.setColor(QPalette::Highlight, t.selection);
    p.setColor(QPalette::HighlightedText, t.text);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::Light, t.raised);
    p.setColor(QPalette::Mid, t.line);
    p.setColor(QPalette::Midlight, t.hairline);
    p.setColor(QPalette::Dark, t.line);
    p.setColor(QPalette::Shadow, t.line);
    return p;
}

void Theme::apply() {
    choose();
    QApplication::setStyle(new HouseStyle);
    QApplication::setPalette(palette());
    QApplication::setFont(font(Font::Body));
    qApp->setStyleSheet(styleSheet(*this));
    Q_EMIT changed();
}

}  // namespace rollcall
