# Describes the Swift library: CMake builds it, or IAPBRIDGE_PREBUILT_LIBRARY names it.

if(APPLE)
    # SwiftPM writes the install name @rpath/libiap.dylib into it.
    set(iapbridge_file libiap.dylib)
    set(iapbridge_soname "")
    set(iapbridge_links "")
else()
    set(iapbridge_file libiap.so.${PROJECT_VERSION})
    set(iapbridge_soname libiap.so.${PROJECT_VERSION_MAJOR})
    set(iapbridge_links ${iapbridge_soname} libiap.so)
endif()

add_library(IAPBridge::iap SHARED IMPORTED GLOBAL)
set_target_properties(IAPBridge::iap PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_SOURCE_DIR}/Include"
    IMPORTED_SONAME "${iapbridge_soname}"
    IAPBRIDGE_STORE ${IAPBRIDGE_STORE})

if(IAPBRIDGE_PREBUILT_LIBRARY)
    include(Sources/Package/Prebuilt.cmake)
else()
    include(Sources/Package/Build.cmake)
endif()
