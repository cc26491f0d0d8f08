// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "ui/theme/contrast.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

using namespace rollcall;

namespace {

struct Named {
    const char* name;
    QColor color;
};

std::vector<Named> foregrounds(const Tokens& t) {
    return {{"text", t.text},     {"muted", t.muted},           {"accent", t.accent},
            {"ready", t.ready},   {"processing", t.processing}, {"waiting", t.waiting},
            {"parked", t.parked}, {"failed", t.failed},         {"gone", t.gone}};
}

std::vector<Named> backgrounds(const Tokens& t) {
    return {{"surface", t.surface}, {"raised", t.raised}, {"head", t.head}, {"chip", t.chip}};
}

/// Viénot, Brettel & Mollon 1999, "Digital video colourmaps for checking the legibility of displays by dichromats":
/// linear RGB seen by a protanope or a deuteranope.
QColor asSeenBy(const QColor& color, bool protan) {
    const auto linear = [](double c) { return std::pow(c, 2.2); };
    const double r = linear(color.redF()), g = linear(color.greenF()), b = linear(color.blueF());
    const double red = protan ? 0.1124 * r + 0.8876 * g : 0.2927 * r + 0.7073 * g;
    const double blue = protan ? 0.0040 * r - 0.0040 * g + b : -0.0223 * r + 0.0223 * g + b;
    const auto back = [](double c) { return float(std::pow(std::clamp(c, 0.0, 1.0), 1 / 2.2)); };
    return QColor::fromRgbF(back(red), back(red), back(blue));
}

const std::pair<const char*, const Tokens*> kThemes[] = {{"light", &lightTokens()},
                                                         {"dark", &darkTokens()},
                                                         {"high contrast light", &highContrastLightTokens()},
                                                         {"high contrast dark", &highContrastDarkTokens()}};

constexpr VisualState kStates[] = {
    VisualState::Ready,     VisualState::Processing, VisualState::Waiting,  VisualState::Parked,
    VisualState::Synced,    VisualState::Failed,     VisualState::GivenUp,  VisualState::Lost,
    VisualState::Discarded, VisualState::Running,    VisualState::Left,     VisualState::Pending,
    VisualState::Posted,    VisualState::Merged,     VisualState::Retrying, VisualState::Refused,
    VisualState::Dropped,   VisualState::Filtered,   VisualState::Idle,     VisualState::Busy,
    VisualState::Streaming, VisualState::BackingOff, VisualState::Stopped};

}  // namespace

class TstTheme final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastIsWcags() {
        // The two ends of the scale and a value of WCAG's own examples (#777 on white is 4.48:1).
        QCOMPARE(qRound(contrastRatio(Qt::black, Qt::white) * 100), 2100);
        QCOMPARE(qRound(contrastRatio(Qt::red, Qt::red) * 100), 100);
        QCOMPARE(qRound(contrastRatio(QColor(0x777777u), Qt::white) * 100), 448);
    }

    void everyTextReachesFourPointFive() {
        for (const auto& [theme, tokens] : kThemes) {
            for (const Named& fg : foregrounds(*tokens)) {
                for (const Named& bg : backgrounds(*tokens)) {
                    const double ratio = contrastRatio(fg.color, bg.color);
                    QVERIFY2(ratio >= kMinimumContrast,
                             qPrintable(QStringLiteral("%1: %2 on %3 is %4")
                                            .arg(QLatin1String(theme), QLatin1String(fg.name), QLatin1String(bg.name))
                                            .arg(ratio)));
                }
            }
            QVERIFY2(contrastRatio(tokens->onAccent, tokens->accent) >= kMinimumContrast, theme);
        }
    }

    void selectedRowsAndTheWindowAreMadeLegible() {
        for (const auto& [theme, tokens] : kThemes) {
            for (const Named& fg : foregrounds(*tokens)) {
                for (const QColor& bg : {tokens->selection, tokens->window}) {
                    QVERIFY2(contrastRatio(legible(fg.color, bg), bg) >= kMinimumContrast, theme);
                }
            }
        }
        // A colour that is legible stays exactly what the design says.
        QCOMPARE(legible(lightTokens().text, lightTokens().surface), lightTokens().text);
    }

    void statesOfOnePlaceDifferAlsoForColourBlindEyes() {
        // Colour is one of three signs. Where two states share what is left of their colour, their shapes must differ.
        for (const auto& [theme, tokens] : kThemes) {
            for (const bool protan : {true, false}) {
                const VisualState lanes[] = {VisualState::Ready,      VisualState::Waiting, VisualState::Parked,
                                             VisualState::Processing, VisualState::Failed,  VisualState::GivenUp};
                for (const VisualState a : lanes) {
                    for (const VisualState b : lanes) {
                        if (a == b) continue;
                        QVERIFY2(Theme::stateShape(a) != Theme::stateShape(b), theme);
                    }
                }
                for (const Named& fg : foregrounds(*tokens)) {
                    QVERIFY2(contrastRatio(asSeenBy(fg.color, protan), asSeenBy(tokens->surface, protan)) >= 3.0,
                             fg.name);
                }
            }
        }
    }

    void everyStateHasAShapeAndAWord() {
        for (const VisualState state : kStates) {
            const QPixmap shape = iconPixmap(Theme::stateShape(state), Qt::black, 16, 2);
            QVERIFY2(!shape.isNull(), qPrintable(Theme::stateShape(state)));
            QVERIFY2(!stateWord(state).isEmpty(), qPrintable(Theme::stateShape(state)));
            bool painted = false;
            const QImage image = shape.toImage();
            for (int y = 0; y < image.height() && !painted; ++y) {
                for (int x = 0; x < image.width() && !painted; ++x) painted = qAlpha(image.pixel(x, y)) > 200;
            }
            QVERIFY2(painted, qPrintable(Theme::stateShape(state)));
        }
    }

    void iconsTakeTheirColourAndStaySharp() {
        const QPixmap once = iconPixmap(QStringLiteral("state-ready"), Qt::red, 16, 1);
        const QPixmap twice = iconPixmap(QStringLiteral("state-ready"), Qt::red, 16, 2);
        QCOMPARE(once.width(), 16);
        QCOMPARE(twice.width(), 32);
        QCOMPARE(twice.deviceIndependentSize().toSize(), QSize(16, 16));
        QCOMPARE(QColor(twice.toImage().pixel(16, 16)), QColor(Qt::red));
        QVERIFY(iconPixmap(QStringLiteral("no-such-shape"), Qt::red, 16, 1).isNull());
    }

    void modesChooseTheirTokens() {
        Theme theme;
        QSignalSpy changed(&theme, &Theme::changed);
        theme.setMode(ThemeMode::Dark);
        QCOMPARE(theme.tokens().surface, QColor(0x191F27u));
        QVERIFY(theme.isDark());
        QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(0x191F27u));
        theme.setMode(ThemeMode::Light);
        QCOMPARE(theme.tokens().accent, QColor(0x1F63C6u));
        theme.setMode(ThemeMode::HighContrast);
        QVERIFY(contrastRatio(theme.tokens().muted, theme.tokens().surface) >= 7);
        QCOMPARE(changed.size(), 3);
    }

    void theStyleSheetHasNoUnfilledToken() {
        Theme theme;
        theme.setMode(ThemeMode::Light);
        QVERIFY(!qApp->styleSheet().contains(u'@'));
        QVERIFY(!qApp->styleSheet().contains(u'$'));
    }

    void keysAreSetInAFixedFontWithChinese() {
        Theme theme;
        // Measured: not every font of one width says so of itself (Noto Sans Mono does not).
        const QFontMetricsF metrics(theme.font(Theme::Font::Fixed));
        QCOMPARE(metrics.horizontalAdvance(u'i'), metrics.horizontalAdvance(u'W'));
        QCOMPARE(metrics.horizontalAdvance(u'/'), metrics.horizontalAdvance(u'0'));
        QCOMPARE(theme.font(Theme::Font::Strong).weight(), QFont::DemiBold);
    }
};

QTEST_MAIN(TstTheme)
#include "tst_theme.moc"
