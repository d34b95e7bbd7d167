package org.rmi4mpi.gateway;

import java.io.InvalidClassException;
import java.rmi.AccessException;
import java.rmi.NoSuchObjectException;
import java.rmi.UnmarshalException;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Tells of requests that the JDK's RMI has refused by itself: it logs them on the thread of their connection. Its logger is
 * described in its documentation of logging. Thread-safe.
 */
final class Refusals extends Handler {
    private static final String LOGGER = "sun.rmi.server.call";
    private static final ThreadLocal<String> NOTED = new ThreadLocal<>();

    private final Audit audit;
    /** Kept, since a logger that nobody refers to loses its level. */
    private final Logger logger = Logger.getLogger(LOGGER);

    Refusals(Audit audit) {
        this.audit = audit;
        setLevel(Level.ALL);
    }

    /** What a filter has refused, on this thread. */
    static void note(String what) {
        NOTED.set(what);
    }

    /** Takes what a filter of this thread has refused; null if it has refused nothing. */
    static String take() {
        String noted = NOTED.get();
        NOTED.remove();
        return noted;
    }

    void begin() {
        if (!logger.isLoggable(Level.FINE)) {
            logger.setLevel(Level.FINE);
        }
        logger.addHandler(this);
    }

    void end() {
        logger.removeHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        Throwable thrown = line.getThrown();
        Connection connection = Connection.current();
        if (thrown == null || connection == null) {
            return;
        }
        Throwable inner = thrown;
        while (inner.getCause() != null && !(inner instanceof InvalidClassException)) {
            inner = inner.getCause();
        }
        String noted = take();
        if (noted != null) {
            audit.refused(connection.caller(), noted);
        } else if (thrown instanceof UnmarshalException || thrown instanceof NoSuchObjectException
                || thrown instanceof InvalidClassException || inner instanceof InvalidClassException
                || thrown instanceof AccessException access && !(access instanceof Refused)) {
            audit.refused(connection.caller(), inner.toString());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    /** Our own refusal, which has had its line. */
    static final class Refused extends AccessException {
        private static final long serialVersionUID = 1L;

        Refused(String text) {
            super(text);
        }

        /** Clients do not have this class. */
        private Object writeReplace() {
            AccessException plain = new AccessException(getMessage());
            plain.setStackTrace(new StackTraceElement[0]);
            return plain;
        }
    }
}
