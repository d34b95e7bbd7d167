package org.rmi4mpi.rmi;

import java.lang.reflect.Method;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.stub.RemoteInterfaces;

/**
 * Interfaces of exported classes that look like remote interfaces, but do not extend {@link Remote}. Stubs do not have
 * them: the cast at the caller fails, and its message names a class that no program knows. So the exporting rank
 * reports such an interface, once for each class.
 */
final class PlainInterfaces extends ClassValue<Boolean> {
    private static final PlainInterfaces TOLD = new PlainInterfaces();

    private PlainInterfaces() {}

    static void tell(Class<?> type) {
        TOLD.get(type);
    }

    @Override
    protected Boolean computeValue(Class<?> type) {
        List<Class<?>> suspect = suspect(type);
        for (Class<?> plain : suspect) {
            System.err.println("rmi4mpi: rank " + ReferenceLayer.current().rank() + " exports an object of "
                    + type.getName() + ", whose interface " + plain.getName()
                    + " lacks \"extends Remote\" (java.rmi.Remote): no stub can be cast to it");
        }
        return !suspect.isEmpty();
    }

    /**
     * If the class has no remote interface, all plain interfaces of the program. Otherwise those that declare
     * RemoteException.
     */
    private static List<Class<?>> suspect(Class<?> type) {
        Set<Class<?>> remote = RemoteInterfaces.of(type);
        remote.remove(Remote.class);
        List<Class<?>> suspect = new ArrayList<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Class<?> each : c.getInterfaces()) {
                if (!Remote.class.isAssignableFrom(each) && !isOfJdk(each) && !isPartOf(remote, each)
                        && hasMethods(each, !remote.isEmpty())) {
                    suspect.add(each);
                }
            }
        }
        return suspect;
    }

    /** Whether stubs have the interface because a remote interface extends it. */
    private static boolean isPartOf(Set<Class<?>> remote, Class<?> type) {
        for (Class<?> each : remote) {
            if (type.isAssignableFrom(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static boolean hasMethods(Class<?> type, boolean remoteOnes) {
        for (Method method : type.getMethods()) {
            if (!remoteOnes || List.of(method.getExceptionTypes()).contains(RemoteException.class)) {
                return true;
            }
        }
        return false;
    }
}
