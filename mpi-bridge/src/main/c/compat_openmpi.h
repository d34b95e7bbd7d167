/* What is particular to Open MPI. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

/*
 * Through shared memory a message of 4 to 32 KiB takes a fifth to nine tenths of the time when it goes at once and
 * does not wait for its receive first, for which Open MPI's own limit is 4 KiB (figures in ARCHITECTURE.md). In the
 * memory that each rank shares for this, 16 MiB, there is room for so many fragments of this size, and as many of those
 * that larger messages go in. A user's own setting stands.
 */
#define EAGER_LIMIT "33024"
#define FRAGMENTS "240"

/*
 * When a message is longer than its receive, Open MPI lets the receiver fetch all of it, past the end of the
 * buffer, wherever a transport can read the sender's memory. Without that it reports MPI_ERR_TRUNCATE. The one way that
 * can be guarded is the kernel's call (reads.c), where rmi4mpirun has preloaded the guard. All ranks have to agree: where
 * mpirun was given several programs, some may not be Java, and it is left to the user. A user's own setting stands.
 */
static void before_init(void)
{
    setenv("OMPI_MCA_btl_vader_eager_limit", EAGER_LIMIT, 0);
    setenv("OMPI_MCA_btl_vader_free_list_max", FRAGMENTS, 0);
    setenv("OMPI_MCA_btl_sm_eager_limit", EAGER_LIMIT, 0);
    setenv("OMPI_MCA_btl_sm_free_list_max", FRAGMENTS, 0);
    int guarded = guard_reads();
    const char *programs = getenv("OMPI_NUM_APP_CTX");
    if (programs && atoi(programs) > 1)
        return;
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", guarded ? "cma" : "none", 0);
    setenv("OMPI_MCA_smsc", guarded ? "cma" : "^cma,knem,xpmem", 0); /* what Open MPI 5 has in its place */
    setenv("OMPI_MCA_btl_self_flags", "send", 0);
    setenv("OMPI_MCA_btl_tcp_flags", "send", 0);
}

/*
 * The rank has said why the job ends. Open MPI up to 4 would have it followed by ten lines that MPI_ABORT was invoked, and
 * has no parameter that a rank could set for these alone.
 */
static void before_abort(void)
{
    char *quiet = dlsym(RTLD_DEFAULT, "orte_execute_quiet"); /* a bool */
    if (quiet)
        *quiet = 1;
}

/* Names the launcher of another MPI that started this process, or NULL. Such a launcher leaves
 * every process a job of its own, of one rank. Slurm sets PMI_ variables too, without MPI_LOCALNRANKS. */
static const char *foreign_launcher(void)
{
    if (getenv("PMI_SIZE") && getenv("MPI_LOCALNRANKS") && !getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK"))
        return "the mpirun of MPICH (or another Hydra)";
    return NULL;
}
