package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.List;

/** A pair of object streams that is held to the contract. */
interface Streams {
    List<Streams> ALL = List.of(new JdkStreams(), new ArrayCopyStreams());

    /** Where pairs may differ. */
    enum Ability {
        /** A linked list of a million nodes goes through. */
        DEEP_GRAPHS,
        /** A NotSerializableException names the fields that led to the object. */
        PATHS_IN_ERRORS,
        /** writeUTF refuses what its length field cannot tell, as DataOutput says. */
        STRICT_UTF,
        /** Bytes that were changed on their way do no harm, whatever they say. */
        HOSTILE_INPUT,
        /** Nor do they where a hook of the JDK makes an array of a length that it has read. */
        HOSTILE_COUNTS_IN_HOOKS,
        /** The message of an exception that a class ends in names the rank that the class came from. */
        RANKS_IN_ERRORS,
        /** A message of objects without hooks takes no memory to write, and but that of the objects to read. */
        NO_GARBAGE
    }

    ObjectOutputStream output(OutputStream out) throws IOException;

    ObjectInputStream input(InputStream in) throws IOException;

    /** A subclass of the stream, whose overridable methods call those of {@code hooks}. */
    ObjectOutputStream output(OutputStream out, WriterHooks hooks) throws IOException;

    ObjectInputStream input(InputStream in, ReaderHooks hooks) throws IOException;

    boolean can(Ability ability);
}
