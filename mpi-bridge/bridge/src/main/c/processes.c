/*
 * Processes that join a job while it runs. A call may wait for the launcher, or for other processes, so all are made without
 * the entry lock.
 */
#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiProcesses.h"

#include <stdlib.h>

static int made(jlong result, int code, MPI_Comm comm)
{
    if (code == MPI_SUCCESS && comm != MPI_COMM_NULL)
        code = MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    TO_SLOT(result)->handle = comm == MPI_COMM_NULL ? 0 : TO_JLONG(comm);
    return code;
}

NATIVE_OF(MpiProcesses, jint, openPort0)(JNIEnv *env, jclass self, jlong info, jlong port)
{
    RETURN_BLOCKING(MPI_Open_port(TO_INFO(info), TO_ADDRESS(port)));
}

NATIVE_OF(MpiProcesses, jint, closePort0)(JNIEnv *env, jclass self, jlong port)
{
    RETURN_BLOCKING(MPI_Close_port(TO_ADDRESS(port)));
}

NATIVE_OF(MpiProcesses, jint, publish0)(JNIEnv *env, jclass self, jlong service, jlong info, jlong port)
{
    RETURN_BLOCKING(MPI_Publish_name(TO_ADDRESS(service), TO_INFO(info), TO_ADDRESS(port)));
}

NATIVE_OF(MpiProcesses, jint, unpublish0)(JNIEnv *env, jclass self, jlong service, jlong info, jlong port)
{
    RETURN_BLOCKING(MPI_Unpublish_name(TO_ADDRESS(service), TO_INFO(info), TO_ADDRESS(port)));
}

NATIVE_OF(MpiProcesses, jint, lookup0)(JNIEnv *env, jclass self, jlong service, jlong info, jlong port)
{
    RETURN_BLOCKING(MPI_Lookup_name(TO_ADDRESS(service), TO_INFO(info), TO_ADDRESS(port)));
}

NATIVE_OF(MpiProcesses, jint,
          accept0)(JNIEnv *env, jclass self, jlong port, jlong info, jint root, jlong comm, jlong result)
{
    MPI_Comm both = MPI_COMM_NULL;
    ENTER_BLOCKING();
    int code = MPI_Comm_accept(TO_ADDRESS(port), TO_INFO(info), root, TO_COMM(comm), &both);
    return leave_blocking(made(result, code, both));
}

NATIVE_OF(MpiProcesses, jint,
          connect0)(JNIEnv *env, jclass self, jlong port, jlong info, jint root, jlong comm, jlong result)
{
    MPI_Comm both = MPI_COMM_NULL;
    ENTER_BLOCKING();
    int code = MPI_Comm_connect(TO_ADDRESS(port), TO_INFO(info), root, TO_COMM(comm), &both);
    return leave_blocking(made(result, code, both));
}

NATIVE_OF(MpiProcesses, jint, parent0)(JNIEnv *env, jclass self, jlong result)
{
    MPI_Comm parent = MPI_COMM_NULL;
    ENTER_BLOCKING();
    int code = MPI_Comm_get_parent(&parent);
    return leave_blocking(made(result, code, parent));
}

/*
 * infos refers to longs at the root. shared refers to two longs: the number of processes, which the root broadcasts if
 * tells is true, and the address of their error codes, which the caller frees.
 */
NATIVE_OF(MpiProcesses, jint,
          spawn0)(JNIEnv *env, jclass self, jint count, jlong commands, jlong arguments, jlong processes, jlong infos,
                  jint root, jboolean tells, jlong comm, jlong shared, jlong result)
{
    int64_t *known = TO_ADDRESS(shared);
    MPI_Comm both = MPI_COMM_NULL;
    MPI_Info *hints = malloc((size_t)count * sizeof *hints + 1);
    int total = (int)known[0];
    int refusal = hints ? enter_to_block() : MPI_ERR_NO_MEM;
    if (refusal) {
        free(hints);
        return refusal;
    }
    for (int i = 0; i < count; i++)
        hints[i] = TO_INFO(((const int64_t *)TO_ADDRESS(infos))[i]);
    int code = tells ? MPI_Bcast(&total, 1, MPI_INT, root, TO_COMM(comm)) : MPI_SUCCESS;
    int *codes = calloc((size_t)total + 1, sizeof *codes);
    if (code == MPI_SUCCESS && !codes)
        code = MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS)
        code = MPI_Comm_spawn_multiple(count, TO_ADDRESS(commands), TO_ADDRESS(arguments), TO_ADDRESS(processes), hints,
                                       root, TO_COMM(comm), &both, codes);
    free(hints);
    known[0] = total;
    known[1] = (int64_t)(intptr_t)codes;
    return leave_blocking(made(result, code, both));
}
