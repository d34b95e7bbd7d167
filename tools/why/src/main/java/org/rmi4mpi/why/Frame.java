package org.rmi4mpi.why;

import java.io.Serializable;

/**
 * A frame of a stack.
 *
 * @param type full name of the class
 * @param place file and line in the words of {@link StackTraceElement}
 */
record Frame(String type, String method, String place) implements Serializable {
    /** The names of the classes that {@code ref.stub} makes. */
    private static final String GENERATED = ".*_(Stub|Skeleton)\\$\\d+(/.*)?";

    static Frame of(StackTraceElement element) {
        String text = element.toString();
        return new Frame(element.getClassName(), element.getMethodName(),
                text.substring(text.lastIndexOf('(') + 1, text.length() - 1));
    }

    boolean isIn(String className, String methodName) {
        return type.equals(className) && method.equals(methodName);
    }

    /** Whether the method is one of a face, which programs call. */
    boolean isOfFace() {
        return type.startsWith("mpi.") || type.startsWith("jpvm.") || type.startsWith("org.rmi4mpi.rmi.");
    }

    boolean isOfLibrary() {
        return isOfFace() || type.matches(GENERATED)
                || type.startsWith("org.rmi4mpi.") && !type.startsWith("org.rmi4mpi.tests.");
    }

    boolean isOfJdk() {
        return type.startsWith("java.") || type.startsWith("javax.") || type.startsWith("jdk.")
                || type.startsWith("sun.") || type.startsWith("com.sun.");
    }

    boolean isOfProgram() {
        return !isOfLibrary() && !isOfJdk();
    }

    @Override
    public String toString() {
        return type + "." + method + "(" + place + ")";
    }
}
