/* Copies elements between an array of Java, or memory at an address, and memory that MPI or another rank reads. */
#define _GNU_SOURCE
#include "bridge.h"

#include <string.h>

/* The kinds are those of Element.java. */
#define COPY(direction, name, type) \
    (*env)->direction##name##ArrayRegion(env, array, (jsize)at, bytes / (jint)sizeof(j##type), (j##type *)memory)
#define COPY_BY_KIND(direction)          \
    switch (kind) {                      \
    case 0:                              \
        COPY(direction, Byte, byte);     \
        break;                           \
    case 1:                              \
        COPY(direction, Char, char);     \
        break;                           \
    case 2:                              \
        COPY(direction, Short, short);   \
        break;                           \
    case 4:                              \
        COPY(direction, Int, int);       \
        break;                           \
    case 5:                              \
        COPY(direction, Long, long);     \
        break;                           \
    case 6:                              \
        COPY(direction, Float, float);   \
        break;                           \
    default:                             \
        COPY(direction, Double, double); \
    }

void load(JNIEnv *env, jobject array, jlong at, jint kind, char *memory, jint bytes)
{
    if (bytes == 0)
        return;
    if (!array) {
        memcpy(memory, TO_ADDRESS(at), (size_t)bytes);
        return;
    }
    COPY_BY_KIND(Get)
}

static const jlong sizes[] = {1, 2, 2, 1, 4, 8, 4, 8};

void store(JNIEnv *env, jobject array, jlong at, jint kind, jlong skipped, char *memory, jint bytes)
{
    if (bytes == 0)
        return;
    if (!array) {
        memcpy((char *)TO_ADDRESS(at) + skipped, memory, (size_t)bytes);
        return;
    }
    at += skipped / sizes[kind];
    COPY_BY_KIND(Set)
}
