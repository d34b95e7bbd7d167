package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A number of remote interfaces, each with an object and a caller. They are written and compiled on demand. */
final class Interfaces {
    static final int COUNT = 100;
    private static final String PACKAGE = "org.rmi4mpi.bench.generated";
    private static final String SOURCE = """
            package %1$s;

            import java.rmi.Remote;
            import java.rmi.RemoteException;
            import org.rmi4mpi.bench.call.InterfaceCaller;

            public final class Caller%2$d implements InterfaceCaller {
                public interface Remote%2$d extends Remote {
                    void ping() throws RemoteException;

                    int add(int a, int b) throws RemoteException;

                    Object echo(Object object) throws RemoteException;

                    long move(long from, boolean far, double by) throws RemoteException;
                }

                static final class Object%2$d implements Remote%2$d {
                    public void ping() {}

                    public int add(int a, int b) {
                        return a + b;
                    }

                    public Object echo(Object object) {
                        return object;
                    }

                    public long move(long from, boolean far, double by) {
                        return far ? from + (long) by : from;
                    }
                }

                public Remote object() {
                    return new Object%2$d();
                }

                public void ping(Remote stub) throws RemoteException {
                    ((Remote%2$d) stub).ping();
                }

                public void all(Remote stub) throws RemoteException {
                    Remote%2$d remote = (Remote%2$d) stub;
                    remote.ping();
                    if (remote.add(%2$d, 1) != %2$d + 1 || remote.echo(null) != null || remote.move(3, true, 4) != 7) {
                        throw new RemoteException("wrong result of Remote%2$d");
                    }
                }
            }
            """;

    private Interfaces() {}

    /** Writes and compiles them into a folder, which goes on the class path. */
    static void generate(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("no Java compiler in " + System.getProperty("java.home")
                    + ": set JAVA_HOME to a JDK, or leave the row out by ROWS");
        }
        Path sources = Files.createDirectories(folder.resolve(PACKAGE.replace('.', '/')));
        List<String> arguments = new ArrayList<>(List.of("--release", "17", "-proc:none", "-nowarn",
                "-cp", System.getProperty("java.class.path"), "-d", folder.toString()));
        for (int i = 0; i < COUNT; i++) {
            Path source = sources.resolve("Caller" + i + ".java");
            Files.writeString(source, String.format(SOURCE, PACKAGE, i));
            arguments.add(source.toString());
        }
        if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("the generated interfaces in " + sources + " do not compile");
        }
    }

    static InterfaceCaller caller(int index) throws ReflectiveOperationException {
        return (InterfaceCaller) Class.forName(PACKAGE + ".Caller" + index).getDeclaredConstructor().newInstance();
    }
}
