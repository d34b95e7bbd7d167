package org.rmi4mpi.rmi;

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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.launch.RmiProgram;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * What calls of the JDK become where a program is rewritten as it loads ({@code rmi4mpirun --rmi}); each method stands
 * in for the one of the JDK that has its name. For the agent alone.
 */
public final class ProgramCalls {
    private static final Map<String, Class<?>> STAND_INS = Map.of(
            "java.rmi.server.UnicastRemoteObject", UnicastRemoteObject.class,
            "java.rmi.server.RemoteServer", RemoteServer.class,
            "java.rmi.registry.LocateRegistry", LocateRegistry.class,
            "java.rmi.Naming", Naming.class,
            "java.rmi.MarshalledObject", MarshalledObject.class);

    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private ProgramCalls() {}

    /** What the program calls wherever it is: an initialiser that ends by want of stack or memory takes its class away. */
    static void initialise() {
        try {
            for (Class<?> standIn : STAND_INS.values()) {
                MethodHandles.lookup().ensureInitialized(standIn);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage()); // they are this package's
        }
    }

    /** The name of the class that stands in for the one of this name. */
    public static String className(String name) {
        Class<?> standIn = name == null ? null : STAND_INS.get(name);
        return standIn == null ? name : standIn.getName();
    }

    public static Class<?> forName(String name, boolean initialize, ClassLoader loader) throws ClassNotFoundException {
        return Class.forName(className(name), initialize, loader);
    }

    /** The job ends with the last rank, not with the first. */
    public static void exit(int status) {
        RmiProgram.exit(status);
    }

    /** {@link Runtime#exit} and {@link Runtime#halt}. */
    public static void exit(Runtime runtime, int status) {
        RmiProgram.exit(status);
    }

    /** A remote method that interrupts its own thread does not mean its caller, whose thread it may be. */
    public static void interrupt(Thread thread) {
        thread.interrupt();
        if (thread == Thread.currentThread()) {
            ReferenceLayer.methodInterruptsItself();
        }
    }

    /** There are none from JDK 24 on, and a job is one user's. */
    public static void setSecurityManager(Object manager) {
        tellOnce("a security manager is not set");
    }

    public static void setSocketFactory(RMISocketFactory factory) throws IOException {
        RMISocketFactory.setSocketFactory(factory);
        tellOnce("the RMISocketFactory is not asked for sockets: calls travel as MPI messages");
    }

    public static Remote toStub(Remote object) throws NoSuchObjectException {
        return RemoteServer.toStub(object);
    }

    /** Its stubs were compiled by rmic; where the class path has one, it is taken. */
    public static RemoteStub exportObject(Remote object) throws RemoteException {
        Remote stub = UnicastRemoteObject.exportObject(object);
        return stub instanceof RemoteStub generated ? generated : compiledStub(object.getClass(), Stubs.reference(stub));
    }

    /** Null where there is none: most programs make nothing of it. */
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
            throw new StubNotFoundException("stub of " + type.getName() + " is none of rmic's for RMI 1.2", e);
        }
    }

    static void tellOnce(String what) {
        if (TOLD.add(what)) {
            System.err.println("rmi4mpi: " + what);
        }
    }
}
