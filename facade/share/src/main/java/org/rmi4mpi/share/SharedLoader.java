package org.rmi4mpi.share;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.rmi4mpi.serial.ClassHome;

/**
 * Stands for a loader of another rank. Its parent is this rank's class path. What that lacks it asks the other rank for,
 * each class once. Thread-safe.
 */
final class SharedLoader extends SecureClassLoader {
    private static final int MOST_ABSENT = 10_000;

    static {
        registerAsParallelCapable();
    }

    private final ClassHome home;
    private final ClassHome.Loaders loaders;
    private final ClassSource source;
    private final ClassSource.Taken taken;
    /** Jars of the home that this rank has been given. */
    private final Jars jars;
    /** Resources and classes of a class path that are known to be absent, with the reasons: these do not come later. */
    private final Map<String, String> absent = new ConcurrentHashMap<>();
    /** Whether this rank's class path has no entry of the program. */
    private final boolean isNothingHere;
    /** By the path of a package. */
    private final Map<String, Boolean> packagesElsewhere = new ConcurrentHashMap<>();
    private final Map<String, List<URL>> resources = new ConcurrentHashMap<>();

    SharedLoader(ClassHome home, ClassHome.Loaders loaders, ClassSource source, Jars jars) {
        super("rank" + home.rank(), ClassLoader.getSystemClassLoader());
        this.home = home;
        this.loaders = loaders;
        this.source = source;
        taken = source.countFor(this);
        this.jars = jars;
        isNothingHere = jars.isLacking() && ClassPathExchange.entries(true).isEmpty();
    }

    ClassHome home() {
        return home;
    }

    private boolean isOfClassPath() {
        return home.loader() == ClassHome.CLASS_PATH;
    }

    /**
     * Whether nothing of the package of a class can be here. A search of the class path that finds nothing takes longer than to
     * define a class, so that it is made once for each package.
     */
    private boolean isElsewhere(String name) {
        String folder = name.substring(0, name.lastIndexOf('.') + 1).replace('.', '/');
        return isNothingHere && !folder.isEmpty() && packagesElsewhere.computeIfAbsent(folder,
                each -> getParent().getResource(each) == null && !isOfModule(name.substring(0, each.length() - 1)));
    }

    private static boolean isOfModule(String packageName) {
        return ModuleLayer.boot().modules().stream().anyMatch(each -> each.getPackages().contains(packageName));
    }

    /**
     * Asks the class path first. Where this rank lacks a part of the program, this loader defines the part that is here as
     * well: classes of one loader see each other.
     */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!jars.isLacking() || name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && isElsewhere(name)) {
                loaded = findClass(name);
            } else if (loaded == null) {
                URL here = getParent().getResource(ClassFiles.path(name));
                loaded = here == null ? super.loadClass(name, false)
                        : ClassFiles.isOfAll(here) ? getParent().loadClass(name) : define(name, here);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private Class<?> define(String name, URL here) throws ClassNotFoundException {
        try {
            return define(name, ClassFiles.read(here), ClassFiles.place(here, ClassFiles.path(name)));
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " cannot be read from " + here, e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Jars.File file = jars.find(ClassFiles.path(name));
        if (file != null) {
            definePackageOf(name, file.manifest());
            return define(name, file.bytes(), file.place());
        } else if (absent.containsKey(name)) {
            throw new ClassNotFoundException(absent.get(name));
        }
        ClassAnswer answer = source.find(home, name, taken);
        if (answer.bytes() != null) {
            return define(name, answer.bytes(), answer.place());
        } else if (answer.home() != null) {
            ClassLoader other = loaders.loaderOf(answer.home());
            if (other != null && other != this) {
                return Class.forName(name, false, other);
            }
        }
        String reason = name + ": rank " + source.rank() + " lacks this class, and rank " + home.rank()
                + ", which was asked, has none to give: "
                + (answer.reason() == null ? "its loader is no longer in use" : answer.reason())
                + "; add it to the class path of one of the two";
        addAbsent(name, reason);
        throw new ClassNotFoundException(reason);
    }

    private void addAbsent(String name, String reason) {
        if (isOfClassPath() && absent.size() < MOST_ABSENT) {
            absent.put(name, reason);
        }
    }

    /** As URLClassLoader does, for programs that ask for the version of a package. */
    private void definePackageOf(String className, Manifest manifest) {
        String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        Attributes main = manifest.getMainAttributes();
        if (name.isEmpty() || main.isEmpty() || getDefinedPackage(name) != null) {
            return;
        }
        try {
            definePackage(name, main.getValue(Attributes.Name.SPECIFICATION_TITLE),
                    main.getValue(Attributes.Name.SPECIFICATION_VERSION),
                    main.getValue(Attributes.Name.SPECIFICATION_VENDOR),
                    main.getValue(Attributes.Name.IMPLEMENTATION_TITLE),
                    main.getValue(Attributes.Name.IMPLEMENTATION_VERSION),
                    main.getValue(Attributes.Name.IMPLEMENTATION_VENDOR), null);
        } catch (IllegalArgumentException e) {
            // Another thread has defined the package.
        }
    }

    private Class<?> define(String name, byte[] bytes, String place) {
        URL location = null;
        try {
            location = place == null ? null : new URL(place);
        } catch (MalformedURLException e) {
            // Such a place is known to no one.
        }
        return defineClass(name, bytes, 0, bytes.length, new CodeSource(location, (Certificate[]) null));
    }

    // ---- resources

    @Override
    protected URL findResource(String name) {
        List<URL> found = found(name);
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(found(name));
    }

    private List<URL> found(String name) {
        List<URL> known = resources.get(name);
        if (known != null || absent.containsKey("/" + name)) {
            return known == null ? List.of() : known;
        }
        List<URL> found = new ArrayList<>();
        for (Jars.File each : jars.all(name)) {
            found.add(BytesUrl.of(name, each.bytes(), found.size()));
        }
        if (!jars.isWhole()) {
            for (byte[] each : source.resources(home, name, taken)) {
                found.add(BytesUrl.of(name, each, found.size()));
            }
        }
        if (!found.isEmpty()) {
            resources.put(name, found);
        } else {
            addAbsent("/" + name, "");
        }
        return found;
    }
}
