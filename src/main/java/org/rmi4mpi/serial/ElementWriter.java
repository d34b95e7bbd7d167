package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.NotSerializableException;
import java.lang.reflect.Array;
import java.util.function.BiConsumer;

/** Writes arrays of any kind, and the entries of maps. Owned by one thread. */
final class ElementWriter {
    private final ObjectWriter out;
    /** Writes an entry. Map.forEach with this consumer needs no iterator. */
    final BiConsumer<Object, Object> pairs = this::writePair;

    ElementWriter(ObjectWriter out) {
        this.out = out;
    }

    private void writePair(Object key, Object value) {
        try {
            out.writeElement(key);
            out.writeReference(value, false, out.within, 0);
        } catch (IOException e) {
            throw ElementWriter.<RuntimeException>asUnchecked(e);
        }
    }

    /** Throws a checked exception through a method that does not declare it. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asUnchecked(IOException e) throws E {
        throw (E) e;
    }

    /** Writes the elements of an array of references. */
    void writeAll(Object[] elements) throws IOException {
        for (int i = 0; i < elements.length; i++) {
            try {
                out.writeElement(elements[i]);
            } catch (NotSerializableException e) {
                throw NotSerializablePath.addElement(e, i);
            }
        }
    }

    /** Writes an array of primitives. It has no references, and is never deferred. */
    void writePrimitives(Object array, ClassPlan plan) throws IOException {
        if (out.level >= ArrayCopyOutputStream.DEEPEST) {
            throw DeepGraphWriter.tooDeep(array);
        }
        out.classes.write(plan);
        int length = Array.getLength(array);
        if (!out.hooks.isActive() && out.takeApart(array, length, plan.elements)) {
            out.putCode(~length);
        } else {
            out.putCode(length);
            out.putArray(array, length, plan.elements);
        }
    }
}
