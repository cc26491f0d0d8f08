# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler-wide choices that every target shares: language level, sanitizers, compiler cache and linker.
option(BUILD_TESTING "Build the tests" ON)
set(ROLLCALL_SANITIZE "" CACHE STRING "Sanitizers for every target: empty, 'address,undefined' or 'thread'")
option(ROLLCALL_VERIFY_HEADERS "Let the target all_verify_interface_header_sets compile every header alone" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Programs with -fPIC too, as libraries have it: then one precompiled header serves both (GCC compares).
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# No folder of the machine that built it stays in the program, and clones in different places share cached results.
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)

if(ROLLCALL_SANITIZE)
  add_compile_options(-fsanitize=${ROLLCALL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ROLLCALL_SANITIZE})
  if(ROLLCALL_SANITIZE STREQUAL "thread")
    # Boost.Asio has fences beside its locks. The sanitizer does not understand fences and says so; the locks it does.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  endif()
endif()

# ccache. GCC's precompiled headers need -fpch-preprocess and the sloppiness (GCC writes no time stamps into them);
# BASEDIR makes paths below the tree relative, so that a second clone finds what the first one compiled.
find_program(ROLLCALL_CCACHE ccache)
if(ROLLCALL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${ROLLCALL_CCACHE})
endif()
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)

# A fast linker keeps the rebuild after a one-file change in seconds. lld comes first: mold 1.10 (Debian 12) stops with a
# failed assertion of its own (input-sections.cc, record_undef_error) over moc's output for our widgets.
find_program(ROLLCALL_LLD ld.lld)
find_program(ROLLCALL_MOLD mold)
if(ROLLCALL_LLD)
  add_link_options(-fuse-ld=lld)
elseif(ROLLCALL_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
