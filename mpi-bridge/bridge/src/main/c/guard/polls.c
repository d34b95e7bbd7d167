/*
 * Lets a thread wait inside MPICH (waits.c). MPICH before version 5 polls by UCX, and does not yield. Later ones yield,
 * where they hold no lock. This library is preloaded, so its function replaces that of UCX, which it calls.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "waits.h"

typedef unsigned (*poll_t)(void *worker);

/* The library that calls depends on UCX, which is not among those that all code can see. */
static poll_t find(const void *caller)
{
    Dl_info place;
    void *library = dladdr(caller, &place) ? dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    poll_t found = library ? (poll_t)dlsym(library, "ucp_worker_progress") : NULL;
    if (!found) {
        fprintf(stderr, "rmi4mpi: ucp_worker_progress is called, but is not in the libraries of its caller\n");
        abort();
    }
    return found;
}

EXPORTED unsigned ucp_worker_progress(void *worker)
{
    static poll_t poll;
    if (!poll)
        poll = find(__builtin_return_address(0));
    unsigned events = poll(worker);
    if (events == 0 && waits_inside() && !mpi_yields)
        rmi4mpi_idle();
    return events;
}
