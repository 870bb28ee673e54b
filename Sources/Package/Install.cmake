# Says what cmake --install installs. No installed file names the folder of the installation, so you can move the whole tree.

if(NOT DEFINED CMAKE_INSTALL_LIBDIR AND NOT CMAKE_SIZEOF_VOID_P)
    # Without a compiled language GNUInstallDirs does not know whether the folder is lib64. Only the top-level project may set it in the
    # cache: a parent project without a language yet includes GNUInstallDirs later and gets its own value.
    set(CMAKE_INSTALL_LIBDIR lib)
    if(iapbridge_is_top_level)
        set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "The folder for libraries, below the prefix")
    endif()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

foreach(iapbridge_place LIBDIR INCLUDEDIR DATAROOTDIR)
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${iapbridge_place}}")
        message(FATAL_ERROR
            "IAPBridge: CMAKE_INSTALL_${iapbridge_place} is ${CMAKE_INSTALL_${iapbridge_place}}. Give a folder below the prefix: "
            "the installed tree can be moved only then.")
    endif()
endforeach()
if(IAPBRIDGE_STORE STREQUAL "none")
    set(iapbridge_component no-store)
elseif(IAPBRIDGE_SELF_CONTAINED)
    set(iapbridge_component self-contained)
else()
    set(iapbridge_component shared)
endif()

# Two components, for systems with separate packages: files that programs need at run time, and files that builds need.
set(iapbridge_run COMPONENT IAPBridge_Runtime)
set(iapbridge_develop COMPONENT IAPBridge_Development)

if(IAPBRIDGE_STORE STREQUAL "none")
    set(iapbridge_type STATIC)
    install(TARGETS iapbridge_no_store ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" ${iapbridge_develop})
else()
    set(iapbridge_type SHARED)
    # The links are relative, so they point to the library beside them.
    install(PROGRAMS "${iapbridge_library}" DESTINATION "${CMAKE_INSTALL_LIBDIR}" RENAME "${iapbridge_file}" ${iapbridge_run})
    set(iapbridge_part ${iapbridge_run})
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/package")
    foreach(iapbridge_link IN LISTS iapbridge_links)
        file(CREATE_LINK "${iapbridge_file}" "${CMAKE_CURRENT_BINARY_DIR}/package/${iapbridge_link}" SYMBOLIC)
        install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/${iapbridge_link}" DESTINATION "${CMAKE_INSTALL_LIBDIR}"
            ${iapbridge_part})
        # The first link is the SONAME. The second link is for linkers.
        set(iapbridge_part ${iapbridge_develop})
    endforeach()
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/Include/iap" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" ${iapbridge_develop}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
# Bindings to other languages use the description of the interface and the library without a store.
install(FILES Sources/Bindings/iap_api.json Sources/Bindings/NoStore/iap_no_store.c
    DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/iapbridge" ${iapbridge_develop})
# What a game without the sources copies. Not below share/doc, which slim images leave out.
set(iapbridge_examples "${CMAKE_INSTALL_DATAROOTDIR}/iapbridge/examples")
install(DIRECTORY Samples/ci/game/ DESTINATION "${iapbridge_examples}/purchase-tests" ${iapbridge_develop})
install(DIRECTORY Samples/unit-test DESTINATION "${iapbridge_examples}" ${iapbridge_develop})
install(FILES Samples/harness/Game.storekit DESTINATION "${iapbridge_examples}/unit-test" ${iapbridge_develop})
install(FILES Sources/Package/iap.3 DESTINATION "${CMAKE_INSTALL_MANDIR}/man3" ${iapbridge_develop})

set(iapbridge_pkgconfig "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH iapbridge_prefix "/${iapbridge_pkgconfig}" "/")
string(REGEX REPLACE "/$" "" iapbridge_prefix "${iapbridge_prefix}")
configure_file(Sources/Package/iap.pc.in package/iap.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/iap.pc" DESTINATION "${iapbridge_pkgconfig}" ${iapbridge_develop})

set(iapbridge_cmake "${CMAKE_INSTALL_LIBDIR}/cmake/IAPBridge")
configure_package_config_file(Sources/Package/IAPBridgeConfig.cmake.in package/IAPBridgeConfig.cmake
    INSTALL_DESTINATION "${iapbridge_cmake}" NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# While the major version is 0, a minor version may change the C++ headers. Sources/Documentation/ABI.md lists what stays.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(iapbridge_compatibility SameMinorVersion)
else()
    set(iapbridge_compatibility SameMajorVersion)
endif()
# With the size of pointers, find_package refuses the library in a project with other bits. Swift builds for 64 bits on most systems.
if(NOT CMAKE_SIZEOF_VOID_P)
    set(CMAKE_SIZEOF_VOID_P 8)
    if(IAPBRIDGE_PREBUILT_LIBRARY)
        set(CMAKE_SIZEOF_VOID_P ${iapbridge_pointer_size})
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(armv[67].*|i[3-6]86)$")
        set(CMAKE_SIZEOF_VOID_P 4)
    endif()
endif()
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/package/IAPBridgeConfigVersion.cmake"
    COMPATIBILITY ${iapbridge_compatibility})
install(FILES
    "${CMAKE_CURRENT_BINARY_DIR}/package/IAPBridgeConfig.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/package/IAPBridgeConfigVersion.cmake"
    DESTINATION "${iapbridge_cmake}" ${iapbridge_develop})

set(iapbridge_licences "${CMAKE_INSTALL_DATAROOTDIR}/licenses/iap")
install(FILES LICENSE DESTINATION "${iapbridge_licences}" ${iapbridge_run})
if(NOT IAPBRIDGE_STORE STREQUAL "none")
    install(FILES Sources/Package/SWIFT-RUNTIME.md DESTINATION "${iapbridge_licences}" ${iapbridge_run})
endif()
if(IAPBRIDGE_SELF_CONTAINED)
    install(FILES Sources/Package/SWIFT-LICENSE.txt Sources/Package/ICU-LICENSE.txt DESTINATION "${iapbridge_licences}"
        ${iapbridge_run})
endif()
