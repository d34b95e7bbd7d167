/* What differs between MPIs: compat_openmpi.c and compat_mpich.c have it, and scripts/build-bridge chooses one. */
#ifndef RMI4MPI_COMPAT_H
#define RMI4MPI_COMPAT_H

#include <mpi.h>

/* Called before and after MPI_Init. */
void before_init(void);
void after_init(void);

/*
 * If this MPI was told to read the memory of other processes, and this one has no guard (reads.c), the setting that keeps it
 * from that, otherwise NULL. Called before MPI_Init.
 */
const char *end_of_unguarded_reads(void);

/*
 * Ends the job with this status, also before MPI_Init where this MPI has a way. The rank has reported why, so neither MPI
 * nor its launcher shall add a word. Returns where it cannot end the job, and before the launcher kills this process.
 */
void abort_job(int status);

/* Has the launcher end the job without a word when this process exits by itself. */
void abort_at_exit(void);

/*
 * Names the launcher of another MPI if that started this process, otherwise NULL. Such a launcher gives each process a
 * separate job of one rank.
 */
const char *foreign_launcher(void);

/* Whether each poll of MPI that finds nothing yields the core. An MPI that has no such choice does as it does. */
void let_polls_yield(int yield);

/* Prepares this MPI for MPI_Finalize, under the entry lock. together: every process of the job comes here. */
void before_finalize(int together);

/* Whether MPI_Finalize fails where a window was not freed. */
int windows_have_to_be_freed(void);

/* Whether MPI counts each operation between two groups, also where a rank has no data in it. */
int counts_all(void);

/* MPI_Ibcast, or what works in its place between two groups. */
int start_bcast(void *address, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request);

/* Whether one thread at a time may start an access to a file or poll. */
int starts_files_in_turn(void);

/* MPI_Test, or what works in its place for an access to a file. */
int test_file(MPI_Request *request, int *flag, MPI_Status *status);

/* MPI_File_write_all, or what works in its place. steps: elementary types that it writes. */
int write_all(MPI_File file, MPI_Offset steps, void *memory, int count, MPI_Datatype type, MPI_Status *status);

/* Whether the write of one rank is not started, but made at once. */
int writes_at_start(void);

/* The longest path of a file that this number of ranks can open, and the longest name within its folder. */
int longest_path(int ranks);
int longest_name(void);

/* Whether the shared pointer is kept in a file in the same folder. */
int keeps_pointer_beside_file(void);

#endif
