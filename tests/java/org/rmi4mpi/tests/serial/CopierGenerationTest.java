package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.rmi4mpi.tests.serial.CopiedFields.assertCopied;
import static org.rmi4mpi.tests.serial.CopiedFields.assertEqualFields;
import static org.rmi4mpi.tests.serial.CopiedFields.fill;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;
import org.rmi4mpi.serial.ArrayCopyInputStream;
import org.rmi4mpi.serial.ArrayCopyOutputStream;
import org.rmi4mpi.serial.FieldCopier;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.NotInCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The classes for which a copier is generated, and when. */
public class CopierGenerationTest {
    private final Random random = new Random(1);

    private static String manyFields(String name, int count, String... types) {
        return IntStream.range(0, count)
                .mapToObj(i -> "private " + types[i % types.length] + " f" + i + ";")
                .collect(Collectors.joining("\n", "class " + name + " implements Serializable {", "}"));
    }

    private static String manyFinals(String name, int count) {
        String assignments = IntStream.range(0, count).mapToObj(i -> "f" + i + " = " + i + ";")
                .collect(Collectors.joining());
        return manyFields(name, count, "final int", "final Object", "final long").replaceFirst("}$",
                name + "() {" + assignments + "} }");
    }

    @Test
    public void hundredsAndThousandsOfFields() throws Throwable {
        String[] types = {"int", "byte", "String", "double", "Object", "boolean", "char", "long", "float", "short"};
        Version version = Version.of(manyFields("M32", 32, "Object"), manyFields("M33", 33, "int"),
                manyFields("M256", 256, "Object"), manyFields("M513", 513, "Object"), manyFields("M400", 400, types),
                manyFields("M5000", 5000, types), manyFinals("F400", 400), manyFinals("F2000", 2000));
        for (String name : List.of("M32", "M33", "M256", "M513", "M400", "M5000", "F400", "F2000")) {
            Object many = version.make(name);
            fill(many, random);
            assertCopied(many);
        }
    }

    /** More than the constants of one class can name. */
    @Test
    @NotInCheck
    @Deadline(90)
    @OneJdk
    public void classWithTooManyFieldsStaysInterpreted() throws Throwable {
        Object most = Version.of(manyFields("Most", 22_000, "int")).make("Most");
        assertThat(Copiers.of(most.getClass()).generated(), nullValue());
        Copiers.copy(most);
    }

    static class Used implements Serializable {
        int number = 4;
    }

    @Test
    public void copierIsGeneratedAfterSomeUses() throws Throwable {
        FieldCopier first = Copiers.current(Used.class);
        Used used = new Used();
        Copiers.copy(used);
        assertThat(Copiers.current(Used.class), sameInstance(first));
        Used[] many = new Used[1000];
        Arrays.setAll(many, i -> new Used());
        for (int i = 0; i < 1000 && Copiers.current(Used.class) == first; i++) {
            assertThat(((Used[]) Copiers.copy(many))[999].number, is(used.number));
        }
        assertEqualFields(Copiers.copy(used), used);
        assertThat(Copiers.isGenerated(Copiers.current(Used.class)), is(true));
        assertThat(Copiers.isGenerated(first), is(false));
    }

    record Point(int x, String name) implements Serializable {}

    /** Sooner than that of another class: it is slower to reach the components in another way. */
    @Test
    public void copierOfARecordIsGeneratedSooner() throws Throwable {
        for (int i = 0; i < 3000; i++) {
            assertThat(Copiers.copy(new Point(i, "p")), is(new Point(i, "p")));
        }
        assertThat(Copiers.isGenerated(Copiers.current(Point.class)), is(true));
    }

    private static void assertStaysInterpreted(Object object) throws Throwable {
        FieldCopier first = Copiers.current(object.getClass());
        for (int i = 0; i < 200; i++) {
            Object copy = Copiers.copy(object);
            assertThat(copy.getClass(), sameInstance((Object) object.getClass()));
        }
        assertThat(Copiers.current(object.getClass()), sameInstance(first));
        assertThat(Copiers.of(object.getClass()).generated(), nullValue());
    }

    @Test
    public void classThatDoesNotSeeUsStaysInterpreted() throws Throwable {
        URL tests = CopierGenerationTest.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader isolated = new URLClassLoader(new URL[] {tests}, null)) {
            Class<?> type = isolated.loadClass(FieldCopiersTest.AllTypes.class.getName());
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object object = constructor.newInstance();
            fill(object, random);
            assertStaysInterpreted(object);
            assertEqualFields(Copiers.copy(object), object);
        }
    }

    static class Lacking implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("here", int.class), new ObjectStreamField("gone", long.class),
            new ObjectStreamField("goneToo", Object.class)};

        int here = 5;
    }

    @Test
    public void classWithoutAFieldThatItDeclaresHasNone() throws Throwable {
        assertThat(Copiers.of(Lacking.class).generated(), nullValue());
    }

    @Test
    public void classesOfTheJdk() throws Throwable {
        for (Object each : List.of(1, "text", new ArrayList<>(), List.of(1), new java.util.Date())) {
            FieldCopier copier = Copiers.current(each.getClass());
            assertThat(copier, copier == null ? nullValue() : instanceOf(FieldCopier.class));
        }
        assertThat("an array has no fields", Copiers.current(int[].class), nullValue());
        assertThat("an enum has no fields", Copiers.current(Thread.State.class), nullValue());
    }

    /** A field whose type its class may not name, as a generic superclass can make one. */
    @Test
    public void fieldOfAClassInAnotherPackage() throws Throwable {
        Version version = Version.of(
                "package other; class Outer { protected static class Inside implements Serializable {} "
                        + "protected Inside inside() { return new Inside(); } }",
                "class Extending extends other.Outer implements Serializable {"
                        + "Inside mine = inside(); Inside[] all = {mine}; final Inside last = mine; }");
        Object extending = version.make("Extending");
        assertCopied(extending);
    }

    private static String childSays(Class<?> program, List<String> arguments, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java") + "",
                "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(options));
        command.add(program.getName());
        command.addAll(arguments);
        return Processes.run(Path.of(System.getProperty("java.home")), 80, Map.of(), command).output();
    }

    /**
     * Sends objects to a JVM that opens packages of the JDK, and back. That JVM reaches fields that this one does not.
     */
    @Test
    @Deadline(90)
    public void packagesThatAreOpened() throws Exception {
        Exception failure = new IllegalStateException("failed \u20ac", new IOException("cause"));
        failure.addSuppressed(new RuntimeException("suppressed"));
        List<Object> values = List.of(Arrays.asList(1, null, "wide \u20ac"), Collections.unmodifiableMap(new TreeMap<>(
                Map.of("narrow \u00e4", 2))), UUID.randomUUID(), Optional.class, Locale.GERMANY, new Date(5));
        Path there = Files.createTempFile("rmi4mpi-test", ".objects");
        Path back = Files.createTempFile("rmi4mpi-test", ".objects");
        try {
            try (ObjectOutputStream out = new ArrayCopyOutputStream(Files.newOutputStream(there))) {
                out.writeObject(new Object[] {failure, values.toArray()});
            }
            assertThat(childSays(OpenedProgram.class, List.of(there + "", back + "", "100"),
                    "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED"),
                    is(""));
            try (ObjectInputStream in = new ArrayCopyInputStream(Files.newInputStream(back))) {
                Object[] read = (Object[]) in.readObject();
                assertThat(traceOf((Exception) read[0]), is(traceOf(failure)));
                assertThat(Arrays.asList((Object[]) read[1]), is(values));
            }
        } finally {
            Files.delete(there);
            Files.delete(back);
        }
    }

    private static String traceOf(Exception e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        return trace + "";
    }

    /** Copies objects of more and more classes in little memory. The JDK prints no warning. */
    @Test
    @NotInCheck
    @Deadline(90)
    public void copiersGoWithTheirClassesAndNothingWarns() throws Exception {
        String said =
                childSays(CopyingProgram.class, List.of(), "-Xmx128m", "-XX:MaxMetaspaceSize=28m", "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", "-XX:SoftRefLRUPolicyMSPerMB=0"); // the JDK refers to classes softly
        assertThat(said, containsString("3000 classes"));
        assertThat(said, not(containsString("WARNING")));
    }
}
