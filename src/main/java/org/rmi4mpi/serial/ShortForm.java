package org.rmi4mpi.serial;

import java.io.IOException;

/**
 * A short way to write and read the instances of a JDK class. It writes the bytes that the hook methods of the class
 * would write, or those of the object that replaces it, and calls none of them. A program sees no difference, so that
 * streams which replace objects, and those with a filter, may take the longer way. Stateless.
 */
interface ShortForm {
    /** What a form asks of the writer, beside bytes. */
    interface Writer {
        void writeElement(Object element) throws IOException;

        /** Writes what precedes the length of a new array of bytes that nothing can refer to. */
        void beginBytes() throws IOException;
    }

    /** What a form asks of the reader, beside bytes. */
    interface Reader {
        /** @param handle that of the instance, which is lost if a class of the element is missing here */
        Object readElement(int handle) throws IOException, ClassNotFoundException;

        /** Returns the number of elements to allocate at once. */
        int trusted(int count);

        /** Lets references to the instance get an empty object of the class that stands for it, which is returned. */
        Object beginStandIn(int handle, Class<?> type) throws IOException;

        /** Whether this is the code of an array of bytes, which a stream that replaces objects would replace. */
        boolean isBytes(int code);

        void add(byte[] array);

        /** Skips what another version of the class has written besides, and takes the end of the data. */
        void skipRest() throws IOException, ClassNotFoundException;

        boolean isLost(int handle);
    }

    /** The class that the stream names: that of the instances, or of what replaces them. */
    Class<?> written();

    /** Whether this instance can be written so. */
    default boolean fits(Object value) {
        return true;
    }

    /** Writes the data of the class, which follows its number. */
    void write(Object value, OutputBytes out, Writer writer) throws IOException;

    /**
     * Reads the data of an instance. Returns null, and takes no bytes, if they are not what {@link #write} writes.
     *
     * @param handle that of the instance
     * @throws java.io.InvalidObjectException if such an instance cannot exist
     */
    Object read(InputBytes in, Reader reader, int handle) throws IOException, ClassNotFoundException;
}
