# The library that IAPBRIDGE_PREBUILT_LIBRARY names, in place of one that is built.

get_filename_component(iapbridge_prebuilt "${IAPBRIDGE_PREBUILT_LIBRARY}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
if(NOT EXISTS "${iapbridge_prebuilt}")
    message(FATAL_ERROR "IAPBridge: IAPBRIDGE_PREBUILT_LIBRARY names ${iapbridge_prebuilt}, which does not exist.")
endif()
get_filename_component(iapbridge_prebuilt "${iapbridge_prebuilt}" REALPATH)
set_target_properties(IAPBridge::iap PROPERTIES IMPORTED_LOCATION "${iapbridge_prebuilt}")
set(iapbridge_library "${iapbridge_prebuilt}")

# What the library says of itself stands between two NULs in its table of dynamic strings. A plain swift build gives it no
# SONAME on Linux; linked by its path, programs would ask for that path at run time.
if(iapbridge_soname)
    file(STRINGS "${iapbridge_prebuilt}" iapbridge_strings REGEX "^(libiap\\.so\\.[0-9]+|libswiftCore\\.so)$")
    list(REMOVE_DUPLICATES iapbridge_strings)
    set(IAPBRIDGE_SELF_CONTAINED ON)
    if("libswiftCore.so" IN_LIST iapbridge_strings)
        set(IAPBRIDGE_SELF_CONTAINED OFF)
        list(REMOVE_ITEM iapbridge_strings libswiftCore.so)
    endif()
    if(NOT iapbridge_strings)
        set_target_properties(IAPBridge::iap PROPERTIES IMPORTED_SONAME "" IMPORTED_NO_SONAME TRUE)
        if(IAPBRIDGE_INSTALL)
            message(STATUS "IAPBridge: ${iapbridge_prebuilt} has no SONAME and so is not installed.")
            set(IAPBRIDGE_INSTALL OFF)
        endif()
    elseif(NOT iapbridge_strings STREQUAL iapbridge_soname)
        message(FATAL_ERROR
            "IAPBridge: ${iapbridge_prebuilt} is ${iapbridge_strings}, the headers are of ${iapbridge_soname}.")
    endif()
endif()
