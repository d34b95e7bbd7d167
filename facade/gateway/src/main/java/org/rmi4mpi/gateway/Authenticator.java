package org.rmi4mpi.gateway;

/** Decides who may log in. Thread-safe. */
@FunctionalInterface
public interface Authenticator {
    /**
     * Returns the name of the user; null if the credentials are not valid.
     *
     * @param credentials what the client has given to the object {@code login}, such as {@code user:password}
     */
    String userOf(String credentials);
}
