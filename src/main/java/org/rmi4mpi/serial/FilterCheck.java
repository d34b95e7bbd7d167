package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;

/**
 * Asks the filter of a stream for what is read, and has the JDK's own collections ask before they make room. Owned by
 * one thread. Source: JEP 290.
 */
final class FilterCheck {
    /** Room for elements that are only said to come. */
    static final int LARGEST_TRUST = 1 << 14;

    private final ArrayCopyInputStream stream;
    private final InputBytes in;
    private final ObjectReader objects;
    /** Whether it is what it was when the first object was read; before that the program may set one. */
    private boolean isFixed;
    /** Whether the JDK has been given one that guards room, which asks this one. */
    private boolean isGuarding;
    /** Null for none. */
    private ObjectInputFilter filter;
    /** The class that it has allowed last, for what is said of the next. */
    private Class<?> lastAsked;
    /** Whether it was asked for the superclass of all enums, which is described once. */
    private boolean enumAsked;

    FilterCheck(ArrayCopyInputStream stream, InputBytes in, ObjectReader objects) {
        this.stream = stream;
        this.in = in;
        this.objects = objects;
    }

    void beginMessage() {
        isFixed = false;
    }

    void endMessage() {
        if (filter != null) {
            filter = null;
        }
    }

    /** The tables of a stream have started anew. */
    void clear() {
        enumAsked = false;
    }

    boolean isThere() {
        return filter != null;
    }

    /** Whether a message would be read as by a new stream: filters are given to streams once. */
    boolean isAsNew() {
        return !isGuarding && stream.getObjectInputFilter() == null && FiltersOfProcess.areNone();
    }

    boolean isFixed() {
        return isFixed;
    }

    /** Once an object has been read no filter may be set; that is how the JDK's own method is told. */
    void fix() {
        isFixed = true;
        ObjectInputFilter set = stream.getObjectInputFilter();
        if (set == null && !in.isMessage) {
            guard();
        } else if (filter != set) {
            filter = set;
        }
    }

    /** A method of an object runs, and may be that of a collection of the JDK. */
    void guardMessage() {
        if (!isGuarding && in.isMessage) {
            guard();
        }
    }

    /** Collections of the JDK ask the stream's filter before they make room for as many elements as they are told. */
    private void guard() {
        isGuarding = true;
        try {
            stream.setObjectInputFilter(this::checkRoom);
        } catch (IllegalStateException e) {
            // the process's own filter factory does not let it
        }
    }

    private ObjectInputFilter.Status checkRoom(ObjectInputFilter.FilterInfo info) {
        try {
            if (info.arrayLength() > LARGEST_TRUST) {
                // elements take four bytes or more each, and may be in half of the array
                in.require(info.arrayLength() / 4);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("room for " + info.arrayLength() + " elements in a collection", e);
        }
        if (filter == null) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        FilterFacts facts = facts(info.serialClass(), info.arrayLength());
        ObjectInputFilter.Status status = filter.checkInput(facts);
        if (status == ObjectInputFilter.Status.REJECTED) { // the JDK's method, which asks here, says no more than that
            throw new IllegalArgumentException(facts.refused(lastAsked, filter));
        }
        return status;
    }

    private FilterFacts facts(Class<?> type, long length) {
        return new FilterFacts(type, length, objects.references, objects.depth + objects.later.depthBefore(),
                in.consumed());
    }

    /** Of a reference, without a class and a length, or of an object to be made. */
    void check(Class<?> type, int length) throws InvalidClassException {
        if (filter != null) {
            ask(filter, type, length);
        }
    }

    private void ask(ObjectInputFilter asked, Class<?> type, int length) throws InvalidClassException {
        FilterFacts facts = facts(type, length);
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

    /** What is neither described nor read, but takes the place of what was. */
    void checkReplacement(Object object) throws InvalidClassException {
        if (filter != null) {
            Class<?> type = object.getClass();
            check(type, type.isArray() ? java.lang.reflect.Array.getLength(object) : -1);
        }
    }

    /** A class that the stream describes. */
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
            objects.depth++;
            objects.references++;
            check(Enum.class, -1);
            objects.depth--;
        }
    }

    /** A later message names a class alone, which the JDK's stream would describe, superclasses and all. */
    void checkKnown(StreamClass known) throws InvalidClassException {
        if (!in.isMessage) {
            check(null, -1);
            return;
        }
        int depthOfObject = objects.depth;
        for (StreamClass each = known; each != null; each = each.parent) {
            if (each.local != null) {
                checkClass(each.local.type, each);
            }
            objects.depth++; // a superclass is within the class that needs it
        }
        objects.depth = depthOfObject;
    }
}
