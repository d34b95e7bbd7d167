package mpi;

import org.rmi4mpi.message.Packing;

/** The packing of elements, in the spelling of Open MPI. */
public sealed interface OpenMpiPacking permits Comm {
    /**
     * Copies elements into an array of bytes, one behind the other, for {@link #unpack}.
     *
     * @param inbuf what is packed, or was packed
     * @param incount copies of the datatype
     * @param type what the buffer holds
     * @param outbuf where it goes
     * @param position where the copies begin in the array of bytes
     * @return the position after them, in bytes
     */
    default int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) {
        return Packing.pack(OpenMpiSpans.sent("pack", "inbuf", inbuf, incount, type), outbuf, position);
    }

    /**
     * The opposite of {@link #pack}.
     *
     * @param inbuf what is packed, or was packed
     * @param position where the copies begin in the array of bytes
     * @param outbuf where it goes
     * @param outcount copies of the datatype, as many as were packed
     * @param type what the buffer holds
     * @return the position after them, in bytes
     */
    default int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type) {
        return Packing.unpack(inbuf, position, OpenMpiSpans.received("unpack", "outbuf", outbuf, outcount, type));
    }

    /**
     * Bytes that {@link #pack} needs at most; of objects it cannot be known.
     *
     * @param incount copies of the datatype
     * @param type what the buffer holds
     * @return bytes
     */
    default int packSize(int incount, Datatype type) {
        return Packing.size("packSize", incount, Datatype.layout(type));
    }
}
