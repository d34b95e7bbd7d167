package org.rmi4mpi.message;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.piece.FirstMessage;
import org.rmi4mpi.message.piece.PieceSender;

/**
 * A message of objects that leaves while it is written, or is kept. Nothing leaves before the end of a message of up to 64
 * KiB, so that the sender alone learns that it cannot be written. Owned by the thread that writes.
 */
final class DepartingObjects extends OutputStream {
    private static final byte[] NOTHING = {};

    private final Operation operation;
    private final Communicator comm;
    private final SendMode mode;
    private final String call;
    private final int objects;
    private final int dest;
    /** The receiver's rank in MPI_COMM_WORLD. */
    private final int destInWorld;
    private final int tag;
    /** What the thread waits for before a piece leaves; null where it goes on, and the piece is kept. */
    private Supplier<Awaited> room;
    /** The beginning of the message. */
    private ByteArrayOutputStream begun = new ByteArrayOutputStream(256);
    /** What follows the first message; null where nothing does yet. */
    private PieceSender pieces;
    /** The first message and the pieces, until they leave as an operation. */
    private Departure departure;
    /** Whether the first message has left, so that the receiver must be told of a failure by a piece. */
    private boolean hasLeft;
    private long written;

    DepartingObjects(Operation operation, Communicator comm, SendMode mode, String call, long objects, int dest,
            int destInWorld, int tag) {
        this.operation = operation;
        this.comm = comm;
        this.mode = mode;
        this.call = call;
        this.objects = (int) objects;
        this.dest = dest;
        this.destInWorld = destInWorld;
        this.tag = tag;
    }

    /** Lets the writing thread wait for a slow receiver. */
    DepartingObjects inStep() {
        room = () -> Awaiting.receive(call, comm.label(), comm.peersInWorld(), dest, tag);
        return this;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        written += length;
        if (dest == Constants.PROC_NULL) {
            return;
        } else if (pieces == null && length <= PieceSender.ROOM - begun.size()) {
            begun.write(from, offset, length);
            return;
        } else if (pieces == null) {
            begin(PieceSender.ROOM);
        }
        writePieces(from, offset, length);
    }

    /** Writes the rest of a message, which stays as it is until it has left. Nothing waits for the receiver. */
    void give(byte[] bytes) {
        if (bytes.length <= PieceSender.ROOM || dest == Constants.PROC_NULL) {
            write(bytes, 0, bytes.length);
            return;
        }
        pieces = newPieces(PieceSender.ROOM);
        pieces.give(ByteBuffer.wrap(bytes));
        announce();
    }

    /** @param room of the first piece */
    private void begin(int room) {
        byte[] first = begun.toByteArray();
        begun = null;
        pieces = newPieces(room);
        announce();
        writePieces(first, 0, first.length);
    }

    private PieceSender newPieces(int room) {
        int receiver = Job.javaRank(destInWorld);
        Check.argument(call, receiver >= 0, "dest", destInWorld + " in MPI.COMM_WORLD, which does not run Java",
                "a Java rank, which can read objects (-Drmi4mpi.ranks tells which those are)");
        return new PieceSender(receiver, room);
    }

    /**
     * Sends the first message. Without bytes of objects it leaves at once. The program's operation begins when the message
     * is written, since it can then no longer fail.
     */
    private void announce() {
        Operation first = new Operation();
        departure = new Departure(first, pieces, call);
        start(first, NOTHING, pieces.tag());
    }

    private void writePieces(byte[] from, int offset, int length) {
        for (int done = 0; done < length;) {
            if (pieces.isFull()) {
                makeRoom();
            }
            done += pieces.write(from, offset + done, length - done);
        }
    }

    private void makeRoom() {
        if (room != null) {
            pieces.awaitRoom(room.get());
        }
        pieces.leave();
        try {
            pieces.check(call);
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    private void start(Operation sent, byte[] first, int ownTag) {
        NativeBuffer message = FirstMessage.of(first, objects, ownTag);
        RequestSlot slot = sent.begin(new InFlight(comm, call, null, null, message));
        int code = Mpi.start(mode.code(), message.address(), message.bytes().position(), Constants.BYTE, dest, tag,
                comm.handle(), slot);
        hasLeft = code == Mpi.SUCCESS;
        sent.sendsTo(dest, tag).started(code);
        if (dest != Constants.PROC_NULL) {
            Job.stir(destInWorld);
        }
    }

    /** The first message and the pieces, as parts of the operation. */
    private static final class Departure extends Parts {
        private final PieceSender pieces;
        private final String call;

        Departure(Operation first, PieceSender pieces, String call) {
            this.pieces = pieces;
            this.call = call;
            add(first);
        }

        @Override
        protected boolean advance() {
            boolean haveLeft = pieces.advance();
            return super.advance() && haveLeft;
        }

        @Override
        void check() {
            super.check();
            pieces.check(call);
        }
    }

    /** The message is written. What is kept leaves without the program. */
    void end() {
        if (pieces == null && begun.size() > FirstMessage.ROOM) {
            begin(begun.size());
        }
        if (pieces == null) {
            start(operation, begun.toByteArray(), FirstMessage.WHOLE);
        } else {
            pieces.end();
            leave(operation);
        }
        if (room == null) {
            operation.unattended();
        }
    }

    private void leave(Operation leaving) {
        leaving.startParts(new InFlight(comm, call, null, null), departure).sendsTo(dest, tag);
        departure = null;
    }

    /** The objects cannot be written. Tells the receiver if something has left. */
    void abort() {
        if (pieces != null && !hasLeft) {
            pieces.release();
        } else if (departure != null) {
            pieces.abort();
            Operation rest = new Operation();
            leave(rest);
            rest.free(call);
        }
    }

    /** There is no memory for the objects. Tells the receiver, which may wait for them. */
    void refuse() {
        abort();
        if (!hasLeft) {
            ObjectMessages.sendFailure(new Operation(), call, dest, destInWorld, tag, comm);
        }
    }

    /** Whether the receiver has heard of the message. */
    boolean hasLeft() {
        return hasLeft;
    }

    /** The bytes of the objects. */
    long written() {
        return written;
    }
}
