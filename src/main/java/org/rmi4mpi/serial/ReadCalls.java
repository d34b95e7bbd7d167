package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.NULL;
import static org.rmi4mpi.wire.ObjectCodes.RESET;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputValidation;
import java.io.ObjectStreamException;
import java.io.OptionalDataException;
import java.io.StreamCorruptedException;
import org.rmi4mpi.serial.BlockReader.Data;
import sun.reflect.ReflectionFactory;

/**
 * The calls of a stream's readObject, by a program at top level and by hook methods within them. Owned by one thread.
 * Source: Java Object Serialization Specification, 3.1 and 3.2.
 */
final class ReadCalls {
    /** The outcome of the last call at top level. */
    enum Outcome {
        WHOLE,
        /** The object was not read completely; the next object can be read. */
        FAILED,
        /** The object was not read completely, and the stream does not stand at the beginning of the next one. */
        BROKEN
    }

    private final InputBytes in;
    private final ObjectReader objects;
    private final Validations validations = new Validations();
    /** Number of active calls. */
    private int underWay;
    private Outcome outcome = Outcome.WHOLE;
    /** Whether the stream was closed during a call; then its tables are cleared when the call ends. */
    private boolean closed;

    ReadCalls(InputBytes in, ObjectReader objects) {
        this.in = in;
        this.objects = objects;
    }

    void beginMessage() {
        if (outcome != Outcome.WHOLE) {
            outcome = Outcome.WHOLE;
        }
        closed = false;
    }

    boolean areUnderWay() {
        return underWay > 0;
    }

    /** Whether a hook method has called within the call at top level. */
    boolean areNested() {
        return underWay > 1;
    }

    boolean wereWhole() {
        return outcome == Outcome.WHOLE;
    }

    void close() {
        closed = true;
    }

    void register(ObjectInputValidation object, int priority) throws NotActiveException, InvalidObjectException {
        if (underWay == 0) {
            throw new NotActiveException("stream inactive");
        }
        validations.add(object, priority);
    }

    Object read(boolean unshared) throws IOException, ClassNotFoundException {
        return underWay > 0 ? readWithin(unshared) : readAtTop(unshared);
    }

    private Object readAtTop(boolean unshared) throws IOException, ClassNotFoundException {
        if (!objects.filter.isFixed()) {
            objects.filter.fix();
        }
        if (outcome == Outcome.BROKEN) {
            throw InputBytes.corrupted(
                    "the previous object was not read completely, since its classes or its data are invalid");
        }
        objects.callers.forget();
        underWay = 1;
        objects.arrays.owed = 0;
        Outcome next = Outcome.FAILED;
        try {
            Object object = readNext(unshared);
            if (needsMore()) {
                complete();
            }
            next = Outcome.WHOLE;
            return object;
        } catch (StackOverflowError e) {
            if (DeepGraphWriter.isByObjects(e)) {
                throw (IOException) ObjectReader.tooDeep().initCause(e);
            }
            throw e;
        } catch (InvalidClassException | StreamCorruptedException e) {
            next = isOwn(e) ? Outcome.BROKEN : Outcome.FAILED;
            throw e;
        } finally {
            if (outcome != next) {
                outcome = next;
            }
            objects.last = ReadHandles.NONE;
            objects.depth = 0;
            underWay = 0;
            if (next != Outcome.WHOLE || closed) {
                end();
            }
        }
    }

    /** Whether the reader threw the exception in the middle of an object, rather than a method of the program. */
    private static boolean isOwn(ObjectStreamException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith(ReadCalls.class.getPackageName());
    }

    /** Whether {@link #complete} has work, which is rare. */
    private boolean needsMore() {
        return objects.later.isUsed() || !objects.missing.isEmpty() || !validations.isEmpty();
    }

    /** Reads the deferred objects, reports a missing class, and runs validations. */
    private void complete() throws IOException, ClassNotFoundException {
        objects.later.readAtEnd();
        ClassNotFoundException absent = objects.missing.find(objects.last);
        if (absent != null) {
            throw absent;
        }
        validations.run();
        end();
    }

    /** Clears the state of the call. */
    private void end() {
        validations.clear();
        objects.later.clear();
        if (closed) {
            objects.clear();
        }
    }

    /** Reads an object for a hook method. */
    private Object readWithin(boolean unshared) throws IOException, ClassNotFoundException {
        int outer = objects.last;
        int outerDepth = objects.depth;
        long outerOwed = objects.arrays.owed;
        underWay++;
        try {
            Object object = readNext(unshared);
            objects.missing.inherit(outer, objects.last);
            ClassNotFoundException absent = objects.missing.find(objects.last);
            if (absent != null) {
                throw absent;
            }
            return object;
        } finally {
            objects.last = outer;
            objects.depth = outerDepth;
            objects.arrays.owed = outerOwed;
            underWay--;
        }
    }

    private Object readNext(boolean unshared) throws IOException, ClassNotFoundException {
        BlockReader blocks = objects.blocks;
        Data outer = blocks.data;
        if (outer != Data.OBJECTS && (outer == Data.FIELDS_ALONE || !isObjectNext())) {
            passToObject();
        }
        blocks.data = Data.OBJECTS;
        try {
            return objects.readReference(unshared);
        } finally {
            blocks.data = outer;
        }
    }

    /** Whether an object of a known class probably comes next, by a quick look. */
    private boolean isObjectNext() {
        return objects.blocks.rest() == 0 && in.limit - in.position >= 4
                && Bytes.getInt(in.bytes, in.position) >= FIRST_CLASS;
    }

    /** Skips to the next object; throws if primitive data precedes it. */
    private void passToObject() throws IOException, ClassNotFoundException {
        BlockReader blocks = objects.blocks;
        if (blocks.data == Data.FIELDS_ALONE) {
            throw optionalData(0);
        }
        while (true) {
            if (blocks.rest() > 0) {
                throw optionalData(blocks.rest());
            }
            passWhatIsNothing();
            int code = objects.depth == 0 && in.isAtEnd() ? NULL : in.peekCode();
            if (code == BLOCK) {
                blocks.enterBlock();
                throw optionalData(blocks.rest());
            } else if (code == END) {
                throw optionalData(0);
            } else if (code != FIELDS) {
                return;
            } else if (objects.hooks.areFieldsObjects()) {
                in.position += 4; // each field is read as an object of its own
            } else {
                objects.hooks.skipFields();
            }
        }
    }

    /** Skips empty blocks, and resets between objects. */
    private void passWhatIsNothing() throws IOException {
        while (!(objects.depth == 0 && in.isAtEnd())) {
            int code = in.peekCode();
            if (code == BLOCK && in.peekInt(4) == 0) {
                in.position += 8;
            } else if (code == RESET && objects.depth == 0 && !areNested()) {
                in.position += 4;
                objects.clear();
            } else {
                return;
            }
        }
    }

    private static OptionalDataException optionalData(int length) {
        OptionalDataException e = ReflectionFactory.getReflectionFactory()
                .newOptionalDataExceptionForSerialization(length == 0);
        e.length = length;
        return e;
    }
}
