# Debian's packages, by CPack: libiap for games to run, libiap-dev to build them, iap-store, iap-server.
#
#     cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DIAPBRIDGE_SELF_CONTAINED=ON -DIAPBRIDGE_PROGRAM=ON
#     cmake --build build && (cd build && cpack -G DEB)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME iapbridge)
set(CPACK_PACKAGE_VENDOR IAPBridge)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "IAPBridge developers <iapbridge@localhost>")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENTS_ALL IAPBridge_Runtime IAPBridge_Development)

set(CPACK_DEBIAN_IAPBRIDGE_RUNTIME_PACKAGE_NAME libiap)
set(CPACK_COMPONENT_IAPBRIDGE_RUNTIME_DESCRIPTION
    "In-app purchases for games in C and C++\n The library over StoreKit 2, here with its reference App Store.")
set(CPACK_DEBIAN_IAPBRIDGE_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_IAPBRIDGE_RUNTIME_PACKAGE_RECOMMENDS libcurl4)

set(CPACK_DEBIAN_IAPBRIDGE_DEVELOPMENT_PACKAGE_NAME libiap-dev)
set(CPACK_COMPONENT_IAPBRIDGE_DEVELOPMENT_DESCRIPTION
    "In-app purchases for games in C and C++, to build with\n Headers, pkg-config and CMake files.")
set(CPACK_DEBIAN_IAPBRIDGE_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_IAPBRIDGE_DEVELOPMENT_PACKAGE_DEPENDS "libiap (= ${PROJECT_VERSION})")

if(IAPBRIDGE_PROGRAM)
    list(APPEND CPACK_COMPONENTS_ALL IAPBridge_Program)
    set(CPACK_DEBIAN_IAPBRIDGE_PROGRAM_PACKAGE_NAME iap-store)
    set(CPACK_COMPONENT_IAPBRIDGE_PROGRAM_DESCRIPTION
        "A reference App Store as a program\n App Store Server API, notifications and a transaction manager in the browser.")
    set(CPACK_DEBIAN_IAPBRIDGE_PROGRAM_PACKAGE_SECTION devel)
    set(CPACK_DEBIAN_IAPBRIDGE_PROGRAM_PACKAGE_DEPENDS libcurl4)

    # dpkg-shlibdeps adds what the program is linked with: libmicrohttpd12, libpq5. libcurl is loaded when it is needed.
    list(APPEND CPACK_COMPONENTS_ALL IAPBridge_Server)
    set(CPACK_DEBIAN_IAPBRIDGE_SERVER_PACKAGE_NAME iap-server)
    set(CPACK_COMPONENT_IAPBRIDGE_SERVER_DESCRIPTION
        "A game's server for in-app purchases\n One grant for each purchase, on SQLite or PostgreSQL.")
    set(CPACK_DEBIAN_IAPBRIDGE_SERVER_PACKAGE_SECTION net)
    set(CPACK_DEBIAN_IAPBRIDGE_SERVER_PACKAGE_DEPENDS "ca-certificates, libcurl4")
endif()
include(CPack)
