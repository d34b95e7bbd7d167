package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.EXCEPTION;
import static org.rmi4mpi.wire.ObjectCodes.RESET;

import java.io.IOException;

/**
 * The calls of a stream's writeObject, by a program at top level and by hook methods within them. A call that fails
 * drops all pending objects, and writes the exception for the reader. Owned by one thread. Source: Java Object
 * Serialization Specification, 2.1.
 */
final class WriteCalls {
    private final ObjectWriter out;
    /** Number of active calls. */
    private int underWay;

    WriteCalls(ObjectWriter out) {
        this.out = out;
    }

    boolean areUnderWay() {
        return underWay > 0;
    }

    void write(Object object, boolean unshared) throws IOException {
        if (underWay > 0) {
            writeWithin(object, unshared);
        } else {
            writeAtTop(object, unshared);
        }
    }

    private void writeAtTop(Object object, boolean unshared) throws IOException {
        if (out.isMessage && !out.isBegun()) {
            throw new IOException("the message has ended");
        }
        out.closeBlock();
        boolean before = out.inBlocks;
        try {
            writeRoot(object, unshared);
        } catch (Throwable e) {
            endBy(e, object);
            throw e;
        }
        underWay = 0;
        out.inBlocks = before;
        out.path.end();
        if (!out.isMessage) {
            out.emit();
        }
    }

    private void writeRoot(Object object, boolean unshared) throws IOException {
        out.inBlocks = false;
        underWay = 1;
        out.writeRoot(object, unshared);
    }

    /** Writes an object for a hook method. The method may catch an exception from it and go on. */
    private void writeWithin(Object object, boolean unshared) throws IOException {
        out.closeBlock();
        boolean before = out.inBlocks;
        int outerLevel = out.level;
        int outerBase = out.baseLevel;
        int outerStrict = out.strict;
        out.inBlocks = false;
        underWay++;
        try {
            out.writeReference(object, unshared, out.atTop, 0);
        } finally {
            underWay--;
            out.inBlocks = before;
            out.level = outerLevel;
            out.baseLevel = outerBase;
            out.strict = outerStrict;
        }
    }

    void reset() throws IOException {
        if (underWay != 0) {
            throw new IOException("stream active");
        }
        out.closeBlock();
        out.putCode(RESET);
        out.clear();
        if (!out.isMessage) {
            out.emit();
        }
    }

    // ---- a call that fails

    /** @throws IOException if the stack overflowed, or if the exception cannot be written */
    private void endBy(Throwable e, Object root) throws IOException {
        giveUp();
        if (e instanceof StackOverflowError overflow && DeepGraphWriter.isByObjects(overflow)) {
            throw (IOException) DeepGraphWriter.tooDeep(root).initCause(e);
        } else if (e instanceof IOException exception) {
            writeException(exception);
        }
    }

    private void giveUp() {
        underWay = 0;
        out.inBlocks = true;
        out.giveUp();
    }

    /** Writes the exception between two resets, so that it shares no handles with other out. */
    private void writeException(IOException e) throws IOException {
        out.closeBlock();
        out.clear();
        out.putCode(EXCEPTION);
        try {
            writeRoot(e, false);
        } finally {
            giveUp();
            out.clear();
            out.putCode(RESET);
            out.emit();
        }
    }
}
