# Builds the library with SwiftPM when one of its sources has changed. Copies it to the folder lib and adds its links.

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
        "PATH, or set IAPBRIDGE_SWIFT to its swift command, or IAPBRIDGE_PREBUILT_LIBRARY to a built library, or "
        "IAPBRIDGE_STORE to none for a game that sells nothing here.")
endif()
find_program(IAPBRIDGE_STRIP NAMES strip llvm-strip DOC "Removes debug information from Release builds")

set(iapbridge_flags ${IAPBRIDGE_SWIFT_BUILD_FLAGS})
set(iapbridge_scratch "${CMAKE_CURRENT_BINARY_DIR}/swift")
if(IAPBRIDGE_SCRATCH_PATH)
    get_filename_component(iapbridge_scratch "${IAPBRIDGE_SCRATCH_PATH}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
endif()
set(iapbridge_product libiap.dylib)
if(NOT APPLE)
    set(iapbridge_product libiap.so)
    list(APPEND iapbridge_flags -Xlinker -soname=${iapbridge_soname})
endif()
if(APPLE AND IAPBRIDGE_STORE STREQUAL "reference")
    string(APPEND iapbridge_scratch "-reference")
endif()
if(IAPBRIDGE_SELF_CONTAINED)
    # This setting compiles every module differently, so the build has another folder.
    string(APPEND iapbridge_scratch "-self-contained")
    list(APPEND iapbridge_flags -Xswiftc -static-stdlib)
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
    CONTENT "@IAPBRIDGE_STORE@ @CMAKE_BUILD_TYPE@ @iapbridge_flags@ @iapbridge_file@ @IAPBRIDGE_STRIP@\n")

# Each build checks for new and removed files, which takes some milliseconds. A call of SwiftPM would take a second.
set(iapbridge_patterns)
foreach(iapbridge_suffix swift c h map modulemap)
    list(APPEND iapbridge_patterns
        "${PROJECT_SOURCE_DIR}/Sources/*.${iapbridge_suffix}" "${PROJECT_SOURCE_DIR}/Include/*.${iapbridge_suffix}")
endforeach()
file(GLOB_RECURSE iapbridge_sources CONFIGURE_DEPENDS ${iapbridge_patterns})

# A Debug build of the game gets the debug build of the library. All other builds get the release build. If SwiftPM builds the same
# library again, the file keeps its time and CMake links nothing again.
add_custom_command(
    OUTPUT "${iapbridge_folder}/built"
    BYPRODUCTS "${iapbridge_library}"
    # With the first variable Package.swift uses unsafe flags, and the library exports the functions of the headers only.
    COMMAND "${CMAKE_COMMAND}" -E env IAPBRIDGE_OWN_BUILD=1 IAPBRIDGE_STORE=${IAPBRIDGE_STORE} "${IAPBRIDGE_SWIFT}" build
        --package-path "${PROJECT_SOURCE_DIR}"
        --scratch-path "${iapbridge_scratch}"
        -c "$<IF:$<CONFIG:Debug>,debug,release>"
        --product iap
        ${iapbridge_flags}
    COMMAND "${CMAKE_COMMAND}"
        "-DBUILT=${iapbridge_scratch}/$<IF:$<CONFIG:Debug>,debug,release>/${iapbridge_product}"
        "-DLIBRARY=${iapbridge_library}"
        "-DLINKS=${iapbridge_links}"
        "-DSTRIP=$<$<CONFIG:Release,MinSizeRel>:${IAPBRIDGE_STRIP}>"
        -P "${CMAKE_CURRENT_LIST_DIR}/Place.cmake"
    COMMAND "${CMAKE_COMMAND}" -E touch "${iapbridge_folder}/built"
    DEPENDS ${iapbridge_sources} "${PROJECT_SOURCE_DIR}/Package.swift" "${CMAKE_CURRENT_LIST_DIR}/Place.cmake"
        "${IAPBRIDGE_SWIFT}" "${iapbridge_settings}"
    COMMENT "Building IAPBridge with SwiftPM"
    USES_TERMINAL
    VERBATIM)

if(iapbridge_is_top_level)
    set(iapbridge_all ALL)
else()
    set(iapbridge_all "")
endif()
add_custom_target(iapbridge_build ${iapbridge_all} DEPENDS "${iapbridge_folder}/built")
add_dependencies(IAPBridge::iap iapbridge_build)
