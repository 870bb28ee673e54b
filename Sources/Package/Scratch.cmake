# Chooses the folder in which SwiftPM builds, and writes its path to iapbridge_scratch. iapbridge_static_scratch is the folder of what
# contains Swift's runtime: the self-contained library and the programs, which share most of their modules.
#
# A build from nothing takes minutes, so the projects of a user share one: the folder is below the user's cache folder. Other sources,
# another version, another compiler or other flags have another folder. SwiftBuild.cmake lets one build at a time use a folder.

set(iapbridge_cache "$ENV{XDG_CACHE_HOME}")
if(NOT IS_ABSOLUTE "${iapbridge_cache}" AND IS_DIRECTORY "$ENV{HOME}")
    set(iapbridge_cache "$ENV{HOME}/.cache")
    if(APPLE)
        set(iapbridge_cache "$ENV{HOME}/Library/Caches")
    endif()
endif()
set(iapbridge_unusable 1)
if(IS_ABSOLUTE "${iapbridge_cache}")
    execute_process(COMMAND sh -c "mkdir -p \"$0\" && test -w \"$0\"" "${iapbridge_cache}/iapbridge"
        RESULT_VARIABLE iapbridge_unusable OUTPUT_QUIET ERROR_QUIET)
endif()
file(REAL_PATH "${PROJECT_SOURCE_DIR}" iapbridge_real_sources)
file(REAL_PATH "${CMAKE_BINARY_DIR}" iapbridge_real_build)
file(REAL_PATH "${IAPBRIDGE_SWIFT}" iapbridge_real_swift)
cmake_path(IS_PREFIX iapbridge_real_build "${iapbridge_real_sources}" iapbridge_is_fetched)

if(IAPBRIDGE_SCRATCH_PATH)
    get_filename_component(iapbridge_scratch "${IAPBRIDGE_SCRATCH_PATH}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
elseif(iapbridge_unusable OR iapbridge_is_fetched)
    # Without a home, and with sources that CMake fetched into this build tree, no other project can use the folder.
    set(iapbridge_scratch "${CMAKE_CURRENT_BINARY_DIR}/swift")
else()
    string(SHA256 iapbridge_key "${iapbridge_real_sources};${iapbridge_real_swift};${IAPBRIDGE_SWIFT_BUILD_FLAGS}")
    string(SUBSTRING "${iapbridge_key}" 0 12 iapbridge_key)
    set(iapbridge_scratch "${iapbridge_cache}/iapbridge/${PROJECT_VERSION}-${iapbridge_key}")
endif()
if(APPLE AND IAPBRIDGE_STORE STREQUAL "reference")
    string(APPEND iapbridge_scratch "-reference")
endif()
# The runtime inside compiles every module differently, so it needs another folder.
set(iapbridge_static_scratch "${iapbridge_scratch}-self-contained")
if(IAPBRIDGE_SELF_CONTAINED)
    set(iapbridge_scratch "${iapbridge_static_scratch}")
endif()
message(STATUS "IAPBridge: SwiftPM builds the library in ${iapbridge_scratch}")
