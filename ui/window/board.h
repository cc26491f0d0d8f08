// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <vector>

class QSplitter;
class QStackedWidget;
class QTabBar;
class QVBoxLayout;

namespace rollcall {

class WindowSettings;

/// The tables and the inspector, arranged by the room there is: the four tables in sight with the inspector at the right; the
/// inspector as a tab; everything as tabs; or one table at a time and no inspector, to present. Trace and Metrics are tabs
/// beside the four: eleven columns and eight charts want the whole room, and the inspector stays beside them. **Thread**: GUI. **Owns** (as children) what it arranges.
class Board final : public QWidget {
    Q_OBJECT
public:
    enum class Mode { Wide, Medium, Narrow, Present };
    static Mode modeFor(int width);

    /// Panels in the order Students, Workqueue, Pods, Events, Trace, Metrics.
    Board(const std::array<QWidget*, 6>& panels, QWidget* inspector, QWidget* parent = nullptr);

    Mode mode() const { return m_mode; }
    void reveal(QWidget* panel);  ///< brings its tab to the front
    void setPresenting(bool presenting);
    QWidget* currentPage() const;
    void setTitles(const std::array<QString, 6>& panels, const QString& inspector, const QString& tables);
    void save(WindowSettings& settings) const;
    void restore(const WindowSettings& settings);
    void reset();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange(Mode mode);
    void takeOut();
    QWidget* makeGrid();
    void showTitles();
    void setDefaultSizes();
    QByteArray sizes() const;
    void setSizes(const QByteArray& sizes);

    std::array<QWidget*, 6> m_panels;
    QWidget* m_inspector;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QSplitter* m_root;  ///< pages, and in Wide the inspector
    std::array<QSplitter*, 3> m_grid{};  ///< columns, left, right
    Mode m_mode = Mode::Wide;
    bool m_arranged = false;
    bool m_presenting = false;
    std::array<QByteArray, 4> m_saved;  ///< splitter sizes for each mode
    std::array<QString, 6> m_titles;
    QString m_inspectorTitle, m_tablesTitle;
};

}  // namespace rollcall
