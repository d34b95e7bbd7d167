package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.List;

/** A pair of object streams to which the contract applies. */
interface Streams {
    List<Streams> ALL = List.of(new JdkStreams(), new ArrayCopyStreams());

    /** The abilities in which pairs may differ. */
    enum Ability {
        /** A linked list of a million nodes goes through. */
        DEEP_GRAPHS,
        /** A NotSerializableException names the fields that led to the object. */
        PATHS_IN_ERRORS,
        /** writeUTF refuses strings that exceed its length field, as DataOutput demands. */
        STRICT_UTF,
        /** Damaged bytes do no harm, whatever their values. */
        HOSTILE_INPUT,
        /** Damaged bytes do no harm either when a hook of the JDK allocates an array of a length that it has read. */
        HOSTILE_COUNTS_IN_HOOKS,
        /** An exception about a class names the rank that the class came from. */
        RANKS_IN_ERRORS,
        /** Writing a message of objects without hooks allocates nothing, and reading it only the objects. */
        NO_GARBAGE,
        /** An empty string that was read is the one of programs. */
        ONE_EMPTY_STRING
    }

    ObjectOutputStream output(OutputStream out) throws IOException;

    ObjectInputStream input(InputStream in) throws IOException;

    /** A subclass of the stream, whose overridable methods call those of {@code hooks}. */
    ObjectOutputStream output(OutputStream out, WriterHooks hooks) throws IOException;

    ObjectInputStream input(InputStream in, ReaderHooks hooks) throws IOException;

    boolean can(Ability ability);
}
