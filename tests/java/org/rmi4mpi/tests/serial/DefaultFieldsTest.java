package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.junit.Test;
import org.rmi4mpi.tests.serial.HooksTest.Wraps;

/** The times at which the hooks of a class may write and read its default fields. */
public class DefaultFieldsTest extends StreamContract {
    static class ReadsDefaultsOfNothing implements Serializable {
        int value = 1;
        transient int optional;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(7);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            ObjectInputStream.GetField fields;
            try {
                fields = in.readFields();
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
            value = 10 + fields.get("value", 0);
            optional = in.readInt();
        }
    }

    @Test
    public void optionalDataAfterReadFields() throws Exception {
        ReadsDefaultsOfNothing read = copy(new ReadsDefaultsOfNothing());
        assertThat(read.value, is(11));
        assertThat(read.optional, is(7));
    }

    static class DefaultTwice implements Serializable {
        int value = 4;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(1);
            assertThrows(NotActiveException.class, out::writeFields);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            assertThrows(NotActiveException.class, in::defaultReadObject);
            assertThrows(NotActiveException.class, in::readFields);
            assertThat(in.readInt(), is(1));
        }
    }

    @Test
    public void defaultFieldsAreReadOnce() throws Exception {
        assertThat(copy(new DefaultTwice()).value, is(4));
    }

    @Test
    public void defaultFieldsOutsideAHook() throws Exception {
        byte[] bytes = written(out -> {
            assertThrows(NotActiveException.class, out::defaultWriteObject);
            out.writeObject(new Wraps());
            assertThrows(NotActiveException.class, out::defaultWriteObject);
        });
        ObjectInputStream in = reader(bytes);
        assertThrows(NotActiveException.class, in::defaultReadObject);
        assertThat(((Wraps) in.readObject()).doubled, is(2));
        assertThrows(NotActiveException.class, in::defaultReadObject);
    }

    static class NoDefaultHook implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject("by itself");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            text = "read " + in.readObject();
        }
    }

    @Test
    public void hooksWithoutDefaultFields() throws Exception {
        assertThat(copy(new NoDefaultHook()).text, is("read by itself"));
    }

    static class NullFieldsOnly implements Serializable {
        Object none;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            assertThat(none, nullValue());
            none = "set by hook";
        }
    }

    @Test
    public void fieldSetByHookStays() throws Exception {
        assertThat(copy(new NullFieldsOnly()).none, is("set by hook"));
    }
}
