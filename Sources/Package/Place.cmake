# Copies the library that SwiftPM has built (BUILT) to LIBRARY. Strips it first if STRIP names a command. Makes the symbolic LINKS
# to it.

get_filename_component(folder "${LIBRARY}" DIRECTORY)
get_filename_component(name "${LIBRARY}" NAME)
file(MAKE_DIRECTORY "${folder}")
if(STRIP)
    execute_process(COMMAND "${STRIP}" -o "${LIBRARY}.stripped" "${BUILT}" COMMAND_ERROR_IS_FATAL ANY)
    file(COPY_FILE "${LIBRARY}.stripped" "${LIBRARY}" ONLY_IF_DIFFERENT)
    file(REMOVE "${LIBRARY}.stripped")
else()
    file(COPY_FILE "${BUILT}" "${LIBRARY}" ONLY_IF_DIFFERENT)
endif()
foreach(link IN LISTS LINKS)
    file(CREATE_LINK "${name}" "${folder}/${link}" SYMBOLIC)
endforeach()
