# The library without a store: one file of C99, a static library. Every call works, and no payment is possible.

enable_language(C)
add_library(iapbridge_no_store STATIC Sources/Bindings/NoStore/iap_no_store.c)
add_library(IAPBridge::iap ALIAS iapbridge_no_store)
target_include_directories(iapbridge_no_store PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/Include")
# A game may be a shared library itself, as on Android.
set_target_properties(iapbridge_no_store PROPERTIES
    OUTPUT_NAME iap
    C_STANDARD 99
    POSITION_INDEPENDENT_CODE ON
    IAPBRIDGE_STORE none)
# Windows has threads of its own. With Emscripten the flags of the game decide whether there are any.
set(iapbridge_needs_threads OFF)
if(NOT WIN32 AND NOT EMSCRIPTEN)
    set(iapbridge_needs_threads ON)
    find_package(Threads REQUIRED)
    target_link_libraries(iapbridge_no_store PUBLIC Threads::Threads)
endif()
set(iapbridge_file "${CMAKE_STATIC_LIBRARY_PREFIX}iap${CMAKE_STATIC_LIBRARY_SUFFIX}")
