package org.rmi4mpi.launch;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.jar.JarFile;

/**
 * What {@code rmi4mpirun} starts on each rank: runs the program's main method, finalises MPI where it has not,
 * and ends the job where an exception leaves it.
 */
public final class RankMain {
    private RankMain() {}

    /** @param args name of the main class, or -jar and a jar file; then the program's arguments */
    public static void main(String[] args) {
        try {
            if (args.length > 1 && args[0].equals("-jar")) {
                run(mainClassOf(args[1]), Arrays.copyOfRange(args, 2, args.length));
            } else if (args.length > 0) {
                run(args[0], Arrays.copyOfRange(args, 1, args.length));
            } else {
                throw new IllegalArgumentException("the main class is missing: rmi4mpirun -n 2 -cp app.jar Main");
            }
        } catch (Throwable e) {
            if (!RmiProgram.hasExited()) {
                RankEnd.uncaughtInMain(e);
            }
        }
    }

    private static String mainClassOf(String file) throws IOException {
        try (JarFile jar = new JarFile(file)) {
            String name = jar.getManifest() == null ? null : jar.getManifest().getMainAttributes().getValue("Main-Class");
            if (name == null) {
                throw new IllegalArgumentException(
                        file + " has no Main-Class in its manifest: name the class by -cp " + file + " Main");
            }
            return name.trim();
        }
    }

    private static void run(String className, String[] args) throws Throwable {
        if (RmiProgram.isWanted()) {
            RmiProgram.begin();
        }
        Method main = mainMethod(mainClass(className));
        try {
            main.invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        RankEnd.mainReturned();
    }

    private static Class<?> mainClass(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "there is no class " + name + " on the class path " + System.getProperty("java.class.path"), e);
        }
    }

    private static Method mainMethod(Class<?> type) throws NoSuchMethodException {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals("main") && Modifier.isStatic(method.getModifiers())
                        && method.getReturnType() == void.class
                        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {String[].class})) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(
                type.getName() + " has no method public static void main(String[] args): name a class that has one (an instance main is not run)");
    }
}
