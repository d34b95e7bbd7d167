package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Memory;
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
    private final NativeBuffer copy;

    StagedSpan(Span span, long address, Memory memory, NativeBuffer copy) {
        this.span = span;
        this.address = address;
        this.memory = memory;
        this.copy = copy;
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
            return new StagedSpan(span, span.address(), null, null);
        }
        NativeBuffer copy = NativeBuffer.acquire((int) (span.elements() * span.layout().elementSize()));
        return new StagedSpan(span, copy.address(), copy, copy);
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
                : new StagedSpan(span, pinned.address() + span.address(), pinned, null);
    }

    /** Like {@link #leaving}, but a small copy is in the thread's own memory. The span was checked before. */
    static StagedSpan leaving(Span span, ThreadMemory own) {
        return entering(span, own).packed();
    }

    /** Like {@link #entering}, but a small copy is in the thread's own memory. The span was checked before. */
    static StagedSpan entering(Span span, ThreadMemory own) {
        return span.isDirect() || span.elements() * span.layout().elementSize() > ThreadMemory.CAPACITY
                ? inPlace(span)
                : new StagedSpan(span, own.buffer().address(), null, own.buffer());
    }

    /**
     * The program's array, if its elements are one run, which a native method copies; null where MPI has the program's memory, or
     * {@link #packed} and {@link #take} have to copy.
     */
    Object plainArray() {
        return copy != null && span.isPlain() ? span.array() : null;
    }

    /** The index of the first element in {@link #plainArray}. */
    long place() {
        return span.place();
    }

    /** The type of the elements in {@link #plainArray}. */
    int kind() {
        return span.layout().element().ordinal();
    }

    /** Room in {@link #plainArray}, in bytes. */
    int bytes() {
        return (int) span.wireBytes();
    }

    StagedSpan packed() {
        if (copy != null) {
            span.pack(copy.bytes(), 0);
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

    /**
     * The memory that an operation owns. If the copy is in the thread's own memory, the operation takes that memory
     * over.
     */
    static Memory[] owned(Memory memory, NativeBuffer copy, ThreadMemory own) {
        if (copy != null && copy == own.buffer()) {
            return new Memory[] {own.takeBuffer()};
        }
        return memory == null ? NONE : new Memory[] {memory};
    }

    Memory memory() {
        return memory;
    }

    NativeBuffer copy() {
        return copy;
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

    /** Works as {@link #take}, for a message that a native method has copied into {@link #plainArray}, if it is not too long. */
    void took(Outcome outcome) {
        if (outcome.bytes() == span.wireBytes()) {
            outcome.count = span.count();
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
            span.unpack(copy.bytes(), (int) elements);
        }
    }
}
