/* What is particular to Open MPI. */
#include <stdlib.h>

/* Names the launcher of another MPI that started this process, or NULL. Such a launcher leaves
 * every process a job of its own, of one rank. Slurm sets PMI_ variables too, without MPI_LOCALNRANKS. */
static const char *foreign_launcher(void)
{
    if (getenv("PMI_SIZE") && getenv("MPI_LOCALNRANKS") && !getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK"))
        return "the mpirun of MPICH (or another Hydra)";
    return NULL;
}
