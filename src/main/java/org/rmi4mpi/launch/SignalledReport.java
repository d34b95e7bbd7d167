package org.rmi4mpi.launch;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import javax.management.JMException;
import javax.management.ObjectName;
import sun.misc.Signal;

/**
 * Answers SIGURG, on a thread of its own, which needs no other thread of the rank. If a tool asks, the rank tells it what
 * its threads wait for: {@link RankInquiry}. Otherwise it prints all its threads, as a JVM does at Ctrl-\, with the rank
 * before each line. A process that does not handle SIGURG ignores it, such as a rank that has not started yet. The JVM's own
 * answer to SIGQUIT stays as it is. Stateless.
 */
final class SignalledReport {
    private SignalledReport() {}

    /** Handles the signal from now on. */
    static void watch() {
        try {
            Signal.handle(new Signal("URG"), signal -> {
                Thread thread = new Thread(SignalledReport::report, "rmi4mpi-report");
                thread.setDaemon(true);
                thread.start();
            });
        } catch (IllegalArgumentException e) {
            // This JVM keeps the signal for itself.
        }
    }

    private static void report() {
        String name = System.getProperty(Options.JOB.property(), "");
        Path folder = Path.of(name);
        Optional<RankInquiry> inquiry = name.isEmpty() || !Files.isDirectory(folder) ? Optional.empty()
                : ServiceLoader.load(RankInquiry.class, SignalledReport.class.getClassLoader()).findFirst();
        if (inquiry.isEmpty()) {
            printThreads();
            return;
        }
        try {
            inquiry.get().answer(folder);
        } catch (NoSuchFileException e) {
            // The answer is late: whoever has asked does not wait any more.
        } catch (IOException e) {
            System.err.println(RankLabels.who() + ": cannot answer in " + folder + ": " + e);
        }
    }

    private static void printThreads() {
        String rank = RankLabels.shortName() + ": ";
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
