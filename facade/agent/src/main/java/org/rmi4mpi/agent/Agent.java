package org.rmi4mpi.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;

/** Started by {@code -javaagent:rmi4mpi-agent.jar}, before the program. */
public final class Agent {
    private Agent() {}

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation) throws IOException {
        rewriteOne();
        instrumentation.addTransformer(new ProgramTransformer());
    }

    /** What rewrites classes is initialised here: an initialiser that ends by want of stack or memory takes its class away. */
    private static void rewriteOne() throws IOException {
        try (InputStream own = Agent.class.getResourceAsStream("Agent.class")) {
            ClassRewriter.rewrite(own.readAllBytes());
        }
    }
}
