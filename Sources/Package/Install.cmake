# What cmake --install lays out. Nothing in it names the folder it was installed to, so it can be moved as a whole.

if(NOT DEFINED CMAKE_INSTALL_LIBDIR AND NOT CMAKE_SIZEOF_VOID_P)
    # Without a compiled language GNUInstallDirs cannot tell whether it is lib64. Only the top-level project may say it for all: a
    # parent that has no language yet asks GNUInstallDirs later, and gets its own answer.
    set(CMAKE_INSTALL_LIBDIR lib)
    if(iapbridge_is_top_level)
        set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Where libraries go, below the prefix")
    endif()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

foreach(iapbridge_place LIBDIR INCLUDEDIR DATAROOTDIR)
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${iapbridge_place}}")
        message(FATAL_ERROR
            "IAPBridge: CMAKE_INSTALL_${iapbridge_place} is ${CMAKE_INSTALL_${iapbridge_place}}; give it below the prefix, "
            "so that what is installed can be moved.")
    endif()
endforeach()
if(IAPBRIDGE_STORE STREQUAL "none")
    set(iapbridge_component no-store)
elseif(IAPBRIDGE_SELF_CONTAINED)
    set(iapbridge_component self-contained)
else()
    set(iapbridge_component shared)
endif()

# Two parts, for systems that package them apart: what programs need to run, and what it takes to build them.
set(iapbridge_run COMPONENT IAPBridge_Runtime)
set(iapbridge_develop COMPONENT IAPBridge_Development)

if(IAPBRIDGE_STORE STREQUAL "none")
    set(iapbridge_type STATIC)
    string(STRIP "-liap ${CMAKE_THREAD_LIBS_INIT}" iapbridge_libraries)
    install(TARGETS iapbridge_no_store ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" ${iapbridge_develop})
else()
    set(iapbridge_type SHARED)
    set(iapbridge_needs_threads OFF)
    set(iapbridge_libraries "-liap")
    # The links lead to the library where they are installed to.
    install(PROGRAMS "${iapbridge_library}" DESTINATION "${CMAKE_INSTALL_LIBDIR}" RENAME "${iapbridge_file}" ${iapbridge_run})
    set(iapbridge_part ${iapbridge_run})
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/package")
    foreach(iapbridge_link IN LISTS iapbridge_links)
        file(CREATE_LINK "${iapbridge_file}" "${CMAKE_CURRENT_BINARY_DIR}/package/${iapbridge_link}" SYMBOLIC)
        install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/${iapbridge_link}" DESTINATION "${CMAKE_INSTALL_LIBDIR}"
            ${iapbridge_part})
        # The first is the SONAME. The other one is for linkers.
        set(iapbridge_part ${iapbridge_develop})
    endforeach()
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/Include/iap" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" ${iapbridge_develop}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
# For bindings to other languages: the description of the interface, and the library without a store.
install(FILES Sources/Bindings/iap_api.json Sources/Bindings/NoStore/iap_no_store.c
    DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/iapbridge" ${iapbridge_develop})
install(FILES Sources/Package/iap.3 DESTINATION "${CMAKE_INSTALL_MANDIR}/man3" ${iapbridge_develop})

set(iapbridge_pkgconfig "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH iapbridge_prefix "/${iapbridge_pkgconfig}" "/")
string(REGEX REPLACE "/$" "" iapbridge_prefix "${iapbridge_prefix}")
configure_file(Sources/Package/iap.pc.in package/iap.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/iap.pc" DESTINATION "${iapbridge_pkgconfig}" ${iapbridge_develop})

set(iapbridge_cmake "${CMAKE_INSTALL_LIBDIR}/cmake/IAPBridge")
configure_package_config_file(Sources/Package/IAPBridgeConfig.cmake.in package/IAPBridgeConfig.cmake
    INSTALL_DESTINATION "${iapbridge_cmake}" NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# As long as the major version is 0, a minor one may break what was built for the one before.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(iapbridge_compatibility SameMinorVersion)
else()
    set(iapbridge_compatibility SameMajorVersion)
endif()
# So that find_package refuses it in a project of other bits. Swift builds for 64 bits but on few systems.
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
