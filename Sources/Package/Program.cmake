# Builds the store's program with SwiftPM, with Swift's runtime inside, and installs it with its manual page. It needs the headers of
# libmicrohttpd for its server.

find_path(IAPBRIDGE_MICROHTTPD microhttpd.h DOC "Where microhttpd.h is")
if(NOT IAPBRIDGE_MICROHTTPD)
    message(FATAL_ERROR "IAPBridge: iap-store needs libmicrohttpd: install libmicrohttpd-dev, or set IAPBRIDGE_PROGRAM to OFF.")
endif()
set(iapbridge_program "${CMAKE_CURRENT_BINARY_DIR}/program/iap-store")
set(iapbridge_program_scratch "${CMAKE_CURRENT_BINARY_DIR}/swift-program")
if(IAPBRIDGE_SCRATCH_PATH)
    get_filename_component(iapbridge_program_scratch "${IAPBRIDGE_SCRATCH_PATH}-program" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
endif()
set(iapbridge_program_strip "${CMAKE_COMMAND}" -E true)
if(IAPBRIDGE_STRIP)
    set(iapbridge_program_strip "${IAPBRIDGE_STRIP}" --strip-debug "${iapbridge_program}")
endif()

file(GLOB_RECURSE iapbridge_page CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/Sources/CIAPStorePage/Page/*")
add_custom_command(
    OUTPUT "${iapbridge_program}" "${iapbridge_program}.1"
    COMMAND "${CMAKE_COMMAND}" -E env IAPBRIDGE_OWN_BUILD=1 IAPBRIDGE_HTTP_SERVER=1 "${IAPBRIDGE_SWIFT}" build
        --package-path "${PROJECT_SOURCE_DIR}"
        --scratch-path "${iapbridge_program_scratch}"
        -c release
        --product iap-store
        -Xswiftc -static-stdlib
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/program"
    COMMAND "${CMAKE_COMMAND}" -E copy "${iapbridge_program_scratch}/release/iap-store" "${iapbridge_program}"
    COMMAND ${iapbridge_program_strip}
    COMMAND "${iapbridge_program}" manual > "${iapbridge_program}.1"
    DEPENDS ${iapbridge_sources} ${iapbridge_page} "${PROJECT_SOURCE_DIR}/Package.swift" "${IAPBRIDGE_SWIFT}"
    COMMENT "Building iap-store with SwiftPM"
    USES_TERMINAL
    VERBATIM)
add_custom_target(iapbridge_program ALL DEPENDS "${iapbridge_program}")

if(IAPBRIDGE_INSTALL)
    set(iapbridge_of_program COMPONENT IAPBridge_Program)
    install(PROGRAMS "${iapbridge_program}" DESTINATION "${CMAKE_INSTALL_BINDIR}" ${iapbridge_of_program})
    install(FILES "${iapbridge_program}.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" ${iapbridge_of_program})
    install(FILES LICENSE Sources/Package/SWIFT-RUNTIME.md Sources/Package/SWIFT-LICENSE.txt Sources/Package/ICU-LICENSE.txt
        DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/licenses/iap-store" ${iapbridge_of_program})
endif()
