package org.rmi4mpi.launch;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;

/** Finds the main method of a program, or explains why it cannot. Stateless. */
final class MainClass {
    /** The character with which the JVM replaces bytes that are invalid in the rank's locale. */
    private static final char UNKNOWN = '\uFFFD';

    private static final String LOCALE = "the rank's locale (" + System.getProperty("sun.jnu.encoding")
            + ") does not have all characters of the names of this class, class path or folder: start the job with"
            + " LC_ALL=C.UTF-8";

    private MainClass() {}

    /** The main class named in a jar's manifest. */
    static String ofJar(String file) throws StartException {
        try (JarFile jar = new JarFile(file)) {
            Manifest manifest = jar.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue("Main-Class");
            if (name == null) {
                throw new StartException(
                        file + " has no Main-Class in its manifest: name the class by -cp " + file + " Main");
            }
            return name.trim();
        } catch (ZipException e) {
            throw new StartException(
                    file + " is not a jar file (" + e.getMessage() + "): give the program's jar after -jar");
        } catch (IOException e) {
            throw new StartException("the jar file " + file + " cannot be read " + onHost() + " (" + e
                    + "): " + (isGarbled(file + System.getProperty("user.dir")) ? LOCALE
                            : "give its path as it is on every host"));
        }
    }

    /** The main method of a class. Does not initialise the class. */
    static MainMethod find(String name) throws StartException {
        try {
            return mainMethod(Class.forName(name.replace('/', '.'), false, SharedProgram.loader()));
        } catch (ClassNotFoundException e) {
            if (SharedProgram.loader() != ClassLoader.getSystemClassLoader()) {
                throw new StartException("the main class cannot be loaded: " + e.getMessage());
            }
            throw new StartException("there is no class " + name + " on the class path " + described() + ": "
                    + remedy(name));
        } catch (UnsupportedClassVersionError e) {
            throw new StartException(e.getMessage() + ": set JAVA_HOME to a newer Java, this one is "
                    + Runtime.version() + ", or compile for it (javac --release "
                    + Runtime.version().feature() + ")");
        } catch (LinkageError e) {
            throw new StartException("class " + name + " cannot be loaded from the class path " + described() + " (" + e
                    + "): the class path must have the folder in which packages begin, and all jars that the class"
                    + " needs");
        }
    }

    private static MainMethod mainMethod(Class<?> type) throws StartException {
        MainMethod main = MainMethod.of(type);
        if (main != null) {
            return main;
        }
        String other = "it has no method of that name";
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals("main")) {
                    other = "it has " + method + refusal(method);
                }
            }
        }
        throw new StartException(type.getName() + " has no method public static void main(String[] args): " + other
                + "; name a class that has one");
    }

    private static String refusal(Method method) {
        return Modifier.isStatic(method.getModifiers()) ? ""
                : !MainMethod.takesInstances() ? ", which is not static"
                : ", which is not static: it must not be private, and its class must not be abstract, and needs a"
                        + " constructor without parameters that is not private";
    }

    private static String remedy(String name) {
        if (name.endsWith(".java") || name.endsWith(".class")) {
            return "name the class, not its file: " + name.substring(0, name.lastIndexOf('.')).replace('/', '.');
        }
        if (isGarbled(name + System.getProperty("java.class.path") + System.getProperty("user.dir"))) {
            return LOCALE;
        }
        String near = NearClasses.to(name, entries());
        return near.isEmpty() ? "give the class with its package, and by -cp the folders and jars that have it"
                : "did you mean " + near + "?";
    }

    private static boolean isGarbled(String names) {
        return names.indexOf(UNKNOWN) >= 0;
    }

    /** The program's part of the class path, without the jars of rmi4mpi. */
    private static String[] entries() {
        Path own = home();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> own == null || !isIn(own, entry))
                .toArray(String[]::new);
    }

    private static boolean isIn(Path folder, String entry) {
        try {
            return folder.equals(Path.of(entry).toAbsolutePath().normalize().getParent());
        } catch (InvalidPathException e) {
            return false; // The entry is invalid in this locale, or in any.
        }
    }

    /** The class path as text, with missing entries marked. */
    private static String described() {
        StringBuilder text = new StringBuilder();
        for (String entry : entries()) {
            text.append(text.isEmpty() ? "" : File.pathSeparator).append(entry);
            if (!new File(entry).exists()) {
                text.append(" (which is not there ").append(onHost()).append(')');
            }
        }
        return text.toString();
    }

    private static String onHost() {
        return "on host " + RankLabels.host();
    }

    /** The folder that holds the jars of rmi4mpi. Null if these classes do not come from a jar. */
    private static Path home() {
        try {
            Path jar = Path.of(MainClass.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return Files.isRegularFile(jar) ? jar.toAbsolutePath().normalize().getParent() : null;
        } catch (URISyntaxException | RuntimeException e) {
            return null;
        }
    }
}
