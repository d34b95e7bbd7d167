package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertArrayEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** Streams over pipes and sockets, in sequence and in many threads. */
public class ConversationsTest extends StreamContract {
    static class Message implements Serializable {
        int number;
        Object body;

        Message(int number, Object body) {
            this.number = number;
            this.body = body;
        }
    }

    private static <T> Future<T> inAnotherThread(Callable<T> task) {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            return executor.submit(task);
        } finally {
            executor.shutdown();
        }
    }

    /** Flushed data can be read without another byte. */
    @Test
    public void flushedObjectsAreReadAtOnce() throws Exception {
        PipedInputStream pipe = new PipedInputStream(1 << 16);
        ObjectOutputStream out = streams.output(new PipedOutputStream(pipe));
        out.flush();
        ObjectInputStream in = streams.input(pipe);
        for (int i = 0; i < 100; i++) {
            out.writeObject(new Message(i, i % 2 == 0 ? new int[i] : "text " + i));
            out.flush();
            assertThat(((Message) in.readObject()).number, is(i));
            out.writeInt(i);
            out.flush();
            assertThat(in.readInt(), is(i));
            out.reset();
        }
    }

    @Test
    public void requestsAndRepliesOverASocket() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Future<Integer> served = inAnotherThread(() -> {
                try (Socket socket = server.accept()) {
                    socket.setTcpNoDelay(true);
                    ObjectOutputStream out = streams.output(socket.getOutputStream());
                    out.flush();
                    ObjectInputStream in = streams.input(socket.getInputStream());
                    int count = 0;
                    for (Message request = (Message) in.readObject(); request.number >= 0;
                            request = (Message) in.readObject()) {
                        out.writeObject(new Message(request.number + 1, request.body));
                        out.flush();
                        count++;
                    }
                    return count;
                }
            });
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                socket.setTcpNoDelay(true);
                ObjectOutputStream out = streams.output(socket.getOutputStream());
                out.flush();
                ObjectInputStream in = streams.input(socket.getInputStream());
                for (int i = 0; i < 200; i++) {
                    double[] body = new double[i * 10];
                    out.writeObject(new Message(i, body));
                    out.flush();
                    Message reply = (Message) in.readObject();
                    assertThat(reply.number, is(i + 1));
                    assertArrayEquals(body, (double[]) reply.body, 0);
                }
                out.writeObject(new Message(-1, null));
                out.flush();
                assertThat(served.get(), is(200));
            }
        }
    }

    /** A reader takes no more bytes from the stream beneath than it needs. */
    @Test
    public void severalStreamsOneAfterTheOther() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < 5; i++) {
            ObjectOutputStream out = streams.output(bytes);
            out.writeObject(new Message(i, new Object[] {"a", new int[i]}));
            out.writeInt(i);
            out.writeObject("end");
            out.flush();
            bytes.write(100 + i);
        }
        ByteArrayInputStream source = new ByteArrayInputStream(bytes.toByteArray());
        for (int i = 0; i < 5; i++) {
            ObjectInputStream in = streams.input(source);
            assertThat(((Message) in.readObject()).number, is(i));
            assertThat(in.readInt(), is(i));
            assertThat(in.readObject(), is("end"));
            assertThat(source.read(), is(100 + i));
        }
        assertThat(source.available(), is(0));
    }

    @Test
    public void availableIsWhatCanBeReadOfPrimitiveData() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            out.writeInt(1);
            out.writeLong(2);
            out.writeObject("text");
            out.write(new byte[100]);
        });
        in.readInt();
        assertThat(in.available(), greaterThanOrEqualTo(8));
        in.readLong();
        assertThat(in.available(), is(0));
        assertThat(in.readObject(), is("text"));
        in.read();
        assertThat(in.available(), is(99));
    }

    @Test
    @Deadline(60)
    public void manyThreadsMeetTheSameClassesFirst() throws Exception {
        int threads = 8;
        for (int round = 0; round < 10; round++) {
            Version version = Version.of("class A implements Serializable { public Object next; B b = new B();"
                    + "long n = " + round + "; enum E {X} E e = E.X; }",
                    "class B implements Serializable { int i = 3; }");
            CyclicBarrier start = new CyclicBarrier(threads);
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            List<Future<Object>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(pool.submit(() -> {
                    Object object = version.make("A");
                    object.getClass().getField("next").set(object, version.make("A"));
                    start.await();
                    Object read = reader(bytesOf(object, object), ReaderHooks.loading(version)).readObject();
                    return read.getClass().getField("next").get(read).getClass();
                }));
            }
            pool.shutdown();
            for (Future<Object> each : all) {
                assertThat(each.get(), sameInstance((Object) version.type("A")));
            }
        }
    }

    @Test
    public void streamsInsideHooks() throws Exception {
        Nested.streams = streams;
        assertThat(copy(new Nested(3)).depth, is(3));
    }

    /** Writes its data to a stream of its own, as programs do to compress or encrypt it. */
    static class Nested implements Serializable {
        static Streams streams;

        transient int depth;

        Nested(int depth) {
            this.depth = depth;
        }

        private void writeObject(ObjectOutputStream out) throws java.io.IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream inner = streams.output(bytes)) {
                inner.writeObject(depth == 0 ? null : new Nested(depth - 1));
            }
            out.writeObject(bytes.toByteArray());
        }

        private void readObject(ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
            byte[] bytes = (byte[]) in.readObject();
            Nested part = (Nested) streams.input(new ByteArrayInputStream(bytes)).readObject();
            depth = part == null ? 0 : part.depth + 1;
        }
    }

    @Test
    @Deadline(60)
    public void classOfManyFields() throws Exception {
        StringBuilder fields = new StringBuilder();
        StringBuilder sum = new StringBuilder("0");
        for (int i = 0; i < 350; i++) {
            fields.append(i % 3 == 0 ? "Object" : i % 3 == 1 ? "long" : "byte").append(" f").append(i).append(" = ")
                    .append(i % 3 == 2 ? "(byte) " : "").append(i).append("; ");
            sum.append(i % 3 == 0 ? " + (Integer) f" : " + f").append(i);
        }
        Version version = Version.of("class A implements Serializable { " + fields
                + "public String toString() { return \"\" + (" + sum + "); } }");
        Object written = version.make("A");
        for (int i = 0; i < 30; i++) {
            Object read = reader(bytesOf(written), ReaderHooks.loading(version)).readObject();
            assertThat(read.toString(), is(written.toString()));
        }
    }

    @Test
    @Deadline(60)
    public void tallHierarchy() throws Exception {
        List<String> sources = new ArrayList<>(List.of("class A0 implements Serializable { int f = 0; "
                + "int sum() { return f; } public String toString() { return \"\" + sum(); } }"));
        for (int i = 1; i <= 60; i++) {
            String hooks = i % 4 != 0 ? "" : "private void writeObject(ObjectOutputStream out) throws IOException {"
                    + "out.defaultWriteObject(); out.writeInt(f); } private void readObject(ObjectInputStream in)"
                    + "throws IOException, ClassNotFoundException { in.defaultReadObject(); f = in.readInt(); }";
            sources.add("class A" + i + " extends A" + (i - 1) + " { int f = " + i + "; " + hooks
                    + "int sum() { return f + super.sum(); } }");
        }
        Version version = Version.of(sources.toArray(new String[0]));
        Object read = reader(bytesOf(version.make("A60")), ReaderHooks.loading(version)).readObject();
        assertThat(read.toString(), is("" + 60 * 61 / 2));
    }

    @Test
    @Deadline(60)
    public void manyClassesInOneMessage() throws Exception {
        List<String> sources = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            sources.add("class A" + i + " implements Serializable { int f = " + i + "; Object o = \"" + i + "\"; }");
        }
        Version version = Version.of(sources.toArray(new String[0]));
        Object[] all = new Object[600];
        for (int i = 0; i < all.length; i++) {
            all[i] = version.make("A" + i % 300);
        }
        Object[] read = (Object[]) reader(bytesOf((Object) all), ReaderHooks.loading(version)).readObject();
        for (int i = 0; i < all.length; i++) {
            assertThat(read[i].getClass(), sameInstance((Object) all[i].getClass()));
        }
    }
}
