/* Datatypes. */
#include "bridge.h"
#include "org_rmi4mpi_bridge_MpiTypes.h"

#include <stdlib.h>

NATIVE_OF(MpiTypes, jint, struct0)(JNIEnv *env, jclass self, jint count, jlong lengths, jlong displacements,
                                   jlong types, jlong lower, jlong extent, jlong result)
{
    MPI_Datatype made = MPI_DATATYPE_NULL, resized = MPI_DATATYPE_NULL;
    MPI_Datatype *parts = malloc((size_t)count * sizeof *parts + 1);
    MPI_Aint *starts = malloc((size_t)count * sizeof *starts + 1);
    int code = parts && starts ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS) {
        for (int i = 0; i < count; i++) {
            parts[i] = TO_TYPE(((const int64_t *)TO_ADDRESS(types))[i]);
            starts[i] = ((const int64_t *)TO_ADDRESS(displacements))[i];
        }
        code = MPI_Type_create_struct(count, (int *)TO_ADDRESS(lengths), starts, parts, &made);
    }
    if (code == MPI_SUCCESS && extent >= 0) {
        code = MPI_Type_create_resized(made, lower, extent, &resized);
        MPI_Type_free(&made);
        made = resized;
    }
    if (code == MPI_SUCCESS)
        code = MPI_Type_commit(&made);
    free(parts);
    free(starts);
    TO_SLOT(result)->handle = TO_JLONG(made);
    return code;
}

NATIVE_OF(MpiTypes, jint, size0)(JNIEnv *env, jclass self, jlong type, jlong result)
{
    return MPI_Type_size(TO_TYPE(type), (int *)TO_ADDRESS(result));
}

NATIVE_OF(MpiTypes, jlong, extent0)(JNIEnv *env, jclass self, jlong type)
{
    MPI_Aint lower = 0, extent = 0;
    MPI_Type_get_extent(TO_TYPE(type), &lower, &extent);
    return extent;
}

NATIVE_OF(MpiTypes, jint, free0)(JNIEnv *env, jclass self, jlong type)
{
    MPI_Datatype handle = TO_TYPE(type);
    return MPI_Type_free(&handle);
}
