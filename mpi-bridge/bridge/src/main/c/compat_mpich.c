/* Specific to MPICH and libraries derived from it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bridge.h"
#include "compat.h"

/* ParaStation MPI polls in a separate library, pscom. */
void before_init(void)
{
    keep_core_in("pscom_test_any");
}

void after_init(void) {}

const char *end_of_unguarded_reads(void)
{
    return NULL;
}

void let_polls_yield(int yield) {}

/* Hydra says nothing of a process that exits, whatever its status. */
void abort_job(int status)
{
    int begun = 0, ended = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    if (begun && !ended)
        MPI_Abort(MPI_COMM_WORLD, status);
}

void abort_at_exit(void) {}

/*
 * Whether this is an MPICH before 4.2. Relatives of MPICH tell versions of their own. So theirs is that of their
 * mpi.h, where the bridge was compiled with it.
 */
static int is_before_4_2(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length, major, minor, old = 0;
#ifdef MPICH_NUMVERSION
    old = MPICH_NUMVERSION < 40200000;
#endif
    if (MPI_Get_library_version(text, &length) == MPI_SUCCESS
        && sscanf(text, "MPICH Version: %d.%d", &major, &minor) == 2)
        old = major < 4 || (major == 4 && minor < 2);
    return old;
}

static int is_over_ucx(void)
{
    return dlsym(RTLD_DEFAULT, "ucp_disconnect_nb") != NULL;
}

/* Waits until all processes of the job have come, by the launcher, as PMI_Barrier of PMI 1 does. */
static void meet_by_launcher(int pmi)
{
    static const char come[] = "cmd=barrier_in\n";
    char c = 0;
    if (write(pmi, come, sizeof come - 1) != (ssize_t)sizeof come - 1)
        return;
    while (c != '\n' && read(pmi, &c, 1) == 1)
        ;
}

/*
 * In MPI_Finalize, MPICH before 4.2 over UCX asks each peer for a last acknowledgement, and then waits for the launcher
 * without polling. A peer that polls acknowledges, also before its own MPI_Finalize. When it comes there, nobody may poll
 * any more who could acknowledge its own request, and the job stands. So all ranks stop polling before one of them asks.
 * They meet by the launcher, since a meeting by messages ends with polls. MPICH's function for that is hidden. This speaks
 * the protocol itself, if the launcher has given a connection, and MPICH was built without another protocol.
 */
static void stop_polling(void)
{
    char built[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    const char *pmi = getenv("PMI_FD");
    if (pmi && MPI_Get_library_version(built, &length) == MPI_SUCCESS && !strstr(built, "--with-pmi"))
        meet_by_launcher(atoi(pmi));
}

#define MOST_NAPS 1000

/*
 * MPI_Finalize of MPICH 5 fails where a message on MPI_COMM_WORLD was not received, and the job is killed. So such messages
 * are received, without room for them. The sender of a large one may not answer any more, so the wait for it has an end.
 */
static void receive_leftovers(void)
{
    MPI_Message message;
    MPI_Request request;
    int found = 0, done = 1;
    while (
        done
        && MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE) == MPI_SUCCESS
        && found) {
        MPI_Imrecv(NULL, 0, MPI_BYTE, &message, &request);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        for (int naps = 0; !done && naps < MOST_NAPS; naps++) {
            nap();
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        }
    }
}

void before_finalize(int together)
{
    if (!is_before_4_2())
        receive_leftovers();
    else if (together && is_over_ucx())
        stop_polling();
}

/* UCX aborts in MPI_Finalize where a window's memory is registered. */
int windows_have_to_be_freed(void)
{
    return is_before_4_2() && is_over_ucx();
}

/* A library that speaks PMIx, as ParaStation MPI may, joins the job of any launcher. */
const char *foreign_launcher(void)
{
    if (getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMI_RANK") && !dlsym(RTLD_DEFAULT, "PMIx_Init"))
        return "the mpirun of Open MPI";
    return NULL;
}

int counts_all(void)
{
    return 1;
}

/*
 * Counts and displacements for a scatter that gives each rank the same single piece: ones, and from *zeros on zeros. Only
 * the thread that has entered MPI calls this. An array that became too short stays, since pending operations may read it.
 */
static const int *ones(int ranks, const int **zeros)
{
    static int *array;
    static int room;
    if (ranks > room) {
        int more = ranks > 2 * room ? ranks : 2 * room;
        int *longer = calloc(2 * (size_t)more, sizeof *longer);
        if (!longer)
            return NULL;
        for (int i = 0; i < more; i++)
            longer[i] = 1;
        array = longer;
        room = more;
    }
    *zeros = array + room;
    return array;
}

/*
 * Between two groups, MPI_Ibcast of MPICH (seen in 4.0.2 and 5.0.2) passes the data on from the wrong rank unless the root
 * is rank 0 of its group. MPICH 5 does not count it either at a rank whose root is MPI_PROC_NULL and whose count is 0, so
 * that the next operation would wait forever. A scatter in which all pieces are the same has neither fault. Where nothing
 * is sent, both ends have to say so by a count of 0.
 */
int start_bcast(void *address, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
    int between = 0, ranks = 0, size = 0;
    MPI_Comm_test_inter(comm, &between);
    if (!between)
        return MPI_Ibcast(address, count, type, root, comm, request);
    MPI_Type_size(type, &size);
    if (size == 0 || root == MPI_PROC_NULL)
        count = 0;
    if (root != MPI_ROOT)
        return MPI_Iscatterv(NULL, NULL, NULL, MPI_BYTE, address, count, type, root, comm, request);
    MPI_Datatype piece;
    MPI_Comm_remote_size(comm, &ranks);
    const int *zeros = NULL, *counts = ones(ranks, &zeros);
    int code = counts ? MPI_Type_contiguous(count, type, &piece) : MPI_ERR_NO_MEM;
    if (code != MPI_SUCCESS)
        return code;
    MPI_Type_commit(&piece);
    code = MPI_Iscatterv(address, count ? counts : zeros, zeros, piece, NULL, 0, MPI_BYTE, root, comm, request);
    MPI_Type_free(&piece);
    return code;
}

int starts_files_in_turn(void)
{
    return 0;
}

/* The file for the shared pointer has the file's own name, a dot before it, and ".shfp.NUMBER.NUMBER" behind it. */
#define POINTER_AFFIXES 28

int longest_path(int ranks)
{
    return PATH_MAX - 1 - POINTER_AFFIXES;
}

int longest_name(void)
{
    return NAME_MAX - POINTER_AFFIXES;
}

/* MPICH aborts where it cannot make or write that file (seen in 4.0.2). */
int keeps_pointer_beside_file(void)
{
    return 1;
}

int test_file(MPI_Request *request, int *flag, MPI_Status *status)
{
    return MPI_Test(request, flag, status);
}

int write_all(MPI_File file, MPI_Offset steps, void *memory, int count, MPI_Datatype type, MPI_Status *status)
{
    return MPI_File_write_all(file, memory, count, type, status);
}

/*
 * A write that MPICH has started never ends where the system reports an error (ad_iwrite.c of ROMIO, seen in 4.0.2). So such a
 * write is made before its start returns. One of this rank alone waits for no other rank.
 */
int writes_at_start(void)
{
    return 1;
}
