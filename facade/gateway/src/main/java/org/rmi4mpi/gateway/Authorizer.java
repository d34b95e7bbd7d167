package org.rmi4mpi.gateway;

import java.lang.reflect.Method;

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
}
