/* A rank in its job: joining, frames, progress, and the end. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define SPINS 400        /* polls before a waiting thread yields, about 20 us */
#define POLLS_AT_ONCE 64 /* before a poller looks whether to pause */
#define POLLS_A_PROBE 32 /* for long frames */
#define MOVE_AGAIN_S 10e-3
#define YIELD_S 1e-3 /* a thread that waits yields for so long, and then sleeps */
#define LONGEST_SLEEP_S 1e-3
#define BESIDE_FULL_CREW_S 0.1 /* far more than YIELD_S, so that the thread sleeps in between */
#define RING_AGAIN_S 50e-6     /* while a long frame moves */
#define KEPT_LONG_FRAMES 4
#define KEPT_LONG_BYTES (64 << 20)

static _Thread_local char error_text[1024];
static char language[32] = "C"; /* of the program, for messages to people */

int rmi4mpi_fail(int code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(error_text, sizeof error_text, format, values);
    va_end(values);
    return code;
}

const char *rmi4mpi_error(void)
{
    return error_text;
}

double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- locks */

bool try_spin(spin *lock)
{
    int free = 0;
    return atomic_load_explicit(&lock->held, memory_order_relaxed) == 0
           && atomic_compare_exchange_strong_explicit(
               &lock->held, &free, 1, memory_order_acquire, memory_order_relaxed);
}

void take_spin(spin *lock)
{
    if (try_spin(lock))
        return;
    atomic_fetch_add(&lock->wanted, 1);
    for (unsigned i = 1; !try_spin(lock); i++)
        if (i % 256 == 0)
            sched_yield();
    atomic_fetch_sub(&lock->wanted, 1);
}

void free_spin(spin *lock)
{
    atomic_store_explicit(&lock->held, 0, memory_order_release);
}

static bool is_wanted(spin *lock)
{
    return atomic_load_explicit(&lock->wanted, memory_order_relaxed) > 0;
}

/* ---- the lock around calls of MPI */

/*
 * Where more ranks run than there are cores, each poll of Open MPI yields. Threads that wait here yield by themselves, once
 * they have polled in vain for a while. So the switch is off while they poll. Where the user has set it, it stays.
 */
static bool set_yield(rmi4mpi_job *job, bool yields)
{
    return job->set_yield && job->set_yield(yields);
}

static void find_yield_switch(rmi4mpi_job *job)
{
    if (!getenv("OMPI_MCA_mpi_yield_when_idle"))
        *(void **)&job->set_yield = dlsym(RTLD_DEFAULT, "opal_progress_set_yield_when_idle");
}

static bool try_mpi(rmi4mpi_job *job)
{
    if (!try_spin(&job->lock))
        return false;
    job->yielded = set_yield(job, false);
    return true;
}

static void take_mpi(rmi4mpi_job *job)
{
    take_spin(&job->lock);
    job->yielded = set_yield(job, false);
}

static void move_on(void);

static void free_mpi(rmi4mpi_job *job)
{
    if (job->yielded)
        set_yield(job, true);
    bool moves = job->shares_core;
    job->shares_core = false;
    free_spin(&job->lock);
    if (moves)
        move_on();
}

/* ---- memory of frames */

frame *new_frame(rmi4mpi_job *job, size_t capacity)
{
    bool is_short = capacity <= RMI4MPI_WIRE_SHORT_FRAME;
    frame *found = NULL;
    take_spin(&job->free_lock);
    if (is_short) {
        found = job->free_frames;
        if (found)
            job->free_frames = found->next;
    } else {
        for (frame **at = &job->free_long; *at; at = &(*at)->next)
            if ((*at)->capacity >= capacity) {
                found = *at;
                *at = found->next;
                job->free_long_count--;
                break;
            }
    }
    free_spin(&job->free_lock);
    if (!found) {
        size_t room = is_short ? RMI4MPI_WIRE_SHORT_FRAME : capacity;
        found = malloc(sizeof *found);
        uint8_t *base = !found ? NULL : is_short ? malloc(room) : new_pages(RECEIVED_AT, room);
        if (!base) {
            free(found);
            return NULL;
        }
        *found = (frame){.capacity = room, .base = base};
    }
    found->next = NULL;
    found->bytes = found->base + (is_short ? 0 : RECEIVED_AT + atomic_load(&job->long_shift) % LINE);
    return found;
}

void free_frame(rmi4mpi_job *job, frame *frame)
{
    bool is_kept = true;
    take_spin(&job->free_lock);
    if (frame->capacity <= RMI4MPI_WIRE_SHORT_FRAME) {
        frame->next = job->free_frames;
        job->free_frames = frame;
    } else if (job->free_long_count < KEPT_LONG_FRAMES && frame->capacity <= KEPT_LONG_BYTES) {
        frame->next = job->free_long;
        job->free_long = frame;
        job->free_long_count++;
    } else {
        is_kept = false;
    }
    free_spin(&job->free_lock);
    if (!is_kept) {
        free(frame->base);
        free(frame);
    }
}

/* Without memory for what arrives no rank can go on. */
static frame *need_frame(rmi4mpi_job *job, size_t capacity)
{
    frame *made = new_frame(job, capacity);
    if (!made) {
        fprintf(stderr, "rmi4mpi: rank %d has no memory for a frame of %zu bytes\n", job->rank, capacity);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return made;
}

/* ---- the bell of ranks in Java */

void ring(const rmi4mpi_job *job, int rank)
{
    const member *sleeper = &job->members[rank];
    if (!sleeper->has_bell || job->bell_socket < 0)
        return;
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = sleeper->bell_port, .sin_addr.s_addr = sleeper->bell_address};
    sendto(job->bell_socket, sleeper->key, sleeper->key_length, MSG_DONTWAIT, (struct sockaddr *)&to, sizeof to);
}

/* Wakes a rank whose polls move a long frame. */
static void keep_awake(rmi4mpi_job *job, int rank)
{
    double time = now();
    member *mover = &job->members[rank];
    if (atomic_load(&mover->has_bell) && time - mover->rung > RING_AGAIN_S) {
        mover->rung = time;
        ring(job, rank);
    }
}

/* ---- cores */

/*
 * The kernel may keep two ranks on one core beside an idle one, where each yields to the other: a core that has been idle for
 * less than half a millisecond takes no thread from others. So frames tell the core of their sender, and the higher rank of two
 * that share one moves on.
 */
static void tell_core(uint8_t *frame)
{
    int core = sched_getcpu();
    uint16_t told = core >= 0 && core < UINT16_MAX ? (uint16_t)(core + 1) : 0;
    frame[RMI4MPI_WIRE_CORE_OFFSET] = (uint8_t)told;
    frame[RMI4MPI_WIRE_CORE_OFFSET + 1] = (uint8_t)(told >> 8);
}

static bool comes_from_this_core(const rmi4mpi_job *job, const frame *frame)
{
    int told = frame->bytes[RMI4MPI_WIRE_CORE_OFFSET] | frame->bytes[RMI4MPI_WIRE_CORE_OFFSET + 1] << 8;
    return frame->length >= RMI4MPI_WIRE_HEADER && frame->rank < job->rank && job->members[frame->rank].is_near
           && told == sched_getcpu() + 1;
}

/* Moves this thread to the next core that it may have. */
static void move_on(void)
{
    cpu_set_t allowed, next;
    int core = sched_getcpu();
    if (core < 0 || sched_getaffinity(0, sizeof allowed, &allowed) || CPU_COUNT(&allowed) < 2)
        return;
    do {
        core = (core + 1) % CPU_SETSIZE;
    } while (!CPU_ISSET(core, &allowed));
    CPU_ZERO(&next);
    CPU_SET(core, &next);
    if (sched_setaffinity(0, sizeof next, &next) == 0)
        sched_setaffinity(0, sizeof allowed, &allowed);
}

/* ---- frames that arrive */

static void drop_frame(rmi4mpi_job *job, frame *frame, const char *why)
{
    fprintf(stderr, "rmi4mpi: rank %d drops a frame of %zu bytes from rank %d: %s\n", job->rank, frame->length,
            frame->rank, why);
    free_frame(job, frame);
}

static void queue_request(rmi4mpi_job *job, frame *frame)
{
    take_spin(&job->queue_lock);
    *job->last_request = frame;
    job->last_request = &frame->next;
    atomic_fetch_add(&job->waiting_requests, 1);
    free_spin(&job->queue_lock);
    if (atomic_load(&job->sleeping_crew) > 0) {
        pthread_mutex_lock(&job->crew_lock);
        pthread_cond_signal(&job->crew_news);
        pthread_mutex_unlock(&job->crew_lock);
    }
}

static frame *take_request(rmi4mpi_job *job)
{
    if (atomic_load(&job->waiting_requests) == 0)
        return NULL;
    take_spin(&job->queue_lock);
    frame *first = job->requests;
    if (first) {
        job->requests = first->next;
        if (!job->requests)
            job->last_request = &job->requests;
        atomic_fetch_sub(&job->waiting_requests, 1);
        first->next = NULL;
    }
    free_spin(&job->queue_lock);
    return first;
}

static void take_bell(member *member, const char *address, size_t length, const uint8_t *key, size_t key_length)
{
    char text[64];
    struct in_addr parsed;
    if (length >= sizeof text || key_length > sizeof member->key)
        return;
    memcpy(text, address, length);
    text[length] = 0;
    char *colon = strrchr(text, ':');
    if (!colon)
        return;
    *colon = 0;
    long port = strtol(colon + 1, NULL, 10);
    if (port < 1 || port > UINT16_MAX || inet_pton(AF_INET, text, &parsed) != 1)
        return;
    member->bell_address = parsed.s_addr;
    member->bell_port = htons((uint16_t)port);
    memcpy(member->key, key, key_length);
    member->key_length = key_length;
    member->has_bell = true;
}

static void take_hello(rmi4mpi_job *job, frame *frame)
{
    rmi4mpi_reader reader = {0};
    start_reading(&reader, job, frame);
    const char *name, *bell = NULL, *host = "";
    const void *key = NULL;
    size_t count, length, bell_length = 0, key_length = 0, host_length = 0;
    member *sender = &job->members[frame->rank];
    int code = rmi4mpi_get_map(&reader, &count);
    for (size_t i = 0; i < count && !code; i++) {
        code = rmi4mpi_get_text(&reader, &name, &length);
        if (code)
            break;
        if (length == 4 && memcmp(name, "bell", 4) == 0 && rmi4mpi_kind(&reader) == RMI4MPI_TEXT)
            code = rmi4mpi_get_text(&reader, &bell, &bell_length);
        else if (length == 4 && memcmp(name, "host", 4) == 0 && rmi4mpi_kind(&reader) == RMI4MPI_TEXT)
            code = rmi4mpi_get_text(&reader, &host, &host_length);
        else if (length == 3 && memcmp(name, "key", 3) == 0 && rmi4mpi_kind(&reader) == RMI4MPI_ELEMENTS)
            code = rmi4mpi_get_elements(&reader, RMI4MPI_BYTES, &key, &key_length);
        else
            code = rmi4mpi_skip(&reader);
    }
    char here[MPI_MAX_PROCESSOR_NAME];
    int here_length;
    MPI_Get_processor_name(here, &here_length);
    bool is_near = host_length == (size_t)here_length && memcmp(host, here, host_length) == 0;
    if (!code && bell && key && is_near && !sender->has_bell)
        take_bell(sender, bell, bell_length, key, key_length);
    sender->is_near = !code && is_near;
    free_reader(&reader);
}

/* Sorts an arrived frame. Sets direct to a request if it is free, for a caller that runs requests itself. */
static void sort_frame(rmi4mpi_job *job, frame *frame, struct frame **direct)
{
    if (frame->length < RMI4MPI_WIRE_HEADER) {
        drop_frame(job, frame, "it is shorter than a header");
        return;
    }
    if (frame->bytes[RMI4MPI_WIRE_VERSION_OFFSET] != RMI4MPI_WIRE_VERSION) {
        drop_frame(job, frame, "it is of another version: install the same rmi4mpi for all ranks");
        return;
    }
    switch (frame->bytes[RMI4MPI_WIRE_KIND_OFFSET]) {
    case RMI4MPI_WIRE_REQUEST:
    case RMI4MPI_WIRE_ONE_WAY:
        if (direct && !*direct)
            *direct = frame;
        else
            queue_request(job, frame);
        break;
    case RMI4MPI_WIRE_RESULT:
    case RMI4MPI_WIRE_EXCEPTION:
        take_reply(job, frame);
        break;
    case RMI4MPI_WIRE_HELLO:
        take_hello(job, frame);
        break;
    case RMI4MPI_WIRE_BYE:
        if (!atomic_exchange(&job->members[frame->rank].has_left, true)) {
            atomic_fetch_add(&job->byes, 1);
            wake_waiters(job);
        }
        free_frame(job, frame);
        break;
    default:
        drop_frame(job, frame, "it is of an unknown kind");
    }
}

static void post_receive(rmi4mpi_job *job, unsigned index)
{
    frame *made = need_frame(job, RMI4MPI_WIRE_SHORT_FRAME);
    job->received[index] = made;
    MPI_Irecv(made->bytes, RMI4MPI_WIRE_SHORT_FRAME, MPI_BYTE, MPI_ANY_SOURCE, RMI4MPI_WIRE_FRAME_TAG,
              job->members_comm, &job->receives[index]);
}

static void begin_long_receive(rmi4mpi_job *job)
{
    int found, length;
    MPI_Message message;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, RMI4MPI_WIRE_LONG_FRAME_TAG, job->members_comm, &found, &message, &status);
    if (!found)
        return;
    MPI_Get_count(&status, MPI_BYTE, &length);
    arriving *begun = malloc(sizeof *begun);
    frame *made = need_frame(job, (size_t)(length < 0 ? 0 : length));
    if (!begun)
        MPI_Abort(MPI_COMM_WORLD, 1);
    made->length = (size_t)length;
    made->rank = status.MPI_SOURCE;
    *begun = (arriving){.next = job->arrivals, .frame = made};
    MPI_Imrecv(made->bytes, length, MPI_BYTE, &message, &begun->request);
    job->arrivals = begun;
    atomic_fetch_add(&job->under_way, 1);
}

static int finish_long_receives(rmi4mpi_job *job, frame **direct)
{
    int found = 0;
    for (arriving *each = job->arrivals; each; each = each->next)
        keep_awake(job, each->frame->rank);
    for (arriving **at = &job->arrivals; *at;) {
        int done;
        MPI_Test(&(*at)->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            arriving *finished = *at;
            *at = finished->next;
            atomic_fetch_sub(&job->under_way, 1);
            sort_frame(job, finished->frame, direct);
            free(finished);
            found++;
        } else {
            at = &(*at)->next;
        }
    }
    return found;
}

static void finish_sends(rmi4mpi_job *job)
{
    for (outgoing **at = &job->sends; *at;) {
        int done;
        outgoing *send = *at;
        keep_awake(job, send->rank);
        MPI_Test(&send->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *at = send->next;
            atomic_fetch_sub(&job->under_way, 1);
            atomic_store(&send->done, true); /* it belongs to the sender again */
            if (atomic_load(&job->sleeping_waiters) > 0)
                wake_waiters(job);
        } else {
            at = &send->next;
        }
    }
}

/* Takes what has arrived. Returns the number of frames. Called with the lock. */
static int poll_once(rmi4mpi_job *job, frame **direct)
{
    int done, found = 0;
    MPI_Status status;
    atomic_store_explicit(&job->polls, atomic_load_explicit(&job->polls, memory_order_relaxed) + 1,
                          memory_order_relaxed);
    if (job->has_taken) { /* now, while what was taken is answered, rather than before */
        job->has_taken = false;
        post_receive(job, (job->next_receive + RECEIVES - 1) % RECEIVES);
    }
    unsigned index = job->next_receive;
    MPI_Test(&job->receives[index], &done, &status);
    if (done) {
        int length;
        frame *frame = job->received[index];
        MPI_Get_count(&status, MPI_BYTE, &length);
        frame->length = (size_t)length;
        frame->rank = status.MPI_SOURCE;
        job->has_taken = true;
        if (job->in_vain > SPINS && comes_from_this_core(job, frame)) {
            double time = now();
            job->shares_core = time - job->moved > MOVE_AGAIN_S;
            if (job->shares_core)
                job->moved = time;
        }
        job->in_vain = 0;
        job->next_receive = (index + 1) % RECEIVES;
        sort_frame(job, frame, direct);
        found = 1;
    } else {
        job->in_vain++;
    }
    if (job->arrivals)
        found += finish_long_receives(job, direct);
    if (++job->polls_to_probe >= POLLS_A_PROBE) {
        job->polls_to_probe = 0;
        begin_long_receive(job);
    }
    if (job->sends)
        finish_sends(job);
    return found;
}

/* ---- waiting */

void wake_waiters(rmi4mpi_job *job)
{
    if (atomic_load(&job->sleeping_waiters) == 0)
        return;
    pthread_mutex_lock(&job->crew_lock);
    pthread_cond_broadcast(&job->waiters_news);
    pthread_mutex_unlock(&job->crew_lock);
}

static struct timespec in(double seconds)
{
    double at = now() + seconds;
    struct timespec time = {.tv_sec = (time_t)at};
    time.tv_nsec = (long)((at - (double)time.tv_sec) * 1e9);
    return time;
}

static void sleep_for(double seconds)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
}

/* Lets another thread run, the longer the longer nothing has come. */
static void pause_idle(double idle)
{
    if (idle < YIELD_S)
        sched_yield();
    else
        sleep_for(idle / 16 < LONGEST_SLEEP_S ? idle / 16 : LONGEST_SLEEP_S);
}

/* Runs the requests that have come, on a thread that may be in a method itself. */
static int run_requests(rmi4mpi_job *job)
{
    static _Thread_local int nested;
    int count = 0;
    nested++;
    for (frame *request; (request = take_request(job)); count++)
        run_request(job, request, nested > MOST_NESTED);
    nested--;
    return count;
}

/* Whether threads that wait for replies have to run requests. */
static bool has_to_serve(rmi4mpi_job *job)
{
    return (job->by_hand || atomic_load(&job->crew_is_full)) && atomic_load(&job->waiting_requests) > 0;
}

/* Waits for news of a thread that polls. */
static void sleep_beside_poller(rmi4mpi_job *job, bool (*is_done)(void *), void *context)
{
    struct timespec until = in(LONGEST_SLEEP_S);
    pthread_mutex_lock(&job->crew_lock);
    atomic_fetch_add(&job->sleeping_waiters, 1);
    if (!is_done(context))
        pthread_cond_timedwait(&job->waiters_news, &job->crew_lock, &until);
    atomic_fetch_sub(&job->sleeping_waiters, 1);
    pthread_mutex_unlock(&job->crew_lock);
}

bool await(rmi4mpi_job *job, bool (*is_done)(void *), void *context, double until, int rank)
{
    static const double rings[] = {100e-6, 10e-3, 100e-3, 1e300};
    double began = 0, idle_since = 0;
    int fruitless = 0, beside = 0, rung = 0;
    while (!is_done(context)) {
        if (try_mpi(job)) {
            bool done;
            int polls = 0;
            beside = 0;
            do {
                if (poll_once(job, NULL)) {
                    fruitless = 0;
                    idle_since = 0;
                } else {
                    fruitless++;
                }
                done = is_done(context);
            } while (!done && !is_wanted(&job->lock) && ++polls < POLLS_AT_ONCE && !has_to_serve(job));
            free_mpi(job);
            if (done) {
                wake_waiters(job); /* one of them polls now */
                return true;
            }
        } else if (++beside > SPINS) {
            sleep_beside_poller(job, is_done, context);
        } else {
            sched_yield();
        }
        if (has_to_serve(job))
            run_requests(job);
        if (fruitless > SPINS || beside > SPINS || until > 0) {
            double time = now();
            if (began == 0)
                began = time;
            if (idle_since == 0)
                idle_since = time;
            if (rank >= 0 && time - began > rings[rung]) {
                ring(job, rank);
                rung++;
            }
            if (until > 0 && time > until)
                return is_done(context);
            if (fruitless > SPINS)
                pause_idle(atomic_load(&job->under_way) ? 0 : time - idle_since);
        }
    }
    return true;
}

/*
 * Serves until is_done(context), for a thread that has nothing to call any more. The crew polls, and runs what comes on the
 * thread that took it. A second poller would take requests from it, which the crew then had to be woken for.
 */
static void await_beside_crew(rmi4mpi_job *job, bool (*is_done)(void *), void *context)
{
    while (!is_done(context)) {
        if (job->by_hand)
            await(job, is_done, context, 0, -1);
        else if (atomic_load(&job->crew_is_full))
            await(job, is_done, context, now() + BESIDE_FULL_CREW_S, -1);
        else
            sleep_beside_poller(job, is_done, context);
    }
}

static bool is_sent(void *context)
{
    return atomic_load(&((outgoing *)context)->done);
}

int send_frame(rmi4mpi_job *job, int rank, uint8_t *bytes, size_t length)
{
    if (rank < 0 || rank >= job->size)
        return rmi4mpi_fail(RMI4MPI_USAGE, "rank %d of a frame to be sent is none of the %d of the job, at rank %d",
                            rank, job->size, job->rank);
    int done = 0;
    outgoing send = {.rank = rank};
    tell_core(bytes);
    int tag = length <= RMI4MPI_WIRE_SHORT_FRAME ? RMI4MPI_WIRE_FRAME_TAG : RMI4MPI_WIRE_LONG_FRAME_TAG;
    take_mpi(job);
    int code = MPI_Isend(bytes, (int)length, MPI_BYTE, rank, tag, job->members_comm, &send.request);
    if (code == MPI_SUCCESS)
        MPI_Test(&send.request, &done, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS && !done) {
        send.next = job->sends;
        job->sends = &send;
        atomic_fetch_add(&job->under_way, 1);
    }
    free_mpi(job);
    if (code != MPI_SUCCESS)
        return rmi4mpi_fail(RMI4MPI_MPI, "MPI_Isend of %zu bytes to rank %d of the job returns %d at rank %d", length,
                            rank, code, job->rank);
    if (!done)
        await(job, is_sent, &send, 0, rank);
    return RMI4MPI_OK;
}

/* ---- threads that serve */

static void *serve_requests(void *context);

static void add_to_crew(rmi4mpi_job *job)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are the program's */
    pthread_mutex_lock(&job->crew_lock);
    bool is_full = job->crew_size == MOST_CREW;
    if (!is_full && !atomic_load(&job->stops)) {
        is_full = pthread_create(&job->crew[job->crew_size], NULL, serve_requests, job) != 0;
        job->crew_size += !is_full;
    }
    atomic_store(&job->crew_is_full, is_full);
    pthread_mutex_unlock(&job->crew_lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Runs a request on this thread of the crew. Another one looks for frames meanwhile. */
static void run_on_crew(rmi4mpi_job *job, frame *request)
{
    int busy = atomic_fetch_add(&job->busy_crew, 1) + 1;
    if (busy >= job->crew_size)
        add_to_crew(job);
    run_request(job, request, false);
    atomic_fetch_sub(&job->busy_crew, 1);
    if (atomic_load(&job->crew_is_full))
        atomic_store(&job->crew_is_full, false);
}

/* Sleeps until a request is queued, or for a short time. */
static void sleep_in_crew(rmi4mpi_job *job)
{
    struct timespec until = in(LONGEST_SLEEP_S);
    pthread_mutex_lock(&job->crew_lock);
    atomic_fetch_add(&job->sleeping_crew, 1);
    if (atomic_load(&job->waiting_requests) == 0 && !atomic_load(&job->stops))
        pthread_cond_timedwait(&job->crew_news, &job->crew_lock, &until);
    atomic_fetch_sub(&job->sleeping_crew, 1);
    pthread_mutex_unlock(&job->crew_lock);
}

/* One thread polls, and runs what has come itself. The others sleep, and look now and then whether nobody polls. */
static void *serve_requests(void *context)
{
    rmi4mpi_job *job = context;
    int fruitless = 0;
    double idle_since = 0;
    while (!atomic_load(&job->stops)) {
        frame *request = take_request(job);
        bool is_poller = false;
        if (!request && !is_wanted(&job->lock) && try_mpi(job)) {
            is_poller = true;
            for (int polls = 0; polls < POLLS_AT_ONCE; polls++) {
                fruitless = poll_once(job, &request) ? 0 : fruitless + 1;
                if (request || is_wanted(&job->lock) || atomic_load(&job->waiting_requests) > 0)
                    break;
            }
            is_poller = !is_wanted(&job->lock);
            free_mpi(job);
        }
        if (request) {
            run_on_crew(job, request);
            fruitless = 0;
            idle_since = 0;
        } else if (!is_poller) {
            uint64_t seen;
            do { /* while others poll */
                seen = atomic_load(&job->polls);
                sleep_in_crew(job);
            } while (atomic_load(&job->polls) != seen && atomic_load(&job->waiting_requests) == 0
                     && !atomic_load(&job->stops));
            fruitless = SPINS;
        } else if (fruitless > SPINS) {
            double time = now();
            if (idle_since == 0)
                idle_since = time;
            send_returns(job);
            pause_idle(atomic_load(&job->under_way) ? 0 : time - idle_since);
        }
    }
    return NULL;
}

static void stop_crew(rmi4mpi_job *job)
{
    pthread_mutex_lock(&job->crew_lock);
    atomic_store(&job->stops, true);
    pthread_cond_broadcast(&job->crew_news);
    pthread_mutex_unlock(&job->crew_lock);
    for (int i = 0; i < job->crew_size; i++)
        pthread_join(job->crew[i], NULL);
    job->crew_size = 0;
}

int rmi4mpi_poll(rmi4mpi_job *job, int *served)
{
    if (served)
        *served = 0;
    if (try_mpi(job)) {
        poll_once(job, NULL);
        free_mpi(job);
    }
    if (job->by_hand) {
        int count = run_requests(job);
        if (served)
            *served = count;
        send_returns(job);
    }
    return RMI4MPI_OK;
}

/* ---- joining */

/* Adds the ranks of a text such as 0,3-5 in ascending order. Returns their number, or -1. */
static int parse_ranks(const char *text, int size, int *ranks)
{
    bool *is_named = calloc((size_t)size, sizeof *is_named);
    if (!is_named)
        return -1;
    const char *p = text;
    bool is_right = true;
    while (is_right) {
        char *end;
        long first = strtol(p, &end, 10), last = first;
        is_right = end > p && *p >= '0' && *p <= '9';
        if (is_right && *end == '-') {
            p = end + 1;
            last = strtol(p, &end, 10);
            is_right = end > p;
        }
        is_right = is_right && first <= last && last < size;
        for (long rank = first; is_right && rank <= last; rank++)
            is_named[rank] = true;
        if (!is_right || *end == 0)
            break;
        is_right = *end == ',';
        p = end + 1;
    }
    int count = 0;
    for (int rank = 0; rank < size && is_right; rank++)
        if (is_named[rank])
            ranks[count++] = rank;
    free(is_named);
    return is_right ? count : -1;
}

/* Reads who the members are, as ranks in MPI_COMM_WORLD. */
static int find_members(int rank, int size, int *ranks, int *java_ranks, int *count)
{
    const char *java = getenv("RMI4MPI_JAVA"), *peers = getenv("RMI4MPI_PEERS");
    if (!java || !*java || !peers || !*peers)
        return rmi4mpi_fail(
            RMI4MPI_USAGE,
            "%s is not set at rank %d: start the job by rmi4mpirun, as in rmi4mpirun -n 1 -cp classes Main : -n 1 "
            "--program ./this, or set RMI4MPI_JAVA to the ranks in Java and RMI4MPI_PEERS to those that are not, "
            "such as 0-1 and 2",
            java && *java ? "RMI4MPI_PEERS" : "RMI4MPI_JAVA", rank);
    *java_ranks = parse_ranks(java, size, ranks);
    int others = *java_ranks > 0 ? parse_ranks(peers, size, ranks + *java_ranks) : -1;
    if (others <= 0)
        return rmi4mpi_fail(
            RMI4MPI_USAGE,
            "RMI4MPI_JAVA=%s and RMI4MPI_PEERS=%s at rank %d: expected ranks below %d, such as 0-1 and 2", java, peers,
            rank, size);
    *count = *java_ranks + others;
    bool has_this = false;
    for (int i = *java_ranks; i < *count; i++)
        has_this = has_this || ranks[i] == rank;
    for (int i = 0; i < *java_ranks; i++)
        for (int k = *java_ranks; k < *count; k++)
            has_this = has_this && ranks[i] != ranks[k];
    if (!has_this)
        return rmi4mpi_fail(
            RMI4MPI_USAGE,
            "RMI4MPI_JAVA=%s and RMI4MPI_PEERS=%s at rank %d: this rank has to be one of RMI4MPI_PEERS, and no rank "
            "one of both",
            java, peers, rank);
    return RMI4MPI_OK;
}

static void send_hello(rmi4mpi_job *job)
{
    rmi4mpi_writer hello = {0};
    char host[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(host, &length);
    start_writing(&hello, job);
    put_header(&hello, RMI4MPI_WIRE_HELLO, 0, 0);
    rmi4mpi_put_map(&hello, 3);
    rmi4mpi_put_text(&hello, "language", 8);
    rmi4mpi_put_text(&hello, language, strlen(language));
    rmi4mpi_put_text(&hello, "host", 4);
    rmi4mpi_put_text(&hello, host, (size_t)length);
    rmi4mpi_put_text(&hello, "pid", 3);
    rmi4mpi_put_integer(&hello, getpid());
    for (int rank = 0; rank < job->size; rank++)
        if (rank != job->rank)
            send_frame(job, rank, hello.bytes, hello.length);
    free(hello.base);
}

static int initialise_mpi(int *argc, char ***argv, bool by_hand, bool *initialised)
{
    int is_initialised, is_finalized, level;
    MPI_Finalized(&is_finalized);
    if (is_finalized)
        return rmi4mpi_fail(RMI4MPI_USAGE, "MPI_Finalize was called before rmi4mpi_join: join before it");
    MPI_Initialized(&is_initialised);
    int wanted = by_hand ? MPI_THREAD_FUNNELED : MPI_THREAD_MULTIPLE;
    if (!is_initialised)
        MPI_Init_thread(argc, argv, wanted, &level);
    else
        MPI_Query_thread(&level);
    *initialised = !is_initialised;
    if (!by_hand && level < MPI_THREAD_SERIALIZED)
        return rmi4mpi_fail(
            RMI4MPI_USAGE,
            "MPI offers thread level %d < MPI_THREAD_SERIALIZED = %d: ask MPI_Init_thread for MPI_THREAD_MULTIPLE, or "
            "join with RMI4MPI_BY_HAND",
            level, MPI_THREAD_SERIALIZED);
    return RMI4MPI_OK;
}

static int make_communicator(rmi4mpi_job *job)
{
    int rank, size, count = 0, code;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *ranks = calloc(2 * (size_t)size, sizeof *ranks);
    if (!ranks)
        return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for %d ranks", size);
    code = find_members(rank, size, ranks, &job->java_ranks, &count);
    if (!code) {
        MPI_Group world, members;
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_incl(world, count, ranks, &members);
        int result = MPI_Comm_create_group(MPI_COMM_WORLD, members, RMI4MPI_WIRE_JOIN_TAG, &job->members_comm);
        MPI_Group_free(&world);
        MPI_Group_free(&members);
        if (result != MPI_SUCCESS)
            code = rmi4mpi_fail(RMI4MPI_MPI, "MPI_Comm_create_group returns %d at rank %d of MPI_COMM_WORLD", result,
                                rank);
    }
    free(ranks);
    return code;
}

static int prepare(rmi4mpi_job *job)
{
    MPI_Comm_rank(job->members_comm, &job->rank);
    MPI_Comm_size(job->members_comm, &job->size);
    job->members = calloc((size_t)job->size, sizeof *job->members);
    job->calls = new_calls();
    job->objects = new_objects();
    if (!job->members || !job->calls || !job->objects)
        return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for a job of %d ranks at rank %d", job->size, job->rank);
    for (int rank = 0; rank < job->size; rank++) {
        job->members[rank].is_java = rank < job->java_ranks;
        pthread_mutex_init(&job->members[rank].one_way, NULL);
    }
    find_yield_switch(job);
    job->last_request = &job->requests;
    job->bell_socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&job->crew_lock, NULL);
    pthread_cond_init(&job->crew_news, &clock);
    pthread_cond_init(&job->waiters_news, &clock);
    pthread_condattr_destroy(&clock);
    for (unsigned i = 0; i < RECEIVES; i++)
        post_receive(job, i);
    return RMI4MPI_OK;
}

void rmi4mpi_name_language(const char *name)
{
    snprintf(language, sizeof language, "%s", name);
}

int rmi4mpi_join(int *argc, char ***argv, int progress, rmi4mpi_job **made)
{
    static atomic_bool has_joined;
    *made = NULL;
    if (progress != RMI4MPI_BY_THREADS && progress != RMI4MPI_BY_HAND)
        return rmi4mpi_fail(RMI4MPI_USAGE, "progress %d: expected RMI4MPI_BY_THREADS or RMI4MPI_BY_HAND", progress);
    if (atomic_exchange(&has_joined, true))
        return rmi4mpi_fail(RMI4MPI_USAGE, "this process has joined its job before: use that job");
    rmi4mpi_job *job = calloc(1, sizeof *job);
    if (!job)
        return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for a job");
    job->by_hand = progress == RMI4MPI_BY_HAND;
    int code = initialise_mpi(argc, argv, job->by_hand, &job->initialised_mpi);
    if (!code)
        code = make_communicator(job);
    if (!code)
        code = prepare(job);
    if (code) {
        free(job);
        return code;
    }
    if (!job->by_hand) {
        add_to_crew(job);
        add_to_crew(job);
    }
    send_hello(job);
    *made = job;
    return RMI4MPI_OK;
}

/* ---- the end */

static bool have_all_left(void *context)
{
    rmi4mpi_job *job = context;
    return atomic_load(&job->byes) == job->size - 1;
}

/*
 * In MPI_Finalize, MPICH before 4.2 over UCX asks each peer for an acknowledgement, and then waits for the launcher without
 * polling: whoever asks later would wait forever. So all ranks stop polling before one of them asks. They meet by the
 * launcher, as PMI_Barrier of PMI 1 does, which MPICH hides. Ranks in Java do the same.
 */
static void stop_polling(const rmi4mpi_job *job)
{
    static const char come[] = "cmd=barrier_in\n";
    char version[MPI_MAX_LIBRARY_VERSION_STRING], c = 0;
    int length, major, minor, processes, is_old = 0;
    const char *pmi = getenv("PMI_FD");
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Get_library_version(version, &length);
#ifdef MPICH_NUMVERSION /* relatives of MPICH tell versions of their own */
    is_old = MPICH_NUMVERSION < 40200000;
#endif
    if (sscanf(version, "MPICH Version: %d.%d", &major, &minor) == 2)
        is_old = major < 4 || (major == 4 && minor < 2);
    if (!pmi || processes != job->size || !is_old || !dlsym(RTLD_DEFAULT, "ucp_disconnect_nb")
        || strstr(version, "--with-pmi"))
        return;
    int connection = atoi(pmi);
    if (write(connection, come, sizeof come - 1) != (ssize_t)sizeof come - 1)
        return;
    ssize_t got;
    do {
        got = read(connection, &c, 1);
    } while (got < 0 ? errno == EINTR : got == 1 && c != '\n');
}

static bool is_idle(void *context)
{
    rmi4mpi_job *job = context;
    return atomic_load(&job->busy_crew) == 0 && atomic_load(&job->waiting_requests) == 0
           && atomic_load(&job->under_way) == 0;
}

static void free_frames(frame *first)
{
    while (first) {
        frame *next = first->next;
        free(first->base);
        free(first);
        first = next;
    }
}

int rmi4mpi_leave(rmi4mpi_job *job)
{
    uint8_t bye[RMI4MPI_WIRE_HEADER + 1] = {[RMI4MPI_WIRE_KIND_OFFSET] = RMI4MPI_WIRE_BYE,
                                            [RMI4MPI_WIRE_VERSION_OFFSET] = RMI4MPI_WIRE_VERSION,
                                            [RMI4MPI_WIRE_HEADER] = RMI4MPI_WIRE_NULL};
    send_returns(job);
    for (int rank = 0; rank < job->size; rank++)
        if (rank != job->rank)
            send_frame(job, rank, bye, sizeof bye);
    await_beside_crew(job, have_all_left, job);
    await_beside_crew(job, is_idle, job);
    stop_crew(job);
    for (unsigned i = 0; i < RECEIVES; i++) {
        if (job->has_taken && i == (job->next_receive + RECEIVES - 1) % RECEIVES)
            continue;
        MPI_Cancel(&job->receives[i]);
        MPI_Wait(&job->receives[i], MPI_STATUS_IGNORE);
        free_frame(job, job->received[i]);
    }
    stop_polling(job);
    if (job->initialised_mpi)
        MPI_Finalize();
    if (job->bell_socket >= 0)
        close(job->bell_socket);
    free_calls(job);
    free_objects(job);
    free_frames(job->free_frames);
    free_frames(job->free_long);
    for (int rank = 0; rank < job->size; rank++)
        free(job->members[rank].held);
    free(job->members);
    free(job);
    return RMI4MPI_OK;
}

int rmi4mpi_rank(const rmi4mpi_job *job)
{
    return job->rank;
}

int rmi4mpi_size(const rmi4mpi_job *job)
{
    return job->size;
}
