package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.LATER;
import static org.rmi4mpi.wire.ObjectCodes.LATER_ONES;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.lang.reflect.Array;
import java.util.ArrayDeque;

/**
 * Objects that are nested deeply: they are announced where they are referred to, and their data comes later, in turn.
 * What the method of an object writes leaves the depth as it was. Owned by one thread.
 */
final class LaterWriter {
    /** An object within so many others is written later, if it can. */
    static final int DEEP = 200;

    private final ArrayCopyOutputStream out;
    /** In the order in which they are to be written; null while there is none. */
    private ArrayDeque<Object> announced;

    LaterWriter(ArrayCopyOutputStream out) {
        this.out = out;
    }

    /** Objects that were under way are not any more. */
    void giveUp() {
        announced = null;
        out.level = 0;
        out.baseLevel = 0;
        out.strict = 0;
    }

    /** What a method of an object writes: it may catch what is thrown farther in, and go on as before. */
    void writeWithin(Object object, boolean unshared) throws IOException {
        out.closeBlock();
        boolean before = out.inBlocks;
        int outerLevel = out.level;
        int outerBase = out.baseLevel;
        int outerStrict = out.strict;
        out.inBlocks = false;
        out.depth++;
        try {
            out.writeReference(object, unshared, out.atTop, 0);
        } finally {
            out.depth--;
            out.inBlocks = before;
            out.level = outerLevel;
            out.baseLevel = outerBase;
            out.strict = outerStrict;
        }
    }

    /** Whether an object of this class is written later. */
    boolean isAnnounced(ClassPlan plan) {
        return plan.canWait && out.strict == 0 && out.level - out.baseLevel >= DEEP;
    }

    void announce(Object object, ClassPlan plan) throws IOException {
        out.putCode(LATER);
        out.writeClass(plan);
        if (plan.kind == ClassPlan.Kind.ARRAY) {
            out.putCode(Array.getLength(object));
        }
        announced = announced == null ? new ArrayDeque<>() : announced;
        announced.add(object);
    }

    /**
     * Begins an object. Where it is strict, all that it refers to has to be there before the next one begins, since a
     * method of its class asks for it: then those that were announced come first.
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

    /** All that have been announced, and what they announce, if there are any. */
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

    /** What is in an array of references or an ordinary object, superclasses first. */
    private void writeData(Object object, ClassPlan plan) throws IOException {
        if (plan.kind == ClassPlan.Kind.ARRAY) {
            out.elements.writeAll((Object[]) object);
        } else if (plan.codec != null) {
            plan.codec.write(object, out);
        } else {
            out.writeSlots(object, plan);
        }
    }

    /** Whether there was no more stack; a method of the program may throw one of its own. */
    static boolean isReal(StackOverflowError e) {
        return e.getStackTrace().length > DEEP;
    }

    static InvalidObjectException tooDeep(Object object) {
        return new InvalidObjectException("objects within objects, more than " + ArrayCopyOutputStream.DEEPEST
                + " of them or than the stack has room for, at one of " + object.getClass()
                + ": write what it refers to one by one");
    }
}
