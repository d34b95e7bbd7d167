package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** The registry of the job, at rank 0. A name is bound either for the whole job, or under a rank. */
interface JobRegistry extends Remote {
    /** Stands for the whole job instead of a rank. */
    int JOB = -1;

    /**
     * A change of a name.
     *
     * @param version larger than that of each earlier change; its upper bits are the rank that keeps the registry, since the
     *         registry moves to higher ranks alone
     * @param rank under which the name was bound, or {@link #JOB}
     * @param before the rank that had bound the name before, or {@link #JOB}
     */
    record Change(long version, int rank, int before) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** The rank that keeps the registry while it lives. */
    int HOME = 0;

    /** Where the bits begin that are the rank. */
    int HOME_SHIFT = 40;

    /** The rank that has made a version. */
    static int homeOf(long version) {
        return (int) (version >> HOME_SHIFT);
    }

    /**
     * @param rank the rank to bind under, or {@link #JOB}
     * @param binder the rank that binds
     * @param replace whether to replace an existing binding
     */
    void bind(int rank, String name, Remote object, int binder, boolean replace)
            throws RemoteException, AlreadyBoundException;

    void unbind(int rank, String name) throws RemoteException, NotBoundException;

    /** A lookup under a rank also finds the names that this rank has bound for the whole job. */
    Remote lookup(int rank, String name) throws RemoteException, NotBoundException;

    /** Whether the name was ever bound, so that lookup would have found it. */
    boolean wasBound(int rank, String name) throws RemoteException;

    String[] list(int rank) throws RemoteException;

    /** Works as {@link #bind}, where the job goes on without lost ranks. */
    Change bindToSurvive(int rank, String name, Remote object, int binder, boolean replace)
            throws RemoteException, AlreadyBoundException;

    /** Works as {@link #unbind}, where the job goes on without lost ranks. */
    Change unbindToSurvive(int rank, String name) throws RemoteException, NotBoundException;

    /** Takes a binding of a rank over from the registry that is lost, unless a later change of this name is known. */
    void move(int rank, String name, Remote object, int binder, long version) throws RemoteException;

    /** A rank has unbound or rebound a name, which the rank that keeps this may have bound. */
    void forget(int rank, String name, long version) throws RemoteException;

    /** A rank has bound its names here, since the rank that kept the registry before is lost. */
    void haveMoved(int rank) throws RemoteException;
}
