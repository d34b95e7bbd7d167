package org.rmi4mpi.trace;

import com.google.gson.stream.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * A file in the Trace Event Format of Chrome, which Perfetto reads, too: a process for each rank, a slice for each call,
 * method and wait, and an arrow from each call to its method. Thread-safe.
 */
final class TraceFile implements Closeable {
    private static final double NS_PER_US = 1e3;
    /** How the texts of communicators without names begin. */
    private static final String UNNAMED = "a communicator";
    /** How the calls begin that bring the events here. */
    private static final String OWN = TraceHome.class.getName() + ".";

    private final JsonWriter json;
    /** The first events of messages whose second one has not come. */
    private final Map<ThreadOfRank, Slice> messages = new HashMap<>();
    private final List<Slice> unfinished = new ArrayList<>();
    /** When a thread had its last event that was not a wait: the beginning of a method, and otherwise the end. */
    private final Map<ThreadOfRank, Long> lastOfThread = new HashMap<>();
    private long started;
    private final Set<ThreadOfRank> named = new HashSet<>();
    private final long zero;
    private long last;
    private long events;

    private record ThreadOfRank(int rank, int number) {}

    /** A slice whose end is not known. */
    private record Slice(ThreadOfRank thread, EventKind kind, String name, int peer, long callId, long began) {}

    /**
     * @param path a name that ends with .gz is compressed
     * @param zero the time that is 0 in the file, in the time of {@link System#nanoTime}
     */
    TraceFile(Path path, long zero) throws IOException {
        this.zero = zero;
        OutputStream file = new BufferedOutputStream(Files.newOutputStream(path));
        boolean isCompressed = path.toString().endsWith(".gz");
        json = new JsonWriter(new OutputStreamWriter(isCompressed ? new GZIPOutputStream(file) : file,
                StandardCharsets.UTF_8));
        json.beginArray();
    }

    /** Number of events so far. */
    synchronized long events() {
        return events;
    }

    synchronized void name(int rank, String host, long process) throws IOException {
        metadata("process_name", rank, 0, "name", "rank " + rank + " (" + host + ", process " + process + ")");
        json.beginObject().name("ph").value("M").name("name").value("process_sort_index").name("pid").value(rank)
                .name("args").beginObject().name("sort_index").value(rank).endObject().endObject();
    }

    private void metadata(String what, int rank, int thread, String key, String value) throws IOException {
        json.beginObject().name("ph").value("M").name("name").value(what).name("pid").value(rank)
                .name("tid").value(thread).name("args").beginObject().name(key).value(value).endObject().endObject();
    }

    /** @param offset is added to the times, in nanoseconds */
    synchronized void write(int rank, long offset, TracePart part) throws IOException {
        ThreadOfRank thread = new ThreadOfRank(rank, part.thread());
        if (named.add(thread)) {
            metadata("thread_name", rank, part.thread(), "name", part.threadName());
        }
        for (int i = 0; i < part.size(); i++) {
            long time = part.times()[i] + offset - zero;
            long end = part.ends()[i] == Chunk.NO_END ? time : part.ends()[i] + offset - zero;
            last = Math.max(last, end);
            events++;
            if (part.kind(i).isMessage()) {
                writeMessage(thread, part, i, time);
            } else if (part.kind(i) == EventKind.ASYNC) {
                writeAsync(thread, part, i, time);
            } else if (part.kind(i) == EventKind.ONE_WAY) {
                begin("i", part.text(i) + " at rank " + part.peers()[i], thread, time).name("s").value("t")
                        .endObject();
            } else if (part.ends()[i] == Chunk.NO_END) {
                unfinished.add(slice(thread, part, i, time));
            } else {
                write(slice(thread, part, i, time), end, true);
            }
            if (part.kind(i) != EventKind.WAIT && !(part.kind(i).isMessage() && part.begins(i))) {
                lastOfThread.put(thread, part.kind(i) == EventKind.METHOD ? time : end);
            }
        }
    }

    private static Slice slice(ThreadOfRank thread, TracePart part, int event, long time) {
        return new Slice(thread, part.kind(event), part.text(event), part.peers()[event], part.callIds()[event], time);
    }

    /**
     * Writes a slice of the thread, if it has done nothing else meanwhile. Otherwise the program has started an operation, and the
     * slice stands beside those of the thread.
     */
    private void writeMessage(ThreadOfRank thread, TracePart part, int event, long time) throws IOException {
        if (part.begins(event)) {
            messages.put(thread, slice(thread, part, event, time));
            return;
        }
        Slice began = messages.remove(thread);
        if (began == null) {
            return; // It was dropped.
        }
        boolean isApart = began.began < lastOfThread.getOrDefault(thread, Long.MIN_VALUE);
        long tagAndNumber = part.callIds()[event];
        String name = part.text(event) + began.kind.toward(began.peer);
        JsonWriter slice = begin(isApart ? "b" : "X", name, thread, began.began).name("cat")
                .value(began.kind == EventKind.COLLECTIVE ? "collective" : "message");
        String apartId = "started " + thread.rank + "/" + ++started;
        if (isApart) {
            slice.name("id").value(apartId);
        } else {
            slice.name("dur").value((time - began.began) / NS_PER_US);
        }
        slice.name("args").beginObject().name("communicator").value(began.name).name("bytes").value(began.callId);
        if (began.peer >= 0) {
            slice.name("tag").value(MessageNumbers.tag(tagAndNumber));
        }
        slice.endObject().endObject();
        if (isApart) {
            begin("e", name, thread, time).name("cat")
                    .value(began.kind == EventKind.COLLECTIVE ? "collective" : "message").name("id").value(apartId)
                    .endObject();
        } else if (began.peer >= 0 && !began.name.startsWith(UNNAMED)) {
            writeArrow(thread, began, time, tagAndNumber);
        }
    }

    /** An arrow from the send to the receive. Communicators without names cannot be told apart. */
    private void writeArrow(ThreadOfRank thread, Slice message, long end, long tagAndNumber) throws IOException {
        boolean leaves = message.kind == EventKind.SENT;
        int from = leaves ? thread.rank : message.peer;
        int to = leaves ? message.peer : thread.rank;
        begin(leaves ? "s" : "f", "message", thread, leaves ? message.began : end).name("cat").value("message")
                .name("id")
                .value(message.name + " " + from + ">" + to + "/" + MessageNumbers.tag(tagAndNumber) + "/"
                        + MessageNumbers.number(tagAndNumber))
                .name("bp").value("e").endObject();
    }

    private void writeAsync(ThreadOfRank thread, TracePart part, int event, long time) throws IOException {
        begin(part.begins(event) ? "b" : "e", part.text(event) + " at rank " + part.peers()[event], thread, time)
                .name("cat").value("asynchronous call").name("id").value(id(thread.rank, part.callIds()[event]))
                .endObject();
    }

    private static String id(int caller, long callId) {
        return caller + "/" + callId;
    }

    private void write(Slice slice, long end, boolean hasEnded) throws IOException {
        ThreadOfRank thread = slice.thread;
        if (slice.name.startsWith(OWN)) {
            return;
        }
        boolean serves = slice.kind == EventKind.METHOD;
        String name = slice.kind == EventKind.CALL ? slice.name + " at rank " + slice.peer : slice.name;
        begin("X", name, thread, slice.began).name("dur").value((end - slice.began) / NS_PER_US)
                .name("cat").value(slice.kind == EventKind.WAIT ? "wait" : serves ? "method" : "call")
                .name("args").beginObject();
        if (slice.peer >= 0) {
            json.name(serves ? "caller" : "callee").value(slice.peer);
        }
        if (!hasEnded) {
            json.name("unfinished").value(true);
        }
        json.endObject().endObject();
        if (slice.callId != 0) {
            String id = id(serves ? slice.peer : thread.rank, slice.callId);
            begin(serves ? "f" : "s", "call", thread, slice.began).name("cat").value("call").name("id").value(id)
                    .name("bp").value("e").endObject();
        }
    }

    private JsonWriter begin(String phase, String name, ThreadOfRank thread, long time) throws IOException {
        return json.beginObject().name("ph").value(phase).name("name").value(name).name("pid").value(thread.rank)
                .name("tid").value(thread.number).name("ts").value(time / NS_PER_US);
    }

    /** Writes the slices that have no end, as if they ended now. */
    @Override
    public synchronized void close() throws IOException {
        for (Slice slice : unfinished) {
            write(slice, last, false);
        }
        json.endArray();
        json.close();
    }
}
