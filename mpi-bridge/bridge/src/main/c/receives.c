/* The list of pending receives. The read guard uses it to limit each read to the size of its buffer; see reads.c. */
#define _GNU_SOURCE
#include "bridge.h"

#include <dlfcn.h>
#include <sched.h>

static int guarded;
static int lock;
static slot_t *first;

/*
 * Only the thread that has entered MPI changes the list. Threads in blocking calls are inside MPI too, so the lock is
 * taken if there are any. Returns whether it was taken.
 */
static int own_list(void)
{
    if (!others_are_inside())
        return 0;
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        sched_yield();
    return 1;
}

static void release_list(int owned)
{
    if (owned)
        __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

/* The bytes of some items in memory, with the gaps of their type. */
static size_t bytes(const slot_t *slot, int64_t count)
{
    MPI_Aint lower = 0, extent = 0;
    MPI_Type_get_extent(TO_TYPE(slot->type), &lower, &extent);
    return (size_t)count * (size_t)extent;
}

/* An address that is in no listed buffer is memory of MPI's own, in which collective operations assemble data. */
static size_t room(const void *address)
{
    uintptr_t start = (uintptr_t)address;
    size_t room = 0, within = 0;
    int found = 0, collective = 0;
    int owned = own_list();
    for (slot_t *slot = first; slot; slot = slot->next) {
        size_t before = start - slot->start;
        size_t all = bytes(slot, slot->count);
        if (slot->within >= 0) {
            size_t own = bytes(slot, slot->within);
            within = own > within ? own : within;
            collective = 1;
        }
        if (before == 0 || (start > slot->start && before < all)) {
            found = 1;
            if (all - before > room)
                room = all - before;
        }
    }
    release_list(owned);
    return found ? room : collective && !is_for_frames(start) ? within : SIZE_MAX;
}

int guard_reads(void)
{
    size_t (**guard)(const void *) = dlsym(RTLD_DEFAULT, "rmi4mpi_room");
    void *own = dlsym(RTLD_DEFAULT, "process_vm_readv");
    Dl_info reader, owner;
    if (guard && own && dladdr(own, &reader) && dladdr(guard, &owner) && reader.dli_fbase == owner.dli_fbase) {
        *guard = room;
        guarded = 1;
    }
    return guarded;
}

void expect(slot_t *slot, jlong address, jint count, jlong type)
{
    expect_all(slot, address, count, type, -1);
}

void expect_all(slot_t *slot, jlong address, int64_t count, jlong type, int64_t within)
{
    if (!guarded)
        return;
    ended(slot); /* may still be listed, if a waiting thread left by an exception */
    slot->start = (uintptr_t)address;
    slot->type = type;
    slot->count = count;
    slot->within = within;
    slot->expected = 1;
    slot->previous = NULL;
    int owned = own_list();
    slot->next = first;
    if (first)
        first->previous = slot;
    first = slot;
    release_list(owned);
}

void ended(slot_t *slot)
{
    if (!slot->expected)
        return;
    int owned = own_list();
    if (slot->previous)
        slot->previous->next = slot->next;
    else
        first = slot->next;
    if (slot->next)
        slot->next->previous = slot->previous;
    release_list(owned);
    slot->expected = 0;
}
