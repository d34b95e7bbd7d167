/*
 * Lets threads read the environment while another one changes it. The C library frees the array of variables when it makes
 * a larger one, and getenv in another thread may still walk through it. Open MPI adds variables in MPI_Init, while threads
 * of the JVM read some, such as for the text of an error. So these functions stand before those of the C library. They put
 * a larger copy in the place of the array, and free neither the array nor a text.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

extern char **environ;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The array that was made here last, and how many variables it has room for. */
static char **made;
static size_t room;

static size_t count(void)
{
    size_t there = 0;
    while (environ && environ[there])
        there++;
    return there;
}

/* The place of a variable in the array; NULL if there is none. */
static char **find(const char *name, size_t length)
{
    for (char **each = environ; each && *each; each++)
        if (!strncmp(*each, name, length) && (*each)[length] == '=')
            return each;
    return NULL;
}

/* Puts a new array in the place of the old one, without a variable if there is one to leave out. Returns 0 or -1. */
static int make_array(size_t new_room, char *const *without)
{
    char **array = malloc((new_room + 1) * sizeof *array);
    if (!array)
        return -1;
    size_t kept = 0;
    for (char **each = environ; each && *each; each++)
        if (each != without)
            array[kept++] = *each;
    array[kept] = NULL;
    made = array;
    room = new_room;
    __atomic_store_n(&environ, array, __ATOMIC_RELEASE);
    return 0;
}

/* Puts "name=value" in the place of an earlier one, or at the end. Returns 0 or -1. */
static int put(char *text, size_t length)
{
    char **place = find(text, length);
    if (place) {
        __atomic_store_n(place, text, __ATOMIC_RELEASE);
        return 0;
    }
    size_t there = count();
    if ((environ != made || there >= room) && make_array(2 * there + 16, NULL))
        return -1;
    environ[there + 1] = NULL;
    __atomic_store_n(&environ[there], text, __ATOMIC_RELEASE);
    return 0;
}

static int is_name(const char *name)
{
    if (name && *name && !strchr(name, '='))
        return 1;
    errno = EINVAL;
    return 0;
}

EXPORTED int setenv(const char *name, const char *value, int overwrite)
{
    if (!is_name(name))
        return -1;
    size_t length = strlen(name), all = length + 1 + strlen(value) + 1;
    int code = 0;
    pthread_mutex_lock(&lock);
    char **place = find(name, length);
    if (!place || (overwrite && strcmp(*place + length + 1, value))) {
        char *text = malloc(all);
        code = text ? 0 : -1;
        if (text) {
            memcpy(text, name, length);
            text[length] = '=';
            memcpy(text + length + 1, value, all - length - 1);
            code = put(text, length);
        }
        if (code)
            free(text);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

EXPORTED int unsetenv(const char *name)
{
    if (!is_name(name))
        return -1;
    size_t length = strlen(name);
    int code = 0;
    pthread_mutex_lock(&lock);
    for (char **place = find(name, length); place && !code; place = find(name, length))
        code = make_array(count() + 16, place);
    pthread_mutex_unlock(&lock);
    return code;
}

EXPORTED int putenv(char *text)
{
    const char *end = strchr(text, '=');
    if (!end)
        return unsetenv(text);
    pthread_mutex_lock(&lock);
    int code = put(text, (size_t)(end - text));
    pthread_mutex_unlock(&lock);
    return code;
}
