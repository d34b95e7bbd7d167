package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The serialized form of what {@code List.of}, {@code Set.of} and {@code Map.of} return: they replace themselves by
 * {@code java.util.CollSer}, which writes a tag, the number of its elements, and the elements. An element that refers
 * back to its collection gets an object of that class, as the JDK's streams have it. Stateless. Source: the serialized
 * form of {@code java.util.CollSer}.
 */
enum ImmutableForm implements ShortForm {
    LIST(1, List.of(1), List.of(1, 2, 3)) {
        /** The result of Stream.toList has the same class and another tag, since it may have null elements. */
        @Override
        public boolean fits(Object value) {
            try {
                return List.copyOf((List<?>) value) == value;
            } catch (NullPointerException e) {
                return false;
            }
        }

        @Override
        Object of(Object[] elements) {
            return List.of(elements);
        }
    },
    SET(2, Set.of(1), Set.of(1, 2, 3)) {
        @Override
        Object of(Object[] elements) {
            return Set.of(elements);
        }
    },
    MAP(3, Map.of(1, 1), Map.of(1, 1, 2, 2)) {
        @Override
        int length(Object value) {
            return 2 * ((Map<?, ?>) value).size();
        }

        @Override
        void writeElements(Object value, Writer writer) throws IOException {
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                writer.writeElement(each.getKey());
                writer.writeElement(each.getValue());
            }
        }

        @Override
        Object of(Object[] elements) {
            if (elements.length == 2) {
                return Map.of(elements[0], elements[1]);
            }
            Map.Entry<?, ?>[] entries = new Map.Entry<?, ?>[elements.length / 2];
            for (int i = 0; i < entries.length; i++) {
                entries[i] = Map.entry(elements[2 * i], elements[2 * i + 1]);
            }
            return Map.ofEntries(entries);
        }
    };

    /** Positions in the data, in bytes: the code of fields, the tag, then a block with the number of elements. */
    private static final int TAG = 4;
    private static final int BLOCK_CODE = 8;
    private static final int BLOCK_LENGTH = 12;
    private static final int COUNT = 16;
    private static final int ELEMENTS = 20;

    private static final int LEAST_ELEMENT = 4;
    private static final int TAG_BITS = 0xFF;

    /** The classes of the instances. */
    final List<Class<?>> types;
    private final int tag;

    /** The class that stands for the instances in a stream; null if this JDK has none. */
    private static final Class<?> STAND_IN = standIn();

    ImmutableForm(int tag, Object few, Object many) {
        this.tag = tag;
        types = List.of(few.getClass(), many.getClass());
    }

    private static Class<?> standIn() {
        try {
            return Class.forName("java.util.CollSer", false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @Override
    public Class<?> written() {
        return STAND_IN;
    }

    /** Returns the number of elements in the stream. */
    int length(Object value) {
        return ((Collection<?>) value).size();
    }

    void writeElements(Object value, Writer writer) throws IOException {
        for (Object each : (Collection<?>) value) {
            writer.writeElement(each);
        }
    }

    /**
     * Creates an instance.
     *
     * @throws NullPointerException if an element is null
     * @throws IllegalArgumentException if elements are equal that must not be
     */
    abstract Object of(Object[] elements);

    @Override
    public void write(Object value, OutputBytes out, Writer writer) throws IOException {
        out.ensure(ELEMENTS);
        byte[] bytes = out.bytes;
        int at = out.position;
        Bytes.putInt(bytes, at, FIELDS);
        Bytes.putInt(bytes, at + TAG, tag);
        Bytes.putInt(bytes, at + BLOCK_CODE, BLOCK);
        Bytes.putInt(bytes, at + BLOCK_LENGTH, 4);
        Bytes.putBigInt(bytes, at + COUNT, length(value));
        out.position = at + ELEMENTS;
        writeElements(value, writer);
        out.putCode(END);
    }

    /** Reads an instance of any of these forms: the tag tells which. */
    @Override
    public Object read(InputBytes in, Reader reader, int handle) throws IOException, ClassNotFoundException {
        ImmutableForm form = in.peekCode() == FIELDS && in.peekInt(BLOCK_CODE) == BLOCK && in.peekInt(BLOCK_LENGTH) == 4
                ? ofTag(in.peekInt(TAG)) : null;
        if (form == null) {
            return null;
        }
        in.require(ELEMENTS);
        int length = Bytes.getBigInt(in.bytes, in.position + COUNT);
        if (length < 0 || form == MAP && length % 2 != 0 || (long) LEAST_ELEMENT * length > in.rest()) {
            return null;
        }
        in.position += ELEMENTS;
        Object standIn = reader.beginStandIn(handle, STAND_IN);
        Object[] elements = readElements(reader, handle, length);
        reader.skipRest();
        return reader.isLost(handle) ? standIn : form.made(elements);
    }

    private static ImmutableForm ofTag(int tag) {
        return switch (tag & TAG_BITS) {
            case 1 -> LIST;
            case 2 -> SET;
            case 3 -> MAP;
            default -> null;
        };
    }

    private static Object[] readElements(Reader reader, int handle, int length)
            throws IOException, ClassNotFoundException {
        Object[] elements = new Object[reader.trusted(length)];
        for (int i = 0; i < length; i++) {
            if (i == elements.length) {
                elements = Arrays.copyOf(elements, (int) Math.min(length, 2L * i + 1));
            }
            elements[i] = reader.readElement(handle);
        }
        return elements;
    }

    private Object made(Object[] elements) throws InvalidObjectException {
        try {
            return of(elements);
        } catch (NullPointerException | IllegalArgumentException e) {
            InvalidObjectException invalid = new InvalidObjectException("invalid object");
            invalid.initCause(e);
            throw invalid;
        }
    }
}
