/* Point-to-point messages: started here, completed by test0. */
#define _GNU_SOURCE
#include "bridge.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

int is_truncation(int code)
{
    int class = MPI_ERR_OTHER;
    MPI_Error_class(code, &class);
    return class == MPI_ERR_TRUNCATE;
}

/* Writes what a status tells into the slot, and marks it done. Lengths may be beyond an int. */
static int complete_slot(slot_t *slot, MPI_Status *status)
{
    MPI_Count length = 0;
    int cancelled = slot->cancelled;
    int code = MPI_Get_elements_x(status, MPI_BYTE, &length);
    if (code == MPI_SUCCESS && cancelled)
        code = MPI_Test_cancelled(status, &cancelled);
    slot->source = status->MPI_SOURCE;
    slot->tag = status->MPI_TAG;
    slot->length = length;
    slot->cancelled = cancelled;
    slot->done = 1;
    return code;
}

/* An operation has ended, well or not. Of a message that is longer than its receive the status tells what is known. */
static int complete(slot_t *slot, int code, MPI_Status *status)
{
    ended(slot);
    if (code == MPI_SUCCESS)
        return complete_slot(slot, status);
    if (is_truncation(code))
        complete_slot(slot, status);
    slot->done = 1;
    return code;
}

/* Whether an operation has ended: asked a few times, since that takes less than to come back and be asked again. */
static int test(slot_t *slot, int times)
{
    MPI_Request request = (MPI_Request)(intptr_t)slot->handle;
    MPI_Status status;
    int flag = 0;
    int code = MPI_SUCCESS;
    for (int i = 0; i < times && !flag && code == MPI_SUCCESS; i++)
        code = MPI_Test(&request, &flag, &status);
    slot->handle = TO_JLONG(request);
    return flag || code != MPI_SUCCESS ? complete(slot, code, &status) : code;
}

/* A small message has left when its send was started; there is nothing to tell of it. */
static int sent(slot_t *slot, int code, MPI_Request request, int peer, int tag)
{
    int flag = 0;
    if (code == MPI_SUCCESS)
        code = MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    started(slot, code, request);
    slot->source = peer;
    slot->tag = tag;
    slot->length = 0;
    slot->done = flag || code != MPI_SUCCESS;
    return code;
}

NATIVE(jint, isend0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm,
                     jlong slot)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = MPI_Isend(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), &request);
    return leave(sent(TO_SLOT(slot), code, request, peer, tag));
}

NATIVE(jint, issend0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm,
                      jlong slot)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = MPI_Issend(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), &request);
    return leave(sent(TO_SLOT(slot), code, request, peer, tag));
}

NATIVE(jint, irsend0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm,
                      jlong slot)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = MPI_Irsend(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), &request);
    return leave(sent(TO_SLOT(slot), code, request, peer, tag));
}

/* Waits for the message, too, while it is asked for so many times. */
NATIVE(jint, irecv0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm,
                     jint times, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Request request = MPI_REQUEST_NULL;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    expect(slot, address, count, type);
    int code = MPI_Irecv(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), &request);
    started(slot, code, request);
    if (code != MPI_SUCCESS)
        ended(slot);
    return leave(code == MPI_SUCCESS && times > 0 ? test(slot, times) : code);
}

/* Two outcomes are good: done with a status, or not yet. An error, such as a message that was cut
 * to the receiver's length, ends the operation too. */
NATIVE(jint, test0)(JNIEnv *env, jclass self, jlong slot, jint times)
{
    return enter() ? leave(test(TO_SLOT(slot), times)) : FINALIZED;
}

/* The operation still has to be completed, by test0. */
NATIVE(jint, cancel0)(JNIEnv *env, jclass self, jlong slot)
{
    MPI_Request request = (MPI_Request)(intptr_t)TO_SLOT(slot)->handle;
    TO_SLOT(slot)->cancelled = 1; /* to be asked when it has ended */
    return enter() ? leave(MPI_Cancel(&request)) : FINALIZED;
}

NATIVE(jint, iprobe0)(JNIEnv *env, jclass self, jint peer, jint tag, jlong comm, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Status status;
    int flag = 0;
    if (!enter())
        return FINALIZED;
    int code = MPI_Iprobe(peer, tag, TO_COMM(comm), &flag, &status);
    slot->done = 0;
    if (code == MPI_SUCCESS && flag)
        code = complete_slot(slot, &status);
    return leave(code);
}

/* Takes a message that is there from those that receives and probes see; imrecv0 receives it. */
NATIVE(jint, improbe0)(JNIEnv *env, jclass self, jint peer, jint tag, jlong comm, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    int flag = 0;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = MPI_Improbe(peer, tag, TO_COMM(comm), &flag, &message, &status);
    slot->done = 0;
    if (code == MPI_SUCCESS && flag)
        code = complete_slot(slot, &status);
    slot->handle = TO_JLONG(message);
    return leave(code);
}

NATIVE(jint, imrecv0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Message message = (MPI_Message)(intptr_t)slot->handle;
    MPI_Request request = MPI_REQUEST_NULL;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    expect(slot, address, count, type);
    int code = MPI_Imrecv(TO_ADDRESS(address), count, TO_TYPE(type), &message, &request);
    if (code != MPI_SUCCESS)
        ended(slot);
    return leave(started(slot, code, request));
}

/* Where nobody has room for a message: its sender can go on. */
#define SCRAP 4096
#define LOOKS 1000

/* Waits until a message is there and takes it, to no purpose, in memory that is none of the JVM's. Other threads go on
 * meanwhile. Where there is no such memory either, MPI cuts the message off. */
NATIVE(jint, discard0)(JNIEnv *env, jclass self, jint source, jint tag, jlong comm, jint bytes)
{
    char scrap[SCRAP];
    void *memory = malloc((size_t)bytes);
    slot_t slot;
    memset(&slot, 0, sizeof slot);
    MPI_Request request = MPI_REQUEST_NULL;
    if (!enter()) {
        free(memory);
        return FINALIZED;
    }
    jlong room = memory ? bytes : SCRAP < bytes ? SCRAP : bytes;
    jlong address = TO_JLONG(memory ? memory : scrap);
    expect(&slot, address, (jint)room, TO_JLONG(MPI_BYTE));
    int code = MPI_Irecv(TO_ADDRESS(address), (int)room, MPI_BYTE, source, tag, TO_COMM(comm), &request);
    started(&slot, code, request);
    if (code != MPI_SUCCESS)
        ended(&slot);
    leave(code);
    for (int looks = 0; code == MPI_SUCCESS && !slot.done; looks++) {
        if (!enter()) {
            ended(&slot);
            return FINALIZED; /* nobody can tell whether MPI still writes there: the memory is left to it */
        }
        code = leave(test(&slot, 1));
        if (looks < LOOKS)
            sched_yield();
        else
            nap();
    }
    free(memory);
    return memory ? code : MPI_SUCCESS;
}

NATIVE(jlong, allocate0)(JNIEnv *env, jclass self, jlong bytes)
{
    return TO_JLONG(malloc((size_t)bytes));
}

NATIVE(void, free0)(JNIEnv *env, jclass self, jlong address)
{
    free(TO_ADDRESS(address));
}

NATIVE(jint, intAt0)(JNIEnv *env, jclass self, jlong address)
{
    int32_t value;
    memcpy(&value, TO_ADDRESS(address), sizeof value);
    return value;
}

NATIVE(void, copy0)(JNIEnv *env, jclass self, jlong from, jlong to, jlong bytes)
{
    memcpy(TO_ADDRESS(to), TO_ADDRESS(from), (size_t)bytes);
}
