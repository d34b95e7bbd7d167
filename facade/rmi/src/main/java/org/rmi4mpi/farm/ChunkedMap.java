package org.rmi4mpi.farm;

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

/**
 * Applies a function to the items of a stream, chunk by chunk, on the ranks of an executor. Used by one thread, that of
 * the reader.
 */
final class ChunkedMap<A, R> implements Iterator<R> {
    private static final long CHUNK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RankExecutor executor;
    private final Stream<? extends A> source;
    private final Iterator<? extends A> items;
    private final SerializableFunction<? super A, ? extends R> function;
    private final Deque<CompletableFuture<Results<R>>> chunks = new ArrayDeque<>();
    private Iterator<R> results = List.<R>of().iterator();
    private int chunkSize = 1;

    /** @param tookNs time that the chunk took at its rank */
    private record Results<R>(ArrayList<R> all, long tookNs) implements java.io.Serializable {}

    /** The function, and some items. */
    private record Chunk<A, R>(ArrayList<A> items, SerializableFunction<? super A, ? extends R> function)
            implements SerializableCallable<Results<R>> {
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
            chunks.add(executor.submit(new Chunk<A, R>(some, function)));
        }
    }

    private List<R> nextResults() {
        Results<R> next;
        try {
            next = chunks.poll().join();
        } catch (CompletionException e) {
            cancel();
            throw unchecked(e);
        }
        long each = Math.max(1, next.tookNs() / next.all().size());
        chunkSize = (int) Math.max(1, Math.min(2L * chunkSize, CHUNK_NS / each));
        return next.all();
    }

    private void cancel() {
        chunks.forEach(chunk -> chunk.cancel(true));
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
