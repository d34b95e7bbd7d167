/* Specific to Open MPI. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bridge.h"
#include "compat.h"

/*
 * Through shared memory, an eager message of 4 to 32 KiB takes between 0.2 and 0.9 of the time of one that waits for
 * its receive (rendezvous). Open MPI's default eager limit is 4 KiB. The 16 MiB of shared memory of each rank have room
 * for this number of fragments of this size, and for as many of those that carry larger messages. A user's own setting
 * takes precedence.
 */
#define EAGER_LIMIT "33024"
#define FRAGMENTS "240"

/* Where the administrator sets parameters of Open MPI; the build asks ompi_info for the folder. */
#ifndef MCA_PARAMETERS
#define MCA_PARAMETERS "/etc/openmpi/openmpi-mca-params.conf"
#endif
#define LONGEST_PARAMETER 512

/* Takes the value of the parameter mtl from a file of parameters, if the file has one. */
static void read_mtl(const char *path, char value[LONGEST_PARAMETER])
{
    FILE *file = fopen(path, "re");
    if (!file)
        return;
    char line[LONGEST_PARAMETER];
    while (fgets(line, sizeof line, file)) {
        int from = -1;
        sscanf(line, " mtl = %n", &from);
        if (from >= 0) {
            strcpy(value, line + from);
            value[strcspn(value, "# \t\r\n")] = 0;
        }
    }
    fclose(file);
}

/*
 * Open MPI loads its components for PSM and PSM2, the libraries of InfiniPath and Omni-Path, before it looks for such an
 * adapter. As they are loaded, each of the two libraries measures the processor's clock for 0.1 s. So where a node has
 * neither adapter, Open MPI is told to leave them out. A user's or administrator's choice of components stays.
 */
static void leave_out_absent_adapters(void)
{
    static const char *const devices[] = {"/dev/hfi1*", "/dev/ipath*"};
    static const char *const choices[] = {"OMPI_MCA_mtl", "OMPI_MCA_mca_base_param_files", "OMPI_MCA_mca_param_files"};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (getenv(choices[i]))
            return;
    }
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        glob_t found;
        int status = glob(devices[i], GLOB_NOSORT, NULL, &found);
        globfree(&found);
        if (status != GLOB_NOMATCH)
            return;
    }
    char mtl[LONGEST_PARAMETER + sizeof ",psm,psm2"] = "";
    read_mtl(MCA_PARAMETERS, mtl);
    const char *home = getenv("HOME");
    char own[4096];
    if (home && snprintf(own, sizeof own, "%s/.openmpi/mca-params.conf", home) < (int)sizeof own)
        read_mtl(own, mtl); /* it takes precedence */
    if (mtl[0] && mtl[0] != '^')
        return; /* they name what they want */
    strcat(mtl, mtl[0] ? ",psm,psm2" : "^psm,psm2");
    setenv("OMPI_MCA_mtl", mtl, 0);
}

/*
 * The name that Open MPI derives from a file's name has a buffer of 256 bytes, and its length is not checked: the name,
 * ".locktest." and the rank (sharedfp/lockedfile; in 3 to 5).
 */
#define LOCKTEST_ROOM 256

static int is_before_5(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0, major = 0;
    MPI_Get_library_version(version, &length);
    return sscanf(version, "Open MPI v%d", &major) == 1 && major < 5;
}

/*
 * The files for the shared pointer have the file's own name, and up to 24 characters: "-JOB-PID.lock", or "_cid-ID-PID.sm",
 * in 5 with an ID of up to 19. A longer name fails at one rank, and the others wait for it forever.
 */
static int longest_pointer_suffix(void)
{
    return is_before_5() ? 24 : 35;
}

int longest_path(int ranks)
{
    return LOCKTEST_ROOM - 1 - snprintf(NULL, 0, ".locktest.%d", ranks - 1);
}

int longest_name(void)
{
    return NAME_MAX - longest_pointer_suffix();
}

int keeps_pointer_beside_file(void)
{
    return 0;
}

/*
 * Where an access to a file has failed, MPI_Test calls the error handler of the request's file, which Open MPI does not set
 * (seen in 4.1.4): the process crashes. MPI_Request_get_status calls none. It does not tell an error either, but the count
 * of bytes does.
 */
int test_file(MPI_Request *request, int *flag, MPI_Status *status)
{
    int code = MPI_Request_get_status(*request, flag, status);
    return code == MPI_SUCCESS && *flag ? MPI_Request_free(request) : code;
}

static int has_several_programs(void)
{
    const char *programs = getenv("OMPI_NUM_APP_CTX");
    return programs && atoi(programs) > 1;
}

/*
 * If a message is longer than its receive, Open MPI lets the receiver fetch all of it, past the end of the buffer,
 * wherever a transport can read the sender's memory. Without such reads it reports MPI_ERR_TRUNCATE. Only one way of
 * reading can be guarded: the kernel's call (reads.c), if rmi4mpirun has preloaded the guard. All ranks must use the
 * same settings. If mpirun was given several programs, some may not be Java, so the choice is left to the user. A
 * user's own setting takes precedence.
 *
 * Open MPI's components for collective accesses to files report that all was written, also where the disk is full. Only one
 * counts: "individual", by which each rank writes its own part.
 */
void before_init(void)
{
    leave_out_absent_adapters();
    setenv("OMPI_MCA_btl_vader_eager_limit", EAGER_LIMIT, 0);
    setenv("OMPI_MCA_btl_vader_free_list_max", FRAGMENTS, 0);
    setenv("OMPI_MCA_btl_sm_eager_limit", EAGER_LIMIT, 0);
    setenv("OMPI_MCA_btl_sm_free_list_max", FRAGMENTS, 0);
    int guarded = guard_reads();
    if (has_several_programs())
        return;
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", guarded ? "cma" : "none", 0);
    setenv("OMPI_MCA_smsc", guarded ? "cma" : "^cma,knem,xpmem", 0); /* the equivalent in Open MPI 5 */
    setenv("OMPI_MCA_fcoll", "individual", 0);
    setenv("OMPI_MCA_btl_self_flags", "send", 0);
    setenv("OMPI_MCA_btl_tcp_flags", "send", 0);
}

/* rmi4mpirun has all ranks of several programs read where its own host has the guard. Another host may have lost it. */
const char *end_of_unguarded_reads(void)
{
    if (!has_several_programs() || guard_reads())
        return NULL;
    int is_old = is_before_5();
    const char *reads = getenv(is_old ? "OMPI_MCA_btl_vader_single_copy_mechanism" : "OMPI_MCA_smsc");
    if (!reads || strcmp(reads, "cma") != 0)
        return NULL;
    return is_old ? "OMPI_MCA_btl_vader_single_copy_mechanism=none" : "OMPI_MCA_smsc=^cma,knem,xpmem";
}

static void (*set_yield)(_Bool yield);

/*
 * Open MPI has a switch by which each poll that finds nothing yields. It is on while a thread waits inside a call that
 * blocks. The guard lets that thread alone yield. Where a user has set mpi_yield_when_idle, the switch stays as it is.
 */
void after_init(void)
{
    const _Bool *yields = dlsym(RTLD_DEFAULT, "opal_progress_yield_when_idle");
    if (!yields || *yields)
        return;
    keep_core_in("opal_progress");
    set_yield = (void (*)(_Bool))dlsym(RTLD_DEFAULT, "opal_progress_set_yield_when_idle");
}

void let_polls_yield(int yield)
{
    if (set_yield)
        set_yield(yield);
}

/* A process of PMIx, by which a rank reaches the launcher. */
typedef struct {
    char job[256];
    uint32_t rank;
} pmix_process_t;

/*
 * Where a rank exits with a status, mpirun describes the status in boxes of ten lines. A rank that asks it to end the job
 * gets none from Open MPI 4; boxes.c leaves out that of Open MPI 5. An Open MPI 4 that was built with a PMIx within hides
 * these functions. They then come from the PMIx of the system, if it has one.
 */
static int abort_by_launcher(int status)
{
    pmix_process_t self;
    if (!getenv("OMPI_COMM_WORLD_SIZE") || !getenv("PMIX_NAMESPACE"))
        return 0;
    void *pmix = dlopen("libpmix.so.2", RTLD_LAZY);
    if (!pmix)
        return 0;
    int (*begin)(pmix_process_t *, void *,
                 size_t) = (int (*)(pmix_process_t *, void *, size_t))dlsym(pmix, "PMIx_Init");
    int (*end)(int, const char *, void *,
               size_t) = (int (*)(int, const char *, void *, size_t))dlsym(pmix, "PMIx_Abort");
    return begin && end && begin(&self, NULL, 0) == 0 && end(status, "", NULL, 0) == 0;
}

/*
 * MPI_Abort of Open MPI prints ten lines. No parameter suppresses these alone. Open MPI up to 4 has a switch for them, and
 * in place of that of Open MPI 5 the launcher ends the job.
 */
void abort_job(int status)
{
    int begun = 0, ended = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    char *quiet = dlsym(RTLD_DEFAULT, "orte_execute_quiet"); /* a bool */
    if (begun && !ended && quiet)
        *quiet = 1;
    else if (abort_by_launcher(status))
        return;
    if (begun && !ended)
        MPI_Abort(MPI_COMM_WORLD, status);
}

#define ABORT_PATIENCE_S 3

static void abort_with(int status, void *unused)
{
    signal(SIGALRM, SIG_DFL);
    alarm(ABORT_PATIENCE_S); /* the launcher may not answer */
    abort_job(status);
}

/* Open MPI 5 has no box for a process that exits after a signal which its mpirun has passed on. */
void abort_at_exit(void)
{
    if (dlsym(RTLD_DEFAULT, "orte_execute_quiet"))
        on_exit(abort_with, NULL);
}

void before_finalize(int together) {}

int windows_have_to_be_freed(void)
{
    return 0;
}

/* Slurm also sets PMI_ variables, but not MPI_LOCALNRANKS. */
const char *foreign_launcher(void)
{
    if (getenv("PMI_SIZE") && getenv("MPI_LOCALNRANKS") && !getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK"))
        return "the mpirun of MPICH (or another Hydra)";
    return NULL;
}

/*
 * Open MPI numbers the nonblocking collective operations of a communicator. It does not count a broadcast or a reduction at
 * a rank whose root is MPI_PROC_NULL, nor where the count is 0. Between two groups, the ranks beside the root know no count,
 * so that the next operation would wait forever. It counts a gather.
 */
int counts_all(void)
{
    return 0;
}

int start_bcast(void *address, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
    return MPI_Ibcast(address, count, type, root, comm, request);
}

/*
 * Open MPI keeps the accesses to files that have been started in a list. Each poll walks it, without a lock of its own. So a
 * poll beside a thread that starts an access crashes (seen in 4.1.4). Such a start does not wait for other ranks.
 */
int starts_files_in_turn(void)
{
    return 1;
}

/* MPI_File_write_all of Open MPI always reports that all was written (seen in 4.1.4). */
int write_all(MPI_File file, MPI_Offset steps, void *memory, int count, MPI_Datatype type, MPI_Status *status)
{
    MPI_Offset at = 0;
    int code = MPI_File_get_position(file, &at);
    if (code == MPI_SUCCESS)
        code = MPI_File_write_at_all(file, at, memory, count, type, status);
    return code == MPI_SUCCESS ? MPI_File_seek(file, at + steps, MPI_SEEK_SET) : code;
}

int writes_at_start(void)
{
    return 0;
}
