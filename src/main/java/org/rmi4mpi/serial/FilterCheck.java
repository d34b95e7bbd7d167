package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;

/**
 * Calls the filter of a stream for all objects that are read. Also makes the JDK's collections ask this filter before
 * they allocate. Owned by one thread. Source: JEP 290.
 */
final class FilterCheck {
    /** Largest number of elements that may be allocated by an announced length alone. */
    static final int LARGEST_TRUST = 1 << 14;

    private final ArrayCopyInputStream stream;
    private final InputBytes in;
    private final ObjectReader objects;
    /** Whether the filter is final: an object has been read. Before that, the program may set a filter. */
    private boolean isFixed;
    /** Whether the JDK's stream holds a filter that guards allocations and calls this one. */
    private boolean isGuarding;
    /** Null for none. */
    private ObjectInputFilter filter;
    private final JdkBytes bytes;
    /** The class that the filter allowed last, for error messages. */
    private Class<?> lastAsked;
    /** Whether the filter has seen the class Enum, which a stream or message describes only once. */
    private boolean enumAsked;

    FilterCheck(ArrayCopyInputStream stream, InputBytes in, ObjectReader objects) {
        this.stream = stream;
        this.in = in;
        this.objects = objects;
        bytes = new JdkBytes(in, objects);
    }

    void beginMessage() {
        isFixed = false;
        enumAsked = false;
    }

    void endMessage() {
        bytes.clear();
        if (filter != null) {
            filter = null;
        }
    }

    /** Resets the state for one stream. */
    void clear() {
        enumAsked = false;
    }

    boolean isThere() {
        return filter != null;
    }

    /**
     * Whether a new stream would read the next message in the same way. A stream accepts only one filter in its life.
     */
    boolean isAsNew() {
        return !isGuarding && stream.getObjectInputFilter() == null && FiltersOfProcess.areNone();
    }

    boolean isFixed() {
        return isFixed;
    }

    /** Fixes the filter: the program may set none after the first object, and this tells the JDK's method so. */
    void fix() {
        isFixed = true;
        ObjectInputFilter set = stream.getObjectInputFilter();
        if (set == null && !in.isMessage) {
            guard();
        } else if (filter != set) {
            filter = set;
        }
    }

    /** Guards allocations while a hook method runs, which may belong to a collection of the JDK. */
    void guardMessage() {
        if (!isGuarding && in.isMessage) {
            guard();
        }
    }

    /**
     * Sets a guard: collections of the JDK ask the stream's filter before they allocate as many elements as announced.
     */
    private void guard() {
        isGuarding = true;
        try {
            stream.setObjectInputFilter(this::checkRoom);
        } catch (IllegalStateException e) {
            // the filter factory of the process does not permit it
        }
    }

    private ObjectInputFilter.Status checkRoom(ObjectInputFilter.FilterInfo info) {
        try {
            if (info.arrayLength() > LARGEST_TRUST) {
                // each element takes at least four bytes, and may fill half of the array
                in.require(info.arrayLength() / 4);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("room for " + info.arrayLength() + " elements in a collection", e);
        }
        if (filter == null) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        FilterFacts facts = facts(info.serialClass(), info.arrayLength(), 0);
        ObjectInputFilter.Status status = filter.checkInput(facts);
        if (status == ObjectInputFilter.Status.REJECTED) { // the JDK's method reports only the status
            throw new IllegalArgumentException(facts.refused(lastAsked, filter));
        }
        return status;
    }

    private FilterFacts facts(Class<?> type, long length, long elementBytes) {
        return new FilterFacts(type, length, objects.references, objects.depth + objects.later.depthBefore(),
                bytes.count(elementBytes));
    }

    /** Checks a reference, without class and length, or an object that is about to be created. */
    void check(Class<?> type, int length) throws InvalidClassException {
        if (filter != null) {
            ask(filter, type, length, 0);
        }
    }

    /** Checks an array of a primitive type. Its elements count, which have not been read. */
    void checkPrimitives(Class<?> type, int length, long elementBytes) throws InvalidClassException {
        ask(filter, type, length, elementBytes);
    }

    void checkBackReference() throws InvalidClassException {
        if (filter != null) {
            bytes.countBackReference();
            ask(filter, null, -1, 0);
        }
    }

    private void ask(ObjectInputFilter asked, Class<?> type, int length, long elementBytes)
            throws InvalidClassException {
        FilterFacts facts = facts(type, length, elementBytes);
        ObjectInputFilter.Status status;
        RuntimeException failure = null;
        try {
            status = asked.checkInput(facts);
        } catch (RuntimeException e) {
            status = ObjectInputFilter.Status.REJECTED;
            failure = e;
        }
        if (status == null || status == ObjectInputFilter.Status.REJECTED) {
            InvalidClassException e = new InvalidClassException("filter status: " + status + ": "
                    + facts.refused(lastAsked, asked));
            e.initCause(failure);
            throw e;
        }
        lastAsked = type == null ? lastAsked : type;
    }

    /** Checks an object that replaces one that was read. */
    void checkReplacement(Object object) throws InvalidClassException {
        if (filter != null) {
            Class<?> type = object.getClass();
            check(type, type.isArray() ? java.lang.reflect.Array.getLength(object) : -1);
        }
    }

    /** Checks a class that the stream describes. */
    void checkClass(Class<?> type, StreamClass described) throws InvalidClassException {
        if (filter == null) {
            return;
        }
        if (described.proxy) {
            for (Class<?> each : type.getInterfaces()) {
                check(each, -1);
            }
        }
        check(type, -1);
        if (described.has(org.rmi4mpi.wire.ObjectCodes.ENUM) && !enumAsked) {
            enumAsked = true;
            bytes.countEnum();
            objects.depth++;
            objects.references++;
            check(Enum.class, -1);
            objects.depth--;
        }
    }

    /**
     * Checks a class that a later message names only. The JDK's stream would describe it with its superclasses, where it
     * comes first.
     */
    void checkKnown(StreamClass known) throws InvalidClassException {
        if (!in.isMessage) {
            bytes.countObject();
            check(null, -1);
            return;
        }
        int depthOfObject = objects.depth;
        boolean isNew = bytes.addType(known);
        for (StreamClass each = known; each != null; each = each.parent) {
            boolean isDescribed = isNew;
            isNew = isNew && bytes.countDescription(each);
            if (each.local != null) {
                checkClass(each.local.type, each);
            }
            objects.references += isDescribed ? 1 : 0;
            objects.depth++; // a superclass counts as nested in its subclass
        }
        objects.depth = depthOfObject;
    }

    // ---- bytes that the JDK's stream has more

    /** The stream has described a class. */
    void addDescribed(StreamClass type) {
        if (filter != null) {
            bytes.addDescribed(type);
        }
    }

    String counted(String wide) {
        if (filter != null) {
            bytes.countWideString(wide);
        }
        return wide;
    }

    void countConstant(StreamClass type, int ordinal) {
        if (filter != null) {
            bytes.countConstant(type, ordinal);
        }
    }

    void countHook() {
        if (filter != null) {
            bytes.countHook();
        }
    }

    void countExternal() {
        if (filter != null) {
            bytes.countExternal();
        }
    }

    void countCodec(Codec codec) {
        if (filter != null) {
            bytes.countCodec(codec);
        }
    }
}
