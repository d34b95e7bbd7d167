package org.rmi4mpi.jpvm;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The groups of the job, which rank 0 keeps. */
interface GroupServer extends Remote {
    /** The lowest instance number that nobody has; the one that the task has, if it is a member. */
    int join(String group, int port) throws RemoteException;

    /** False where the task is no member. */
    boolean leave(String group, int port) throws RemoteException;

    /** The ports of the members, by instance number; 0 where a number is free. */
    int[] members(String group) throws RemoteException;

    /**
     * A member has come to a barrier. When all have, each of them gets mail of rank 0 itself, with the group's number.
     *
     * @param count how many are to come; -1 for all members
     * @return the group's number; -1 where the task is no member
     */
    int arrive(String group, int count, int port) throws RemoteException;
}
