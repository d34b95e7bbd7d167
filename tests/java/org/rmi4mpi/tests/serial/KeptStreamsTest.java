package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.junit.Test;

/** A thread keeps its streams for the next message. Nothing of the previous message remains in them. */
public class KeptStreamsTest {
    private final Messages messages = new Messages();

    interface Writing {
        void to(ObjectOutputStream out) throws IOException;
    }

    interface Reading {
        void from(ObjectInputStream in) throws IOException, ClassNotFoundException;
    }

    static class Scripted implements Serializable {
        static Writing writing;
        static Reading reading;

        private void writeObject(ObjectOutputStream out) throws IOException {
            writing.to(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            reading.from(in);
        }
    }

    @Before
    public void doNothing() {
        Scripted.writing = out -> {};
        Scripted.reading = in -> {};
    }

    private void assertNextOnesAreWell() throws Exception {
        Object deep = null;
        for (int i = 0; i < 1000; i++) {
            deep = new Object[] {deep, i};
        }
        for (int i = 0; i < 3; i++) {
            assertThat(Models.areAlike(Samples.control(), messages.copy(Samples.control())), is(true));
            Object each = messages.copy(deep);
            for (int n = 999; n >= 0; n--) {
                assertThat(((Object[]) each)[1], is(n));
                each = ((Object[]) each)[0];
            }
            messages.agree();
        }
    }

    /** Inside other objects, at different depths. */
    private static List<Object> around(Object object) {
        Object deep = object;
        for (int i = 0; i < 300; i++) {
            deep = new Object[] {deep};
        }
        return List.of(object, new Object[] {"text", object}, new ArrayList<>(List.of(1, object)), deep);
    }

    private static List<Throwable> failures() {
        return List.of(new IOException("io"), new IllegalStateException("runtime"), new AssertionError("error"),
                new NotSerializableException("not"), new StackOverflowError());
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAny(Throwable e) throws E {
        throw (E) e;
    }

    @Test
    public void writersThatFail() throws Exception {
        for (Throwable failure : failures()) {
            for (Object graph : around(new Scripted())) {
                Scripted.writing = out -> {
                    out.writeInt(5);
                    out.writeObject("part");
                    out.putFields();
                    out.writeShort(6);
                    KeptStreamsTest.<RuntimeException>throwAny(failure);
                };
                assertThrows(Throwable.class, () -> messages.write(graph));
                doNothing();
                assertNextOnesAreWell();
            }
        }
    }

    /** Its field refers to a collection that has to be written at once, with an element that cannot be written. */
    static final class Catching implements Serializable {
        final Object field = new HashMap<>(Map.of("key", new Object()));

        private void writeObject(ObjectOutputStream out) throws IOException {
            try {
                out.defaultWriteObject();
            } catch (NotSerializableException e) {
                out.writeObject(null); // in the value's place
            }
        }
    }

    @Test
    public void writersThatCatchWhatFails() throws Exception {
        for (Object graph : around(new Catching())) {
            messages.write(graph);
            assertNextOnesAreWell();
        }
    }

    @Test
    public void readersThatFail() throws Exception {
        Scripted.writing = out -> {
            out.defaultWriteObject();
            out.writeLong(7);
            out.writeObject("part");
        };
        for (Throwable failure : failures()) {
            for (Object graph : around(new Scripted())) {
                Scripted.reading = in -> {
                    in.registerValidation(() -> {
                        throw new AssertionError("of a message that has failed");
                    }, 0);
                    in.readShort();
                    KeptStreamsTest.<RuntimeException>throwAny(failure);
                };
                messages.write(graph);
                assertThrows(Throwable.class, messages::read);
                assertNextOnesAreWell();
            }
        }
    }

    /** The message ends where its writer ends it. */
    @Test
    public void hooksThatCloseTheirStream() throws Exception {
        Object shared = new Object[0];
        for (Object graph : around(new Scripted())) {
            Scripted.writing = out -> {
                try (out) {
                    out.writeObject("part");
                }
            };
            Scripted.reading = in -> {
                try (in) {
                    assertThat(in.readObject(), is("part"));
                }
            };
            Object[] read = (Object[]) messages.copy(new Object[] {shared, graph, shared});
            assertThat(read[2], sameInstance(read[0]));
            assertNextOnesAreWell();
        }
    }

    /** This happens when a hook of an object makes a remote call. */
    @Test
    public void messagesWithinMessages() throws Exception {
        Messages others = new Messages();
        Scripted.writing = out -> {
            out.writeInt(1);
            copyAnother(others);
            out.writeObject("part");
        };
        Scripted.reading = in -> {
            assertThat(in.readInt(), is(1));
            copyAnother(others);
            assertThat(in.readObject(), is("part"));
            copyAnother(others);
        };
        for (Object graph : around(new Object[] {new Scripted(), new Scripted()})) {
            messages.copy(graph);
            assertNextOnesAreWell();
            messages.copy(graph);
        }
    }

    private static void copyAnother(Messages others) {
        try {
            assertThat(Models.areAlike(Samples.control(), others.copy(Samples.control())), is(true));
            others.agree();
            assertThrows(Exception.class, () -> others.write(new Object[] {"text", new Object()}));
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
