! A rank in Fortran: an object that a rank in Java calls, and calls of an object in Java. Both are an e24_filter.Filter.

! Differences of neighbours: undoes the sums of the filter in Java.
module differences
    use rmi4mpi
    implicit none

contains

    recursive function serve(self, request, arguments, answer) bind(c) result(code)
        type(c_ptr), value :: self, arguments, answer
        type(rmi4mpi_request), intent(in) :: request
        integer(c_int) :: code
        real(c_double), pointer :: row(:)

        code = RMI4MPI_OK
        if (rmi4mpi_text(request%name, request%name_length) /= "apply") then
            call throw(answer, "java.rmi.UnmarshalException", "a filter in Fortran has the method apply alone")
            return
        end if
        code = rmi4mpi_get_doubles(arguments, row)
        if (code /= RMI4MPI_OK) return
        if (size(row) == 0) then
            call throw(answer, "java.lang.IllegalArgumentException", "an empty row has no differences")
            return
        end if
        call rmi4mpi_put_elements(answer, RMI4MPI_DOUBLES, [row(1), row(2:) - row(:size(row) - 1)], &
                                  size(row, kind=c_size_t))
    end function

    recursive subroutine throw(answer, class_name, message)
        type(c_ptr), intent(in) :: answer
        character(*), intent(in) :: class_name, message

        call rmi4mpi_throw(answer)
        call rmi4mpi_put_exception(answer, class_name//c_null_char, message, len(message, kind=c_size_t))
    end subroutine
end module

program e24_filter
    use, intrinsic :: iso_fortran_env, only: error_unit
    use differences
    implicit none
    character(*, kind=c_char), parameter :: FILTER = "e24_filter.Filter"//c_null_char
    character(len(FILTER), kind=c_char), target :: name = FILTER
    type(c_ptr) :: job, own, sums

    call rmi4mpi_name_language("Fortran" // c_null_char)
    call check(rmi4mpi_join(c_null_ptr, c_null_ptr, RMI4MPI_BY_THREADS, job))
    call check(rmi4mpi_export(job, c_funloc(serve), c_null_ptr, c_null_funptr, [c_loc(name)], 1_c_size_t, own))
    call check(rmi4mpi_rebind(job, "differences"//c_null_char, own))
    call check(rmi4mpi_await(job, "//rank0/sums", 10, sums))
    print "(a, *(1x, f0.1))", "the sums in Java:", apply(sums, [1d0, 2d0, 3d0, 4d0])
    call rmi4mpi_release(sums)
    call rmi4mpi_release(own)
    call check(rmi4mpi_leave(job))

contains

    ! Calls a filter of any rank.
    function apply(filter, row) result(filtered)
        type(c_ptr), intent(in) :: filter
        real(c_double), intent(in) :: row(:)
        real(c_double), allocatable :: filtered(:)
        real(c_double), pointer :: reply(:)
        type(c_ptr) :: call
        integer(c_int) :: code

        call = rmi4mpi_begin(filter, "apply"//c_null_char, c_null_ptr, 1_c_size_t)
        if (.not. c_associated(call)) call check(RMI4MPI_MEMORY)
        call rmi4mpi_put_elements(rmi4mpi_arguments(call), RMI4MPI_DOUBLES, row, size(row, kind=c_size_t))
        call check(rmi4mpi_send(call))
        code = rmi4mpi_wait(call, 10d0)
        if (code == RMI4MPI_EXCEPTION) then
            write (error_unit, "(a)") rmi4mpi_thrown(call)
            error stop 1
        end if
        call check(code)
        call check(rmi4mpi_get_doubles(rmi4mpi_result(call), reply))
        filtered = reply
        call rmi4mpi_end(call)
    end function

    ! A status other than 0 ends the whole job.
    subroutine check(code)
        integer(c_int), intent(in) :: code

        if (code == RMI4MPI_OK) return
        write (error_unit, "(a)") rmi4mpi_failure()
        error stop 1
    end subroutine
end program
