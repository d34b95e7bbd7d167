package org.rmi4mpi.message;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.ErrorClasses;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/** The memory of one side of an operation: a copy of the program's elements, or the program's own memory. */
public final class StagedSpan implements Arrival {
    private static final Memory[] NONE = {};

    private final Span span;
    private final long address;
    /** The memory that the operation owns; null for a direct buffer, and for the thread's own memory. */
    private final Memory memory;
    /** Null where MPI reads and writes the elements in the program's buffer. */
    private final ByteBuffer copy;
    /** Where the elements begin in the copy. */
    private final int copyAt;

    private StagedSpan(Span span, long address, Memory memory, ByteBuffer copy, int copyAt) {
        this.span = span;
        this.address = address;
        this.memory = memory;
        this.copy = copy;
        this.copyAt = copyAt;
    }

    /** @param copy has the elements, or will */
    StagedSpan(Span span, NativeBuffer copy) {
        this(span, copy.address(), copy, copy.bytes(), 0);
    }

    /** The same memory, for an operation that outlives the call. */
    StagedSpan again() {
        return new StagedSpan(span.again(), address, memory, copy, copyAt);
    }

    /** Copies the elements to send, unless they are in a direct buffer. */
    public static StagedSpan outgoing(Span span) {
        return room(span.check()).packed();
    }

    /** Prepares room for the elements to receive. */
    public static StagedSpan incoming(Span span) {
        return room(span.check());
    }

    private static StagedSpan room(Span span) {
        if (span.isDirect()) {
            return new StagedSpan(span, span.address(), null, null, 0);
        }
        return new StagedSpan(span, NativeBuffer.acquire((int) bytesOf(span)));
    }

    private static long bytesOf(Span span) {
        return span.elements() * span.layout().elementSize();
    }

    /**
     * Like {@link #outgoing}, but a large array is not copied, and must not change until the operation has ended. It is
     * also used to receive, where an operation does not tell how many elements it receives: the elements that do not
     * arrive stay as they are.
     */
    public static StagedSpan leaving(Span span) {
        return inPlace(span.check()).packed();
    }

    /** Like {@link #incoming}, but a large array is not copied. */
    public static StagedSpan entering(Span span) {
        return inPlace(span.check());
    }

    private static StagedSpan inPlace(Span span) {
        Memory pinned = span.pinned(span.elements());
        return pinned == null
                ? room(span)
                : new StagedSpan(span, pinned.address() + span.address(), pinned, null, 0);
    }

    /** Like {@link #entering}, but a small copy is in the thread's own memory. The span was checked before. */
    static StagedSpan entering(Span span, ThreadMemory own) {
        return span.isDirect() || bytesOf(span) > ThreadMemory.CAPACITY
                ? inPlace(span)
                : new StagedSpan(span, own.buffer().address(), null, own.buffer().bytes(), 0);
    }

    /** Like {@link #entering}, but a short copy is in the operation's slot. The span was checked before. */
    static StagedSpan entering(Span span, RequestSlot slot) {
        StagedSpan staged = null;
        try {
            staged = span.isDirect() || bytesOf(span) > RequestSlot.ROOM_BYTES
                    ? inPlace(span)
                    : new StagedSpan(span, slot.room(), null, slot.bytes(), RequestSlot.ROOM);
            return staged;
        } finally {
            if (staged == null) {
                ThreadMemory.giveBack(slot); // there is no memory for the message
            }
        }
    }

    /**
     * The program's array, if its elements are one run, which a native method copies; null where MPI has the program's memory, or
     * {@link #packed} and {@link #take} have to copy.
     */
    Object plainArray() {
        return copy != null && span.isPlain() ? span.array() : null;
    }

    /** The index of the first element in an array of {@link #plainArray}; 0 for null. */
    long place(Object array) {
        return array == null ? 0 : span.place();
    }

    /** Like {@link #place}, the type of its elements. */
    int kind(Object array) {
        return array == null ? 0 : span.layout().element().ordinal();
    }

    /** Like {@link #place}, the bytes of its elements in the span. */
    int bytes(Object array) {
        return array == null ? 0 : (int) span.wireBytes();
    }

    /**
     * Starts a send. Returns MPI's code, or {@link Mpi#PENDING} if the send has not ended. The native method copies the elements of a
     * plain array.
     */
    int send(SendMode mode, int dest, int tag, long comm, RequestSlot slot) {
        Object array = plainArray();
        if (array == null) {
            packed();
        }
        return Mpi.send(mode.code(), address, items(), type(), dest, tag, comm, array, place(array),
                kind(array), bytes(array), slot);
    }

    /**
     * Goes on with a receive that was started before, and fills the outcome if the message is there. Returns MPI's code, or
     * {@link Mpi#PENDING}.
     *
     * @param isForLong whether to go on for some microseconds
     */
    int finish(int source, int tag, boolean isForLong, RequestSlot slot, Outcome outcome) {
        Object array = plainArray();
        int code = Mpi.finish(address, source, tag, isForLong, array, place(array), kind(array), bytes(array), slot);
        if (code != Mpi.AS_ASKED && code != Mpi.SUCCESS) {
            return code;
        }
        takeEnded(code, source, tag, slot, array, outcome);
        return Mpi.SUCCESS;
    }

    /** Fills the outcome of a receive that a native method has ended with this code, and takes what it has not copied. */
    void takeEnded(int code, int source, int tag, RequestSlot slot, Object array, Outcome outcome) {
        if (code == Mpi.AS_ASKED) {
            outcome.set(source, tag, span.wireBytes(), span.count());
            return;
        }
        outcome.set(slot);
        if (outcome.wasCancelled()) {
            return;
        } else if (array == null || outcome.bytes() > span.wireBytes()) {
            take(outcome);
        } else {
            outcome.count = outcome.bytes() == span.wireBytes() ? span.count() : outcome.copies(span.layout());
        }
    }

    /** Copies the elements from the program's buffer, unless MPI has that memory. */
    public StagedSpan packed() {
        if (copy != null) {
            span.pack(copy, copyAt);
        }
        return this;
    }

    public long address() {
        return address;
    }

    /** The number of items to send or to receive. */
    public int items() {
        return span.layout().items(span.elements());
    }

    public long type() {
        return span.layout().handle();
    }

    /** The program's buffer, which is kept reachable while MPI uses the memory. */
    public Object buf() {
        return span.buf();
    }

    /** The memory that the operation owns, in an array of length 0 or 1. */
    public Memory[] owned() {
        return memory == null ? NONE : new Memory[] {memory};
    }

    /** Like {@link #owned()}, for an operation that takes the thread's own memory over, if the copy is there. */
    Memory[] owned(ThreadMemory own) {
        return copy != null && copy == own.buffer().bytes() ? new Memory[] {own.takeBuffer()} : owned();
    }

    /** Releases the memory where no operation owns it. */
    public void release() {
        if (memory != null) {
            memory.release();
        }
    }

    /** @throws MessageException where the program's buffer is read-only */
    public StagedSpan writable() {
        span.writable();
        return this;
    }

    /** Takes the received elements to the program's buffer. */
    @Override
    public void take(Outcome outcome) {
        if (outcome.bytes() > 0 && outcome.bytes() == span.wireBytes()) {
            outcome.count = span.count();
            arrived();
        } else {
            arrivedOtherwise(outcome);
        }
    }

    /** Takes a message that is empty, or shorter than its room. */
    private void arrivedOtherwise(Outcome outcome) {
        if (outcome.bytes() > span.wireBytes()) { // MPICH 5.0 truncates some messages without an error
            throw Check.failure(span.call() + ": " + truncated(outcome.bytes(), outcome.source, outcome.tag)
                    + " (message truncated)", null, ErrorClasses.truncate());
        }
        arrived(span.layout().elementsOf(outcome.bytes()));
        outcome.count = outcome.copies(span.layout());
    }

    @Override
    public String truncated(RequestSlot ended) {
        return truncated(ended.length(), ended.source(), ended.tag());
    }

    /** The text of the exception for a message that is too long. Some MPIs tell only how much of it has arrived. */
    private String truncated(long bytes, int source, int tag) {
        long room = span.wireBytes();
        return "message" + (bytes > room ? " of " + bytes + " bytes" : "") + " from rank " + source + " with tag " + tag
                + " > room for " + room + " bytes (" + span.elements() + " elements, " + span.count() + " of "
                + span.layout() + ")"
                + Check.at("receive with room for all of it; Probe tells its length. The message is lost");
    }

    /**
     * Fills the outcome of a transfer without a message, such as the access to a file.
     *
     * @param arrives whether to take the elements to the program's buffer
     */
    public void end(Outcome outcome, long bytes, boolean arrives) {
        outcome.source = Constants.ANY_SOURCE;
        outcome.tag = Constants.ANY_TAG;
        outcome.ofBytes(Math.max(0, Math.min(bytes, span.wireBytes())));
        if (arrives) {
            take(outcome);
        } else {
            outcome.count = outcome.copies(span.layout());
        }
    }

    /** Takes all elements of a collective operation to the program's buffer. */
    public void arrived() {
        arrived(span.elements());
    }

    /** Takes the first elements to the program's buffer. */
    public void arrived(long elements) {
        if (copy != null) {
            span.unpack(copy, copyAt, (int) elements);
        }
    }
}
