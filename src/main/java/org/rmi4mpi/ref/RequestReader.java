package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.rmi4mpi.serial.Streams;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.RequestFrame;

/** Reads the requests of calls, one at a time, and gives their memory back. Owned by one thread. */
final class RequestReader {
    private final ReferenceLayer layer;
    private final Streams streams;
    /** Null where the request is another one's: of a call of this rank to itself. */
    private Frame frame;
    private ByteBuffer bytes;
    /** Of the request and the arrays beside it. */
    private long wholeLength;
    /** Null before the first object. */
    private ObjectInput objects;
    /** Null where there are none beside the request. */
    private ArrivingArrays arrays;

    RequestReader(ReferenceLayer layer, Streams streams) {
        this.layer = layer;
        this.streams = streams;
    }

    /** The request belongs to this from here on. */
    void take(Frame request) {
        frame = request;
        wholeLength = ArraysTrailer.wholeLength(request.bytes());
    }

    /** For what is told of a call's memory. */
    long wholeLength() {
        return wholeLength;
    }

    void hasLength(long length) {
        wholeLength = length;
    }

    void begin(ByteBuffer request) throws IOException {
        bytes = request;
        arrays = frame == null ? null : layer.arraysOf(frame);
    }

    /** From the position on come the arguments of primitive types; null when they have been read. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Moves on to the arguments, or the calls of a batch, and returns the metadata before them; null for none. */
    Map<String, String> metadata() throws IOException {
        int length = RequestFrame.metadataBytes(bytes);
        bytes.position(RequestFrame.HEADER);
        return length == 0 ? null : Metadata.read(bytes, length);
    }

    Object readObject(int caller, ExportedObject target) throws IOException, ClassNotFoundException {
        if (objects == null) {
            objects = layer.serializer().reader(streams, bytes, caller, target.loader(), layer, arrays);
            if (target.filter() != null) {
                ((ObjectInputStream) objects).setObjectInputFilter(target.filter());
            }
        }
        return objects.readObject();
    }

    /** The objects of one call have been read. */
    void endObjects() throws IOException {
        if (objects != null) {
            try (ObjectInput ending = objects) {
                objects = null;
            }
        }
    }

    /** Gives the memory back, with what nobody has read. Takes none. */
    void release() {
        if (objects != null) {
            try {
                objects.close();
            } catch (Throwable e) {
                // the caller is told of what came before
            }
            objects = null;
        }
        if (arrays != null) {
            arrays.drain();
            arrays = null;
        } else if (frame != null) {
            layer.discardArrays(frame);
        }
        if (frame != null) {
            frame.release();
            frame = null;
        }
        bytes = null;
    }
}
