! Remote objects between the ranks of an MPI job, for Fortran 2008: what rmi4mpi.h has, with its names. Functions for
! other values are declared in the same way. docs/other-languages.md shows how to begin.
!
! Texts that a function takes end with c_null_char. Texts that come have a length: rmi4mpi_text makes characters of them.
module rmi4mpi
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int64
    implicit none
    public

    ! Codes.
    integer(c_int), parameter :: RMI4MPI_OK = 0, RMI4MPI_EXCEPTION = 1, RMI4MPI_USAGE = 2, RMI4MPI_TYPE = 3, &
                                 RMI4MPI_DAMAGED = 4, RMI4MPI_MEMORY = 5, RMI4MPI_MPI = 6, RMI4MPI_SHORT_OF_TIME = 7
    ! How requests are served.
    integer(c_int), parameter :: RMI4MPI_BY_THREADS = 0, RMI4MPI_BY_HAND = 1
    integer(c_int), parameter :: RMI4MPI_NULL = 1 ! what rmi4mpi_kind tells of null
    ! Types of elements.
    integer(c_int), parameter :: RMI4MPI_BOOLEANS = 1, RMI4MPI_BYTES = 2, RMI4MPI_CHARS = 3, RMI4MPI_SHORTS = 4, &
                                 RMI4MPI_INTS = 5, RMI4MPI_LONGS = 6, RMI4MPI_FLOATS = 7, RMI4MPI_DOUBLES = 8

    type, bind(c) :: rmi4mpi_request
        type(c_ptr) :: name
        integer(c_size_t) :: name_length
        type(c_ptr) :: descriptor
        integer(c_size_t) :: descriptor_length
        integer(c_size_t) :: argument_count
        integer(c_int) :: caller
    end type

    abstract interface
        ! Runs a method of an exported object. Threads of the library call it, several at once: make it recursive.
        function rmi4mpi_serve(self, request, arguments, answer) bind(c) result(code)
            import
            type(c_ptr), value :: self, arguments, answer
            type(rmi4mpi_request), intent(in) :: request
            integer(c_int) :: code
        end function
    end interface

    interface
        function rmi4mpi_error() bind(c) result(text)
            import
            type(c_ptr) :: text
        end function

        ! The job. argc and argv may be c_null_ptr.

        ! For messages to people, before rmi4mpi_join: "Fortran" // c_null_char.
        subroutine rmi4mpi_name_language(name) bind(c)
            import
            character(kind=c_char), intent(in) :: name(*)
        end subroutine

        function rmi4mpi_join(argc, argv, progress, job) bind(c) result(code)
            import
            type(c_ptr), value :: argc, argv
            integer(c_int), value :: progress
            type(c_ptr), intent(out) :: job
            integer(c_int) :: code
        end function

        function rmi4mpi_leave(job) bind(c) result(code)
            import
            type(c_ptr), value :: job
            integer(c_int) :: code
        end function

        function rmi4mpi_poll(job, served) bind(c) result(code)
            import
            type(c_ptr), value :: job
            integer(c_int), intent(out) :: served
            integer(c_int) :: code
        end function

        function rmi4mpi_rank(job) bind(c) result(rank)
            import
            type(c_ptr), value :: job
            integer(c_int) :: rank
        end function

        function rmi4mpi_size(job) bind(c) result(members)
            import
            type(c_ptr), value :: job
            integer(c_int) :: members
        end function

        function rmi4mpi_rebind(job, name, object) bind(c) result(code)
            import
            type(c_ptr), value :: job, object
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int) :: code
        end function

        function rmi4mpi_lookup(job, name, object) bind(c) result(code)
            import
            type(c_ptr), value :: job
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), intent(out) :: object
            integer(c_int) :: code
        end function

        ! Objects.

        function rmi4mpi_export(job, serve, self, release, interfaces, interface_count, object) bind(c) result(code)
            import
            type(c_ptr), value :: job, self
            type(c_funptr), value :: serve, release
            type(c_ptr), intent(in) :: interfaces(*)
            integer(c_size_t), value :: interface_count
            type(c_ptr), intent(out) :: object
            integer(c_int) :: code
        end function

        subroutine rmi4mpi_release(object) bind(c)
            import
            type(c_ptr), value :: object
        end subroutine

        ! Calls. The descriptor may be c_null_ptr.

        function rmi4mpi_begin(object, name, descriptor, argument_count) bind(c) result(call)
            import
            type(c_ptr), value :: object, descriptor
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: argument_count
            type(c_ptr) :: call
        end function

        function rmi4mpi_arguments(call) bind(c) result(writer)
            import
            type(c_ptr), value :: call
            type(c_ptr) :: writer
        end function

        function rmi4mpi_send(call) bind(c) result(code)
            import
            type(c_ptr), value :: call
            integer(c_int) :: code
        end function

        function rmi4mpi_wait(call, seconds) bind(c) result(code)
            import
            type(c_ptr), value :: call
            real(c_double), value :: seconds
            integer(c_int) :: code
        end function

        function rmi4mpi_result(call) bind(c) result(reader)
            import
            type(c_ptr), value :: call
            type(c_ptr) :: reader
        end function

        subroutine rmi4mpi_end(call) bind(c)
            import
            type(c_ptr), value :: call
        end subroutine

        ! Writing.

        subroutine rmi4mpi_put_integer(writer, number) bind(c)
            import
            type(c_ptr), value :: writer
            integer(c_int64_t), value :: number
        end subroutine

        subroutine rmi4mpi_put_double(writer, number) bind(c)
            import
            type(c_ptr), value :: writer
            real(c_double), value :: number
        end subroutine

        subroutine rmi4mpi_put_text(writer, text, length) bind(c)
            import
            type(c_ptr), value :: writer
            character(kind=c_char), intent(in) :: text(*)
            integer(c_size_t), value :: length
        end subroutine

        ! The name of a field, in UTF-8, before its value.
        subroutine rmi4mpi_put_name(writer, name, length) bind(c)
            import
            type(c_ptr), value :: writer
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: length
        end subroutine

        subroutine rmi4mpi_put_object(writer, class_name, field_count) bind(c)
            import
            type(c_ptr), value :: writer
            character(kind=c_char), intent(in) :: class_name(*)
            integer(c_size_t), value :: field_count
        end subroutine

        subroutine rmi4mpi_put_elements(writer, kind, elements, count) bind(c)
            import
            type(c_ptr), value :: writer
            integer(c_int), value :: kind
            type(*), intent(in) :: elements(*)
            integer(c_size_t), value :: count
        end subroutine

        subroutine rmi4mpi_put_reference(writer, object) bind(c)
            import
            type(c_ptr), value :: writer, object
        end subroutine

        subroutine rmi4mpi_put_exception(writer, class_name, message, length) bind(c)
            import
            type(c_ptr), value :: writer
            character(kind=c_char), intent(in) :: class_name(*), message(*)
            integer(c_size_t), value :: length
        end subroutine

        subroutine rmi4mpi_throw(answer) bind(c)
            import
            type(c_ptr), value :: answer
        end subroutine

        ! Reading.

        function rmi4mpi_kind(reader) bind(c) result(kind)
            import
            type(c_ptr), value :: reader
            integer(c_int) :: kind
        end function

        function rmi4mpi_get_integer(reader, least, most, number) bind(c) result(code)
            import
            type(c_ptr), value :: reader
            integer(c_int64_t), value :: least, most
            integer(c_int64_t), intent(out) :: number
            integer(c_int) :: code
        end function

        function rmi4mpi_get_double(reader, number) bind(c) result(code)
            import
            type(c_ptr), value :: reader
            real(c_double), intent(out) :: number
            integer(c_int) :: code
        end function

        function rmi4mpi_get_text(reader, text, length) bind(c) result(code)
            import
            type(c_ptr), value :: reader
            type(c_ptr), intent(out) :: text
            integer(c_size_t), intent(out) :: length
            integer(c_int) :: code
        end function

        function rmi4mpi_get_elements(reader, kind, elements, count) bind(c) result(code)
            import
            type(c_ptr), value :: reader
            integer(c_int), value :: kind
            type(c_ptr), intent(out) :: elements
            integer(c_size_t), intent(out) :: count
            integer(c_int) :: code
        end function

        function rmi4mpi_get_throwable(reader) bind(c) result(code)
            import
            type(c_ptr), value :: reader
            integer(c_int) :: code
        end function

        function rmi4mpi_get_reference(reader, object) bind(c) result(code)
            import
            type(c_ptr), value :: reader
            type(c_ptr), intent(out) :: object
            integer(c_int) :: code
        end function
    end interface

    interface
        pure function c_length(text) bind(c, name="strlen") result(length)
            import
            type(c_ptr), value, intent(in) :: text
            integer(c_size_t) :: length
        end function

        function c_sleep(microseconds) bind(c, name="usleep") result(code)
            import
            integer(c_int), value :: microseconds
            integer(c_int) :: code
        end function
    end interface
    private :: c_length, c_sleep, int64

contains

    ! A text that has come, as characters.
    recursive function rmi4mpi_text(text, length) result(characters)
        type(c_ptr), intent(in) :: text
        integer(c_size_t), intent(in) :: length
        character(:), allocatable :: characters
        character(kind=c_char), pointer :: each(:)
        integer(c_size_t) :: i

        call c_f_pointer(text, each, [length])
        allocate (character(length) :: characters)
        do i = 1, length
            characters(i:i) = each(i)
        end do
    end function

    ! The text of the calling thread's last failure.
    recursive function rmi4mpi_failure() result(characters)
        character(:), allocatable :: characters

        characters = rmi4mpi_text(rmi4mpi_error(), c_length(rmi4mpi_error()))
    end function

    ! The exception of a call for which rmi4mpi_wait has returned RMI4MPI_EXCEPTION, as class: message.
    recursive function rmi4mpi_thrown(call) result(characters)
        type(c_ptr), intent(in) :: call
        character(:), allocatable :: characters
        type(c_ptr) :: reader, text
        integer(c_size_t) :: length

        reader = rmi4mpi_result(call)
        characters = "an exception that is damaged"
        if (rmi4mpi_get_throwable(reader) /= RMI4MPI_OK) return
        if (rmi4mpi_get_text(reader, text, length) /= RMI4MPI_OK) return
        characters = rmi4mpi_text(text, length)
        if (rmi4mpi_kind(reader) == RMI4MPI_NULL) return
        if (rmi4mpi_get_text(reader, text, length) == RMI4MPI_OK) &
            characters = characters//": "//rmi4mpi_text(text, length)
    end function

    ! Finds an object, as rmi4mpi_lookup does, and waits at most so many seconds for its name.
    recursive function rmi4mpi_await(job, name, seconds, object) result(code)
        type(c_ptr), intent(in) :: job
        character(*), intent(in) :: name
        integer, intent(in) :: seconds
        type(c_ptr), intent(out) :: object
        integer(c_int) :: code, slept
        integer(int64) :: now, end, ticks

        call system_clock(now, ticks)
        end = now + seconds*ticks
        do
            code = rmi4mpi_lookup(job, name//c_null_char, object)
            call system_clock(now)
            if (code /= RMI4MPI_EXCEPTION .or. now >= end) return
            if (index(rmi4mpi_failure(), "java.rmi.NotBoundException") == 0) return
            slept = c_sleep(10000_c_int)
        end do
    end function

    ! The doubles that come next. They are in the frame until the call ends or the servant returns.
    recursive function rmi4mpi_get_doubles(reader, row) result(code)
        type(c_ptr), intent(in) :: reader
        real(c_double), pointer, intent(out) :: row(:)
        integer(c_int) :: code
        type(c_ptr) :: elements
        integer(c_size_t) :: count

        nullify (row)
        code = rmi4mpi_get_elements(reader, RMI4MPI_DOUBLES, elements, count)
        if (code == RMI4MPI_OK) call c_f_pointer(elements, row, [count])
    end function
end module
