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
import org.rmi4mpi.serial.ArraysApart;
import org.rmi4mpi.serial.MessagePieces;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.FrameHeader;

/** Opens the messages of a rank's calls, to write and to read them. Thread-safe. */
final class Marshaller {
    /** The C library has memory for a piece of this length where the JVM has none; see {@code bridge.NativeBuffer}. */
    private static final int PIECE_BYTES = 64 << 10;
    /** A piece has room for its header and for one value at least. */
    private static final int SHORTEST_PIECE = 64;

    private final Transport transport;
    private final Dispatcher dispatcher;
    private final Serializer serializer;
    private final Collector collector;
    private final Function<Remote, Object> replacement;
    private final Supplier<?> context;
    /** Longer requests and replies leave in pieces of this length, in bytes. */
    private volatile int pieceBytes = PIECE_BYTES;

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

    /** Sets the length of pieces, in bytes. Called before the first call. */
    void setPieceBytes(int bytes) {
        pieceBytes = Math.max(SHORTEST_PIECE, bytes);
    }

    OutgoingFrame newFrame() {
        return new OutgoingFrame(transport, dispatcher, collector, pieceBytes);
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
     * @param pieces the rest of the message; null if the message is whole
     */
    ObjectInput reader(StreamCache streams, ByteBuffer message, int sender, ClassLoader loader, ArraysApart arrays,
            MessagePieces pieces) throws IOException {
        return serializer.reader(streams, message, sender, loader, context.get(), arrays, pieces);
    }

    /** The arrays beside a frame; null if there are none. */
    ArrivingArrays arraysOf(Frame frame) throws IOException {
        return ArrivingArrays.takeFrom(frame, transport, dispatcher);
    }

    /**
     * The rest of the message that a frame begins; null if the frame is the whole message.
     *
     * @param arrays beside the frame; null for none
     */
    ArrivingPieces piecesBehind(Frame frame, ArrivingArrays arrays) {
        if (!FrameHeader.piecesFollow(frame.bytes())) {
            return null;
        }
        frame.letOthersArrive();
        return new ArrivingPieces(this, dispatcher.pieces().open(frame), frame, arrays);
    }

    /** Drops a frame that is not needed, with its arrays and the rest of its message. Allocates nothing. */
    void drop(Frame frame) {
        try {
            discardRest(frame);
        } finally {
            frame.release();
        }
    }

    /** Drops the arrays of a frame that no one has read, and the rest of its message. Allocates nothing. */
    void discardRest(Frame frame) {
        try {
            transport.discardArrays(frame, 0);
        } finally {
            dispatcher.pieces().discardBehind(frame);
        }
    }
}
