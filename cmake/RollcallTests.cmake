# SPDX-License-Identifier: GPL-3.0-or-later
set(rollcall_suppressions ${CMAKE_CURRENT_LIST_DIR}/sanitizers)
set(rollcall_test_environment
    LC_ALL=C.UTF-8
    "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1"
    "LSAN_OPTIONS=suppressions=${rollcall_suppressions}/lsan.supp:print_suppressions=0"
    "UBSAN_OPTIONS=print_stacktrace=1"
    "TSAN_OPTIONS=suppressions=${rollcall_suppressions}/tsan.supp:second_deadlock_stack=1")

# Qt puts the source and build folders into every test's flags for QFINDTESTDATA, which tests here do not use:
# with them, no clone could use what another one has compiled.
if(TARGET Qt6::Test)
  set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
endif()

find_program(ROLLCALL_XVFB Xvfb)
set(rollcall_with_xvfb ${CMAKE_CURRENT_LIST_DIR}/with-xvfb.sh)

# rollcall_test(NAME SOURCES … LIBS … LABELS … [ENV …] [TIMEOUT s] [WIDGETS]): one Qt Test executable, registered with
# CTest. Label `threads`: also run with the thread sanitizer; `cluster`: needs the real API server. Exit code 77 means
# skipped. WIDGETS: a test of windows, run on Qt's offscreen platform and, where Xvfb is there, on a real X server.
function(rollcall_test name)
  cmake_parse_arguments(A "WIDGETS" "TIMEOUT" "SOURCES;LIBS;LABELS;ENV" ${ARGN})
  add_executable(${name} ${A_SOURCES})
  target_link_libraries(${name} PRIVATE Qt6::Test ${A_LIBS})
  rollcall_warnings(${name})
  if(A_WIDGETS)
    rollcall_widgets_pch(${name})
  else()
    rollcall_core_pch(${name})
  endif()
  if(NOT A_TIMEOUT)
    set(A_TIMEOUT 60)
  endif()
  if("threads" IN_LIST A_LABELS)
    set_property(GLOBAL APPEND PROPERTY ROLLCALL_THREADS_TESTS ${name})
  endif()
  set(environment ${rollcall_test_environment} ${A_ENV})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${A_TIMEOUT} LABELS "${A_LABELS}" SKIP_RETURN_CODE 77
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;${environment}")
  if(A_WIDGETS AND ROLLCALL_XVFB)
    # libxkbcommon hands strndup a buffer that no zero ends, which is allowed and which the strict check refuses.
    list(TRANSFORM environment REPLACE ":strict_string_checks=1" "" OUTPUT_VARIABLE without_strict)
    add_test(NAME ${name}_x11 COMMAND ${rollcall_with_xvfb} $<TARGET_FILE:${name}>)
    set_tests_properties(${name}_x11 PROPERTIES TIMEOUT ${A_TIMEOUT} LABELS "${A_LABELS};x11" SKIP_RETURN_CODE 77
      ENVIRONMENT "QT_QPA_PLATFORM=xcb;${without_strict}")
  endif()
endfunction()

# To be called once every test is known: the target that "./dev test" builds with the thread sanitizer.
function(rollcall_threads_target)
  get_property(tests GLOBAL PROPERTY ROLLCALL_THREADS_TESTS)
  add_custom_target(rollcall_threads_tests DEPENDS ${tests})
endfunction()
