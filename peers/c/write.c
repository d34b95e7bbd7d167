/* Values into bytes: CBOR, as docs/wire.md has it. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define FIRST_ROOM 512

uint8_t *new_pages(size_t at, size_t length)
{
    return aligned_alloc(PAGE, (at + LINE + length + PAGE - 1) / PAGE * PAGE);
}

void start_writing(rmi4mpi_writer *writer, rmi4mpi_job *job)
{
    writer->job = job;
    writer->length = RMI4MPI_WIRE_HEADER;
    writer->shared = 0;
    writer->name_count = writer->next_name = 0;
    writer->thrown = false;
    writer->failure = RMI4MPI_OK;
}

static void refuse(rmi4mpi_writer *writer, int code)
{
    if (writer->failure == RMI4MPI_OK) {
        writer->failure = code;
        strncpy(writer->text, rmi4mpi_error(), sizeof writer->text - 1);
    }
}

static bool grow(rmi4mpi_writer *writer, size_t more)
{
    if (more >= INT32_MAX || writer->length + more >= INT32_MAX) {
        refuse(writer, rmi4mpi_fail(RMI4MPI_USAGE,
                                    "arguments or result of %zu bytes at rank %d > 2147483646: pass them in parts",
                                    writer->length + more, writer->job->rank));
        return false;
    }
    size_t capacity = writer->capacity ? writer->capacity : FIRST_ROOM;
    while (capacity < writer->length + more)
        capacity *= 2;
    bool is_long = capacity > RMI4MPI_WIRE_SHORT_FRAME;
    uint8_t *base = is_long ? new_pages(SENT_AT, capacity) : realloc(writer->base, capacity);
    if (!base) {
        refuse(writer, rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for a frame of %zu bytes at rank %d", capacity,
                                    writer->job->rank));
        return false;
    }
    if (is_long && writer->base)
        memcpy(base + SENT_AT, writer->bytes, writer->length);
    if (is_long)
        free(writer->base);
    writer->base = base;
    writer->bytes = base + (is_long ? SENT_AT : 0);
    writer->capacity = capacity;
    return true;
}

static inline uint8_t *room(rmi4mpi_writer *writer, size_t more)
{
    if (writer->capacity < writer->length + more || more >= INT32_MAX)
        if (!grow(writer, more))
            return NULL;
    uint8_t *at = writer->bytes + writer->length;
    writer->length += more;
    return at;
}

void put_header(rmi4mpi_writer *writer, int kind, int64_t call_id, int64_t object_id)
{
    if (writer->capacity < RMI4MPI_WIRE_HEADER && !grow(writer, FIRST_ROOM - RMI4MPI_WIRE_HEADER))
        return;
    memset(writer->bytes, 0, RMI4MPI_WIRE_HEADER);
    writer->bytes[RMI4MPI_WIRE_KIND_OFFSET] = (uint8_t)kind;
    writer->bytes[RMI4MPI_WIRE_VERSION_OFFSET] = RMI4MPI_WIRE_VERSION;
    memcpy(writer->bytes + RMI4MPI_WIRE_CALL_ID_OFFSET, &call_id, 8);
    memcpy(writer->bytes + RMI4MPI_WIRE_OBJECT_ID_OFFSET, &object_id, 8);
}

static void put_long_head(rmi4mpi_writer *writer, int major, uint64_t value)
{
    int power = value <= UINT8_MAX ? 0 : value <= UINT16_MAX ? 1 : value <= UINT32_MAX ? 2 : 3;
    size_t length = 1u + (1u << power);
    uint8_t *at = room(writer, length);
    if (!at)
        return;
    at[0] = (uint8_t)(major << 5 | (24 + power));
    for (size_t i = 1; i < length; i++)
        at[i] = (uint8_t)(value >> 8 * (length - 1 - i));
}

/* The first bytes of a value: the major type, and a length or number. */
static inline void put_head(rmi4mpi_writer *writer, int major, uint64_t value)
{
    if (value >= 24) {
        put_long_head(writer, major, value);
        return;
    }
    uint8_t *at = room(writer, 1);
    if (at)
        *at = (uint8_t)(major << 5 | value);
}

static void put_byte(rmi4mpi_writer *writer, int byte)
{
    uint8_t *at = room(writer, 1);
    if (at)
        *at = (uint8_t)byte;
}

void rmi4mpi_put_null(rmi4mpi_writer *writer)
{
    put_byte(writer, RMI4MPI_WIRE_NULL);
}

void rmi4mpi_put_boolean(rmi4mpi_writer *writer, int value)
{
    put_byte(writer, value ? RMI4MPI_WIRE_TRUE : RMI4MPI_WIRE_FALSE);
}

void rmi4mpi_put_integer(rmi4mpi_writer *writer, int64_t value)
{
    if (value >= 0)
        put_head(writer, RMI4MPI_WIRE_UNSIGNED, (uint64_t)value);
    else
        put_head(writer, RMI4MPI_WIRE_NEGATIVE, ~(uint64_t)value);
}

void rmi4mpi_put_char(rmi4mpi_writer *writer, uint16_t value)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_CHAR);
    put_head(writer, RMI4MPI_WIRE_UNSIGNED, value);
}

static void put_bits(rmi4mpi_writer *writer, int first, uint64_t bits, size_t length)
{
    uint8_t *at = room(writer, 1 + length);
    if (!at)
        return;
    at[0] = (uint8_t)first;
    for (size_t i = 0; i < length; i++)
        at[1 + i] = (uint8_t)(bits >> 8 * (length - 1 - i));
}

void rmi4mpi_put_float(rmi4mpi_writer *writer, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bits(writer, RMI4MPI_WIRE_FLOAT32, bits, sizeof bits);
}

void rmi4mpi_put_double(rmi4mpi_writer *writer, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bits(writer, RMI4MPI_WIRE_FLOAT64, bits, sizeof bits);
}

/* Shifts a long frame so that what follows its first bytes is aligned, if those are few. Returns where it begins. */
static uint8_t *align(rmi4mpi_writer *writer, size_t before)
{
    uint8_t *aligned = writer->base + SENT_AT + (LINE - before % LINE) % LINE;
    if (before < PAGE) {
        memmove(aligned, writer->bytes, before);
        writer->bytes = aligned;
    }
    return writer->bytes + before;
}

static void put_bytes(rmi4mpi_writer *writer, int major, const void *bytes, size_t length)
{
    put_head(writer, major, length);
    size_t before = writer->length;
    uint8_t *at = room(writer, length);
    if (at && length >= RMI4MPI_WIRE_SHORT_FRAME)
        at = align(writer, before);
    if (at && length)
        memcpy(at, bytes, length);
}

void rmi4mpi_put_big_integer(rmi4mpi_writer *writer, int is_negative, const uint8_t *magnitude, size_t length)
{
    put_head(writer, RMI4MPI_WIRE_TAG, is_negative ? RMI4MPI_WIRE_NEGATIVE_BIGNUM : RMI4MPI_WIRE_POSITIVE_BIGNUM);
    put_bytes(writer, RMI4MPI_WIRE_BYTES, magnitude, length);
}

/* Where the text stops to be UTF-8 (RFC 3629), or its length. */
size_t end_of_utf8(const uint8_t *text, size_t length)
{
    size_t i = 0;
    while (i < length) {
        uint64_t eight;
        while (i + 8 <= length && (memcpy(&eight, text + i, 8), (eight & 0x8080808080808080u) == 0))
            i += 8;
        while (i < length && text[i] < 0x80)
            i++;
        if (i == length)
            break;
        uint8_t first = text[i];
        size_t more = first >= 0xc2 && first <= 0xdf   ? 1
                      : (first & 0xf0) == 0xe0         ? 2
                      : first >= 0xf0 && first <= 0xf4 ? 3
                                                       : 0;
        if (more == 0 || length - i <= more)
            return i;
        for (size_t k = 1; k <= more; k++)
            if ((text[i + k] & 0xc0) != 0x80)
                return i;
        uint8_t second = text[i + 1];
        if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90)
            || (first == 0xf4 && second > 0x8f))
            return i;
        i += 1 + more;
    }
    return length;
}

void rmi4mpi_put_text(rmi4mpi_writer *writer, const char *text, size_t length)
{
    size_t end = end_of_utf8((const uint8_t *)text, length);
    if (end < length) {
        refuse(writer,
               rmi4mpi_fail(
                   RMI4MPI_TYPE,
                   "byte 0x%02x at position %zu of a text of %zu bytes at rank %d is not UTF-8: convert the text, or "
                   "pass it as an array of bytes",
                   (uint8_t)text[end], end, length, writer->job->rank));
        return;
    }
    put_bytes(writer, RMI4MPI_WIRE_TEXT, text, length);
}

/* The names of an object follow each other in the same order in the next object. */
static const written_name *find_name(rmi4mpi_writer *writer, const char *name, size_t length)
{
    for (int i = 0; i < writer->name_count; i++) {
        int index = (writer->next_name + i) % writer->name_count;
        const written_name *each = &writer->names[index];
        if (each->length == length && memcmp(writer->bytes + each->at, name, length) == 0) {
            writer->next_name = index + 1;
            return each;
        }
    }
    return NULL;
}

void rmi4mpi_put_name(rmi4mpi_writer *writer, const char *name, size_t length)
{
    const written_name *earlier = find_name(writer, name, length);
    if (earlier) {
        rmi4mpi_put_again(writer, earlier->number);
        return;
    }
    bool is_shared = length >= RMI4MPI_WIRE_SHORTEST_SHARED_NAME && writer->name_count < MOST_NAMES;
    int64_t number = is_shared ? rmi4mpi_put_shared(writer) : 0;
    rmi4mpi_put_text(writer, name, length);
    if (is_shared && writer->failure == RMI4MPI_OK)
        writer->names[writer->name_count++] = (written_name){
            (uint32_t)(writer->length - length), (uint32_t)length, number};
}

static void put_name(rmi4mpi_writer *writer, const char *name)
{
    rmi4mpi_put_name(writer, name, strlen(name));
}

void rmi4mpi_put_elements(rmi4mpi_writer *writer, int type, const void *elements, size_t count)
{
    static const struct {
        int tag;
        unsigned size;
    } types[] = {
        [RMI4MPI_BOOLEANS] = {RMI4MPI_WIRE_BOOLEAN_ARRAY, 1}, [RMI4MPI_BYTES] = {0, 1},
        [RMI4MPI_CHARS] = {RMI4MPI_WIRE_UINT16_ARRAY, 2},     [RMI4MPI_SHORTS] = {RMI4MPI_WIRE_INT16_ARRAY, 2},
        [RMI4MPI_INTS] = {RMI4MPI_WIRE_INT32_ARRAY, 4},       [RMI4MPI_LONGS] = {RMI4MPI_WIRE_INT64_ARRAY, 8},
        [RMI4MPI_FLOATS] = {RMI4MPI_WIRE_FLOAT32_ARRAY, 4},   [RMI4MPI_DOUBLES] = {RMI4MPI_WIRE_FLOAT64_ARRAY, 8}};
    if (type < RMI4MPI_BOOLEANS || type > RMI4MPI_DOUBLES) {
        refuse(writer, rmi4mpi_fail(RMI4MPI_USAGE, "%d is no type of elements at rank %d", type, writer->job->rank));
        return;
    }
    if (types[type].tag)
        put_head(writer, RMI4MPI_WIRE_TAG, (uint64_t)types[type].tag);
    if (count > INT32_MAX)
        grow(writer, count);
    else
        put_bytes(writer, RMI4MPI_WIRE_BYTES, elements, count * types[type].size);
}

void rmi4mpi_put_list(rmi4mpi_writer *writer, size_t count)
{
    put_head(writer, RMI4MPI_WIRE_ARRAY, count);
}

void rmi4mpi_put_set(rmi4mpi_writer *writer, size_t count)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_SET);
    put_head(writer, RMI4MPI_WIRE_ARRAY, count);
}

void rmi4mpi_put_map(rmi4mpi_writer *writer, size_t count)
{
    put_head(writer, RMI4MPI_WIRE_MAP, count);
}

void rmi4mpi_put_array(rmi4mpi_writer *writer, const char *element_class, size_t count)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_OBJECT_ARRAY);
    put_head(writer, RMI4MPI_WIRE_ARRAY, 2);
    put_name(writer, element_class);
    put_head(writer, RMI4MPI_WIRE_ARRAY, count);
}

void rmi4mpi_put_object(rmi4mpi_writer *writer, const char *class_name, size_t field_count)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_OBJECT);
    put_head(writer, RMI4MPI_WIRE_ARRAY, 2);
    put_name(writer, class_name);
    put_head(writer, RMI4MPI_WIRE_MAP, field_count);
}

void rmi4mpi_put_enum(rmi4mpi_writer *writer, const char *class_name, const char *constant)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_ENUM);
    put_head(writer, RMI4MPI_WIRE_ARRAY, 2);
    put_name(writer, class_name);
    put_name(writer, constant);
}

void rmi4mpi_put_reference(rmi4mpi_writer *writer, rmi4mpi_object *object)
{
    if (!object) {
        rmi4mpi_put_null(writer);
        return;
    }
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_REMOTE);
    put_head(writer, RMI4MPI_WIRE_ARRAY, 4);
    rmi4mpi_put_integer(writer, object->rank);
    rmi4mpi_put_integer(writer, object->id);
    rmi4mpi_put_integer(writer, leave_with(object));
    put_head(writer, RMI4MPI_WIRE_ARRAY, object->interface_count);
    for (size_t i = 0; i < object->interface_count; i++)
        put_name(writer, object->interfaces[i]);
}

int64_t rmi4mpi_put_shared(rmi4mpi_writer *writer)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_SHARED);
    return writer->shared++;
}

void rmi4mpi_put_again(rmi4mpi_writer *writer, int64_t number)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_SHARED_REFERENCE);
    rmi4mpi_put_integer(writer, number);
}

void put_exception_below(rmi4mpi_writer *writer, const char *class_name, const char *message, size_t length,
                         const char *const *superclasses, size_t count)
{
    rmi4mpi_put_throwable(writer);
    rmi4mpi_put_text(writer, class_name, strlen(class_name));
    if (message)
        rmi4mpi_put_text(writer, message, end_of_utf8((const uint8_t *)message, length));
    else
        rmi4mpi_put_null(writer);
    rmi4mpi_put_null(writer);
    rmi4mpi_put_list(writer, 0);
    rmi4mpi_put_list(writer, count);
    for (size_t i = 0; i < count; i++)
        rmi4mpi_put_text(writer, superclasses[i], strlen(superclasses[i]));
    rmi4mpi_put_map(writer, 0);
}

void rmi4mpi_put_exception(rmi4mpi_writer *writer, const char *class_name, const char *message, size_t length)
{
    static const char *const throwable[] = {"java.lang.Throwable"};
    bool is_own = strncmp(class_name, "c.", 2) == 0;
    put_exception_below(writer, class_name, message, length, throwable, is_own ? 0 : 1);
}

void rmi4mpi_put_throwable(rmi4mpi_writer *writer)
{
    put_head(writer, RMI4MPI_WIRE_TAG, RMI4MPI_WIRE_THROWABLE);
    put_head(writer, RMI4MPI_WIRE_ARRAY, 6);
}

void rmi4mpi_throw(rmi4mpi_writer *result)
{
    start_writing(result, result->job);
    result->thrown = true;
}
