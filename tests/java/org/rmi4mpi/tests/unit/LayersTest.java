package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.Test;

/** No layer names a type of a layer above. */
public class LayersTest {
    private static final String CORE = "org.rmi4mpi.";

    /** Each package, and those of ours that it may name. */
    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("org.rmi4mpi.bridge", Set.of()),
            Map.entry("mpi", Set.of("org.rmi4mpi.bridge")),
            Map.entry(CORE + "wire", Set.of()),
            Map.entry(CORE + "shaded.asm", Set.of()),
            Map.entry(CORE + "serial", Set.of(CORE + "wire", CORE + "shaded.asm")),
            Map.entry(CORE + "transport", Set.of()),
            Map.entry(CORE + "transport.local", Set.of(CORE + "transport")),
            Map.entry(CORE + "transport.mpi", Set.of(CORE + "transport", CORE + "wire", CORE + "bridge")),
            Map.entry(CORE + "dispatch", Set.of(CORE + "transport", CORE + "wire", CORE + "bridge")),
            Map.entry(CORE + "ref", Set.of(CORE + "dispatch", CORE + "serial", CORE + "wire", CORE + "transport",
                    CORE + "shaded.asm")),
            Map.entry(CORE + "launch", Set.of(CORE + "ref", CORE + "dispatch", CORE + "serial", CORE + "wire",
                    CORE + "transport", CORE + "transport.mpi", CORE + "bridge")),
            Map.entry(CORE + "rmi", Set.of(CORE + "ref", CORE + "serial", CORE + "launch")),
            Map.entry(CORE + "shaded.asm.signature", Set.of(CORE + "shaded.asm")),
            Map.entry(CORE + "shaded.asm.commons", Set.of(CORE + "shaded.asm", CORE + "shaded.asm.signature")),
            Map.entry("jpvm", Set.of(CORE + "jpvm")),
            Map.entry(CORE + "jpvm", Set.of(CORE + "ref", CORE + "serial", CORE + "dispatch", CORE + "transport",
                    CORE + "wire", CORE + "launch", CORE + "shaded.asm")),
            Map.entry(CORE + "agent", Set.of(CORE + "shaded.asm", CORE + "shaded.asm.commons")));

    @Test
    public void arrowsGoDown() {
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        StringWriter out = new StringWriter();
        Path lib = Path.of("build/lib");
        List<String> arguments = new ArrayList<>(List.of("-verbose:package", "-filter:none", "-cp", lib + "/*"));
        List<String> jars = Stream.of("bridge", "core", "rmi", "agent", "jpvm").map(n -> lib + "/rmi4mpi-" + n + ".jar").toList();
        arguments.addAll(jars);
        int status = jdeps.run(new PrintWriter(out, true), new PrintWriter(out, true),
                arguments.toArray(String[]::new));
        assertThat(out.toString(), status, is(0));

        List<String> wrong = new ArrayList<>();
        int arrows = 0;
        for (String line : out.toString().lines().toList()) {
            String[] words = line.trim().split("\\s+"); // package -> package jar
            if (line.startsWith("  ") && words.length > 2 && isOurs(words[2]) && !words[2].equals(words[0])) {
                arrows++;
                if (!ALLOWED.getOrDefault(words[0], Set.of()).contains(words[2])) {
                    wrong.add(words[0] + " -> " + words[2]);
                }
            }
        }
        assertThat("jdeps found arrows at all", arrows, greaterThan(10));
        assertThat(wrong, empty());
    }

    private static boolean isOurs(String name) {
        return name.equals("mpi") || name.equals("jpvm") || name.startsWith(CORE);
    }
}
