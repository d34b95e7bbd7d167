/* Bytes into values. No length is believed beyond the end of the frame. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* One data item: its first bytes. */
typedef struct {
    int major;
    int info; /* the lower five bits */
    uint64_t value;
    const uint8_t *next;
} head;

/* A value that is read: behind a mark for sharing, or where such a value stood before. */
typedef struct {
    head head;
    int tag;             /* -1 for none */
    const uint8_t *back; /* where to go on after a value that stands elsewhere, or NULL */
} item;

/* A copy of elements, in the reader's list. */
typedef struct copy {
    struct copy *next;
    double aligned;
} copy;

size_t end_of_utf8(const uint8_t *text, size_t length);

void start_reading(rmi4mpi_reader *reader, rmi4mpi_job *job, frame *source)
{
    reader->job = job;
    reader->source = source;
    reader->start = source->bytes;
    reader->at = reader->furthest = source->bytes + RMI4MPI_WIRE_HEADER;
    reader->end = source->bytes + source->length;
    reader->shared_count = reader->depth = 0;
}

void stop_reading(rmi4mpi_reader *reader)
{
    while (reader->scratch) {
        copy *first = reader->scratch;
        reader->scratch = first->next;
        free(first);
    }
    if (reader->source)
        free_frame(reader->job, reader->source);
    reader->source = NULL;
}

void free_reader(rmi4mpi_reader *reader)
{
    stop_reading(reader);
    free(reader->shared);
    free(reader->returns);
    reader->shared = NULL;
    reader->returns = NULL;
    reader->shared_capacity = reader->returns_capacity = 0;
}

rmi4mpi_job *rmi4mpi_reader_job(const rmi4mpi_reader *reader)
{
    return reader->job;
}

static int damaged(const rmi4mpi_reader *reader, const char *what)
{
    return rmi4mpi_fail(RMI4MPI_DAMAGED, "byte %td of a frame of %td bytes at rank %d: %s", reader->at - reader->start,
                        reader->end - reader->start, reader->job->rank, what);
}

/* Reads the first bytes of the item at p. Returns whether they are some. */
static inline bool read_head(const uint8_t *p, const uint8_t *end, head *head)
{
    if (p >= end)
        return false;
    head->major = *p >> 5;
    head->info = *p & 31;
    p++;
    if (head->info < 24) {
        head->value = (uint64_t)head->info;
    } else {
        if (head->info > 27)
            return false; /* indefinite lengths, too */
        size_t length = (size_t)1 << (head->info - 24);
        if ((size_t)(end - p) < length)
            return false;
        uint64_t value = 0;
        for (size_t i = 0; i < length; i++)
            value = value << 8 | *p++;
        head->value = value;
    }
    head->next = p;
    return true;
}

static int grow_shared(rmi4mpi_reader *reader)
{
    size_t capacity = reader->shared_capacity ? 2 * reader->shared_capacity : 16;
    uint32_t *shared = realloc(reader->shared, capacity * sizeof *shared);
    if (!shared)
        return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for %zu shared values at rank %d", capacity, reader->job->rank);
    reader->shared = shared;
    reader->shared_capacity = capacity;
    return RMI4MPI_OK;
}

/* The number of the value with tag 28 that begins here. Enters it if it is new. */
static int enter_shared(rmi4mpi_reader *reader, const uint8_t *content, size_t *number)
{
    uint32_t offset = (uint32_t)(content - reader->start);
    size_t low = 0, high = reader->shared_count;
    if (high == 0 || reader->shared[high - 1] < offset) {
        if (high == reader->shared_capacity) {
            int code = grow_shared(reader);
            if (code)
                return code;
        }
        reader->shared[high] = offset;
        *number = reader->shared_count++;
        return RMI4MPI_OK;
    }
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (reader->shared[middle] < offset)
            low = middle + 1;
        else
            high = middle;
    }
    *number = low;
    return RMI4MPI_OK;
}

/* The rest of open_value, for a value that begins with a tag. */
static int open_tagged(rmi4mpi_reader *reader, item *item)
{
    if (item->head.value == RMI4MPI_WIRE_SHARED) {
        size_t number;
        int code = enter_shared(reader, item->head.next, &number);
        if (code)
            return code;
        if (!read_head(item->head.next, reader->end, &item->head))
            return damaged(reader, "expected a value behind tag 28");
    } else if (item->head.value == RMI4MPI_WIRE_SHARED_REFERENCE) {
        head number;
        if (!read_head(item->head.next, reader->end, &number) || number.major != RMI4MPI_WIRE_UNSIGNED
            || number.value >= reader->shared_count)
            return damaged(reader, "tag 29 is not followed by the number of a value with tag 28 that has begun");
        item->back = number.next;
        read_head(reader->start + reader->shared[number.value], reader->end, &item->head);
    }
    if (item->head.major == RMI4MPI_WIRE_TAG) {
        item->tag = item->head.value > INT32_MAX ? INT32_MAX : (int)item->head.value;
        if (item->tag == RMI4MPI_WIRE_SHARED || item->tag == RMI4MPI_WIRE_SHARED_REFERENCE
            || !read_head(item->head.next, reader->end, &item->head) || item->head.major == RMI4MPI_WIRE_TAG)
            return damaged(reader, "a tag without its value");
    }
    return RMI4MPI_OK;
}

/* Opens the value at the reader's position, and sees through marks of sharing. Consumes nothing. */
static inline int open_value(rmi4mpi_reader *reader, item *item)
{
    item->back = NULL;
    item->tag = -1;
    if (!read_head(reader->at, reader->end, &item->head))
        return damaged(reader, "expected a value");
    return item->head.major == RMI4MPI_WIRE_TAG ? open_tagged(reader, item) : RMI4MPI_OK;
}

/* Whether a value is this item itself, without a tag. */
static inline bool is_plain(const item *item, int major)
{
    return item->tag == -1 && item->head.major == major;
}

static void go_on(rmi4mpi_reader *reader, const item *item, const uint8_t *end)
{
    reader->at = item->back ? item->back : end;
    if (reader->at > reader->furthest)
        reader->furthest = reader->at;
}

static int kind_of(const item *item)
{
    const head *head = &item->head;
    switch (item->tag) {
    case -1:
        break;
    case RMI4MPI_WIRE_POSITIVE_BIGNUM:
    case RMI4MPI_WIRE_NEGATIVE_BIGNUM:
        return RMI4MPI_BIG_INTEGER;
    case RMI4MPI_WIRE_CHAR:
        return RMI4MPI_CHAR;
    case RMI4MPI_WIRE_SET:
        return RMI4MPI_SET;
    case RMI4MPI_WIRE_REMOTE:
        return RMI4MPI_REFERENCE;
    case RMI4MPI_WIRE_THROWABLE:
        return RMI4MPI_THROWABLE;
    case RMI4MPI_WIRE_OBJECT:
        return RMI4MPI_OBJECT;
    case RMI4MPI_WIRE_ENUM:
        return RMI4MPI_ENUM;
    case RMI4MPI_WIRE_OBJECT_ARRAY:
        return RMI4MPI_ARRAY;
    case RMI4MPI_WIRE_ROW_MAJOR_ARRAY:
        return RMI4MPI_MATRIX;
    case RMI4MPI_WIRE_UINT8_ARRAY:
    case RMI4MPI_WIRE_INT8_ARRAY:
    case RMI4MPI_WIRE_BOOLEAN_ARRAY:
    case RMI4MPI_WIRE_UINT16_ARRAY:
    case RMI4MPI_WIRE_INT16_ARRAY:
    case RMI4MPI_WIRE_INT32_ARRAY:
    case RMI4MPI_WIRE_INT64_ARRAY:
    case RMI4MPI_WIRE_FLOAT32_ARRAY:
    case RMI4MPI_WIRE_FLOAT64_ARRAY:
        return RMI4MPI_ELEMENTS;
    default:
        return RMI4MPI_NOTHING;
    }
    switch (head->major) {
    case RMI4MPI_WIRE_UNSIGNED:
    case RMI4MPI_WIRE_NEGATIVE:
        return RMI4MPI_INTEGER;
    case RMI4MPI_WIRE_BYTES:
        return RMI4MPI_ELEMENTS;
    case RMI4MPI_WIRE_TEXT:
        return RMI4MPI_TEXT;
    case RMI4MPI_WIRE_ARRAY:
        return RMI4MPI_LIST;
    case RMI4MPI_WIRE_MAP:
        return RMI4MPI_MAP;
    }
    switch (RMI4MPI_WIRE_SIMPLE << 5 | head->info) {
    case RMI4MPI_WIRE_NULL:
    case RMI4MPI_WIRE_UNDEFINED:
        return RMI4MPI_NULL;
    case RMI4MPI_WIRE_FALSE:
    case RMI4MPI_WIRE_TRUE:
        return RMI4MPI_BOOLEAN;
    case RMI4MPI_WIRE_FLOAT32:
        return RMI4MPI_FLOAT;
    case RMI4MPI_WIRE_FLOAT16:
    case RMI4MPI_WIRE_FLOAT64:
        return RMI4MPI_DOUBLE;
    }
    return RMI4MPI_NOTHING;
}

int rmi4mpi_kind(rmi4mpi_reader *reader)
{
    item item;
    return open_value(reader, &item) ? RMI4MPI_NOTHING : kind_of(&item);
}

static int mismatch(const rmi4mpi_reader *reader, const item *item, const char *expected)
{
    static const char *const names[] = {
        [RMI4MPI_NULL] = "null",
        [RMI4MPI_BOOLEAN] = "a boolean",
        [RMI4MPI_INTEGER] = "an integer",
        [RMI4MPI_BIG_INTEGER] = "a BigInteger",
        [RMI4MPI_CHAR] = "a char",
        [RMI4MPI_FLOAT] = "a float",
        [RMI4MPI_DOUBLE] = "a double",
        [RMI4MPI_TEXT] = "a text",
        [RMI4MPI_ELEMENTS] = "an array of primitives",
        [RMI4MPI_LIST] = "a list",
        [RMI4MPI_SET] = "a set",
        [RMI4MPI_MAP] = "a map",
        [RMI4MPI_ARRAY] = "an array of objects",
        [RMI4MPI_OBJECT] = "an object",
        [RMI4MPI_ENUM] = "an enum constant",
        [RMI4MPI_REFERENCE] = "a remote reference",
        [RMI4MPI_THROWABLE] = "an exception",
        [RMI4MPI_MATRIX] = "a matrix",
        [RMI4MPI_NOTHING] = "bytes that are no value"};
    int kind = kind_of(item);
    if (kind == RMI4MPI_NOTHING)
        return damaged(reader, "expected a value of a known type");
    return rmi4mpi_fail(RMI4MPI_TYPE, "expected %s, found %s at byte %td of a frame at rank %d", expected, names[kind],
                        reader->at - reader->start, reader->job->rank);
}

int64_t rmi4mpi_number(rmi4mpi_reader *reader, int *again)
{
    head head;
    if (again)
        *again = 0;
    if (!read_head(reader->at, reader->end, &head) || head.major != RMI4MPI_WIRE_TAG)
        return -1;
    if (head.value == RMI4MPI_WIRE_SHARED) {
        size_t number;
        return enter_shared(reader, head.next, &number) ? -1 : (int64_t)number;
    }
    if (head.value == RMI4MPI_WIRE_SHARED_REFERENCE && read_head(head.next, reader->end, &head)
        && head.major == RMI4MPI_WIRE_UNSIGNED && head.value < reader->shared_count) {
        if (again)
            *again = 1;
        return (int64_t)head.value;
    }
    return -1;
}

int rmi4mpi_get_again(rmi4mpi_reader *reader)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (!item.back)
        return mismatch(reader, &item, "a value that has come before");
    go_on(reader, &item, NULL);
    return RMI4MPI_OK;
}

int rmi4mpi_get_null(rmi4mpi_reader *reader)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_NULL)
        return mismatch(reader, &item, "null");
    go_on(reader, &item, item.head.next);
    return RMI4MPI_OK;
}

int rmi4mpi_get_boolean(rmi4mpi_reader *reader, int *value)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_BOOLEAN)
        return mismatch(reader, &item, "a boolean");
    *value = item.head.info == (RMI4MPI_WIRE_TRUE & 31);
    go_on(reader, &item, item.head.next);
    return RMI4MPI_OK;
}

static const char *integer_name(int64_t most)
{
    return most == INT8_MAX ? "byte" : most == INT16_MAX ? "short" : most == INT32_MAX ? "int" : "long";
}

int rmi4mpi_get_integer(rmi4mpi_reader *reader, int64_t least, int64_t most, int64_t *value)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (!is_plain(&item, RMI4MPI_WIRE_UNSIGNED) && !is_plain(&item, RMI4MPI_WIRE_NEGATIVE))
        return mismatch(reader, &item, integer_name(most));
    if (item.head.value > INT64_MAX)
        return rmi4mpi_fail(RMI4MPI_TYPE, "an integer of 64 bits without sign does not fit into %s at rank %d",
                            integer_name(most), reader->job->rank);
    int64_t found = item.head.major == RMI4MPI_WIRE_NEGATIVE ? -1 - (int64_t)item.head.value : (int64_t)item.head.value;
    if (found < least || found > most)
        return rmi4mpi_fail(RMI4MPI_TYPE, "the integer %lld does not fit into %s, from %lld to %lld, at rank %d",
                            (long long)found, integer_name(most), (long long)least, (long long)most, reader->job->rank);
    *value = found;
    go_on(reader, &item, item.head.next);
    return RMI4MPI_OK;
}

/* The bytes of a text or byte string. */
static const uint8_t *content(const rmi4mpi_reader *reader, const item *item)
{
    return item->head.value <= (uint64_t)(reader->end - item->head.next) ? item->head.next : NULL;
}

int rmi4mpi_get_big_integer(rmi4mpi_reader *reader, int *is_negative, const uint8_t **magnitude, size_t *length)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_BIG_INTEGER)
        return mismatch(reader, &item, "a BigInteger");
    *magnitude = content(reader, &item);
    if (item.head.major != RMI4MPI_WIRE_BYTES || !*magnitude)
        return damaged(reader, "a BigInteger that is longer than the frame");
    *is_negative = item.tag == RMI4MPI_WIRE_NEGATIVE_BIGNUM;
    *length = item.head.value;
    go_on(reader, &item, *magnitude + *length);
    return RMI4MPI_OK;
}

int rmi4mpi_get_char(rmi4mpi_reader *reader, uint16_t *value)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    int kind = kind_of(&item);
    if (kind == RMI4MPI_CHAR && item.head.major == RMI4MPI_WIRE_UNSIGNED && item.head.value <= UINT16_MAX) {
        *value = (uint16_t)item.head.value;
        go_on(reader, &item, item.head.next);
        return RMI4MPI_OK;
    }
    const uint8_t *text = content(reader, &item);
    if (kind == RMI4MPI_TEXT && text && item.head.value >= 1 && item.head.value <= 3
        && end_of_utf8(text, item.head.value) == item.head.value) {
        size_t length = item.head.value;
        unsigned unit = length == 1   ? text[0]
                        : length == 2 ? (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu)
                                      : (text[0] & 0xfu) << 12 | (text[1] & 0x3fu) << 6 | (text[2] & 0x3fu);
        if ((length == 1 && unit < 0x80) || (length == 2 && unit >= 0x80 && text[0] >= 0xc2)
            || (length == 3 && (text[0] & 0xf0) == 0xe0)) {
            *value = (uint16_t)unit;
            go_on(reader, &item, text + length);
            return RMI4MPI_OK;
        }
    }
    return mismatch(reader, &item, "a char");
}

static double half(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double magnitude = bits & 1023;
    magnitude = exponent == 0    ? ldexp(magnitude, -24)
                : exponent != 31 ? ldexp(magnitude + 1024, exponent - 25)
                : magnitude == 0 ? INFINITY
                                 : NAN;
    return bits & 0x8000 ? -magnitude : magnitude;
}

int rmi4mpi_get_double(rmi4mpi_reader *reader, double *value)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    switch (kind_of(&item)) {
    case RMI4MPI_FLOAT: {
        uint32_t bits = (uint32_t)item.head.value;
        float single;
        memcpy(&single, &bits, sizeof single);
        *value = single;
        break;
    }
    case RMI4MPI_DOUBLE:
        if (item.head.info == (RMI4MPI_WIRE_FLOAT16 & 31))
            *value = half((unsigned)item.head.value);
        else
            memcpy(value, &item.head.value, sizeof *value);
        break;
    case RMI4MPI_INTEGER: {
        if (item.head.value > INT64_MAX)
            return mismatch(reader, &item, "a number that a double has exactly");
        int64_t integer = item.head.major == RMI4MPI_WIRE_NEGATIVE ? -1 - (int64_t)item.head.value
                                                                   : (int64_t)item.head.value;
        *value = (double)integer;
        if (*value >= 0x1p63 || (int64_t)*value != integer)
            return rmi4mpi_fail(RMI4MPI_TYPE, "the integer %lld is none that a double has exactly, at rank %d",
                                (long long)integer, reader->job->rank);
        break;
    }
    default:
        return mismatch(reader, &item, "a double");
    }
    go_on(reader, &item, item.head.next);
    return RMI4MPI_OK;
}

int rmi4mpi_get_float(rmi4mpi_reader *reader, float *value)
{
    const uint8_t *at = reader->at;
    double wide;
    int code = rmi4mpi_get_double(reader, &wide);
    if (code)
        return code;
    *value = fabs(wide) > 0x1.fffffep127 && !isinf(wide) ? 0 : (float)wide;
    if ((double)*value != wide && !isnan(wide)) {
        reader->at = at;
        return rmi4mpi_fail(RMI4MPI_TYPE, "the number %.17g is none that a float has exactly, at rank %d: pass a float",
                            wide, reader->job->rank);
    }
    return RMI4MPI_OK;
}

static int not_utf8(const rmi4mpi_reader *reader, const uint8_t *text, size_t length, size_t end)
{
    return rmi4mpi_fail(RMI4MPI_DAMAGED,
                        "a text of %zu bytes at byte %td of a frame at rank %d is not UTF-8 from its byte %zu on",
                        length, text - reader->start, reader->job->rank, end);
}

/* Takes a text that is a part of another value. */
static int take_text(rmi4mpi_reader *reader, const uint8_t *p, const char **text, size_t *length, const uint8_t **next)
{
    head head;
    if (!read_head(p, reader->end, &head) || head.major != RMI4MPI_WIRE_TEXT
        || head.value > (uint64_t)(reader->end - head.next))
        return damaged(reader, "expected a text");
    size_t end = end_of_utf8(head.next, head.value);
    if (end < head.value)
        return not_utf8(reader, head.next, head.value, end);
    *text = (const char *)head.next;
    *length = head.value;
    *next = head.next + head.value;
    return RMI4MPI_OK;
}

int rmi4mpi_get_text(rmi4mpi_reader *reader, const char **text, size_t *length)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (!is_plain(&item, RMI4MPI_WIRE_TEXT))
        return mismatch(reader, &item, "a text");
    const uint8_t *start = content(reader, &item);
    if (!start)
        return damaged(reader, "a text that is longer than the frame");
    size_t end = end_of_utf8(start, item.head.value);
    if (end < item.head.value)
        return not_utf8(reader, start, item.head.value, end);
    *text = (const char *)start;
    *length = item.head.value;
    go_on(reader, &item, start + item.head.value);
    return RMI4MPI_OK;
}

static int element_type(const item *item)
{
    switch (item->tag) {
    case -1:
    case RMI4MPI_WIRE_UINT8_ARRAY:
    case RMI4MPI_WIRE_INT8_ARRAY:
        return RMI4MPI_BYTES;
    case RMI4MPI_WIRE_BOOLEAN_ARRAY:
        return RMI4MPI_BOOLEANS;
    case RMI4MPI_WIRE_UINT16_ARRAY:
        return RMI4MPI_CHARS;
    case RMI4MPI_WIRE_INT16_ARRAY:
        return RMI4MPI_SHORTS;
    case RMI4MPI_WIRE_INT32_ARRAY:
        return RMI4MPI_INTS;
    case RMI4MPI_WIRE_INT64_ARRAY:
        return RMI4MPI_LONGS;
    case RMI4MPI_WIRE_FLOAT32_ARRAY:
        return RMI4MPI_FLOATS;
    }
    return RMI4MPI_DOUBLES;
}

int rmi4mpi_get_element_type(rmi4mpi_reader *reader, int *type)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_ELEMENTS)
        return mismatch(reader, &item, "an array of primitives");
    *type = element_type(&item);
    return RMI4MPI_OK;
}

static void *new_copy(rmi4mpi_reader *reader, size_t bytes)
{
    copy *made = malloc(sizeof *made + bytes);
    if (!made) {
        rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for %zu bytes of elements at rank %d", bytes, reader->job->rank);
        return NULL;
    }
    made->next = reader->scratch;
    reader->scratch = made;
    return &made->aligned;
}

/* Elements from a list of numbers. */
static int convert_list(rmi4mpi_reader *reader, int type, size_t size, const void **elements, size_t *count)
{
    int code = rmi4mpi_get_list(reader, count);
    if (code)
        return code;
    uint8_t *made = new_copy(reader, *count * size);
    if (!made)
        return RMI4MPI_MEMORY;
    for (size_t i = 0; i < *count && !code; i++) {
        void *element = made + i * size;
        int64_t integer = 0;
        int boolean = 0;
        switch (type) {
        case RMI4MPI_BOOLEANS:
            code = rmi4mpi_get_boolean(reader, &boolean);
            made[i] = (uint8_t)boolean;
            break;
        case RMI4MPI_CHARS:
            code = rmi4mpi_get_char(reader, element);
            break;
        case RMI4MPI_FLOATS:
            code = rmi4mpi_get_float(reader, element);
            break;
        case RMI4MPI_DOUBLES:
            code = rmi4mpi_get_double(reader, element);
            break;
        default: {
            int64_t most = (int64_t)(UINT64_MAX >> (65 - 8 * size));
            code = rmi4mpi_get_integer(reader, -1 - most, most, &integer);
            memcpy(element, &integer, size); /* little-endian */
        }
        }
    }
    *elements = made;
    rmi4mpi_leave_value(reader);
    return code;
}

int rmi4mpi_get_elements(rmi4mpi_reader *reader, int type, const void **elements, size_t *count)
{
    static const char *const names[] = {
        "",
        "an array of boolean",
        "an array of byte",
        "an array of char",
        "an array of short",
        "an array of int",
        "an array of long",
        "an array of float",
        "an array of double"};
    static const unsigned char sizes[] = {0, 1, 1, 2, 2, 4, 8, 4, 8};
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (type < RMI4MPI_BOOLEANS || type > RMI4MPI_DOUBLES)
        return rmi4mpi_fail(RMI4MPI_USAGE, "%d is no type of elements at rank %d", type, reader->job->rank);
    size_t size = sizes[type];
    int kind = kind_of(&item);
    if (kind == RMI4MPI_LIST || kind == RMI4MPI_ARRAY)
        return convert_list(reader, type, size, elements, count);
    if (kind != RMI4MPI_ELEMENTS || element_type(&item) != type)
        return mismatch(reader, &item, names[type]);
    const uint8_t *bytes = content(reader, &item);
    if (item.head.major != RMI4MPI_WIRE_BYTES || !bytes || item.head.value % size)
        return damaged(reader, "an array whose length is beyond the frame, or no multiple of its elements' size");
    if (type == RMI4MPI_BOOLEANS)
        for (size_t i = 0; i < item.head.value; i++)
            if (bytes[i] > 1)
                return damaged(reader, "a boolean in an array is neither 0 nor 1");
    *count = item.head.value / size;
    *elements = bytes;
    if ((uintptr_t)bytes % size) {
        void *made = new_copy(reader, item.head.value);
        if (!made)
            return RMI4MPI_MEMORY;
        memcpy(made, bytes, item.head.value);
        *elements = made;
    }
    if (item.head.value >= RMI4MPI_WIRE_SHORT_FRAME)
        atomic_store_explicit(&reader->job->long_shift, (unsigned)((uintptr_t)(reader->start - bytes) % LINE),
                              memory_order_relaxed);
    go_on(reader, &item, bytes + item.head.value);
    return RMI4MPI_OK;
}

/* Begins a value of parts whose first is at p. */
static int begin_parts(rmi4mpi_reader *reader, const item *item, const uint8_t *p, uint64_t count)
{
    if (count > (uint64_t)(reader->end - p))
        return damaged(reader, "more elements than the frame has bytes");
    if (reader->depth >= RMI4MPI_WIRE_MOST_DEPTH)
        return rmi4mpi_fail(
            RMI4MPI_TYPE,
            "a value at rank %d is nested more than %d deep, or contains itself where the type has no references",
            reader->job->rank, RMI4MPI_WIRE_MOST_DEPTH);
    if (reader->depth == reader->returns_capacity) {
        size_t capacity = reader->returns_capacity ? 2 * reader->returns_capacity : 16;
        const uint8_t **returns = realloc(reader->returns, capacity * sizeof *returns);
        if (!returns)
            return rmi4mpi_fail(RMI4MPI_MEMORY, "no memory to read nested values at rank %d", reader->job->rank);
        reader->returns = returns;
        reader->returns_capacity = capacity;
    }
    reader->returns[reader->depth++] = item->back;
    reader->at = p;
    if (!item->back && p > reader->furthest)
        reader->furthest = p;
    return RMI4MPI_OK;
}

void rmi4mpi_leave_value(rmi4mpi_reader *reader)
{
    if (reader->depth == 0)
        return;
    const uint8_t *back = reader->returns[--reader->depth];
    if (back)
        reader->at = back;
    if (reader->at > reader->furthest)
        reader->furthest = reader->at;
}

int rmi4mpi_get_list(rmi4mpi_reader *reader, size_t *count)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (item.tag == RMI4MPI_WIRE_OBJECT_ARRAY) {
        const char *name;
        size_t length;
        return rmi4mpi_get_array(reader, &name, &length, count);
    }
    if ((item.tag != -1 && item.tag != RMI4MPI_WIRE_SET) || item.head.major != RMI4MPI_WIRE_ARRAY)
        return mismatch(reader, &item, "a list");
    code = begin_parts(reader, &item, item.head.next, item.head.value);
    *count = code ? 0 : item.head.value;
    return code;
}

int rmi4mpi_get_map(rmi4mpi_reader *reader, size_t *count)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_MAP)
        return mismatch(reader, &item, "a map");
    code = begin_parts(reader, &item, item.head.next, item.head.value);
    *count = code ? 0 : item.head.value;
    return code;
}

/* The name at p: a text, or a reference to one that has come. */
static int take_name(rmi4mpi_reader *reader, const uint8_t *p, const char **name, size_t *length, const uint8_t **next)
{
    head head, number;
    size_t entered;
    if (!read_head(p, reader->end, &head) || head.major != RMI4MPI_WIRE_TAG)
        return take_text(reader, p, name, length, next);
    if (head.value == RMI4MPI_WIRE_SHARED) {
        int code = enter_shared(reader, head.next, &entered);
        return code ? code : take_text(reader, head.next, name, length, next);
    }
    if (head.value != RMI4MPI_WIRE_SHARED_REFERENCE || !read_head(head.next, reader->end, &number)
        || number.major != RMI4MPI_WIRE_UNSIGNED || number.value >= reader->shared_count)
        return damaged(reader, "expected a name");
    int code = take_text(reader, reader->start + reader->shared[number.value], name, length, next);
    *next = number.next;
    return code;
}

/* A tag on [name, parts]. */
static int begin_named(rmi4mpi_reader *reader, int kind, const char *expected, int major, const char **name,
                       size_t *length, size_t *count)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != kind)
        return mismatch(reader, &item, expected);
    if (item.head.major != RMI4MPI_WIRE_ARRAY || item.head.value != 2)
        return damaged(reader, "expected an array of two behind the tag");
    const uint8_t *next;
    code = take_name(reader, item.head.next, name, length, &next);
    if (code)
        return code;
    head parts;
    if (!read_head(next, reader->end, &parts) || parts.major != major)
        return damaged(reader, "expected fields or elements behind the class name");
    code = begin_parts(reader, &item, parts.next, parts.value);
    *count = code ? 0 : parts.value;
    return code;
}

int rmi4mpi_get_array(rmi4mpi_reader *reader, const char **element_class, size_t *length, size_t *count)
{
    return begin_named(reader, RMI4MPI_ARRAY, "an array of objects", RMI4MPI_WIRE_ARRAY, element_class, length, count);
}

int rmi4mpi_get_object(rmi4mpi_reader *reader, const char **class_name, size_t *length, size_t *field_count)
{
    return begin_named(reader, RMI4MPI_OBJECT, "an object", RMI4MPI_WIRE_MAP, class_name, length, field_count);
}

int rmi4mpi_get_throwable(rmi4mpi_reader *reader)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_THROWABLE)
        return mismatch(reader, &item, "an exception");
    if (item.head.major != RMI4MPI_WIRE_ARRAY || item.head.value != 6)
        return damaged(reader, "expected the six parts of an exception");
    return begin_parts(reader, &item, item.head.next, item.head.value);
}

int rmi4mpi_get_matrix(rmi4mpi_reader *reader, size_t *rows, size_t *columns)
{
    item item;
    head pair, row, column;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_MATRIX)
        return mismatch(reader, &item, "a matrix");
    if (item.head.major != RMI4MPI_WIRE_ARRAY || item.head.value != 2 || !read_head(item.head.next, reader->end, &pair)
        || pair.major != RMI4MPI_WIRE_ARRAY || pair.value != 2 || !read_head(pair.next, reader->end, &row)
        || row.major != RMI4MPI_WIRE_UNSIGNED || !read_head(row.next, reader->end, &column)
        || column.major != RMI4MPI_WIRE_UNSIGNED || row.value > INT32_MAX || column.value > INT32_MAX)
        return damaged(reader, "expected rows and columns of a matrix");
    *rows = row.value;
    *columns = column.value;
    return begin_parts(reader, &item, column.next, 1);
}

int rmi4mpi_get_enum(rmi4mpi_reader *reader, const char **class_name, size_t *class_length, const char **constant,
                     size_t *constant_length)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) != RMI4MPI_ENUM)
        return mismatch(reader, &item, "an enum constant");
    if (item.head.major != RMI4MPI_WIRE_ARRAY || item.head.value != 2)
        return damaged(reader, "expected class and name of an enum constant");
    const uint8_t *next;
    code = take_name(reader, item.head.next, class_name, class_length, &next);
    if (!code)
        code = take_name(reader, next, constant, constant_length, &next);
    if (!code)
        go_on(reader, &item, next);
    return code;
}

/* Opens a reference. Sets names to the array of its interfaces. */
static int open_reference(rmi4mpi_reader *reader, item *item, int *rank, int64_t *id, int64_t *weight, head *names)
{
    int code = open_value(reader, item);
    if (code)
        return code;
    if (kind_of(item) != RMI4MPI_REFERENCE)
        return mismatch(reader, item, "a remote reference");
    head first, second, third;
    if (item->head.major != RMI4MPI_WIRE_ARRAY || item->head.value != 4
        || !read_head(item->head.next, reader->end, &first) || first.major != RMI4MPI_WIRE_UNSIGNED
        || first.value >= (uint64_t)reader->job->size || !read_head(first.next, reader->end, &second)
        || second.major != RMI4MPI_WIRE_UNSIGNED || second.value == 0 || second.value > INT64_MAX
        || !read_head(second.next, reader->end, &third) || third.major != RMI4MPI_WIRE_UNSIGNED
        || third.value > (uint64_t)1 << 62 || !read_head(third.next, reader->end, names)
        || names->major != RMI4MPI_WIRE_ARRAY || names->value > (uint64_t)(reader->end - names->next))
        return damaged(reader, "expected rank, object id, weight and interfaces of a reference");
    *rank = (int)first.value;
    *id = (int64_t)second.value;
    *weight = (int64_t)third.value;
    return RMI4MPI_OK;
}

int rmi4mpi_get_interface(rmi4mpi_reader *reader, size_t index, const char **name, size_t *length)
{
    item item;
    int rank;
    int64_t id, weight;
    head names;
    int code = open_reference(reader, &item, &rank, &id, &weight, &names);
    if (code)
        return code;
    if (index >= names.value)
        return rmi4mpi_fail(RMI4MPI_USAGE, "interface %zu >= %llu interfaces of a reference at rank %d", index,
                            (unsigned long long)names.value, reader->job->rank);
    const uint8_t *next = names.next;
    for (size_t i = 0; i <= index && !code; i++)
        code = take_name(reader, next, name, length, &next);
    return code;
}

/* Keeps the names that came with a reference, since they leave with it again. */
static int keep_interfaces(rmi4mpi_reader *reader, rmi4mpi_object *object, const head *names, const uint8_t **end)
{
    char **kept = object ? calloc(names->value + 1, sizeof *kept) : NULL;
    const uint8_t *next = names->next;
    int code = object && !kept ? RMI4MPI_MEMORY : RMI4MPI_OK;
    for (size_t i = 0; i < names->value && !code; i++) {
        const char *name;
        size_t length;
        code = take_name(reader, next, &name, &length, &next);
        if (!code && kept) {
            kept[i] = malloc(length + 1);
            if (kept[i]) {
                memcpy(kept[i], name, length);
                kept[i][length] = 0;
            } else {
                code = rmi4mpi_fail(RMI4MPI_MEMORY, "no memory for the name of an interface at rank %d",
                                    reader->job->rank);
            }
        }
    }
    *end = next;
    if (kept)
        name_interfaces(object, kept, code ? 0 : names->value);
    return code;
}

int rmi4mpi_get_reference(rmi4mpi_reader *reader, rmi4mpi_object **object)
{
    *object = NULL;
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (kind_of(&item) == RMI4MPI_NULL) {
        go_on(reader, &item, item.head.next);
        return RMI4MPI_OK;
    }
    int rank;
    int64_t id, weight;
    head names;
    code = open_reference(reader, &item, &rank, &id, &weight, &names);
    if (code)
        return code;
    const uint8_t *end;
    code = keep_interfaces(reader, NULL, &names, &end);
    if (code)
        return code;
    bool is_new = item.head.next > reader->furthest; /* weight counts once, though a shared list is read twice */
    rmi4mpi_object *found = arrive_with(reader->job, rank, id, is_new ? weight : 0);
    if (!found)
        return rmi4mpi_fail(RMI4MPI_TYPE,
                            "object %lld of this rank %d, to which a reference has come, is not exported any more",
                            (long long)id, rank);
    if (!has_interfaces(found))
        code = keep_interfaces(reader, found, &names, &end);
    if (code) {
        rmi4mpi_release(found);
        return code;
    }
    go_on(reader, &item, end);
    *object = found;
    return RMI4MPI_OK;
}

static int skip_parts(rmi4mpi_reader *reader, size_t count)
{
    int code = RMI4MPI_OK;
    while (count-- && !code)
        code = rmi4mpi_skip(reader);
    rmi4mpi_leave_value(reader);
    return code;
}

int rmi4mpi_skip(rmi4mpi_reader *reader)
{
    item item;
    int code = open_value(reader, &item);
    if (code)
        return code;
    if (item.back)
        return rmi4mpi_get_again(reader);
    const char *text;
    const char *other;
    size_t length, count, columns;
    switch (kind_of(&item)) {
    case RMI4MPI_NULL:
    case RMI4MPI_BOOLEAN:
    case RMI4MPI_INTEGER:
    case RMI4MPI_FLOAT:
    case RMI4MPI_DOUBLE:
        go_on(reader, &item, item.head.next);
        return RMI4MPI_OK;
    case RMI4MPI_CHAR: {
        uint16_t unit;
        return rmi4mpi_get_char(reader, &unit);
    }
    case RMI4MPI_TEXT:
        return rmi4mpi_get_text(reader, &text, &length);
    case RMI4MPI_BIG_INTEGER:
    case RMI4MPI_ELEMENTS:
        if (item.head.major != RMI4MPI_WIRE_BYTES || !content(reader, &item))
            return damaged(reader, "an array that is longer than the frame");
        go_on(reader, &item, item.head.next + item.head.value);
        return RMI4MPI_OK;
    case RMI4MPI_LIST:
    case RMI4MPI_SET:
    case RMI4MPI_ARRAY:
        code = rmi4mpi_get_list(reader, &count);
        return code ? code : skip_parts(reader, count);
    case RMI4MPI_MAP:
        code = rmi4mpi_get_map(reader, &count);
        return code ? code : skip_parts(reader, 2 * count);
    case RMI4MPI_OBJECT:
        code = rmi4mpi_get_object(reader, &text, &length, &count);
        return code ? code : skip_parts(reader, 2 * count);
    case RMI4MPI_ENUM:
        return rmi4mpi_get_enum(reader, &text, &length, &other, &count);
    case RMI4MPI_MATRIX:
        code = rmi4mpi_get_matrix(reader, &count, &columns);
        return code ? code : skip_parts(reader, 1);
    case RMI4MPI_REFERENCE: {
        rmi4mpi_object *object;
        code = rmi4mpi_get_reference(reader, &object);
        rmi4mpi_release(object);
        return code;
    }
    case RMI4MPI_THROWABLE:
        code = rmi4mpi_get_throwable(reader);
        return code ? code : skip_parts(reader, 6);
    }
    return damaged(reader, "expected a value of a known type");
}

void tell_exception(rmi4mpi_reader *reader)
{
    const char *name, *message = "";
    size_t name_length, length = 0;
    const uint8_t *at = reader->at, *furthest = reader->furthest;
    size_t depth = reader->depth;
    int code = rmi4mpi_get_throwable(reader);
    if (!code)
        code = rmi4mpi_get_text(reader, &name, &name_length);
    if (!code && rmi4mpi_kind(reader) == RMI4MPI_TEXT)
        code = rmi4mpi_get_text(reader, &message, &length);
    reader->at = at;
    reader->furthest = furthest;
    reader->depth = depth;
    if (!code)
        rmi4mpi_fail(RMI4MPI_EXCEPTION, "%.*s%s%.*s", (int)name_length, name, length ? ": " : "", (int)length, message);
}
