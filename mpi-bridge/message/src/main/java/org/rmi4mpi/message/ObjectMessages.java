package org.rmi4mpi.message;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Span;
import org.rmi4mpi.message.piece.ArrivedBytes;
import org.rmi4mpi.message.piece.FirstMessage;
import org.rmi4mpi.message.piece.PieceReceiver;

/**
 * Messages of serialized objects. A first message goes by the program's communicator and tag, so that it matches as any
 * does. What does not fit into it follows in pieces on the job's communicator for objects. A thread that waits for the
 * message reads the pieces while they arrive. Stateless.
 */
public final class ObjectMessages {
    private ObjectMessages() {}

    /**
     * Sends bytes that were written before. They stay as they are until they have left.
     *
     * @param destInWorld the receiver's rank in MPI_COMM_WORLD
     * @throws OutOfMemoryError if nothing has left, so that the receiver still has to be told
     */
    public static void send(Operation operation, String call, byte[] bytes, int objects, int dest,
            int destInWorld, int tag, Communicator comm) {
        DepartingObjects departing =
                new DepartingObjects(operation, comm, SendMode.STANDARD, call, objects, dest, destInWorld, tag);
        try {
            departing.give(bytes);
            departing.end();
        } catch (OutOfMemoryError e) {
            departing.abort();
            if (departing.hasLeft()) {
                throw Check.failure(ObjectCodec.noMemory(call, bytes.length, e), e);
            }
            throw e;
        } catch (RuntimeException | Error e) {
            departing.abort();
            throw e;
        }
    }

    /** Tells a receiver that the objects that it waits for do not come. */
    public static void sendFailure(
            Operation operation, String call, int dest, int destInWorld, int tag, Communicator comm) {
        new DepartingObjects(operation, comm, SendMode.STANDARD, call, FirstMessage.FAILED, dest, destInWorld, tag)
                .end();
    }

    /** @param found the message, if it was received before; else null */
    static Operation receive(Operation operation, Span span, int source, int tag, Communicator comm,
            FoundMessages.Found found) {
        NativeBuffer first = found != null ? found.memory() : NativeBuffer.acquire(FirstMessage.LARGEST);
        RequestSlot slot = found != null ? found.slot() : RequestSlot.acquire();
        prepare(operation, span, comm, first, slot);
        return operation.receivesFrom(source, tag).started(found != null
                ? Mpi.SUCCESS
                : Mpi.irecv(first.address(), FirstMessage.LARGEST, Constants.BYTE, source, tag, comm.handle(), slot));
    }

    /** Receives a message that a matched probe has left in a slot. */
    static void receiveMatched(Operation operation, Span span, Communicator comm, RequestSlot slot) {
        NativeBuffer first = NativeBuffer.acquire(FirstMessage.LARGEST);
        prepare(operation, span, comm, first, slot);
        operation.receivesFrom(slot.source(), slot.tag())
                .started(Mpi.imrecv(first.address(), FirstMessage.LARGEST, Constants.BYTE, slot));
    }

    /** Starts to receive a message of objects as bytes. The taker gets null where the sender has failed. */
    public static Operation receiveBytes(
            Operation operation, Communicator comm, String call, int source, int tag, Consumer<byte[]> taker) {
        NativeBuffer first = NativeBuffer.acquire(FirstMessage.LARGEST);
        RequestSlot slot = RequestSlot.acquire();
        prepare(operation, comm, call, null, first, slot,
                (outcome, bytes) -> taker.accept(bytes == null ? null : all(call, bytes)));
        return operation.receivesFrom(source, tag).started(
                Mpi.irecv(first.address(), FirstMessage.LARGEST, Constants.BYTE, source, tag, comm.handle(), slot));
    }

    private static byte[] all(String call, ArrivedBytes bytes) {
        try {
            return bytes.readAllBytes();
        } catch (OutOfMemoryError e) {
            throw Check.failure(ObjectCodec.noMemoryToReceive(call, e), e);
        }
    }

    private static void prepare(
            Operation operation, Span span, Communicator comm, NativeBuffer first, RequestSlot slot) {
        prepare(operation, comm, span.call(), span.buf(), first, slot, (outcome, bytes) -> read(outcome, bytes, span));
    }

    private static void read(Outcome outcome, ArrivedBytes bytes, Span span) {
        if (bytes == null) {
            throw ObjectCodec.notSent(span.call(), "rank " + outcome.source + " of the communicator");
        }
        outcome.setObjects(ObjectCodec.read(bytes, span), span.layout());
        outcome.ofBytes(bytes.end());
    }

    /** @param taker gets null where the sender has failed before the first message */
    private static void prepare(Operation operation, Communicator comm, String call, Object buf, NativeBuffer first,
            RequestSlot slot, BiConsumer<Outcome, ArrivedBytes> taker) {
        PieceReceiver[] pieces = new PieceReceiver[1];
        operation.adopt(new InFlight(comm, call, buf, outcome -> take(outcome, first.bytes(), pieces[0], taker), first),
                slot).then(ended -> {
                    pieces[0] = receivePieces(comm, call, first.bytes(), ended);
                    return pieces[0] == null ? null : new Arriving(pieces[0]);
                });
    }

    private static void take(
            Outcome outcome, ByteBuffer first, PieceReceiver pieces, BiConsumer<Outcome, ArrivedBytes> taker) {
        if (FirstMessage.isFailed(first)) {
            taker.accept(outcome, null);
            return;
        }
        ArrivedBytes bytes = new ArrivedBytes(first, pieces);
        try {
            taker.accept(outcome, bytes);
        } finally {
            bytes.endReading();
        }
    }

    /** Starts to receive what follows the first message; null where nothing does. */
    private static PieceReceiver receivePieces(Communicator comm, String call, ByteBuffer first, RequestSlot slot) {
        if (slot.isCancelled()) {
            return null;
        }
        if (!FirstMessage.begins(first, slot.length())) {
            throw Check.failure(call + ": a message of " + slot.length() + " bytes from rank " + slot.source()
                    + " holds no objects" + Check.at("send it with MPI.OBJECT"));
        }
        return FirstMessage.isWhole(first) ? null
                : new PieceReceiver(call, first,
                        Awaiting.message(call, comm.label(), comm.peersInWorld(), slot.source(), slot.tag()));
    }

    /** The pieces, as parts of the operation. */
    private static final class Arriving extends Parts {
        private final PieceReceiver pieces;

        Arriving(PieceReceiver pieces) {
            this.pieces = pieces;
        }

        @Override
        protected boolean advance() {
            return pieces.advance();
        }

        @Override
        boolean mayBeRead() {
            return true;
        }
    }
}
