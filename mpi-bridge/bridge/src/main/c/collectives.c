/*
 * Collective operations, started here and completed by test0. Counts are in elements. MPI does not match a nonblocking
 * operation with a blocking one. Ranks in other languages use the blocking forms, so where these take part the slot
 * selects the blocking form.
 */
#include "collectives.h"
#include "compat.h"

/* Whether a broadcast or a reduction between two groups needs another operation in its place at this rank. */
static int is_uncounted(jint count, jint root, jlong comm, jlong slot)
{
    int between = 0;
    if ((root != MPI_PROC_NULL && count > 0) || TO_SLOT(slot)->form == BLOCKING || counts_all())
        return 0;
    MPI_Comm_test_inter(TO_COMM(comm), &between);
    return between;
}

static int start_nothing(jint root, jlong comm, MPI_Request *request)
{
    return MPI_Igather(NULL, 0, MPI_BYTE, NULL, 0, MPI_BYTE, root, TO_COMM(comm), request);
}

/* Number of ranks that data is exchanged with. */
static int ranks(jlong comm)
{
    int size = 0, between = 0;
    MPI_Comm_test_inter(TO_COMM(comm), &between);
    if (between)
        MPI_Comm_remote_size(TO_COMM(comm), &size);
    else
        MPI_Comm_size(TO_COMM(comm), &size);
    return size;
}

/* Pieces of equal length arrive at the address: one per rank, or the piece of one rank. */
static void expect_equal(jlong slot, jlong address, jint count, jlong type, jlong comm, int pieces)
{
    expect_all(TO_SLOT(slot), address, (int64_t)count * pieces, type, (int64_t)count * ranks(comm));
}

/*
 * Pieces of individual length arrive from all ranks. Without counts this rank is not the root, and the pieces that it
 * may forward are not limited.
 */
static void expect_pieces(jlong slot, jlong address, jlong counts, jlong displs, jlong type, jlong comm)
{
    int64_t lowest = 0, end = 0, all = 0;
    int size = 0;
    int pieces = counts ? ranks(comm) : 0;
    for (int i = 0; i < pieces; i++) {
        int64_t start = INTS(displs)[i], count = INTS(counts)[i];
        lowest = start < lowest ? start : lowest;
        end = start + count > end ? start + count : end;
        all += count;
    }
    MPI_Type_size(TO_TYPE(type), &size);
    expect_all(TO_SLOT(slot), address + lowest * size, end - lowest, type, counts ? all : -1);
}

/* count elements of a reduction's result arrive at the address. combined is the length of the whole result. */
static void expect_result(jlong slot, jlong address, jint count, jlong type, int64_t combined)
{
    expect_all(TO_SLOT(slot), address, address ? count : 0, type, combined);
}

NATIVE_OF(MpiCollectives, jint, ibarrier0)(JNIEnv *env, jclass self, jlong comm, jlong slot)
{
    BEGIN;
    START(MPI_Barrier, MPI_Ibarrier, TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          ibcast0)(JNIEnv *env, jclass self, jlong address, jint count, jlong type, jint root, jlong comm, jlong slot)
{
    BEGIN;
    expect_equal(slot, address, count, type, comm, 1);
    if (is_uncounted(count, root, comm, slot))
        END(start_nothing(root, comm, &request));
    START(MPI_Bcast, start_bcast, TO_ADDRESS(address), count, TO_TYPE(type), root, TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          igather0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype, jlong receive, jint recvcount,
                    jlong recvtype, jint root, jlong comm, jlong slot)
{
    BEGIN;
    if (recvcount)
        expect_equal(slot, receive, recvcount, recvtype, comm, ranks(comm));
    else /* not the root, which may forward the data of others */
        expect_all(TO_SLOT(slot), 0, 0, sendtype, (int64_t)sendcount * ranks(comm));
    START(MPI_Gather, MPI_Igather, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype), TO_ADDRESS(receive), recvcount,
          TO_TYPE(recvtype), root, TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          igatherv0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype, jlong receive,
                     jlong recvcounts, jlong displs, jlong recvtype, jint root, jlong comm, jlong slot)
{
    BEGIN;
    expect_pieces(slot, receive, recvcounts, displs, recvtype, comm);
    START(MPI_Gatherv, MPI_Igatherv, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype), TO_ADDRESS(receive),
          INTS(recvcounts), INTS(displs), TO_TYPE(recvtype), root, TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          iscatter0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype, jlong receive,
                     jint recvcount, jlong recvtype, jint root, jlong comm, jlong slot)
{
    BEGIN;
    expect_equal(slot, receive, recvcount, recvtype, comm, 1);
    START(MPI_Scatter, MPI_Iscatter, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype), TO_ADDRESS(receive), recvcount,
          TO_TYPE(recvtype), root, TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          iscatterv0)(JNIEnv *env, jclass self, jlong send, jlong sendcounts, jlong displs, jlong sendtype,
                      jlong receive, jint recvcount, jlong recvtype, jint root, jlong comm, jlong slot)
{
    BEGIN;
    expect_equal(slot, receive, recvcount, recvtype, comm, 1);
    START(MPI_Scatterv, MPI_Iscatterv, TO_ADDRESS(send), INTS(sendcounts), INTS(displs), TO_TYPE(sendtype),
          TO_ADDRESS(receive), recvcount, TO_TYPE(recvtype), root, TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, iallgather0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype,
                                             jlong receive, jint recvcount, jlong recvtype, jlong comm, jlong slot)
{
    BEGIN;
    expect_equal(slot, receive, recvcount, recvtype, comm, ranks(comm));
    START(MPI_Allgather, MPI_Iallgather, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype), TO_ADDRESS(receive), recvcount,
          TO_TYPE(recvtype), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          iallgatherv0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype, jlong receive,
                        jlong recvcounts, jlong displs, jlong recvtype, jlong comm, jlong slot)
{
    BEGIN;
    expect_pieces(slot, receive, recvcounts, displs, recvtype, comm);
    START(MPI_Allgatherv, MPI_Iallgatherv, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype), TO_ADDRESS(receive),
          INTS(recvcounts), INTS(displs), TO_TYPE(recvtype), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, ialltoall0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype,
                                            jlong receive, jint recvcount, jlong recvtype, jlong comm, jlong slot)
{
    BEGIN;
    expect_equal(slot, receive, recvcount, recvtype, comm, ranks(comm));
    START(MPI_Alltoall, MPI_Ialltoall, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype), TO_ADDRESS(receive), recvcount,
          TO_TYPE(recvtype), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          ialltoallv0)(JNIEnv *env, jclass self, jlong send, jlong sendcounts, jlong sdispls, jlong sendtype,
                       jlong receive, jlong recvcounts, jlong rdispls, jlong recvtype, jlong comm, jlong slot)
{
    BEGIN;
    expect_pieces(slot, receive, recvcounts, rdispls, recvtype, comm);
    START(MPI_Alltoallv, MPI_Ialltoallv, TO_ADDRESS(send), INTS(sendcounts), INTS(sdispls), TO_TYPE(sendtype),
          TO_ADDRESS(receive), INTS(recvcounts), INTS(rdispls), TO_TYPE(recvtype), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, ireduce0)(JNIEnv *env, jclass self, jlong send, jlong receive, jint count, jlong type,
                                          jlong op, jint root, jlong comm, jlong slot)
{
    BEGIN;
    expect_result(slot, receive, count, type, count);
    if (is_uncounted(count, root, comm, slot))
        END(start_nothing(root, comm, &request));
    START(MPI_Reduce, MPI_Ireduce, TO_ADDRESS(send), TO_ADDRESS(receive), count, TO_TYPE(type), TO_OP(op), root,
          TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, iallreduce0)(JNIEnv *env, jclass self, jlong send, jlong receive, jint count,
                                             jlong type, jlong op, jlong comm, jlong slot)
{
    BEGIN;
    expect_result(slot, receive, count, type, count);
    START(MPI_Allreduce, MPI_Iallreduce, TO_ADDRESS(send), TO_ADDRESS(receive), count, TO_TYPE(type), TO_OP(op),
          TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, iscan0)(JNIEnv *env, jclass self, jlong send, jlong receive, jint count, jlong type,
                                        jlong op, jlong comm, jlong slot)
{
    BEGIN;
    expect_result(slot, receive, count, type, count);
    START(MPI_Scan, MPI_Iscan, TO_ADDRESS(send), TO_ADDRESS(receive), count, TO_TYPE(type), TO_OP(op), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, iexscan0)(JNIEnv *env, jclass self, jlong send, jlong receive, jint count, jlong type,
                                          jlong op, jlong comm, jlong slot)
{
    BEGIN;
    expect_result(slot, receive, count, type, count);
    START(MPI_Exscan, MPI_Iexscan, TO_ADDRESS(send), TO_ADDRESS(receive), count, TO_TYPE(type), TO_OP(op),
          TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, ireduceScatterBlock0)(JNIEnv *env, jclass self, jlong send, jlong receive,
                                                      jint recvcount, jlong type, jlong op, jlong comm, jlong slot)
{
    BEGIN;
    int size = 0;
    MPI_Comm_size(TO_COMM(comm), &size);
    expect_result(slot, receive, recvcount, type, (int64_t)recvcount * size);
    START(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, TO_ADDRESS(send), TO_ADDRESS(receive), recvcount,
          TO_TYPE(type), TO_OP(op), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, ireduceScatter0)(JNIEnv *env, jclass self, jlong send, jlong receive, jlong recvcounts,
                                                 jlong type, jlong op, jlong comm, jlong slot)
{
    BEGIN;
    int rank = 0;
    int size = 0;
    int64_t all = 0;
    MPI_Comm_size(TO_COMM(comm), &size);
    MPI_Comm_rank(TO_COMM(comm), &rank);
    for (int i = 0; i < size; i++)
        all += INTS(recvcounts)[i];
    expect_result(slot, receive, INTS(recvcounts)[rank], type, all);
    START(MPI_Reduce_scatter, MPI_Ireduce_scatter, TO_ADDRESS(send), TO_ADDRESS(receive), INTS(recvcounts),
          TO_TYPE(type), TO_OP(op), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          reduceLocal0)(JNIEnv *env, jclass self, jlong in, jlong inout, jint count, jlong type, jlong op)
{
    return MPI_Reduce_local(TO_ADDRESS(in), TO_ADDRESS(inout), count, TO_TYPE(type), TO_OP(op));
}

/* Replaces handles as longs by MPI's own. */
static MPI_Datatype *types_at(jlong address, int count)
{
    int64_t *from = TO_ADDRESS(address);
    MPI_Datatype *to = TO_ADDRESS(address);
    for (int i = 0; i < count; i++)
        to[i] = TO_TYPE(from[i]);
    return to;
}

NATIVE_OF(MpiCollectives, jint,
          ialltoallw0)(JNIEnv *env, jclass self, jlong send, jlong sendcounts, jlong sdispls, jlong sendtypes,
                       jlong receive, jlong recvcounts, jlong rdispls, jlong recvtypes, jlong comm, jlong slot)
{
    BEGIN;
    int size = ranks(comm);
    int64_t end = 0, all = 0;
    const MPI_Datatype *from = types_at(sendtypes, size), *to = types_at(recvtypes, size);
    for (int i = 0; i < size; i++) {
        MPI_Aint lower = 0, extent = 0;
        MPI_Type_get_extent(to[i], &lower, &extent);
        int64_t bytes = extent * INTS(recvcounts)[i];
        end = INTS(rdispls)[i] + bytes > end ? INTS(rdispls)[i] + bytes : end;
        all += bytes;
    }
    expect_all(TO_SLOT(slot), receive, end, TO_JLONG(MPI_BYTE), all);
    START(MPI_Alltoallw, MPI_Ialltoallw, TO_ADDRESS(send), INTS(sendcounts), INTS(sdispls), from, TO_ADDRESS(receive),
          INTS(recvcounts), INTS(rdispls), to, TO_COMM(comm));
}
