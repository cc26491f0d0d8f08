# SPDX-License-Identifier: GPL-3.0-or-later
# Two precompiled headers, each built once and shared: Qt Core with the standard library, and the same with Widgets.
# A target that would not fit one (other flags) fails to build: CMake adds -Winvalid-pch, and warnings are errors here.
function(rollcall_make_pch target)
  set(source ${CMAKE_BINARY_DIR}/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// holds a shared precompiled header\n")
  add_library(${target} OBJECT ${source})
  target_precompile_headers(${target} PRIVATE
    <QByteArray> <QHash> <QObject> <QString> <QThread> <QTimer> <QVariant>
    <algorithm> <atomic> <chrono> <cstdint> <functional> <map> <memory> <mutex> <optional>
    <string> <string_view> <unordered_map> <utility> <variant> <vector> ${ARGN})
  rollcall_warnings(${target})
  set_target_properties(${target} PROPERTIES AUTOMOC OFF)
endfunction()

function(rollcall_core_pch target)
  if(NOT TARGET rollcall_pch)
    rollcall_make_pch(rollcall_pch)
    target_link_libraries(rollcall_pch PUBLIC Qt6::Core)
  endif()
  target_precompile_headers(${target} REUSE_FROM rollcall_pch)
endfunction()

function(rollcall_widgets_pch target)
  if(NOT TARGET rollcall_widgets_pch)
    rollcall_make_pch(rollcall_widgets_pch
      <QAbstractItemModel> <QAction> <QApplication> <QBoxLayout> <QLabel> <QPainter> <QTableView> <QWidget>)
    target_link_libraries(rollcall_widgets_pch PUBLIC Qt6::Widgets)
  endif()
  target_precompile_headers(${target} REUSE_FROM rollcall_widgets_pch)
endfunction()
