package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotActiveException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.OptionalDataException;
import org.junit.Test;

/** Classes that write themselves. */
public class ExternalizableTest extends StreamContract {
    public static class Point implements Externalizable {
        int x;
        String label;
        Object other;
        boolean constructed;

        public Point() {
            constructed = true;
        }

        Point(int x, String label, Object other) {
            this.x = x;
            this.label = label;
            this.other = other;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            assertIsJdkStream(out);
            out.writeInt(x);
            out.writeObject(label);
            out.writeUTF("a mark");
            out.writeObject(other);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            assertIsJdkStream(in);
            x = in.readInt();
            label = (String) in.readObject();
            assertThat(in.readUTF(), is("a mark"));
            other = in.readObject();
        }
    }

    @Test
    public void publicConstructorRunsAndReadExternalAfterIt() throws Exception {
        Point read = copy(new Point(1, "one", new Point(2, null, null)));
        assertThat(read.constructed, is(true));
        assertThat(read.x, is(1));
        assertThat(read.label, is("one"));
        assertThat(((Point) read.other).x, is(2));
        assertThat(((Point) read.other).label, nullValue());
    }

    @Test
    public void identityAndCycles() throws Exception {
        Point point = new Point(1, "one", null);
        point.other = point;
        Object[] read = copy(new Object[] {point, point});
        assertThat(read[0], sameInstance(read[1]));
        assertThat(((Point) read[0]).other, sameInstance(read[0]));
    }

    public static class HiddenConstructor extends Empty {
        HiddenConstructor() {}
    }

    public static class NoConstructor extends Empty {
        public NoConstructor(int argument) {}
    }

    static class HiddenClass extends Empty {
        public HiddenClass() {}
    }

    public static class Empty implements Externalizable {
        public Empty() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {}

        @Override
        public void readExternal(ObjectInput in) throws IOException {}
    }

    @Test
    public void constructorHasToBePublicAndWithoutArguments() throws Exception {
        InvalidClassException failure = failureThrough(InvalidClassException.class, new HiddenConstructor());
        assertThat(failure.classname, is(HiddenConstructor.class.getName()));
        assertThat(failure.getMessage(), containsString("no valid constructor"));
        failureThrough(InvalidClassException.class, new NoConstructor(1));
        copy(new HiddenClass());
    }

    public class Inner extends Empty {
        public Inner() {}
    }

    @Test
    public void innerClassHasNoSuchConstructor() throws Exception {
        failureThrough(InvalidClassException.class, new Inner());
    }

    public static class ReadsLittle extends Point {
        public ReadsLittle() {}

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            x = in.readInt();
        }
    }

    public static class ReadsNothing extends Point {
        public ReadsNothing() {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    @Test
    public void whatIsNotReadIsSkipped() throws Exception {
        ReadsLittle little = new ReadsLittle();
        little.x = 5;
        little.other = new int[] {1, 2, 3};
        ReadsNothing nothing = new ReadsNothing();
        nothing.other = new Point(1, "inside", null);
        ObjectInputStream in = reader(bytesOf(little, nothing, nothing.other, "next"));
        assertThat(((ReadsLittle) in.readObject()).x, is(5));
        in.readObject();
        assertThat(((Point) in.readObject()).label, is("inside"));
        assertThat(in.readObject(), is("next"));
    }

    public static class ReadsMuch extends Point {
        public ReadsMuch() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(3);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            x = in.readInt();
            assertThat(in.available(), is(0));
            assertThat(in.read(), is(-1));
            assertThrows(EOFException.class, in::readLong);
            assertThat(assertThrows(OptionalDataException.class, in::readObject).eof, is(true));
        }
    }

    @Test
    public void readingPastTheEnd() throws Exception {
        ObjectInputStream in = reader(bytesOf(new ReadsMuch(), "next"));
        assertThat(((ReadsMuch) in.readObject()).x, is(3));
        assertThat(in.readObject(), is("next"));
    }

    public static class FieldsStay extends Empty {
        int value = 1;

        public FieldsStay() {}
    }

    @Test
    public void noFieldTravelsByItself() throws Exception {
        FieldsStay written = new FieldsStay();
        written.value = 2;
        assertThat(copy(written).value, is(1));
    }

    public static class Hooked extends Empty {
        public Hooked() {}

        private void writeObject(ObjectOutputStream out) {
            throw new AssertionError("not of an Externalizable");
        }

        private void readObject(ObjectInputStream in) {
            throw new AssertionError("not of an Externalizable");
        }
    }

    @Test
    public void writeObjectAndReadObjectHaveNoMeaning() throws Exception {
        copy(new Hooked());
    }

    public static class DefaultCaller extends Empty {
        public DefaultCaller() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            assertThrows(NotActiveException.class, ((ObjectOutputStream) out)::defaultWriteObject);
            assertThrows(NotActiveException.class, ((ObjectOutputStream) out)::putFields);
            out.writeInt(1);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            assertThrows(NotActiveException.class, ((ObjectInputStream) in)::defaultReadObject);
            assertThrows(NotActiveException.class, ((ObjectInputStream) in)::readFields);
            assertThat(in.readInt(), is(1));
        }
    }

    @Test
    public void defaultFieldsOfAnExternalizable() throws Exception {
        copy(new DefaultCaller());
    }

    public static class Replaced extends Empty {
        static final Replaced ONLY = new Replaced();

        public Replaced() {}

        private Object readResolve() {
            return ONLY;
        }
    }

    public static class Replacing extends Empty {
        public Replacing() {}

        private Object writeReplace() {
            return "another";
        }
    }

    @Test
    public void replacement() throws Exception {
        assertThat(through(new Replaced()), sameInstance(Replaced.ONLY));
        assertThat(through(new Replacing()), is("another"));
    }

    public static class Fails extends Empty {
        static boolean onWrite;

        public Fails() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            if (onWrite) {
                throw new IOException("in writeExternal");
            }
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            throw new IOException("in readExternal");
        }
    }

    @Test
    public void exceptions() throws Exception {
        Fails.onWrite = true;
        assertThat(failureToWrite(IOException.class, new Fails()).getMessage(), is("in writeExternal"));
        Fails.onWrite = false;
        assertThat(failureThrough(IOException.class, new Fails()).getMessage(), is("in readExternal"));
    }

    public static class ThrowingConstructor extends Empty {
        static boolean throwing;

        public ThrowingConstructor() {
            if (throwing) {
                throw new IllegalStateException("made badly");
            }
        }
    }

    @Test
    public void exceptionOfTheConstructor() throws Exception {
        byte[] bytes = bytesOf(new ThrowingConstructor());
        ThrowingConstructor.throwing = true;
        failureToRead(InvalidClassException.class, bytes);
        ThrowingConstructor.throwing = false;
    }

    enum External implements Externalizable {
        ONE;

        @Override
        public void writeExternal(ObjectOutput out) {
            throw new AssertionError("an enum goes by its name");
        }

        @Override
        public void readExternal(ObjectInput in) {
            throw new AssertionError("an enum goes by its name");
        }
    }

    public static class Bytes extends Empty {
        byte[] bytes = {};

        public Bytes() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.write(bytes.length >> 8);
            out.write(bytes.length);
            out.write(bytes);
            out.flush();
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            bytes = new byte[in.read() << 8 | in.read()];
            in.readFully(bytes);
        }
    }

    @Test
    public void enumGoesByItsName() throws Exception {
        assertThat(copy(External.ONE), sameInstance(External.ONE));
    }

    @Test
    public void rawBytesAndFlush() throws Exception {
        Bytes written = new Bytes();
        written.bytes = new byte[5000];
        written.bytes[4999] = 9;
        ObjectInputStream in = reader(bytesOf(written, written, "next"));
        Bytes read = (Bytes) in.readObject();
        assertThat(read.bytes.length, is(5000));
        assertThat(read.bytes[4999], is((byte) 9));
        assertThat(in.readObject(), sameInstance(read));
        assertThat(in.readObject(), is("next"));
    }
}
