/*
 * Creation, queries and release of communicators. All except the queries may block until every member has made the
 * call.
 */
#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiCommunicators.h"

static int made(jlong result, int code, MPI_Comm comm)
{
    if (code == MPI_SUCCESS && comm != MPI_COMM_NULL)
        code = MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    TO_SLOT(result)->handle = comm == MPI_COMM_NULL ? 0 : TO_JLONG(comm);
    return code;
}

NATIVE_OF(MpiCommunicators, jint, commRank0)(JNIEnv *env, jclass self, jlong comm, jlong rank)
{
    return MPI_Comm_rank(TO_COMM(comm), (int *)TO_ADDRESS(rank));
}

NATIVE_OF(MpiCommunicators, jint, commSize0)(JNIEnv *env, jclass self, jlong comm, jlong size)
{
    return MPI_Comm_size(TO_COMM(comm), (int *)TO_ADDRESS(size));
}

NATIVE_OF(MpiCommunicators, jint, commRemoteSize0)(JNIEnv *env, jclass self, jlong comm, jlong size)
{
    return MPI_Comm_remote_size(TO_COMM(comm), (int *)TO_ADDRESS(size));
}

/* Translates the ranks of a communicator's group, or of its remote group, to ranks in MPI_COMM_WORLD. */
NATIVE_OF(MpiCommunicators, jint,
          worldRanks0)(JNIEnv *env, jclass self, jlong comm, jboolean remote, jint size, jlong ranks, jlong worldRanks)
{
    MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
    int code = remote ? MPI_Comm_remote_group(TO_COMM(comm), &group) : MPI_Comm_group(TO_COMM(comm), &group);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (code == MPI_SUCCESS)
        code = MPI_Group_translate_ranks(group, size, (int *)TO_ADDRESS(ranks), world, (int *)TO_ADDRESS(worldRanks));
    if (world != MPI_GROUP_NULL)
        MPI_Group_free(&world);
    if (group != MPI_GROUP_NULL)
        MPI_Group_free(&group);
    return code;
}

NATIVE_OF(MpiCommunicators, jint, commDup0)(JNIEnv *env, jclass self, jlong comm, jlong result)
{
    MPI_Comm duplicate = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Comm_dup(TO_COMM(comm), &duplicate);
    return leave_blocking(made(result, code, duplicate));
}

NATIVE_OF(MpiCommunicators, jint, commSplit0)(JNIEnv *env, jclass self, jlong comm, jint colour, jint key, jlong result)
{
    MPI_Comm part = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Comm_split(TO_COMM(comm), colour, key, &part);
    return leave_blocking(made(result, code, part));
}

/* worldRanks are the members' ranks in MPI_COMM_WORLD. */
NATIVE_OF(MpiCommunicators, jint,
          commCreate0)(JNIEnv *env, jclass self, jlong comm, jlong worldRanks, jint size, jlong result)
{
    MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
    MPI_Comm created = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (code == MPI_SUCCESS)
        code = MPI_Group_incl(world, size, (int *)TO_ADDRESS(worldRanks), &group);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_create(TO_COMM(comm), group, &created);
    if (group != MPI_GROUP_NULL && group != MPI_GROUP_EMPTY)
        MPI_Group_free(&group);
    if (world != MPI_GROUP_NULL)
        MPI_Group_free(&world);
    return leave_blocking(made(result, code, created));
}

/* Works as commCreate0, but only the members of the group call it. */
NATIVE_OF(MpiCommunicators, jint,
          commCreateGroup0)(JNIEnv *env, jclass self, jlong comm, jlong worldRanks, jint size, jint tag, jlong result)
{
    MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
    MPI_Comm created = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (code == MPI_SUCCESS)
        code = MPI_Group_incl(world, size, (int *)TO_ADDRESS(worldRanks), &group);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_create_group(TO_COMM(comm), group, tag, &created);
    if (group != MPI_GROUP_NULL)
        MPI_Group_free(&group);
    if (world != MPI_GROUP_NULL)
        MPI_Group_free(&world);
    return leave_blocking(made(result, code, created));
}

NATIVE_OF(MpiCommunicators, jint, intercommCreate0)(JNIEnv *env, jclass self, jlong local, jint localLeader, jlong peer,
                                                    jint remoteLeader, jint tag, jlong result)
{
    MPI_Comm created = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Intercomm_create(TO_COMM(local), localLeader, TO_COMM(peer), remoteLeader, tag, &created);
    return leave_blocking(made(result, code, created));
}

NATIVE_OF(MpiCommunicators, jint, intercommMerge0)(JNIEnv *env, jclass self, jlong comm, jboolean high, jlong result)
{
    MPI_Comm merged = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Intercomm_merge(TO_COMM(comm), high, &merged);
    return leave_blocking(made(result, code, merged));
}

NATIVE_OF(MpiCommunicators, jint,
          cartCreate0)(JNIEnv *env, jclass self, jlong comm, jint count, jlong dims, jlong periods, jlong result)
{
    MPI_Comm grid = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Cart_create(TO_COMM(comm), count, (int *)TO_ADDRESS(dims), (int *)TO_ADDRESS(periods), 0, &grid);
    return leave_blocking(made(result, code, grid));
}

NATIVE_OF(MpiCommunicators, jint, cartSub0)(JNIEnv *env, jclass self, jlong comm, jlong remains, jlong result)
{
    MPI_Comm part = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Cart_sub(TO_COMM(comm), (int *)TO_ADDRESS(remains), &part);
    return leave_blocking(made(result, code, part));
}

NATIVE_OF(MpiCommunicators, jint,
          graphCreate0)(JNIEnv *env, jclass self, jlong comm, jint nodes, jlong index, jlong edges, jlong result)
{
    MPI_Comm graph = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Graph_create(TO_COMM(comm), nodes, (int *)TO_ADDRESS(index), (int *)TO_ADDRESS(edges), 0, &graph);
    return leave_blocking(made(result, code, graph));
}

NATIVE_OF(MpiCommunicators, jint, commFree0)(JNIEnv *env, jclass self, jlong comm)
{
    MPI_Comm handle = TO_COMM(comm);
    return enter() ? leave(MPI_Comm_free(&handle)) : FINALIZED;
}

NATIVE_OF(MpiCommunicators, jint, returnErrors0)(JNIEnv *env, jclass self, jlong comm)
{
    return MPI_Comm_set_errhandler(TO_COMM(comm), MPI_ERRORS_RETURN);
}

/* Number of ranks of the communicator on this node. */
NATIVE_OF(MpiCommunicators, jint, nodeSize0)(JNIEnv *env, jclass self, jlong comm, jlong size)
{
    MPI_Comm node = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Comm_split_type(TO_COMM(comm), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_size(node, (int *)TO_ADDRESS(size));
    if (code == MPI_SUCCESS)
        code = MPI_Comm_free(&node);
    return leave_blocking(code);
}

NATIVE_OF(MpiCommunicators, jint, dimsCreate0)(JNIEnv *env, jclass self, jint nodes, jint count, jlong dims)
{
    return MPI_Dims_create(nodes, count, (int *)TO_ADDRESS(dims));
}

/* The handle is stored by MPI when the operation completes. */
NATIVE_OF(MpiCommunicators, jint, commIdup0)(JNIEnv *env, jclass self, jlong comm, jlong result, jlong slot)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int refusal = enter_to_start();
    if (refusal)
        return refusal;
    int code = MPI_Comm_idup(TO_COMM(comm), (MPI_Comm *)TO_ADDRESS(result), &request);
    return leave(started(TO_SLOT(slot), code, request));
}

NATIVE_OF(MpiCommunicators, jlong, duplicated0)(JNIEnv *env, jclass self, jlong result)
{
    MPI_Comm duplicate = *(MPI_Comm *)TO_ADDRESS(result);
    MPI_Comm_set_errhandler(duplicate, MPI_ERRORS_RETURN);
    return TO_JLONG(duplicate);
}

NATIVE_OF(MpiCommunicators, jint, commDupWithInfo0)(JNIEnv *env, jclass self, jlong comm, jlong info, jlong result)
{
    MPI_Comm duplicate = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Comm_dup_with_info(TO_COMM(comm), TO_INFO(info), &duplicate);
    return leave_blocking(made(result, code, duplicate));
}

NATIVE_OF(MpiCommunicators, jint,
          commSplitType0)(JNIEnv *env, jclass self, jlong comm, jint type, jint key, jlong info, jlong result)
{
    MPI_Comm part = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Comm_split_type(TO_COMM(comm), type, key, TO_INFO(info), &part);
    return leave_blocking(made(result, code, part));
}

NATIVE_OF(MpiCommunicators, jint, commSetInfo0)(JNIEnv *env, jclass self, jlong comm, jlong info)
{
    return enter_blocking() ? leave_blocking(MPI_Comm_set_info(TO_COMM(comm), TO_INFO(info))) : FINALIZED;
}

NATIVE_OF(MpiCommunicators, jint, commDisconnect0)(JNIEnv *env, jclass self, jlong comm)
{
    MPI_Comm handle = TO_COMM(comm);
    return enter_blocking() ? leave_blocking(MPI_Comm_disconnect(&handle)) : FINALIZED;
}

#define INTS(address) ((int *)TO_ADDRESS(address))

/* Without weights the graph is unweighted. */
static int *weights_at(jlong weights)
{
    return weights ? INTS(weights) : MPI_UNWEIGHTED;
}

NATIVE_OF(MpiCommunicators, jint,
          distGraphCreate0)(JNIEnv *env, jclass self, jlong comm, jint count, jlong sources, jlong degrees,
                            jlong destinations, jlong weights, jlong info, jlong result)
{
    MPI_Comm graph = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Dist_graph_create(TO_COMM(comm), count, INTS(sources), INTS(degrees), INTS(destinations),
                                     weights_at(weights), TO_INFO(info), 0, &graph);
    return leave_blocking(made(result, code, graph));
}

NATIVE_OF(MpiCommunicators, jint, distGraphCreateAdjacent0)(
    JNIEnv *env, jclass self, jlong comm, jint indegree, jlong sources, jlong sourceWeights, jint outdegree,
    jlong destinations, jlong destWeights, jlong info, jlong result)
{
    MPI_Comm graph = MPI_COMM_NULL;
    if (!enter_blocking())
        return FINALIZED;
    int code = MPI_Dist_graph_create_adjacent(
        TO_COMM(comm), indegree, INTS(sources), weights_at(sourceWeights), outdegree, INTS(destinations),
        weights_at(destWeights), TO_INFO(info), 0, &graph);
    return leave_blocking(made(result, code, graph));
}

NATIVE_OF(MpiCommunicators, jint, distGraphCounts0)(JNIEnv *env, jclass self, jlong comm, jlong counts)
{
    return MPI_Dist_graph_neighbors_count(TO_COMM(comm), INTS(counts), INTS(counts) + 1, INTS(counts) + 2);
}

NATIVE_OF(MpiCommunicators, jint,
          distGraphNeighbors0)(JNIEnv *env, jclass self, jlong comm, jint indegree, jlong sources, jlong sourceWeights,
                               jint outdegree, jlong destinations, jlong destWeights)
{
    return MPI_Dist_graph_neighbors(
        TO_COMM(comm), indegree, INTS(sources), INTS(sourceWeights), outdegree, INTS(destinations), INTS(destWeights));
}
