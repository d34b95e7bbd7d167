/*
 * Opens the MPI of a job for a bridge that is not linked to any. It comes into the scope of the whole process, where the
 * bridge finds its functions, and MPI's plugins theirs.
 */
#include <dlfcn.h>
#include <stddef.h>

#include "org_rmi4mpi_bridge_MpiLibrary.h"

/* Returns NULL, or why the library cannot be opened. */
JNIEXPORT jstring JNICALL Java_org_rmi4mpi_bridge_MpiLibrary_open0(JNIEnv *env, jclass self, jstring name)
{
    const char *file = (*env)->GetStringUTFChars(env, name, NULL);
    if (!file)
        return NULL;
    jstring why = dlopen(file, RTLD_LAZY | RTLD_GLOBAL) ? NULL : (*env)->NewStringUTF(env, dlerror());
    (*env)->ReleaseStringUTFChars(env, name, file);
    return why;
}

/* The major version of the standard ABI that the opened MPI has; 0 if it has an ABI of its own. */
JNIEXPORT jint JNICALL Java_org_rmi4mpi_bridge_MpiLibrary_standardAbi0(JNIEnv *env, jclass self)
{
    int (*ask)(int *, int *) = (int (*)(int *, int *))dlsym(RTLD_DEFAULT, "MPI_Abi_get_version");
    int major = 0, minor = 0;
    return ask && ask(&major, &minor) == 0 && major > 0 ? major : 0;
}

/* Whether the opened MPI is an Open MPI with an ABI of its own. */
JNIEXPORT jboolean JNICALL Java_org_rmi4mpi_bridge_MpiLibrary_isOpenMpi0(JNIEnv *env, jclass self)
{
    return dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") ? JNI_TRUE : JNI_FALSE;
}
