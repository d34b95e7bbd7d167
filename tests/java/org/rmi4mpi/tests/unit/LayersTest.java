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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;
import org.rmi4mpi.tests.runner.JdkTools;

/**
 * No layer names a type of a layer above. The list of layers is here, and ARCHITECTURE.md has a picture of it. Writes the
 * number of classes of each package, and its largest ring of classes, to build/tests/rings.txt.
 */
public class LayersTest {
    private static final String CORE = "org.rmi4mpi.";
    private static final String SHADED = CORE + "shaded.asm";
    private static final Path LIB = Path.of("build/lib");
    private static final Path RINGS = Path.of("build/tests/rings.txt");
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
            Layer.of("package jpvm", "jpvm", "jpvm.task", "jpvm.group", "jpvm.mail", "jpvm.pack"),
            Layer.of("jpvm.console", "jpvm"),
            Layer.of("jpvm", "jpvm.task", "jpvm.group", "jpvm.mail", "jpvm.pack", "jpvm.rewrite", "launch", "ref",
                    "dispatch"),
            Layer.of("jpvm.task", "jpvm.group", "jpvm.mail", "jpvm.pack", "jpvm.rewrite", "launch", "dispatch"),
            Layer.of("jpvm.group", "jpvm.mail", "jpvm.pack", "ref"),
            Layer.of("jpvm.mail", "jpvm.pack", "launch", "dispatch", "transport", "wire", "bridge"),
            Layer.of("jpvm.pack", "ref", "serial", "transport"),
            Layer.of("jpvm.rewrite", "asm"),
            Layer.of("shell", "rmi"),
            Layer.of("gateway", "rmi", "launch", "ref", "ref.stub", "serial"),
            Layer.of("peer", "rmi", "ref", "ref.stub", "dispatch", "serial", "transport", "wire", "bridge"),
            Layer.of("rmi", "farm", "survive", "launch", "ref", "ref.stub", "serial"),
            Layer.of("share", "launch", "ref", "serial"),
            Layer.of("farm", "launch", "ref", "dispatch", "wire"),
            Layer.of("survive", "ref", "dispatch", "bridge"),
            Layer.of("testing", "package mpi"),
            Layer.of("opentelemetry", "ref"),
            Layer.of("stubs"),
            Layer.of("agent", "asm"),
            Layer.of("doctor", "launch", "package mpi", "bridge"),
            Layer.of("why", "launch", "ref", "dispatch", "bridge"),
            Layer.of("launch", "ref", "dispatch", "serial", "transport.mpi", "transport", "wire", "bridge"),
            Layer.of("ref", "ref.stub", "ref.collect", "dispatch", "serial", "transport", "wire"),
            Layer.of("ref.stub", "serial", "asm"),
            Layer.of("ref.collect", "wire"),
            Layer.of("dispatch", "transport", "wire", "bridge"),
            Layer.of("serial", "wire", "asm"),
            Layer.of("transport.mpi", "transport", "wire", "bridge"),
            Layer.of("transport.local", "transport"),
            Layer.of("transport", "wire"),
            Layer.of("wire"),
            Layer.of("package mpi", "package mpjbuf", "message.window", "message.file", "message.collective", "message",
                    "message.data", "bridge"),
            Layer.of("package mpjbuf", "message.data"),
            Layer.of("message.window", "message.collective", "message", "message.data", "bridge"),
            Layer.of("message.file", "message.collective", "message", "message.data", "bridge"),
            Layer.of("message.collective", "message", "message.data", "bridge"),
            Layer.of("message", "message.piece", "message.data", "bridge"),
            Layer.of("message.piece", "message.data", "bridge"),
            Layer.of("message.data", "bridge"),
            Layer.of("bridge"),
            Layer.of("asm"));

    /** The classes of the largest ring of each package that has one: the reader's measure of how tangled it is. */
    private static final Map<String, Integer> LARGEST_RINGS = new TreeMap<>(Map.ofEntries(
            Map.entry("bridge", 6),
            Map.entry("dispatch", 7),
            Map.entry("farm", 3),
            Map.entry("gateway", 5),
            Map.entry("jpvm.mail", 3),
            Map.entry("jpvm.task", 6),
            Map.entry("launch", 2),
            Map.entry("message", 10),
            Map.entry("message.collective", 7),
            Map.entry("message.data", 3),
            Map.entry("message.file", 3),
            Map.entry("message.window", 2),
            Map.entry("package mpi", 21),
            Map.entry("ref", 6),
            Map.entry("ref.collect", 3),
            Map.entry("ref.stub", 4),
            Map.entry("rmi", 4),
            Map.entry("serial", 35),
            Map.entry("transport", 4),
            Map.entry("transport.local", 2),
            Map.entry("transport.mpi", 5)));

    /** A top-level class of ours, and a class that it uses. */
    private record Arrow(String from, String to) {
        boolean isInPackage() {
            return packageOf(from).equals(packageOf(to));
        }
    }

    @Test
    public void arrowsGoDown() throws IOException {
        Set<String> wrong = new TreeSet<>();
        int between = 0;
        for (Arrow arrow : arrows()) {
            String from = name(packageOf(arrow.from()));
            String to = name(packageOf(arrow.to()));
            if (isOurs(packageOf(arrow.to())) && !from.equals(to)) {
                between++;
                if (!uses(from).contains(to)) {
                    wrong.add(arrow.from() + " -> " + arrow.to());
                }
            }
        }
        assertThat("arrows between packages", between, greaterThan(10));
        assertThat(wrong, empty());
    }

    /** Classes that use each other in a ring are read all together, or not at all. */
    @Test
    public void ringsDoNotGrow() throws IOException {
        Map<String, Map<String, Set<String>>> uses = new TreeMap<>(); // package, class, classes of the package
        for (Arrow arrow : arrows()) {
            Map<String, Set<String>> ofPackage =
                    uses.computeIfAbsent(name(packageOf(arrow.from())), p -> new TreeMap<>());
            Set<String> used = ofPackage.computeIfAbsent(arrow.from(), c -> new TreeSet<>());
            if (arrow.isInPackage()) {
                used.add(arrow.to());
            }
        }
        uses.remove("asm");
        List<String> report = new ArrayList<>(List.of("package, classes, largest ring"));
        List<String> wrong = new ArrayList<>();
        uses.forEach((name, ofPackage) -> {
            Set<String> ring = largestRing(ofPackage);
            report.add(name + ", " + ofPackage.size() + ", " + ring.size() + (ring.size() > 1 ? " " + ring : ""));
            int held = LARGEST_RINGS.getOrDefault(name, 1);
            if (ring.size() > held) {
                wrong.add(name + ": " + ring.size() + " classes use each other in a ring, " + held + " were allowed: "
                        + ring);
            } else if (ring.size() < held) {
                wrong.add(name + ": the largest ring has only " + ring.size()
                        + " classes now: hold it there, in this test");
            }
        });
        Files.write(RINGS, report);
        assertThat("see " + RINGS, wrong, empty());
    }

    private static Set<String> largestRing(Map<String, Set<String>> uses) {
        Map<String, Set<String>> reached = new TreeMap<>();
        uses.keySet().forEach(each -> reached.put(each, reached(each, uses)));
        Set<String> largest = Set.of();
        for (String each : uses.keySet()) {
            Set<String> ring = new TreeSet<>(Set.of(each));
            reached.get(each).stream().filter(other -> reached.get(other).contains(each)).forEach(ring::add);
            if (ring.size() > largest.size()) {
                largest = ring;
            }
        }
        return largest.stream().map(each -> each.substring(each.lastIndexOf('.') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the classes that a class uses, directly or by others. */
    private static Set<String> reached(String start, Map<String, Set<String>> uses) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(Set.of(start));
        while (!next.isEmpty()) {
            for (String used : uses.getOrDefault(next.pop(), Set.of())) {
                if (reached.add(used)) {
                    next.push(used);
                }
            }
        }
        return reached;
    }

    /** Asks jdeps. A nested class counts as the class that it is in. */
    private static Set<Arrow> arrows() throws IOException {
        ToolProvider jdeps = JdkTools.find("jdeps");
        List<String> arguments = new ArrayList<>(List.of("-verbose:class", "-filter:none", "-cp", LIB + "/*"));
        try (Stream<Path> jars = Files.list(LIB)) {
            jars.map(Path::toString).filter(jar -> jar.endsWith(".jar")).forEach(arguments::add);
        }
        StringWriter out = new StringWriter();
        int status = jdeps.run(new PrintWriter(out, true), new PrintWriter(out, true),
                arguments.toArray(String[]::new));
        assertThat(out.toString(), status, is(0));
        Set<Arrow> arrows = new LinkedHashSet<>();
        for (String line : out.toString().lines().toList()) {
            String[] words = line.trim().split("\\s+"); // class -> class jar
            if (line.startsWith("  ") && words.length > 2) {
                arrows.add(new Arrow(words[0].replaceFirst("\\$.*", ""), words[2].replaceFirst("\\$.*", "")));
            }
        }
        return arrows;
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
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

    /** Draws a line for each layer that uses others. */
    private static String picture() {
        int longest = LAYERS.stream().mapToInt(layer -> layer.name().length()).max().orElseThrow();
        StringBuilder picture = new StringBuilder();
        for (Layer layer : LAYERS) {
            if (!layer.uses().isEmpty()) {
                String used = LAYERS.stream().map(Layer::name).filter(layer.uses()::contains)
                        .collect(Collectors.joining(", "));
                picture.append(String.format("%-" + longest + "s -> %s%n", layer.name(), used));
            }
        }
        return picture.toString();
    }

    private static boolean isOurs(String name) {
        return name.equals("mpi") || name.equals("jpvm") || name.equals("mpjbuf") || name.startsWith(CORE);
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
