package mpi;

import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Packing;
import org.rmi4mpi.message.data.Span;

/** The packing of elements and objects, in the spellings of mpiJava and of Open MPI. */
public sealed interface Packs permits Comm {
    /**
     * Serializes the objects that some copies of a datatype select.
     *
     * @param buf an array of objects, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type {@link MPI#OBJECT}, or derived from it
     * @return the bytes, for {@link #Object_Deserialize}; references between the objects stay
     * @throws MPIException where an object cannot be serialized
     */
    default byte[] Object_Serialize(Object buf, int offset, int count, Datatype type) {
        ((Comm) this).engine.locate("Object_Serialize"); // the job decides which object streams are used
        return ObjectCodec.write(Span.read("Object_Serialize", "buf", buf, offset, count, Datatype.layout(type)));
    }

    /**
     * The opposite of {@link #Object_Serialize}.
     *
     * @param buf an array of objects
     * @param byte_buf the bytes of {@link #Object_Serialize}
     * @param offset index of the first element, in elements of the base type
     * @param count room, in copies of the datatype
     * @param type {@link MPI#OBJECT}, or derived from it
     * @throws MPIException where the bytes hold no objects, more objects than there is room for, or objects of another
     *     class
     */
    default void Object_Deserialize(Object buf, byte[] byte_buf, int offset, int count, Datatype type) {
        ObjectCodec.readAll(byte_buf, new Span("Object_Deserialize", "buf", buf, offset, count, Datatype.layout(type)));
    }

    /**
     * Packs elements into an array of bytes.
     *
     * @param inbuf an array or a java.nio buffer of the datatype's base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param incount copies of the datatype
     * @param datatype datatype of the buffer
     * @param outbuf the packed bytes
     * @param position where the elements begin, in bytes
     * @return the position after the elements, in bytes
     * @throws MPIException where the array has not enough room
     */
    default int Pack(Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position) {
        return Packing.pack(Span.read("Pack", "inbuf", inbuf, offset, incount, Datatype.layout(datatype)), outbuf,
                position);
    }

    /**
     * Like {@link #Pack(Object, int, int, Datatype, byte[], int)}, into a buffer of MPJ Express.
     *
     * @param inbuf an array or a java.nio buffer of the datatype's base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param incount copies of the datatype
     * @param datatype datatype of the buffer
     * @param outbuf the packed bytes
     * @param position where the elements begin, in bytes
     * @return the position after the elements, in bytes
     */
    default int Pack(Object inbuf, int offset, int incount, Datatype datatype, mpjbuf.Buffer outbuf, int position) {
        return Pack(inbuf, offset, incount, datatype, outbuf.array(), outbuf.offset() + position) - outbuf.offset();
    }

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
     * The opposite of {@link #Pack(Object, int, int, Datatype, mpjbuf.Buffer, int)}.
     *
     * @param inbuf the packed bytes
     * @param position where the elements begin, in bytes
     * @param outbuf an array or a java.nio buffer of the datatype's base type
     * @param offset index of the first element, in elements of the base type
     * @param outcount copies of the datatype, as many as were packed
     * @param datatype datatype of the buffer
     * @return the position after the elements, in bytes
     * @throws MPIException where there are fewer packed bytes
     */
    default int Unpack(mpjbuf.Buffer inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype) {
        return Unpack(inbuf.array(), inbuf.offset() + position, outbuf, offset, outcount, datatype) - inbuf.offset();
    }

    /**
     * The opposite of {@link #Pack(Object, int, int, Datatype, byte[], int)}.
     *
     * @param inbuf the packed bytes
     * @param position where the elements begin, in bytes
     * @param outbuf an array or a java.nio buffer of the datatype's base type
     * @param offset index of the first element, in elements of the base type
     * @param outcount copies of the datatype, as many as were packed
     * @param datatype datatype of the buffer
     * @return the position after the elements, in bytes
     * @throws MPIException where there are fewer packed bytes
     */
    default int Unpack(byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype) {
        return Packing.unpack(inbuf, position,
                new Span("Unpack", "outbuf", outbuf, offset, outcount, Datatype.layout(datatype)));
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
     * The most bytes that {@link #Pack} needs. For objects the number is not known.
     *
     * @param incount copies of the datatype
     * @param datatype one of a primitive base type
     * @return bytes
     */
    default int Pack_size(int incount, Datatype datatype) {
        return Packing.size("Pack_size", incount, Datatype.layout(datatype));
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
