package launcher;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Starts a program by class loaders of its own, as launchers of jars in jars and containers do. The loaders define the
 * program's classes themselves, even if their parent has them too. Each loader has the whole program once.
 *
 * <p>Arguments: the context class loader of the program, which is own, system or none; the jar of the program; the names
 * of the loaders, separated by commas; the program's main class.
 */
public class Launcher {
    static class ProgramLoader extends URLClassLoader {
        ProgramLoader(String name, URL jar) {
            super(name, new URL[] {jar}, Launcher.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                if (found == null && name.startsWith("fat.")) {
                    found = findClass(name);
                }
                return found != null ? found : super.loadClass(name, resolve);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : args[2].split(",")) {
            ClassLoader loader = new ProgramLoader(name, Path.of(args[1]).toUri().toURL());
            Thread.currentThread().setContextClassLoader(args[0].equals("own") ? loader
                    : args[0].equals("system") ? ClassLoader.getSystemClassLoader() : null);
            Class.forName(args[3], true, loader).getMethod("main", String[].class).invoke(null,
                    (Object) new String[] {name});
        }
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }
}
