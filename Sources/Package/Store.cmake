# Chooses the store behind the library and checks the settings that depend on it.

if(APPLE)
    set(iapbridge_store apple)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT ANDROID)
    set(iapbridge_store reference)
else()
    set(iapbridge_store none)
endif()
set(IAPBRIDGE_STORE "${iapbridge_store}" CACHE STRING "The store: apple (on Apple's systems), reference (on Linux, and on a Mac for tests) or none")
set_property(CACHE IAPBRIDGE_STORE PROPERTY STRINGS apple reference none)

if(NOT IAPBRIDGE_STORE MATCHES "^(apple|reference|none)$")
    message(FATAL_ERROR "IAPBridge: IAPBRIDGE_STORE is \"${IAPBRIDGE_STORE}\"; it can be apple, reference or none.")
endif()
set(iapbridge_choices ${iapbridge_store} none)
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin" AND NOT IOS)
    list(PREPEND iapbridge_choices reference)
endif()
if(NOT IAPBRIDGE_STORE IN_LIST iapbridge_choices)
    list(REMOVE_DUPLICATES iapbridge_choices)
    string(REPLACE ";" " or " iapbridge_choice "${iapbridge_choices}")
    message(FATAL_ERROR
        "IAPBridge: IAPBRIDGE_STORE is ${IAPBRIDGE_STORE}, which ${CMAKE_SYSTEM_NAME} does not have; here it can be ${iapbridge_choice}.")
endif()

if(IAPBRIDGE_SELF_CONTAINED AND APPLE)
    message(FATAL_ERROR "IAPBridge: Apple's systems contain Swift's runtime. IAPBRIDGE_SELF_CONTAINED is for Linux only.")
elseif(IAPBRIDGE_SELF_CONTAINED AND IAPBRIDGE_STORE STREQUAL "none")
    message(FATAL_ERROR
        "IAPBridge: the library without a store needs no Swift. If IAPBRIDGE_STORE is none, leave IAPBRIDGE_SELF_CONTAINED out.")
elseif(IAPBRIDGE_PREBUILT_LIBRARY AND IAPBRIDGE_STORE STREQUAL "none")
    message(FATAL_ERROR
        "IAPBridge: IAPBRIDGE_PREBUILT_LIBRARY names a library with a store, but IAPBRIDGE_STORE is none. Leave one of them out.")
elseif(IAPBRIDGE_PROGRAM AND (APPLE OR IAPBRIDGE_PREBUILT_LIBRARY OR NOT IAPBRIDGE_STORE STREQUAL "reference"))
    message(FATAL_ERROR
        "IAPBridge: CMake builds iap-store on Linux, together with the library and its reference store. Set "
        "IAPBRIDGE_PROGRAM to OFF.")
endif()
