/*
 * Collective operations in which a rank exchanges data with its neighbours in a topology; see collectives.c. sources is
 * the number of neighbours that send to this rank.
 */
#include "collectives.h"

/* Pieces of equal length arrive from neighbours. */
static void expect_from(jlong slot, jlong address, jint count, jlong type, int sources)
{
    expect_all(TO_SLOT(slot), address, (int64_t)count * sources, type, (int64_t)count * sources);
}

/* Pieces of individual length arrive from neighbours. */
static void expect_pieces_from(jlong slot, jlong address, jlong counts, jlong displs, jlong type, int sources)
{
    int64_t end = 0, all = 0;
    for (int i = 0; i < sources; i++) {
        int64_t last = (int64_t)INTS(displs)[i] + INTS(counts)[i];
        end = last > end ? last : end;
        all += INTS(counts)[i];
    }
    expect_all(TO_SLOT(slot), address, end, type, all);
}

NATIVE_OF(MpiCollectives, jint,
          ineighborAllgather0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype, jlong receive,
                               jint recvcount, jlong recvtype, jint sources, jlong comm, jlong slot)
{
    BEGIN;
    expect_from(slot, receive, recvcount, recvtype, sources);
    START(MPI_Neighbor_allgather, MPI_Ineighbor_allgather, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype),
          TO_ADDRESS(receive), recvcount, TO_TYPE(recvtype), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          ineighborAllgatherv0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype, jlong receive,
                                jlong recvcounts, jlong displs, jlong recvtype, jint sources, jlong comm, jlong slot)
{
    BEGIN;
    expect_pieces_from(slot, receive, recvcounts, displs, recvtype, sources);
    START(MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype),
          TO_ADDRESS(receive), INTS(recvcounts), INTS(displs), TO_TYPE(recvtype), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint,
          ineighborAlltoall0)(JNIEnv *env, jclass self, jlong send, jint sendcount, jlong sendtype, jlong receive,
                              jint recvcount, jlong recvtype, jint sources, jlong comm, jlong slot)
{
    BEGIN;
    expect_from(slot, receive, recvcount, recvtype, sources);
    START(MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, TO_ADDRESS(send), sendcount, TO_TYPE(sendtype),
          TO_ADDRESS(receive), recvcount, TO_TYPE(recvtype), TO_COMM(comm));
}

NATIVE_OF(MpiCollectives, jint, ineighborAlltoallv0)(
    JNIEnv *env, jclass self, jlong send, jlong sendcounts, jlong sdispls, jlong sendtype, jlong receive,
    jlong recvcounts, jlong rdispls, jlong recvtype, jint sources, jlong comm, jlong slot)
{
    BEGIN;
    expect_pieces_from(slot, receive, recvcounts, rdispls, recvtype, sources);
    START(MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, TO_ADDRESS(send), INTS(sendcounts), INTS(sdispls),
          TO_TYPE(sendtype), TO_ADDRESS(receive), INTS(recvcounts), INTS(rdispls), TO_TYPE(recvtype), TO_COMM(comm));
}
