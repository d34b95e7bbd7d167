package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;
import static org.rmi4mpi.tests.serial.CopiedFields.assertCopied;
import static org.rmi4mpi.tests.serial.CopiedFields.extreme;
import static org.rmi4mpi.tests.serial.CopiedFields.fill;

import java.io.InvalidObjectException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.rmi4mpi.serial.FieldCopier;
import org.rmi4mpi.wire.ObjectCodes;

/** Generated copiers behave as interpreting ones do, and as the fields require. */
public class FieldCopiersTest implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Random random = new Random(1);

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
                fill(each, random);
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
            assertCopied(new Everything<>((boolean) extreme(boolean.class, random), (byte) extreme(byte.class, random),
                    (char) extreme(char.class, random), (short) extreme(short.class, random),
                    (int) extreme(int.class, random),
                    (long) extreme(long.class, random), (float) extreme(float.class, random),
                    (double) extreme(double.class, random),
                    "text", null, extreme(Object.class, random), List.of()));
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
}
