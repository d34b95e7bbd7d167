package org.rmi4mpi.ref;

import java.util.concurrent.TimeUnit;

/**
 * How long calls wait for their replies by the JDK's property. As in the JDK, it is read at the first call, so that a
 * program may set it in main. Thread-safe, since all threads read the same value.
 */
final class JdkResponseTimeout {
    static final String PROPERTY = "sun.rmi.transport.tcp.responseTimeout";

    private static final long UNREAD = -1;

    private long timeoutNs;

    /** From now on the property counts. Called before the program begins. */
    void useProperty() {
        timeoutNs = UNREAD;
    }

    /** In ns; 0 for no time-out. */
    long ns() {
        long known = timeoutNs;
        return known == UNREAD ? read() : known;
    }

    private long read() {
        long readNs = TimeUnit.MILLISECONDS.toNanos(Math.max(0, Integer.getInteger(PROPERTY, 0)));
        timeoutNs = readNs;
        return readNs;
    }
}
