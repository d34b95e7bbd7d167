#include "loopback.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

rmi4mpi_job *loopback_job(void)
{
    rmi4mpi_job *job = calloc(1, sizeof *job);
    job->size = 4;
    job->members = calloc(4, sizeof *job->members);
    job->calls = new_calls();
    job->objects = new_objects();
    job->last_request = &job->requests;
    return job;
}

void loopback_end(rmi4mpi_job *job)
{
    free_calls(job);
    free_objects(job);
    while (job->free_frames) {
        frame *first = job->free_frames;
        job->free_frames = first->next;
        free(first->base);
        free(first);
    }
    free(job->members);
    free(job);
}

rmi4mpi_writer *loopback_writer(rmi4mpi_job *job)
{
    rmi4mpi_writer *writer = calloc(1, sizeof *writer);
    start_writing(writer, job);
    return writer;
}

int loopback_failure(rmi4mpi_writer *writer)
{
    return writer->failure ? rmi4mpi_fail(writer->failure, "%s", writer->text) : RMI4MPI_OK;
}

const uint8_t *loopback_bytes(rmi4mpi_writer *writer, size_t *length)
{
    *length = writer->length - RMI4MPI_WIRE_HEADER;
    return writer->bytes + RMI4MPI_WIRE_HEADER;
}

/* Memory of just the length, so that a sanitizer sees each byte beyond it. */
static frame *exact_frame(const uint8_t *body, size_t length)
{
    frame *made = calloc(1, sizeof *made);
    made->capacity = made->length = length + RMI4MPI_WIRE_HEADER;
    made->base = made->bytes = calloc(1, made->length);
    if (length)
        memcpy(made->bytes + RMI4MPI_WIRE_HEADER, body, length);
    return made;
}

rmi4mpi_reader *loopback_reader(rmi4mpi_job *job, const uint8_t *bytes, size_t length)
{
    rmi4mpi_reader *reader = calloc(1, sizeof *reader);
    start_reading(reader, job, exact_frame(bytes, length));
    return reader;
}

static void end_frame(rmi4mpi_reader *reader)
{
    frame *made = reader->source;
    reader->source = NULL;
    free_reader(reader);
    free(made->base);
    free(made);
}

void loopback_end_reader(rmi4mpi_reader *reader)
{
    end_frame(reader);
    free(reader);
}

void loopback_end_writer(rmi4mpi_writer *writer)
{
    free(writer->base);
    free(writer);
}

rmi4mpi_reader *loopback_answer(rmi4mpi_job *job, int64_t object_id, const uint8_t *body, size_t length,
                                int *has_thrown)
{
    rmi4mpi_reader arguments = {0};
    rmi4mpi_writer result = {0};
    frame *request = exact_frame(body, length);
    request->bytes[RMI4MPI_WIRE_KIND_OFFSET] = RMI4MPI_WIRE_REQUEST;
    memcpy(request->bytes + RMI4MPI_WIRE_OBJECT_ID_OFFSET, &object_id, sizeof object_id);
    answer(job, request, &arguments, &result, 1);
    *has_thrown = result.thrown;
    end_frame(&arguments);
    rmi4mpi_reader *reply = loopback_reader(
        job, result.bytes + RMI4MPI_WIRE_HEADER, result.length - RMI4MPI_WIRE_HEADER);
    free(result.base);
    return reply;
}
