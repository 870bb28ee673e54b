# Builds the library with SwiftPM when one of its sources or settings has changed. Copies it to the folder lib and adds its links.

# By default swift build makes the library for the system on which it runs. Some engines have toolchain files that give iOS the name
# Darwin and set IOS or an SDK.
if(NOT IAPBRIDGE_SWIFT_BUILD_FLAGS MATCHES "(^|;)(--swift-sdk|--triple|--sdk|--destination)(;|=|$)")
    if(IOS OR CMAKE_OSX_SYSROOT MATCHES "([iI][pP]hone|[aA]pple[tT][vV]|[wW]atch|XR|xr)(OS|os|[sS]imulator)"
       OR (APPLE AND NOT CMAKE_SYSTEM_NAME STREQUAL "Darwin"))
        message(FATAL_ERROR
            "IAPBridge: swift build would make the library for the Mac itself, not for ${CMAKE_SYSTEM_NAME} "
            "(${CMAKE_OSX_SYSROOT}). Make an xcframework with Sources/Apple/make-xcframework and link that: "
            "Sources/Documentation/CMakeEngine.md has the lines for CMake.")
    elseif(CMAKE_CROSSCOMPILING)
        message(FATAL_ERROR
            "IAPBridge: swift build would make the library for this machine (${CMAKE_HOST_SYSTEM_NAME} "
            "${CMAKE_HOST_SYSTEM_PROCESSOR}), not for ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}. Set "
            "IAPBRIDGE_SWIFT_BUILD_FLAGS to a Swift SDK for it (--swift-sdk;NAME), IAPBRIDGE_PREBUILT_LIBRARY to a "
            "library that was built there, or IAPBRIDGE_STORE to none for a game that sells nothing there.")
    endif()
endif()

find_program(IAPBRIDGE_SWIFT swift DOC "The swift command of a Swift 6.3 toolchain")
if(NOT IAPBRIDGE_SWIFT)
    message(FATAL_ERROR
        "IAPBridge: CMake did not find swift. Install a Swift 6.3 toolchain (https://www.swift.org/install) and put it on "
        "PATH, or set IAPBRIDGE_SWIFT to its swift command. Without Swift, install the packages of the library and use "
        "find_package(IAPBridge CONFIG) (Sources/Documentation/Container.md), or set IAPBRIDGE_PREBUILT_LIBRARY to a built "
        "library, or IAPBRIDGE_STORE to none for a game that sells nothing here.")
endif()
find_program(IAPBRIDGE_STRIP NAMES strip llvm-strip DOC "Removes debug information from Release builds")

set(iapbridge_flags ${IAPBRIDGE_SWIFT_BUILD_FLAGS})
set(iapbridge_product libiap.dylib)
if(NOT APPLE)
    set(iapbridge_product libiap.so)
    list(APPEND iapbridge_flags -Xlinker -soname=${iapbridge_soname})
endif()
if(IAPBRIDGE_SELF_CONTAINED)
    list(APPEND iapbridge_flags -Xswiftc -static-stdlib)
endif()
include(Sources/Package/Scratch.cmake)
set(iapbridge_configuration release)
if(IAPBRIDGE_DEBUG)
    set(iapbridge_configuration debug)
endif()

get_property(iapbridge_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
set(iapbridge_folder "${CMAKE_CURRENT_BINARY_DIR}/lib")
if(iapbridge_multi_config)
    foreach(iapbridge_config IN LISTS CMAKE_CONFIGURATION_TYPES)
        string(TOUPPER "${iapbridge_config}" iapbridge_upper)
        set_target_properties(IAPBridge::iap PROPERTIES
            IMPORTED_LOCATION_${iapbridge_upper} "${iapbridge_folder}/${iapbridge_config}/${iapbridge_file}"
            IMPORTED_SONAME_${iapbridge_upper} "${iapbridge_soname}")
    endforeach()
    string(APPEND iapbridge_folder "/$<CONFIG>")
else()
    set_target_properties(IAPBridge::iap PROPERTIES IMPORTED_LOCATION "${iapbridge_folder}/${iapbridge_file}")
endif()
set(iapbridge_library "${iapbridge_folder}/${iapbridge_file}")

# A change of these settings builds the library again.
set(iapbridge_settings "${CMAKE_CURRENT_BINARY_DIR}/settings.txt")
file(CONFIGURE OUTPUT "${iapbridge_settings}" @ONLY
    CONTENT "@IAPBRIDGE_STORE@ @CMAKE_BUILD_TYPE@ @iapbridge_configuration@ @iapbridge_flags@ @iapbridge_file@ @IAPBRIDGE_STRIP@\n")

# Each build checks for new and removed files, which takes some milliseconds. A call of SwiftPM would take a second.
set(iapbridge_patterns)
foreach(iapbridge_suffix swift c h map modulemap)
    list(APPEND iapbridge_patterns
        "${PROJECT_SOURCE_DIR}/Sources/*.${iapbridge_suffix}" "${PROJECT_SOURCE_DIR}/Include/*.${iapbridge_suffix}")
endforeach()
file(GLOB_RECURSE iapbridge_sources CONFIGURE_DEPENDS ${iapbridge_patterns})

# All build types of a game get the release build of the library: it is the library that games test and ship, one build serves all of them,
# and tests run twice as fast as with the debug build. The first debug build takes a minute, the first release build four. The debug
# information stays in Debug and RelWithDebInfo builds.
add_custom_command(
    OUTPUT "${iapbridge_folder}/built"
    BYPRODUCTS "${iapbridge_library}"
    COMMAND "${CMAKE_COMMAND}"
        "-DPRODUCT=iap"
        "-DSWIFT=${IAPBRIDGE_SWIFT}"
        "-DSOURCES=${PROJECT_SOURCE_DIR}"
        "-DSCRATCH=${iapbridge_scratch}"
        "-DCONFIGURATION=${iapbridge_configuration}"
        "-DSTORE=${IAPBRIDGE_STORE}"
        "-DFLAGS=${iapbridge_flags}"
        "-DBUILT=${iapbridge_product}"
        "-DPLACED=${iapbridge_library}"
        "-DSTRIP=$<$<CONFIG:Release,MinSizeRel>:${IAPBRIDGE_STRIP}>"
        "-DLINKS=${iapbridge_links}"
        "-DINTERVAL=${IAPBRIDGE_PROGRESS_SECONDS}"
        -P "${CMAKE_CURRENT_LIST_DIR}/SwiftBuild.cmake"
    COMMAND "${CMAKE_COMMAND}" -E touch "${iapbridge_folder}/built"
    DEPENDS ${iapbridge_sources} "${PROJECT_SOURCE_DIR}/Package.swift" "${CMAKE_CURRENT_LIST_DIR}/SwiftBuild.cmake"
        "${CMAKE_CURRENT_LIST_DIR}/swift-build" "${IAPBRIDGE_SWIFT}" "${iapbridge_settings}"
    COMMENT "Building IAPBridge with SwiftPM; the first build takes minutes"
    USES_TERMINAL
    VERBATIM)

if(iapbridge_is_top_level)
    set(iapbridge_all ALL)
else()
    set(iapbridge_all "")
endif()
add_custom_target(iapbridge_build ${iapbridge_all} DEPENDS "${iapbridge_folder}/built")
add_dependencies(IAPBridge::iap iapbridge_build)
