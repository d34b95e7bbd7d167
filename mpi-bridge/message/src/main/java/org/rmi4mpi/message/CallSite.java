package org.rmi4mpi.message;

import java.util.Locale;

/**
 * A place in the program that calls package mpi.
 *
 * @param call name of the method, or of the class of a constructor
 * @param place class, method, file and line that called it
 */
record CallSite(String call, String place) {
    /** The call that the current thread is in. */
    static CallSite here() {
        return StackWalker.getInstance().walk(frames -> {
            String call = "";
            for (StackWalker.StackFrame frame : (Iterable<StackWalker.StackFrame>) frames::iterator) {
                if (!isOurs(frame.getClassName())) {
                    return new CallSite(call, frame.toStackTraceElement().toString());
                }
                call = name(frame);
            }
            return new CallSite(call, "an unknown place");
        });
    }

    private static boolean isOurs(String className) {
        return className.startsWith("mpi.") || className.startsWith("org.rmi4mpi.message.")
                || className.startsWith("org.rmi4mpi.bridge.");
    }

    private static String name(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        return frame.getMethodName().equals("<init>") ? type.substring(type.lastIndexOf('.') + 1)
                : frame.getMethodName();
    }

    /** The name of the call, which is the same for all its spellings. */
    String kind() {
        String plain = call.replace("_", "").toLowerCase(Locale.ROOT);
        return switch (plain) {
            case "clone" -> "dup";
            case "close" -> "free";
            default -> plain;
        };
    }

    @Override
    public String toString() {
        return call + " at " + place;
    }
}
