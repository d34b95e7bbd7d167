package org.rmi4mpi.stats;

import java.io.IOException;
import java.nio.file.Path;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.RankObserver;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/** Collects the figures of this rank, and joins those of all ranks. */
public final class StatsObserver implements RankObserver {
    private final FiguresProbe probe = new FiguresProbe();
    private final Home home = new Home();
    /** Whether the figures have gone to another rank, or have been printed by this one alone. */
    private final AtomicBoolean hasTold = new AtomicBoolean();
    private ReferenceLayer layer;

    /** The object of each rank. */
    private static final class Home implements StatsHome {
        private final List<RankFigures> all = new ArrayList<>();

        @Override
        public synchronized void take(RankFigures figures) {
            all.add(figures);
        }

        synchronized List<RankFigures> all() {
            return List.copyOf(all);
        }
    }

    @Override
    public Probe probe() {
        return probe;
    }

    @Override
    public void start(ReferenceLayer started) {
        layer = started;
        try {
            layer.export(StatsHome.OBJECT_ID, home);
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
    }

    private RankFigures figures() {
        return probe.until(layer.rank(), Job.host());
    }

    @Override
    public void leave() {
        if (!hasTold.compareAndSet(false, true)) {
            return;
        }
        RankFigures own = figures();
        try {
            for (int rank = 0; rank < layer.rank(); rank++) {
                if (tell(rank, own)) {
                    return;
                }
            }
            home.take(own);
        } catch (RemoteException e) {
            System.err.println("rmi4mpi: the figures lack those of rank " + layer.rank() + ": " + e);
        }
    }

    /** Returns false if that rank counts nothing: programs of one job may have different options. */
    private boolean tell(int rank, RankFigures own) throws RemoteException {
        try {
            ((StatsHome) Stubs.create(Home.class, layer.reference(rank, StatsHome.OBJECT_ID))).take(own);
            return true;
        } catch (NoSuchObjectException e) {
            return false;
        }
    }

    @Override
    public void end() {
        List<RankFigures> all = home.all();
        if (!all.isEmpty()) {
            print(new JobFigures(all), "");
        }
    }

    /** Prints the figures of this rank. */
    @Override
    public void endEarly() {
        if (hasTold.compareAndSet(false, true)) {
            print(new JobFigures(List.of(figures())), "rank" + layer.rank() + "-");
        }
    }

    /** @param prefix of the name of the file */
    private static void print(JobFigures job, String prefix) {
        System.err.print(Table.of(job));
        String given = System.getProperty(Options.FIGURES.property());
        if (given == null) {
            return;
        }
        Path path = Path.of(given).toAbsolutePath();
        Path file = path.resolveSibling(prefix + path.getFileName());
        try {
            JsonFile.write(job, file);
        } catch (IOException e) {
            System.err.println("rmi4mpi: the figures cannot be written: " + e + "; give --figures a file in a folder of"
                    + " the first rank's host (" + Job.host() + ") that you may write to");
        }
    }
}
