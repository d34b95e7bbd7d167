package org.rmi4mpi.dispatch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.ArraysTrailer;

/**
 * The arrays that travel beside a frame: collected while it is written, and sent after it. Then the next frame may use
 * this object. Owned by one thread.
 */
public final class OutgoingArrays {
    private final Transport transport;
    private final Dispatcher dispatcher;
    /** Null while there are none. */
    private List<Object> arrays;
    private List<Integer> lengths;
    /** Tag of the arrays, from {@link #end} until they are started; otherwise 0. */
    private int tag;
    /** Transfers of the arrays, from {@link #end} until they are started. */
    private List<ArrayTransfer> transfers = List.of();

    public OutgoingArrays(Transport transport, Dispatcher dispatcher) {
        this.transport = transport;
        this.dispatcher = dispatcher;
    }

    public void add(Object array, int bytes) {
        if (arrays == null) {
            arrays = new ArrayList<>();
            lengths = new ArrayList<>();
        }
        arrays.add(array);
        lengths.add(bytes);
    }

    public boolean isEmpty() {
        return arrays == null;
    }

    /** Length in bytes of the trailer that describes the arrays; 0 if there are none. */
    public int trailerLength() {
        return arrays == null ? 0 : ArraysTrailer.length(lengths.size());
    }

    /** Prepares the transfers, and ends the frame with the trailer. */
    public void end(ByteBuffer frame) {
        List<ArrayTransfer> made = new ArrayList<>(arrays.size());
        transfers = made;
        for (int i = 0; i < arrays.size(); i++) {
            made.add(transport.arrayToSend(arrays.get(i), lengths.get(i)));
        }
        tag = transport.takeTag();
        ArraysTrailer.put(frame, lengths, (short) tag);
    }

    /** Starts the arrays after the frame has been sent. Allocates nothing. */
    public List<ArrayTransfer> start(int receiver) {
        List<ArrayTransfer> started = transfers;
        arrays = null;
        transfers = List.of();
        int count = 0;
        try {
            for (; count < started.size(); count++) {
                started.get(count).start(receiver, tag);
            }
        } finally {
            freeTag();
            if (count < started.size()) { // starting this one has failed
                release(started, count + 1);
                for (int i = 0; i < count; i++) {
                    transport.finish(started.get(i));
                }
            }
        }
        return started;
    }

    /** Waits until the arrays have been sent. If the wait fails, the transfers go on without the thread. */
    public void await(List<ArrayTransfer> started) {
        int over = 0;
        try {
            for (; over < started.size(); over++) {
                dispatcher.awaitUntil(started.get(over));
            }
        } finally {
            finish(started, over);
        }
    }

    /** Leaves the transfers from an index on to the transport. */
    public void finish(List<ArrayTransfer> started, int from) {
        for (int i = from; i < started.size(); i++) {
            transport.finish(started.get(i));
        }
    }

    /** Releases transfers that have not been started. */
    private static void release(List<ArrayTransfer> all, int from) {
        for (int i = from; i < all.size(); i++) {
            all.get(i).release();
        }
    }

    /** Forgets the arrays, which are not sent. */
    public void discard() {
        arrays = null;
        if (!transfers.isEmpty()) {
            release(transfers, 0);
            transfers = List.of();
            freeTag();
        }
    }

    private void freeTag() {
        if (tag != 0) {
            transport.freeTag(tag);
            tag = 0;
        }
    }
}
