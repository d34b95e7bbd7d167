package org.rmi4mpi.launch;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import sun.misc.Signal;

/**
 * Prints all threads of a rank, as a JVM does at Ctrl-\, with the rank before each line. {@code rmi4mpirun} asks for it by
 * SIGURG, when it gets SIGQUIT. A process that does not handle SIGURG ignores it, such as a rank that has not started yet.
 * The JVM's own answer to SIGQUIT stays as it is. Stateless.
 */
final class ThreadDump {
    private ThreadDump() {}

    /** Handles the signal from now on. */
    static void watch() {
        try {
            Signal.handle(new Signal("URG"), signal -> {
                Thread thread = new Thread(ThreadDump::print, "rmi4mpi-threads");
                thread.setDaemon(true);
                thread.start();
            });
        } catch (IllegalArgumentException e) {
            // This JVM keeps the signal for itself.
        }
    }

    private static void print() {
        String rank = RankEnd.shortName() + ": ";
        StringBuilder text = new StringBuilder();
        threads().lines().forEach(line -> text.append(rank).append(line).append(System.lineSeparator()));
        System.err.print(text);
        System.err.flush();
    }

    private static String threads() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer().invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"), "threadPrint",
                    new Object[] {new String[] {"-l"}}, new String[] {String[].class.getName()});
        } catch (JMException e) {
            return "the JVM does not tell its threads: " + e;
        }
    }
}
