package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;
import static org.rmi4mpi.tests.serial.FormStreams.bytesOf;
import static org.rmi4mpi.tests.serial.FormStreams.read;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;
import org.rmi4mpi.serial.ArrayCopyInputStream;
import org.rmi4mpi.serial.ArrayCopyOutputStream;
import org.rmi4mpi.tests.runner.Deadline;

/**
 * Numbers, dates and unmodifiable collections are written and read without the hook methods of their classes. The bytes
 * and the answers are those of the longer way, which a stream takes if it replaces objects, or has a filter.
 */
@Deadline(60)
public class ShortFormsTest {
    private static final int RANDOM_VALUES = 300;
    private static final int FIRST_VALUES = 60;
    private static final int CHANGES = 30_000;
    private static final int LONGEST_NUMBER = 5000;
    private static final int LARGEST_ARRAY = 100_000;

    /** Refers to a collection that it is an element of. */
    private static final class Element implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object owner;
        private List<?> list;
        private final int number;

        Element(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Element element && element.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** The first one that is read is equal to all others. */
    private static final class Alike implements Serializable {
        private static final long serialVersionUID = 1L;
        private static boolean areAlike;

        @Override
        public boolean equals(Object other) {
            return areAlike || other == this;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private static final class Timed extends Date {
        private static final long serialVersionUID = 1L;

        private final String zone = "UTC";
    }

    private static final class Rounded extends BigDecimal {
        private static final long serialVersionUID = 1L;

        private final int places = 2;

        Rounded(String value) {
            super(value);
        }
    }

    private static List<Object> values(Random random) {
        List<Object> values = new ArrayList<>(List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE.negate(),
                BigInteger.valueOf(Long.MAX_VALUE), BigInteger.valueOf(Long.MIN_VALUE), BigInteger.ONE.shiftLeft(63),
                BigInteger.ONE.shiftLeft(64), BigInteger.ONE.shiftLeft(64).negate(), BigInteger.valueOf(255),
                BigInteger.valueOf(256), BigInteger.valueOf(-128), BigDecimal.ZERO, new BigDecimal("0.00"),
                BigDecimal.valueOf(Long.MIN_VALUE, Integer.MIN_VALUE), BigDecimal.valueOf(1, Integer.MAX_VALUE),
                new BigDecimal("12.50"), new Date(0), new Date(Long.MIN_VALUE), new Date(Long.MAX_VALUE), List.of(),
                List.of("a"), List.of("a", 1), List.of(1, 2, 3, 4), List.of(List.of(), List.of(Set.of(7))), Set.of(),
                Set.of("b"), Map.of(), Map.of("k", List.of(new Date(5))), Stream.of(1, 2, 3).toList(),
                Stream.of(1, null, 3).toList(), List.of(new byte[] {1, 2}.length, new BigInteger("77"))));
        for (int i = 0; i < RANDOM_VALUES; i++) {
            BigInteger number = new BigInteger(random.nextInt(i % 10 == 0 ? LONGEST_NUMBER : 130), random);
            values.add(random.nextBoolean() ? number : number.negate());
            values.add(new BigDecimal(number, random.nextInt()));
            values.add(new Date(random.nextLong()));
            values.add(List.of(new Object[random.nextInt(9)].length, "text " + i, number));
        }
        return values;
    }

    /** Their elements come in an order that differs from JVM to JVM, and with it the bytes. */
    private static List<Object> unordered(Random random) {
        List<Object> values = new ArrayList<>(List.of(Set.of(1, 2), Set.of(1, 2, 3, "x"), Map.of(1, "a", 2, "b")));
        for (int i = 0; i < RANDOM_VALUES; i++) {
            TreeSet<Integer> numbers = new TreeSet<>();
            random.ints(random.nextInt(40)).forEach(numbers::add);
            values.add(Set.copyOf(numbers));
            values.add(numbers.stream().collect(Collectors.toUnmodifiableMap(number -> number, List::of)));
        }
        return values;
    }

    private static Object passed(Object object) throws Exception {
        return read(bytesOf(object, false), null);
    }

    private static Object passedByJdk(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    @Test
    public void bytesAreThoseOfTheLongerWay() throws Exception {
        long seed = System.nanoTime();
        List<Object> values = values(new Random(seed));
        values.add(values.subList(0, FIRST_VALUES).toArray()); // no more than one chunk: chunks may end elsewhere
        for (Object value : values) {
            String text = "seed " + seed + ", " + value;
            byte[] bytes = bytesOf(value, false);
            assertThat(text, Arrays.equals(bytes, bytesOf(value, true)), is(true));
            assertSame(text, read(bytes, null), value);
            assertSame(text, read(bytes, info -> Status.UNDECIDED), value);
        }
    }

    private static void assertSame(String text, Object read, Object value) {
        assertThat(text, Objects.deepEquals(read, value), is(true));
        assertThat(text, read.getClass(), is((Object) value.getClass()));
    }

    @Test
    public void setsAndMapsComeWithAllElements() throws Exception {
        long seed = System.nanoTime();
        for (Object value : unordered(new Random(seed))) {
            String text = "seed " + seed + ", " + value;
            for (boolean replaces : new boolean[] {false, true}) {
                byte[] bytes = bytesOf(value, replaces);
                assertSame(text, read(bytes, null), value);
                assertSame(text, read(bytes, info -> Status.UNDECIDED), value);
            }
        }
    }

    @Test
    public void oneObjectStaysOne() throws Exception {
        Date date = new Date(1);
        BigInteger number = BigInteger.ONE.shiftLeft(100);
        BigDecimal price = new BigDecimal(number, 2);
        List<Object> list = List.of(date, number, price);
        Object[] read = (Object[]) passed(new Object[] {list, list, date, number, price, new BigDecimal(number, 3),
            new Date(1)});
        List<?> readList = (List<?>) read[0];
        assertThat(read[1], sameInstance(read[0]));
        assertThat(readList.get(0), sameInstance(read[2]));
        assertThat(readList.get(1), sameInstance(read[3]));
        assertThat(readList.get(2), sameInstance(read[4]));
        assertThat(((BigDecimal) read[5]).unscaledValue(), sameInstance(read[3]));
        assertThat(read[6] == read[2], is(false));
    }

    @Test
    public void unsharedObjectsAreNotReferredTo() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> list = List.of(new BigDecimal("1.5"));
        try (ObjectOutputStream out = new ArrayCopyOutputStream(bytes)) {
            out.writeUnshared(list);
            out.writeUnshared(list);
            out.writeObject(list);
        }
        ObjectInputStream in = new ArrayCopyInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(in.readUnshared(), is(list));
        assertThat(in.readObject(), is(list));
        assertThat(in.readObject(), is(list));
    }

    /** As in the JDK's streams: an element cannot refer to a collection that does not exist yet. */
    @Test
    public void elementsReferToWhatStandsForTheirCollection() throws Exception {
        Element first = new Element(1);
        List<?> list = List.of(first, "after");
        first.owner = list;
        for (Object read : new Object[] {passed(list), passedByJdk(list)}) {
            Element element = (Element) ((List<?>) read).get(0);
            assertThat(element.owner.getClass().getName(), is("java.util.CollSer"));
        }
        first.owner = null;
        first.list = list;
        assertThrows(ClassCastException.class, () -> passed(list));
        assertThrows(ClassCastException.class, () -> passedByJdk(list));
    }

    @Test
    public void anOwnerMayBeAnElementOfItsCollection() throws Exception {
        Element owner = new Element(3);
        owner.list = List.of(new Element(1), owner, "last");
        Element read = (Element) passed(owner);
        assertThat(read.list.get(1), sameInstance(read));
        assertThat(read.list.get(2), is("last"));
    }

    @Test
    public void equalElementsOfASetAreRefused() throws Exception {
        for (Object collection : new Object[] {Set.of(new Alike(), new Alike(), new Alike()),
            Map.of(new Alike(), 1, new Alike(), 2)}) {
            byte[] bytes = bytesOf(collection, false);
            Alike.areAlike = true;
            try {
                for (ObjectInputFilter filter : new ObjectInputFilter[] {null, info -> Status.UNDECIDED}) {
                    InvalidObjectException e =
                            assertThrows(InvalidObjectException.class, () -> read(bytes, filter));
                    assertThat(e.getCause(), instanceOf(IllegalArgumentException.class));
                }
            } finally {
                Alike.areAlike = false;
            }
        }
    }

    @Test
    public void subclassesKeepTheirFields() throws Exception {
        Timed timed = (Timed) passed(new Timed());
        assertThat(timed.zone, is("UTC"));
        Rounded rounded = (Rounded) passed(new Rounded("1.25"));
        assertThat(rounded.toString() + rounded.places, is("1.252"));
    }

    @Test
    public void elementsThatCannotBeWrittenAreNamed() {
        List<Object> list = List.of("fine", List.of(new Object()));
        NotSerializableException e = assertThrows(NotSerializableException.class, () -> bytesOf(list, false));
        NotSerializableException longer = assertThrows(NotSerializableException.class, () -> bytesOf(list, true));
        assertThat(e.getMessage().lines().findFirst(), is(longer.getMessage().lines().findFirst()));
    }

    /** What a filter sees is what the longer way has, and it can refuse it. */
    @Test
    public void filtersSeeTheClassesOfTheStream() throws Exception {
        byte[] bytes = bytesOf(List.of(new BigDecimal("1.5"), new Date(1)), false);
        List<String> seen = new ArrayList<>();
        read(bytes, info -> {
            if (info.serialClass() != null) {
                seen.add(info.serialClass().getName());
            }
            return Status.UNDECIDED;
        });
        assertThat(seen.get(0), is("java.util.CollSer"));
        assertThat(seen.containsAll(List.of("java.math.BigDecimal", "java.math.BigInteger", "[B", "java.util.Date")),
                is(true));
        for (String refused : List.of("java.util.CollSer", "java.math.BigInteger", "java.util.Date")) {
            assertThrows(InvalidClassException.class,
                    () -> read(bytes, ObjectInputFilter.Config.createFilter("!" + refused)));
        }
    }

    /**
     * Both ways make the same object from damaged bytes, or both fail. The JDK's method for collections allocates any
     * length that its filter permits.
     */
    @Test
    public void damagedBytesGiveTheSameOnBothWays() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<byte[]> good = new ArrayList<>();
        for (Object value : values(random).subList(0, FIRST_VALUES)) {
            good.add(bytesOf(new Object[] {value, "after", value, BigInteger.TWO, BigInteger.TEN}, false));
        }
        for (int i = 0; i < CHANGES; i++) {
            byte[] bytes = Mutation.of(random, good.get(random.nextInt(good.size())), good);
            assertThat("seed " + seed + ", change " + i, textOf(bytes, null),
                    is(textOf(bytes, ShortFormsTest::refuseLargeArrays)));
        }
    }

    private static Status refuseLargeArrays(ObjectInputFilter.FilterInfo info) {
        return info.arrayLength() > LARGEST_ARRAY ? Status.REJECTED : Status.UNDECIDED;
    }

    private static String textOf(byte[] bytes, ObjectInputFilter filter) {
        try {
            Object read = read(bytes, filter);
            return read instanceof Object[] array ? Arrays.deepToString(array) : read.getClass() + "";
        } catch (Exception | StackOverflowError e) {
            return "fails";
        }
    }
}
