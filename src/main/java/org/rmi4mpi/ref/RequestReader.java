package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.RequestFrame;

/** Reads the requests of calls, one at a time, and releases their memory. Owned by one thread. */
final class RequestReader {
    private final Marshaller marshaller;
    private final StreamCache streams;
    /** Null if the request is owned by its caller on this rank. */
    private Frame frame;
    private ByteBuffer bytes;
    /** Length of the request with its arrays, in bytes. */
    private long wholeLength;
    /** Null before the first object. */
    private ObjectInput objects;
    /** Null if no arrays travel beside the request. */
    private ArrivingArrays arrays;
    /** The rest of the request; null if the frame is all of it. */
    private ArrivingPieces pieces;
    /** The rest of a request whose caller is on this thread; null if there is none. */
    private OwnMessage own;

    RequestReader(Marshaller marshaller, StreamCache streams) {
        this.marshaller = marshaller;
        this.streams = streams;
    }

    /** Takes ownership of a request. */
    void take(Frame request) {
        frame = request;
        wholeLength = ArraysTrailer.wholeLength(request.bytes());
    }

    /**
     * The next request is of a caller on this thread.
     *
     * @param rest of the request; null if there is none
     */
    void takeOwn(OwnMessage rest) {
        own = rest;
    }

    /** For messages about memory. */
    long wholeLength() {
        return wholeLength;
    }

    void setWholeLength(long length) {
        wholeLength = length;
    }

    void begin(ByteBuffer request) throws IOException {
        bytes = request;
        arrays = frame == null ? null : marshaller.arraysOf(frame);
        pieces = frame == null ? null : marshaller.piecesBehind(frame, arrays);
    }

    /** The request, with its primitive arguments at the position. Null after it has been released. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Moves to the arguments, or to the calls of a batch. Returns the metadata before them; null for none. */
    Map<String, String> metadata() throws IOException {
        int length = RequestFrame.metadataBytes(bytes);
        bytes.position(RequestFrame.HEADER);
        return length == 0 ? null : Metadata.read(bytes, length);
    }

    /** The request is kept while the methods of a batch run. */
    void markBatch() {
        if (frame != null) {
            frame.letOthersArrive();
        }
    }

    Object readObject(int caller, ExportedObject target) throws IOException, ClassNotFoundException {
        if (objects == null) {
            objects = marshaller.reader(streams, bytes, caller, target.loader(),
                    pieces != null ? pieces : arrays, pieces != null ? pieces : own);
            if (target.filter() != null) {
                ((ObjectInputStream) objects).setObjectInputFilter(target.filter());
            }
        }
        return objects.readObject();
    }

    /** All objects of one call have been read. */
    void endObjects() throws IOException {
        if (objects != null) {
            ObjectInput ending = objects;
            objects = null;
            ending.close();
        }
        if (pieces != null) {
            pieces.awaitEnd();
        } else if (own != null) {
            own.drop();
        }
    }

    /** Ends the objects of a call whose arguments were not all read. */
    void abandonObjects() {
        if (objects != null) {
            try {
                objects.close();
            } catch (Throwable e) {
                // the caller is told of an earlier exception
            }
            objects = null;
        }
    }

    /** Releases the request, and everything in it that no one has read. Allocates nothing. */
    void release() {
        abandonObjects();
        if (own != null) {
            own.drop();
            own = null;
        }
        if (pieces != null) {
            pieces.drop();
            pieces = null;
            arrays = null;
        } else if (arrays != null) {
            arrays.drain();
            arrays = null;
        } else if (frame != null) {
            marshaller.discardRest(frame);
        }
        if (frame != null) {
            frame.release();
            frame = null;
        }
        bytes = null;
    }
}
