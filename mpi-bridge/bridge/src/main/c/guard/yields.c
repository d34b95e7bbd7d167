/*
 * Decides what a yield of the core does. This library is preloaded, so its sched_yield replaces that of the C library.
 *
 * A thread that polls MPI keeps its core. In a multithreaded process, each poll of ParaStation MPI that finds nothing
 * yields. If another thread computes, the poll then takes 3 ms, during which no other thread can enter MPI. Open MPI
 * yields in the same way while one of the threads is inside a call that blocks. The thread inside that call waits
 * (waits.c).
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "waits.h"

/* Set by the bridge: the address range of the code whose calls must not yield. */
EXPORTED uintptr_t rmi4mpi_stays_from = 0;
EXPORTED uintptr_t rmi4mpi_stays_bytes = 0;

EXPORTED int sched_yield(void)
{
    if (waits_inside()) {
        mpi_yields = 1;
        rmi4mpi_idle();
        return 0;
    }
    if ((uintptr_t)__builtin_return_address(0) - rmi4mpi_stays_from < rmi4mpi_stays_bytes)
        return 0;
    return (int)syscall(SYS_sched_yield);
}
