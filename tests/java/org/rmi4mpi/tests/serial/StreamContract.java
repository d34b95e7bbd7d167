package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.Assume;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.rmi4mpi.tests.runner.RankTests;

/**
 * The common base of the tests of object streams. Each test runs on all pairs. The JDK's own pair tests the test, for
 * which one JDK is enough.
 */
@RunWith(Parameterized.class)
public abstract class StreamContract {
    @Parameterized.Parameters(name = "{0}")
    public static Iterable<Streams> streams() {
        return RankTests.isOtherJdk() ? List.of(new ArrayCopyStreams()) : Streams.ALL;
    }

    @Parameterized.Parameter
    public Streams streams;

    /** Writes to a stream. */
    interface Writing {
        void to(ObjectOutputStream out) throws Exception;
    }

    final byte[] written(Writing writing) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = streams.output(bytes)) {
            writing.to(out);
        }
        return bytes.toByteArray();
    }

    final byte[] written(WriterHooks hooks, Writing writing) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = streams.output(bytes, hooks)) {
            writing.to(out);
        }
        return bytes.toByteArray();
    }

    final byte[] bytesOf(Object... objects) throws Exception {
        return written(out -> {
            for (Object object : objects) {
                out.writeObject(object);
            }
        });
    }

    final ObjectInputStream reader(byte[] bytes) throws IOException {
        return streams.input(new ByteArrayInputStream(bytes));
    }

    final ObjectInputStream reader(byte[] bytes, ReaderHooks hooks) throws IOException {
        return streams.input(new ByteArrayInputStream(bytes), hooks);
    }

    final ObjectInputStream afterWriting(Writing writing) throws Exception {
        return reader(written(writing));
    }

    final Object read(byte[] bytes) throws Exception {
        return reader(bytes).readObject();
    }

    /** Returns the object after it went through the streams. */
    @SuppressWarnings("unchecked") // it comes back with its type, or the test fails in a cast
    final <T> T copy(T object) throws Exception {
        return (T) read(bytesOf(object));
    }

    /** Copies an object that is replaced on its way, and returns the replacement. */
    final Object through(Object object) throws Exception {
        return read(bytesOf(object));
    }

    /** Returns the exception that writing an object ends in. */
    final <E extends Throwable> E failureToWrite(Class<E> expected, Object object) throws Exception {
        ObjectOutputStream out = streams.output(new ByteArrayOutputStream());
        return assertThrows(expected, () -> out.writeObject(object));
    }

    /** Returns the exception that reading the bytes ends in. */
    final <E extends Throwable> E failureToRead(Class<E> expected, byte[] bytes) throws Exception {
        ObjectInputStream in = reader(bytes);
        return assertThrows(expected, in::readObject);
    }

    /** Writes an object, and returns the exception that reading it ends in. */
    final <E extends Throwable> E failureThrough(Class<E> expected, Object object) throws Exception {
        return failureToRead(expected, bytesOf(object));
    }

    final void assumeAbleTo(Streams.Ability ability) {
        Assume.assumeTrue(streams + " are not said to be able to: " + ability, streams.can(ability));
    }

    /** Hooks get streams that a program may cast to the JDK's classes. */
    static void assertIsJdkStream(Object stream) {
        assertThat(stream, stream instanceof java.io.ObjectOutput ? instanceOf(ObjectOutputStream.class)
                : instanceOf(ObjectInputStream.class));
    }
}
