# find_package(rmi4mpi) finds the library for ranks in C and C++:
#
#   find_package(rmi4mpi REQUIRED)
#   target_link_libraries(solver rmi4mpi::cpp)      # or rmi4mpi::c, beside MPI::MPI_CXX, or by the compiler mpicxx
#   rmi4mpi_stubs(solver app.jar pkg.Solver)        # writes Solver.rmi.hpp where solver finds it
#
# An installation for every MPI has a library for each ABI: find_package(MPI) comes before, or RMI4MPI_ABI names openmpi, mpich
# or standard.
get_filename_component(rmi4mpi_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(rmi4mpi_library "${rmi4mpi_prefix}/lib/rmi4mpi/lib")
if(EXISTS "${rmi4mpi_library}/natives")
    foreach(rmi4mpi_file IN LISTS MPI_C_LIBRARIES MPI_CXX_LIBRARIES)
        file(REAL_PATH "${rmi4mpi_file}" rmi4mpi_file)
        if(RMI4MPI_ABI)
        elseif(rmi4mpi_file MATCHES "/libmpi\\.so\\.40")
            set(RMI4MPI_ABI openmpi)
        elseif(rmi4mpi_file MATCHES "/libmpi(ch)?\\.so\\.12")
            set(RMI4MPI_ABI mpich)
        elseif(rmi4mpi_file MATCHES "/libmpi_abi\\.so")
            set(RMI4MPI_ABI standard)
        endif()
    endforeach()
    if(NOT RMI4MPI_ABI)
        message(FATAL_ERROR "rmi4mpi: the ABI of MPI is not known: call find_package(MPI) first, or set RMI4MPI_ABI to openmpi, mpich or standard")
    endif()
    string(APPEND rmi4mpi_library "/natives/linux-${CMAKE_SYSTEM_PROCESSOR}/${RMI4MPI_ABI}")
endif()

if(NOT TARGET rmi4mpi::c)
    find_package(Threads REQUIRED)
    add_library(rmi4mpi::c SHARED IMPORTED)
    set_target_properties(rmi4mpi::c PROPERTIES
        IMPORTED_LOCATION "${rmi4mpi_library}/librmi4mpi_c.so"
        IMPORTED_NO_SONAME TRUE
        INTERFACE_INCLUDE_DIRECTORIES "${rmi4mpi_prefix}/include")
    if(TARGET MPI::MPI_C) # the library of an installation for every MPI is linked to none
        set_property(TARGET rmi4mpi::c PROPERTY INTERFACE_LINK_LIBRARIES MPI::MPI_C)
    endif()
    add_library(rmi4mpi::cpp INTERFACE IMPORTED)
    set_target_properties(rmi4mpi::cpp PROPERTIES INTERFACE_LINK_LIBRARIES "rmi4mpi::c;Threads::Threads"
        INTERFACE_COMPILE_FEATURES cxx_std_17)
endif()

function(rmi4mpi_stubs target classpath)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.stubs")
    foreach(name IN LISTS ARGN)
        string(REGEX REPLACE "^.*[.$]" "" simple "${name}")
        add_custom_command(OUTPUT "${folder}/${simple}.rmi.hpp"
            COMMAND "${rmi4mpi_prefix}/bin/rmi4mpirun" --stubs-cpp -cp "${classpath}" -d "${folder}" "${name}"
            DEPENDS "${classpath}" WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" VERBATIM)
        target_sources(${target} PRIVATE "${folder}/${simple}.rmi.hpp")
    endforeach()
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()
