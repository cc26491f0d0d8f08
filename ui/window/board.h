// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

class QSplitter;
class QStackedWidget;
class QTabBar;
class QVBoxLayout;

namespace rollcall {

class WindowSettings;

/// The four tables and the inspector, arranged by the room there is: all in sight with the inspector at the right; the
/// inspector as a tab; everything as tabs. **Thread**: GUI. **Owns** (as children) what it arranges.
class Board final : public QWidget {
    Q_OBJECT
public:
    enum class Mode { Wide, Medium, Narrow };
    static Mode modeFor(int width);

    /// Panels in the order Students, Workqueue, Pods, Events.
    Board(const std::array<QWidget*, 4>& panels, QWidget* inspector, QWidget* parent = nullptr);

    Mode mode() const { return m_mode; }
    void reveal(QWidget* panel);  ///< brings its tab to the front
    void setTitles(const std::array<QString, 4>& panels, const QString& inspector, const QString& tables);
    void save(WindowSettings& settings) const;
    void restore(const WindowSettings& settings);
    void reset();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange(Mode mode);
    QWidget* makeGrid();
    void showTitles();
    void setDefaultSizes();
    QByteArray sizes() const;
    void setSizes(const QByteArray& sizes);

    std::array<QWidget*, 4> m_panels;
    QWidget* m_inspector;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QSplitter* m_root = nullptr;
    std::array<QSplitter*, 3> m_grid{};  ///< columns, left, right
    Mode m_mode = Mode::Wide;
    bool m_arranged = false;
    std::array<QByteArray, 3> m_saved;  ///< splitter sizes for each mode
    std::array<QString, 4> m_titles;
    QString m_inspectorTitle, m_tablesTitle;
};

}  // namespace rollcall
