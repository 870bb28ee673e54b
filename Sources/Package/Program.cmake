# Builds the programs iap-store and iap-server with SwiftPM. They contain Swift's runtime. iap-store has a manual page, which is installed
# too. Both programs need the headers of libmicrohttpd, and iap-server those of libpq.

find_path(IAPBRIDGE_MICROHTTPD microhttpd.h DOC "The folder with microhttpd.h")
if(NOT IAPBRIDGE_MICROHTTPD)
    message(FATAL_ERROR "IAPBridge: iap-store needs libmicrohttpd. Install libmicrohttpd-dev, or set IAPBRIDGE_PROGRAM to OFF.")
endif()
find_path(IAPBRIDGE_POSTGRESQL libpq-fe.h PATH_SUFFIXES postgresql DOC "The folder with libpq-fe.h")
if(NOT IAPBRIDGE_POSTGRESQL)
    message(FATAL_ERROR "IAPBridge: iap-server needs libpq. Install libpq-dev, or set IAPBRIDGE_PROGRAM to OFF.")
endif()
set(iapbridge_program "${CMAKE_CURRENT_BINARY_DIR}/program/iap-store")
set(iapbridge_server "${CMAKE_CURRENT_BINARY_DIR}/program/iap-server")
set(iapbridge_program_scratch "${CMAKE_CURRENT_BINARY_DIR}/swift-program")
if(IAPBRIDGE_SCRATCH_PATH)
    get_filename_component(iapbridge_program_scratch "${IAPBRIDGE_SCRATCH_PATH}-program" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
endif()
set(iapbridge_program_strip "${CMAKE_COMMAND}" -E true)
set(iapbridge_server_strip "${CMAKE_COMMAND}" -E true)
if(IAPBRIDGE_STRIP)
    set(iapbridge_program_strip "${IAPBRIDGE_STRIP}" --strip-debug "${iapbridge_program}")
    set(iapbridge_server_strip "${IAPBRIDGE_STRIP}" --strip-debug "${iapbridge_server}")
endif()

file(GLOB_RECURSE iapbridge_page CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/Sources/Shared/CIAPPages/*")
add_custom_command(
    OUTPUT "${iapbridge_program}" "${iapbridge_program}.1"
    COMMAND "${CMAKE_COMMAND}" -E env IAPBRIDGE_OWN_BUILD=1 "${IAPBRIDGE_SWIFT}" build
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
# This command depends on the first program, because SwiftPM runs one build at a time in a folder.
add_custom_command(
    OUTPUT "${iapbridge_server}"
    COMMAND "${CMAKE_COMMAND}" -E env IAPBRIDGE_OWN_BUILD=1 "${IAPBRIDGE_SWIFT}" build
        --package-path "${PROJECT_SOURCE_DIR}"
        --scratch-path "${iapbridge_program_scratch}"
        -c release
        --product iap-server
        -Xswiftc -static-stdlib
    COMMAND "${CMAKE_COMMAND}" -E copy "${iapbridge_program_scratch}/release/iap-server" "${iapbridge_server}"
    COMMAND ${iapbridge_server_strip}
    DEPENDS "${iapbridge_program}" ${iapbridge_sources} ${iapbridge_page} "${PROJECT_SOURCE_DIR}/Package.swift"
        "${IAPBRIDGE_SWIFT}"
    COMMENT "Building iap-server with SwiftPM"
    USES_TERMINAL
    VERBATIM)
add_custom_target(iapbridge_program ALL DEPENDS "${iapbridge_program}" "${iapbridge_server}")

if(IAPBRIDGE_INSTALL)
    set(iapbridge_of_program COMPONENT IAPBridge_Program)
    install(PROGRAMS "${iapbridge_program}" DESTINATION "${CMAKE_INSTALL_BINDIR}" ${iapbridge_of_program})
    install(FILES "${iapbridge_program}.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" ${iapbridge_of_program})
    install(FILES LICENSE Sources/Package/SWIFT-RUNTIME.md Sources/Package/SWIFT-LICENSE.txt Sources/Package/ICU-LICENSE.txt
        DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/licenses/iap-store" ${iapbridge_of_program})

    set(iapbridge_of_server COMPONENT IAPBridge_Server)
    install(PROGRAMS "${iapbridge_server}" DESTINATION "${CMAKE_INSTALL_BINDIR}" ${iapbridge_of_server})
    install(FILES Sources/Package/iap-server.service DESTINATION lib/systemd/system ${iapbridge_of_server})
    install(FILES Sources/Package/iap-server.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" ${iapbridge_of_server})
    install(FILES LICENSE Sources/Package/SWIFT-RUNTIME.md Sources/Package/SWIFT-LICENSE.txt Sources/Package/ICU-LICENSE.txt
        DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/licenses/iap-server" ${iapbridge_of_server})
endif()
