package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import org.rmi4mpi.tests.runner.Processes;
import org.rmi4mpi.wire.ObjectCodes;

/** Generated copiers behave as interpreting ones do, and as the fields require. */
public class FieldCopiersTest implements Serializable {
    private static final Object[] EXTREMES = {
        Boolean.TRUE, Boolean.FALSE, Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) -1, Character.MIN_VALUE,
        Character.MAX_VALUE, '\u8000', Short.MIN_VALUE, Short.MAX_VALUE, (short) -1, Integer.MIN_VALUE,
        Integer.MAX_VALUE, -1, 0x01020304, Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0x0102030405060708L, Float.MIN_VALUE,
        Float.NEGATIVE_INFINITY, -0.0f, Float.intBitsToFloat(0x7fc0_1234), Float.intBitsToFloat(0xffff_ffff),
        Double.MIN_VALUE, Double.NEGATIVE_INFINITY, -0.0, Double.longBitsToDouble(0x7ff8_0000_0000_1234L),
        Double.longBitsToDouble(-1L), "text", new int[] {1}, List.of("list")};

    private static final long serialVersionUID = 1L;

    private final Random random = new Random(1);

    /** Any value that a field can have. */
    private Object extreme(Class<?> type) {
        Class<?> boxed = java.lang.invoke.MethodType.methodType(type).wrap().returnType();
        List<Object> fit = Arrays.stream(EXTREMES).filter(boxed::isInstance).toList();
        return fit.isEmpty() ? null : fit.get(random.nextInt(fit.size()));
    }

    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                field.setAccessible(true);
                fields.add(field);
            }
        }
        return fields;
    }

    private void fill(Object object) throws ReflectiveOperationException {
        for (Field field : fieldsOf(object.getClass())) {
            field.set(object, extreme(field.getType()));
        }
    }

    private static void assertEqualFields(Object copy, Object original) throws ReflectiveOperationException {
        for (Field field : fieldsOf(original.getClass())) {
            if (!field.isSynthetic()) {
                assertThat(field.toString(), GraphText.of(field.get(copy)), is(GraphText.of(field.get(original))));
            }
        }
    }

    /** Each copier reads what either copier has written. */
    private static void assertCopied(Object object) throws Throwable {
        Class<?> type = object.getClass();
        Copiers copiers = Copiers.of(type);
        assertThat(type + " has a generated copier", copiers.generated(), notNullValue());
        byte[] bytes = Copiers.written(object, type, copiers.interpreted());
        assertArrayEquals(bytes, Copiers.written(object, type, copiers.generated()));
        for (FieldCopier reader : List.of(copiers.interpreted(), copiers.generated())) {
            Object copy = Copiers.copy(object, copiers.generated(), reader);
            assertThat(copy.getClass(), sameInstance((Object) type));
            assertEqualFields(copy, object);
            assertArrayEquals("to the bit", bytes, Copiers.written(copy, type, copiers.interpreted()));
        }
    }

    static class AllTypes implements Serializable {
        boolean truth;
        byte octet;
        char letter;
        short small;
        int number;
        long big;
        float single;
        double twofold;
        String text;
        int[] array;
        int[][] arrays;
        Object any;
        List<String> list;
        transient int left = 1;
        static int ofTheClass;
    }

    private static class AllFinal implements Serializable {
        private final boolean truth;
        private final byte octet;
        private final char letter;
        private final short small;
        private final int number;
        private final long big;
        private final float single;
        private final double twofold;
        private final String text;
        private final int[] array;
        private final Object any;
        private final List<String> list;

        AllFinal() {
            truth = false;
            octet = 0;
            letter = 0;
            small = 0;
            number = 0;
            big = 0;
            single = 0;
            twofold = 0;
            text = null;
            array = null;
            any = null;
            list = null;
        }
    }

    private static class Mixed implements Serializable {
        private int number;
        protected final long big = Long.parseLong("1");
        public volatile double twofold;
        final String text = String.valueOf(1);
        private Object any;
    }

    @Test
    public void extremeValuesOfAllTypes() throws Throwable {
        for (int i = 0; i < 50; i++) {
            for (Object each : List.of(new AllTypes(), new AllFinal(), new Mixed())) {
                fill(each);
                assertCopied(each);
            }
        }
    }

    static class Order implements Serializable {
        int b = 1;
        Object y = "y";
        byte a = 2;
        Object x = "x";
        boolean c = true;
    }

    @Test
    public void fieldsAreInTheOrderOfTheDescriptionInTheMachinesByteOrder() throws Throwable {
        Copiers copiers = Copiers.of(Order.class);
        ByteBuffer message = ByteBuffer.wrap(Copiers.written(new Order(), Order.class, copiers.generated()))
                .order(ByteOrder.nativeOrder());
        message.getInt(); // the class
        assertThat(message.get(), is((byte) 2));
        assertThat(message.getInt(), is(1));
        assertThat(message.get(), is((byte) 1));
        for (char each : new char[] {'x', 'y'}) {
            assertThat(message.getInt(), is(ObjectCodes.STRING));
            assertThat(message.getInt(), is(1));
            assertThat(message.get(), is((byte) each));
        }
        assertThat(message.hasRemaining(), is(false));
    }

    @Test
    public void anyByteButZeroIsTrue() throws Throwable {
        Copiers copiers = Copiers.of(Order.class);
        Order order = new Order();
        order.c = false;
        for (FieldCopier reader : List.of(copiers.interpreted(), copiers.generated())) {
            Order read = (Order) Copiers.read(order, reader, message -> {
                message[9] = -128;
                return message;
            });
            assertThat(read.c, is(true));
            assertThat(Copiers.written(read, Order.class, copiers.generated())[9], is((byte) 1));
        }
    }

    static class Empty implements Serializable {}

    static class OnlyReferences implements Serializable {
        Object one = 1;
    }

    class Inner implements Serializable {
        int number = 3;
    }

    @Test
    public void classesOfFewFieldsAndInnerClasses() throws Throwable {
        assertCopied(new Empty());
        assertCopied(new OnlyReferences());
        assertCopied(new Inner());
        int captured = random.nextInt();
        assertCopied(new Serializable() {
            private final int own = captured;
        });
    }

    private record Everything<T>(boolean truth, byte octet, char letter, short small, int number, long big,
            float single, double twofold, String text, int[] array, T any, List<T> list) implements Serializable {}

    public record Checked(int number) implements Serializable {
        public Checked {
            if (number < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    private record NoComponents() implements Serializable {}

    @Test
    public void records() throws Throwable {
        for (int i = 0; i < 50; i++) {
            assertCopied(new Everything<>((boolean) extreme(boolean.class), (byte) extreme(byte.class),
                    (char) extreme(char.class), (short) extreme(short.class), (int) extreme(int.class),
                    (long) extreme(long.class), (float) extreme(float.class), (double) extreme(double.class),
                    "text", null, extreme(Object.class), List.of()));
        }
        assertCopied(new NoComponents());
    }

    @Test
    public void recordsAreMadeByTheirConstructor() throws Throwable {
        Copiers copiers = Copiers.of(Checked.class);
        for (FieldCopier each : List.of(copiers.interpreted(), copiers.generated())) {
            InvalidObjectException refused = assertThrows(InvalidObjectException.class,
                    () -> Copiers.read(new Checked(1), each, message -> {
                        message[7] = -1;
                        message[4] = -1;
                        return message;
                    }));
            assertThat(refused.getCause(), instanceOf(IllegalArgumentException.class));
        }
    }

    static class Grandparent implements Serializable {
        private int value = 1;
    }

    static class Parent extends Grandparent {
        private int value = 2;
        private Object same = "parent";
    }

    static class Child extends Parent {
        private int value = 3;
        private Object same = "child";
    }

    @Test
    public void eachClassHasItsOwnFieldsOnly() throws Throwable {
        Child child = new Child();
        byte[] bytes = Copiers.written(child, Child.class, Copiers.of(Child.class).interpreted());
        for (Class<?> type : List.of(Grandparent.class, Parent.class, Child.class)) {
            Copiers copiers = Copiers.of(type);
            for (FieldCopier each : List.of(copiers.interpreted(), copiers.generated())) {
                assertArrayEquals(bytes, Copiers.written(child, type, each));
                assertThat(GraphText.of(Copiers.copy(child)), is(GraphText.of(child)));
            }
        }
    }

    static class Plain {
        int inherited = 1;

        protected Plain() {
            inherited = 2;
        }
    }

    static class OfPlain extends Plain implements Serializable {
        transient int initialized = 3;
    }

    static class Throwing {
        Throwing() {
            throw new IllegalStateException("made badly");
        }

        Throwing(int argument) {}
    }

    static class OfThrowing extends Throwing implements Serializable {
        OfThrowing() {
            super(1);
        }
    }

    static class Initialized implements Serializable {
        static final List<String> EVENTS = new ArrayList<>();

        static class Lazy implements Serializable {
            static {
                EVENTS.add("initialized");
            }
        }
    }

    abstract static class Abstract implements Serializable {}

    @Test
    public void onlyTheConstructorOfWhatIsNotSerializableRuns() throws Throwable {
        OfPlain made = (OfPlain) Copiers.of(OfPlain.class).generated().newInstance();
        assertThat(made.inherited, is(2));
        assertThat(made.initialized, is(0));
        FieldCopier throwing = Copiers.of(OfThrowing.class).generated();
        assertThat(assertThrows(InvocationTargetException.class, throwing::newInstance).getCause().getMessage(),
                is("made badly"));
        Copiers notMade = Copiers.of(Abstract.class);
        assertThrows(InstantiationException.class, notMade.generated()::newInstance);
        assertThrows(Throwable.class, notMade.interpreted()::newInstance); // an error up to JDK 17
    }

    @Test
    public void newInstanceInitializesTheClass() throws Throwable {
        Copiers.of(Initialized.Lazy.class).generated().newInstance();
        assertThat(Initialized.EVENTS, is(List.of("initialized")));
    }

    @Test
    public void valuesThatDoNotFit() throws Throwable {
        record Named(Object any, String text) implements Serializable {}
        assertMisfit(new AllFinal(), "text", -1);
        assertMisfit(new AllTypes(), "text", -1);
        assertMisfit(new AllTypes(), "array", -1);
        AllTypes other = new AllTypes();
        other.any = 1;
        assertMisfit(other, "list", -2);
        Copiers named = Copiers.of(Named.class);
        for (FieldCopier each : List.of(named.interpreted(), named.generated())) {
            assertThrows(InvalidObjectException.class, () -> Copiers.read(new Named(1, null), each, message -> {
                ByteBuffer.wrap(message).order(ByteOrder.nativeOrder()).putInt(message.length - 4, -2);
                return message;
            }));
        }
    }

    /** @param handle value in place of null in the field, the complement of a handle */
    private static void assertMisfit(Object object, String field, int handle) throws Throwable {
        Class<?> type = object.getClass();
        Copiers copiers = Copiers.of(type);
        List<String> references = Arrays.stream(ObjectStreamClass.lookup(type).getFields())
                .filter(each -> !each.isPrimitive()).map(ObjectStreamField::getName).toList();
        for (FieldCopier each : List.of(copiers.interpreted(), copiers.generated())) {
            ClassCastException e = assertThrows(ClassCastException.class, () -> Copiers.read(object, each, message -> {
                int after = references.size() - references.indexOf(field); // all of them are null, of four bytes each
                ByteBuffer.wrap(message).order(ByteOrder.nativeOrder()).putInt(message.length - 4 * after, handle);
                return message;
            }));
            assertThat(e.getMessage(), containsString("to field " + type.getName() + "." + field + " of type "));
        }
    }

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
            fill(many);
            assertCopied(many);
        }
    }

    /** More than the constants of one class can name. */
    @Test
    @Deadline(90)
    public void classWithTooManyFieldsStaysInterpreted() throws Throwable {
        Object most = Version.of(manyFields("Most", 22_000, "int")).make("Most");
        assertThat(Copiers.of(most.getClass()).generated(), nullValue());
        Copiers.copy(most);
    }

    @Test
    public void copierIsGeneratedAfterSomeUses() throws Throwable {
        class Used implements Serializable {
            int number = 4;
        }
        FieldCopier first = Copiers.current(Used.class);
        Used used = new Used();
        Copiers.copy(used);
        assertThat(Copiers.current(Used.class), sameInstance(first));
        for (int i = 0; i < 100; i++) {
            assertEqualFields(Copiers.copy(used), used);
        }
        assertThat(Copiers.isGenerated(Copiers.current(Used.class)), is(true));
        assertThat(Copiers.isGenerated(first), is(false));
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
        URL tests = FieldCopiersTest.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader isolated = new URLClassLoader(new URL[] {tests}, null)) {
            Class<?> type = isolated.loadClass(AllTypes.class.getName());
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object object = constructor.newInstance();
            fill(object);
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
    @Deadline(90)
    public void copiersGoWithTheirClassesAndNothingWarns() throws Exception {
        String said =
                childSays(CopyingProgram.class, List.of(), "-Xmx128m", "-XX:MaxMetaspaceSize=28m", "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", "-XX:SoftRefLRUPolicyMSPerMB=0"); // the JDK refers to classes softly
        assertThat(said, containsString("3000 classes"));
        assertThat(said, not(containsString("WARNING")));
    }
}
