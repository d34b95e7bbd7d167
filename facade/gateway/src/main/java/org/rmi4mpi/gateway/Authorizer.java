package org.rmi4mpi.gateway;

import java.lang.reflect.Method;
import java.util.List;

/** Decides which calls from outside are made. Thread-safe. {@code RulesFile} is one, by a file. */
@FunctionalInterface
public interface Authorizer {
    /**
     * Whether a call may be made. Asked after its arguments have been read, before the rank is called.
     *
     * @param name the published name by which the caller has come to the object
     * @param method of the remote interface
     */
    boolean allows(Caller caller, String name, Method method);

    /**
     * As {@link #allows(Caller, String, Method)}, for one that also goes by the interfaces which inherit a method.
     *
     * @param interfaces all remote interfaces of the object
     */
    default boolean allows(Caller caller, String name, Method method, List<Class<?>> interfaces) {
        return allows(caller, name, method);
    }
}
