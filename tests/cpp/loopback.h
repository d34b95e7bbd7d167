/* Frames that are written and read in one process, without a job: for tests of values. */
#ifndef LOOPBACK_H
#define LOOPBACK_H

#include "rmi4mpi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rank 0 of four, which sends nothing. */
rmi4mpi_job *loopback_job(void);
void loopback_end(rmi4mpi_job *job);
/* A writer of one value. */
rmi4mpi_writer *loopback_writer(rmi4mpi_job *job);
/* The code of what went wrong while writing; its text is in rmi4mpi_error(). */
int loopback_failure(rmi4mpi_writer *writer);
/* The bytes that were written, behind the header. */
const uint8_t *loopback_bytes(rmi4mpi_writer *writer, size_t *length);
/* A reader of these bytes. */
rmi4mpi_reader *loopback_reader(rmi4mpi_job *job, const uint8_t *bytes, size_t length);
void loopback_end_reader(rmi4mpi_reader *reader);
void loopback_end_writer(rmi4mpi_writer *writer);
/* Lets an object answer the request with this body. Returns a reader of the reply. */
rmi4mpi_reader *loopback_answer(rmi4mpi_job *job, int64_t object_id, const uint8_t *body, size_t length,
                                int *has_thrown);

#ifdef __cplusplus
}
#endif

#endif
