package org.rmi4mpi.peer;

import org.rmi4mpi.ref.stub.RemoteMethod;

/**
 * The method of a call between two languages, as tools name it.
 *
 * @param relation of the call to the other rank: "for" its caller, or "in" its object
 * @param language of the other rank
 */
record PeerMethod(RemoteMethod method, String relation, String language) {
    @Override
    public String toString() {
        return method + " " + relation + " " + language;
    }
}
