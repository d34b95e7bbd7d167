package org.rmi4mpi.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.NoSuchObjectException;
import java.rmi.server.ExportException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.RankObserver;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/** Records the events of this rank, and brings those of all ranks into one file. */
public final class TraceObserver implements RankObserver {
    /** How much of the heap events may take, and how many bytes one takes. */
    private static final int HEAP_SHARE = 8;
    private static final int EVENT_BYTES = 40;

    private final Path path = Path.of(System.getProperty(Options.TRACE.property())).toAbsolutePath();
    private final Recorder recorder = new Recorder(Math.min(Options.TRACED.value(),
            Runtime.getRuntime().maxMemory() / HEAP_SHARE / EVENT_BYTES));
    private final long began = System.nanoTime();
    /** Whether the events have gone to rank 0, or into a file of this rank. */
    private final AtomicBoolean hasSaved = new AtomicBoolean();
    private ReferenceLayer layer;
    /** Null but at rank 0. */
    private Home home;

    @Override
    public Probe probe() {
        return recorder;
    }

    @Override
    public void start(ReferenceLayer started) {
        layer = started;
        if (layer.rank() > 0) {
            return;
        }
        try {
            home = new Home(new TraceFile(path, began));
            layer.export(TraceHome.OBJECT_ID, home);
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        } catch (IOException e) {
            System.err.println("rmi4mpi: the trace " + path + " cannot be written: " + e
                    + "; give --trace a file in a folder of rank 0's host (" + Job.host() + ") that you may write to");
        }
    }

    /** The object of rank 0. */
    private static final class Home implements TraceHome {
        private final TraceFile file;
        private int ranks;

        Home(TraceFile file) {
            this.file = file;
        }

        @Override
        public long time() {
            return System.nanoTime();
        }

        @Override
        public void begin(int rank, String host, long process) throws IOException {
            file.name(rank, host, process);
        }

        @Override
        public void take(int rank, long offset, TracePart part) throws IOException {
            file.write(rank, offset, part);
        }

        @Override
        public synchronized void end(int rank, long dropped) {
            ranks++;
            if (dropped > 0) {
                System.err.printf("rmi4mpi: the trace lacks the first %,d events of rank %d: raise -D%s, or trace a"
                        + " shorter run%n", dropped, rank, Options.TRACED.property());
            }
        }
    }

    @Override
    public void leave() {
        if (!hasSaved.compareAndSet(false, true)) {
            return;
        }
        try {
            send(home != null ? home : (TraceHome) Stubs.create(Home.class, layer.reference(0, TraceHome.OBJECT_ID)));
        } catch (NoSuchObjectException e) {
            if (layer.rank() == 1) {
                System.err.println("rmi4mpi: there is no trace, since rank 0 writes none: give --trace before the first"
                        + " program, and a file that rank 0 can write");
            }
        } catch (IOException e) {
            System.err.println("rmi4mpi: the trace lacks events of rank " + layer.rank() + ": " + e);
        }
    }

    private void send(TraceHome to) throws IOException {
        var chunks = recorder.end();
        to.begin(layer.rank(), Job.host(), ProcessHandle.current().pid());
        // Processes of one host have one clock.
        long offset = layer.processes().get(0).host().equals(layer.processes().get(layer.rank()).host()) ? 0
                : ClockOffset.to(to);
        for (Chunk chunk : chunks) {
            to.take(layer.rank(), offset, chunk.part());
        }
        to.end(layer.rank(), recorder.dropped());
    }

    @Override
    public void end() {
        if (home == null) {
            return;
        }
        try {
            home.file.close();
            System.err.printf("rmi4mpi: the trace of %d ranks has %,d events: open %s at https://ui.perfetto.dev%n",
                    home.ranks, home.file.events(), path);
        } catch (IOException e) {
            System.err.println("rmi4mpi: the trace " + path + " is not whole: " + e);
        }
    }

    /** Writes the events of this rank into a file beside the other one. */
    @Override
    public void endEarly() {
        if (!hasSaved.compareAndSet(false, true)) {
            return;
        }
        try (TraceFile file = new TraceFile(ofRank(), began)) {
            file.name(layer.rank(), Job.host(), ProcessHandle.current().pid());
            for (Chunk chunk : recorder.end()) {
                file.write(layer.rank(), 0, chunk.part());
            }
        } catch (IOException e) {
            System.err.println("rmi4mpi: the events of rank " + layer.rank() + " are lost: " + e);
        }
        removeEmptyFile();
    }

    /** Removes the job's file where no rank has sent events to it. */
    private void removeEmptyFile() {
        if (home == null || home.file.events() > 0) {
            return;
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            System.err.println("rmi4mpi: " + path + " is empty: " + e);
        }
    }

    private Path ofRank() throws IOException {
        String name = path.getFileName().toString();
        Path file = path.resolveSibling("rank" + layer.rank() + "-" + name);
        Files.deleteIfExists(file);
        return file;
    }
}
