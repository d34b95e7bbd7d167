/* Specific to MPICH and libraries derived from it. */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Tells the guard (yields.c) the address range of the code of the object loaded at this base. */
static int stay(struct dl_phdr_info *object, size_t size, void *base)
{
    uintptr_t *from = dlsym(RTLD_DEFAULT, "rmi4mpi_stays_from");
    uintptr_t *bytes = dlsym(RTLD_DEFAULT, "rmi4mpi_stays_bytes");
    if (object->dlpi_addr != (uintptr_t)base || !from || !bytes)
        return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type == PT_LOAD && object->dlpi_phdr[i].p_flags & PF_X) {
            *from = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
            *bytes = object->dlpi_phdr[i].p_memsz;
        }
    }
    return 1;
}

/* ParaStation MPI polls in a separate library, pscom. */
static void before_init(void)
{
    Dl_info pscom;
    void *polls = dlsym(RTLD_DEFAULT, "pscom_test_any");
    if (polls && dladdr(polls, &pscom))
        dl_iterate_phdr(stay, pscom.dli_fbase);
}

static void before_abort(void) {}

#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40200000

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
void before_finalize(void)
{
    char built[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    const char *pmi = getenv("PMI_FD");
    if (pmi && dlsym(RTLD_DEFAULT, "ucp_disconnect_nb") && MPI_Get_library_version(built, &length) == MPI_SUCCESS
        && !strstr(built, "--with-pmi"))
        meet_by_launcher(atoi(pmi));
}

#else

void before_finalize(void) {}

#endif

/*
 * Names the launcher of another MPI if that started this process, otherwise NULL. Such a launcher gives each process a
 * separate job of one rank. A library that speaks PMIx, as ParaStation MPI may, joins the job of any such launcher.
 */
static const char *foreign_launcher(void)
{
    if (getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMI_RANK") && !dlsym(RTLD_DEFAULT, "PMIx_Init"))
        return "the mpirun of Open MPI";
    return NULL;
}

int counts_beside_root(void)
{
    return 1;
}
