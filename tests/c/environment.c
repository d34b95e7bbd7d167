/*
 * Adds variables to the environment and removes some, while other threads read it. Prints "right" if each thread has found
 * the variables that were always there, and all are there at the end.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READERS 3
#define VARIABLES 2000

static atomic_int is_over, misses;

static void *read_variables(void *unused)
{
    while (!is_over) {
        const char *always = getenv("ALWAYS");
        if (!always || strcmp(always, "there") || getenv("NEVER"))
            misses++;
    }
    return unused;
}

static int has(const char *name, const char *value)
{
    const char *found = getenv(name);
    return found ? value && !strcmp(found, value) : !value;
}

int main(void)
{
    pthread_t readers[READERS];
    char name[32], value[32], put[] = "PUT=1";
    setenv("ALWAYS", "there", 1);
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, read_variables, NULL);
    int right = 1;
    for (int i = 0; i < VARIABLES; i++) {
        snprintf(name, sizeof name, "VARIABLE_%d", i);
        snprintf(value, sizeof value, "%d", i);
        right &= !setenv(name, value, 0) && !setenv(name, "other", 0);
        if (i % 10 == 0)
            right &= !unsetenv(name) && !setenv("ALWAYS", "there", 1);
    }
    for (int i = 0; i < VARIABLES; i++) {
        snprintf(name, sizeof name, "VARIABLE_%d", i);
        snprintf(value, sizeof value, "%d", i);
        right &= has(name, i % 10 == 0 ? NULL : value);
    }
    right &= !putenv(put) && has("PUT", "1") && !setenv("PUT", "2", 1) && has("PUT", "2");
    right &= setenv("", "1", 1) == -1 && setenv("A=B", "1", 1) == -1 && unsetenv("A=B") == -1;
    char removed[] = "PUT";
    right &= !putenv(removed) && has("PUT", NULL);
    is_over = 1;
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    printf("%s\n", right && !misses ? "right" : "wrong");
    return 0;
}
