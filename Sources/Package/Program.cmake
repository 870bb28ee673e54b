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
set(iapbridge_program_strip "")
if(IAPBRIDGE_STRIP)
    set(iapbridge_program_strip "${IAPBRIDGE_STRIP};--strip-debug")
endif()
set(iapbridge_program_flags ${IAPBRIDGE_SWIFT_BUILD_FLAGS} -Xswiftc -static-stdlib)
set(iapbridge_program_build "${CMAKE_COMMAND}"
    "-DSWIFT=${IAPBRIDGE_SWIFT}"
    "-DSOURCES=${PROJECT_SOURCE_DIR}"
    "-DSCRATCH=${iapbridge_static_scratch}"
    "-DCONFIGURATION=release"
    "-DSTORE=${IAPBRIDGE_STORE}"
    "-DINTERVAL=${IAPBRIDGE_PROGRESS_SECONDS}")
set(iapbridge_program_sources ${iapbridge_sources} "${PROJECT_SOURCE_DIR}/Package.swift" "${IAPBRIDGE_SWIFT}"
    "${CMAKE_CURRENT_LIST_DIR}/SwiftBuild.cmake" "${CMAKE_CURRENT_LIST_DIR}/swift-build")
file(GLOB_RECURSE iapbridge_page CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/Sources/Shared/CIAPPages/*")

# One after the other: the library, this program and the next one, because one build at a time can use the folder.
add_custom_command(
    OUTPUT "${iapbridge_program}" "${iapbridge_program}.1"
    COMMAND ${iapbridge_program_build} -DPRODUCT=iap-store -DBUILT=iap-store "-DPLACED=${iapbridge_program}"
        "-DFLAGS=${iapbridge_program_flags}" "-DSTRIP=${iapbridge_program_strip}"
        -P "${CMAKE_CURRENT_LIST_DIR}/SwiftBuild.cmake"
    COMMAND "${CMAKE_COMMAND}" -E touch "${iapbridge_program}"
    COMMAND "${iapbridge_program}" manual > "${iapbridge_program}.1"
    DEPENDS "${iapbridge_folder}/built" ${iapbridge_program_sources} ${iapbridge_page}
    COMMENT "Building iap-store with SwiftPM"
    USES_TERMINAL
    VERBATIM)
add_custom_command(
    OUTPUT "${iapbridge_server}"
    COMMAND ${iapbridge_program_build} -DPRODUCT=iap-server -DBUILT=iap-server "-DPLACED=${iapbridge_server}"
        "-DFLAGS=${iapbridge_program_flags}" "-DSTRIP=${iapbridge_program_strip}"
        -P "${CMAKE_CURRENT_LIST_DIR}/SwiftBuild.cmake"
    COMMAND "${CMAKE_COMMAND}" -E touch "${iapbridge_server}"
    DEPENDS "${iapbridge_program}" ${iapbridge_program_sources} ${iapbridge_page}
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
