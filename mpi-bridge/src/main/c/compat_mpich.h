/* What is particular to MPICH and the libraries descended from it. */
#include <stdlib.h>

static void before_init(void) {}

static void before_abort(void) {}

/* Names the launcher of another MPI that started this process, or NULL. Such a launcher leaves
 * every process a job of its own, of one rank. */
static const char *foreign_launcher(void)
{
    if (getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMI_RANK"))
        return "the mpirun of Open MPI";
    return NULL;
}
