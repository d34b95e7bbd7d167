/*
 * Keeps the ports of a job on one host off the network. MPI and its mpirun listen at all addresses of the host, and most
 * have no option against it. This library is preloaded, so its bind replaces that of the C library. Where MPI asks for all
 * addresses, it gets the loopback address. Sockets of the program, and addresses that MPI chooses, stay as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

/* How the files of MPI begin: its libraries, those beneath it, and the programs of its mpirun. */
static const char *const of_mpi[] = {"libmpi", "libopen-", "libpmix", "libprrte", "libuct", "libucp", "libfabric",
                                     "mca_",   "mpirun",   "mpiexec", "orte",     "prte",   "hydra_"};

static bool is_of_mpi(const void *code)
{
    Dl_info place;
    if (!dladdr(code, &place) || !place.dli_fname)
        return false;
    const char *slash = strrchr(place.dli_fname, '/');
    const char *name = slash ? slash + 1 : place.dli_fname;
    for (size_t i = 0; i < sizeof of_mpi / sizeof *of_mpi; i++)
        if (!strncmp(name, of_mpi[i], strlen(of_mpi[i])))
            return true;
    return false;
}

/* Asks for the loopback address instead of all addresses. */
static void narrow(struct sockaddr_storage *address, socklen_t length)
{
    struct sockaddr_in *v4 = (struct sockaddr_in *)address;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)address;
    if (address->ss_family == AF_INET && length >= sizeof *v4 && v4->sin_addr.s_addr == htonl(INADDR_ANY))
        v4->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    else if (address->ss_family == AF_INET6 && length >= sizeof *v6 && IN6_IS_ADDR_UNSPECIFIED(&v6->sin6_addr))
        v6->sin6_addr = in6addr_loopback;
}

EXPORTED int bind(int socket, const struct sockaddr *address, socklen_t length)
{
    struct sockaddr_storage asked = {0};
    if (!getenv("RMI4MPI_LOOPBACK") || !address || length > sizeof asked || !is_of_mpi(__builtin_return_address(0)))
        return (int)syscall(SYS_bind, socket, address, length);
    memcpy(&asked, address, length);
    narrow(&asked, length);
    return (int)syscall(SYS_bind, socket, &asked, length);
}
