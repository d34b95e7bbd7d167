package org.rmi4mpi.share;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Answers the questions of other ranks for classes and resources of this one. Thread-safe. */
final class OwnClasses implements ClassServer {
    private final SharedLoaders loaders;

    OwnClasses(SharedLoaders loaders) {
        this.loaders = loaders;
    }

    @Override
    public ClassAnswer find(int number, String name) {
        ClassLoader loader = loaders.own(number);
        if (loader == null) {
            return ClassAnswer.none("its loader is no longer in use there");
        }
        try {
            // Classes of the class path need not be loaded here.
            return loader == ClassLoader.getSystemClassLoader() ? file(loader, name) : ofLoader(loader, name);
        } catch (ClassNotFoundException e) {
            return ClassAnswer.none(loader + " does not find it there");
        } catch (IOException | LinkageError e) {
            return ClassAnswer.none("it cannot be loaded there (" + e + ")");
        }
    }

    private ClassAnswer ofLoader(ClassLoader loader, String name) throws ClassNotFoundException, IOException {
        Class<?> type = Class.forName(name, false, loader);
        ClassLoader definer = type.getClassLoader();
        if (definer == loader) {
            return file(loader, name);
        }
        return loaders.homeOf(type) == null ? ClassAnswer.none("it is there a class of the JDK " + Runtime.version())
                : ClassAnswer.elsewhere(loaders.homeOf(type));
    }

    private static ClassAnswer file(ClassLoader loader, String name) throws IOException {
        String path = ClassFiles.path(name);
        URL url = loader.getResource(path);
        if (url != null && !ClassFiles.isOfAll(url)) {
            return ClassAnswer.of(ClassFiles.read(url), ClassFiles.place(url, path));
        } else if (url != null) {
            return ClassAnswer.none("it is there a class of the JDK " + Runtime.version() + " or of rmi4mpi");
        }
        try (InputStream in = loader.getResourceAsStream(path)) {
            if (in != null) {
                return ClassAnswer.of(in.readAllBytes(), null);
            }
        } catch (RuntimeException e) { // of a loader of the program
            return ClassAnswer.none("its loader there, " + loader.getClass().getName() + ", throws " + e);
        }
        return ClassAnswer.none(loader == ClassLoader.getSystemClassLoader() ? "it is not on the class path there"
                : "its loader there, " + loader.getClass().getName()
                        + ", has defined it, and does not give its class file by getResourceAsStream");
    }

    @Override
    public List<byte[]> resources(int number, String name) {
        ClassLoader loader = loaders.own(number);
        List<byte[]> found = new ArrayList<>();
        try {
            for (URL url : loader == null ? List.<URL>of() : Collections.list(loader.getResources(name))) {
                if (!ClassFiles.isOfAll(url)) {
                    found.add(ClassFiles.read(url));
                }
            }
        } catch (IOException e) {
            // It does not exist for the rank that asks.
        }
        return found;
    }
}
