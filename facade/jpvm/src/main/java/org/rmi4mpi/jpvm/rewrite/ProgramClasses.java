package org.rmi4mpi.jpvm.rewrite;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.jar.Manifest;

/**
 * The class files of the program, rewritten for use in tasks. Each is read from the class path once. Classes of rmi4mpi
 * are excluded, since all tasks share them. Used by any thread.
 */
public final class ProgramClasses {
    /** Finds files. Never defines a class. */
    private final URLClassLoader files;
    /** Finds what the class path lacks: rank 0 may have it. */
    private final Supplier<ClassLoader> loader;
    private final TaskRewriter rewriter;
    private final Map<String, SoftReference<ClassFile>> byName = new ConcurrentHashMap<>();

    /** @param source where the file was found */
    public record ClassFile(byte[] bytes, CodeSource source, Manifest manifest) {}

    /**
     * @param calls has the methods that rewritten classes call
     * @param loader of the program at this rank
     */
    public ProgramClasses(Class<?> calls, Supplier<ClassLoader> loader) {
        this.loader = loader;
        rewriter = new TaskRewriter(calls);
        files = new URLClassLoader(entries(), null);
    }

    private static URL[] entries() {
        Path own = home();
        List<URL> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            File file = new File(entry);
            if (!entry.isEmpty() && own != null && own.equals(file.toPath().toAbsolutePath().normalize().getParent())) {
                continue;
            }
            try {
                entries.add(file.toURI().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("class path entry " + entry, e);
            }
        }
        return entries.toArray(URL[]::new);
    }

    /** The folder that holds the jars of rmi4mpi. */
    private static Path home() {
        try {
            return Path.of(ProgramClasses.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toAbsolutePath().normalize().getParent();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** The loader of the classes that all tasks share. */
    public ClassLoader loader() {
        return loader.get();
    }

    /** Returns null if the program has no such class. */
    public ClassFile find(String name) {
        SoftReference<ClassFile> kept = byName.get(name);
        ClassFile file = kept == null ? null : kept.get();
        if (file == null) {
            file = read(name);
            if (file != null) {
                byName.put(name, new SoftReference<>(file));
            }
        }
        return file;
    }

    private ClassFile read(String name) {
        String path = name.replace('.', '/') + ".class";
        URL url = files.findResource(path);
        if (url == null && ClassLoader.getSystemClassLoader().getResource(path) == null) {
            url = loader().getResource(path);
        }
        if (url == null) {
            return null;
        }
        try {
            URLConnection connection = url.openConnection();
            byte[] bytes;
            try (InputStream in = connection.getInputStream()) {
                bytes = in.readAllBytes();
            }
            Manifest manifest = connection instanceof java.net.JarURLConnection jar ? jar.getManifest() : null;
            URL place = connection instanceof java.net.JarURLConnection jar ? jar.getJarFileURL() : folder(url, path);
            return new ClassFile(rewriter.rewrite(name, bytes), new CodeSource(place, (Certificate[]) null),
                    manifest);
        } catch (IOException e) {
            throw new IllegalStateException("jpvm error: class " + name + " cannot be read from " + url, e);
        }
    }

    private static URL folder(URL file, String path) throws MalformedURLException {
        String text = file.toString();
        return new URL(file, text.substring(0, text.length() - path.length()));
    }
}
