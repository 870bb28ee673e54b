# Runs swift build for one PRODUCT and copies the result to its place. CMake runs this script at build time.
#
#   SWIFT, SOURCES, SCRATCH, CONFIGURATION, STORE, FLAGS    the arguments of swift build
#   BUILT, PLACED    the file below SCRATCH/CONFIGURATION, and its copy in the build tree
#   STRIP            removes the debug information first, if it is set
#   LINKS            symbolic links to the copy, beside it
#   INTERVAL         the seconds between two lines of progress

# Build trees of several projects may share the folder. SwiftPM has a lock of its own, but releases it before the copy.
file(MAKE_DIRECTORY "${SCRATCH}")
file(WRITE "${SCRATCH}/SOURCES.txt" "SwiftPM builds ${SOURCES} here. You can delete this folder.\n")
file(LOCK "${SCRATCH}/cmake.lock" GUARD PROCESS TIMEOUT 0 RESULT_VARIABLE locked)
if(locked STREQUAL "Timeout reached")
    message("IAPBridge: another project builds the library in ${SCRATCH}; waiting")
    file(LOCK "${SCRATCH}/cmake.lock" GUARD PROCESS RESULT_VARIABLE locked)
endif()
if(NOT locked STREQUAL "0")
    message(FATAL_ERROR "IAPBridge: no lock in ${SCRATCH}: ${locked}. Set IAPBRIDGE_SCRATCH_PATH to a folder on a local disk.")
endif()

# With IAPBRIDGE_OWN_BUILD, Package.swift uses unsafe flags, and the library exports the functions of the headers only.
execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env IAPBRIDGE_OWN_BUILD=1 "IAPBRIDGE_STORE=${STORE}"
        "${CMAKE_CURRENT_LIST_DIR}/swift-build" "${INTERVAL}"
        "${SWIFT}" build --package-path "${SOURCES}" --scratch-path "${SCRATCH}" -c "${CONFIGURATION}" --product "${PRODUCT}" ${FLAGS}
    RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "IAPBridge: swift build failed; its messages are above.")
endif()

set(built "${SCRATCH}/${CONFIGURATION}/${BUILT}")
get_filename_component(folder "${PLACED}" DIRECTORY)
get_filename_component(name "${PLACED}" NAME)
file(MAKE_DIRECTORY "${folder}")
# If SwiftPM builds the same file again, the copy keeps its time and CMake links nothing again.
if(STRIP)
    execute_process(COMMAND ${STRIP} -o "${PLACED}.stripped" "${built}" COMMAND_ERROR_IS_FATAL ANY)
    file(COPY_FILE "${PLACED}.stripped" "${PLACED}" ONLY_IF_DIFFERENT)
    file(REMOVE "${PLACED}.stripped")
else()
    file(COPY_FILE "${built}" "${PLACED}" ONLY_IF_DIFFERENT)
endif()
foreach(link IN LISTS LINKS)
    file(CREATE_LINK "${name}" "${folder}/${link}" SYMBOLIC)
endforeach()
