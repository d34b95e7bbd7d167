/* Calls at both ends, and names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define MOST_CALLS 65536 /* under way at once */
#define PATIENCE_S 50e-6 /* for which a rank in Java polls for a reply at least */
#define SLOT_BITS 17
#define KEPT_WRITER_BYTES (64 << 20)

enum { WRITING, SENT, DONE, ABANDONED };

struct rmi4mpi_call {
    rmi4mpi_call *next; /* among those that are free */
    rmi4mpi_job *job;
    rmi4mpi_object *object;
    int slot;
    int64_t id;
    atomic_int state;
    rmi4mpi_writer arguments;
    frame *reply;
    rmi4mpi_reader result;
    bool is_read; /* the reply is in result */
    bool has_thrown;
    int64_t held; /* references of one-way requests that the reply releases */
};

/* What runs a request. */
typedef struct server {
    struct server *next;
    rmi4mpi_reader arguments;
    rmi4mpi_writer result;
} server;

struct calls {
    spin lock; /* guards free, count and servers */
    rmi4mpi_call *free;
    int count;
    server *servers;
    _Atomic(rmi4mpi_call *) slots[MOST_CALLS]; /* stay for good */
};

struct calls *new_calls(void)
{
    return calloc(1, sizeof(struct calls));
}

void free_calls(rmi4mpi_job *job)
{
    for (int i = 0; i < job->calls->count; i++) {
        rmi4mpi_call *call = job->calls->slots[i];
        if (call->reply && !call->is_read)
            free_frame(job, call->reply);
        free_reader(&call->result);
        free(call->arguments.base);
        free(call);
    }
    while (job->calls->servers) {
        server *first = job->calls->servers;
        job->calls->servers = first->next;
        free_reader(&first->arguments);
        free(first->result.base);
        free(first);
    }
    free(job->calls);
}

/* ---- the caller's end */

static rmi4mpi_call *acquire_call(rmi4mpi_job *job)
{
    struct calls *calls = job->calls;
    take_spin(&calls->lock);
    rmi4mpi_call *call = calls->free;
    int slot = -1;
    if (call)
        calls->free = call->next;
    else if (calls->count < MOST_CALLS)
        slot = calls->count++;
    free_spin(&calls->lock);
    if (call)
        return call;
    if (slot < 0) {
        rmi4mpi_fail(RMI4MPI_MEMORY, "more than %d calls are under way at rank %d: wait for some, and end them",
                     MOST_CALLS, job->rank);
        return NULL;
    }
    call = calloc(1, sizeof *call);
    if (!call)
        MPI_Abort(MPI_COMM_WORLD, 1);
    call->job = job;
    call->slot = slot;
    call->id = slot + 1;
    atomic_store(&calls->slots[slot], call);
    return call;
}

static void trim(rmi4mpi_writer *writer)
{
    if (writer->capacity > KEPT_WRITER_BYTES) {
        free(writer->base);
        writer->base = writer->bytes = NULL;
        writer->capacity = 0;
    }
}

static void recycle(rmi4mpi_call *call)
{
    struct calls *calls = call->job->calls;
    trim(&call->arguments);
    call->id += (int64_t)1 << SLOT_BITS;
    rmi4mpi_release(call->object);
    take_spin(&calls->lock);
    call->next = calls->free;
    calls->free = call;
    free_spin(&calls->lock);
}

rmi4mpi_call *rmi4mpi_begin(rmi4mpi_object *object, const char *name, const char *descriptor, size_t argument_count)
{
    if (!object->job) {
        rmi4mpi_fail(RMI4MPI_USAGE, "%s of object %lld of rank %d is called after rmi4mpi_leave", name,
                     (long long)object->id, object->rank);
        return NULL;
    }
    rmi4mpi_call *call = acquire_call(object->job);
    if (!call)
        return NULL;
    rmi4mpi_retain(object);
    call->object = object;
    call->reply = NULL;
    call->is_read = false;
    call->held = 0;
    atomic_store_explicit(&call->state, WRITING, memory_order_relaxed);
    rmi4mpi_writer *writer = &call->arguments;
    start_writing(writer, object->job);
    rmi4mpi_put_list(writer, 3);
    rmi4mpi_put_text(writer, name, strlen(name));
    if (descriptor)
        rmi4mpi_put_text(writer, descriptor, strlen(descriptor));
    else
        rmi4mpi_put_null(writer);
    rmi4mpi_put_list(writer, argument_count);
    return call;
}

rmi4mpi_writer *rmi4mpi_arguments(rmi4mpi_call *call)
{
    return &call->arguments;
}

static frame *copy_frame(rmi4mpi_writer *writer)
{
    frame *made = new_frame(writer->job, writer->length);
    if (made) {
        memcpy(made->bytes, writer->bytes, writer->length);
        made->length = writer->length;
        made->rank = writer->job->rank;
    }
    return made;
}

static server *acquire_server(rmi4mpi_job *job)
{
    take_spin(&job->calls->lock);
    server *found = job->calls->servers;
    if (found)
        job->calls->servers = found->next;
    free_spin(&job->calls->lock);
    if (!found)
        found = calloc(1, sizeof *found);
    if (!found)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return found;
}

static void release_server(rmi4mpi_job *job, server *server)
{
    stop_reading(&server->arguments);
    trim(&server->result);
    take_spin(&job->calls->lock);
    server->next = job->calls->servers;
    job->calls->servers = server;
    free_spin(&job->calls->lock);
}

/* A call of an object of this rank, on this thread. */
static int run_here(rmi4mpi_call *call)
{
    frame *request = copy_frame(&call->arguments);
    if (!request)
        return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for a call at rank %d", call->job->rank);
    server *server = acquire_server(call->job);
    answer(call->job, request, &server->arguments, &server->result, call->id);
    call->reply = copy_frame(&server->result);
    release_server(call->job, server);
    if (!call->reply)
        return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for a result at rank %d", call->job->rank);
    atomic_store(&call->state, DONE);
    return RMI4MPI_OK;
}

static int check_writing(rmi4mpi_call *call)
{
    if (atomic_load_explicit(&call->state, memory_order_relaxed) != WRITING)
        return rmi4mpi_fail(RMI4MPI_USAGE, "a call at rank %d is sent a second time: begin another", call->job->rank);
    return call->arguments.failure ? rmi4mpi_fail(call->arguments.failure, "%s", call->arguments.text) : RMI4MPI_OK;
}

int rmi4mpi_send(rmi4mpi_call *call)
{
    int code = check_writing(call);
    if (code)
        return code;
    rmi4mpi_object *object = call->object;
    put_header(&call->arguments, RMI4MPI_WIRE_REQUEST, call->id, object->id);
    if (object->rank == call->job->rank)
        return run_here(call);
    member *member = &call->job->members[object->rank];
    if (atomic_load_explicit(&member->held_count, memory_order_relaxed) > 0) {
        pthread_mutex_lock(&member->one_way);
        call->held = member->held_first + member->held_count;
        pthread_mutex_unlock(&member->one_way);
    }
    atomic_store_explicit(&call->state, SENT, memory_order_release);
    code = send_frame(call->job, object->rank, call->arguments.bytes, call->arguments.length);
    if (code)
        atomic_store(&call->state, WRITING);
    return code;
}

/* Keeps the object of a one-way request until a later request is answered. Returns false if a reply is due now. */
static bool hold_for_one_way(rmi4mpi_call *call)
{
    member *member = &call->job->members[call->object->rank];
    pthread_mutex_lock(&member->one_way);
    bool is_free = member->unanswered < RMI4MPI_WIRE_MOST_ONE_WAY;
    if (is_free && (size_t)member->held_count == member->held_capacity) {
        size_t capacity = member->held_capacity ? 2 * member->held_capacity : 64;
        rmi4mpi_object **held = realloc(member->held, capacity * sizeof *held);
        is_free = held != NULL;
        if (held) {
            member->held = held;
            member->held_capacity = capacity;
        }
    }
    if (is_free) {
        member->unanswered++;
        member->held[member->held_count++] = call->object;
        rmi4mpi_retain(call->object);
    }
    pthread_mutex_unlock(&member->one_way);
    return is_free;
}

/* The reply to a request has come: the one-way requests before it have run, or never will. */
static void release_held(rmi4mpi_call *call)
{
    member *member = &call->job->members[call->object->rank];
    pthread_mutex_lock(&member->one_way);
    int64_t over = call->held - member->held_first;
    if (over > 0) {
        if (over > member->held_count)
            over = member->held_count;
        for (int64_t i = 0; i < over; i++)
            rmi4mpi_release(member->held[i]);
        memmove(member->held, member->held + over, (size_t)(member->held_count - over) * sizeof *member->held);
        member->held_first += over;
        member->held_count -= over;
        member->unanswered = (int)member->held_count;
    }
    pthread_mutex_unlock(&member->one_way);
}

int rmi4mpi_send_one_way(rmi4mpi_call *call)
{
    int code = check_writing(call);
    if (code)
        return code;
    bool is_here = call->object->rank == call->job->rank;
    if (is_here || call->arguments.length > RMI4MPI_WIRE_SHORT_FRAME)
        return rmi4mpi_send(call); /* end drops the reply */
    if (!hold_for_one_way(call)) {
        code = rmi4mpi_send(call);
        return code ? code : rmi4mpi_wait(call, 0) <= RMI4MPI_EXCEPTION ? RMI4MPI_OK : RMI4MPI_MPI;
    }
    put_header(&call->arguments, RMI4MPI_WIRE_ONE_WAY, 0, call->object->id);
    return send_frame(call->job, call->object->rank, call->arguments.bytes, call->arguments.length);
}

void take_reply(rmi4mpi_job *job, frame *reply)
{
    int64_t id;
    memcpy(&id, reply->bytes + RMI4MPI_WIRE_CALL_ID_OFFSET, sizeof id);
    int64_t slot = (id & ((1 << SLOT_BITS) - 1)) - 1;
    rmi4mpi_call *call = slot >= 0 && slot < MOST_CALLS ? atomic_load(&job->calls->slots[slot]) : NULL;
    int state = call ? atomic_load(&call->state) : WRITING;
    if (!call || call->id != id || call->object->rank != reply->rank || (state != SENT && state != ABANDONED)) {
        free_frame(job, reply);
        return;
    }
    call->reply = reply;
    if (atomic_compare_exchange_strong(&call->state, &state, DONE)) {
        if (state == SENT) {
            wake_waiters(job);
            return;
        }
    } else {
        atomic_store(&call->state, DONE); /* it was abandoned just now */
    }
    free_frame(job, reply);
    call->reply = NULL;
    recycle(call);
}

static bool is_answered(void *context)
{
    return atomic_load_explicit(&((rmi4mpi_call *)context)->state, memory_order_acquire) == DONE;
}

int rmi4mpi_is_done(rmi4mpi_call *call)
{
    if (!is_answered(call))
        rmi4mpi_poll(call->job, NULL);
    return is_answered(call);
}

int rmi4mpi_wait(rmi4mpi_call *call, double seconds)
{
    if (call->is_read)
        return call->has_thrown ? RMI4MPI_EXCEPTION : RMI4MPI_OK;
    int state = atomic_load(&call->state);
    if (state == WRITING)
        return rmi4mpi_fail(RMI4MPI_USAGE, "a call at rank %d is waited for, and was not sent", call->job->rank);
    if (state != DONE && !await(call->job, is_answered, call, seconds > 0 ? now() + seconds : 0, call->object->rank))
        return rmi4mpi_fail(RMI4MPI_SHORT_OF_TIME, "rank %d has not answered rank %d within %g s", call->object->rank,
                            call->job->rank, seconds);
    if (call->held)
        release_held(call);
    call->has_thrown = call->reply->bytes[RMI4MPI_WIRE_KIND_OFFSET] == RMI4MPI_WIRE_EXCEPTION;
    start_reading(&call->result, call->job, call->reply);
    call->is_read = true;
    if (call->has_thrown)
        tell_exception(&call->result);
    return call->has_thrown ? RMI4MPI_EXCEPTION : RMI4MPI_OK;
}

rmi4mpi_reader *rmi4mpi_result(rmi4mpi_call *call)
{
    return &call->result;
}

void rmi4mpi_end(rmi4mpi_call *call)
{
    if (!call)
        return;
    int sent = atomic_load_explicit(&call->state, memory_order_acquire);
    if (sent == SENT && atomic_compare_exchange_strong(&call->state, &sent, ABANDONED))
        return; /* the reply recycles it */
    if (call->reply && !call->is_read)
        rmi4mpi_wait(call, 0);
    if (call->is_read) {
        if (call->result.furthest == call->result.start + RMI4MPI_WIRE_HEADER)
            rmi4mpi_skip(&call->result); /* gives references back */
        stop_reading(&call->result);
    }
    call->reply = NULL;
    call->is_read = false;
    recycle(call);
}

/* ---- the other end */

static void put_failure(rmi4mpi_writer *result, const char *class_name, const char *message)
{
    static const char *const superclasses[] = {
        "java.rmi.RemoteException", "java.io.IOException", "java.lang.Exception", "java.lang.Throwable"};
    rmi4mpi_throw(result);
    put_exception_below(result, class_name, message, strlen(message), superclasses, 4);
}

static bool is_text(const char *text, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(text, expected, length) == 0;
}

/* The object that each rank has for the counting of references. */
static int serve_collector(rmi4mpi_job *job, const rmi4mpi_request *request, rmi4mpi_reader *arguments,
                           rmi4mpi_writer *result)
{
    if (is_text(request->name, request->name_length, "giveBack") && request->argument_count == 1) {
        const void *elements;
        size_t count;
        int code = rmi4mpi_get_elements(arguments, RMI4MPI_LONGS, &elements, &count);
        const int64_t *pairs = elements;
        for (size_t i = 0; !code && i + 1 < count; i += 2)
            take_back(job, pairs[i], pairs[i + 1]);
        return code;
    }
    if (is_text(request->name, request->name_length, "more") && request->argument_count == 1) {
        int64_t id;
        int code = rmi4mpi_get_integer(arguments, INT64_MIN, INT64_MAX, &id);
        if (!code)
            rmi4mpi_put_integer(result, lend_more(job, id));
        return code;
    }
    return rmi4mpi_fail(RMI4MPI_TYPE, "the collector of rank %d has no method %.*s with %zu arguments", job->rank,
                        (int)request->name_length, request->name, request->argument_count);
}

static int read_request(rmi4mpi_reader *reader, rmi4mpi_request *request)
{
    size_t count = 0;
    int code = rmi4mpi_get_list(reader, &count);
    if (!code && count != 3)
        code = rmi4mpi_fail(RMI4MPI_DAMAGED, "a request with %zu parts at rank %d, where 3 are expected", count,
                            reader->job->rank);
    if (!code)
        code = rmi4mpi_get_text(reader, &request->name, &request->name_length);
    if (!code && rmi4mpi_kind(reader) == RMI4MPI_NULL)
        code = rmi4mpi_get_null(reader);
    else if (!code)
        code = rmi4mpi_get_text(reader, &request->descriptor, &request->descriptor_length);
    return code ? code : rmi4mpi_get_list(reader, &request->argument_count);
}

void answer(rmi4mpi_job *job, frame *frame, rmi4mpi_reader *arguments, rmi4mpi_writer *result, int64_t call_id)
{
    rmi4mpi_request request = {.caller = frame->rank};
    int64_t id;
    memcpy(&id, frame->bytes + RMI4MPI_WIRE_OBJECT_ID_OFFSET, sizeof id);
    start_reading(arguments, job, frame);
    start_writing(result, job);
    rmi4mpi_object *object = id == RMI4MPI_WIRE_COLLECTOR ? NULL : rmi4mpi_find(job, id);
    int code = read_request(arguments, &request);
    if (!code && id == RMI4MPI_WIRE_COLLECTOR) {
        code = serve_collector(job, &request, arguments, result);
    } else if (!object) {
        rmi4mpi_fail(RMI4MPI_OK, "rank %d has no object %lld, or not any more", job->rank, (long long)id);
        put_failure(result, "java.rmi.NoSuchObjectException", rmi4mpi_error());
        code = RMI4MPI_OK;
    } else if (!code) {
        code = object->serve(object->self, &request, arguments, result);
    }
    if (code)
        put_failure(result, "java.rmi.UnmarshalException", rmi4mpi_error());
    else if (result->failure)
        put_failure(result, "java.rmi.MarshalException", result->text);
    if (result->length == RMI4MPI_WIRE_HEADER)
        rmi4mpi_put_null(result);
    put_header(result, result->thrown ? RMI4MPI_WIRE_EXCEPTION : RMI4MPI_WIRE_RESULT, call_id, 0);
    rmi4mpi_release(object);
}

/* Ends a request for which this thread's stack may be too short. */
static void refuse(rmi4mpi_job *job, frame *request, server *server, int64_t call_id)
{
    start_reading(&server->arguments, job, request);
    start_writing(&server->result, job);
    rmi4mpi_fail(RMI4MPI_OK, "calls are nested too deep: more than %d methods of rank %d wait for each other",
                 MOST_NESTED, job->rank);
    put_failure(&server->result, "java.rmi.ServerException", rmi4mpi_error());
    put_header(&server->result, RMI4MPI_WIRE_EXCEPTION, call_id, 0);
}

void run_request(rmi4mpi_job *job, frame *request, bool is_refused)
{
    int64_t call_id;
    int rank = request->rank;
    bool is_one_way = request->bytes[RMI4MPI_WIRE_KIND_OFFSET] == RMI4MPI_WIRE_ONE_WAY;
    memcpy(&call_id, request->bytes + RMI4MPI_WIRE_CALL_ID_OFFSET, sizeof call_id);
    bool may_sleep = job->members[rank].is_java && !is_one_way;
    double began = may_sleep ? now() : 0;
    server *server = acquire_server(job);
    if (is_refused)
        refuse(job, request, server, call_id);
    else
        answer(job, request, &server->arguments, &server->result, call_id);
    if (!is_one_way)
        send_frame(job, rank, server->result.bytes, server->result.length);
    if (may_sleep && now() - began > PATIENCE_S)
        ring(job, rank);
    release_server(job, server);
}

/* ---- names */

/* Sets rank to that of the name, or -1, and returns the rest of the name. NULL if there is none. */
static const char *parse_name(rmi4mpi_job *job, const char *name, int64_t *rank)
{
    *rank = -1;
    const char *rest = name;
    if (strncmp(name, "//", 2) == 0) {
        char *end;
        bool is_rank = strncmp(name, "//rank", 6) == 0 && name[6] >= '0' && name[6] <= '9';
        *rank = is_rank ? strtol(name + 6, &end, 10) : -1;
        rest = is_rank && *end == '/' && *rank < job->size ? end + 1 : "";
    }
    if (*rest)
        return rest;
    rmi4mpi_fail(RMI4MPI_USAGE, "the name %s at rank %d: expected name, or //rankN/name with a rank N < %d", name,
                 job->rank, job->size);
    return NULL;
}

static rmi4mpi_call *ask_registry(rmi4mpi_job *job, const char *method, const char *descriptor, size_t argument_count)
{
    rmi4mpi_object *registry = known_object(job, 0, RMI4MPI_WIRE_REGISTRY);
    rmi4mpi_call *call = registry ? rmi4mpi_begin(registry, method, descriptor, argument_count) : NULL;
    rmi4mpi_release(registry);
    return call;
}

/* Sends the call and waits for its result. */
static int get_answer(rmi4mpi_call *call)
{
    int code = rmi4mpi_send(call);
    if (!code)
        code = rmi4mpi_wait(call, 0);
    return code;
}

static int bind_name(rmi4mpi_job *job, const char *name, rmi4mpi_object *object, int replaces)
{
    int64_t rank;
    const char *rest = parse_name(job, name, &rank);
    if (!rest)
        return RMI4MPI_USAGE;
    rmi4mpi_call *call = ask_registry(job, "bind", "(ILjava/lang/String;Ljava/rmi/Remote;IZ)V", 5);
    if (!call)
        return RMI4MPI_MEMORY;
    rmi4mpi_writer *writer = rmi4mpi_arguments(call);
    rmi4mpi_put_integer(writer, rank);
    rmi4mpi_put_text(writer, rest, strlen(rest));
    rmi4mpi_put_reference(writer, object);
    rmi4mpi_put_integer(writer, job->rank);
    rmi4mpi_put_boolean(writer, replaces);
    int code = get_answer(call);
    rmi4mpi_end(call);
    return code;
}

int rmi4mpi_bind(rmi4mpi_job *job, const char *name, rmi4mpi_object *object)
{
    return bind_name(job, name, object, 0);
}

int rmi4mpi_rebind(rmi4mpi_job *job, const char *name, rmi4mpi_object *object)
{
    return bind_name(job, name, object, 1);
}

int rmi4mpi_unbind(rmi4mpi_job *job, const char *name)
{
    int64_t rank;
    const char *rest = parse_name(job, name, &rank);
    if (!rest)
        return RMI4MPI_USAGE;
    rmi4mpi_call *call = ask_registry(job, "unbind", "(ILjava/lang/String;)V", 2);
    if (!call)
        return RMI4MPI_MEMORY;
    rmi4mpi_put_integer(rmi4mpi_arguments(call), rank);
    rmi4mpi_put_text(rmi4mpi_arguments(call), rest, strlen(rest));
    int code = get_answer(call);
    rmi4mpi_end(call);
    return code;
}

int rmi4mpi_lookup(rmi4mpi_job *job, const char *name, rmi4mpi_object **object)
{
    *object = NULL;
    int64_t rank;
    const char *rest = parse_name(job, name, &rank);
    if (!rest)
        return RMI4MPI_USAGE;
    rmi4mpi_call *call = ask_registry(job, "lookup", "(ILjava/lang/String;)Ljava/rmi/Remote;", 2);
    if (!call)
        return RMI4MPI_MEMORY;
    rmi4mpi_put_integer(rmi4mpi_arguments(call), rank);
    rmi4mpi_put_text(rmi4mpi_arguments(call), rest, strlen(rest));
    int code = get_answer(call);
    if (!code)
        code = rmi4mpi_get_reference(rmi4mpi_result(call), object);
    rmi4mpi_end(call);
    return code;
}

int rmi4mpi_list(rmi4mpi_job *job, int rank, void (*each)(void *, const char *, size_t), void *context)
{
    rmi4mpi_call *call = ask_registry(job, "list", "(I)[Ljava/lang/String;", 1);
    if (!call)
        return RMI4MPI_MEMORY;
    rmi4mpi_put_integer(rmi4mpi_arguments(call), rank);
    int code = get_answer(call);
    size_t count = 0;
    if (!code)
        code = rmi4mpi_get_list(rmi4mpi_result(call), &count);
    for (size_t i = 0; i < count && !code; i++) {
        const char *name;
        size_t length;
        code = rmi4mpi_get_text(rmi4mpi_result(call), &name, &length);
        if (!code)
            each(context, name, length);
    }
    rmi4mpi_end(call);
    return code;
}
