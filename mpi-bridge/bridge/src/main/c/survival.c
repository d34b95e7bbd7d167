/*
 * The calls by which a job goes on without ranks that are lost: ULFM, user-level failure mitigation. Open MPI 5 has them,
 * and Open MPI 4 does not, under one ABI. So they are looked up when they are called.
 */
#define _GNU_SOURCE
#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiSurvival.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The classes of Open MPI 5, for the headers of Open MPI 4. */
#ifndef MPI_ERR_PROC_FAILED
#ifdef MPIX_ERR_PROC_FAILED
#define MPI_ERR_PROC_FAILED MPIX_ERR_PROC_FAILED
#define MPI_ERR_PROC_FAILED_PENDING MPIX_ERR_PROC_FAILED_PENDING
#define MPI_ERR_REVOKED MPIX_ERR_REVOKED
#else
#define MPI_ERR_PROC_FAILED 75
#define MPI_ERR_PROC_FAILED_PENDING 76
#define MPI_ERR_REVOKED 77
#endif
#endif

static void *found(const char *name)
{
    return dlsym(RTLD_DEFAULT, name);
}

static int class_of(int code)
{
    int class = MPI_SUCCESS;
    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    return class;
}

int is_loss(int code)
{
    int class = class_of(code);
    return class == MPI_ERR_PROC_FAILED || class == MPI_ERR_PROC_FAILED_PENDING;
}

/* The ranks of a communicator that MPI knows to be lost. */
static int get_failed(MPI_Comm comm, MPI_Group *failed, int *count)
{
    int (*get)(MPI_Comm, MPI_Group *) = (int (*)(MPI_Comm, MPI_Group *))found("MPIX_Comm_get_failed");
    if (!get)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    int code = get(comm, failed);
    return code == MPI_SUCCESS ? MPI_Group_size(*failed, count) : code;
}

static int acknowledge(MPI_Comm comm, int count)
{
    int acknowledged;
    int (*ack)(MPI_Comm, int, int *) = (int (*)(MPI_Comm, int, int *))found("MPIX_Comm_ack_failed");
    return ack ? ack(comm, count, &acknowledged) : MPI_ERR_UNSUPPORTED_OPERATION;
}

int accept_losses(MPI_Comm comm, int code)
{
    MPI_Group failed;
    int count = 0;
    if (class_of(code) != MPI_ERR_PROC_FAILED_PENDING || get_failed(comm, &failed, &count) != MPI_SUCCESS)
        return code;
    MPI_Group_free(&failed);
    return acknowledge(comm, count);
}

NATIVE_OF(MpiSurvival, jboolean, isThere0)(JNIEnv *env, jclass self)
{
    return found("MPIX_Comm_get_failed") && found("MPIX_Comm_iagree") ? JNI_TRUE : JNI_FALSE;
}

/* lost: address of a byte for each rank of the communicator. Sets those of the ranks that are known to be lost. */
NATIVE_OF(MpiSurvival, jint, look0)(JNIEnv *env, jclass self, jlong comm, jlong lost)
{
    MPI_Group failed, all;
    int count = 0;
    if (!enter())
        return FINALIZED;
    int code = get_failed(TO_COMM(comm), &failed, &count);
    if (code != MPI_SUCCESS)
        return leave(code);
    if (count > 0) {
        int *ranks = malloc(2 * count * sizeof *ranks);
        code = ranks ? MPI_Comm_group(TO_COMM(comm), &all) : MPI_ERR_NO_MEM;
        if (code == MPI_SUCCESS) {
            for (int i = 0; i < count; i++)
                ranks[i] = i;
            code = MPI_Group_translate_ranks(failed, count, ranks, all, ranks + count);
            for (int i = 0; i < count && code == MPI_SUCCESS; i++)
                ((char *)TO_ADDRESS(lost))[ranks[count + i]] = 1;
            MPI_Group_free(&all);
        }
        free(ranks);
        acknowledge(TO_COMM(comm), count);
    }
    MPI_Group_free(&failed);
    return leave(code);
}

NATIVE_OF(MpiSurvival, jint, iagree0)(JNIEnv *env, jclass self, jlong comm, jlong flag, jlong slot)
{
    int (*iagree)(MPI_Comm, int *, MPI_Request *) = (int (*)(MPI_Comm, int *, MPI_Request *))found("MPIX_Comm_iagree");
    MPI_Request request = MPI_REQUEST_NULL;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = iagree ? iagree(TO_COMM(comm), TO_ADDRESS(flag), &request) : MPI_ERR_UNSUPPORTED_OPERATION;
    return leave(started(TO_SLOT(slot), code, request));
}

NATIVE_OF(MpiSurvival, jint, agree0)(JNIEnv *env, jclass self, jlong comm, jlong flag)
{
    int (*agree)(MPI_Comm, int *) = (int (*)(MPI_Comm, int *))found("MPIX_Comm_agree");
    if (!agree)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    RETURN_BLOCKING(agree(TO_COMM(comm), TO_ADDRESS(flag)));
}

NATIVE_OF(MpiSurvival, jint, shrink0)(JNIEnv *env, jclass self, jlong comm, jlong result)
{
    int (*shrink)(MPI_Comm, MPI_Comm *) = (int (*)(MPI_Comm, MPI_Comm *))found("MPIX_Comm_shrink");
    MPI_Comm shrunk = MPI_COMM_NULL;
    if (!shrink)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    ENTER_BLOCKING();
    int code = shrink(TO_COMM(comm), &shrunk);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_set_errhandler(shrunk, MPI_ERRORS_RETURN);
    TO_SLOT(result)->handle = code == MPI_SUCCESS ? TO_JLONG(shrunk) : 0;
    return leave_blocking(code);
}

NATIVE_OF(MpiSurvival, jboolean, isLoss0)(JNIEnv *env, jclass self, jint code)
{
    return is_loss(code) ? JNI_TRUE : JNI_FALSE;
}

/* Ends the calls of MPI without MPI_Finalize, which may wait forever where a rank is lost. */
NATIVE_OF(MpiSurvival, jint, finish0)(JNIEnv *env, jclass self)
{
    return finish_alone();
}

/*
 * How this rank tells the launcher its end: by a file of its own, JOB.end.RANK, and by JOB.abort if it ends the job. Each
 * comes whole, by another name first, so that this holds on a shared file system, too.
 */
static char job[PATH_MAX - 64];
static int own_rank;
static int has_ended;
static int least_status;
static int lost_ranks;
static int job_size;

static void tell(const char *name, const char *line)
{
    char unfinished[PATH_MAX];
    snprintf(unfinished, sizeof unfinished, "%s.ending.%d", job, own_rank);
    int file = open(unfinished, O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC, 0600);
    int failed = file < 0 || write(file, line, strlen(line)) < 0;
    if (file >= 0)
        failed |= close(file) != 0;
    if (failed || rename(unfinished, name) != 0)
        perror("rmi4mpi: the end of this rank cannot be told to the launcher");
}

static void tell_end(int status)
{
    char name[PATH_MAX], line[64];
    snprintf(name, sizeof name, "%s.end.%d", job, own_rank);
    snprintf(line, sizeof line, "%d %d %d\n", status, lost_ranks, job_size);
    tell(name, line);
}

/*
 * mpirun of Open MPI 5 goes on after a process that a signal has killed, and may hang after one that has exited with a
 * status. So a rank that exits too early kills itself, and the status of one that ends well goes by the file.
 */
static void end_process(int status, void *unused)
{
    if (!has_ended)
        kill(getpid(), SIGKILL);
    fflush(NULL);
    tell_end(status != 0 ? status : least_status);
    _exit(0);
}

NATIVE_OF(MpiSurvival, void, endByFile0)(JNIEnv *env, jclass self, jstring folder, jint rank, jint size)
{
    const char *text = (*env)->GetStringUTFChars(env, folder, NULL);
    if (!text)
        return;
    snprintf(job, sizeof job, "%s", text);
    (*env)->ReleaseStringUTFChars(env, folder, text);
    own_rank = rank;
    job_size = size;
    on_exit(end_process, NULL);
}

NATIVE_OF(MpiSurvival, void, markEnded0)(JNIEnv *env, jclass self, jint status, jint lost)
{
    least_status = status;
    lost_ranks = lost;
    has_ended = 1;
}

/* The status of the first that aborts the job counts. */
NATIVE_OF(MpiSurvival, void, tellAbort0)(JNIEnv *env, jclass self, jint status)
{
    char name[PATH_MAX], line[64];
    if (!job[0])
        return;
    snprintf(name, sizeof name, "%s.abort", job);
    snprintf(line, sizeof line, "%d\n", status);
    if (access(name, F_OK) != 0)
        tell(name, line);
}
