# Makes packages with CPack: an archive (tar.gz) with everything, and Debian packages. libiap is for running games, libiap-dev is for
# building them, and iap-store and iap-server are the programs.
#
#     cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DIAPBRIDGE_SELF_CONTAINED=ON -DIAPBRIDGE_PROGRAM=ON
#     cmake --build build && (cd build && cpack)
#
# Sources/Package/source-archive makes the archive of the sources.

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME iapbridge)
set(CPACK_PACKAGE_VENDOR IAPBridge)
# The target package_source would add the results of builds.
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_SOURCE_IGNORE_FILES "/\\.git(/|$)" "/\\.build/" "^${CMAKE_BINARY_DIR}/")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" iapbridge_system)
set(CPACK_PACKAGE_FILE_NAME "iapbridge-${PROJECT_VERSION}-${iapbridge_system}")
set(CPACK_STRIP_FILES OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "IAPBridge developers <iapbridge@localhost>")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENTS_ALL IAPBridge_Runtime IAPBridge_Development)

set(CPACK_DEBIAN_IAPBRIDGE_RUNTIME_PACKAGE_NAME libiap)
set(CPACK_COMPONENT_IAPBRIDGE_RUNTIME_DESCRIPTION
    "In-app purchases for games in C and C++\n The library for StoreKit 2. This build has the reference App Store for tests.")
set(CPACK_DEBIAN_IAPBRIDGE_RUNTIME_PACKAGE_SECTION libs)

set(CPACK_DEBIAN_IAPBRIDGE_DEVELOPMENT_PACKAGE_NAME libiap-dev)
set(CPACK_COMPONENT_IAPBRIDGE_DEVELOPMENT_DESCRIPTION
    "In-app purchases for games in C and C++, for building\n Headers and files for pkg-config and CMake.")
set(CPACK_DEBIAN_IAPBRIDGE_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_IAPBRIDGE_DEVELOPMENT_PACKAGE_DEPENDS "libiap (= ${PROJECT_VERSION})")

if(IAPBRIDGE_PROGRAM)
    list(APPEND CPACK_COMPONENTS_ALL IAPBridge_Program)
    set(CPACK_DEBIAN_IAPBRIDGE_PROGRAM_PACKAGE_NAME iap-store)
    set(CPACK_COMPONENT_IAPBRIDGE_PROGRAM_DESCRIPTION
        "A reference App Store as a program\n App Store Server API, notifications and a transaction manager in the browser.")
    set(CPACK_DEBIAN_IAPBRIDGE_PROGRAM_PACKAGE_SECTION devel)

    # dpkg-shlibdeps adds the libraries that the program links.
    list(APPEND CPACK_COMPONENTS_ALL IAPBridge_Server)
    set(CPACK_DEBIAN_IAPBRIDGE_SERVER_PACKAGE_NAME iap-server)
    set(CPACK_COMPONENT_IAPBRIDGE_SERVER_DESCRIPTION
        "A game server for in-app purchases\n One grant for each purchase, on SQLite or PostgreSQL.")
    set(CPACK_DEBIAN_IAPBRIDGE_SERVER_PACKAGE_SECTION net)
    set(CPACK_DEBIAN_IAPBRIDGE_SERVER_PACKAGE_DEPENDS ca-certificates)
endif()
include(CPack)
