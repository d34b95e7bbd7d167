package org.rmi4mpi.agent;

import java.lang.instrument.Instrumentation;

/** Started by {@code -javaagent:rmi4mpi-agent.jar}, before the program. */
public final class Agent {
    private Agent() {}

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.addTransformer(new ProgramTransformer());
    }
}
