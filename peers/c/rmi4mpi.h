/*
 * Remote objects between the ranks of an MPI job, for C and for languages that can call C. docs/other-languages.md shows
 * how to begin, and docs/wire.md has what travels.
 *
 * A function that can fail returns a code, RMI4MPI_OK = 0 being success. rmi4mpi_error() has the text of the calling
 * thread's last failure. Texts are UTF-8, and have a length where they come from elsewhere. Functions of a job, an object
 * and a call's begin may be called by several threads at once. A call, a reader and a writer belong to one thread at a time.
 */
#ifndef RMI4MPI_H
#define RMI4MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Version of this interface. It grows by functions alone as long as the number stays. */
#define RMI4MPI_INTERFACE 1

/** Codes. */
enum {
    RMI4MPI_OK = 0,
    RMI4MPI_EXCEPTION = 1, /* the method has thrown: rmi4mpi_result reads the exception */
    RMI4MPI_USAGE = 2,     /* a call that cannot be made so: the text tells the remedy */
    RMI4MPI_TYPE = 3,      /* a value of another type, or one that does not fit into the type */
    RMI4MPI_DAMAGED = 4,   /* bytes that are no value */
    RMI4MPI_MEMORY = 5,
    RMI4MPI_MPI = 6, /* MPI reports an error */
    RMI4MPI_SHORT_OF_TIME = 7
};

/** A job, as one rank sees it. A process has at most one. */
typedef struct rmi4mpi_job rmi4mpi_job;
/** A counted reference to an object of any rank. */
typedef struct rmi4mpi_object rmi4mpi_object;
/** One call of a method of such an object. */
typedef struct rmi4mpi_call rmi4mpi_call;
/** Writes values one after another. */
typedef struct rmi4mpi_writer rmi4mpi_writer;
/** Reads values one after another. */
typedef struct rmi4mpi_reader rmi4mpi_reader;

/** The text of the last failure of the calling thread: what is wrong, with values, remedy and rank. */
const char *rmi4mpi_error(void);

/* ---- the job */

/** How requests of other ranks are served. */
enum {
    RMI4MPI_BY_THREADS = 0, /* by threads of the library, at all times */
    RMI4MPI_BY_HAND = 1     /* in rmi4mpi_poll, and while a call of this rank waits; for programs of one thread */
};

/**
 * Joins the job: MPI_Init_thread, if the program has not initialised MPI, and a communicator of the members. Collective
 * over the members of the job. With RMI4MPI_BY_THREADS MPI must offer MPI_THREAD_MULTIPLE, or MPI_THREAD_SERIALIZED if the
 * program calls no MPI itself between joining and leaving.
 */
int rmi4mpi_join(int *argc, char ***argv, int progress, rmi4mpi_job **job);

/** Names the language of the program, in UTF-8, for messages to people and for tools. Before rmi4mpi_join; without it it is C. */
void rmi4mpi_name_language(const char *name);

/** Says that this rank's program has ended, serves until that is true of all ranks, and finalises MPI if join initialised it. */
int rmi4mpi_leave(rmi4mpi_job *job);

/** The own rank in the job, and the number of its members. The ranks in Java come first. */
int rmi4mpi_rank(const rmi4mpi_job *job);
int rmi4mpi_size(const rmi4mpi_job *job);

/** Serves what has arrived, and returns. Sets served, unless it is NULL, to the number of requests. */
int rmi4mpi_poll(rmi4mpi_job *job, int *served);

/* ---- names: "//rank3/name" for a name of rank 3, "name" for one of the whole job */

/** Adds a name. RMI4MPI_EXCEPTION if there is one; with a java.rmi.AlreadyBoundException in rmi4mpi_error(). */
int rmi4mpi_bind(rmi4mpi_job *job, const char *name, rmi4mpi_object *object);
/** Adds or replaces a name. */
int rmi4mpi_rebind(rmi4mpi_job *job, const char *name, rmi4mpi_object *object);
int rmi4mpi_unbind(rmi4mpi_job *job, const char *name);
/** Finds an object, which the caller releases. */
int rmi4mpi_lookup(rmi4mpi_job *job, const char *name, rmi4mpi_object **object);
/** Tells each name of a rank, or of the whole job if rank is -1. */
int rmi4mpi_list(rmi4mpi_job *job, int rank, void (*each)(void *context, const char *name, size_t length),
                 void *context);

/* ---- objects */

/** One request, as its servant sees it. The texts are not terminated by 0. They are there until the servant returns. */
typedef struct {
    const char *name;
    size_t name_length;
    const char *descriptor; /* of the JVM, such as "(I[D)V"; NULL if the caller does not know it */
    size_t descriptor_length;
    size_t argument_count;
    int caller; /* its rank */
} rmi4mpi_request;

/**
 * Runs a method: reads argument_count values, and writes one value as the result, or calls rmi4mpi_throw. A result that
 * nothing was written to is null. Returns RMI4MPI_OK, or another code if the arguments do not fit, and the caller gets a
 * java.rmi.UnmarshalException with the text of rmi4mpi_error(). Several threads may run it at once.
 */
typedef int (*rmi4mpi_serve)(void *self, const rmi4mpi_request *request, rmi4mpi_reader *arguments,
                             rmi4mpi_writer *result);

/**
 * Exports an object. It lives until the caller has released it and no other rank refers to it; then release(self) is called,
 * if release is not NULL.
 *
 * @param interfaces names of Java interfaces, as Class.getName() has them, by which Java ranks see it
 */
int rmi4mpi_export(rmi4mpi_job *job, rmi4mpi_serve serve, void *self, void (*release)(void *self),
                   const char *const *interfaces, size_t interface_count, rmi4mpi_object **object);

/** The own object with this id, which the caller releases; NULL if it has gone. */
rmi4mpi_object *rmi4mpi_find(rmi4mpi_job *job, int64_t id);

/** Counts one more owner of a reference, and one less. NULL is allowed. */
void rmi4mpi_retain(rmi4mpi_object *object);
void rmi4mpi_release(rmi4mpi_object *object);

int rmi4mpi_object_rank(const rmi4mpi_object *object);
int64_t rmi4mpi_object_id(const rmi4mpi_object *object);
/** What export was given as self, at the object's own rank; NULL elsewhere. */
void *rmi4mpi_object_self(const rmi4mpi_object *object);
rmi4mpi_job *rmi4mpi_object_job(const rmi4mpi_object *object);

/* ---- calls */

/**
 * Begins a call. The caller writes argument_count values to rmi4mpi_arguments(call), then sends it, and ends it at last.
 * Returns NULL if memory is short.
 *
 * @param descriptor of the JVM, such as "(I[D)V"; NULL lets the other side choose the method by the arguments
 */
rmi4mpi_call *rmi4mpi_begin(rmi4mpi_object *object, const char *name, const char *descriptor, size_t argument_count);
rmi4mpi_writer *rmi4mpi_arguments(rmi4mpi_call *call);
/** Sends the call, and does not wait for its end. */
int rmi4mpi_send(rmi4mpi_call *call);
/** Sends the call as one that nobody answers. Its exception is lost. */
int rmi4mpi_send_one_way(rmi4mpi_call *call);
/** Whether the reply has come. Serves as rmi4mpi_poll does. */
int rmi4mpi_is_done(rmi4mpi_call *call);
/**
 * Waits for the reply. RMI4MPI_OK for a result and RMI4MPI_EXCEPTION for an exception; rmi4mpi_result reads both. The error
 * text of an exception is its class and message.
 *
 * @param seconds how long to wait, before RMI4MPI_SHORT_OF_TIME; 0 for any time
 */
int rmi4mpi_wait(rmi4mpi_call *call, double seconds);
/** The reply of a call that was waited for. */
rmi4mpi_reader *rmi4mpi_result(rmi4mpi_call *call);
/** Frees the call. Its reply is dropped if it has not come yet. NULL is allowed. */
void rmi4mpi_end(rmi4mpi_call *call);

/* ---- writing: a failure shows when the call is sent, or as an exception of the served call */

void rmi4mpi_put_null(rmi4mpi_writer *writer);
void rmi4mpi_put_boolean(rmi4mpi_writer *writer, int value);
/** For byte, short, int and long. */
void rmi4mpi_put_integer(rmi4mpi_writer *writer, int64_t value);
/** Of any size: bytes of the magnitude, the most significant one first; for a negative one those of -1 - value. */
void rmi4mpi_put_big_integer(rmi4mpi_writer *writer, int is_negative, const uint8_t *magnitude, size_t length);
void rmi4mpi_put_char(rmi4mpi_writer *writer, uint16_t value);
void rmi4mpi_put_float(rmi4mpi_writer *writer, float value);
void rmi4mpi_put_double(rmi4mpi_writer *writer, double value);
/** UTF-8. Other bytes are an error. */
void rmi4mpi_put_text(rmi4mpi_writer *writer, const char *text, size_t length);

/** Arrays of primitives. */
enum {
    RMI4MPI_BOOLEANS = 1, /* bytes of 0 or 1 */
    RMI4MPI_BYTES,        /* int8_t */
    RMI4MPI_CHARS,        /* uint16_t */
    RMI4MPI_SHORTS,
    RMI4MPI_INTS,
    RMI4MPI_LONGS,
    RMI4MPI_FLOATS,
    RMI4MPI_DOUBLES
};
/** The elements are copied, and may change afterwards. */
void rmi4mpi_put_elements(rmi4mpi_writer *writer, int type, const void *elements, size_t count);

/** Begin a value of count parts, which follow: elements, or for a map keys and values in turn. */
void rmi4mpi_put_list(rmi4mpi_writer *writer, size_t count);
void rmi4mpi_put_set(rmi4mpi_writer *writer, size_t count);
void rmi4mpi_put_map(rmi4mpi_writer *writer, size_t count);
/** An array of objects of this class; names are those of Class.getName(). */
void rmi4mpi_put_array(rmi4mpi_writer *writer, const char *element_class, size_t count);
/** A record or plain object: for each field its name by rmi4mpi_put_name, and its value, follow. */
void rmi4mpi_put_object(rmi4mpi_writer *writer, const char *class_name, size_t field_count);
/** The name of a field, in UTF-8. One that is in the frame already takes a few bytes, as a rule. rmi4mpi_get_text reads it. */
void rmi4mpi_put_name(rmi4mpi_writer *writer, const char *name, size_t length);
void rmi4mpi_put_enum(rmi4mpi_writer *writer, const char *class_name, const char *constant);
/** NULL is null. */
void rmi4mpi_put_reference(rmi4mpi_writer *writer, rmi4mpi_object *object);
/** Marks the value that follows as one that comes again. Returns its number. */
int64_t rmi4mpi_put_shared(rmi4mpi_writer *writer);
/** The value with this number, once more. */
void rmi4mpi_put_again(rmi4mpi_writer *writer, int64_t number);
/**
 * An exception of a class of Java, without cause, trace and fields. Begin the name of a failure that has no class with "c.".
 */
void rmi4mpi_put_exception(rmi4mpi_writer *writer, const char *class_name, const char *message, size_t length);
/**
 * Any exception: a text, a text or null, an exception or null, a list of lists of four, a list of texts, and a map follow,
 * which are class, message, cause, trace, superclasses and fields.
 */
void rmi4mpi_put_throwable(rmi4mpi_writer *writer);
/** In a servant: forgets what was written. One exception has to follow, and becomes the reply. */
void rmi4mpi_throw(rmi4mpi_writer *result);

/* ---- reading */

/** What a value is. */
enum {
    RMI4MPI_NULL = 1,
    RMI4MPI_BOOLEAN,
    RMI4MPI_INTEGER,
    RMI4MPI_BIG_INTEGER,
    RMI4MPI_CHAR,
    RMI4MPI_FLOAT,
    RMI4MPI_DOUBLE,
    RMI4MPI_TEXT,
    RMI4MPI_ELEMENTS, /* an array of primitives */
    RMI4MPI_LIST,
    RMI4MPI_SET,
    RMI4MPI_MAP,
    RMI4MPI_ARRAY, /* of objects */
    RMI4MPI_OBJECT,
    RMI4MPI_ENUM,
    RMI4MPI_REFERENCE,
    RMI4MPI_THROWABLE,
    RMI4MPI_MATRIX, /* tag 40 */
    RMI4MPI_NOTHING /* the end, or bytes that are no value */
};
/** What the next value is. A value that was seen before counts as what it is. */
int rmi4mpi_kind(rmi4mpi_reader *reader);
/**
 * The number of the next value if it may come again, or has come before, else -1. Sets again to whether it has come before:
 * then rmi4mpi_get_again takes it.
 */
int64_t rmi4mpi_number(rmi4mpi_reader *reader, int *again);
int rmi4mpi_get_again(rmi4mpi_reader *reader);

int rmi4mpi_get_null(rmi4mpi_reader *reader);
int rmi4mpi_get_boolean(rmi4mpi_reader *reader, int *value);
/** Fails unless the value is between least and most. */
int rmi4mpi_get_integer(rmi4mpi_reader *reader, int64_t least, int64_t most, int64_t *value);
int rmi4mpi_get_big_integer(rmi4mpi_reader *reader, int *is_negative, const uint8_t **magnitude, size_t *length);
int rmi4mpi_get_char(rmi4mpi_reader *reader, uint16_t *value);
/** From any number that the type has exactly. */
int rmi4mpi_get_float(rmi4mpi_reader *reader, float *value);
int rmi4mpi_get_double(rmi4mpi_reader *reader, double *value);
/** The text is in the frame, without a 0 at its end, until the call ends or the servant returns. */
int rmi4mpi_get_text(rmi4mpi_reader *reader, const char **text, size_t *length);
/** The type of an array of primitives, which is the next value. */
int rmi4mpi_get_element_type(rmi4mpi_reader *reader, int *type);
/** The elements are in the frame, aligned, until the call ends or the servant returns. A list of numbers is taken, too. */
int rmi4mpi_get_elements(rmi4mpi_reader *reader, int type, const void **elements, size_t *count);
/** Begin to read a value of count parts: see rmi4mpi_put_list and the others. rmi4mpi_leave_value follows its last part. */
int rmi4mpi_get_list(rmi4mpi_reader *reader, size_t *count); /* a list, set or array of objects */
int rmi4mpi_get_map(rmi4mpi_reader *reader, size_t *count);
int rmi4mpi_get_array(rmi4mpi_reader *reader, const char **element_class, size_t *length, size_t *count);
int rmi4mpi_get_object(rmi4mpi_reader *reader, const char **class_name, size_t *length, size_t *field_count);
/** A text, a text or null, an exception or null, a list, a list, and a map follow: see rmi4mpi_put_throwable. */
int rmi4mpi_get_throwable(rmi4mpi_reader *reader);
/** A matrix: its elements follow as one array of primitives, row by row. */
int rmi4mpi_get_matrix(rmi4mpi_reader *reader, size_t *rows, size_t *columns);
void rmi4mpi_leave_value(rmi4mpi_reader *reader);
int rmi4mpi_get_enum(rmi4mpi_reader *reader, const char **class_name, size_t *class_length, const char **constant,
                     size_t *constant_length);
/** The caller releases the object. It is NULL for null. */
int rmi4mpi_get_reference(rmi4mpi_reader *reader, rmi4mpi_object **object);
/** The names of the interfaces of the reference that is the next value, from 0; RMI4MPI_USAGE beyond the last. */
int rmi4mpi_get_interface(rmi4mpi_reader *reader, size_t index, const char **name, size_t *length);
/** Passes over one value. References in it are given back. */
int rmi4mpi_skip(rmi4mpi_reader *reader);
/** The job of a reader, for its references. */
rmi4mpi_job *rmi4mpi_reader_job(const rmi4mpi_reader *reader);
/** Sets the calling thread's error text, for a servant that refuses its arguments; returns the code. */
int rmi4mpi_fail(int code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
