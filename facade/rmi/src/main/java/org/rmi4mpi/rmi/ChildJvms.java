package org.rmi4mpi.rmi;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Tells that a JVM which the program starts itself is not a rank of the job. Its java.rmi is the JDK's own, and a lookup
 * there ends in a ConnectException that does not say why. Stateless.
 */
final class ChildJvms {
    private static final Pattern JAVA = Pattern.compile("(?:.*[/\\\\])?javaw?(?:\\.exe)?");

    private ChildJvms() {}

    /** @param command the words of a command that the program is about to start; the JDK checks it */
    static void notice(List<String> command) {
        if (!command.isEmpty() && command.get(0) != null && JAVA.matcher(command.get(0)).matches()) {
            ProgramCalls.tellOnce("the program starts a JVM of its own (" + command.get(0)
                    + "), which is no rank of this job. Its java.rmi is the JDK's, over sockets, and finds none of the"
                    + " job's registries: make it a rank, as in rmi4mpirun --rmi -n 1 Main : -n 2 Worker");
        }
    }
}
