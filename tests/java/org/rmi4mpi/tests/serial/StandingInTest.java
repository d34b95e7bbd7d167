package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.Test;

/** Behaviour that programs and their tests expect of the JDK's streams beyond the specification. */
public class StandingInTest extends StreamContract {
    /** Returns the hooks of a program that refuses one class. */
    private static ReaderHooks refusing(Class<?> refused) {
        return new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description,
                    Usual<ObjectStreamClass> usual) throws IOException, ClassNotFoundException {
                if (description.getName().equals(refused.getName())) {
                    throw new ClassNotFoundException("refused");
                }
                return usual.apply(description);
            }
        };
    }

    @Test
    public void classesOfTheJdkThatAreRefused() throws Exception {
        for (Object each : List.of(5, 5.0, true, 'a', new ArrayList<>(List.of("a", 1)), new HashMap<>(Map.of("a", 1)),
                new HashSet<>(Set.of("a", "b")))) {
            ObjectInputStream in = reader(bytesOf(each, new Object[] {each, "x"}, "next"), refusing(each.getClass()));
            for (int i = 0; i < 2; i++) {
                assertThat(assertThrows(ClassNotFoundException.class, in::readObject).getMessage(), is("refused"));
            }
            assertThat(in.readObject(), is("next"));
        }
    }

    /** Each reference counts, and each description of a superclass, even if it is null. */
    @Test
    public void referencesThatFiltersAreTold() throws Exception {
        Object[] own = new Object[7];
        own[6] = own;
        assertThat(mostReferences((Object) own), is(9L));
        assertThat(mostReferences((Object) new Integer[] {1, 2, 3}), is(7L));
        assertThat(mostReferences(Thread.State.NEW), is(2L));
        assertThat(mostReferences((Object) new Thread.State[] {Thread.State.NEW, Thread.State.BLOCKED}), is(6L));
    }

    private long mostReferences(Object object) throws Exception {
        long[] most = new long[1];
        ObjectInputStream in = reader(bytesOf(object));
        in.setObjectInputFilter(facts -> {
            most[0] = Math.max(most[0], facts.references());
            return ObjectInputFilter.Status.UNDECIDED;
        });
        in.readObject();
        return most[0];
    }

    record Overflowing(boolean overflows) implements Serializable {
        Overflowing {
            if (overflows) {
                throw new StackOverflowError("mine");
            }
        }
    }

    static class OverflowingWriter implements Serializable {
        private void writeObject(ObjectOutputStream out) {
            throw new StackOverflowError("mine");
        }
    }

    /** An error of the program's own is not reported as an error of the graph. */
    @Test
    public void overflowOfTheProgram() throws Exception {
        byte[] bytes = bytesOf(new Overflowing(false));
        assertThat(failureToWrite(StackOverflowError.class, new OverflowingWriter()).getMessage(), is("mine"));
        bytes[bytes.length - 1] = 1; // its only field stands last
        assertThat(failureToRead(StackOverflowError.class, bytes).getMessage(), is("mine"));
    }

    static class Endless implements Serializable {
        private void readObject(ObjectInputStream in) {
            readObject(in);
        }
    }

    /** A message that exceeds the stack is refused with an exception, which shows the reason. */
    @Test
    public void overflowOfTheStack() throws Exception {
        assumeAbleTo(Streams.Ability.DEEP_GRAPHS);
        assertThat(failureThrough(InvalidObjectException.class, new Endless()).getCause(),
                instanceOf(StackOverflowError.class));
    }

    /** The class has writeObject and no readObject, and its package is closed on JDK 24 and later. */
    @Test
    public void randomsOfThreads() throws Exception {
        assertThat(copy(ThreadLocalRandom.current()), sameInstance(ThreadLocalRandom.current()));
    }

    @Test
    public void descriptionThatIsNotFound() throws Exception {
        ObjectInputStream in = reader(bytesOf(new int[1]), new ReaderHooks() {
            @Override
            void describing() throws ClassNotFoundException {
                throw new ClassNotFoundException("no description");
            }
        });
        InvalidClassException failure = assertThrows(InvalidClassException.class, in::readObject);
        assertThat(failure.getMessage(), is("failed to read class descriptor"));
        assertThat(failure.getCause(), instanceOf(ClassNotFoundException.class));
    }

    static class Hidden {
        Hidden(int argument) {}
    }

    static class OfHidden extends Hidden implements Serializable {
        int zero;
        long small = 1;

        OfHidden() {
            super(0);
        }
    }

    /** The bytes of an object that could not be read are not taken for another object. */
    @Test
    public void nextOneAfterOneThatIsNotRead() throws Exception {
        ObjectInputStream in = reader(bytesOf(new OfHidden(), "next"));
        assertThrows(InvalidClassException.class, in::readObject);
        assertThrows(StreamCorruptedException.class, in::readObject);
        assertThrows(StreamCorruptedException.class, in::readObject);
    }

    static class WritesItsFields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("truth", boolean.class), new ObjectStreamField("letter", char.class),
            new ObjectStreamField("number", int.class), new ObjectStreamField("big", double.class),
            new ObjectStreamField("text", String.class)
        };

        transient List<Object> read;

        @SuppressWarnings("deprecation") // it is what is tested
        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("number", 7);
            fields.put("text", "text");
            fields.put("truth", true);
            fields.put("letter", 'x');
            fields.put("big", 2.5);
            fields.write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            read = List.of(in.readDouble(), in.readChar(), in.readInt(), in.readBoolean(), in.readObject());
        }
    }

    /**
     * The fields are written without names, as a program would write them, in the order of the fields: by name,
     * references last.
     */
    @Test
    public void fieldsThatAreWrittenAsValues() throws Exception {
        assertThat(copy(new WritesItsFields()).read, is(List.of(2.5, 'x', 7, true, "text")));
    }

    /** All fields are objects. Objects that were written one by one may be read as fields, and vice versa. */
    static class Objects implements Serializable {
        private static int writing;
        private static int reading;

        String first = "a";
        String second = "b";

        @SuppressWarnings("deprecation")
        private void writeObject(ObjectOutputStream out) throws IOException {
            if (writing == 0) {
                out.defaultWriteObject();
            } else if (writing == 1) {
                out.writeObject(first);
                out.writeObject(second);
            } else {
                ObjectOutputStream.PutField fields = out.putFields();
                fields.put("second", "b");
                fields.put("first", "a");
                fields.write(out);
            }
            out.writeObject("more");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            first = null;
            second = null;
            if (reading == 0) {
                in.defaultReadObject();
            } else if (reading == 1) {
                first = (String) in.readObject();
                second = (String) in.readObject();
            } else {
                ObjectInputStream.GetField fields = in.readFields();
                first = (String) fields.get("first", "none");
                second = (String) fields.get("second", "none");
            }
            assertThat(in.readObject(), is("more"));
        }
    }

    @Test
    public void fieldsThatAreObjects() throws Exception {
        for (Objects.writing = 0; Objects.writing < 3; Objects.writing++) {
            for (Objects.reading = 0; Objects.reading < 3; Objects.reading++) {
                ObjectInputStream in = reader(bytesOf(new Objects(), "next"));
                Objects read = (Objects) in.readObject();
                assertThat(read.first + read.second, is("ab"));
                assertThat(in.readObject(), is("next"));
            }
        }
    }

    @Test
    public void resetIsHandedOn() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = streams.output(bytes);
        out.writeObject("text");
        out.flush();
        int before = bytes.size();
        out.reset();
        assertThat(bytes.size() > before, is(true));
    }

    record Nothing() implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("x", int.class)};
    }

    @Test
    public void recordIgnoresAListOfFields() throws Exception {
        assertThat(copy(new Nothing()), is(new Nothing()));
    }

    /** A list with a duplicate name is ignored by the writer's JDK and by the reader's. */
    @Test
    public void fieldsNamedTwice() throws Exception {
        String uid = "private static final long serialVersionUID = 1; ";
        Version good = Version.of("class Twice implements Serializable { " + uid + "int i = 1; }");
        Version bad = Version.of("class Twice implements Serializable { " + uid + "int i = 1; "
                + "private static final ObjectStreamField[] serialPersistentFields = {"
                + "new ObjectStreamField(\"i\", int.class), new ObjectStreamField(\"i\", int.class) }; }");
        String reason = "multiple serializable fields named i";
        assertThat(failureToWrite(InvalidClassException.class, bad.make("Twice")).getMessage().endsWith(reason),
                is(true));
        ObjectInputStream in = reader(bytesOf(good.make("Twice")), ReaderHooks.loading(bad));
        assertThat(assertThrows(InvalidClassException.class, in::readObject).getMessage().endsWith(reason), is(true));
    }

    /** In protocol version 1 classes are described as before, and no hook is asked. */
    @Test
    public void firstVersionOfTheProtocol() throws Exception {
        int[] described = new int[1];
        WriterHooks hooks = new WriterHooks() {
            @Override
            void describing() {
                described[0]++;
            }
        };
        byte[] bytes = written(hooks, out -> {
            out.useProtocolVersion(ObjectStreamConstants.PROTOCOL_VERSION_1);
            out.writeObject(new int[] {5});
        });
        assertThat(described[0], is(0));
        assertThat(((int[]) read(bytes))[0], is(5));
        written(hooks, out -> out.writeObject(new int[] {5}));
        assertThat(described[0], is(1));
    }

    /** Boxes are new objects although they are equal, and although boxing would reuse cached ones. */
    @Test
    public void boxesAreNewObjects() throws Exception {
        for (Object each : List.of(true, (byte) 1, 'a', (short) 1, 1, 1L, 1f, 1.0)) {
            Object read = copy(each);
            assertThat(read, is(each));
            assertThat(read, not(sameInstance(each)));
        }
        Object[] twice = copy(new Object[] {1, 1});
        assertThat(twice[0], sameInstance(twice[1]));
    }

    @Test
    public void emptyStringIsTheOneOfPrograms() throws Exception {
        assumeAbleTo(Streams.Ability.ONE_EMPTY_STRING);
        assertThat(copy(new String("")), sameInstance(""));
    }

    static class Described implements Serializable {
        String text = "text";
        int number = 1;
        transient ObjectStreamClass description;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            description = in.readFields().getObjectStreamClass();
        }
    }

    /** For a field that is a reference, a stream has only the name of its type. */
    @Test
    public void typesInDescriptions() throws Exception {
        ObjectStreamClass description = copy(new Described()).description;
        assertThat(description.forClass(), sameInstance((Object) Described.class));
        assertThat(description.getField("text").getType(), sameInstance((Object) Object.class));
        assertThat(description.getField("text").getTypeString(), is("Ljava/lang/String;"));
        assertThat(description.getField("number").getType(), sameInstance((Object) int.class));
        assertThat(description.getField("none"), nullValue());
    }
}
