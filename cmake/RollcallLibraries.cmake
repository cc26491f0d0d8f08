# SPDX-License-Identifier: GPL-3.0-or-later
# Everything we link, from the distribution's packages.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Network Widgets Svg LinguistTools)
if(BUILD_TESTING)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
endif()
find_package(Boost 1.74 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(simdjson REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(Threads REQUIRED)

# KArchive: the distribution's where it is built for Qt 6; otherwise the one that "./dev deps" put into the cache.
set(rollcall_cache "$ENV{XDG_CACHE_HOME}")
if(NOT rollcall_cache)
  set(rollcall_cache "$ENV{HOME}/.cache")
endif()
find_package(KF6Archive 6.0 CONFIG QUIET PATHS $ENV{ROLLCALL_PREFIX} ${rollcall_cache}/rollcall/deps)
if(NOT KF6Archive_FOUND)
  message(FATAL_ERROR "KArchive for Qt 6 is missing: run ./dev deps, or set CMAKE_PREFIX_PATH to where it is.")
endif()

qt_standard_project_setup()
set(CMAKE_AUTOUIC OFF) # no .ui files here

# yaml-cpp 0.7 knows itself by the plain name only.
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
