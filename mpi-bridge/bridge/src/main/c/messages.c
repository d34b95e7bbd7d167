/* Point-to-point messages, started here and completed by test0. */
#define _GNU_SOURCE
#include "bridge.h"
#include "compat.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int is_truncation(int code)
{
    int class = MPI_ERR_OTHER;
    MPI_Error_class(code, &class);
    return class == MPI_ERR_TRUNCATE;
}

/* Stores a status in the slot, and marks it done. Lengths may exceed an int. */
static int complete_slot(slot_t *slot, MPI_Status *status)
{
    MPI_Count length = 0;
    int cancelled = slot->cancelled;
    int code = MPI_Get_elements_x(status, MPI_BYTE, &length);
    if (code == MPI_SUCCESS && cancelled)
        code = MPI_Test_cancelled(status, &cancelled);
    slot->source = slot->form == OF_FILE ? 0 : status->MPI_SOURCE;
    slot->tag = slot->form == OF_FILE ? 0 : status->MPI_TAG;
    slot->length = length;
    slot->cancelled = cancelled;
    slot->done = 1;
    return code;
}

/*
 * Completes an operation, successfully or not. If the message was longer than its receive, the status holds what is
 * known of it.
 */
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

/* Tests for completion, several times, since that is faster than to return to Java and be called again. */
static int test(slot_t *slot, int times)
{
    MPI_Request request = (MPI_Request)(intptr_t)slot->handle;
    MPI_Status status;
    int flag = 0;
    int code = MPI_SUCCESS;
    if (slot->form == OF_FILE)
        code = test_file(&request, &flag, &status);
    for (int i = 0; i < times && !flag && code == MPI_SUCCESS && slot->form != OF_FILE; i++)
        code = MPI_Test(&request, &flag, &status);
    slot->handle = TO_JLONG(request);
    return flag || code != MPI_SUCCESS ? complete(slot, code, &status) : code;
}

/* A small message has usually left when its send returns. Then the slot is done at once. */
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

/* In one of the modes of Mpi.java. */
static int start_send(jint mode, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm,
                      MPI_Request *request)
{
    switch (mode) {
    case org_rmi4mpi_bridge_Mpi_STANDARD:
        return MPI_Isend(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), request);
    case org_rmi4mpi_bridge_Mpi_SYNCHRONOUS:
        return MPI_Issend(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), request);
    default:
        return MPI_Irsend(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), request);
    }
}

/*
 * The elements to send are first copied from an array into the memory, if there is one. PENDING if MPI still needs the memory.
 */
NATIVE(jint, send0)(JNIEnv *env, jclass self, jint mode, jlong address, jint count, jlong type, jint peer, jint tag,
                    jlong comm, jobject array, jlong at, jint kind, jint bytes, jlong slot)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (array)
        load(env, array, at, kind, TO_ADDRESS(address), bytes);
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = start_send(mode, address, count, type, peer, tag, comm, &request);
    code = leave(sent(TO_SLOT(slot), code, request, peer, tag));
    return code == MPI_SUCCESS && !TO_SLOT(slot)->done ? PENDING : code;
}

/* Called in MPI. */
static int start_receive(slot_t *slot, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm)
{
    MPI_Request request = MPI_REQUEST_NULL;
    expect(slot, address, count, type);
    int code = MPI_Irecv(TO_ADDRESS(address), count, TO_TYPE(type), peer, tag, TO_COMM(comm), &request);
    started(slot, code, request);
    if (code != MPI_SUCCESS)
        ended(slot);
    return code;
}

/* Also tests for completion, the given number of times. */
NATIVE(jint, irecv0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm,
                     jint times, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = start_receive(slot, address, count, type, peer, tag, comm);
    return leave(code == MPI_SUCCESS && times > 0 ? test(slot, times) : code);
}

/*
 * How often an operation is tested before the call goes back to Java: some 20 us. The way through Java takes 2 us more. If a rank
 * took it after that time, the other one would wait for as long, and take it, too. A rank that shares its core yields instead.
 */
#define ROUNDS 64
#define ROUNDS_WHERE_CROWDED 2

static int rounds(void)
{
    return shares_cores() ? ROUNDS_WHERE_CROWDED : ROUNDS;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

/* Waits as inside MPI, some nanoseconds at most. */
static int await_briefly(slot_t *slot, int64_t nanoseconds)
{
    int64_t end = now() + nanoseconds;
    int code = MPI_SUCCESS;
    begin_wait(0);
    while (!slot->done && code == MPI_SUCCESS && now() < end) {
        code = enter() ? leave(test(slot, 1)) : FINALIZED;
        if (!slot->done && code == MPI_SUCCESS)
            idle();
    }
    end_wait();
    return code;
}

/* Tests for completion, and then waits for some nanoseconds. Other threads may enter MPI in between. */
static int test_for_long(slot_t *slot, int times, int64_t patience_ns)
{
    int code = MPI_SUCCESS;
    for (int i = rounds(); i > 0 && code == MPI_SUCCESS && !slot->done; i--)
        code = enter() ? leave(test(slot, times)) : FINALIZED;
    return code == MPI_SUCCESS && !slot->done && patience_ns > 0 ? await_briefly(slot, patience_ns) : code;
}

/*
 * Copies a message that has arrived, and is not longer than its room, into the array, if there is one. Tells whether it is the
 * whole message that the receive asks for.
 */
static int store_message(JNIEnv *env, const slot_t *slot, jlong from, jlong room, jobject array, jlong at, jint kind,
                         jint peer, jint tag)
{
    if (!array || slot->length > room || slot->cancelled)
        return MPI_SUCCESS;
    store(env, array, at, kind, 0, TO_ADDRESS(from), (jint)slot->length);
    return slot->length == room && slot->source == peer && slot->tag == tag ? AS_ASKED : MPI_SUCCESS;
}

/* Ends a call that has tested a receive. */
static int received(JNIEnv *env, const slot_t *slot, int code, jlong from, jlong room, jobject array, jlong at,
                    jint kind, jint peer, jint tag)
{
    if (code == MPI_SUCCESS && !slot->done)
        return PENDING;
    return code == MPI_SUCCESS ? store_message(env, slot, from, room, array, at, kind, peer, tag) : code;
}

/*
 * Starts a receive, and tests it for long. A message that has arrived is then in the array, if there is one, of which the memory
 * takes all bytes.
 */
NATIVE(jint,
       receive0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jint peer, jint tag, jlong comm,
                 jint times, jlong patience_ns, jobject array, jlong at, jint kind, jint bytes, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = start_receive(slot, address, count, type, peer, tag, comm);
    if (code == MPI_SUCCESS)
        code = test(slot, times);
    leave(code);
    if (code == MPI_SUCCESS && !slot->done)
        code = test_for_long(slot, times, patience_ns);
    return received(env, slot, code, address, bytes, array, at, kind, peer, tag);
}

/* Goes on with a receive that was started before: tests it once or for long, and then as receive0. */
NATIVE(jint, finish0)(JNIEnv *env, jclass self, jlong address, jint peer, jint tag, jint times, jboolean for_long,
                      jlong patience_ns, jobject array, jlong at, jint kind, jint bytes, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    int code = MPI_SUCCESS;
    if (!slot->done)
        code = enter() ? leave(test(slot, times)) : FINALIZED;
    if (for_long && code == MPI_SUCCESS && !slot->done)
        code = test_for_long(slot, times, patience_ns);
    return received(env, slot, code, address, bytes, array, at, kind, peer, tag);
}

/*
 * Starts a send, then a receive, and tests both for long. The elements to send are first copied from an array into the memory, if
 * there is one, and those received as by receive0. The code is that of the first of these that has failed. A send that MPI does
 * not have is done in its slot; a receive that was not started is not.
 */
NATIVE(jint, sendrecv0)(JNIEnv *env, jclass self, jlong out, jint sendcount, jlong sendtype, jint dest, jint sendtag,
                        jobject from, jlong from_at, jint from_kind, jint sent_bytes, jlong in, jint recvcount,
                        jlong recvtype, jint source, jint recvtag, jobject to, jlong to_at, jint to_kind,
                        jint room_bytes, jlong comm, jint times, jlong patience_ns, jlong send_slot, jlong receive_slot)
{
    slot_t *send = TO_SLOT(send_slot), *receive = TO_SLOT(receive_slot);
    MPI_Request request = MPI_REQUEST_NULL;
    send->done = 1;
    receive->done = 0;
    if (from)
        load(env, from, from_at, from_kind, TO_ADDRESS(out), sent_bytes);
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = MPI_Isend(TO_ADDRESS(out), sendcount, TO_TYPE(sendtype), dest, sendtag, TO_COMM(comm), &request);
    code = sent(send, code, request, dest, sendtag);
    if (code != MPI_SUCCESS)
        return leave(code);
    code = start_receive(receive, in, recvcount, recvtype, source, recvtag, comm);
    if (code == MPI_SUCCESS)
        code = test(receive, times);
    leave(code);
    for (int i = rounds(); i > 0 && code == MPI_SUCCESS && !(receive->done && send->done); i--)
        code = enter() ? leave(test(receive->done ? send : receive, times)) : FINALIZED;
    if (code == MPI_SUCCESS && !receive->done && patience_ns > 0)
        code = await_briefly(receive, patience_ns);
    if (code == MPI_SUCCESS && !(receive->done && send->done))
        return PENDING;
    return code == MPI_SUCCESS ? store_message(env, receive, in, room_bytes, to, to_at, to_kind, source, recvtag)
                               : code;
}

/* Works as test0, for long. */
NATIVE(jint, testForLong0)(JNIEnv *env, jclass self, jlong slot, jint times, jlong patience_ns)
{
    return test_for_long(TO_SLOT(slot), times, patience_ns);
}

/*
 * Success means that the operation is done with a status, or is still pending. An error, such as a message truncated to
 * the receiver's length, also ends the operation.
 */
NATIVE(jint, test0)(JNIEnv *env, jclass self, jlong slot, jint times)
{
    return enter() ? leave(test(TO_SLOT(slot), times)) : FINALIZED;
}

/* Waits for completion, some nanoseconds at most. As test0 otherwise. */
NATIVE(jint, awaitBriefly0)(JNIEnv *env, jclass self, jlong slot, jlong nanoseconds)
{
    return await_briefly(TO_SLOT(slot), nanoseconds);
}

/* The operation still has to be completed by test0. */
NATIVE(jint, cancel0)(JNIEnv *env, jclass self, jlong slot)
{
    MPI_Request request = (MPI_Request)(intptr_t)TO_SLOT(slot)->handle;
    TO_SLOT(slot)->cancelled = 1; /* checked again after completion */
    return enter() ? leave(MPI_Cancel(&request)) : FINALIZED;
}

/* Open MPI's probe looks before it makes progress. So a message that this brings is found by the second one. */
#define PROBES 2

static int look(jint peer, jint tag, jlong comm, slot_t *slot)
{
    MPI_Status status;
    int flag = 0;
    int code = MPI_SUCCESS;
    if (!enter())
        return FINALIZED;
    for (int i = 0; i < PROBES && !flag && code == MPI_SUCCESS; i++)
        code = MPI_Iprobe(peer, tag, TO_COMM(comm), &flag, &status);
    if (code == MPI_SUCCESS && flag)
        code = complete_slot(slot, &status);
    return leave(code);
}

/* Looks for a message once, or for long and then for some nanoseconds. */
NATIVE(jint, iprobe0)(JNIEnv *env, jclass self, jint peer, jint tag, jlong comm, jboolean for_long, jlong patience_ns,
                      jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    int code = MPI_SUCCESS;
    slot->done = 0;
    for (int i = for_long ? rounds() : 1; i > 0 && code == MPI_SUCCESS && !slot->done; i--)
        code = look(peer, tag, comm, slot);
    if (slot->done || code != MPI_SUCCESS || patience_ns <= 0)
        return code;
    int64_t end = now() + patience_ns;
    begin_wait(0);
    while (!slot->done && code == MPI_SUCCESS && now() < end) {
        idle();
        code = look(peer, tag, comm, slot);
    }
    end_wait();
    return code;
}

/* Removes an arrived message from matching. Only imrecv0 can receive it. */
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

/* To discard a message that nobody has memory for, so that its sender can continue. */
#define SCRAP 4096
#define TESTS 1000

/*
 * Waits for a message, and receives it into memory from the C library. Other threads run meanwhile. If there is no such
 * memory either, MPI truncates the message.
 */
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
    for (int tests = 0; code == MPI_SUCCESS && !slot.done; tests++) {
        if (!enter()) {
            ended(&slot);
            return FINALIZED; /* MPI may still write to the memory, so it is leaked */
        }
        code = leave(test(&slot, 1));
        if (tests < TESTS)
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
