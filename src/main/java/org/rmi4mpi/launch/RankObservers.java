package org.rmi4mpi.launch;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.Statistics;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * The observers of this rank, by its options. Their jars and libraries are in folders beside the jars of the ranks, each
 * with a class loader of its own: a program meets no library that it has not brought itself.
 */
final class RankObservers {
    private final List<RankObserver> all = new ArrayList<>();
    /** Guarded by this object. */
    private boolean hasEnded;

    RankObservers() {
        if (Options.TRACE.isGiven()) {
            load("trace", Options.TRACE.property());
        }
        if (Options.STATISTICS.value() > 0) {
            load("stats", Options.STATISTICS.property());
        }
        if (Options.FLIGHT.isGiven()) {
            load("flight", Options.FLIGHT.property());
        }
        if (Options.MONITOR.isGiven()) {
            load("monitor", Options.MONITOR.property());
        }
    }

    private void load(String folder, String property) {
        Path jars = null;
        try {
            URI own = RankObservers.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            jars = Path.of(own).resolveSibling(folder);
            List<URL> urls = new ArrayList<>();
            try (DirectoryStream<Path> found = Files.newDirectoryStream(jars, "*.jar")) {
                for (Path jar : found) {
                    urls.add(jar.toUri().toURL());
                }
            }
            ClassLoader loader =
                    new URLClassLoader(urls.toArray(new URL[0]), RankObservers.class.getClassLoader());
            int before = all.size();
            ServiceLoader.load(RankObserver.class, loader).forEach(all::add);
            if (all.size() == before) {
                throw new NoSuchFileException(jars.resolve("rmi4mpi-" + folder + ".jar").toString());
            }
        } catch (Exception e) {
            throw new IllegalStateException(
                    "the jars in " + jars + " are missing or cannot be read: keep this folder beside the jars of"
                            + " rmi4mpi, or leave out -D" + property,
                    e);
        }
    }

    Probe probe() {
        List<Probe> probes = new ArrayList<>();
        if (Options.STATISTICS.value() > 0) {
            probes.add(new Statistics());
        }
        all.forEach(each -> probes.add(each.probe()));
        return Probe.of(probes);
    }

    void start(ReferenceLayer layer) {
        all.forEach(each -> each.start(layer));
        if (!all.isEmpty()) {
            Job.atAbort(this::endEarly);
            Runtime.getRuntime().addShutdownHook(new Thread(this::endEarly, "rmi4mpi-observers"));
        }
    }

    /** Whoever calls waits until the observers have done what they can. */
    private synchronized void endEarly() {
        if (!hasEnded) {
            hasEnded = true;
            tell(RankObserver::endEarly);
        }
    }

    void leave() {
        tell(RankObserver::leave);
    }

    synchronized void end() {
        tell(RankObserver::end);
        hasEnded = true;
    }

    /** An observer that fails must not keep the job from its end. */
    private void tell(Consumer<RankObserver> event) {
        for (RankObserver each : all) {
            try {
                event.accept(each);
            } catch (RuntimeException | Error e) {
                System.err.print(RankEnd.described("an observer of this rank failed; the job goes on", e));
            }
        }
    }
}
