package org.rmi4mpi.rmi;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.StubNotFoundException;
import java.rmi.server.RMISocketFactory;
import java.rmi.server.RemoteRef;
import java.rmi.server.RemoteStub;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.launch.RmiProgram;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * Replacements for JDK methods that a program calls, used where its classes are rewritten as they load ({@code
 * rmi4mpirun --rmi}). Each method replaces the JDK method of its name. Called only by rewritten classes.
 *
 * @hidden internal
 */
public final class ProgramCalls {
    private static final Map<String, Class<?>> STAND_INS = Map.of(
            "java.rmi.server.UnicastRemoteObject", UnicastRemoteObject.class,
            "java.rmi.server.RemoteServer", RemoteServer.class,
            "java.rmi.registry.LocateRegistry", LocateRegistry.class,
            "java.rmi.Naming", Naming.class,
            "java.rmi.MarshalledObject", MarshalledObject.class);

    private static final StackWalker CALLERS =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Set<String> ASKED = Set.of("loadClass", "findClass");

    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private static volatile boolean callersAreBound;

    private ProgramCalls() {}

    /**
     * Initialises classes that the program may use anywhere. If a static initialiser failed later for lack of stack or
     * memory, its class would be unusable for the rest of the run.
     */
    static void initialise() {
        try {
            for (Class<?> standIn : STAND_INS.values()) {
                MethodHandles.lookup().ensureInitialized(standIn);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage()); // cannot happen: they are in this package
        }
    }

    /**
     * The name of the class that replaces the named one, or the same name. A class loader that passes a request on gets
     * the same name, since it has to return a class of the requested name. Source: Java Virtual Machine Specification,
     * 5.3.2.
     */
    public static String className(String name) {
        Class<?> standIn = name == null ? null : STAND_INS.get(name);
        return standIn == null || isInLoader() ? name : standIn.getName();
    }

    /** Whether this thread is in a class loader that is asked for a class. */
    private static boolean isInLoader() {
        return CALLERS.walk(frames -> frames.anyMatch(each -> ASKED.contains(each.getMethodName())
                && ClassLoader.class.isAssignableFrom(each.getDeclaringClass())));
    }

    public static Class<?> forName(String name, boolean initialize, ClassLoader loader) throws ClassNotFoundException {
        return Class.forName(className(name), initialize, loader);
    }

    /**
     * The program is about to tell one thread from another: to make or take a lock that belongs to a thread, to make a
     * variable of threads, or to ask for its thread. It may expect that the next call of a client runs on the same thread.
     */
    public static void bindCallers() {
        Program program = callersAreBound ? null : Program.current();
        if (program != null) {
            program.bindCallers();
            callersAreBound = true;
        }
    }

    /** Ends this rank. The job ends with the last rank, not with the first. */
    public static void exit(int status) {
        RmiProgram.exit(status);
    }

    /** Replaces {@link Runtime#exit} and {@link Runtime#halt}. */
    public static void exit(Runtime runtime, int status) {
        RmiProgram.exit(status);
    }

    /**
     * Interrupts a thread. A remote method may run on its caller's thread; the caller must not see an interrupt that
     * the method meant for itself.
     */
    public static void interrupt(Thread thread) {
        thread.interrupt();
        if (thread == Thread.currentThread()) {
            ReferenceLayer.noteSelfInterrupt();
        }
    }

    /** Sets no security manager. JDK 24 and later have none, and a job belongs to one user. */
    public static void setSecurityManager(Object manager) {
        tellOnce("a security manager is not set");
    }

    public static void setSocketFactory(RMISocketFactory factory) throws IOException {
        RMISocketFactory.setSocketFactory(factory);
        tellOnce("the RMISocketFactory is not asked for sockets: calls travel as MPI messages");
    }

    public static Process start(ProcessBuilder builder) throws IOException {
        ChildJvms.notice(builder.command());
        return builder.start();
    }

    public static Process exec(Runtime runtime, String command) throws IOException {
        return exec(runtime, command, null, null);
    }

    public static Process exec(Runtime runtime, String command, String[] environment) throws IOException {
        return exec(runtime, command, environment, null);
    }

    public static Process exec(Runtime runtime, String command, String[] environment, File folder) throws IOException {
        ChildJvms.notice(List.of(command.trim().split("\\s+")));
        return runtime.exec(command, environment, folder);
    }

    public static Process exec(Runtime runtime, String[] command) throws IOException {
        return exec(runtime, command, null, null);
    }

    public static Process exec(Runtime runtime, String[] command, String[] environment) throws IOException {
        return exec(runtime, command, environment, null);
    }

    public static Process exec(Runtime runtime, String[] command, String[] environment, File folder)
            throws IOException {
        ChildJvms.notice(Arrays.asList(command));
        return runtime.exec(command, environment, folder);
    }

    public static Remote toStub(Remote object) throws NoSuchObjectException {
        return RemoteServer.toStub(object);
    }

    /** Exports an object for a program with stubs from rmic. Returns such a stub if the class path has one. */
    @SuppressWarnings("deprecation") // old programs name the class
    public static RemoteStub exportObject(Remote object) throws RemoteException {
        Remote stub = UnicastRemoteObject.exportObject(object);
        return stub instanceof RemoteStub generated ? generated
                : compiledStub(object.getClass(), Stubs.reference(stub));
    }

    /** Returns null if there is none; most programs ignore the result. */
    @SuppressWarnings("deprecation") // old programs name the class
    private static RemoteStub compiledStub(Class<?> type, RemoteRef reference) throws RemoteException {
        try {
            return (RemoteStub) Class.forName(type.getName() + "_Stub", true, type.getClassLoader())
                    .getConstructor(RemoteRef.class)
                    .newInstance(reference);
        } catch (ClassNotFoundException e) {
            return null;
        } catch (InvocationTargetException e) {
            throw new StubNotFoundException("stub of " + type.getName() + " failed", (Exception) e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new StubNotFoundException("stub of " + type.getName() + " was not made by rmic for RMI 1.2", e);
        }
    }

    static void tellOnce(String what) {
        if (TOLD.add(what)) {
            System.err.println("rmi4mpi: " + what);
        }
    }
}
