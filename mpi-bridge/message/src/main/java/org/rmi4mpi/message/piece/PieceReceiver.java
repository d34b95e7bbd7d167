package org.rmi4mpi.message.piece;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.ObjectCodec;

/**
 * The pieces behind a {@link FirstMessage}. Until a thread reads them they are collected on the heap, since their sender
 * may wait until they are taken. The thread that reads them takes each as it arrives.
 *
 * <p>One thread reads. Any thread collects. The monitor guards the state.
 */
public final class PieceReceiver {
    private final String call;
    private final int sender;
    private final int tag;
    private final Awaited awaited;
    private final ArrayDeque<byte[]> collected = new ArrayDeque<>();
    /** The piece that MPI receives next; null after the end. */
    private Piece arriving = Piece.acquire(Piece.ROOM);
    private boolean isStarted;
    /** The piece that is read; null before. */
    private Piece read;
    /** The state of the last piece that has arrived. */
    private int state = Piece.MORE;
    private int taken;
    private boolean isRead;
    private boolean isUnwanted;
    /** MPI's code, if a piece could not be received. */
    private int code = Mpi.SUCCESS;
    private OutOfMemoryError noMemory;

    /**
     * @param first the message before the pieces
     * @param awaited names the rest of the message, for a report of waits
     */
    public PieceReceiver(String call, ByteBuffer first, Awaited awaited) {
        this.call = call;
        this.awaited = awaited;
        sender = FirstMessage.sender(first);
        tag = FirstMessage.tag(first);
    }

    // ---- any thread

    /** Collects what has arrived, unless a thread reads it. Returns whether all has arrived. */
    public synchronized boolean advance() {
        while (!isRead && hasArrived()) {
            collect();
        }
        return state != Piece.MORE;
    }

    private void collect() {
        int length = (int) arriving.slot().length() - Piece.HEADER;
        try {
            if (!isUnwanted) {
                byte[] copy = new byte[length];
                arriving.bytes().get(Piece.HEADER, copy);
                collected.add(copy);
            }
        } catch (OutOfMemoryError e) { // the sender has to go on nevertheless
            noMemory = e;
            drop();
        }
        taken(arriving.state());
        if (state != Piece.MORE) {
            arriving.release();
            arriving = null;
        } else {
            Job.progress().pollSoon();
        }
    }

    private void drop() {
        isUnwanted = true;
        collected.clear();
    }

    private void taken(int itsState) {
        isStarted = false;
        taken++;
        state = itsState;
        if (state != Piece.MORE) {
            Job.progress().stir(sender);
        }
    }

    /** Whether there is a piece in the memory of MPI. There is none after the end. */
    private boolean hasArrived() {
        return state == Piece.MORE && isStarted() && (arriving.slot().isDone()
                || isSuccess(Mpi.test(arriving.slot())) && arriving.slot().isDone());
    }

    private boolean isStarted() {
        if (!isStarted && isSuccess(Mpi.irecv(arriving.memory().address(), Piece.LARGEST, Constants.BYTE, sender, tag,
                Job.objectCommunicator(), arriving.slot()))) {
            isStarted = true;
            if (taken % (PieceSender.WINDOW / 2) == 0) {
                Job.progress().stir(sender); // its writer may sleep until half of its pieces have left
            }
        }
        return isStarted;
    }

    /** Keeps a failure of MPI, which may go on to use the memory. */
    private boolean isSuccess(int result) {
        if (result == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (result != Mpi.SUCCESS) {
            code = result;
            state = Piece.FAILED;
        }
        return result == Mpi.SUCCESS;
    }

    // ---- the reading thread

    /**
     * Waits for the next piece, and returns its bytes; null at the end. The bytes of earlier ones are needed no more.
     *
     * @throws org.rmi4mpi.message.data.MessageException if the message is not whole
     */
    ByteBuffer next() {
        synchronized (this) {
            isRead = true;
            if (!collected.isEmpty()) {
                return ByteBuffer.wrap(collected.remove());
            }
        }
        if (state == Piece.MORE && noMemory == null) {
            read = read == null ? Piece.acquire(Piece.ROOM) : read;
            awaitNext();
            if (code == Mpi.SUCCESS) {
                return take();
            }
        }
        check();
        return null;
    }

    private void awaitNext() {
        Job.progress().await(new Completion() {
            @Override
            public boolean test() {
                return hasCome();
            }

            @Override
            public Awaited awaited() {
                return awaited;
            }
        });
    }

    private synchronized boolean hasCome() {
        return hasArrived() || state != Piece.MORE;
    }

    /** Takes the piece that has arrived, and starts to receive the one that follows. */
    private synchronized ByteBuffer take() {
        Piece full = arriving;
        arriving = read.clear();
        read = full;
        taken(full.state());
        try {
            hasArrived();
        } catch (StackOverflowError e) {
            // the wait for that piece starts to receive it
        }
        return full.bytes().limit((int) full.slot().length()).position(Piece.HEADER);
    }

    private void check() {
        if (noMemory != null) {
            throw Check.failure(ObjectCodec.noMemoryToReceive(call, noMemory), noMemory);
        }
        Check.code(call, code);
        if (state == Piece.FAILED) {
            throw ObjectCodec.notSent(call, "rank " + Job.worldRank(sender) + " of MPI.COMM_WORLD");
        }
    }

    /** The thread reads no more. What has not been read is dropped, and what is still to come, when it arrives. */
    void close() {
        if (isOver()) {
            return;
        }
        try {
            Job.progress().watch(this::dropNext, null);
        } catch (OutOfMemoryError e) {
            Job.progress().await(this::advance);
        }
    }

    private synchronized boolean isOver() {
        drop();
        isRead = false;
        if (read != null) {
            read.release();
        }
        boolean isOver = state != Piece.MORE;
        if (isOver && arriving != null && code == Mpi.SUCCESS) {
            arriving.release();
            arriving = null;
        }
        return isOver;
    }

    private boolean dropNext() {
        try {
            return advance();
        } catch (StackOverflowError e) {
            return false; // the next check may have more stack
        }
    }
}
