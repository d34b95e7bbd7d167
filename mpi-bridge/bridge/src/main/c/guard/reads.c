/*
 * Keeps MPI from writing past the end of a receive buffer. If a message is longer than its receive, Open MPI fetches
 * all of it from the sender's memory. This library is preloaded, so its process_vm_readv replaces that of the C
 * library. It fetches no more than the buffer holds but reports that all was fetched. MPI then reports a truncated
 * message.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

/* Set by the bridge: room in bytes at an address; SIZE_MAX if unknown. */
EXPORTED size_t (*rmi4mpi_room)(const void *address) = NULL;

EXPORTED ssize_t process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
                                  const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
    size_t room = rmi4mpi_room && locals == 1 ? rmi4mpi_room(local->iov_base) : SIZE_MAX;
    if (locals != 1 || local->iov_len <= room)
        return syscall(SYS_process_vm_readv, pid, local, locals, remote, remotes, flags);
    struct iovec fitting = {local->iov_base, room};
    ssize_t fetched = room == 0 ? 0 : syscall(SYS_process_vm_readv, pid, &fitting, 1, remote, remotes, flags);
    return fetched < 0 || (size_t)fetched < room ? fetched : (ssize_t)local->iov_len;
}

/* The programs of mpirun, which start each other and the ranks. */
static bool is_mpirun(void)
{
    static const char *const names[] = {"mpirun", "mpiexec", "orte", "prte", "hydra_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(program_invocation_short_name, names[i], strlen(names[i])))
            return true;
    return false;
}

/*
 * Removes this library from LD_PRELOAD, where it comes first. Processes that the JVM starts do not use MPI, and do not
 * get it.
 */
__attribute__((constructor)) static void leave_environment(void)
{
    if (is_mpirun())
        return;
    const char *preloaded = getenv("LD_PRELOAD");
    if (!preloaded || !strstr(preloaded, "librmi4mpi-guard.so"))
        return;
    const char *others = strchr(preloaded, ':');
    if (others)
        setenv("LD_PRELOAD", strdup(others + 1), 1);
    else
        unsetenv("LD_PRELOAD");
}
