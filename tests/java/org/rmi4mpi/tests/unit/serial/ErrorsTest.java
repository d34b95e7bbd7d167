package org.rmi4mpi.tests.unit.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.io.WriteAbortedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.Test;

/** What goes wrong: in the program, in its hooks, and in the streams beneath. */
public class ErrorsTest extends StreamContract {
    static class Unwritable {}

    static class Holder implements Serializable {
        Object first;
        int number = 1;

        Holder(Object first) {
            this.first = first;
        }
    }

    @Test
    public void notSerializable() throws Exception {
        for (Object object : new Object[] {new Unwritable(), new Object(), new Thread(), Optional.of(1),
            new ByteArrayOutputStream()}) {
            NotSerializableException failure = failureToWrite(NotSerializableException.class, object);
            assertThat(failure.getMessage(), containsString(object.getClass().getName()));
        }
    }

    /** An array may hold what can be written, though its type says nothing of it. */
    @Test
    public void arrayOfATypeThatIsNotSerializable() throws Exception {
        assertThat(copy(new Unwritable[0]).length, is(0));
        assertThat(copy(new Unwritable[1]).length, is(1));
        assertThat(copy(new Runnable[2]).length, is(2));
        failureToWrite(NotSerializableException.class, new Unwritable[] {new Unwritable()});
    }

    /** Where it was met, for whoever has to find the field. */
    @Test
    public void notSerializableDeepInside() throws Exception {
        Object graph = new Holder(new ArrayList<>(List.of(new Object[] {new Holder(new Unwritable())})));
        NotSerializableException failure = failureToWrite(NotSerializableException.class, graph);
        assertThat(failure.getMessage(), containsString(Unwritable.class.getName()));
        if (streams.can(Streams.Ability.PATHS_IN_ERRORS)) {
            assertThat(failure.getMessage(), containsString("first"));
            assertThat(failure.getMessage(), containsString(Holder.class.getName()));
        }
    }

    @Test
    public void streamGoesOnAfterAnAbortedWrite() throws Exception {
        byte[] bytes = written(out -> {
            out.writeObject("before");
            assertThrows(NotSerializableException.class, () -> out.writeObject(new Holder(new Unwritable())));
            out.writeObject("after");
            out.writeInt(5);
        });
        ObjectInputStream in = reader(bytes);
        assertThat(in.readObject(), is("before"));
        WriteAbortedException failure = assertThrows(WriteAbortedException.class, in::readObject);
        assertThat(failure.getCause(), instanceOf(NotSerializableException.class));
        assertThat(failure.getMessage(), containsString("writing aborted"));
        assertThat(in.readObject(), is("after"));
        assertThat(in.readInt(), is(5));
    }

    static class FailsToWrite implements Serializable {
        private final transient Exception failure;

        FailsToWrite(Exception failure) {
            this.failure = failure;
        }

        private void writeObject(ObjectOutputStream out) throws Exception {
            out.writeInt(1);
            out.writeObject("written");
            throw failure;
        }
    }

    @Test
    public void exceptionOfAHookIsTheSame() throws Exception {
        IOException checked = new InvalidObjectException("checked");
        assertThat(failureToWrite(IOException.class, new FailsToWrite(checked)), sameInstance(checked));
        RuntimeException unchecked = new IllegalStateException("unchecked");
        assertThat(failureToWrite(RuntimeException.class, new FailsToWrite(unchecked)), sameInstance(unchecked));
    }

    @Test
    public void readerIsToldOfTheException() throws Exception {
        byte[] bytes = written(out -> assertThrows(InvalidObjectException.class,
                () -> out.writeObject(new Holder(new FailsToWrite(new InvalidObjectException("why"))))));
        WriteAbortedException failure = failureToRead(WriteAbortedException.class, bytes);
        assertThat(failure.getCause().getMessage(), is("why"));
    }

    /** The objects of an aborted message are forgotten on both sides. */
    @Test
    public void abortedObjectsAreForgotten() throws Exception {
        Holder holder = new Holder("value");
        byte[] bytes = written(out -> {
            out.writeObject(holder);
            assertThrows(NotSerializableException.class,
                    () -> out.writeObject(new Object[] {holder, new Unwritable()}));
            out.writeObject(holder);
        });
        ObjectInputStream in = reader(bytes);
        in.readObject();
        assertThrows(WriteAbortedException.class, in::readObject);
        assertThat(((Holder) in.readObject()).first, is("value"));
    }

    static class Catches implements Serializable {
        private void writeObject(ObjectOutputStream out) throws IOException {
            assertThrows(NotSerializableException.class, () -> out.writeObject(new Unwritable()));
            out.writeObject("instead");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            assertThat(in.readObject(), is("instead"));
        }
    }

    @Test
    public void hookThatCatchesAndWritesAnother() throws Exception {
        ObjectInputStream in = reader(bytesOf(new Catches(), "next"));
        in.readObject();
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void endOfTheStream() throws Exception {
        ObjectInputStream in = reader(bytesOf("only"));
        in.readObject();
        assertThat(in.available(), is(0));
        assertThat(in.read(), is(-1));
        assertThrows(EOFException.class, in::readObject);
        assertThrows(EOFException.class, in::readUnshared);
        assertThrows(EOFException.class, in::readInt);
    }

    @Test
    public void truncatedStreams() throws Exception {
        byte[] whole = bytesOf(new Holder(new Object[] {"text", new int[] {1, 2}, new Holder(null)}));
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThrows("of " + length, IOException.class, () -> read(part));
        }
    }

    @Test
    public void noStreamAtAll() {
        assertThrows(EOFException.class, () -> read(new byte[0]));
        assertThrows(StreamCorruptedException.class,
                () -> read("this is no stream of objects, is it?".getBytes()));
    }

    private static OutputStream failingAfter(int count) {
        return new OutputStream() {
            private int written;

            @Override
            public void write(int b) throws IOException {
                if (++written > count) {
                    throw new IOException("no space left");
                }
            }
        };
    }

    @Test
    public void outputBeneathFails() throws Exception {
        ObjectOutputStream out = streams.output(failingAfter(20_000));
        IOException failure = assertThrows(IOException.class, () -> {
            out.writeObject(new byte[30_000]);
            out.flush();
        });
        assertThat(failure.getMessage(), is("no space left"));
    }

    @Test
    public void inputBeneathFails() throws Exception {
        byte[] bytes = bytesOf((Object) new byte[30_000]);
        ObjectInputStream in = streams.input(new FilterInputStream(new ByteArrayInputStream(bytes)) {
            private int count;

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                int n = super.read(to, offset, Math.min(length, 1000));
                if ((count += n) > 20_000) {
                    throw new IOException("cable cut");
                }
                return n;
            }
        });
        assertThat(assertThrows(IOException.class, in::readObject).getMessage(), is("cable cut"));
    }

    @Test
    public void inputThatComesByteByByte() throws Exception {
        byte[] bytes = bytesOf(new Holder(new Object[] {"text", new double[500], new Holder(5)}), "next");
        ObjectInputStream in = streams.input(new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                return super.read(to, offset, Math.min(length, 1));
            }

            @Override
            public int available() {
                return 0;
            }
        });
        assertThat(((Holder) ((Object[]) ((Holder) in.readObject()).first)[2]).first, is(5));
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void flushAndClose() throws Exception {
        List<String> calls = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = streams.output(new FilterOutputStream(bytes) {
            @Override
            public void flush() throws IOException {
                calls.add("flush");
                super.flush();
            }

            @Override
            public void close() throws IOException {
                calls.add("close");
                super.close();
            }
        });
        calls.clear();
        out.writeObject("text");
        out.writeInt(7);
        out.flush();
        assertThat(calls, contains("flush"));
        ObjectInputStream in = reader(bytes.toByteArray());
        assertThat(in.readObject(), is("text"));
        assertThat(in.readInt(), is(7));
        out.close();
        assertThat(calls.contains("close"), is(true));
    }

    @Test
    public void readerIsClosed() throws Exception {
        boolean[] closed = new boolean[1];
        ObjectInputStream in = streams.input(new FilterInputStream(new ByteArrayInputStream(bytesOf("a", "b"))) {
            @Override
            public void close() throws IOException {
                closed[0] = true;
                super.close();
            }
        });
        in.readObject();
        in.close();
        assertThat(closed[0], is(true));
    }

    static class Validated implements Serializable, ObjectInputValidation {
        static final List<String> ORDER = new ArrayList<>();

        String name;
        Validated part;
        int priority;
        boolean valid;

        Validated(String name, int priority, boolean valid, Validated part) {
            this.name = name;
            this.priority = priority;
            this.valid = valid;
            this.part = part;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(this, priority);
            in.defaultReadObject();
            in.registerValidation(() -> ORDER.add("lambda of " + name), 1000);
            assertThrows(InvalidObjectException.class, () -> in.registerValidation(null, 0));
        }

        @Override
        public void validateObject() throws InvalidObjectException {
            ORDER.add(name);
            if (!valid) {
                throw new InvalidObjectException(name + " is not valid");
            }
        }
    }

    @Test
    public void validationsRunAtTheEndByPriority() throws Exception {
        Validated.ORDER.clear();
        copy(new Validated("one", 0, true, new Validated("two", 0, true, null)));
        assertThat(Validated.ORDER.subList(0, 2).stream().allMatch(text -> text.startsWith("lambda")), is(true));
        assertThat(Validated.ORDER.size(), is(4));
    }

    @Test
    public void validationThatFails() throws Exception {
        Validated.ORDER.clear();
        ObjectInputStream in = reader(bytesOf(new Validated("one", 5, false, null), "next"));
        InvalidObjectException failure = assertThrows(InvalidObjectException.class, in::readObject);
        assertThat(failure.getMessage(), is("one is not valid"));
        assertThat(Validated.ORDER, contains("lambda of one", "one"));
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void validationOutsideAHook() throws Exception {
        ObjectInputStream in = reader(bytesOf("a"));
        assertThrows(NotActiveException.class, () -> in.registerValidation(() -> {}, 0));
    }
}
