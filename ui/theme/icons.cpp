// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QPointer>
#include <QSvgRenderer>

#include "ui/theme/contrast.h"
#include "ui/theme/theme.h"

namespace rollcall {

namespace {

QPixmap render(const QString& name, const QColor& color, int size, qreal dpr) {
    QFile file(QStringLiteral(":/rollcall/icons/") + name + QStringLiteral(".svg"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name().toLatin1());  // QSvgRenderer has no colour to inherit
    QSvgRenderer renderer(svg);
    const int pixels = qRound(size * dpr);
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(0, 0, pixels, pixels));
    painter.end();
    pixmap.setDevicePixelRatio(dpr);
    return pixmap;
}

class ThemedIconEngine final : public QIconEngine {
public:
    ThemedIconEngine(const Theme& theme, QString name, IconTone tone)
        : m_theme(&theme), m_name(std::move(name)), m_tone(tone) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        paintIcon(*painter, rect, m_name, color(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return iconPixmap(m_name, color(mode), std::min(size.width(), size.height()), 1);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
        // QIcon asks in device pixels and sets the ratio itself.
        Q_UNUSED(scale);
        return iconPixmap(m_name, color(mode), std::min(size.width(), size.height()), 1);
    }
    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }
    QString key() const override { return QStringLiteral("rollcall"); }

private:
    QColor color(QIcon::Mode mode) const {
        if (!m_theme) return Qt::gray;  // the theme is gone with the window; a last repaint may still come
        const Tokens& t = m_theme->tokens();
        if (mode == QIcon::Disabled) return blended(t.muted, t.raised, 0.62);
        switch (m_tone) {
            case IconTone::Muted:
                return t.muted;
            case IconTone::Accent:
                return t.accent;
            case IconTone::OnAccent:
                return t.onAccent;
            case IconTone::Failed:
                return t.failed;
            case IconTone::Text:
                break;
        }
        return t.text;
    }

    QPointer<const Theme> m_theme;
    QString m_name;
    IconTone m_tone;
};

}  // namespace

QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal dpr) {
    const QString key = QStringLiteral("rollcall-icon/%1/%2/%3/%4").arg(name, color.name()).arg(size).arg(dpr);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = render(name, color, size, dpr);
        QPixmapCache::insert(key, pixmap);
    }
    return pixmap;
}

void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color) {
    const int size = int(std::min(rect.width(), rect.height()));
    const double enlarged = std::max(1.0, painter.transform().m11());  // present mode: sharp there too
    const QPixmap pixmap = iconPixmap(name, color, size, painter.device()->devicePixelRatioF() * enlarged);
    painter.drawPixmap(QPointF(rect.x() + (rect.width() - size) / 2, rect.y() + (rect.height() - size) / 2), pixmap);
}

QIcon themedIcon(const Theme& theme, const QString& name, IconTone tone) {
    return QIcon(new ThemedIconEngine(theme, name, tone));
}

}  // namespace rollcall
