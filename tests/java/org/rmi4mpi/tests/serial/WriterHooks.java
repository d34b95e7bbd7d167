package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.ObjectOutputStream;

/** The methods that a subclass of an output stream overrides. The defaults change nothing. */
class WriterHooks {
    /** Whether replaceObject is to be called. */
    boolean replaces() {
        return true;
    }

    Object replaceObject(Object object) throws IOException {
        return object;
    }

    void annotateClass(ObjectOutputStream out, Class<?> type) throws IOException {}

    void annotateProxyClass(ObjectOutputStream out, Class<?> type) throws IOException {}

    /** Before a class is described. */
    void describing() throws IOException {}
}
