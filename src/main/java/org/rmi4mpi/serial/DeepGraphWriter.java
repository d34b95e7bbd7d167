package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.LATER;
import static org.rmi4mpi.wire.ObjectCodes.LATER_ONES;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.lang.reflect.Array;
import java.util.ArrayDeque;

/**
 * Defers deeply nested objects: announces them where they are referred to, and writes their data later. An object that a
 * hook method writes begins at the level of the method's own object. Owned by one thread.
 */
final class DeepGraphWriter {
    /** Nesting level from which an object is deferred, if it can be. */
    static final int DEEP = 200;

    private final ObjectWriter out;
    /** In writing order; null while there are none. */
    private ArrayDeque<Object> announced;

    DeepGraphWriter(ObjectWriter out) {
        this.out = out;
    }

    /** Drops all pending out. */
    void giveUp() {
        announced = null;
    }

    /** Whether an object of this class is deferred. */
    boolean isAnnounced(ClassPlan plan) {
        return plan.canWait && out.strict == 0 && out.level - out.baseLevel >= DEEP;
    }

    void announce(Object object, ClassPlan plan) throws IOException {
        out.putCode(LATER);
        out.classes.write(plan);
        if (plan.kind == ClassPlan.Kind.ARRAY) {
            out.putCode(Array.getLength(object));
        }
        announced = announced == null ? new ArrayDeque<>() : announced;
        announced.add(object);
    }

    /**
     * Enters an object. The data of a strict object must be complete when its code runs at the reader, so that the
     * announced objects are written first.
     */
    void enter(Object object, ClassPlan plan) throws IOException {
        if (plan.isStrict) {
            writeAnnounced();
            out.strict++;
        }
        enter(object);
    }

    private void enter(Object object) throws InvalidObjectException {
        if (++out.level > ArrayCopyOutputStream.DEEPEST) {
            throw tooDeep(object);
        }
    }

    void leave(ClassPlan plan) {
        out.level--;
        if (plan.isStrict) {
            out.strict--;
        }
    }

    /** Writes all announced objects, and those that they announce. */
    void writeAnnounced() throws IOException {
        if (announced != null && !announced.isEmpty()) {
            writeLaterOnes();
        }
    }

    private void writeLaterOnes() throws IOException {
        out.putCode(LATER_ONES);
        int outer = out.baseLevel;
        out.baseLevel = out.level;
        while (announced != null && !announced.isEmpty()) {
            Object object = announced.remove();
            enter(object);
            writeData(object, ClassPlan.of(object.getClass()));
            out.level--;
        }
        announced = null;
        out.putCode(END);
        out.baseLevel = outer;
    }

    /** Writes the elements of an array of references, or the data of an ordinary object, superclasses first. */
    private void writeData(Object object, ClassPlan plan) throws IOException {
        if (plan.kind == ClassPlan.Kind.ARRAY) {
            out.elements.writeAll((Object[]) object);
        } else if (plan.codec != null) {
            plan.codec.write(object, out);
        } else {
            out.hooks.write(object, plan);
        }
    }

    /**
     * Whether the objects have used up the stack. Otherwise the caller of the stream has, or a method of the program
     * throws such an error by itself.
     */
    static boolean isByObjects(StackOverflowError e) {
        StackTraceElement[] trace = e.getStackTrace();
        int deepest = Math.min(trace.length, DEEP);
        for (int i = 0; i < deepest; i++) { // a stream of them would link code where little of the stack is left
            String method = trace[i].getMethodName();
            if (method.equals("writeAtTop") || method.equals("readAtTop")) {
                return false;
            }
        }
        return trace.length > DEEP;
    }

    static InvalidObjectException tooDeep(Object object) {
        return new InvalidObjectException(ArrayCopyOutputStream.TOO_DEEP + ", at " + object.getClass()
                + ": write the objects that it refers to one by one");
    }
}
