package org.rmi4mpi.farm;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.rmi.RemoteException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.rmi4mpi.ref.MessageLength;

/**
 * Applies a function to the items of a stream, chunk by chunk, on the ranks of an executor. Used by one thread, that of
 * the reader.
 */
final class ChunkedMap<A, R> implements Iterator<R> {
    private static final long CHUNK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Bound for the bytes of a chunk, and for those of its results, unless one item has more. */
    private static final long CHUNK_BYTES = 1 << 18;

    private final RankExecutor executor;
    private final Stream<? extends A> source;
    private final Iterator<? extends A> items;
    private final SerializableFunction<? super A, ? extends R> function;
    private final Deque<Sent<A, R>> chunks = new ArrayDeque<>();
    private Iterator<R> results = List.<R>of().iterator();
    private int chunkSize = 1;

    private record Sent<A, R>(Chunk<A, R> chunk, CompletableFuture<Results<R>> results) {}

    /** Results of a chunk, and what they took. */
    private static final class Results<R> implements Serializable {
        private static final long serialVersionUID = 1L;

        private transient List<R> all;
        /** Time that the chunk took at its rank. */
        private transient long tookNs;
        private transient long bytes;

        Results(List<R> all, long tookNs) {
            this.all = all;
            this.tookNs = tookNs;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            long before = MessageLength.of(out);
            out.writeObject(all);
            out.writeLong(tookNs);
            out.writeLong(MessageLength.of(out) - before);
        }

        @SuppressWarnings("unchecked") // as it was written
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            all = (List<R>) in.readObject();
            tookNs = in.readLong();
            bytes = in.readLong();
        }
    }

    /** The function, and some items. */
    private static final class Chunk<A, R> implements SerializableCallable<Results<R>> {
        private static final long serialVersionUID = 1L;

        private final ArrayList<A> items;
        private final SerializableFunction<? super A, ? extends R> function;
        /** Length in its request. Read when the results are there. */
        private transient volatile long bytes;

        Chunk(ArrayList<A> items, SerializableFunction<? super A, ? extends R> function) {
            this.items = items;
            this.function = function;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            long before = MessageLength.of(out);
            out.defaultWriteObject();
            bytes = MessageLength.of(out) - before;
        }

        @Override
        public Results<R> call() {
            long began = System.nanoTime();
            ArrayList<R> all = new ArrayList<>(items.size());
            items.forEach(item -> all.add(function.apply(item)));
            return new Results<>(all, System.nanoTime() - began);
        }
    }

    ChunkedMap(RankExecutor executor, Stream<? extends A> source,
            SerializableFunction<? super A, ? extends R> function) {
        this.executor = executor;
        this.source = source;
        this.function = function;
        items = source.iterator();
    }

    Stream<R> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED), false)
                .onClose(this::cancel)
                .onClose(source::close);
    }

    @Override
    public boolean hasNext() {
        submitChunks();
        while (!results.hasNext() && !chunks.isEmpty()) {
            results = nextResults().iterator();
            submitChunks();
        }
        return results.hasNext();
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return results.next();
    }

    private void submitChunks() {
        while (items.hasNext() && chunks.size() < 2 * executor.capacity()) {
            ArrayList<A> some = new ArrayList<>(chunkSize);
            while (some.size() < chunkSize && items.hasNext()) {
                some.add(items.next());
            }
            Chunk<A, R> chunk = new Chunk<>(some, function);
            chunks.add(new Sent<>(chunk, executor.submit(chunk)));
        }
    }

    private List<R> nextResults() {
        Sent<A, R> next = chunks.remove();
        Results<R> found;
        try {
            found = next.results().join();
        } catch (CompletionException e) {
            cancel();
            throw unchecked(e);
        }
        int number = found.all.size();
        long mostByTime = CHUNK_NS * number / Math.max(1, found.tookNs);
        long mostByBytes = CHUNK_BYTES * number / Math.max(1, Math.max(next.chunk().bytes, found.bytes));
        chunkSize = (int) Math.max(1, Math.min(2L * chunkSize, Math.min(mostByTime, mostByBytes)));
        return found.all;
    }

    private void cancel() {
        chunks.forEach(chunk -> chunk.results().cancel(true));
        chunks.clear();
    }

    private static RuntimeException unchecked(CompletionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime
                : cause instanceof RemoteException remote ? new UncheckedIOException(remote) : e;
    }
}
