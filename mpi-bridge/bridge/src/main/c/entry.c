/*
 * The entry lock: one thread at a time is inside MPI, and none after MPI has been finalised. A thread leaves MPI within
 * a microsecond. So a waiting thread spins and yields before it sleeps: after a sleep it would find the lock taken
 * again.
 */
#define _GNU_SOURCE
#include "bridge.h"
#include "compat.h"

#include <sched.h>
#include <time.h>

#define SPINS 100
#define YIELDS 1000
#define SLEEP_NS 20000
#define ABORT_PATIENCE_NS 1000000000L

static _Alignas(64) int taken;
static int finalized;
static int one_at_a_time;
static int free_calls;

static int take(void)
{
    return !__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE);
}

static void give_back(void)
{
    __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
}

void nap(void)
{
    struct timespec time = {0, SLEEP_NS};
    nanosleep(&time, NULL);
}

static void __attribute__((noinline)) take_contended(void)
{
    for (int tries = 0; __atomic_load_n(&taken, __ATOMIC_RELAXED) || !take(); tries++) {
        if (tries < SPINS)
            __asm__ volatile("" ::: "memory");
        else if (tries < SPINS + YIELDS)
            sched_yield();
        else
            nap();
    }
}

int enter(void)
{
    if (!take())
        take_contended();
    if (!finalized)
        return 1;
    give_back();
    return 0;
}

int enter_to_start(void)
{
    if (!has_stack())
        return NO_STACK;
    return enter() ? 0 : FINALIZED;
}

int leave(int code)
{
    give_back();
    return code;
}

int enter_blocking(void)
{
    if (!enter())
        return 0;
    if (!one_at_a_time) {
        __atomic_add_fetch(&free_calls, 1, __ATOMIC_RELAXED);
        give_back();
    }
    begin_call();
    return 1;
}

int enter_to_block(void)
{
    return !has_stack() ? NO_STACK : enter_blocking() ? 0 : FINALIZED;
}

int leave_blocking(int code)
{
    end_call();
    if (one_at_a_time)
        return leave(code);
    __atomic_sub_fetch(&free_calls, 1, __ATOMIC_RELEASE);
    return code;
}

int others_are_inside(void)
{
    return __atomic_load_n(&free_calls, __ATOMIC_ACQUIRE) > 0;
}

void allow(int level)
{
    one_at_a_time = level < MPI_THREAD_MULTIPLE;
}

int finish(int together)
{
    if (!enter())
        return FINALIZED;
    finalized = 1;
    before_finalize(together);
    begin_call();
    int code = MPI_Finalize();
    end_wait();
    return leave(code);
}

int finish_alone(void)
{
    if (!enter())
        return FINALIZED;
    finalized = 1;
    return leave(MPI_SUCCESS);
}

int enter_or_give_up(void)
{
    for (long waited = 0; waited < ABORT_PATIENCE_NS; waited += SLEEP_NS) {
        if (take())
            return 1;
        nap();
    }
    return 0;
}
