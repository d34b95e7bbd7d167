package org.rmi4mpi.share;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.rmi4mpi.serial.ClassHome;

/** Class files and resources of loaders, and where they lie. Stateless. */
final class ClassFiles {
    /** Begins the URLs of the jars of rmi4mpi, which each rank has; null if our classes lie in no jar. */
    private static final String OURS = ours();

    private ClassFiles() {}

    private static String ours() {
        CodeSource source = ClassHome.class.getProtectionDomain().getCodeSource();
        String jar = source == null ? "" : source.getLocation().toString();
        return jar.endsWith(".jar") ? jar.substring(0, jar.lastIndexOf('/') + 1) + "rmi4mpi-" : null;
    }

    /** The path of a class file. */
    static String path(String className) {
        return className.replace('.', '/') + ".class";
    }

    /** Whether each rank has this class or resource: it is one of the JDK, or of rmi4mpi. */
    static boolean isOfAll(URL url) {
        return url.getProtocol().equals("jrt") || OURS != null && url.toString().startsWith("jar:" + OURS);
    }

    /** Whether each rank has this entry of a class path. */
    static boolean isOfAll(File entry) {
        return OURS != null && entry.getAbsoluteFile().toURI().toString().startsWith(OURS);
    }

    /** The place of a class file: a jar, or the folder in which packages begin. */
    static String place(URL file, String path) {
        String text = file.toString();
        text = text.endsWith(path) ? text.substring(0, text.length() - path.length()) : text;
        return text.startsWith("jar:") && text.endsWith("!/") ? text.substring(4, text.length() - 2) : text;
    }

    /** What the manifest of a jar adds to the class path, as it names it. */
    static List<String> classPath(File file) throws IOException {
        try (JarFile jar = new JarFile(file)) {
            Manifest manifest = jar.getManifest();
            String value = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return value == null ? List.of() : List.of(value.trim().split(" +"));
        }
    }

    static byte[] read(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        }
    }
}
