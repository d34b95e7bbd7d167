package org.rmi4mpi.message.piece;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.WorldAttributes;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;

/**
 * The pieces of a message that leave while it is written. Each is sent synchronously, and a bounded number of them is
 * under way. So a slow reader holds its writer back. A writer that must not wait goes on: what does not leave then is
 * kept on the heap.
 *
 * <p>One thread writes. Any thread advances the pieces that are under way and kept; the monitor guards them.
 */
public final class PieceSender {
    /** The most bytes of objects in a piece. */
    public static final int ROOM = Piece.ROOM;
    /** Pieces that may be under way. A writer that has waited goes on when half of them are. */
    static final int WINDOW = 8;
    /** The most pieces that have memory of MPI: one of them is written. */
    private static final int MOST = WINDOW + 1;

    private static final AtomicInteger LAST_TAG = new AtomicInteger(Job.LAST_OWN_TAG);

    private final int receiver;
    private final int tag;
    /** In the order of their starts. */
    private final ArrayDeque<Piece> leaving = new ArrayDeque<>(MOST);
    private final ArrayDeque<Piece> free = new ArrayDeque<>(MOST);
    /** What waits to leave, before the piece that is written. */
    private final ArrayDeque<ByteBuffer> kept = new ArrayDeque<>();
    /** The piece that is written; null after the end. */
    private Piece written;
    /** How the message ends; MORE while it is written. */
    private int end = Piece.MORE;
    /** MPI's code, if a piece could not be sent. */
    private int code = Mpi.SUCCESS;

    /**
     * @param receiver its index among the Java ranks
     * @param room of the first piece. Others have {@link #ROOM}
     */
    public PieceSender(int receiver, int room) {
        this.receiver = receiver;
        written = Piece.acquire(room);
        tag = LAST_TAG.updateAndGet(last -> (last < WorldAttributes.largestTag() ? last : Job.LAST_OWN_TAG) + 1);
    }

    /** The tag of the pieces, for {@link FirstMessage}. */
    public int tag() {
        return tag;
    }

    // ---- the writing thread

    /** Whether {@link #leave} has to be called before more is written. */
    public boolean isFull() {
        return !written.bytes().hasRemaining();
    }

    /** Writes bytes as far as the piece has room. Returns their number. */
    public int write(byte[] from, int offset, int length) {
        int part = Math.min(length, written.bytes().remaining());
        written.bytes().put(from, offset, part);
        return part;
    }

    /** Lets a full piece leave, or keeps it until earlier ones have left. */
    public synchronized void leave() {
        advance();
        if (code != Mpi.SUCCESS) {
            written.clear();
        } else if (kept.isEmpty() && leaving.size() < WINDOW) {
            Piece next = takeFree();
            start(written, Piece.MORE);
            written = next;
        } else {
            byte[] copy = new byte[written.bytes().position() - Piece.HEADER];
            written.bytes().get(Piece.HEADER, copy);
            kept.add(ByteBuffer.wrap(copy));
            written.clear();
        }
    }

    /**
     * Gives all bytes of the message, which stay as they are until they have left. All memory for them is there before
     * they leave.
     */
    public synchronized void give(ByteBuffer bytes) {
        for (int i = 1; i < WINDOW && i * (long) Piece.ROOM < bytes.remaining(); i++) {
            free.add(Piece.acquire(Piece.ROOM));
        }
        kept.add(bytes);
        free.add(written);
        written = null;
        end = Piece.LAST;
    }

    /** Waits until pieces may leave at once. */
    public void awaitRoom(Awaited awaited) {
        if (hasRoom(1)) {
            return;
        }
        Job.progress().await(new Completion() {
            @Override
            public boolean test() {
                return hasRoom(WINDOW / 2);
            }

            @Override
            public Awaited awaited() {
                return awaited;
            }
        });
    }

    private synchronized boolean hasRoom(int forPieces) {
        advance();
        return code != Mpi.SUCCESS || leaving.size() <= WINDOW - forPieces;
    }

    /** The message is written. */
    public void end() {
        end(Piece.LAST);
    }

    /** There will be no message. Called where the first message has not left. */
    public synchronized void release() {
        if (written != null) {
            written.release();
            written = null;
        }
        releaseFree();
    }

    /** The message will not be whole. What is kept does not leave. */
    public synchronized void abort() {
        if (end == Piece.MORE) {
            kept.clear();
            written.clear();
            end(Piece.FAILED);
        }
    }

    private synchronized void end(int how) {
        end = how;
        advance();
    }

    // ---- any thread

    /** Lets pieces leave. Returns whether all have left, or none can. */
    public synchronized boolean advance() {
        boolean hasMoved = false;
        while (!leaving.isEmpty() && hasLeft(leaving.peek())) {
            free.add(leaving.remove());
            hasMoved = true;
        }
        if (hasMoved && !kept.isEmpty()) {
            Job.progress().pollSoon();
        }
        while (leaving.size() < WINDOW && startNext()) {}
        if (written != null || !leaving.isEmpty()) {
            return code != Mpi.SUCCESS;
        }
        releaseFree();
        return true;
    }

    private void releaseFree() {
        while (!free.isEmpty()) {
            free.remove().release();
        }
    }

    private boolean hasLeft(Piece piece) {
        return isSuccess(Mpi.test(piece.slot())) && piece.slot().isDone();
    }

    private boolean startNext() {
        if (code != Mpi.SUCCESS) {
            return false;
        } else if (!kept.isEmpty()) {
            startKept();
            return true;
        } else if (end == Piece.MORE || written == null) {
            return false;
        }
        start(written, end);
        written = null;
        return true;
    }

    private void startKept() {
        ByteBuffer from = kept.peek();
        int part = Math.min(from.remaining(), Piece.ROOM);
        Piece piece = takeFree();
        piece.bytes().put(Piece.HEADER, from, from.position(), part).position(Piece.HEADER + part);
        boolean isLast = written == null && kept.size() == 1 && part == from.remaining();
        start(piece, isLast ? end : Piece.MORE);
        from.position(from.position() + part);
        if (!from.hasRemaining()) {
            kept.remove();
        }
    }

    private Piece takeFree() {
        return free.isEmpty() ? Piece.acquire(Piece.ROOM) : free.remove().clear();
    }

    private void start(Piece piece, int state) {
        piece.bytes().putInt(0, state);
        if (isSuccess(Mpi.issend(piece.memory().address(), piece.bytes().position(), Constants.BYTE, receiver, tag,
                Job.objectCommunicator(), piece.slot()))) {
            leaving.add(piece);
            Job.progress().stir(receiver);
        }
    }

    /** Keeps a failure of MPI, which may go on to use the memory of the pieces that are under way. */
    private boolean isSuccess(int result) {
        if (result == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (result != Mpi.SUCCESS) {
            code = result;
            kept.clear();
        }
        return result == Mpi.SUCCESS;
    }

    /** @throws org.rmi4mpi.message.data.MessageException if a piece could not be sent */
    public synchronized void check(String call) {
        Check.code(call, code);
    }
}
