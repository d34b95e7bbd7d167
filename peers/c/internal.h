/* What the files of this folder share. */
#ifndef RMI4MPI_INTERNAL_H
#define RMI4MPI_INTERNAL_H

#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "rmi4mpi.h"
#include "rmi4mpi_wire.h"

/* A frame in memory. One that was received belongs to whoever has taken it, and goes back by free_frame. */
typedef struct frame {
    struct frame *next;
    size_t capacity;
    size_t length;
    int rank; /* of the sender */
    uint8_t *base;
    uint8_t *bytes; /* in base, shifted so that a long array is aligned if it stands where the last one stood */
} frame;

/*
 * Where long frames begin within a page, at the sender and at the receiver, before they are shifted. The kernel's copy from one to
 * the other is several times as slow where the second begins a few bytes further on in its page (seen on AMD's Zen 4).
 */
#define PAGE 4096
#define SENT_AT 2048
#define RECEIVED_AT 1024
#define LINE 64 /* to which long arrays are aligned */

/* Memory for a long frame, whose bytes begin at a line from this byte of a page on. Freed by free. */
uint8_t *new_pages(size_t at, size_t length);

/* ---- values: write.c, read.c */

/* A name of a class or field that was written. */
typedef struct {
    uint32_t at; /* in the frame */
    uint32_t length;
    int64_t number;
} written_name;

#define MOST_NAMES 64 /* that are written once in a frame */

struct rmi4mpi_writer {
    rmi4mpi_job *job;
    uint8_t *base;
    uint8_t *bytes; /* in base; begins with room for a header */
    size_t length;
    size_t capacity;
    int64_t shared;
    int name_count;
    int next_name; /* the one that is expected next */
    written_name names[MOST_NAMES];
    bool thrown;
    int failure;
    char text[256];
};

void start_writing(rmi4mpi_writer *writer, rmi4mpi_job *job);
void put_header(rmi4mpi_writer *writer, int kind, int64_t call_id, int64_t object_id);

/* An exception with the names of its superclasses. */
void put_exception_below(rmi4mpi_writer *writer, const char *class_name, const char *message, size_t length,
                         const char *const *superclasses, size_t count);

struct rmi4mpi_reader {
    rmi4mpi_job *job;
    frame *source;
    const uint8_t *start;
    const uint8_t *at;
    const uint8_t *end;
    const uint8_t *furthest;
    uint32_t *shared; /* where the values with tag 28 begin, in ascending order */
    size_t shared_count, shared_capacity;
    const uint8_t **returns; /* for each value that was begun: where to go on, or NULL for here */
    size_t depth, returns_capacity;
    void *scratch; /* a list of copies */
};

void start_reading(rmi4mpi_reader *reader, rmi4mpi_job *job, frame *source);
/* Frees copies and the frame. The reader can be started again. */
void stop_reading(rmi4mpi_reader *reader);
void free_reader(rmi4mpi_reader *reader);
/* Sets the error text to "class: message" of the exception at the reader's position, which stays there. */
void tell_exception(rmi4mpi_reader *reader);

/* ---- frames and progress: job.c */

/* A lock that is held for less than a microsecond, or by a thread that looks at wanted. */
typedef struct {
    atomic_int held;
    atomic_int wanted;
} spin;

bool try_spin(spin *lock);
void take_spin(spin *lock);
void free_spin(spin *lock);

typedef struct member {
    bool is_java;
    bool is_near; /* on this host, as its HELLO says. Guarded by the job's lock */
    atomic_bool has_left;
    atomic_bool has_bell;
    uint32_t bell_address; /* in the order of the network */
    uint16_t bell_port;
    uint8_t key[64];
    size_t key_length;
    double rung; /* guarded by the job's lock */
    /* One-way requests to this rank. Guarded by one_way. */
    pthread_mutex_t one_way;
    int unanswered;
    int64_t held_first; /* of the references that one-way requests hold */
    _Atomic int64_t held_count;
    size_t held_capacity;
    rmi4mpi_object **held;
} member;

typedef struct outgoing {
    struct outgoing *next;
    int rank;
    MPI_Request request;
    atomic_bool done;
} outgoing;

typedef struct arriving {
    struct arriving *next;
    MPI_Request request;
    frame *frame;
} arriving;

#define RECEIVES 16
#define MOST_CREW 256   /* threads that serve */
#define MOST_NESTED 200 /* methods on one thread, which wait for each other */

struct rmi4mpi_job {
    MPI_Comm members_comm;
    int rank, size, java_ranks;
    bool by_hand, initialised_mpi;
    member *members;

    /* All calls of MPI are made with this lock. It also guards the fields that follow. */
    spin lock;
    MPI_Request receives[RECEIVES];
    frame *received[RECEIVES];
    unsigned next_receive;
    bool has_taken; /* the receive before it is to be posted anew */
    unsigned polls_to_probe;
    unsigned in_vain;        /* polls since a frame has come */
    bool shares_core;        /* the thread that polls, with the rank whose frame has come */
    double moved;            /* when one went to another core */
    bool (*set_yield)(bool); /* of Open MPI, or NULL */
    bool yielded;            /* what the switch is when no thread of ours polls */
    outgoing *sends;
    arriving *arrivals;

    /* Requests that have come, and are not run yet. */
    spin queue_lock;
    frame *requests, **last_request;

    _Atomic uint64_t polls;
    atomic_int waiting_requests;
    _Atomic unsigned long_shift;
    int bell_socket;

    spin free_lock;
    frame *free_frames;
    frame *free_long;
    int free_long_count;

    /* Threads that serve. */
    pthread_mutex_t crew_lock;
    pthread_cond_t crew_news, waiters_news;
    pthread_t crew[MOST_CREW];
    atomic_int crew_size; /* changed under crew_lock */
    atomic_int busy_crew, sleeping_crew, sleeping_waiters;
    atomic_bool stops;
    atomic_bool crew_is_full; /* all threads are in methods, and no other can be started */

    atomic_int byes;
    atomic_int under_way; /* sends and long receives */

    struct calls *calls;
    struct objects *objects;
};

frame *new_frame(rmi4mpi_job *job, size_t capacity);
void free_frame(rmi4mpi_job *job, frame *frame);
/* Sends, and returns when the bytes may change. */
int send_frame(rmi4mpi_job *job, int rank, uint8_t *bytes, size_t length);
/* Serves until is_done(context), or until the time of CLOCK_MONOTONIC in seconds, if it is not 0. Rings at rank's bell if
   it is not -1. Returns whether it is done. */
bool await(rmi4mpi_job *job, bool (*is_done)(void *), void *context, double until, int rank);
void wake_waiters(rmi4mpi_job *job);
/* Wakes a rank in Java that may sleep. */
void ring(const rmi4mpi_job *job, int rank);
double now(void);

/* ---- calls: calls.c */

struct calls *new_calls(void);
void free_calls(rmi4mpi_job *job);
/* A reply has come. Owns the frame. */
void take_reply(rmi4mpi_job *job, frame *reply);
/* Runs a request, and writes its reply. Owns the request, which the reader keeps. */
void answer(rmi4mpi_job *job, frame *request, rmi4mpi_reader *arguments, rmi4mpi_writer *result, int64_t call_id);
/* Runs a request, and sends its reply. Owns the frame. */
void run_request(rmi4mpi_job *job, frame *request, bool is_refused);

/* ---- references: objects.c */

struct rmi4mpi_object {
    rmi4mpi_job *job; /* NULL when it has ended */
    int rank;
    int64_t id;
    atomic_int owners;
    rmi4mpi_object *next; /* in its row of the table */
    bool is_kept;         /* until the end of the job */
    int64_t weight;       /* at home what is lent, elsewhere the share. Guarded by the table's lock */
    /* At home. */
    rmi4mpi_serve serve;
    void *self;
    void (*release)(void *);
    size_t interface_count;
    char **interfaces; /* elsewhere, too, as it came */
};

struct objects *new_objects(void);
void free_objects(rmi4mpi_job *job);
/* Sends home the weight of references that have been released. */
void send_returns(rmi4mpi_job *job);
/* A reference to an object that is known by its id. The caller releases it. */
rmi4mpi_object *known_object(rmi4mpi_job *job, int rank, int64_t id);
/* Returns the weight with which the reference leaves. */
int64_t leave_with(rmi4mpi_object *object);
/* Returns the reference that has come, with one more owner, or NULL if it is one to an own object that has gone. */
rmi4mpi_object *arrive_with(rmi4mpi_job *job, int rank, int64_t id, int64_t weight);
/* Takes back weight of an own object. */
void take_back(rmi4mpi_job *job, int64_t id, int64_t weight);
/* Whether a reference has names of interfaces. */
bool has_interfaces(rmi4mpi_object *object);
/* Gives a reference its names, unless it has some. Owns them. */
void name_interfaces(rmi4mpi_object *object, char **names, size_t count);
int64_t lend_more(rmi4mpi_job *job, int64_t id);

#endif
