package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.rmi.Remote;
import java.util.function.Function;
import java.util.function.Supplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;

/** Opens the messages of a rank's calls, to write and to read them. Thread-safe. */
final class Marshaller {
    private final Transport transport;
    private final Dispatcher dispatcher;
    private final Serializer serializer;
    private final Collector collector;
    private final Function<Remote, Object> replacement;
    private final Supplier<?> context;

    /**
     * @param replacement turns a remote object in a message into its stub
     * @param context what objects that are read find as the context of their message
     */
    Marshaller(Transport transport, Dispatcher dispatcher, Collector collector, Function<Remote, Object> replacement,
            Supplier<?> context) {
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.collector = collector;
        this.replacement = replacement;
        this.context = context;
        serializer = new Serializer(transport.rank(), transport.size());
    }

    /** This rank. */
    int rank() {
        return transport.rank();
    }

    /** Number of ranks. */
    int size() {
        return transport.size();
    }

    /** Number of classes of a rank that this one knows: see {@link Serializer#known}. */
    int known(int rank) {
        return serializer.known(rank);
    }

    /** A message of a rank has told how many classes of this rank it knows: see {@link Serializer#tellKnown}. */
    void tellKnown(int rank, int classes) {
        serializer.tellKnown(rank, classes);
    }

    OutgoingFrame newFrame() {
        return new OutgoingFrame(transport, dispatcher, collector);
    }

    /** Opens a writer for the objects of a message. It replaces exported objects by their stubs. */
    ObjectOutput writer(StreamCache streams, OutgoingFrame frame, int receiver) throws IOException {
        return serializer.writer(streams, frame, receiver, replacement);
    }

    /**
     * Opens a reader for the objects of a message.
     *
     * @param loader finds their classes
     * @param arrays beside the message; null if there are none
     */
    ObjectInput reader(StreamCache streams, ByteBuffer message, int sender, ClassLoader loader, ArrivingArrays arrays)
            throws IOException {
        return serializer.reader(streams, message, sender, loader, context.get(), arrays);
    }

    /** The arrays beside a frame; null if there are none. */
    ArrivingArrays arraysOf(Frame frame) throws IOException {
        return ArrivingArrays.takeFrom(frame, transport, dispatcher);
    }

    /** Drops a frame that is not needed, with its arrays. Allocates nothing. */
    void drop(Frame frame) {
        try {
            discardArrays(frame);
        } finally {
            frame.release();
        }
    }

    /** Drops the arrays of a frame that no one has read. Allocates nothing. */
    void discardArrays(Frame frame) {
        transport.discardArrays(frame, 0);
    }
}
