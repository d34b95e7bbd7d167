/*
 * Files. A call may wait for other ranks, for the lock of a shared pointer or for a disk, so it is made without the entry
 * lock. The exception is the start of an access where MPI needs the lock: see compat_openmpi.c.
 */
#include "bridge.h"
#include "compat.h"
#include "org_rmi4mpi_bridge_MpiFiles.h"

#include <errno.h>

#define FILES(name) org_rmi4mpi_bridge_MpiFiles_##name
#define TO_FILE(handle) ((MPI_File)(intptr_t)(handle))

/* An MPI may leave the status of an empty access as it is. */
static MPI_Status nothing(void)
{
    MPI_Status status = {0};
    MPI_Status_set_elements(&status, MPI_BYTE, 0);
    return status;
}

/*
 * MPI's class of the error that a failed write has left, or 0. Some MPIs tell only that fewer bytes were written. Other
 * errors may be left by anything.
 */
static int class_of(int error)
{
    switch (error) {
    case ENOSPC:
        return MPI_ERR_NO_SPACE;
    case EDQUOT:
        return MPI_ERR_QUOTA;
    case EROFS:
        return MPI_ERR_READ_ONLY;
    case EFBIG:
    case EIO:
    case ESTALE:
        return MPI_ERR_IO;
    }
    return 0;
}

/* Stores what an access has done. */
static int told(slot_t *slot, int code, MPI_Status *status)
{
    MPI_Count bytes = 0;
    slot->source = class_of(errno);
    slot->tag = slot->source ? errno : 0;
    int counted = MPI_Get_elements_x(status, MPI_BYTE, &bytes);
    slot->length = counted == MPI_SUCCESS ? bytes : 0;
    return code == MPI_SUCCESS ? counted : code;
}

NATIVE_OF(MpiFiles, jint, open0)(JNIEnv *env, jclass self, jlong comm, jlong name, jint mode, jlong info, jlong result)
{
    MPI_File file = MPI_FILE_NULL;
    ENTER_BLOCKING();
    int code = MPI_File_open(TO_COMM(comm), TO_ADDRESS(name), mode, TO_INFO(info), &file);
    if (code == MPI_SUCCESS)
        code = MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    TO_SLOT(result)->handle = TO_JLONG(file);
    return leave_blocking(code);
}

NATIVE_OF(MpiFiles, jint, close0)(JNIEnv *env, jclass self, jlong file)
{
    MPI_File handle = TO_FILE(file);
    RETURN_BLOCKING(MPI_File_close(&handle));
}

NATIVE_OF(MpiFiles, jint, delete0)(JNIEnv *env, jclass self, jlong name, jlong info)
{
    RETURN_BLOCKING(MPI_File_delete(TO_ADDRESS(name), TO_INFO(info)));
}

NATIVE_OF(MpiFiles, jint, setInfo0)(JNIEnv *env, jclass self, jlong file, jlong info)
{
    RETURN_BLOCKING(MPI_File_set_info(TO_FILE(file), TO_INFO(info)));
}

NATIVE_OF(MpiFiles, jint, getInfo0)(JNIEnv *env, jclass self, jlong file, jlong result)
{
    MPI_Info info = MPI_INFO_NULL;
    ENTER_BLOCKING();
    int code = MPI_File_get_info(TO_FILE(file), &info);
    TO_SLOT(result)->handle = TO_JLONG(info);
    return leave_blocking(code);
}

NATIVE_OF(MpiFiles, jint, setView0)(JNIEnv *env, jclass self, jlong file, jlong displacement, jlong etype,
                                    jlong filetype, jlong representation, jlong info)
{
    RETURN_BLOCKING(MPI_File_set_view(
        TO_FILE(file), displacement, TO_TYPE(etype), TO_TYPE(filetype), TO_ADDRESS(representation), TO_INFO(info)));
}

/* Sets a property of the file. */
NATIVE_OF(MpiFiles, jint, set0)(JNIEnv *env, jclass self, jint what, jlong file, jlong value, jint whence)
{
    MPI_File handle = TO_FILE(file);
    int code = MPI_ERR_ARG;
    ENTER_BLOCKING();
    switch (what) {
    case FILES(SIZE):
        code = MPI_File_set_size(handle, value);
        break;
    case FILES(ROOM):
        code = MPI_File_preallocate(handle, value);
        break;
    case FILES(POSITION):
        code = MPI_File_seek(handle, value, whence);
        break;
    case FILES(SHARED_POSITION):
        code = MPI_File_seek_shared(handle, value, whence);
        break;
    case FILES(ATOMICITY):
        code = MPI_File_set_atomicity(handle, value != 0);
        break;
    case FILES(SYNC):
        code = MPI_File_sync(handle);
        break;
    }
    return leave_blocking(code);
}

/* Stores the answer as the handle of the slot. */
NATIVE_OF(MpiFiles, jint, get0)(JNIEnv *env, jclass self, jint what, jlong file, jlong value, jlong result)
{
    MPI_File handle = TO_FILE(file);
    MPI_Offset answer = 0;
    MPI_Aint extent = 0;
    int flag = 0, code = MPI_ERR_ARG;
    ENTER_BLOCKING();
    switch (what) {
    case FILES(SIZE):
        code = MPI_File_get_size(handle, &answer);
        break;
    case FILES(POSITION):
        code = MPI_File_get_position(handle, &answer);
        break;
    case FILES(SHARED_POSITION):
        code = MPI_File_get_position_shared(handle, &answer);
        break;
    case FILES(ATOMICITY):
        code = MPI_File_get_atomicity(handle, &flag);
        answer = flag;
        break;
    case FILES(BYTE_OFFSET):
        code = MPI_File_get_byte_offset(handle, value, &answer);
        break;
    case FILES(TYPE_EXTENT):
        code = MPI_File_get_type_extent(handle, TO_TYPE(value), &extent);
        answer = extent;
        break;
    case FILES(MODE):
        code = MPI_File_get_amode(handle, &flag);
        answer = flag;
        break;
    }
    TO_SLOT(result)->handle = answer;
    return leave_blocking(code);
}

static int accessed(int form, MPI_File file, MPI_Offset at, void *memory, int count, MPI_Datatype type,
                    MPI_Status *status)
{
    switch (form) {
    case FILES(READ_AT):
        return MPI_File_read_at(file, at, memory, count, type, status);
    case FILES(WRITE_AT):
        return MPI_File_write_at(file, at, memory, count, type, status);
    case FILES(READ_AT_ALL):
        return MPI_File_read_at_all(file, at, memory, count, type, status);
    case FILES(WRITE_AT_ALL):
        return MPI_File_write_at_all(file, at, memory, count, type, status);
    case FILES(READ):
        return MPI_File_read(file, memory, count, type, status);
    case FILES(WRITE):
        return MPI_File_write(file, memory, count, type, status);
    case FILES(READ_ALL):
        return MPI_File_read_all(file, memory, count, type, status);
    case FILES(WRITE_ALL):
        return write_all(file, at, memory, count, type, status);
    case FILES(READ_SHARED):
        return MPI_File_read_shared(file, memory, count, type, status);
    case FILES(WRITE_SHARED):
        return MPI_File_write_shared(file, memory, count, type, status);
    case FILES(READ_ORDERED):
        return MPI_File_read_ordered(file, memory, count, type, status);
    case FILES(WRITE_ORDERED):
        return MPI_File_write_ordered(file, memory, count, type, status);
    }
    return MPI_ERR_ARG;
}

/*
 * Stores the number of bytes that were read or written as the length of the slot, the system's error
 * as its tag, and the class of that error as its source.
 */
NATIVE_OF(MpiFiles, jint, access0)(JNIEnv *env, jclass self, jint form, jlong file, jlong offset, jlong address,
                                   jint count, jlong type, jlong slot)
{
    MPI_Status status = nothing();
    ENTER_BLOCKING();
    errno = 0;
    int code = accessed(form, TO_FILE(file), offset, TO_ADDRESS(address), count, TO_TYPE(type), &status);
    return leave_blocking(told(TO_SLOT(slot), code, &status));
}

static int begun(int form, MPI_File file, MPI_Offset at, void *memory, int count, MPI_Datatype type,
                 MPI_Request *request)
{
    switch (form) {
    case FILES(READ_AT):
        return MPI_File_iread_at(file, at, memory, count, type, request);
    case FILES(WRITE_AT):
        return MPI_File_iwrite_at(file, at, memory, count, type, request);
    case FILES(READ_AT_ALL):
        return MPI_File_iread_at_all(file, at, memory, count, type, request);
    case FILES(WRITE_AT_ALL):
        return MPI_File_iwrite_at_all(file, at, memory, count, type, request);
    case FILES(READ):
        return MPI_File_iread(file, memory, count, type, request);
    case FILES(WRITE):
        return MPI_File_iwrite(file, memory, count, type, request);
    case FILES(READ_ALL):
        return MPI_File_iread_all(file, memory, count, type, request);
    case FILES(WRITE_ALL):
        return MPI_File_iwrite_all(file, memory, count, type, request);
    case FILES(READ_SHARED):
        return MPI_File_iread_shared(file, memory, count, type, request);
    case FILES(WRITE_SHARED):
        return MPI_File_iwrite_shared(file, memory, count, type, request);
    }
    return MPI_ERR_ARG;
}

/* Makes a write, and leaves it in the slot as one that was started and is complete. The slot tells whether it failed. */
static int written(int form, MPI_File file, MPI_Offset at, void *memory, int count, MPI_Datatype type, slot_t *slot)
{
    MPI_Status status = nothing();
    ENTER_BLOCKING();
    errno = 0;
    int code = accessed(form, file, at, memory, count, type, &status);
    started(slot, code, MPI_REQUEST_NULL);
    code = told(slot, code, &status);
    if (code != MPI_SUCCESS && !slot->tag)
        return leave_blocking(code);
    if (code != MPI_SUCCESS)
        slot->length = 0;
    slot->done = 1;
    return leave_blocking(MPI_SUCCESS);
}

NATIVE_OF(MpiFiles, jint, start0)(JNIEnv *env, jclass self, jint form, jlong file, jlong offset, jlong address,
                                  jint count, jlong type, jlong slot)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int in_turn = starts_files_in_turn();
    if (writes_at_start() && (form == FILES(WRITE) || form == FILES(WRITE_AT) || form == FILES(WRITE_SHARED)))
        return written(form, TO_FILE(file), offset, TO_ADDRESS(address), count, TO_TYPE(type), TO_SLOT(slot));
    int refusal = in_turn ? enter_to_start() : enter_to_block();
    if (refusal)
        return refusal;
    int code = begun(form, TO_FILE(file), offset, TO_ADDRESS(address), count, TO_TYPE(type), &request);
    code = started(TO_SLOT(slot), code, request);
    TO_SLOT(slot)->form = OF_FILE;
    return in_turn ? leave(code) : leave_blocking(code);
}

NATIVE_OF(MpiFiles, jint, longestPath0)(JNIEnv *env, jclass self, jint ranks)
{
    return longest_path(ranks);
}

NATIVE_OF(MpiFiles, jint, longestName0)(JNIEnv *env, jclass self)
{
    return longest_name();
}

NATIVE_OF(MpiFiles, jboolean, writesAtStart0)(JNIEnv *env, jclass self)
{
    return writes_at_start() != 0;
}

NATIVE_OF(MpiFiles, jboolean, keepsPointerBesideFile0)(JNIEnv *env, jclass self)
{
    return keeps_pointer_beside_file() != 0;
}
