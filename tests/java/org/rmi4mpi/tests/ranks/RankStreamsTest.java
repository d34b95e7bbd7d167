package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Streams of bytes between two ranks. Each rank writes to the next one, by a thread of its own, and reads. */
@RunWith(RankRunner.class)
public class RankStreamsTest {
    private static final int TAG = 31;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    private interface Action {
        void run() throws Exception;
    }

    /** Writes on another thread: a rank that writes to itself would wait for its own read. */
    private static void beside(Action writes, Action reads) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread writer = new Thread(() -> {
            try {
                writes.run();
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        writer.start();
        reads.run();
        writer.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
    }

    private static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    public void bytesComeInOrderAndThenTheEnd() throws Exception {
        for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, 1_000_000}) {
            beside(() -> {
                try (OutputStream out = MPI.COMM_WORLD.outputStream(next, TAG)) {
                    byte[] bytes = random(rank, length);
                    int half = length / 3;
                    out.write(bytes, 0, half);
                    for (int i = half; i < Math.min(length, half + 100); i++) {
                        out.write(bytes[i]);
                    }
                    out.flush();
                    int rest = Math.min(length, half + 100);
                    out.write(bytes, rest, length - rest);
                }
            }, () -> {
                try (InputStream in = MPI.COMM_WORLD.inputStream(previous, TAG)) {
                    assertThat(in.readAllBytes(), equalTo(random(previous, length)));
                    assertThat(in.read(), is(-1));
                    assertThat(in.read(new byte[3]), is(-1));
                }
            });
        }
    }

    @Test
    public void otherStreamsStandOnThem() throws Exception {
        beside(() -> {
            try (PrintStream out = new PrintStream(MPI.COMM_WORLD.outputStream(next, TAG), true,
                    StandardCharsets.UTF_8)) {
                out.println("Grüße von " + rank);
            }
            try (ObjectOutputStream out =
                    new ObjectOutputStream(new GZIPOutputStream(MPI.COMM_WORLD.outputStream(next, TAG)))) {
                out.writeObject(List.of(rank, "list"));
            }
        }, () -> {
            try (BufferedReader in = new BufferedReader(
                    new InputStreamReader(MPI.COMM_WORLD.inputStream(previous, TAG), StandardCharsets.UTF_8))) {
                assertThat(in.readLine(), is("Grüße von " + previous));
            }
            try (ObjectInputStream in =
                    new ObjectInputStream(new GZIPInputStream(MPI.COMM_WORLD.inputStream(previous, TAG)))) {
                assertThat(in.readObject(), equalTo(List.of(previous, "list")));
            }
        });
    }

    /** Flushed bytes arrive before the stream is closed. Many small messages make the writer wait for the reader. */
    @Test
    public void eachFlushIsAMessage() throws Exception {
        int bytes = 3_000;
        beside(() -> {
            try (OutputStream out = MPI.COMM_WORLD.outputStream(next, TAG);
                    InputStream answer = MPI.COMM_WORLD.inputStream(next, TAG + 1)) {
                for (int i = 0; i < bytes; i++) {
                    out.write(new byte[i % 100 + 1]);
                    out.flush();
                }
                assertThat(answer.read(), is(7));
            }
        }, () -> {
            try (InputStream in = MPI.COMM_WORLD.inputStream(previous, TAG);
                    OutputStream answer = MPI.COMM_WORLD.outputStream(previous, TAG + 1)) {
                in.skipNBytes(bytes / 100 * 5050L);
                assertThat(in.available(), is(0));
                answer.write(7);
                answer.flush();
                assertThat(in.read(), is(-1));
            }
        });
    }

    @Test
    public void aReaderThatClosesEarlyDropsTheRest() throws Exception {
        beside(() -> {
            try (OutputStream out = MPI.COMM_WORLD.outputStream(next, TAG)) {
                out.write(random(1, 500_000));
            }
            try (OutputStream out = MPI.COMM_WORLD.outputStream(next, TAG)) {
                out.write(1);
            }
        }, () -> {
            try (InputStream in = MPI.COMM_WORLD.inputStream(previous, TAG)) {
                assertThat(in.readNBytes(10).length, is(10));
            }
            try (InputStream in = MPI.COMM_WORLD.inputStream(previous, TAG)) {
                assertThat(in.read(), is(1));
                assertThat(in.read(), is(-1));
            }
        });
    }

    @Test
    public void failuresAreIoExceptions() throws Exception {
        OutputStream out = MPI.COMM_WORLD.outputStream(MPI.PROC_NULL, TAG);
        out.write(new byte[200_000]);
        out.close();
        out.close();
        assertThat(assertThrows(IOException.class, () -> out.write(1)).getMessage(), containsString("is closed"));
        InputStream in = MPI.COMM_WORLD.inputStream(MPI.PROC_NULL, TAG);
        assertThat(in.read(), is(-1));
        in.close();
        assertThrows(IOException.class, in::read);
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.outputStream(size, TAG));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.inputStream(MPI.ANY_SOURCE, TAG));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.inputStream(0, MPI.ANY_TAG));
        Request send = MPI.COMM_WORLD.Isend(new byte[100_000], 0, 100_000, MPI.BYTE, next, TAG);
        InputStream foreign = MPI.COMM_WORLD.inputStream(previous, TAG);
        assertThat(assertThrows(IOException.class, foreign::read).getMessage(), containsString("room for 65536 bytes"));
        send.Wait();
    }
}
