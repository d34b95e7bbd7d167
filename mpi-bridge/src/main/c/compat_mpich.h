/* Specific to MPICH and libraries derived from it. */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

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
