package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.rmi4mpi.tests.serial.ErrorsTest.Holder;

/** The streams beneath: they fail, deliver pieces, end too early, are flushed and closed. */
public class StreamsBeneathTest extends StreamContract {
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
                () -> read("this is no stream of objects, is it?".getBytes(StandardCharsets.US_ASCII)));
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
}
