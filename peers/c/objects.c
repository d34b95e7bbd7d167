/* References, counted by weight: docs/design/collection.md. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define ROWS 1024
#define MOST_RETURNS 256 /* in one call of giveBack */

typedef struct {
    int rank;
    int64_t id, weight;
} weight_return;

struct objects {
    spin lock; /* guards all of it, and the weights of objects */
    rmi4mpi_object *rows[ROWS];
    int64_t next_id;
    weight_return *returns; /* that are not sent yet */
    size_t returns_capacity;
    atomic_size_t return_count;
};

struct objects *new_objects(void)
{
    struct objects *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->next_id = RMI4MPI_WIRE_FIRST_OBJECT;
    return made;
}

static rmi4mpi_object **row_of(struct objects *objects, int rank, int64_t id)
{
    return &objects->rows[((uint64_t)id * 31 + (uint64_t)rank) % ROWS];
}

static rmi4mpi_object *find(struct objects *objects, int rank, int64_t id)
{
    for (rmi4mpi_object *each = *row_of(objects, rank, id); each; each = each->next)
        if (each->id == id && each->rank == rank)
            return each;
    return NULL;
}

static void enter(struct objects *objects, rmi4mpi_object *object)
{
    rmi4mpi_object **row = row_of(objects, object->rank, object->id);
    object->next = *row;
    *row = object;
}

static void take_out(struct objects *objects, rmi4mpi_object *object)
{
    rmi4mpi_object **at = row_of(objects, object->rank, object->id);
    while (*at && *at != object)
        at = &(*at)->next;
    if (*at)
        *at = object->next;
}

static void release_self(rmi4mpi_object *object)
{
    if (object->release)
        object->release(object->self);
    object->release = NULL;
}

static void free_object(rmi4mpi_object *object)
{
    release_self(object);
    for (size_t i = 0; i < object->interface_count; i++)
        free(object->interfaces[i]);
    free(object->interfaces);
    free(object);
}

void free_objects(rmi4mpi_job *job)
{
    for (int i = 0; i < ROWS; i++)
        while (job->objects->rows[i]) {
            rmi4mpi_object *first = job->objects->rows[i];
            job->objects->rows[i] = first->next;
            release_self(first);
            first->job = NULL;
            if (atomic_load(&first->owners) == 0)
                free_object(first); /* otherwise the last owner does */
        }
    free(job->objects->returns);
    free(job->objects);
}

/* ---- exporting */

int rmi4mpi_export(rmi4mpi_job *job, rmi4mpi_serve serve, void *self, void (*release)(void *),
                   const char *const *interfaces, size_t interface_count, rmi4mpi_object **object)
{
    *object = NULL;
    rmi4mpi_object *made = calloc(1, sizeof *made);
    char **names = calloc(interface_count + 1, sizeof *names);
    bool is_whole = made && names;
    for (size_t i = 0; i < interface_count && is_whole; i++)
        is_whole = (names[i] = strdup(interfaces[i])) != NULL;
    if (!is_whole) {
        for (size_t i = 0; names && i < interface_count; i++)
            free(names[i]);
        free(names);
        free(made);
        return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for an exported object at rank %d", job->rank);
    }
    *made = (rmi4mpi_object){
        .job = job,
        .rank = job->rank,
        .owners = 1,
        .serve = serve,
        .self = self,
        .release = release,
        .interfaces = names,
        .interface_count = interface_count};
    take_spin(&job->objects->lock);
    made->id = job->objects->next_id++;
    enter(job->objects, made);
    free_spin(&job->objects->lock);
    *object = made;
    return RMI4MPI_OK;
}

/* Makes a reference to an object of another rank, with one owner. Called with the lock. */
static rmi4mpi_object *add_reference(rmi4mpi_job *job, int rank, int64_t id)
{
    rmi4mpi_object *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->job = job;
    made->rank = rank;
    made->id = id;
    made->owners = 1;
    enter(job->objects, made);
    return made;
}

rmi4mpi_object *known_object(rmi4mpi_job *job, int rank, int64_t id)
{
    take_spin(&job->objects->lock);
    rmi4mpi_object *found = find(job->objects, rank, id);
    if (found)
        atomic_fetch_add(&found->owners, 1);
    else
        found = add_reference(job, rank, id);
    free_spin(&job->objects->lock);
    return found;
}

rmi4mpi_object *rmi4mpi_find(rmi4mpi_job *job, int64_t id)
{
    take_spin(&job->objects->lock);
    rmi4mpi_object *found = find(job->objects, job->rank, id);
    if (found)
        atomic_fetch_add(&found->owners, 1);
    free_spin(&job->objects->lock);
    return found;
}

bool has_interfaces(rmi4mpi_object *object)
{
    take_spin(&object->job->objects->lock);
    bool has = object->interfaces != NULL;
    free_spin(&object->job->objects->lock);
    return has;
}

void name_interfaces(rmi4mpi_object *object, char **names, size_t count)
{
    take_spin(&object->job->objects->lock);
    bool is_first = !object->interfaces;
    if (is_first) {
        object->interfaces = names;
        object->interface_count = count;
    }
    free_spin(&object->job->objects->lock);
    if (!is_first) {
        for (size_t i = 0; i < count; i++)
            free(names[i]);
        free(names);
    }
}

void rmi4mpi_retain(rmi4mpi_object *object)
{
    if (object)
        atomic_fetch_add_explicit(&object->owners, 1, memory_order_relaxed);
}

/* Called with the lock. Returns whether nobody needs the object any more; it is out of the table then. */
static bool drop_unowned(rmi4mpi_object *object)
{
    struct objects *objects = object->job->objects;
    if (atomic_load(&object->owners) > 0 || object->is_kept
        || (object->rank == object->job->rank && object->weight > 0))
        return false;
    take_out(objects, object);
    if (object->rank == object->job->rank || object->weight == 0)
        return true;
    size_t count = atomic_load(&objects->return_count);
    if (count == objects->returns_capacity) {
        size_t capacity = count ? 2 * count : 64;
        weight_return *returns = realloc(objects->returns, capacity * sizeof *returns);
        if (!returns)
            return true; /* the home keeps its object */
        objects->returns = returns;
        objects->returns_capacity = capacity;
    }
    objects->returns[count] = (weight_return){object->rank, object->id, object->weight};
    atomic_store(&objects->return_count, count + 1);
    return true;
}

void rmi4mpi_release(rmi4mpi_object *object)
{
    if (!object)
        return;
    int owners = atomic_load(&object->owners);
    while (owners > 1)
        if (atomic_compare_exchange_weak(&object->owners, &owners, owners - 1))
            return;
    rmi4mpi_job *job = object->job;
    if (!job) {
        free_object(object);
        return;
    }
    take_spin(&job->objects->lock);
    atomic_fetch_sub(&object->owners, 1);
    bool is_over = drop_unowned(object);
    free_spin(&job->objects->lock);
    if (is_over)
        free_object(object);
}

int rmi4mpi_object_rank(const rmi4mpi_object *object)
{
    return object->rank;
}

int64_t rmi4mpi_object_id(const rmi4mpi_object *object)
{
    return object->id;
}

void *rmi4mpi_object_self(const rmi4mpi_object *object)
{
    return object->self;
}

rmi4mpi_job *rmi4mpi_object_job(const rmi4mpi_object *object)
{
    return object->job;
}

/* ---- weights */

int64_t leave_with(rmi4mpi_object *object)
{
    if (object->id < RMI4MPI_WIRE_FIRST_OBJECT)
        return 0;
    int64_t weight = RMI4MPI_WIRE_WEIGHT;
    take_spin(&object->job->objects->lock);
    if (object->rank == object->job->rank) {
        object->weight += weight;
    } else {
        weight = object->weight >> RMI4MPI_WIRE_WEIGHT_SHIFT;
        if (weight < 1)
            weight = 1;
        if (weight >= object->weight) {
            weight = 0;
            object->is_kept = true;
        }
        object->weight -= weight;
    }
    free_spin(&object->job->objects->lock);
    return weight;
}

rmi4mpi_object *arrive_with(rmi4mpi_job *job, int rank, int64_t id, int64_t weight)
{
    take_spin(&job->objects->lock);
    rmi4mpi_object *found = find(job->objects, rank, id);
    if (found)
        atomic_fetch_add(&found->owners, 1);
    else if (rank != job->rank)
        found = add_reference(job, rank, id);
    if (found && rank == job->rank)
        found->weight = weight < found->weight ? found->weight - weight : 0;
    else if (found && weight <= INT64_MAX - found->weight)
        found->weight += weight;
    free_spin(&job->objects->lock);
    return found;
}

void take_back(rmi4mpi_job *job, int64_t id, int64_t weight)
{
    bool is_over = false;
    take_spin(&job->objects->lock);
    rmi4mpi_object *found = find(job->objects, job->rank, id);
    if (found && weight > 0) {
        found->weight = weight < found->weight ? found->weight - weight : 0;
        is_over = drop_unowned(found);
    }
    free_spin(&job->objects->lock);
    if (is_over)
        free_object(found);
}

int64_t lend_more(rmi4mpi_job *job, int64_t id)
{
    int64_t lent = 0;
    take_spin(&job->objects->lock);
    rmi4mpi_object *found = find(job->objects, job->rank, id);
    if (found && found->weight < INT64_MAX / 2) {
        lent = RMI4MPI_WIRE_WEIGHT;
        found->weight += lent;
    }
    free_spin(&job->objects->lock);
    return lent;
}

/* Takes returns to one rank, as ids and weights in turn. */
static size_t take_returns(struct objects *objects, int *rank, int64_t *pairs)
{
    size_t taken = 0, kept = 0;
    take_spin(&objects->lock);
    size_t count = atomic_load(&objects->return_count);
    if (count > 0)
        *rank = objects->returns[0].rank;
    for (size_t i = 0; i < count; i++) {
        weight_return each = objects->returns[i];
        if (each.rank == *rank && taken < 2 * MOST_RETURNS) {
            pairs[taken++] = each.id;
            pairs[taken++] = each.weight;
        } else {
            objects->returns[kept++] = each;
        }
    }
    atomic_store(&objects->return_count, kept);
    free_spin(&objects->lock);
    return taken;
}

void send_returns(rmi4mpi_job *job)
{
    while (atomic_load_explicit(&job->objects->return_count, memory_order_relaxed) > 0) {
        int64_t pairs[2 * MOST_RETURNS];
        int rank = 0;
        size_t count = take_returns(job->objects, &rank, pairs);
        if (count == 0)
            return;
        rmi4mpi_object *collector = known_object(job, rank, RMI4MPI_WIRE_COLLECTOR);
        rmi4mpi_call *call = collector ? rmi4mpi_begin(collector, "giveBack", "([J)V", 1) : NULL;
        if (call) {
            rmi4mpi_put_elements(rmi4mpi_arguments(call), RMI4MPI_LONGS, pairs, count);
            rmi4mpi_send_one_way(call);
            rmi4mpi_end(call);
        }
        rmi4mpi_release(collector);
    }
}
