/* The job: start, end, this process's place in it, constants, errors. */
#define _GNU_SOURCE
#include "bridge.h"
#include "compat.h"

#include <string.h>

/* Classes that not every MPI has. */
#ifndef MPI_ERR_PROC_ABORTED
#define MPI_ERR_PROC_ABORTED MPI_ERR_OTHER
#endif
#ifndef MPI_ERR_SYSRESOURCE
#define MPI_ERR_SYSRESOURCE MPI_ERR_OTHER
#endif

typedef struct {
    const char *name;
    jlong value;
} constant_t;

/* MPI_LONG has the size of a C long, which equals that of a Java long on every 64-bit Unix. */
_Static_assert(sizeof(long) == 8, "the bridge needs a C long of 64 bits");
_Static_assert(sizeof(MPI_Request) <= 8, "a handle must fit a slot");

NATIVE(jlong, constant0)(JNIEnv *env, jclass self, jstring name)
{
    const constant_t constants[] = {
        {"MPI_COMM_WORLD", TO_JLONG(MPI_COMM_WORLD)},
        {"MPI_COMM_SELF", TO_JLONG(MPI_COMM_SELF)},
        {"MPI_SIGNED_CHAR", TO_JLONG(MPI_SIGNED_CHAR)},
        {"MPI_UNSIGNED_SHORT", TO_JLONG(MPI_UNSIGNED_SHORT)},
        {"MPI_SHORT", TO_JLONG(MPI_SHORT)},
        {"MPI_C_BOOL", TO_JLONG(MPI_C_BOOL)},
        {"MPI_INT", TO_JLONG(MPI_INT)},
        {"MPI_LONG", TO_JLONG(MPI_LONG)},
        {"MPI_FLOAT", TO_JLONG(MPI_FLOAT)},
        {"MPI_DOUBLE", TO_JLONG(MPI_DOUBLE)},
        {"MPI_BYTE", TO_JLONG(MPI_BYTE)},
        {"MPI_MAX", TO_JLONG(MPI_MAX)},
        {"MPI_MIN", TO_JLONG(MPI_MIN)},
        {"MPI_SUM", TO_JLONG(MPI_SUM)},
        {"MPI_PROD", TO_JLONG(MPI_PROD)},
        {"MPI_LAND", TO_JLONG(MPI_LAND)},
        {"MPI_BAND", TO_JLONG(MPI_BAND)},
        {"MPI_LOR", TO_JLONG(MPI_LOR)},
        {"MPI_BOR", TO_JLONG(MPI_BOR)},
        {"MPI_LXOR", TO_JLONG(MPI_LXOR)},
        {"MPI_BXOR", TO_JLONG(MPI_BXOR)},
        {"MPI_ANY_SOURCE", MPI_ANY_SOURCE},
        {"MPI_ANY_TAG", MPI_ANY_TAG},
        {"MPI_PROC_NULL", MPI_PROC_NULL},
        {"MPI_UNDEFINED", MPI_UNDEFINED},
        {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
        {"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE},
        {"MPI_BSEND_OVERHEAD", MPI_BSEND_OVERHEAD},
        {"MPI_IDENT", MPI_IDENT},
        {"MPI_CONGRUENT", MPI_CONGRUENT},
        {"MPI_SIMILAR", MPI_SIMILAR},
        {"MPI_UNEQUAL", MPI_UNEQUAL},
        {"MPI_GRAPH", MPI_GRAPH},
        {"MPI_CART", MPI_CART},
        {"MPI_TAG_UB", MPI_TAG_UB},
        {"MPI_HOST", MPI_HOST},
        {"MPI_IO", MPI_IO},
        {"MPI_WTIME_IS_GLOBAL", MPI_WTIME_IS_GLOBAL},
        {"MPI_PACKED", TO_JLONG(MPI_PACKED)},
        {"MPI_ERR_BUFFER", MPI_ERR_BUFFER},
        {"MPI_ERR_COUNT", MPI_ERR_COUNT},
        {"MPI_ERR_TYPE", MPI_ERR_TYPE},
        {"MPI_ERR_TAG", MPI_ERR_TAG},
        {"MPI_ERR_COMM", MPI_ERR_COMM},
        {"MPI_ERR_RANK", MPI_ERR_RANK},
        {"MPI_ERR_REQUEST", MPI_ERR_REQUEST},
        {"MPI_ERR_ROOT", MPI_ERR_ROOT},
        {"MPI_ERR_GROUP", MPI_ERR_GROUP},
        {"MPI_ERR_OP", MPI_ERR_OP},
        {"MPI_ERR_TOPOLOGY", MPI_ERR_TOPOLOGY},
        {"MPI_ERR_DIMS", MPI_ERR_DIMS},
        {"MPI_ERR_ARG", MPI_ERR_ARG},
        {"MPI_ERR_UNKNOWN", MPI_ERR_UNKNOWN},
        {"MPI_ERR_TRUNCATE", MPI_ERR_TRUNCATE},
        {"MPI_ERR_OTHER", MPI_ERR_OTHER},
        {"MPI_ERR_INTERN", MPI_ERR_INTERN},
        {"MPI_ERR_IN_STATUS", MPI_ERR_IN_STATUS},
        {"MPI_ERR_PENDING", MPI_ERR_PENDING},
        {"MPI_ERR_ACCESS", MPI_ERR_ACCESS},
        {"MPI_ERR_AMODE", MPI_ERR_AMODE},
        {"MPI_ERR_ASSERT", MPI_ERR_ASSERT},
        {"MPI_ERR_BAD_FILE", MPI_ERR_BAD_FILE},
        {"MPI_ERR_BASE", MPI_ERR_BASE},
        {"MPI_ERR_CONVERSION", MPI_ERR_CONVERSION},
        {"MPI_ERR_DISP", MPI_ERR_DISP},
        {"MPI_ERR_DUP_DATAREP", MPI_ERR_DUP_DATAREP},
        {"MPI_ERR_FILE_EXISTS", MPI_ERR_FILE_EXISTS},
        {"MPI_ERR_FILE_IN_USE", MPI_ERR_FILE_IN_USE},
        {"MPI_ERR_FILE", MPI_ERR_FILE},
        {"MPI_ERR_INFO_KEY", MPI_ERR_INFO_KEY},
        {"MPI_ERR_INFO_NOKEY", MPI_ERR_INFO_NOKEY},
        {"MPI_ERR_INFO_VALUE", MPI_ERR_INFO_VALUE},
        {"MPI_ERR_INFO", MPI_ERR_INFO},
        {"MPI_ERR_IO", MPI_ERR_IO},
        {"MPI_ERR_KEYVAL", MPI_ERR_KEYVAL},
        {"MPI_ERR_LOCKTYPE", MPI_ERR_LOCKTYPE},
        {"MPI_ERR_NAME", MPI_ERR_NAME},
        {"MPI_ERR_NO_MEM", MPI_ERR_NO_MEM},
        {"MPI_ERR_NOT_SAME", MPI_ERR_NOT_SAME},
        {"MPI_ERR_NO_SPACE", MPI_ERR_NO_SPACE},
        {"MPI_ERR_NO_SUCH_FILE", MPI_ERR_NO_SUCH_FILE},
        {"MPI_ERR_PORT", MPI_ERR_PORT},
        {"MPI_ERR_PROC_ABORTED", MPI_ERR_PROC_ABORTED},
        {"MPI_ERR_QUOTA", MPI_ERR_QUOTA},
        {"MPI_ERR_READ_ONLY", MPI_ERR_READ_ONLY},
        {"MPI_ERR_RMA_CONFLICT", MPI_ERR_RMA_CONFLICT},
        {"MPI_ERR_RMA_SYNC", MPI_ERR_RMA_SYNC},
        {"MPI_ERR_SERVICE", MPI_ERR_SERVICE},
        {"MPI_ERR_SIZE", MPI_ERR_SIZE},
        {"MPI_ERR_SPAWN", MPI_ERR_SPAWN},
        {"MPI_ERR_UNSUPPORTED_DATAREP", MPI_ERR_UNSUPPORTED_DATAREP},
        {"MPI_ERR_UNSUPPORTED_OPERATION", MPI_ERR_UNSUPPORTED_OPERATION},
        {"MPI_ERR_WIN", MPI_ERR_WIN},
        {"MPI_ERR_SYSRESOURCE", MPI_ERR_SYSRESOURCE},
        {"MPI_ERR_LASTCODE", MPI_ERR_LASTCODE},
        {"MPI_ROOT", MPI_ROOT},
        {"MPI_KEYVAL_INVALID", MPI_KEYVAL_INVALID},
        {"MPI_MAX_OBJECT_NAME", MPI_MAX_OBJECT_NAME},
        {"MPI_MAX_PORT_NAME", MPI_MAX_PORT_NAME},
        {"MPI_MAX_DATAREP_STRING", MPI_MAX_DATAREP_STRING},
        {"MPI_MAX_INFO_KEY", MPI_MAX_INFO_KEY},
        {"MPI_MAX_INFO_VAL", MPI_MAX_INFO_VAL},
        {"MPI_VERSION", MPI_VERSION},
        {"MPI_SUBVERSION", MPI_SUBVERSION},
        {"MPI_DIST_GRAPH", MPI_DIST_GRAPH},
        {"MPI_APPNUM", MPI_APPNUM},
        {"MPI_LASTUSEDCODE", MPI_LASTUSEDCODE},
        {"MPI_UNIVERSE_SIZE", MPI_UNIVERSE_SIZE},
        {"MPI_WIN_BASE", MPI_WIN_BASE},
        {"MPI_WIN_SIZE", MPI_WIN_SIZE},
        {"MPI_WIN_DISP_UNIT", MPI_WIN_DISP_UNIT},
        {"MPI_COMM_TYPE_SHARED", MPI_COMM_TYPE_SHARED},
        {"MPI_MODE_CREATE", MPI_MODE_CREATE},
        {"MPI_MODE_RDONLY", MPI_MODE_RDONLY},
        {"MPI_MODE_WRONLY", MPI_MODE_WRONLY},
        {"MPI_MODE_RDWR", MPI_MODE_RDWR},
        {"MPI_MODE_DELETE_ON_CLOSE", MPI_MODE_DELETE_ON_CLOSE},
        {"MPI_MODE_UNIQUE_OPEN", MPI_MODE_UNIQUE_OPEN},
        {"MPI_MODE_EXCL", MPI_MODE_EXCL},
        {"MPI_MODE_APPEND", MPI_MODE_APPEND},
        {"MPI_MODE_SEQUENTIAL", MPI_MODE_SEQUENTIAL},
        {"MPI_DISPLACEMENT_CURRENT", MPI_DISPLACEMENT_CURRENT},
        {"MPI_SEEK_SET", MPI_SEEK_SET},
        {"MPI_SEEK_CUR", MPI_SEEK_CUR},
        {"MPI_SEEK_END", MPI_SEEK_END},
        {"MPI_ORDER_C", MPI_ORDER_C},
        {"MPI_ORDER_FORTRAN", MPI_ORDER_FORTRAN},
        {"MPI_DISTRIBUTE_BLOCK", MPI_DISTRIBUTE_BLOCK},
        {"MPI_DISTRIBUTE_CYCLIC", MPI_DISTRIBUTE_CYCLIC},
        {"MPI_DISTRIBUTE_NONE", MPI_DISTRIBUTE_NONE},
        {"MPI_DISTRIBUTE_DFLT_DARG", MPI_DISTRIBUTE_DFLT_DARG},
        {"MPI_MODE_NOCHECK", MPI_MODE_NOCHECK},
        {"MPI_MODE_NOPRECEDE", MPI_MODE_NOPRECEDE},
        {"MPI_MODE_NOPUT", MPI_MODE_NOPUT},
        {"MPI_MODE_NOSTORE", MPI_MODE_NOSTORE},
        {"MPI_MODE_NOSUCCEED", MPI_MODE_NOSUCCEED},
        {"MPI_LOCK_EXCLUSIVE", MPI_LOCK_EXCLUSIVE},
        {"MPI_LOCK_SHARED", MPI_LOCK_SHARED},
        {"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
        {"MPI_MINLOC", TO_JLONG(MPI_MINLOC)},
        {"MPI_MAXLOC", TO_JLONG(MPI_MAXLOC)},
        {"MPI_REPLACE", TO_JLONG(MPI_REPLACE)},
        {"MPI_NO_OP", TO_JLONG(MPI_NO_OP)},
        {"MPI_C_FLOAT_COMPLEX", TO_JLONG(MPI_C_FLOAT_COMPLEX)},
        {"MPI_C_DOUBLE_COMPLEX", TO_JLONG(MPI_C_DOUBLE_COMPLEX)},
        {"MPI_2INT", TO_JLONG(MPI_2INT)},
        {"MPI_SHORT_INT", TO_JLONG(MPI_SHORT_INT)},
        {"MPI_LONG_INT", TO_JLONG(MPI_LONG_INT)},
        {"MPI_FLOAT_INT", TO_JLONG(MPI_FLOAT_INT)},
        {"MPI_DOUBLE_INT", TO_JLONG(MPI_DOUBLE_INT)},
        {"MPI_IN_PLACE", TO_JLONG(MPI_IN_PLACE)},
        {"MPI_INFO_NULL", TO_JLONG(MPI_INFO_NULL)},
        {"MPI_INFO_ENV", TO_JLONG(MPI_INFO_ENV)},
    };
    const char *wanted = (*env)->GetStringUTFChars(env, name, NULL);
    if (!wanted)
        return 0;
    jlong value = 0;
    int found = 0;
    for (size_t i = 0; i < sizeof constants / sizeof *constants && !found; i++) {
        if (strcmp(wanted, constants[i].name) == 0) {
            value = constants[i].value;
            found = 1;
        }
    }
    if (!found)
        (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalArgumentException"), wanted);
    (*env)->ReleaseStringUTFChars(env, name, wanted);
    return value;
}

NATIVE(jint, init0)(JNIEnv *env, jclass self, jint wanted, jlong provided)
{
    int level = 0;
    before_init();
    if (!enter())
        return FINALIZED;
    int code = MPI_Init_thread(NULL, NULL, wanted, &level);
    allow(level);
    prepare_waits();
    after_init();
    *(int32_t *)TO_ADDRESS(provided) = level;
    return leave(code);
}

NATIVE(jint, finalize0)(JNIEnv *env, jclass self, jboolean together)
{
    return finish(together);
}

NATIVE(void, abort0)(JNIEnv *env, jclass self, jint status)
{
    int entered = enter_or_give_up();
    abort_job(status);
    if (entered)
        leave(MPI_SUCCESS);
}

NATIVE(void, abortAtExit0)(JNIEnv *env, jclass self)
{
    abort_at_exit();
}

/* Address of a direct buffer of any type; 0 for other buffers. */
NATIVE(jlong, address0)(JNIEnv *env, jclass self, jobject buffer)
{
    return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

/* The buffer that a direct buffer is a view of; the buffer itself if it is not a view. */
NATIVE(jobject, whole0)(JNIEnv *env, jclass self, jobject buffer)
{
    jclass direct = (*env)->FindClass(env, "sun/nio/ch/DirectBuffer");
    jmethodID attachment = direct ? (*env)->GetMethodID(env, direct, "attachment", "()Ljava/lang/Object;") : NULL;
    while (attachment && (*env)->IsInstanceOf(env, buffer, direct)) {
        jobject next = (*env)->CallObjectMethod(env, buffer, attachment);
        if ((*env)->ExceptionCheck(env) || !next || !(*env)->IsInstanceOf(env, next, direct))
            break;
        buffer = next;
    }
    return buffer;
}

/* Pins an array, and returns the address of its elements, until unpin0. */
NATIVE(jlong, pin0)(JNIEnv *env, jclass self, jobject array)
{
    return (jlong)(intptr_t)(*env)->GetPrimitiveArrayCritical(env, array, NULL);
}

NATIVE(void, unpin0)(JNIEnv *env, jclass self, jobject array, jlong address)
{
    (*env)->ReleasePrimitiveArrayCritical(env, array, TO_ADDRESS(address), 0);
}

/* The current address of an array's elements. */
NATIVE(jlong, place0)(JNIEnv *env, jclass self, jobject array)
{
    void *place = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
    (*env)->ReleasePrimitiveArrayCritical(env, array, place, JNI_ABORT);
    return (jlong)(intptr_t)place;
}

NATIVE(void, copyInto0)(JNIEnv *env, jclass self, jlong from, jobject array, jint bytes)
{
    void *to = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
    memcpy(to, TO_ADDRESS(from), bytes);
    (*env)->ReleasePrimitiveArrayCritical(env, array, to, 0);
}

/* Wraps memory that the caller knows to exist in a byte buffer. */
NATIVE(jobject, bytesAt0)(JNIEnv *env, jclass self, jlong address, jlong length)
{
    return (*env)->NewDirectByteBuffer(env, TO_ADDRESS(address), length);
}

NATIVE(jstring, foreignLauncher0)(JNIEnv *env, jclass self)
{
    const char *launcher = foreign_launcher();
    return launcher ? (*env)->NewStringUTF(env, launcher) : NULL;
}

NATIVE(jstring, endOfUnguardedReads0)(JNIEnv *env, jclass self)
{
    const char *setting = end_of_unguarded_reads();
    return setting ? (*env)->NewStringUTF(env, setting) : NULL;
}

/* The text of MPI_Get_library_version when the bridge was built; NULL if it was built for every MPI of an ABI. */
NATIVE(jstring, builtWith0)(JNIEnv *env, jclass self)
{
#ifdef BUILT_WITH
    return (*env)->NewStringUTF(env, BUILT_WITH);
#else
    return NULL;
#endif
}

NATIVE(jstring, libraryVersion0)(JNIEnv *env, jclass self)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    return (*env)->NewStringUTF(env, text);
}

NATIVE(jstring, processorName0)(JNIEnv *env, jclass self)
{
    char text[MPI_MAX_PROCESSOR_NAME] = "";
    int length = 0;
    MPI_Get_processor_name(text, &length);
    return (*env)->NewStringUTF(env, text);
}

NATIVE(jstring, errorString0)(JNIEnv *env, jclass self, jint code)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    return (*env)->NewStringUTF(env, text);
}

NATIVE(jint, errorClass0)(JNIEnv *env, jclass self, jint code)
{
    int class = MPI_ERR_OTHER;
    MPI_Error_class(code, &class);
    return class;
}

NATIVE(jboolean, isTruncation0)(JNIEnv *env, jclass self, jint code)
{
    return is_truncation(code) ? JNI_TRUE : JNI_FALSE;
}

/* The value of an attribute of MPI_COMM_WORLD; otherwise, if the library does not report it. */
NATIVE(jint, worldAttribute0)(JNIEnv *env, jclass self, jint keyval, jint otherwise)
{
    int *value = NULL;
    int found = 0;
    int code = MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &found);
    return code == MPI_SUCCESS && found ? *value : otherwise;
}
