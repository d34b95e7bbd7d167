/*
 * Calls that block inside MPI. The thread that makes one waits as the guard tells (waits.c). Without the guard, which
 * rmi4mpirun preloads, it yields where MPI can, and so does each poll meanwhile.
 */
#define _GNU_SOURCE
#include "bridge.h"
#include "compat.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>

static void (*guard_begins)(int inside);
static void (*guard_ends)(void);
static void (*guard_idles)(void);
static int *guard_spins;

static int has_more_ranks_than_cores;

/* Number of threads inside such calls. */
static int inside_calls;

void prepare_waits(void)
{
    guard_begins = (void (*)(int))dlsym(RTLD_DEFAULT, "rmi4mpi_begin_wait");
    guard_ends = (void (*)(void))dlsym(RTLD_DEFAULT, "rmi4mpi_end_wait");
    guard_idles = (void (*)(void))dlsym(RTLD_DEFAULT, "rmi4mpi_idle");
    guard_spins = dlsym(RTLD_DEFAULT, "rmi4mpi_spins");
}

/* A thread that waits yields at once then. */
NATIVE(void, shareCores0)(JNIEnv *env, jclass self)
{
    has_more_ranks_than_cores = 1;
    if (guard_spins)
        *guard_spins = 0;
}

int shares_cores(void)
{
    return has_more_ranks_than_cores;
}

void begin_wait(int inside)
{
    if (guard_begins)
        guard_begins(inside);
}

void end_wait(void)
{
    if (guard_ends)
        guard_ends();
}

void idle(void)
{
    if (guard_idles)
        guard_idles();
    else
        sched_yield();
}

/* Tells the guard (yields.c) the address range of the code of the object loaded at this base. */
static int stay(struct dl_phdr_info *object, size_t size, void *base)
{
    uintptr_t *from = dlsym(RTLD_DEFAULT, "rmi4mpi_stays_from");
    uintptr_t *bytes = dlsym(RTLD_DEFAULT, "rmi4mpi_stays_bytes");
    if (object->dlpi_addr != (uintptr_t)base || !from || !bytes)
        return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type == PT_LOAD && object->dlpi_phdr[i].p_flags & PF_X) {
            *from = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
            *bytes = object->dlpi_phdr[i].p_memsz;
        }
    }
    return 1;
}

void keep_core_in(const char *function)
{
    Dl_info library;
    void *polls = dlsym(RTLD_DEFAULT, function);
    if (polls && dladdr(polls, &library))
        dl_iterate_phdr(stay, library.dli_fbase);
}

/* Two threads may begin and end at once. The last one to tell MPI sees that it has told the truth. */
static void tell_polls(void)
{
    int any;
    do {
        any = __atomic_load_n(&inside_calls, __ATOMIC_SEQ_CST) > 0;
        let_polls_yield(any);
    } while (any != (__atomic_load_n(&inside_calls, __ATOMIC_SEQ_CST) > 0));
}

void begin_call(void)
{
    if (__atomic_add_fetch(&inside_calls, 1, __ATOMIC_SEQ_CST) == 1)
        tell_polls();
    begin_wait(1);
}

void end_call(void)
{
    end_wait();
    if (__atomic_sub_fetch(&inside_calls, 1, __ATOMIC_SEQ_CST) == 0)
        tell_polls();
}
