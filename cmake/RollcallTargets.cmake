# SPDX-License-Identifier: GPL-3.0-or-later

# rollcall_warnings(T): our own targets only, so that a newer Qt or Boost cannot break the build.
function(rollcall_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
  # Warnings are errors wherever the tests are built (with sanitizers). An optimised build on somebody's newer compiler must
  # not fail over one, and GCC 12 at -O2 and -O3 takes std::string's own copies for overflows (GCC bugs 105329 and 105651).
  if(ROLLCALL_SANITIZE)
    target_compile_options(${target} PRIVATE -Werror)
  else()
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>)
  endif()
  target_compile_definitions(${target} PRIVATE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS QT_NO_FOREACH QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_USE_QSTRINGBUILDER)
endfunction()

# rollcall_library(T SOURCES … HEADERS … DEPS … PRIVATE_DEPS …): a static library, one for each room of the house.
# Headers are included by their path from the top ("core/base/clock.h").
function(rollcall_library target)
  cmake_parse_arguments(A "" "" "SOURCES;HEADERS;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(${target} STATIC ${A_SOURCES})
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${A_HEADERS})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PUBLIC ${A_DEPS} PRIVATE ${A_PRIVATE_DEPS})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ${ROLLCALL_VERIFY_HEADERS})
  rollcall_warnings(${target})
endfunction()
