package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.EXCEPTION;
import static org.rmi4mpi.wire.ObjectCodes.RESET;

import java.io.IOException;

/**
 * Ends a writeObject call that has failed. The writer drops all pending objects, and the exception is written for the
 * reader. Owned by one thread. Source: Java Object Serialization Specification, 2.1.
 */
final class AbortWriter {
    private final ArrayCopyOutputStream out;

    AbortWriter(ArrayCopyOutputStream out) {
        this.out = out;
    }

    /** @throws IOException if the stack overflowed, or if the exception cannot be written */
    void end(Throwable e, Object root) throws IOException {
        giveUp();
        if (e instanceof StackOverflowError overflow && DeepGraphWriter.isByObjects(overflow)) {
            throw (IOException) DeepGraphWriter.tooDeep(root).initCause(e);
        } else if (e instanceof IOException exception) {
            writeException(exception);
        }
    }

    private void giveUp() {
        out.depth = 0;
        out.inBlocks = true;
        out.leaveHooks();
        out.later.giveUp();
    }

    /** Writes the exception between two resets, so that it shares no handles with other objects. */
    private void writeException(IOException e) throws IOException {
        out.closeBlock();
        out.clear();
        out.putCode(EXCEPTION);
        try {
            out.writeRoot(e, false);
        } finally {
            giveUp();
            out.clear();
            out.putCode(RESET);
            out.emit();
        }
    }
}
