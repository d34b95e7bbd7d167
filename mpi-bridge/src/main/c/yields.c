/*
 * Keeps a thread that looks into MPI on its core. In a process of several threads each look of ParaStation MPI that finds
 * nothing gives the core away: for 3 ms where another thread computes, while nobody else can enter MPI. This library is
 * preloaded, so that its sched_yield stands before the C library's.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

/* Set by the bridge: where the code lies whose threads go on. */
EXPORTED uintptr_t rmi4mpi_stays_from = 0;
EXPORTED uintptr_t rmi4mpi_stays_bytes = 0;

EXPORTED int sched_yield(void)
{
    if ((uintptr_t)__builtin_return_address(0) - rmi4mpi_stays_from < rmi4mpi_stays_bytes)
        return 0;
    return (int)syscall(SYS_sched_yield);
}
