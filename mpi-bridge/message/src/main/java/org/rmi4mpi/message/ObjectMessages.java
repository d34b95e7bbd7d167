package org.rmi4mpi.message;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.WorldAttributes;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Span;

/**
 * Messages of serialized objects. The receiver does not know their length. So a message with a fixed maximal length
 * goes first, by the program's communicator and tag. It holds the bytes of the objects if they fit:
 *
 * <pre>
 *  0        4     8        12        16
 * +--------+-----+--------+---------+------------------+
 * | sender | tag | length | objects | bytes, if few    |
 * +--------+-----+--------+---------+------------------+
 * </pre>
 *
 * Otherwise they follow in a second message on the job's communicator for objects. The first message names its sender,
 * as an index among the Java ranks, and its tag. Stateless, except for the tags.
 */
public final class ObjectMessages {
    private static final int SENDER = 0;
    private static final int TAG = 4;
    private static final int LENGTH = 8;
    private static final int OBJECTS = 12;
    private static final int HEADER = 16;
    private static final int LARGEST_EAGER = 8192;
    /** Stands in the place of the number of objects: the sender cannot send the objects that the receiver waits for. */
    public static final int FAILED = -1;
    /** The bytes of such a message. */
    public static final byte[] NOTHING = {};

    private static final AtomicInteger LAST_TAG = new AtomicInteger(Job.LAST_OWN_TAG);

    private ObjectMessages() {}

    /**
     * @param bytes the serialized objects
     * @param destInWorld the receiver's rank in MPI_COMM_WORLD
     */
    public static Operation send(Operation operation, SendMode mode, String call, byte[] bytes, int objects, int dest,
            int destInWorld, int tag, Communicator comm) {
        boolean eager = isEager(bytes.length);
        int ownTag = LAST_TAG.updateAndGet(last -> (last < WorldAttributes.largestTag() ? last : Job.LAST_OWN_TAG) + 1);
        int length = eager ? HEADER + bytes.length : HEADER;
        NativeBuffer rest = eager || dest == Constants.PROC_NULL ? null : rest(call, bytes, destInWorld);
        NativeBuffer first = NativeBuffer.acquire(length);
        first.bytes().putInt(SENDER, Job.javaRank(Job.rank())).putInt(TAG, ownTag).putInt(LENGTH, bytes.length)
                .putInt(OBJECTS, objects).put(HEADER, bytes, 0, length - HEADER);
        Operation following = rest == null ? null : new Operation(); // all memory is there before the receiver hears of it
        Parts parts = rest == null ? null : new Parts();
        RequestSlot restSlot = rest == null ? null : following.begin(new InFlight(comm, call, null, null, rest));
        if (rest != null) {
            parts.add(following);
        }
        RequestSlot slot = operation.begin(new InFlight(comm, call, null, null, first));
        operation.sendsTo(dest, tag);
        int code = Mpi.start(mode.code(), first.address(), length, Constants.BYTE, dest, tag, comm.handle(), slot);
        if (rest != null && code == Mpi.SUCCESS) {
            operation.with(parts);
            following.started(Mpi.isend(rest.address(), bytes.length, Constants.BYTE, Job.javaRank(destInWorld), ownTag,
                    Job.objectCommunicator(), restSlot));
        } else if (rest != null) {
            following.end();
        }
        return operation.started(code);
    }

    private static NativeBuffer rest(String call, byte[] bytes, int destInWorld) {
        Check.argument(call, Job.javaRank(destInWorld) >= 0, "dest",
                destInWorld + " in MPI.COMM_WORLD, which does not run Java",
                "a Java rank, which can read objects (-Drmi4mpi.ranks tells which those are)");
        NativeBuffer rest = NativeBuffer.acquire(bytes.length);
        rest.bytes().put(0, bytes);
        return rest;
    }

    /** @param found the message, if it was received before; else null */
    static Operation receive(Operation operation, Span span, int source, int tag, Communicator comm,
            FoundMessages.Found found) {
        NativeBuffer first = found != null ? found.memory() : NativeBuffer.acquire(LARGEST_EAGER);
        RequestSlot slot = found != null ? found.slot() : RequestSlot.acquire();
        prepare(operation, span, comm, first, slot);
        return operation.receivesFrom(source, tag).started(found != null
                ? Mpi.SUCCESS
                : Mpi.irecv(first.address(), LARGEST_EAGER, Constants.BYTE, source, tag, comm.handle(), slot));
    }

    /** Receives a message that a matched probe has left in a slot. */
    static void receiveMatched(Operation operation, Span span, Communicator comm, RequestSlot slot) {
        NativeBuffer first = NativeBuffer.acquire(LARGEST_EAGER);
        prepare(operation, span, comm, first, slot);
        operation.receivesFrom(slot.source(), slot.tag())
                .started(Mpi.imrecv(first.address(), LARGEST_EAGER, Constants.BYTE, slot));
    }

    /** Starts to receive a message of objects as bytes. The taker gets null where the sender has failed. */
    public static Operation receiveBytes(
            Operation operation, Communicator comm, String call, int source, int tag, Consumer<byte[]> taker) {
        NativeBuffer first = NativeBuffer.acquire(LARGEST_EAGER);
        RequestSlot slot = RequestSlot.acquire();
        prepare(operation, comm, call, null, (outcome, bytes) -> taker.accept(bytes), first, slot);
        return operation.receivesFrom(source, tag).started(
                Mpi.irecv(first.address(), LARGEST_EAGER, Constants.BYTE, source, tag, comm.handle(), slot));
    }

    private static void prepare(
            Operation operation, Span span, Communicator comm, NativeBuffer first, RequestSlot slot) {
        prepare(operation, comm, span.call(), span.buf(),
                (outcome, bytes) -> outcome.setObjects(ObjectCodec.read(arrived(span, outcome, bytes), span),
                        span.layout()),
                first, slot);
    }

    private static byte[] arrived(Span span, Outcome outcome, byte[] bytes) {
        if (bytes == null) {
            throw Check
                    .failure(span.call() + ": rank " + outcome.source + " of the communicator had no memory to send its"
                            + " objects" + Check.at("see the exception at that rank"));
        }
        return bytes;
    }

    private static void prepare(Operation operation, Communicator comm, String call, Object buf,
            BiConsumer<Outcome, byte[]> taker, NativeBuffer first, RequestSlot slot) {
        NativeBuffer[] rest = new NativeBuffer[1];
        int[] envelope = new int[2];
        operation.adopt(new InFlight(comm, call, buf, outcome -> {
            taker.accept(outcome, bytes(call, first.bytes(), rest[0]));
            if (rest[0] != null) {
                outcome.source = envelope[0];
                outcome.tag = envelope[1];
            }
        }, first), slot).then(ended -> {
            envelope[0] = ended.source();
            envelope[1] = ended.tag();
            rest[0] = receiveRest(operation, call, first, ended);
        });
    }

    /** The bytes of the objects; null where the sender has failed. */
    private static byte[] bytes(String call, ByteBuffer first, NativeBuffer rest) {
        if (first.getInt(OBJECTS) == FAILED) {
            return null;
        }
        byte[] bytes = ObjectCodec.bytes(call, first.getInt(LENGTH));
        (rest != null ? rest.bytes() : first).get(rest != null ? 0 : HEADER, bytes);
        return bytes;
    }

    /**
     * Starts to receive the second message; null where there is none. Where there is no memory for it, the sender has
     * to go on nevertheless: the message is received into a few bytes, and dropped.
     */
    private static NativeBuffer receiveRest(Operation operation, String call, NativeBuffer first, RequestSlot slot) {
        if (slot.isCancelled()) {
            return null;
        }
        if (!begins(first.bytes(), slot.length())) {
            throw Check.failure(call + ": a message of " + slot.length() + " bytes from rank " + slot.source()
                    + " holds no objects" + Check.at("send it with MPI.OBJECT"));
        }
        int length = first.bytes().getInt(LENGTH);
        if (isEager(length)) {
            return null;
        }
        NativeBuffer rest = room(operation, length);
        NativeBuffer to = rest == null ? first : rest;
        int code = Mpi.irecv(to.address(), rest == null ? HEADER : length, Constants.BYTE, first.bytes().getInt(SENDER),
                first.bytes().getInt(TAG), Job.objectCommunicator(), slot);
        if (code != Mpi.SUCCESS) {
            Check.code(call, code);
        }
        return rest;
    }

    /** Allocates memory; null where there is none, and the completion of the operation then fails. */
    private static NativeBuffer room(Operation operation, int length) {
        try {
            NativeBuffer rest = NativeBuffer.acquire(length);
            operation.keep(rest);
            return rest;
        } catch (OutOfMemoryError | StackOverflowError e) {
            operation.refuse(length, e);
            return null;
        }
    }

    private static boolean isEager(int length) {
        return length <= LARGEST_EAGER - HEADER;
    }

    /** Whether a message of this length may be the first message of some objects. */
    static boolean mayBegin(long messageLength) {
        return messageLength >= HEADER && messageLength <= LARGEST_EAGER;
    }

    private static boolean begins(ByteBuffer message, long messageLength) {
        int length = mayBegin(messageLength) ? message.getInt(LENGTH) : -1;
        return length >= 0 && messageLength == HEADER + (isEager(length) ? length : 0);
    }

    /** The number of objects that a message announces; UNDEFINED where it holds no objects. */
    static int objects(ByteBuffer message, long messageLength) {
        return begins(message, messageLength) ? message.getInt(OBJECTS) : Constants.UNDEFINED;
    }
}
