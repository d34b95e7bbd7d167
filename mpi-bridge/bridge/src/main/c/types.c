/* Datatypes. */
#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiTypes.h"

#include <stdlib.h>

/* Displacements as MPI takes them; NULL if there is no memory. */
static MPI_Aint *aints(jlong address, jint count)
{
    MPI_Aint *copy = malloc((size_t)count * sizeof *copy + 1);
    for (int i = 0; copy && i < count; i++)
        copy[i] = (MPI_Aint)((const int64_t *)TO_ADDRESS(address))[i];
    return copy;
}

static int made(jlong result, int code, MPI_Datatype type)
{
    TO_SLOT(result)->handle = TO_JLONG(type);
    return code;
}

NATIVE_OF(MpiTypes, jint, contiguous0)(JNIEnv *env, jclass self, jint count, jlong type, jlong result)
{
    MPI_Datatype new = MPI_DATATYPE_NULL;
    int code = MPI_Type_contiguous(count, TO_TYPE(type), &new);
    return made(result, code, new);
}

NATIVE_OF(MpiTypes, jint,
          vector0)(JNIEnv *env, jclass self, jint count, jint length, jlong stride, jlong type, jlong result)
{
    MPI_Datatype new = MPI_DATATYPE_NULL;
    int code = MPI_Type_create_hvector(count, length, (MPI_Aint)stride, TO_TYPE(type), &new);
    return made(result, code, new);
}

NATIVE_OF(MpiTypes, jint,
          indexed0)(JNIEnv *env, jclass self, jint count, jlong lengths, jlong displacements, jlong type, jlong result)
{
    MPI_Datatype new = MPI_DATATYPE_NULL;
    MPI_Aint *starts = aints(displacements, count);
    int code = !starts ? MPI_ERR_NO_MEM
                       : MPI_Type_create_hindexed(count, TO_ADDRESS(lengths), starts, TO_TYPE(type), &new);
    free(starts);
    return made(result, code, new);
}

NATIVE_OF(MpiTypes, jint,
          struct0)(JNIEnv *env, jclass self, jint count, jlong lengths, jlong displacements, jlong types, jlong result)
{
    MPI_Datatype new = MPI_DATATYPE_NULL;
    MPI_Datatype *parts = malloc((size_t)count * sizeof *parts + 1);
    MPI_Aint *starts = aints(displacements, count);
    for (int i = 0; parts && i < count; i++)
        parts[i] = TO_TYPE(((const int64_t *)TO_ADDRESS(types))[i]);
    int code = parts && starts ? MPI_Type_create_struct(count, TO_ADDRESS(lengths), starts, parts, &new)
                               : MPI_ERR_NO_MEM;
    free(parts);
    free(starts);
    return made(result, code, new);
}

NATIVE_OF(MpiTypes, jint, resized0)(JNIEnv *env, jclass self, jlong type, jlong lower, jlong extent, jlong result)
{
    MPI_Datatype new = MPI_DATATYPE_NULL;
    int code = MPI_Type_create_resized(TO_TYPE(type), (MPI_Aint)lower, (MPI_Aint)extent, &new);
    return made(result, code, new);
}

NATIVE_OF(MpiTypes, jint, commit0)(JNIEnv *env, jclass self, jlong type)
{
    MPI_Datatype handle = TO_TYPE(type);
    return MPI_Type_commit(&handle);
}

NATIVE_OF(MpiTypes, jint, extent0)(JNIEnv *env, jclass self, jlong type, jlong result)
{
    MPI_Aint lower = 0, extent = 0;
    int code = MPI_Type_get_extent(TO_TYPE(type), &lower, &extent);
    int64_t *bounds = TO_ADDRESS(result);
    bounds[0] = lower;
    bounds[1] = extent;
    return code;
}

NATIVE_OF(MpiTypes, jint, free0)(JNIEnv *env, jclass self, jlong type)
{
    MPI_Datatype handle = TO_TYPE(type);
    return MPI_Type_free(&handle);
}
