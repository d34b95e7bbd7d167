package org.rmi4mpi.jpvm.task;

import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.launch.MainMethod;

/** Finds the main method of a task's class. Neither needs to be public. Stateless. */
final class TaskMain {
    private TaskMain() {}

    /**
     * Finds the main method. Does not initialise its class.
     *
     * @throws TaskException if there is no such class or method
     */
    static MainMethod find(String name, ClassLoader loader, int rank) throws TaskException {
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
        MainMethod main;
        try {
            main = MainMethod.of(type);
        } catch (LinkageError e) {
            throw new TaskException("class " + name + " cannot be loaded at rank " + rank + ": " + e);
        }
        if (main != null) {
            return main;
        }
        throw new TaskException("class " + name + " has no method public static void main(String[] args)");
    }
}
