package org.rmi4mpi.gateway;

import java.lang.reflect.Method;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.serial.CallerLoader;

/** The exceptions of calls as clients see them, who have none of our classes. Stateless. */
final class OutsideExceptions {
    private static final String HERE = OutsideExceptions.class.getPackageName() + ".";

    private OutsideExceptions() {}

    /** An exception of a call of a rank, without our frames after those of the rank, and without our classes. */
    static Throwable of(Throwable thrown, Method method, Caller caller) {
        Throwable plain = plain(unwrapped(thrown));
        StackTraceElement boundary = new StackTraceElement(method.getDeclaringClass().getName(), method.getName(),
                "---- remote call from outside, made by " + caller + " ----", -1);
        for (Throwable each = plain; each != null; each = each.getCause()) {
            shorten(each, boundary);
        }
        return plain;
    }

    /** What the JDK's RMI wraps again by itself. */
    private static Throwable unwrapped(Throwable thrown) {
        boolean isWrapper = thrown.getClass() == ServerException.class || thrown.getClass() == ServerError.class;
        return isWrapper && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    private static Throwable plain(Throwable thrown) {
        Throwable cause = thrown.getCause();
        Throwable plainCause = cause == null ? null : plain(cause);
        if (!CallerLoader.isOurs(thrown.getClass())) {
            if (plainCause == cause) {
                return thrown;
            } else if (thrown instanceof RemoteException remote) {
                remote.detail = plainCause;
                return remote;
            }
        }
        String text = thrown instanceof RemoteException ? ownMessage(thrown) : thrown.toString();
        RemoteException plain = new RemoteException(text, plainCause);
        plain.setStackTrace(thrown.getStackTrace());
        return plain;
    }

    /** A RemoteException adds its cause to its message. */
    private static String ownMessage(Throwable thrown) {
        String text = String.valueOf(thrown.getMessage());
        int nested = text.indexOf("; nested exception is:");
        return nested < 0 ? text : text.substring(0, nested);
    }

    /** The frames of this rank tell a client nothing. */
    private static void shorten(Throwable thrown, StackTraceElement boundary) {
        List<StackTraceElement> kept = new ArrayList<>();
        for (StackTraceElement each : thrown.getStackTrace()) {
            if (each.getClassName().startsWith(HERE)) {
                break;
            }
            kept.add(each);
        }
        while (!kept.isEmpty() && isBetween(kept.get(kept.size() - 1))) {
            kept.remove(kept.size() - 1);
        }
        if (kept.size() < thrown.getStackTrace().length) {
            kept.add(boundary);
            thrown.setStackTrace(kept.toArray(new StackTraceElement[0]));
        }
    }

    private static boolean isBetween(StackTraceElement frame) {
        return frame.getClassName().startsWith("jdk.internal.reflect.")
                || frame.getClassName().startsWith("java.lang.reflect.")
                || frame.getClassName().contains("$Proxy");
    }
}
