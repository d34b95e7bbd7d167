package org.rmi4mpi.doctor;

/** The version of Java. */
public final class JavaCheck {
    private static final int OLDEST = 17;

    private JavaCheck() {}

    /** @param version its feature release, such as 17 */
    public static Finding look(String host, int version, String home) {
        String found = "Java " + version + " in " + home;
        return version >= OLDEST ? Finding.well("java", host, found)
                : Finding.wrong("java", host, found + ", older than " + OLDEST,
                        "install a JDK of " + OLDEST + " or later, and set JAVA_HOME to it on every node");
    }
}
