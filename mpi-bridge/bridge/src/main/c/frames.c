/*
 * Small frames: byte messages, received in a ring of preposted buffers. A remote call consists of a few of these, so
 * each function here makes only two MPI calls, and reads only the part of a status that a frame needs. No frame is
 * larger than a buffer, so receives.c does not track these receives.
 */
#include "bridge.h"

#include "org_rmi4mpi_bridge_FrameMessages.h"

#define RECEIVES org_rmi4mpi_bridge_FrameMessages_RECEIVES
#define CANCEL_TESTS 1000

/* Same layout as in FrameMessages.java. */
typedef struct {
    int32_t source;
    int32_t next; /* index of the receive that MPI fills next; a null request if none is posted there */
    int64_t comm;
    int32_t capacity;
    int32_t free; /* index of the place to post next */
    int64_t receives[RECEIVES];
} frames_t;

/* The single ring of this process. */
static uintptr_t buffers[RECEIVES];
static uintptr_t buffer_length;

int is_for_frames(uintptr_t address)
{
    for (int i = 0; i < RECEIVES; i++)
        if (address - buffers[i] < buffer_length)
            return 1;
    return 0;
}

/*
 * Encodes an error. Results are lengths, flags, or -1 for nothing yet, so errors are below -1. No error code is below
 * NO_STACK.
 */
static jint failed(int code)
{
    return -4 - code;
}

static int post(frames_t *frames, int place, jlong address)
{
    MPI_Request request = MPI_REQUEST_NULL;
    buffers[place] = (uintptr_t)address;
    int code = MPI_Irecv(TO_ADDRESS(address), frames->capacity, MPI_BYTE, MPI_ANY_SOURCE, 0, TO_COMM(frames->comm),
                         &request);
    if (code != MPI_SUCCESS) {
        code = accept_losses(TO_COMM(frames->comm), code);
        if (code == MPI_SUCCESS)
            code = MPI_Irecv(TO_ADDRESS(address), frames->capacity, MPI_BYTE, MPI_ANY_SOURCE, 0, TO_COMM(frames->comm),
                             &request);
    }
    frames->receives[place] = TO_JLONG(request);
    frames->free = (place + 1) % RECEIVES;
    return code;
}

/* addresses_at refers to RECEIVES buffer addresses. */
NATIVE(jint, openFrames0)(JNIEnv *env, jclass self, jlong frames_at, jlong comm, jint capacity, jlong addresses_at)
{
    frames_t *frames = TO_ADDRESS(frames_at);
    int64_t *addresses = TO_ADDRESS(addresses_at);
    int code = MPI_SUCCESS;
    if (!enter())
        return failed(FINALIZED);
    frames->comm = comm;
    frames->capacity = capacity;
    buffer_length = (uintptr_t)capacity;
    frames->next = 0;
    for (int i = 0; i < RECEIVES && code == MPI_SUCCESS; i++)
        code = post(frames, i, addresses[i]);
    return leave(code == MPI_SUCCESS ? 0 : failed(code));
}

/*
 * Returns the length of the next frame, and frees its place. The address, if not 0, is a buffer for the place that has
 * been empty for longest.
 */
NATIVE(jint, nextFrame0)(JNIEnv *env, jclass self, jlong frames_at, jlong address, jint times)
{
    frames_t *frames = TO_ADDRESS(frames_at);
    int code = MPI_SUCCESS, flag = 0, length = -1;
    MPI_Status status;
    if (!enter())
        return failed(FINALIZED);
    if (address)
        code = post(frames, frames->free, address);
    MPI_Request request = (MPI_Request)(intptr_t)frames->receives[frames->next];
    for (int i = 0; i < times && !flag && code == MPI_SUCCESS && request != MPI_REQUEST_NULL; i++)
        code = MPI_Test(&request, &flag, &status);
    if (flag && code == MPI_SUCCESS) {
        MPI_Get_count(&status, MPI_BYTE, &length);
        frames->receives[frames->next] = TO_JLONG(request);
        frames->source = status.MPI_SOURCE;
        frames->next = (frames->next + 1) % RECEIVES;
    } else if (code != MPI_SUCCESS && request == MPI_REQUEST_NULL && is_loss(code)) {
        /* its sender is lost: the caller gets a frame without bytes, and its buffer */
        frames->receives[frames->next] = TO_JLONG(request);
        frames->next = (frames->next + 1) % RECEIVES;
        code = MPI_SUCCESS;
        length = 0;
    } else if (code != MPI_SUCCESS) {
        code = accept_losses(TO_COMM(frames->comm), code); /* the receives stay posted */
    }
    leave(0);
    return code == MPI_SUCCESS ? length : failed(code);
}

/*
 * Cancels all receives, which MPI requires before it is finalised. Errors are ignored, since nobody is left to handle
 * them.
 */
NATIVE(void, closeFrames0)(JNIEnv *env, jclass self, jlong frames_at)
{
    frames_t *frames = TO_ADDRESS(frames_at);
    if (!enter())
        return;
    for (int i = 0; i < RECEIVES; i++) {
        MPI_Request request = (MPI_Request)(intptr_t)frames->receives[i];
        if (request == MPI_REQUEST_NULL || MPI_Cancel(&request) != MPI_SUCCESS)
            continue;
        for (int tests = 0; tests < CANCEL_TESTS && request != MPI_REQUEST_NULL; tests++) {
            int flag;
            if (MPI_Test(&request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS)
                break;
        }
        if (request != MPI_REQUEST_NULL)
            MPI_Request_free(&request);
    }
    leave(0);
}

/* Returns 1 if the frame has left. Returns 0 if it is in flight; the slot then holds the request. */
NATIVE(jint, sendFrame0)(JNIEnv *env, jclass self, jlong frames_at, jlong address, jint length, jint peer, jlong slot)
{
    frames_t *frames = TO_ADDRESS(frames_at);
    MPI_Request request = MPI_REQUEST_NULL;
    int flag = 0;
    int refusal = enter_to_start();
    if (refusal)
        return failed(refusal);
    int code = MPI_Isend(TO_ADDRESS(address), length, MPI_BYTE, peer, 0, TO_COMM(frames->comm), &request);
    if (code == MPI_SUCCESS)
        code = MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (!flag)
        started(TO_SLOT(slot), code, request);
    leave(0);
    return code == MPI_SUCCESS ? flag : failed(code);
}
