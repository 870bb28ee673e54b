# Builds the library without a store: a static library from one C99 file. No client opens, and the game hides its shop.

enable_language(C)
add_library(iapbridge_no_store STATIC Sources/Bindings/NoStore/iap_no_store.c)
target_include_directories(iapbridge_no_store PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/Include")
# The game itself may be a shared library, for example on Android.
set_target_properties(iapbridge_no_store PROPERTIES
    OUTPUT_NAME iap
    C_STANDARD 99
    POSITION_INDEPENDENT_CODE ON)
# The target is imported, like that of the Swift library. So a project that exports its own targets may link it.
add_library(IAPBridge::iap INTERFACE IMPORTED GLOBAL)
add_dependencies(IAPBridge::iap iapbridge_no_store)
set_target_properties(IAPBridge::iap PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_SOURCE_DIR}/Include"
    INTERFACE_LINK_LIBRARIES "$<TARGET_FILE:iapbridge_no_store>"
    IAPBRIDGE_STORE none)
set(iapbridge_file "${CMAKE_STATIC_LIBRARY_PREFIX}iap${CMAKE_STATIC_LIBRARY_SUFFIX}")
