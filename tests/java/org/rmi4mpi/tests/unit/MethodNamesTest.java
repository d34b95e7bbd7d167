package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A method that is named like a question answers it. Where a method of ours acts and returns nothing, its name begins
 * with a verb. A boolean method that is named so, and changes something, is not found here: it takes a reader.
 */
public class MethodNamesTest {
    private static final Pattern QUESTION = Pattern.compile("(is|has|can|are|was|were|does|did|should)[A-Z].*");
    /** A verb in the third person, which describes and does not command: begins, takesApart. */
    private static final Pattern DESCRIPTION = Pattern.compile("[a-z]*[a-rt-z]s([A-Z].*)?");
    /** A time or an amount that is set: startedAt, addPolls. */
    private static final Pattern MEASURE = Pattern.compile("[a-z]+ed(At|For|In|Since)");
    /** Setters and commands of consoles, whose names are nouns. */
    private static final Set<String> NOUNS = Set.of("hints", "threads", "ps");

    private int methods;
    private final List<String> wrong = new ArrayList<>();

    @Test
    public void whatActsIsNamedByAVerb() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("build/lib"))) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                readJar(jar);
            }
        }
        assertThat("methods", methods, greaterThan(1000));
        assertThat("void methods that are named like questions or descriptions: name them by the verb of what they do, "
                + "such as setTag for hasTag, markComplete for isComplete, begin for begins", wrong, empty());
    }

    private void readJar(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
                if (entry.getName().endsWith(".class") && !entry.getName().contains("/shaded/")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        new ClassReader(in).accept(new Names(), ClassReader.SKIP_CODE);
                    }
                }
            }
        }
    }

    private final class Names extends ClassVisitor {
        private String type;

        Names() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            type = name.replace('/', '.');
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String types, String signature, String[] thrown) {
            methods++;
            if (types.endsWith(")V") && !NOUNS.contains(name)
                    && Stream.of(QUESTION, DESCRIPTION, MEASURE).anyMatch(form -> form.matcher(name).matches())) {
                wrong.add(type + "." + name);
            }
            return null;
        }
    }
}
