/* Hints. */
#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiInfos.h"

NATIVE_OF(MpiInfos, jint, create0)(JNIEnv *env, jclass self, jlong result)
{
    MPI_Info info = MPI_INFO_NULL;
    int code = MPI_Info_create(&info);
    TO_SLOT(result)->handle = TO_JLONG(info);
    return code;
}

NATIVE_OF(MpiInfos, jint, set0)(JNIEnv *env, jclass self, jlong info, jlong key, jlong value)
{
    return MPI_Info_set(TO_INFO(info), TO_ADDRESS(key), TO_ADDRESS(value));
}

NATIVE_OF(MpiInfos, jint, free0)(JNIEnv *env, jclass self, jlong info)
{
    MPI_Info handle = TO_INFO(info);
    return MPI_Info_free(&handle);
}

NATIVE_OF(MpiInfos, jint, size0)(JNIEnv *env, jclass self, jlong info, jlong result)
{
    return MPI_Info_get_nkeys(TO_INFO(info), (int *)TO_ADDRESS(result));
}

NATIVE_OF(MpiInfos, jint, key0)(JNIEnv *env, jclass self, jlong info, jint index, jlong key)
{
    return MPI_Info_get_nthkey(TO_INFO(info), index, TO_ADDRESS(key));
}

NATIVE_OF(MpiInfos, jint, value0)(JNIEnv *env, jclass self, jlong info, jlong key, jint length, jlong value)
{
    int found = 0;
    int code = MPI_Info_get(TO_INFO(info), TO_ADDRESS(key), length, TO_ADDRESS(value), &found);
    if (!found)
        *(char *)TO_ADDRESS(value) = 0;
    return code;
}
