/*
 * A rank in C that makes the datatypes of which a Java rank tells, and answers what MPI says of them, and which bytes
 * they send and receive. See TypesBesideC.java, which has the other end of each message.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { END = -2, USE, BASIC, CONTIGUOUS, VECTOR, HVECTOR, INDEXED, HINDEXED, STRUCT, RESIZED };

#define MOST_WORDS 256
#define MOST_NODES 64
#define MOST_BLOCKS 16
#define FOUND 0x5a

static int words[MOST_WORDS];
static const int *next;
static MPI_Datatype nodes[MOST_NODES];
static int made;

static int java(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return 1 - rank;
}

static void take(int *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = *next++;
}

static void make_node(void)
{
    MPI_Datatype basics[] = {MPI_SIGNED_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_DOUBLE_INT};
    MPI_Datatype *type = &nodes[made++];
    int kind = *next++, count, length, stride, lengths[MOST_BLOCKS], places[MOST_BLOCKS], parts[MOST_BLOCKS];
    if (kind == BASIC) {
        *type = basics[*next++];
        return;
    }
    if (kind == CONTIGUOUS) {
        count = *next++;
        MPI_Type_contiguous(count, nodes[*next++], type);
    } else if (kind == VECTOR || kind == HVECTOR) {
        count = *next++;
        length = *next++;
        stride = *next++;
        if (kind == VECTOR)
            MPI_Type_vector(count, length, stride, nodes[*next++], type);
        else
            MPI_Type_create_hvector(count, length, stride, nodes[*next++], type);
    } else if (kind == RESIZED) {
        int lower = *next++, extent = *next++;
        MPI_Type_create_resized(nodes[*next++], lower, extent, type);
    } else {
        MPI_Aint displacements[MOST_BLOCKS];
        MPI_Datatype types[MOST_BLOCKS] = {nodes[0]};
        count = *next++;
        take(lengths, count);
        take(places, count);
        take(parts, count); /* all are the same, unless it is a structure */
        for (int i = 0; i < count; i++) {
            displacements[i] = places[i];
            types[i] = nodes[parts[i]];
        }
        if (kind == INDEXED)
            MPI_Type_indexed(count, lengths, places, types[0], type);
        else if (kind == HINDEXED)
            MPI_Type_create_hindexed(count, lengths, displacements, types[0], type);
        else
            MPI_Type_create_struct(count, lengths, displacements, types, type);
    }
    MPI_Type_commit(type);
}

static void tell_bounds(MPI_Datatype type)
{
    MPI_Aint lower, extent, true_lower, true_extent;
    int size;
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Type_get_true_extent(type, &true_lower, &true_extent);
    int64_t bounds[5] = {size, lower, extent, true_lower, true_extent};
    MPI_Send(bounds, 5, MPI_LONG, java(), 1, MPI_COMM_WORLD);
}

/* Packs, sends and receives some copies of the last type, in a memory of which Java has one like it. */
static void use(void)
{
    int args[4]; /* length of memory, place, count, whether it can be received */
    MPI_Recv(args, 4, MPI_INT, java(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int length = args[0], count = args[2], size, packed = 0, position = 0;
    MPI_Datatype type = nodes[made - 1];
    MPI_Type_size(type, &size);
    char *memory = malloc(length), *message = malloc(size * count + 1), *found = malloc(length);
    for (int i = 0; i < length; i++)
        memory[i] = (char)(i * 7 + i / 256);
    MPI_Pack(memory + args[1], count, type, message, size * count, &packed, MPI_COMM_SELF);
    MPI_Send(message, packed, MPI_BYTE, java(), 2, MPI_COMM_WORLD);
    MPI_Recv(message, size * count, MPI_PACKED, java(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(message, packed, MPI_BYTE, java(), 4, MPI_COMM_WORLD);
    if (args[3]) {
        memset(found, FOUND, length);
        MPI_Unpack(message, packed, &position, found + args[1], count, type, MPI_COMM_SELF);
        MPI_Send(found, length, MPI_BYTE, java(), 5, MPI_COMM_WORLD);
        MPI_Send(memory + args[1], count, type, java(), 6, MPI_COMM_WORLD);
        memset(found, FOUND, length);
        MPI_Recv(found + args[1], count, type, java(), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(found, length, MPI_BYTE, java(), 8, MPI_COMM_WORLD);
    }
    free(memory);
    free(message);
    free(found);
}

static void free_nodes(void)
{
    while (made > 0) {
        int integers, addresses, types, combiner;
        MPI_Type_get_envelope(nodes[--made], &integers, &addresses, &types, &combiner);
        if (combiner != MPI_COMBINER_NAMED)
            MPI_Type_free(&nodes[made]);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (;;) {
        MPI_Recv(words, MOST_WORDS, MPI_INT, java(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        next = words;
        if (*words == END)
            break;
        if (*words == USE) {
            use();
            free_nodes();
        } else {
            make_node();
            tell_bounds(nodes[made - 1]);
        }
    }
    MPI_Finalize();
    return 0;
}
