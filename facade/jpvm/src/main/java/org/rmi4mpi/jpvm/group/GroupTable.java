package org.rmi4mpi.jpvm.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.jpvm.mail.Envelope;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.mail.PostOffice;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.TaskException;

/** The groups of the job, at rank 0. Guarded by its monitor. */
final class GroupTable implements GroupServer {
    private final PostOffice office;
    private final Map<String, Group> groups = new HashMap<>();
    private int lastNumber;

    private static final class Group {
        private final int number;
        /** Ports indexed by instance number; null for free numbers. */
        private final List<Integer> members = new ArrayList<>();
        /** Members that wait at the barrier. */
        private final List<Integer> arrived = new ArrayList<>();
        /** Number of members that the barrier waits for; -1 for all. */
        private int awaited;

        Group(int number) {
            this.number = number;
        }

        int size() {
            return (int) members.stream().filter(each -> each != null).count();
        }

        /** The members that the barrier releases now; empty if it waits for more. */
        int[] released() {
            if (arrived.size() < (awaited < 0 ? size() : awaited)) {
                return new int[0];
            }
            int[] released = arrived.stream().mapToInt(Integer::intValue).toArray();
            arrived.clear();
            return released;
        }
    }

    GroupTable(PostOffice office) {
        this.office = office;
    }

    @Override
    public synchronized int join(String name, int port) {
        Group group = groups.computeIfAbsent(name, each -> new Group(++lastNumber));
        int instance = group.members.indexOf(port);
        if (instance < 0) {
            instance = group.members.indexOf(null);
            if (instance < 0) {
                instance = group.members.size();
                group.members.add(port);
            } else {
                group.members.set(instance, port);
            }
        }
        return instance;
    }

    @Override
    public boolean leave(String name, int port) {
        int[] released;
        int number;
        synchronized (this) {
            Group group = groups.get(name);
            int instance = group == null ? -1 : group.members.indexOf(port);
            if (instance < 0) {
                return false;
            }
            group.members.set(instance, null);
            group.arrived.removeIf(each -> each == port);
            if (group.size() == 0) {
                groups.remove(name);
            }
            number = group.number;
            released = group.released(); // A barrier of all members does not wait for this one any more.
        }
        release(released, number);
        return true;
    }

    /** Releases members from a barrier. */
    private void release(int[] ports, int number) {
        for (int each : ports) {
            try {
                office.send(new Envelope(Envelope.GROUP, office.ports().ofPool(0), each, number), new Packing(), null);
            } catch (TaskException e) {
                // The task has ended.
            }
        }
    }

    @Override
    public synchronized int[] members(String name) {
        Group group = groups.get(name);
        return group == null ? new int[0]
                : group.members.stream().mapToInt(each -> each == null ? MailPattern.NOBODY : each).toArray();
    }

    @Override
    public int arrive(String name, int count, int port) {
        int[] released;
        int number;
        synchronized (this) {
            Group group = groups.get(name);
            if (group == null || !group.members.contains(port)) {
                return -1;
            }
            number = group.number;
            group.arrived.add(port);
            group.awaited = count;
            released = group.released();
        }
        release(released, number);
        return number;
    }

    @Override
    public String toString() {
        return "groups " + Arrays.toString(groups.keySet().toArray());
    }
}
