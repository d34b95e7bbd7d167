package org.rmi4mpi.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/** The entry point of {@code -javaagent:rmi4mpi-agent.jar}, which runs before the program. */
public final class Agent {
    private Agent() {}

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation)
            throws IOException, UnmodifiableClassException {
        rewriteOne();
        LoaderRewriter.rewriteClassLoader(instrumentation);
        instrumentation.addTransformer(new ProgramTransformer());
    }

    /**
     * Initialises the rewriting classes in advance. If a static initialiser failed later for lack of stack or memory,
     * its class would be unusable for the rest of the run.
     */
    private static void rewriteOne() throws IOException {
        try (InputStream own = Agent.class.getResourceAsStream("Agent.class")) {
            ClassRewriter.rewrite(own.readAllBytes());
        }
    }
}
