/* Run once at build time. Prints the version text of the MPI that the bridge is built with, as one line. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, "\n")] = 0;
    for (char *c = text; *c; c++)
        if (*c == '"' || *c == '\'' || *c == '\\' || *c == '\t')
            *c = ' ';
    puts(text);
    return 0;
}
