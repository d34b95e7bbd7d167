package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;

/** The memory of one side of an operation: a copy of the program's elements, or where they lie themselves. */
final class StagedSpan implements Arrival {
    private static final Memory[] NONE = {};

    private final Span span;
    private final long address;
    /** What the operation owns; null for a direct buffer, and for the thread's own. */
    private final Memory memory;
    /** Null where the elements are read and written where they lie. */
    private final NativeBuffer copy;

    StagedSpan(Span span, long address, Memory memory, NativeBuffer copy) {
        this.span = span;
        this.address = address;
        this.memory = memory;
        this.copy = copy;
    }

    /** The elements as they are now, or in a direct buffer. */
    static StagedSpan outgoing(Span span) {
        return room(span.check()).packed();
    }

    /** Room for the elements. */
    static StagedSpan incoming(Span span) {
        return room(span.check()).prepared();
    }

    private static StagedSpan room(Span span) {
        if (span.isDirect()) {
            return new StagedSpan(span, span.address(), null, null);
        }
        NativeBuffer copy = NativeBuffer.acquire((int) (span.elements() * span.layout().elementSize()));
        return new StagedSpan(span, copy.address(), copy, copy);
    }

    /**
     * As {@link #outgoing}; a large array is left in its place, and must not change until the operation has ended. Also
     * for elements that are received by an operation which does not tell how many: what does not arrive stays as it is.
     */
    static StagedSpan leaving(Span span) {
        return inPlace(span.check()).packed();
    }

    /** As {@link #incoming}, or a large array itself. */
    static StagedSpan entering(Span span) {
        return inPlace(span.check()).prepared();
    }

    private static StagedSpan inPlace(Span span) {
        Memory pinned = span.pinned(span.elements());
        return pinned == null
                ? room(span)
                : new StagedSpan(span, pinned.address() + span.address(), pinned, null);
    }

    /** As {@link #leaving}, of a small copy in the thread's own memory; the span was checked. */
    static StagedSpan leaving(Span span, ThreadMemory own) {
        return small(span, own).packed();
    }

    /** As {@link #entering}, of a small copy in the thread's own memory; the span was checked. */
    static StagedSpan entering(Span span, ThreadMemory own) {
        return small(span, own).prepared();
    }

    private static StagedSpan small(Span span, ThreadMemory own) {
        return span.isDirect() || span.elements() * span.layout().elementSize() > ThreadMemory.CAPACITY
                ? inPlace(span)
                : new StagedSpan(span, own.buffer().address(), null, own.buffer());
    }

    private StagedSpan packed() {
        if (copy != null) {
            span.pack(copy.bytes(), 0);
        }
        return this;
    }

    /** What does not travel stays as it is. */
    private StagedSpan prepared() {
        return copy != null && span.layout().hasGaps() ? packed() : this;
    }

    long address() {
        return address;
    }

    /** What MPI is told to send or to receive. */
    int items() {
        return span.layout().items(span.elements());
    }

    long type() {
        return span.layout().handle();
    }

    /** Of the program; kept while MPI uses the memory. */
    Object buf() {
        return span.buf();
    }

    /** What the operation owns, if there is anything. */
    Memory[] owned() {
        return memory == null ? NONE : new Memory[] {memory};
    }

    /** What an operation owns that the thread's own memory has been too short-lived for. */
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

    /** Gives the memory back, where no operation has come to own it. */
    void release() {
        if (memory != null) {
            memory.release();
        }
    }

    /** @throws MessageException where nothing can be received into the program's buffer */
    StagedSpan writable() {
        span.writable();
        return this;
    }

    /** Takes what a receive has brought to where it belongs. */
    @Override
    public void take(Outcome outcome) {
        if (outcome.bytes() > 0 && outcome.bytes() == span.wireBytes()) {
            outcome.count = span.count();
            arrived();
        } else {
            arrivedOtherwise(outcome);
        }
    }

    /** A message that is shorter than there is room for, or empty. */
    private void arrivedOtherwise(Outcome outcome) {
        if (outcome.bytes() > span.wireBytes()) { // MPICH 5.0 cuts some messages without a word
            throw Check.failure(span.call() + ": " + truncated(outcome.bytes(), outcome.source, outcome.tag)
                    + " (message truncated)", null, ErrorClasses.truncate());
        }
        arrived(span.layout().elementsOf(outcome.bytes()));
        if (span.layout().size() == 0) {
            outcome.ofEmpty(span.count());
        } else {
            outcome.count = outcome.copies(span.layout());
        }
    }

    @Override
    public String truncated(RequestSlot ended) {
        return truncated(ended.length(), ended.source(), ended.tag());
    }

    /** An MPI may tell no more than how much of the message has come. */
    private String truncated(long bytes, int source, int tag) {
        long room = span.wireBytes();
        return "message" + (bytes > room ? " of " + bytes + " bytes" : "") + " from rank " + source + " with tag " + tag
                + " > room for " + room + " bytes (" + span.elements() + " elements, " + span.count() + " of "
                + span.layout() + ")"
                + Check.at("receive with room for all of it; Probe tells how long it is. What has come of it is lost");
    }

    /** Takes all elements of a collective operation to where they belong. */
    void arrived() {
        arrived(span.elements());
    }

    /** Takes the first elements to where they belong. */
    void arrived(long elements) {
        if (copy != null) {
            span.unpack(copy.bytes(), (int) elements);
        }
    }
}
