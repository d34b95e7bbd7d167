package launcher;

import java.net.URL;
import java.nio.file.Path;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.UnmarshalException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/**
 * Calls objects of plug-ins, whose classes only the context class loader finds: that of the thread, at the time of each
 * call.
 */
public class Plugins {
    private static final int RANK = Integer.getInteger("rmi4mpi.rank", 0);
    private static final int SIZE = Integer.getInteger("rmi4mpi.size", 1);
    private static final int FIRST_PORT = 7700;

    public static void main(String[] args) throws Exception {
        URL jar = Path.of(args[0]).toUri().toURL();
        ClassLoader[] loaders = {new Launcher.ProgramLoader("one", jar), new Launcher.ProgramLoader("two", jar)};
        Maker own = (Maker) Class.forName("fat.MakerObject", true, loaders[0]).getConstructor().newInstance();
        LocateRegistry.createRegistry(FIRST_PORT + RANK).bind("maker", UnicastRemoteObject.exportObject(own, 0));
        Maker next = find();
        for (int i = 0; i < 3; i++) {
            for (ClassLoader each : loaders) {
                Thread.currentThread().setContextClassLoader(each);
                ClassLoader found = next.make("x").getClass().getClassLoader();
                if (found != each) {
                    throw new AssertionError("expected " + each + " but was " + found);
                }
            }
            Thread.currentThread().setContextClassLoader(Plugins.class.getClassLoader());
            try {
                throw new AssertionError(next.make("x"));
            } catch (UnmarshalException e) {
                if (!(e.getCause() instanceof ClassNotFoundException)) {
                    throw e;
                }
            }
        }
        System.out.println("plug-ins of rank " + RANK + " as expected");
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }

    private static Maker find() throws Exception {
        Registry registry = LocateRegistry.getRegistry(FIRST_PORT + (RANK + 1) % SIZE);
        while (true) {
            try {
                return (Maker) registry.lookup("maker");
            } catch (ConnectException | NotBoundException e) {
                Thread.sleep(5);
            }
        }
    }
}
