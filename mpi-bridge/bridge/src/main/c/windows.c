/*
 * Windows of MPI: memory that other ranks read and write. A call may wait for another rank, so it is made without the entry
 * lock. Displacements are in bytes from the start of a window, or addresses in a dynamic one.
 */
#include "bridge.h"
#include "compat.h"
#include "org_rmi4mpi_bridge_MpiWindows.h"

#define TO_WINDOW(handle) ((MPI_Win)(intptr_t)(handle))

NATIVE_OF(MpiWindows, jint, create0)(JNIEnv *env, jclass self, jlong comm, jlong address, jlong bytes, jboolean dynamic,
                                     jlong info, jlong result)
{
    MPI_Win window = MPI_WIN_NULL;
    ENTER_BLOCKING();
    int code = dynamic ? MPI_Win_create_dynamic(TO_INFO(info), TO_COMM(comm), &window)
                       : MPI_Win_create(TO_ADDRESS(address), bytes, 1, TO_INFO(info), TO_COMM(comm), &window);
    if (code == MPI_SUCCESS)
        code = MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    TO_SLOT(result)->handle = code == MPI_SUCCESS ? TO_JLONG(window) : 0;
    return leave_blocking(code);
}

NATIVE_OF(MpiWindows, jint, free0)(JNIEnv *env, jclass self, jlong handle)
{
    MPI_Win window = TO_WINDOW(handle);
    RETURN_BLOCKING(MPI_Win_free(&window));
}

NATIVE_OF(MpiWindows, jboolean, haveToBeFreed0)(JNIEnv *env, jclass self)
{
    return windows_have_to_be_freed();
}

NATIVE_OF(MpiWindows, jint, attach0)(JNIEnv *env, jclass self, jlong window, jlong address, jlong bytes)
{
    RETURN_BLOCKING(MPI_Win_attach(TO_WINDOW(window), TO_ADDRESS(address), bytes));
}

NATIVE_OF(MpiWindows, jint, detach0)(JNIEnv *env, jclass self, jlong window, jlong address)
{
    RETURN_BLOCKING(MPI_Win_detach(TO_WINDOW(window), TO_ADDRESS(address)));
}

/* Ends a call that may have a request. */
static int leave_with(slot_t *slot, int code, MPI_Request request)
{
    if (slot)
        started(slot, code, request);
    return leave_blocking(code);
}

NATIVE_OF(MpiWindows, jint,
          put0)(JNIEnv *env, jclass self, jlong window, jlong origin, jint count, jlong type, jint target,
                jlong displacement, jint target_count, jlong target_type, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Request request = MPI_REQUEST_NULL;
    ENTER_BLOCKING();
    int code = slot ? MPI_Rput(TO_ADDRESS(origin), count, TO_TYPE(type), target, displacement, target_count,
                               TO_TYPE(target_type), TO_WINDOW(window), &request)
                    : MPI_Put(TO_ADDRESS(origin), count, TO_TYPE(type), target, displacement, target_count,
                              TO_TYPE(target_type), TO_WINDOW(window));
    return leave_with(slot, code, request);
}

NATIVE_OF(MpiWindows, jint,
          get0)(JNIEnv *env, jclass self, jlong window, jlong origin, jint count, jlong type, jint target,
                jlong displacement, jint target_count, jlong target_type, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Request request = MPI_REQUEST_NULL;
    ENTER_BLOCKING();
    int code = slot ? MPI_Rget(TO_ADDRESS(origin), count, TO_TYPE(type), target, displacement, target_count,
                               TO_TYPE(target_type), TO_WINDOW(window), &request)
                    : MPI_Get(TO_ADDRESS(origin), count, TO_TYPE(type), target, displacement, target_count,
                              TO_TYPE(target_type), TO_WINDOW(window));
    return leave_with(slot, code, request);
}

NATIVE_OF(MpiWindows, jint,
          accumulate0)(JNIEnv *env, jclass self, jlong window, jlong origin, jint count, jlong type, jint target,
                       jlong displacement, jint target_count, jlong target_type, jlong op, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Request request = MPI_REQUEST_NULL;
    ENTER_BLOCKING();
    int code = slot ? MPI_Raccumulate(TO_ADDRESS(origin), count, TO_TYPE(type), target, displacement, target_count,
                                      TO_TYPE(target_type), TO_OP(op), TO_WINDOW(window), &request)
                    : MPI_Accumulate(TO_ADDRESS(origin), count, TO_TYPE(type), target, displacement, target_count,
                                     TO_TYPE(target_type), TO_OP(op), TO_WINDOW(window));
    return leave_with(slot, code, request);
}

/* The result has as many items of the origin's type as the origin. */
NATIVE_OF(MpiWindows, jint,
          getAccumulate0)(JNIEnv *env, jclass self, jlong window, jlong origin, jint count, jlong result,
                          jint result_count, jlong type, jint target, jlong displacement, jint target_count,
                          jlong target_type, jlong op, jlong slot_address)
{
    slot_t *slot = TO_SLOT(slot_address);
    MPI_Request request = MPI_REQUEST_NULL;
    ENTER_BLOCKING();
    int code = slot ? MPI_Rget_accumulate(TO_ADDRESS(origin), count, TO_TYPE(type), TO_ADDRESS(result), result_count,
                                          TO_TYPE(type), target, displacement, target_count, TO_TYPE(target_type),
                                          TO_OP(op), TO_WINDOW(window), &request)
                    : MPI_Get_accumulate(TO_ADDRESS(origin), count, TO_TYPE(type), TO_ADDRESS(result), result_count,
                                         TO_TYPE(type), target, displacement, target_count, TO_TYPE(target_type),
                                         TO_OP(op), TO_WINDOW(window));
    return leave_with(slot, code, request);
}

NATIVE_OF(MpiWindows, jint, fetchAndOp0)(JNIEnv *env, jclass self, jlong window, jlong origin, jlong result, jlong type,
                                         jint target, jlong displacement, jlong op)
{
    RETURN_BLOCKING(MPI_Fetch_and_op(
        TO_ADDRESS(origin), TO_ADDRESS(result), TO_TYPE(type), target, displacement, TO_OP(op), TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, compareAndSwap0)(JNIEnv *env, jclass self, jlong window, jlong origin, jlong compare,
                                             jlong result, jlong type, jint target, jlong displacement)
{
    RETURN_BLOCKING(MPI_Compare_and_swap(TO_ADDRESS(origin), TO_ADDRESS(compare), TO_ADDRESS(result), TO_TYPE(type),
                                         target, displacement, TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, fence0)(JNIEnv *env, jclass self, jlong window, jint assertion)
{
    RETURN_BLOCKING(MPI_Win_fence(assertion, TO_WINDOW(window)));
}

/*
 * Makes the group of some ranks of the window. If post is true, opens the window to them; else starts to use their
 * windows.
 */
NATIVE_OF(MpiWindows, jint,
          open0)(JNIEnv *env, jclass self, jlong window, jboolean post, jint size, jlong ranks, jint assertion)
{
    MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
    MPI_Win win = TO_WINDOW(window);
    ENTER_BLOCKING();
    int code = MPI_Win_get_group(win, &all);
    if (code == MPI_SUCCESS)
        code = MPI_Group_incl(all, size, (int *)TO_ADDRESS(ranks), &some);
    if (code == MPI_SUCCESS)
        code = post ? MPI_Win_post(some, assertion, win) : MPI_Win_start(some, assertion, win);
    if (some != MPI_GROUP_NULL && some != MPI_GROUP_EMPTY)
        MPI_Group_free(&some);
    if (all != MPI_GROUP_NULL)
        MPI_Group_free(&all);
    return leave_blocking(code);
}

NATIVE_OF(MpiWindows, jint, complete0)(JNIEnv *env, jclass self, jlong window)
{
    RETURN_BLOCKING(MPI_Win_complete(TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, test0)(JNIEnv *env, jclass self, jlong window, jlong slot)
{
    int flag = 0;
    int code = enter_to_start();
    if (code)
        return code;
    code = MPI_Win_test(TO_WINDOW(window), &flag);
    TO_SLOT(slot)->done = flag;
    return leave(code);
}

NATIVE_OF(MpiWindows, jint, lock0)(JNIEnv *env, jclass self, jlong window, jint type, jint rank, jint assertion)
{
    RETURN_BLOCKING(MPI_Win_lock(type, rank, assertion, TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, unlock0)(JNIEnv *env, jclass self, jlong window, jint rank)
{
    RETURN_BLOCKING(MPI_Win_unlock(rank, TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, lockAll0)(JNIEnv *env, jclass self, jlong window, jint assertion)
{
    RETURN_BLOCKING(MPI_Win_lock_all(assertion, TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, unlockAll0)(JNIEnv *env, jclass self, jlong window)
{
    RETURN_BLOCKING(MPI_Win_unlock_all(TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, flush0)(JNIEnv *env, jclass self, jlong window, jint rank)
{
    RETURN_BLOCKING(MPI_Win_flush(rank, TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, flushAll0)(JNIEnv *env, jclass self, jlong window)
{
    RETURN_BLOCKING(MPI_Win_flush_all(TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, flushLocal0)(JNIEnv *env, jclass self, jlong window, jint rank)
{
    RETURN_BLOCKING(MPI_Win_flush_local(rank, TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, flushLocalAll0)(JNIEnv *env, jclass self, jlong window)
{
    RETURN_BLOCKING(MPI_Win_flush_local_all(TO_WINDOW(window)));
}

NATIVE_OF(MpiWindows, jint, sync0)(JNIEnv *env, jclass self, jlong window)
{
    RETURN_BLOCKING(MPI_Win_sync(TO_WINDOW(window)));
}
