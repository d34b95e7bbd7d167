/*
 * How a thread waits inside a call of MPI that blocks. MPI polls there until the other ranks have made the call too, and
 * exchanges several messages with them. Where more threads want to run than there are cores, a rank that polls without
 * end keeps its core from the one that it waits for, until the kernel's next tick. So the thread spins first, then it
 * yields, then it sleeps. MPI comes here by sched_yield (yields.c), or by a function of UCX (polls.c), after each poll
 * that finds nothing.
 *
 * Beside threads that compute, a yield comes back milliseconds late, and the kernel makes the thread wait longer each
 * time. Then yields are left out for a while, and the thread sleeps: the kernel prefers a thread that wakes.
 */
#define _GNU_SOURCE
#include "waits.h"

#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A poll that takes this much longer than the shortest one has moved a message, and the next may follow soon. */
#define MOVING_NS 3000
#define SHORTEST_SLEEP_NS 5000
#define LONGEST_SLEEP_NS 100000
#define GROWTH 32
/* How late a timer may be, instead of the kernel's 50 us. */
#define SLACK_NS 1000L

/* Polls without a message before the thread sleeps, where it may yield. */
#define YIELDS 500
/* A dozen threads that yield have had their turns within 0.1 ms. A thread that computes keeps its core for longer. */
#define LATE_NS 1000000
/* A single late return may come from a short task of the JVM, such as a compilation. */
#define LATE_YIELDS 2
/* No thread yields for this long after that. The time doubles as long as each yield is late. */
#define SHORTEST_PAUSE_NS 20000000L
#define LONGEST_PAUSE_NS 2560000000L

/*
 * Polls before the thread sleeps, where it may not yield. The number doubles with each message that comes while the thread
 * spins, and halves with each that does not: then the rank that sends it may need this core. The ranks of a node begin
 * again with the largest number at the same times, since one that sleeps lets the others spin in vain.
 */
#define MOST_SPINS 500
#define FEWEST_SPINS 20
#define ANEW_NS 20000000

/*
 * When a thread may yield again, for how long none did before, and how many yields in a row were late. Threads that change
 * these at once do no harm.
 */
static int64_t yields_from;
static int64_t pause_ns = SHORTEST_PAUSE_NS;
static int late_yields;

int mpi_yields;

/* Polls before the thread yields. The bridge sets 0 where the node has more ranks than cores. */
EXPORTED int rmi4mpi_spins = FEWEST_SPINS;

static __thread __attribute__((tls_model("initial-exec"))) struct {
    int inside;     /* a call of MPI that blocks */
    int polls;      /* since a message has moved */
    int spins;      /* after which the thread sleeps */
    int64_t period; /* in which the spins were counted */
    int64_t left;
    int64_t shortest_ns;
    int64_t sleep_ns;
    long slack_ns; /* as it was before; 0 while it is unchanged */
} wait;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void begin(int64_t time)
{
    wait.polls = 0;
    wait.sleep_ns = SHORTEST_SLEEP_NS;
    if (wait.period != time / ANEW_NS)
        wait.spins = MOST_SPINS;
    wait.period = time / ANEW_NS;
}

/* A message has come. */
static void end(void)
{
    if (wait.polls > 0 && wait.polls <= wait.spins)
        wait.spins = 2 * wait.spins < MOST_SPINS ? 2 * wait.spins : MOST_SPINS;
}

/* inside: whether MPI polls. Otherwise the bridge does. */
EXPORTED void rmi4mpi_begin_wait(int inside)
{
    wait.inside = inside;
    wait.polls = 0;
    wait.left = 0;
    wait.shortest_ns = MOVING_NS;
}

EXPORTED void rmi4mpi_end_wait(void)
{
    wait.inside = 0;
    end();
    if (wait.slack_ns > 0)
        prctl(PR_SET_TIMERSLACK, wait.slack_ns, 0L, 0L, 0L);
    wait.slack_ns = 0;
}

int waits_inside(void)
{
    return wait.inside;
}

static void sleep_inside(void)
{
    struct timespec time = {0, wait.sleep_ns};
    if (wait.slack_ns == 0) {
        wait.slack_ns = prctl(PR_GET_TIMERSLACK, 0L, 0L, 0L, 0L);
        prctl(PR_SET_TIMERSLACK, SLACK_NS, 0L, 0L, 0L);
    }
    nanosleep(&time, NULL);
    wait.sleep_ns += wait.sleep_ns / GROWTH;
    if (wait.sleep_ns > LONGEST_SLEEP_NS)
        wait.sleep_ns = LONGEST_SLEEP_NS;
}

/* Spins, and returns whether it did. */
static int spin(void)
{
    if (wait.polls == wait.spins && wait.spins > FEWEST_SPINS) {
        wait.spins /= 2;
        wait.polls = MOST_SPINS;
    }
    return wait.polls++ < wait.spins;
}

static void yield(int64_t time)
{
    syscall(SYS_sched_yield);
    int64_t after = now();
    if (after - time < LATE_NS) {
        late_yields = 0;
    } else if (++late_yields >= LATE_YIELDS) {
        if (late_yields == LATE_YIELDS)
            pause_ns = SHORTEST_PAUSE_NS;
        else if (2 * pause_ns < LONGEST_PAUSE_NS)
            pause_ns *= 2;
        yields_from = after + pause_ns;
    }
}

void rmi4mpi_idle(void)
{
    int64_t time = now();
    int64_t took = time - wait.left;
    if (took > wait.shortest_ns + MOVING_NS) {
        end();
        begin(time);
    } else if (took < wait.shortest_ns) {
        wait.shortest_ns = took;
    }
    if (time < yields_from) {
        if (!spin())
            sleep_inside();
    } else if (++wait.polls > YIELDS) {
        sleep_inside();
    } else if (wait.polls > rmi4mpi_spins) {
        yield(time);
    }
    wait.left = now();
}
