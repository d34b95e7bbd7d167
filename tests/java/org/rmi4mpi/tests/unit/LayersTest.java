package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.Test;
import org.rmi4mpi.tests.runner.JdkTools;

/** No layer names a type of a layer above. The list of layers is here, and ARCHITECTURE.md has a picture of it. */
public class LayersTest {
    private static final String CORE = "org.rmi4mpi.";
    private static final String SHADED = CORE + "shaded.asm";
    private static final Path DOCUMENT = Path.of("ARCHITECTURE.md");
    private static final String BEGIN = "<!-- LayersTest draws this picture. -->\n";
    private static final String END = "<!-- The picture ends here. -->\n";

    /**
     * A package of ours.
     *
     * @param name its name in the picture
     * @param uses names of the layers that it may use
     */
    private record Layer(String name, Set<String> uses) {
        static Layer of(String name, String... uses) {
            return new Layer(name, Set.of(uses));
        }
    }

    /** The layers from top to bottom. */
    private static final List<Layer> LAYERS = List.of(
            Layer.of("package jpvm", "jpvm"),
            Layer.of("jpvm.console", "jpvm"),
            Layer.of("jpvm", "launch", "ref", "dispatch", "serial", "transport", "wire", "asm"),
            Layer.of("rmi", "launch", "ref", "serial"),
            Layer.of("agent", "asm"),
            Layer.of("doctor", "launch", "package mpi", "bridge"),
            Layer.of("launch", "ref", "dispatch", "serial", "transport.mpi", "transport", "wire", "bridge"),
            Layer.of("ref", "dispatch", "serial", "transport", "wire", "asm"),
            Layer.of("dispatch", "transport", "wire", "bridge"),
            Layer.of("serial", "wire", "asm"),
            Layer.of("transport.mpi", "transport", "wire", "bridge"),
            Layer.of("transport.local", "transport"),
            Layer.of("transport", "wire"),
            Layer.of("wire"),
            Layer.of("package mpi", "message", "bridge"),
            Layer.of("package mpjbuf", "message"),
            Layer.of("message", "bridge"),
            Layer.of("bridge"),
            Layer.of("asm"));

    @Test
    public void arrowsGoDown() {
        ToolProvider jdeps = JdkTools.find("jdeps");
        StringWriter out = new StringWriter();
        Path lib = Path.of("build/lib");
        List<String> arguments = new ArrayList<>(List.of("-verbose:package", "-filter:none", "-cp", lib + "/*"));
        List<String> jars =
                Stream.of("bridge", "core", "rmi", "agent", "jpvm").map(n -> lib + "/rmi4mpi-" + n + ".jar").toList();
        arguments.addAll(jars);
        int status = jdeps.run(new PrintWriter(out, true), new PrintWriter(out, true),
                arguments.toArray(String[]::new));
        assertThat(out.toString(), status, is(0));

        List<String> wrong = new ArrayList<>();
        int arrows = 0;
        for (String line : out.toString().lines().toList()) {
            String[] words = line.trim().split("\\s+"); // package -> package jar
            if (line.startsWith("  ") && words.length > 2 && isOurs(words[2])
                    && !name(words[2]).equals(name(words[0]))) {
                arrows++;
                if (!uses(name(words[0])).contains(name(words[2]))) {
                    wrong.add(words[0] + " -> " + words[2]);
                }
            }
        }
        assertThat("jdeps found arrows at all", arrows, greaterThan(10));
        assertThat(wrong, empty());
    }

    /** So there is no circle. */
    @Test
    public void eachLayerUsesLowerOnes() {
        List<String> names = LAYERS.stream().map(Layer::name).toList();
        for (Layer layer : LAYERS) {
            for (String used : layer.uses()) {
                assertThat(layer.name() + " -> " + used, names.indexOf(used), greaterThan(names.indexOf(layer.name())));
            }
        }
    }

    @Test
    public void theDocumentHasThePicture() throws IOException {
        String expected = BEGIN + "```\n" + picture() + "```\n" + END;
        String text = Files.readString(DOCUMENT);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        String actual = begin < 0 || end < begin ? "" : text.substring(begin, end + END.length());
        assertThat("paste this into " + DOCUMENT + " in place of what lies between these two comments:\n" + expected,
                actual, is(expected));
    }

    /** Draws a line for each layer that uses others, and a column for each layer that is used. */
    private static String picture() {
        List<String> used = LAYERS.stream().map(Layer::name)
                .filter(name -> LAYERS.stream().anyMatch(layer -> layer.uses().contains(name))).toList();
        int longest = LAYERS.stream().filter(layer -> !layer.uses().isEmpty()).mapToInt(layer -> layer.name().length())
                .max().orElseThrow();
        StringBuilder picture = new StringBuilder();
        for (Layer layer : LAYERS) {
            if (!layer.uses().isEmpty()) {
                StringBuilder line = new StringBuilder(padded(layer.name(), longest) + " ->");
                for (String name : used) {
                    line.append(' ').append(padded(layer.uses().contains(name) ? name : "", name.length()));
                }
                picture.append(line.toString().stripTrailing()).append('\n');
            }
        }
        return picture.toString();
    }

    private static String padded(String text, int length) {
        return text + " ".repeat(length - text.length());
    }

    private static boolean isOurs(String name) {
        return name.equals("mpi") || name.equals("jpvm") || name.startsWith(CORE);
    }

    /** The name of a package in the list. */
    private static String name(String packageName) {
        return packageName.startsWith(SHADED) ? "asm"
                : packageName.startsWith(CORE) ? packageName.substring(CORE.length()) : "package " + packageName;
    }

    private static Set<String> uses(String name) {
        return LAYERS.stream().filter(layer -> layer.name().equals(name)).findFirst().map(Layer::uses).orElse(Set.of());
    }
}
