package org.rmi4mpi.launch;

import java.util.List;

/**
 * Properties of the JDK's RMI that have no effect on a program of {@code --rmi}, although the program may count on them.
 * docs/moving-rmi-programs.md has all others. Stateless.
 */
final class IgnoredProperties {
    private static final String NOT_LOGGED = "calls are not logged; --stats counts them";

    private static final List<Ignored> ALL = List.of(
            new Ignored("java.rmi.server.useCodebaseOnly", "false", "classes are found on the class path of each rank"),
            new Ignored("java.rmi.server.RMIClassLoaderSpi", null,
                    "classes are found by the class loaders of the program, and no provider is asked"),
            new Ignored("java.rmi.server.logCalls", "true", NOT_LOGGED),
            new Ignored("sun.rmi.client.logCalls", "true", NOT_LOGGED),
            new Ignored("sun.rmi.server.exceptionTrace", "true",
                    "exceptions of remote methods are not printed at the server; their callers get the stack trace"),
            new Ignored("sun.rmi.server.suppressStackTraces", "true",
                    "the stack traces of remote methods travel to the callers"),
            new Ignored("sun.rmi.transport.tcp.maxConnectionThreads", null,
                    "the number of threads that run remote methods has no limit"));

    /** @param value the value that has an effect in the JDK; null for any */
    private record Ignored(String property, String value, String instead) {
        boolean isSet() {
            String given = System.getProperty(property);
            return given != null && (value == null || value.equalsIgnoreCase(given));
        }
    }

    private IgnoredProperties() {}

    /** Adds a line for each such property to the notices of the start. */
    static void addTo(List<String> notices) {
        if (Options.RMI.isSet()) {
            for (Ignored each : ALL) {
                if (each.isSet()) {
                    notices.add("-D" + each.property() + " has no effect with --rmi: " + each.instead());
                }
            }
        }
    }
}
