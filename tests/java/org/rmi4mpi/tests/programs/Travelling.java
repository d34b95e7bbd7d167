package org.rmi4mpi.tests.programs;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;
import mpi.MPI;
import org.rmi4mpi.farm.SerializableCallable;
import org.rmi4mpi.rmi.Ranks;

/** Ranks without this class on their class path run it, and classes made at run time travel among them. */
public final class Travelling {
    /** Its constants with bodies have classes of their own. */
    private enum Shape {
        ROUND, FLAT {
            @Override
            int sides() {
                return 2;
            }
        };

        int sides() {
            return 1;
        }
    }

    private record Point(int x, Shape shape) implements Serializable {}

    private static class Base implements Serializable {
        private static final long serialVersionUID = 1L;

        final Shape shape = Shape.FLAT;
    }

    private static final class Derived extends Base {
        private static final long serialVersionUID = 1L;

        final Point[][] points = {{new Point(3, shape)}};

        @Override
        public String toString() {
            return shape.sides() + " " + points[0][0];
        }
    }

    /** Of another version at rank 2, which has a file of its own. */
    private static final class Version implements Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            return "version of rank 0";
        }
    }

    private static final class Failing implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int RANK = initialised();

        private static int initialised() {
            if (Ranks.own() != 0) {
                throw new IllegalStateException("no initial value at rank " + Ranks.own());
            }
            return 0;
        }
    }

    /** A class loader that does not give the files of its classes. */
    private static final class Silent extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    private static final String PLUGIN = """
            package plugin;
            public class Plugin implements java.util.concurrent.Callable<Object> {
                public interface Cell extends java.rmi.Remote {
                    Value add(Value other) throws java.rmi.RemoteException;
                }
                public record Value(int number, Object tag) implements java.io.Serializable {}
                static class Hidden { static int loads; static { loads++; } int version() { return VERSION + loads; } }
                static class Own implements Cell {
                    public Value add(Value other) { return new Value(other.number() + 1, new Value[] {other}); }
                }
                static class Handler implements java.lang.reflect.InvocationHandler, java.io.Serializable {
                    public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] words) {
                        return "proxy of version " + VERSION;
                    }
                }
                public interface Named { String name(); }
                public interface Task extends org.rmi4mpi.farm.SerializableCallable<Object>, java.io.Serializable {}
                static String hop(int rank, Cell cell, Named named, int hops) throws Exception {
                    if (hops > 0) {
                        return org.rmi4mpi.rmi.Ranks.at(rank).call(() ->
                                hop((rank + 1) % org.rmi4mpi.rmi.Ranks.size(), cell, named, hops - 1));
                    }
                    try (var in = Plugin.class.getResourceAsStream("text")) {
                        return cell.add(new Value(new Hidden().version(), "x")).number() + " " + named.name() + " "
                                + new String(in.readAllBytes()).trim();
                    }
                }
                public Object call() throws Exception {
                    Cell cell = (Cell) org.rmi4mpi.rmi.UnicastRemoteObject.exportObject(new Own(), 0);
                    Named named = (Named) java.lang.reflect.Proxy.newProxyInstance(Plugin.class.getClassLoader(),
                            new Class<?>[] {Named.class}, new Handler());
                    int own = org.rmi4mpi.rmi.Ranks.own();
                    return hop((own + 1) % org.rmi4mpi.rmi.Ranks.size(), cell, named, org.rmi4mpi.rmi.Ranks.size());
                }
            }
            """;

    private Travelling() {}

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        MPI.Init(args);
        int own = Ranks.own();
        print("main in " + (Travelling.class.getClassLoader() == ClassLoader.getSystemClassLoader() ? "the class path"
                : Travelling.class.getClassLoader().getName()));
        Object[] message = {new Derived()};
        MPI.COMM_WORLD.Bcast(message, 0, 1, MPI.OBJECT, 0);
        print("message " + message[0]);
        String word = "captured by rank " + own;
        for (int rank = 0; rank < Ranks.size(); rank++) {
            Object result = Ranks.at(rank).call(() -> List.of(word, new Derived(), Ranks.own(),
                    Thread.currentThread().getContextClassLoader() == Travelling.class.getClassLoader()));
            print("result " + result);
        }
        Path folder = Files.createTempDirectory("rmi4mpi-plugin");
        try {
            for (int version : new int[] {10, 20}) {
                compile(folder.resolve("" + version), version);
            }
            Ranks.barrier();
            List<String> versions = new ArrayList<>();
            for (int version : new int[] {10, 20}) { // all ranks ask each other at the same time
                try (URLClassLoader loader = loader(folder.resolve("" + version))) {
                    versions.add(plugin(loader).call().toString());
                }
            }
            print("plugins " + versions);
            if (own == 0) {
                together(folder.resolve("10"));
                print("failing " + failureOf(new Failing()));
                print("nowhere " + failureOf(silent(folder.resolve("10"))));
                Version version = new Version();
                print("received " + Ranks.at(1).call(() -> version + ", ") + Ranks.at(2).call(() -> "" + version));
                shell();
            }
        } finally {
            delete(folder);
        }
        MPI.Finalize();
    }

    private static void print(String text) {
        System.out.println("rank " + Ranks.own() + ": " + text);
    }

    private static void compile(Path folder, int version) throws IOException {
        Path source = Files.createDirectories(folder.resolve("plugin")).resolve("Plugin.java");
        Files.writeString(source, PLUGIN.replace("VERSION", "" + version));
        Files.writeString(folder.resolve("plugin/text"), "resource " + version + "\n");
        int status = ToolProvider.getSystemJavaCompiler().run(null, System.out, System.err, "-proc:none", "-cp",
                System.getProperty("java.class.path"), "-d", folder.toString(), source.toString());
        if (status != 0) {
            throw new IllegalStateException("javac has failed");
        }
    }

    private static URLClassLoader loader(Path folder) throws IOException {
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, Travelling.class.getClassLoader());
    }

    private static Callable<?> plugin(ClassLoader loader) throws ReflectiveOperationException {
        return (Callable<?>) loader.loadClass("plugin.Plugin").getConstructor().newInstance();
    }

    /** Several threads need the same classes, of a new loader. */
    private static void together(Path folder) throws Exception {
        try (URLClassLoader loader = loader(folder)) {
            Constructor<?> value = loader.loadClass("plugin.Plugin$Value").getConstructor(int.class, Object.class);
            CyclicBarrier start = new CyclicBarrier(4);
            List<Throwable> failed = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < start.getParties(); i++) {
                Thread thread = new Thread(() -> {
                    try {
                        Object sent = value.newInstance(7, null);
                        start.await();
                        Object back = Ranks.at(1).call(returning(sent));
                        if (!back.equals(sent)) {
                            throw new IllegalStateException(back + " is another class than " + sent);
                        }
                    } catch (Throwable e) {
                        synchronized (failed) {
                            failed.add(e);
                        }
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            print("together " + failed);
        }
    }

    private static SerializableCallable<Object> returning(Object sent) {
        return () -> sent;
    }

    /** An object whose loader gives no file of its class. */
    private static Object silent(Path folder) throws Exception {
        Silent loader = new Silent();
        Class<?> handler = loader.define(Files.readAllBytes(folder.resolve("plugin/Plugin$Handler.class")));
        Constructor<?> maker = handler.getDeclaredConstructor();
        maker.setAccessible(true);
        return maker.newInstance();
    }

    /** The first cause of the exception when rank 1 receives an object. */
    private static Throwable failureOf(Object sent) {
        try {
            Ranks.at(1).call(returning(sent));
            return null;
        } catch (Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return cause;
        }
    }

    private static void shell() {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            for (String line : new String[] {
                "import org.rmi4mpi.rmi.Ranks;", "record Answer(int number) implements java.io.Serializable {}",
                "int answer = 42;", "Answer back = Ranks.at(1).call(() -> new Answer(40 + Ranks.own()));",
                "String text = \"shell \" + back + \" of \" + (back.getClass() == Answer.class);"
            }) {
                for (SnippetEvent event : shell.eval(line)) {
                    if (event.exception() != null) {
                        event.exception().printStackTrace();
                    } else if (!event.snippet().kind().name().equals("IMPORT")) {
                        print(event.snippet().source() + " -> " + event.value());
                    }
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
