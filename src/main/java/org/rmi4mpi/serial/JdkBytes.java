package org.rmi4mpi.serial;

import java.util.HashSet;
import java.util.Set;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Counts how many bytes the JDK's stream has for what has been read, so that a filter with a limit has the same effect
 * here: the bytes of this format, and the differences. Exact to a few bytes for each class and block of data. Owned by
 * one thread. Source: Java Object Serialization Specification, 6.4.
 */
final class JdkBytes {
    /** Length of a code, of a length, and of a reference to an earlier object in this format. */
    private static final int CODE = 4;
    /** Length of the JDK's magic number and version. A message has none, and a stream has as many bytes. */
    private static final int STREAM_HEADER = 4;
    private static final int NULL = 1;
    private static final int REFERENCE = 5;
    private static final int TAG = 1;
    /** Lengths of a string up to, and beyond. */
    private static final int LONGEST_SHORT_STRING = 0xFFFF;
    private static final int SHORT_STRING = TAG + 2;
    private static final int LONG_STRING = TAG + 8;
    /** Beginning and end of the data of a hook method, in this format and in the JDK's. */
    private static final int HOOK = 16;
    private static final int EXTERNAL = 12;
    private static final int BLOCK = 3;

    private final InputBytes in;
    private final ObjectReader objects;
    /** The classes that the JDK's stream has described by now. */
    private final Set<StreamClass> described = new HashSet<>();
    /** The further bytes of the JDK's stream, apart from null and most strings. */
    private long more;

    JdkBytes(InputBytes in, ObjectReader objects) {
        this.in = in;
        this.objects = objects;
    }

    void clear() {
        more = 0;
        if (!described.isEmpty()) {
            described.clear();
        }
    }

    /** Bytes so far. The elements of an array are counted before memory is allocated for them. */
    long count(long elementBytes) {
        return (in.isMessage ? STREAM_HEADER : 0) + in.consumed() + elementBytes + more - (CODE - NULL) * objects.nulls
                - (2 * CODE - SHORT_STRING) * objects.texts;
    }

    void countBackReference() {
        more += REFERENCE - CODE;
    }

    /** The stream has described a class itself. */
    void addDescribed(StreamClass type) {
        described.add(type);
    }

    /** An object of a class that this stream has described. */
    void countObject() {
        more += TAG + REFERENCE - CODE;
    }

    /** An object whose class the message only names. Returns whether the JDK's stream describes the class here. */
    boolean addType(StreamClass type) {
        if (described.add(type)) {
            more += TAG - CODE;
            return true;
        }
        countObject();
        return false;
    }

    /** A description in the JDK's stream. Returns whether that of the superclass follows. */
    boolean countDescription(StreamClass type) {
        more += TAG + TAG;
        if (type.proxy) {
            more += 4;
            for (String each : type.interfaces()) {
                more += 2 + each.length();
            }
        } else {
            more += 2 + type.name.length() + 8 + 1 + 2;
            for (StreamClass.StreamField field : type.fields) {
                more += 1 + 2 + field.name().length();
                more += field.size() > 0 ? 0 : SHORT_STRING + field.signature().length();
            }
        }
        if (type.parent != null && described.add(type.parent)) {
            return true;
        }
        more += type.parent == null ? NULL : REFERENCE;
        return false;
    }

    /** The description of Enum, which this format leaves out. */
    void countEnum() {
        more += TAG + 2 + Enum.class.getName().length() + 8 + 1 + 2 + TAG;
    }

    void countWideString(String text) {
        long utf = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            utf += c != 0 && c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
        }
        more += utf + (utf > LONGEST_SHORT_STRING ? LONG_STRING : SHORT_STRING) - 2 * CODE - 2L * text.length();
    }

    /** The JDK's stream has the name of a constant where this format has its number. */
    void countConstant(StreamClass type, int ordinal) {
        String[] names = type.constants;
        more += SHORT_STRING - CODE
                + (names != null && ordinal >= 0 && ordinal < names.length ? names[ordinal].length() : 0);
    }

    void countHook() {
        more -= HOOK - BLOCK;
    }

    void countExternal() {
        more -= EXTERNAL - BLOCK;
    }

    void countCodec(Codec codec) {
        more += codec.jdkMore();
    }
}
