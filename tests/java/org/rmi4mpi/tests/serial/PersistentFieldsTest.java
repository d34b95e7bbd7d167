package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** Fields that a class names itself, by serialPersistentFields, PutField and GetField. */
public class PersistentFieldsTest extends StreamContract {
    static class Named implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("truth", boolean.class), new ObjectStreamField("octet", byte.class),
            new ObjectStreamField("letter", char.class), new ObjectStreamField("small", short.class),
            new ObjectStreamField("number", int.class), new ObjectStreamField("big", long.class),
            new ObjectStreamField("single", float.class), new ObjectStreamField("twofold", double.class),
            new ObjectStreamField("text", String.class), new ObjectStreamField("array", int[].class),
        };

        transient List<Object> values = new ArrayList<>();
        transient List<Boolean> defaulted = new ArrayList<>();
        transient boolean putsAll = true;

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            if (putsAll) {
                fields.put("truth", true);
                fields.put("octet", (byte) -1);
                fields.put("letter", 'x');
                fields.put("small", (short) -2);
                fields.put("number", -3);
                fields.put("big", -4L);
                fields.put("single", -5f);
                fields.put("twofold", -6d);
                fields.put("text", "seven");
                fields.put("array", new int[] {8});
            }
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            values = List.of(fields.get("truth", false), fields.get("octet", (byte) 9), fields.get("letter", '9'),
                    fields.get("small", (short) 9), fields.get("number", 9), fields.get("big", 9L),
                    fields.get("single", 9f), fields.get("twofold", 9d), "" + fields.get("text", "nine"),
                    fields.get("array", null) == null ? 0 : ((int[]) fields.get("array", null))[0]);
            defaulted = new ArrayList<>();
            for (ObjectStreamField field : fields.getObjectStreamClass().getFields()) {
                defaulted.add(fields.defaulted(field.getName()));
            }
        }
    }

    @Test
    public void fieldsOfAllKinds() throws Exception {
        Named read = copy(new Named());
        assertThat(read.values, is(List.of(true, (byte) -1, 'x', (short) -2, -3, -4L, -5f, -6d, "seven", 8)));
        assertThat(read.defaulted.contains(true), is(false));
        assertThat(read.defaulted.size(), is(10));
    }

    /** A field that is not put is written as zero, and so the reader does not take a default for it. */
    @Test
    public void fieldsThatAreNotPut() throws Exception {
        Named written = new Named();
        written.putsAll = false;
        assertThat(copy(written).values,
                is(List.of(false, (byte) 0, '\0', (short) 0, 0, 0L, 0f, 0d, "null", 0)));
    }

    static class Subset implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("kept", int.class)
        };

        int kept = 1;
        int left = 2;
    }

    @Test
    public void onlyNamedFieldsTravelByDefault() throws Exception {
        Subset read = copy(new Subset());
        assertThat(read.kept, is(1));
        assertThat(read.left, is(0));
    }

    static class TransientNamed implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("value", int.class)
        };

        transient int value = 3;
    }

    @Test
    public void namedFieldTravelsThoughTransient() throws Exception {
        assertThat(copy(new TransientNamed()).value, is(3));
    }

    static class NoFields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {};

        int left = 3;
    }

    @Test
    public void noFieldsAreNamed() throws Exception {
        assertThat(copy(new NoFields()).left, is(0));
    }

    static class NamedByAnother implements Serializable {
        /** Not private, so that it has no meaning. */
        static final ObjectStreamField[] serialPersistentFields = {};

        int kept = 3;
    }

    @Test
    public void namesThatAreNotPrivateAreIgnored() throws Exception {
        assertThat(copy(new NamedByAnother()).kept, is(3));
    }

    static class Twice implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("value", int.class), new ObjectStreamField("value", int.class)
        };

        int value;
    }

    @Test
    public void fieldNamedTwice() throws Exception {
        failureToWrite(InvalidClassException.class, new Twice());
    }

    static class WrongType implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("value", int.class)
        };

        String value = "text";
    }

    /** A field that is declared with a wrong type has no field of the class behind it. */
    @Test
    public void fieldNamedAsAnotherType() throws Exception {
        failureToWrite(InvalidClassException.class, new WrongType());
    }

    interface Step {
        void on(ObjectOutputStream.PutField put, ObjectInputStream.GetField get) throws Exception;
    }

    static class Tries implements Serializable {
        static Step writing = (put, get) -> {};
        static Step reading = (put, get) -> {};

        int number = 1;
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            run(writing, fields, null);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            run(reading, null, in.readFields());
        }

        private static void run(Step step, ObjectOutputStream.PutField put, ObjectInputStream.GetField get)
                throws IOException {
            try {
                step.on(put, get);
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        static void set(Step writing, Step reading) {
            Tries.writing = writing;
            Tries.reading = reading;
        }
    }

    @Test
    public void namesAndTypesThatAreNotThere() throws Exception {
        Tries.set((put, get) -> {
            put.put("number", 5);
            assertNoField("none with type int", () -> put.put("none", 1));
            assertNoField("number with type long", () -> put.put("number", 1L));
            assertNoField("number with type class java.lang.Object", () -> put.put("number", "text"));
            assertNoField("text with type boolean", () -> put.put("text", true));
        }, (put, get) -> {
            assertThat(get.get("number", 0), is(5));
            assertNoField("none with type int", () -> get.get("none", 1));
            assertNoField("number with type long", () -> get.get("number", 1L));
            assertNoField("number with type class java.lang.Object", () -> get.get("number", "text"));
            assertThrows(IllegalArgumentException.class, () -> get.defaulted("none"));
            assertThat(get.getObjectStreamClass().forClass(), sameInstance((Object) Tries.class));
        });
        copy(new Tries());
    }

    private static void assertNoField(String what, ThrowingRunnable call) {
        assertThat(assertThrows(IllegalArgumentException.class, call).getMessage(), is("no such field " + what));
    }

    /** Fields are put in any order, and the last of several puts counts. */
    @Test
    public void fieldsInAnyOrder() throws Exception {
        Tries.set((put, get) -> {
            put.put("text", "before");
            put.put("number", 5);
            put.put("number", 6);
            put.put("text", "after");
        }, (put, get) -> {
            for (int i = 0; i < 2; i++) {
                assertThat(get.get("text", null), is((Object) "after"));
                assertThat(get.get("number", 0), is(6));
                assertThat(get.defaulted("text"), is(false));
                assertThat(get.get("number", 0), is(6));
            }
        });
        copy(new Tries());
    }

    static class FieldsTwice implements Serializable {
        int value = 1;
        transient boolean same;

        private void writeObject(ObjectOutputStream out) throws IOException {
            assertThrows(NotActiveException.class, out::writeFields);
            ObjectOutputStream.PutField fields = out.putFields();
            same = out.putFields() == fields;
            fields.put("value", 6);
            out.writeFields();
        }
    }

    /** The exception is a value like any other. It does not mean a missing class. */
    @Test
    public void fieldThatIsAClassNotFoundException() throws Exception {
        ClassNotFoundException read = copy(new ClassNotFoundException("outer", new ClassNotFoundException("inner")));
        assertThat(read.getCause().getMessage(), is("inner"));
    }

    @Test
    public void putFieldsGivesTheSameOnce() throws Exception {
        FieldsTwice written = new FieldsTwice();
        assertThat(copy(written).value, is(6));
        assertThat(written.same, is(true));
    }

    static class WritesTwice implements Serializable {
        int value = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(new FieldsTwice());
            assertThrows(NotActiveException.class, out::defaultWriteObject);
            assertThrows(NotActiveException.class, out::putFields);
        }
    }

    @Test
    public void fieldsAreWrittenOnce() throws Exception {
        assertThat(copy(new WritesTwice()).value, is(1));
    }

    @Test
    public void onlyInsideAHook() throws Exception {
        byte[] bytes = written(out -> {
            assertThrows(NotActiveException.class, out::putFields);
            assertThrows(NotActiveException.class, out::writeFields);
            out.writeInt(1);
        });
        ObjectInputStream in = reader(bytes);
        assertThrows(NotActiveException.class, in::readFields);
        assertThat(in.readInt(), is(1));
    }

    static class Unshared implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("own", int[].class, true), new ObjectStreamField("shared", int[].class)
        };

        int[] own;
        int[] shared;
    }

    @Test
    public void unsharedFieldIsWrittenAnew() throws Exception {
        Unshared written = new Unshared();
        written.own = new int[] {1};
        written.shared = written.own;
        Unshared read = copy(written);
        assertThat(read.own, not(sameInstance(read.shared)));
        assertThat(read.own[0], is(1));
        assertThat(read.shared[0], is(1));
        assertThat(ObjectStreamClass.lookup(Unshared.class).getField("own").isUnshared(), is(true));
    }

    @Test
    public void unsharedFieldOfAnObjectThatWasWrittenBefore() throws Exception {
        Unshared written = new Unshared();
        written.own = new int[] {1};
        ObjectInputStream in = reader(bytesOf(written.own, written));
        int[] first = (int[]) in.readObject();
        assertThat(((Unshared) in.readObject()).own, not(sameInstance(first)));
    }

    static class OwnsItself implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("self", Object.class, true)
        };

        Object self = this;
    }

    /** The graph is infinite. The JDK's writer ends with its stack, and ours has to end before the memory does. */
    @Test
    public void unsharedFieldThatHoldsItsOwnObject() throws Exception {
        ObjectOutputStream out = streams.output(java.io.OutputStream.nullOutputStream());
        Throwable failure = assertThrows(Throwable.class, () -> out.writeObject(new OwnsItself()));
        assertThat(failure instanceof StackOverflowError || failure instanceof InvalidObjectException, is(true));
    }

    static class SharedAtWriter implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("text", Object.class)
        };

        private final Object text;

        SharedAtWriter(Object text) {
            this.text = text;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUnshared(text);
            out.putFields().put("text", text);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Object first = in.readUnshared();
            Object second = in.readFields().get("text", null);
            if (first == second || second == null) {
                throw new InvalidObjectException("shared");
            }
        }
    }

    @Test
    public void unsharedObjectAndFieldsTogether() throws Exception {
        assertThat(copy(new SharedAtWriter(new Named())).text, nullValue());
    }
}
