package mpi;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.NativeBuffer;

/** The memory of one side of an operation: a copy of the program's elements, or a direct buffer itself. */
final class Message {
    private final Place place;
    private final int offset;
    private final int count;
    private final NativeBuffer memory;

    private Message(Place place, int offset, int count, NativeBuffer memory) {
        this.place = place;
        this.offset = offset;
        this.count = count;
        this.memory = memory;
    }

    /** The elements of so many copies of the place's datatype, ready to be sent. */
    static Message outgoing(Place place, int offset, int count) {
        Message message = incoming(place, offset, count);
        if (message.memory != null) {
            place.pack(offset, count, message.memory.bytes(), 0);
        }
        return message;
    }

    /** Room for the elements of so many copies of the place's datatype. */
    static Message incoming(Place place, int offset, int count) {
        place.check(offset, count);
        return new Message(place, offset, count,
                place.isDirect() ? null : NativeBuffer.acquire((int) (place.type().elements(count) * place.type().elementSize())));
    }

    long address() {
        return memory != null ? memory.address() : place.address(offset);
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

    /** What the request owns: the copy, if there is one. */
    NativeBuffer[] memory() {
        return memory == null ? new NativeBuffer[0] : new NativeBuffer[] {memory};
    }

    /** @throws MPIException where nothing can be received into the program's buffer */
    Message writable() {
        place.writable();
        return this;
    }

    /** Takes what a receive has brought to where it belongs. */
    void arrived(Status status) {
        long elements = status.bytes() / place.type().elementSize();
        if (elements > elements()) { // MPICH 5.0 cuts some messages without a word
            throw new MPIException("Recv: message truncated: " + elements + " elements arrived > " + elements()
                    + " that there is room for (at rank " + Job.rank() + " of MPI.COMM_WORLD)");
        }
        arrived((int) elements);
        status.count = status.Get_count(place.type());
    }

    /** Takes all elements of a collective operation to where they belong. */
    void arrived() {
        arrived(elements());
    }

    private void arrived(int elements) {
        if (memory != null) {
            place.unpack(memory.bytes(), 0, elements, offset, count);
        }
    }
}
