package org.rmi4mpi.ref.collect;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.Unreferenced;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.ref.collect.Share.Grip;
import org.rmi4mpi.ref.collect.Share.Key;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Counts references by weight. A reference that leaves the home of its object takes some weight along. A rank that
 * passes a reference on divides its weight, so that the copy takes no message. When the garbage collector of a rank has
 * collected all references to an object there, their weight returns to the home. An object stays exported while other
 * ranks hold some of its weight. Weight may be lost, and then the object stays for good. But the sum of all weights
 * never grows by itself. Thread-safe. A separate thread waits for collected references.
 */
final class CountingCollector implements Collector, Home {
    /** Initial weight of a reference. Divided by 256 four times, it is still greater than 1. */
    private static final long WEIGHT = 1L << 36;
    /** Maximum number of objects in one returned message, so that its frame is small. */
    private static final int BATCH = 256;
    private static final int UNREFERENCED_THREADS = 8;
    private static final long LINGER_MS = 50;
    /** How long the thread is awaited at the end. It ends when its call, if it makes one, has ended. */
    private static final long STOP_MS = 2_000;

    private final ShrinkingMap<Key, Share> shares = new ShrinkingMap<>();
    private final Map<Integer, ReturnedWeights> returns = new HashMap<>();
    private final Thread thread = new Thread(this::run, "rmi4mpi-collector");
    private final ThreadPoolExecutor unreferenced = new ThreadPoolExecutor(UNREFERENCED_THREADS, UNREFERENCED_THREADS,
            LINGER_MS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), CountingCollector::callerOfUnreferenced);
    private final ExportTable<?> exports;
    private final ReferenceQueue<Object> gone;
    private final Homes homes;
    private volatile boolean started;
    private boolean exported;
    private volatile boolean stopped;

    /** Weight that returns to its home although references remain, queued for the thread. */
    private static final class Surplus extends PhantomReference<Object> {
        private final Key key;
        private final long weight;

        Surplus(Key key, long weight, ReferenceQueue<Object> queue) {
            super(null, queue);
            this.key = key;
            this.weight = weight;
        }
    }

    CountingCollector(ExportTable<?> exports, Homes homes) {
        this.exports = exports;
        this.homes = homes;
        gone = exports.gone();
        unreferenced.allowCoreThreadTimeOut(true);
    }

    /** A job without remote objects starts no thread. */
    private void startWhenNeeded() {
        if (!started) {
            startNow();
        }
    }

    private synchronized void startNow() {
        if (!started && !stopped) {
            if (!exported) { // an earlier start of the thread may have failed
                exportSelf();
                exported = true;
            }
            thread.setDaemon(true);
            thread.start();
            started = true;
        }
    }

    /**
     * Exports under our own class loader: the context class loader of the first exporting thread would live as long as
     * the job.
     */
    private void exportSelf() {
        Thread current = Thread.currentThread();
        ClassLoader context = current.getContextClassLoader();
        current.setContextClassLoader(getClass().getClassLoader());
        try {
            homes.export(this);
        } finally {
            current.setContextClassLoader(context);
        }
    }

    @Override
    public void stop() {
        synchronized (this) {
            stopped = true;
        }
        new Surplus(null, 0, gone).enqueue();
        try {
            thread.join(STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void export(CountedObject object) {
        startWhenNeeded();
    }

    // ---- references that leave

    @Override
    public long leave(CountedReference reference) {
        if (reference.objectId() < RequestFrame.WELL_KNOWN) {
            return NONE;
        } else if (isOwn(reference)) {
            return lend(reference.objectId());
        }
        return divide(reference, WEIGHT);
    }

    private boolean isOwn(CountedReference reference) {
        return reference.rank() == homes.rank();
    }

    private long lend(long objectId) {
        CountedObject object = exports.get(objectId);
        return object == null ? NONE : object.lend(WEIGHT);
    }

    private long divide(CountedReference reference, long most) {
        if (!(reference.grip() instanceof Grip grip)) {
            return NONE; // it arrived uncounted
        }
        try {
            long part = grip.share.divide(most);
            return part > 0 || grip.share.isKept() ? part : divideMore(grip.share, most);
        } finally {
            Reference.reachabilityFence(grip); // keeps the share from being returned before this point
        }
    }

    private long divideMore(Share share, long most) {
        long part = NONE;
        try {
            add(share, homes.at(share.key().rank()).more(share.key().objectId()));
            part = share.divide(most);
        } catch (RemoteException e) {
            // go on without counting
        }
        if (part == NONE) {
            share.keep();
        }
        return part;
    }

    private void add(Share share, long weight) {
        long surplus = share.add(Math.max(weight, 0));
        if (surplus > 0) {
            new Surplus(share.key(), surplus, gone).enqueue();
        }
    }

    @Override
    public void stay(CountedReference reference, long weight) {
        if (isOwn(reference)) {
            giveBack(reference.objectId(), weight);
        } else if (reference.grip() instanceof Grip grip) {
            add(grip.share, weight);
            Reference.reachabilityFence(grip);
        }
    }

    @Override
    public void leaveUncounted(CountedReference reference) {
        if (isOwn(reference)) {
            CountedObject object = exports.get(reference.objectId());
            if (object != null) {
                object.pin();
            }
        } else if (reference.grip() instanceof Grip grip) {
            grip.share.keep();
            Reference.reachabilityFence(grip);
        }
    }

    @Override
    public long request(CountedReference target) {
        if (target.objectId() < RequestFrame.WELL_KNOWN) {
            return NONE;
        } else if (isOwn(target)) {
            CountedObject object = exports.get(target.objectId());
            return object != null && object.awaitRequest() ? 1 : NONE;
        }
        return divide(target, 1);
    }

    // ---- references that arrive

    @Override
    public Object arrive(int rank, long objectId, long weight) {
        if (weight <= 0 || rank < 0 || rank >= homes.size()) {
            return null;
        }
        startWhenNeeded();
        Grip grip = grip(new Key(rank, objectId));
        add(grip.share, weight);
        Reference.reachabilityFence(grip);
        return grip;
    }

    private Grip grip(Key key) {
        while (true) {
            Share share = shares.get(key);
            Grip found = share == null ? null : share.grip();
            if (found != null) {
                return found;
            }
            Grip made = new Grip(key, gone);
            if (shares.replace(key, share, made.share)) {
                return made;
            }
        }
    }

    @Override
    public void begin(CountedObject target, int caller, long weight) {
        if (caller == homes.rank()) {
            target.beginRequest();
        } else {
            giveBack(target, weight);
        }
    }

    // ---- references that were collected

    private void run() {
        while (!stopped) {
            try {
                takeBatch();
            } catch (InterruptedException e) {
                // nothing was taken; a program may interrupt all threads that it finds
            } catch (RemoteException e) {
                // the job ends, or memory is missing: some weight is lost
            } catch (OutOfMemoryError e) {
                // some weight is lost
            }
        }
    }

    private void takeBatch() throws InterruptedException, RemoteException {
        returns.clear();
        take(gone.remove());
        Reference<?> next = gone.poll();
        for (int i = 1; next != null; next = ++i < BATCH ? gone.poll() : null) {
            take(next);
        }
        for (Map.Entry<Integer, ReturnedWeights> each : returns.entrySet()) {
            homes.oneWayAt(each.getKey()).giveBack(each.getValue().toArray());
        }
    }

    private void take(Reference<?> next) {
        if (next instanceof CountedObject object) {
            exports.removeCollected(object);
        } else if (next instanceof Share share) {
            shares.remove(share.key(), share);
            giveBack(share.key(), share.rest());
        } else if (next instanceof Surplus surplus) {
            giveBack(surplus.key, surplus.weight);
        }
    }

    private void giveBack(Key key, long weight) {
        if (weight > 0 && key.rank() == homes.rank()) {
            giveBack(key.objectId(), weight);
        } else if (weight > 0) {
            returns.computeIfAbsent(key.rank(), rank -> new ReturnedWeights()).add(key.objectId(), weight);
        }
    }

    @Override
    public void giveBack(long[] idsAndWeights) {
        for (int i = 0; i + 1 < idsAndWeights.length; i += 2) {
            giveBack(idsAndWeights[i], idsAndWeights[i + 1]);
        }
    }

    private void giveBack(long objectId, long weight) {
        CountedObject object = exports.get(objectId);
        if (object != null) {
            giveBack(object, weight);
        }
    }

    private void giveBack(CountedObject object, long weight) {
        Remote left = object.giveBack(weight);
        if (left instanceof Unreferenced listener) {
            unreferenced.execute(() -> {
                Thread.currentThread().setContextClassLoader(object.loader());
                listener.unreferenced();
            });
        }
    }

    private static Thread callerOfUnreferenced(Runnable task) {
        Thread thread = new Thread(task, "rmi4mpi-unreferenced");
        thread.setDaemon(false);
        return thread;
    }

    @Override
    public long more(long objectId) {
        return lend(objectId);
    }
}
