package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.io.Externalizable;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.List;
import org.junit.Test;

/** Records: their components travel, and their canonical constructor makes them. */
public class RecordsTest extends StreamContract {
    record Point(int x, double y, String label, Point next, int[] values) implements Serializable {}

    @Test
    public void components() throws Exception {
        Point read = copy(new Point(1, 2.5, "label", new Point(3, 4, null, null, null), new int[] {5, 6}));
        assertThat(read.x, is(1));
        assertThat(read.y, is(2.5));
        assertThat(read.label, is("label"));
        assertThat(read.next, is(new Point(3, 4, null, null, null)));
        assertThat(read.values[1], is(6));
    }

    record Kinds(boolean a, byte b, char c, short d, int e, long f, float g, double h) implements Serializable {}

    record None() implements Serializable {}

    record Generic<T, U extends Comparable<U>>(T first, List<U> others) implements Serializable {}

    @Test
    public void allKindsOfComponents() throws Exception {
        Kinds kinds = new Kinds(true, (byte) -1, 'c', (short) -2, 3, -4, 5.5f, -6.5);
        assertThat(copy(kinds), is(kinds));
        assertThat(copy(new None()), is(new None()));
        Generic<Object, String> generic = new Generic<>(new None(), List.of("a", "b"));
        assertThat(copy(generic), is(generic));
    }

    record Counted(int value) implements Serializable {
        static int constructed;

        Counted {
            constructed++;
        }
    }

    @Test
    public void canonicalConstructorRunsOnce() throws Exception {
        byte[] bytes = bytesOf(new Counted(1), new Counted(2));
        Counted.constructed = 0;
        ObjectInputStream in = reader(bytes);
        assertThat(in.readObject(), is(new Counted(1)));
        assertThat(in.readObject(), is(new Counted(2)));
        assertThat("two of them read, two to compare with", Counted.constructed, is(4));
    }

    record Checked(int low, int high) implements Serializable {
        static boolean lenient = true;

        Checked {
            if (low > high && !lenient) {
                throw new IllegalArgumentException(low + " > " + high);
            }
        }
    }

    @Test
    public void exceptionOfTheConstructor() throws Exception {
        Checked.lenient = true;
        byte[] bytes = bytesOf(new Checked(2, 1));
        Checked.lenient = false;
        InvalidObjectException failure = failureToRead(InvalidObjectException.class, bytes);
        assertThat(failure.getMessage(), containsString("2 > 1"));
        assertThat(failure.getCause(), instanceOf(IllegalArgumentException.class));
    }

    /** Throws what it likes when it is read. */
    record Throwing(Exception thrown) implements Serializable {
        static boolean reads;

        Throwing {
            if (reads) {
                Throwing.<RuntimeException>throwAny(thrown);
            }
        }

        @SuppressWarnings("unchecked")
        private static <E extends Exception> void throwAny(Exception e) throws E {
            throw (E) e;
        }
    }

    static class FailsToBeRead implements Serializable {
        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("in a hook");
        }
    }

    /** Exceptions of the constructor become causes, whatever their type. Exceptions of the components do not. */
    @Test
    public void exceptionsOfAnyType() throws Exception {
        for (Exception each : List.of(new java.io.IOException("io"), new ClassNotFoundException("class"),
                new ClassCastException("cast"), new InterruptedException("checked"))) {
            Throwing.reads = false;
            byte[] bytes = bytesOf(new Throwing(each));
            Throwing.reads = true;
            InvalidObjectException failure = failureToRead(InvalidObjectException.class, bytes);
            assertThat(failure.getCause(), instanceOf(each.getClass()));
        }
        failureThrough(IllegalStateException.class, new Pair(new FailsToBeRead(), null));
    }

    record Hooked(int value) implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {};

        private void writeObject(ObjectOutputStream out) {
            throw new AssertionError("not of a record");
        }

        private void readObject(ObjectInputStream in) {
            throw new AssertionError("not of a record");
        }

        private void readObjectNoData() {
            throw new AssertionError("not of a record");
        }
    }

    @Test
    public void hooksAndPersistentFieldsHaveNoMeaning() throws Exception {
        assertThat(copy(new Hooked(5)), is(new Hooked(5)));
        assertThat(ObjectStreamClass.lookup(Hooked.class).getSerialVersionUID(), is(0L));
    }

    record Replacing(int value) implements Serializable {
        private Object writeReplace() {
            return new Resolving("" + value);
        }
    }

    record Resolving(String text) implements Serializable {
        private Object readResolve() {
            return "resolved " + text;
        }
    }

    @Test
    public void replacement() throws Exception {
        assertThat(through(new Replacing(7)), is("resolved 7"));
    }

    record External(int value) implements Externalizable {
        public External() {
            this(0);
        }

        @Override
        public void writeExternal(ObjectOutput out) {
            throw new AssertionError("not of a record");
        }

        @Override
        public void readExternal(ObjectInput in) {
            throw new AssertionError("not of a record");
        }
    }

    /** Its serialization methods have no meaning, since it is a record. */
    @Test
    public void externalizableRecord() throws Exception {
        assertThat(copy(new External(7)), is(new External(7)));
    }

    record NotMarked(int value) {}

    @Test
    public void recordThatIsNotSerializable() throws Exception {
        assertThat(failureToWrite(java.io.NotSerializableException.class, new NotMarked(1)).getMessage(),
                is(NotMarked.class.getName()));
    }

    record Pair(Object first, Object second) implements Serializable {}

    @Test
    public void sharedReferences() throws Exception {
        Object shared = new int[] {1};
        Pair inner = new Pair(shared, "text");
        Pair read = copy(new Pair(inner, new Pair(inner, shared)));
        assertThat(((Pair) read.second).first, sameInstance(read.first));
        assertThat(((Pair) read.second).second, sameInstance(((Pair) read.first).first));
    }

    /** A record does not exist before its components. A component that refers back to it finds null. */
    @Test
    public void cycleThroughARecord() throws Exception {
        Object[] array = new Object[1];
        Pair pair = new Pair(array, 5);
        array[0] = pair;
        Pair read = copy(pair);
        assertThat(read.second, is(5));
        assertThat(((Object[]) read.first)[0], nullValue());
    }

    /** The opposite direction: the array exists before the record. */
    @Test
    public void cycleThroughARecordFromOutside() throws Exception {
        Object[] array = new Object[1];
        array[0] = new Pair(array, 5);
        Object[] read = copy(array);
        assertThat(((Pair) read[0]).first, sameInstance(read));
    }

    record Outer(Inner inner, Runner runner) implements Serializable {
        record Inner(int value) implements Serializable {}

        enum Runner { FAST }
    }

    @Test
    public void recordsInRecords() throws Exception {
        Outer outer = new Outer(new Outer.Inner(3), Outer.Runner.FAST);
        assertThat(copy(outer), is(outer));
    }

    @Test
    public void localRecord() throws Exception {
        record Local(String text) implements Serializable {}
        assertThat(copy(new Local("here")), is(new Local("here")));
    }

    @Test
    public void arrayOfRecords() throws Exception {
        Counted[] read = copy(new Counted[] {new Counted(1), null, new Counted(3)});
        assertThat(read[2], is(new Counted(3)));
        assertThat(read[1], nullValue());
    }

    record Wide(int a0, long a1, String a2, int a3, long a4, String a5, int a6, long a7, String a8, int a9, long b0,
            String b1, int b2, long b3, String b4, int b5, long b6, String b7, int b8, long b9, double c0, float c1,
            Object c2, short c3, byte c4, char c5, boolean c6, Object c7) implements Serializable {}

    @Test
    public void manyComponents() throws Exception {
        Wide wide = new Wide(0, 1, "2", 3, 4, "5", 6, 7, "8", 9, 10, "11", 12, 13, "14", 15, 16, "17", 18, 19, 20,
                21, "22", (short) 23, (byte) 24, '5', true, "27");
        assertThat(copy(wide), is(wide));
    }

    record Mutable(List<Object> list) implements Serializable {
        Mutable {
            list = List.copyOf(list);
        }
    }

    @Test
    public void constructorThatCopies() throws Exception {
        assertThat(copy(new Mutable(List.of(1, "a"))).list, is(List.of(1, "a")));
    }
}
