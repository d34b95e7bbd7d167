package mpi;

import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;

/** The memory of one side of an operation: a copy of the program's elements, or where they lie themselves. */
final class Message implements Request.Arrival {
    private static final Memory[] NONE = {};

    private final Place place;
    private final int offset;
    private final int count;
    private final long address;
    /** What the operation owns; null for a direct buffer, and for the thread's own. */
    private final Memory memory;
    /** Null where the elements are read and written where they lie. */
    private final NativeBuffer copy;

    private Message(Place place, int offset, int count, long address, Memory memory, NativeBuffer copy) {
        this.place = place;
        this.offset = offset;
        this.count = count;
        this.address = address;
        this.memory = memory;
        this.copy = copy;
    }

    /** A message of memory that another one has had. */
    static Message of(
            Object buf, int offset, int count, Datatype type, long address, Memory memory, NativeBuffer copy) {
        return new Message(new Place("Recv", "buf", buf, type), offset, count, address, memory, copy);
    }

    /** The elements of so many copies of the place's datatype, as they are now, or in a direct buffer. */
    static Message outgoing(Place place, int offset, int count) {
        return incoming(place, offset, count).packed();
    }

    /** Room for the elements of so many copies of the place's datatype. */
    static Message incoming(Place place, int offset, int count) {
        place.check(offset, count);
        if (place.isDirect()) {
            return new Message(place, offset, count, place.address(offset), null, null);
        }
        NativeBuffer copy = NativeBuffer.acquire((int) (place.type().elements(count) * place.type().elementSize()));
        return new Message(place, offset, count, copy.address(), copy, copy);
    }

    /**
     * As {@link #outgoing}; a large array is left in its place, and must not change until the operation has ended. Also
     * for elements that are received by an operation which does not tell how many: what does not arrive stays as it is.
     */
    static Message leaving(Place place, int offset, int count) {
        return entering(place, offset, count).packed();
    }

    /** As {@link #incoming}, or a large array itself. */
    static Message entering(Place place, int offset, int count) {
        place.check(offset, count);
        Memory pinned = place.pinned(place.type().elements(count));
        return pinned == null
                ? incoming(place, offset, count)
                : new Message(place, offset, count, pinned.address() + place.address(offset), pinned, null);
    }

    /** As {@link #leaving}, of a small copy in the thread's own memory; the place was checked. */
    static Message leaving(Place place, int offset, int count, ThreadMemory own) {
        return entering(place, offset, count, own).packed();
    }

    /** As {@link #entering}, of a small copy in the thread's own memory; the place was checked. */
    static Message entering(Place place, int offset, int count, ThreadMemory own) {
        return place.isDirect() || place.type().elements(count) * place.type().elementSize() > ThreadMemory.CAPACITY
                ? entering(place, offset, count)
                : new Message(place, offset, count, own.buffer().address(), null, own.buffer());
    }

    private Message packed() {
        if (copy != null) {
            place.pack(offset, count, copy.bytes(), 0);
        }
        return this;
    }

    long address() {
        return address;
    }

    /** Number of elements. */
    int elements() {
        return (int) place.type().elements(count);
    }

    long type() {
        return place.type().handle();
    }

    /** Of the program; kept while MPI uses the memory. */
    Object buf() {
        return place.buf();
    }

    /** What the request owns, if there is anything. */
    Memory[] owned() {
        return memory == null ? NONE : new Memory[] {memory};
    }

    /** What a request owns of an operation that the thread's own memory has been too short-lived for. */
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

    /** Gives the memory back, where no request has come to own it. */
    void release() {
        if (memory != null) {
            memory.release();
        }
    }

    /** @throws MPIException where nothing can be received into the program's buffer */
    Message writable() {
        place.writable();
        return this;
    }

    /** Takes what a receive has brought to where it belongs. */
    @Override
    public void take(Status status) {
        if (status.bytes() > 0 && status.bytes() == (long) elements() * place.type().elementSize()) {
            status.count = count;
            arrived();
        } else {
            arrivedOtherwise(status);
        }
    }

    /** A message that is shorter than there is room for, or empty. */
    private void arrivedOtherwise(Status status) {
        long elements = status.bytes() / place.type().elementSize();
        if (elements > elements()) { // MPICH 5.0 cuts some messages without a word
            throw new MPIException(
                    "Recv: " + truncated(status.bytes(), status.source, status.tag) + " (message truncated)");
        }
        arrived((int) elements);
        if (place.type().Size() == 0) {
            status.ofEmpty(count);
        } else {
            status.count = status.Get_count(place.type());
        }
    }

    @Override
    public String truncated(RequestSlot ended) {
        return truncated(ended.length(), ended.source(), ended.tag());
    }

    /** An MPI may tell no more than how much of the message has come. */
    private String truncated(long bytes, int source, int tag) {
        long room = (long) elements() * place.type().elementSize();
        return "message" + (bytes > room ? " of " + bytes + " bytes" : "") + " from rank " + source + " with tag " + tag
                + " > room for " + room + " bytes (" + elements() + " elements, " + count + " of " + place.type() + ")"
                + Check.at("receive with room for all of it; Probe tells how long it is. What has come of it is lost");
    }

    /** Takes all elements of a collective operation to where they belong. */
    void arrived() {
        arrived(elements());
    }

    private void arrived(int elements) {
        if (copy != null) {
            place.unpack(copy.bytes(), 0, elements, offset, count);
        }
    }
}
