package org.rmi4mpi.tests.runner;

import static org.junit.Assume.assumeTrue;

import java.util.Optional;
import java.util.spi.ToolProvider;
import javax.tools.JavaCompiler;

/** The tools of the JDK that runs a test. A JRE does not have them, and skips the tests that need one. Stateless. */
public final class JdkTools {
    private JdkTools() {}

    public static JavaCompiler compiler() {
        JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        assumeTrue("this JRE has no compiler", compiler != null);
        return compiler;
    }

    /** @param name such as "jdeps" */
    public static ToolProvider find(String name) {
        Optional<ToolProvider> tool = ToolProvider.findFirst(name);
        assumeTrue("this JRE has no " + name, tool.isPresent());
        return tool.get();
    }
}
