/*
 * Checks how much stack a thread has left. If a stack overflowed after data was taken from MPI, the data would be lost.
 * So a call is refused before it begins if the stack may not suffice for all of it.
 */
#define _GNU_SOURCE
#include "bridge.h"

#include <pthread.h>

/* The lowest part of a Java thread's stack is reserved by the JVM: 4 guard pages, and 20 pages for native methods. */
#define ZONES (24 * 4096)
/* Most that a call uses of the rest, including class loading and linking in the first call. */
#define NEEDED (64 * 1024)
/* The same for MPI.Finalize, whose steps cannot be repeated. */
#define NEEDED_TO_END (256 * 1024)

/* Limits of this thread. In a small stack, half of the part that Java may use is enough. */
static __thread uintptr_t lowest_to_end __attribute__((tls_model("initial-exec")));
static __thread uintptr_t lowest_to_begin __attribute__((tls_model("initial-exec")));
static __thread uintptr_t lowest_to_go_on __attribute__((tls_model("initial-exec")));

static void __attribute__((noinline)) find_limits(void)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &lowest, &size);
        pthread_attr_destroy(&attributes);
    }
    size_t free = size > ZONES ? size - ZONES : 0;
    size_t needed = free / 2 < NEEDED ? free / 2 : NEEDED;
    uintptr_t end = (uintptr_t)lowest + ZONES;
    lowest_to_go_on = end + needed / 2 + 1; /* not 0, even if nothing is known */
    lowest_to_begin = end + needed + 1;
    lowest_to_end = end + (free / 2 < NEEDED_TO_END ? free / 2 : NEEDED_TO_END) + 1;
}

static int is_above(const uintptr_t *limit)
{
    char here;
    if (!*limit)
        find_limits();
    return (uintptr_t)&here > *limit;
}

int has_stack(void)
{
    return is_above(&lowest_to_go_on);
}

NATIVE(jboolean, hasStack0)(JNIEnv *env, jclass self)
{
    return is_above(&lowest_to_begin);
}

NATIVE(jboolean, hasStackToEnd0)(JNIEnv *env, jclass self)
{
    return is_above(&lowest_to_end);
}
