package org.rmi4mpi.tests.bundles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Starts an OSGi framework with some bundles, and stops it when all their activators have returned. */
public final class FelixHost {
    private FelixHost() {}

    /** @param args a folder for the framework's files, and the jars of the bundles */
    public static void main(String[] args) throws Exception {
        String storage = Path.of(args[0]).resolve("rank" + System.getProperty("rmi4mpi.rank")).toString();
        Framework framework = ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow()
                .newFramework(Map.of("org.osgi.framework.storage", storage));
        framework.init();
        List<Bundle> bundles = new ArrayList<>();
        for (String jar : List.of(args).subList(1, args.length)) {
            bundles.add(framework.getBundleContext().installBundle(Path.of(jar).toUri().toString()));
        }
        framework.start();
        for (Bundle each : bundles) {
            each.start();
        }
        framework.stop();
        framework.waitForStop(0);
        System.out.println("framework stopped");
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }
}
