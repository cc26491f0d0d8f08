// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "ui/models/visual_state.h"

class QPushButton;

namespace rollcall {

class Theme;

/// A label that never reads its text as markup (S8). `look` as in style_sheet.h; may be null.
QLabel* plainLabel(const QString& text, const char* look, QWidget* parent);
/// A button that Return does not press by itself; its text comes with the language. Findable by name.
QPushButton* namedButton(const char* name, QWidget* parent);
/// Changes the dynamic property that the style sheet selects by, and restyles.
void setLook(QWidget* widget, const char* property, const QVariant& value);

/// Shape, word and colour of a state, with an optional muted remark behind. **Thread**: GUI.
class StateLabel final : public QWidget {
    Q_OBJECT
public:
    explicit StateLabel(const Theme& theme, QWidget* parent = nullptr);
    void setState(VisualState state, const QString& word, const QString& remark = {});
    QString word() const { return m_word; }
    QString remark() const { return m_remark; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    VisualState m_state = VisualState::None;
    QString m_word, m_remark;
};

/// One line that ends with an ellipsis when it does not fit; the whole text is the tool tip. **Thread**: GUI.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const char* look, QWidget* parent, Qt::TextElideMode mode = Qt::ElideRight);
    void setFullText(const QString& text);
    const QString& fullText() const { return m_full; }
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();
    QString m_full;
    Qt::TextElideMode m_mode;
};

}  // namespace rollcall
