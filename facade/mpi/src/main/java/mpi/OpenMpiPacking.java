package mpi;

import org.rmi4mpi.message.data.Packing;

/** The packing of elements, in the spelling of Open MPI. */
public sealed interface OpenMpiPacking permits Comm {
    /**
     * Packs elements into an array of bytes, for {@link #unpack}.
     *
     * @param inbuf the elements to pack, or the packed bytes
     * @param incount copies of the datatype
     * @param type datatype of the buffer
     * @param outbuf takes the result
     * @param position where the elements begin in the array of bytes
     * @return the position after the elements, in bytes
     */
    default int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) {
        return Packing.pack(OpenMpiSpans.sent("pack", "inbuf", inbuf, incount, type), outbuf, position);
    }

    /**
     * The opposite of {@link #pack}.
     *
     * @param inbuf the elements to pack, or the packed bytes
     * @param position where the elements begin in the array of bytes
     * @param outbuf takes the result
     * @param outcount copies of the datatype, as many as were packed
     * @param type datatype of the buffer
     * @return the position after the elements, in bytes
     */
    default int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type) {
        return Packing.unpack(inbuf, position, OpenMpiSpans.received("unpack", "outbuf", outbuf, outcount, type));
    }

    /**
     * The most bytes that {@link #pack} needs. For objects the number is not known.
     *
     * @param incount copies of the datatype
     * @param type datatype of the buffer
     * @return bytes
     */
    default int packSize(int incount, Datatype type) {
        return Packing.size("packSize", incount, Datatype.layout(type));
    }
}
