package org.rmi4mpi.jpvm;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Finds the main method of a task's class. Neither needs to be public. Stateless. */
final class MainMethod {
    private MainMethod() {}

    /**
     * Finds the main method. Does not initialise its class.
     *
     * @throws TaskException if there is no such class or method
     */
    static Method find(String name, ClassLoader loader, int rank) throws TaskException {
        Class<?> type;
        try {
            type = Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new TaskException("there is no class " + name + " on the class path of rank " + rank
                    + ": give it"
                    + " with its package, and by -cp the folders and jars that have it");
        } catch (LinkageError e) {
            throw new TaskException("class " + name + " cannot be loaded at rank " + rank + ": " + e);
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            try {
                Method main = each.getDeclaredMethod("main", String[].class);
                if (Modifier.isStatic(main.getModifiers()) && main.getReturnType() == void.class) {
                    main.setAccessible(true);
                    return main;
                }
            } catch (NoSuchMethodException e) {
                // It may be inherited.
            } catch (LinkageError e) {
                throw new TaskException("class " + name + " cannot be loaded at rank " + rank + ": " + e);
            }
        }
        throw new TaskException("class " + name + " has no method public static void main(String[] args)");
    }
}
