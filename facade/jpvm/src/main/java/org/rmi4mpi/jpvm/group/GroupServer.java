package org.rmi4mpi.jpvm.group;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The groups of the job, kept by rank 0. */
interface GroupServer extends Remote {
    /**
     * Adds a task to a group. Returns its instance number: the lowest free one, or the existing one if the task is a
     * member.
     */
    int join(String group, int port) throws RemoteException;

    /** Removes a task from a group. Returns false if it is not a member. */
    boolean leave(String group, int port) throws RemoteException;

    /** Ports of the members, indexed by instance number; 0 for free numbers. */
    int[] members(String group) throws RemoteException;

    /**
     * Records that a member has reached a barrier. When enough members have, each gets mail from rank 0's own port,
     * tagged with the group's number.
     *
     * @param count members to wait for; -1 for all
     * @return the group's number; -1 if the task is not a member
     */
    int arrive(String group, int count, int port) throws RemoteException;
}
